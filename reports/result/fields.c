#include "reports/result/fields.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"

/* A row knows a member's offset, not its type. Copying the bytes avoids aliasing by a wrong type. */
#define TAKE(type, at)       (*(type *)memcpy(&(type){ 0 }, (at), sizeof(type)))
#define PUT(type, at, value) memcpy((at), &(type){ value }, sizeof(type))

static char *pointer_at(const char *at)
{
    char *p;
    memcpy(&p, at, sizeof p);
    return p;
}

static void put_pointer(char *at, const void *p)
{
    memcpy(at, &p, sizeof p);
}

/* The number of elements; 0 if the pointer to them is NULL. */
static size_t count_of(const struct field *f, const char *object)
{
    assert(object);
    return f->is_list ? TAKE(size_t, object + f->count_at)
                      : !f->behind || pointer_at(object + f->at);
}

static char *first_of(const struct field *f, char *object)
{
    return f->behind ? pointer_at(object + f->at) : object + f->at;
}

/* ---- writing ---- */

/* A report has a hundred bytes for each event of each trace, so what is written often is written
 * without printf() and without locks: nobody else has the stream. */
static void put_bytes(FILE *out, const char *bytes, size_t count)
{
    fwrite_unlocked(bytes, 1, count, out);
}

static void put_text(FILE *out, const char *text)
{
    put_bytes(out, text, strlen(text));
}

/* How many bytes from here on are written as they are. */
static size_t count_plain(const char *text)
{
    size_t n = 0;
    while (text[n] >= ' ' && text[n] < 0x7f && text[n] != '"' && text[n] != '\\' && text[n] != '#')
        n++;
    return n;
}

/* The text is valid UTF-8. */
static void print_escaped(FILE *out, const char *s)
{
    static const char escaped[] = "\b\f\n\r\t\"\\", as[] = "bfnrt\"\\";
    for (; *s; s++) {
        size_t plain = count_plain(s);
        put_bytes(out, s, plain);
        s += plain;
        const char *known = strchr(escaped, *s);
        if (!*s)
            return;
        if (known)
            fprintf(out, "\\%c", as[known - escaped]);
        else if ((unsigned char)*s < ' ' || text_is_command(s, false))
            fprintf(out, "\\u%04X", (unsigned)*s);
        else
            putc_unlocked(*s, out);
    }
}

void fields_print_text(FILE *out, const char *text)
{
    size_t plain = text ? count_plain(text) : 0;
    putc_unlocked('"', out);
    if (text && !text[plain]) {
        put_bytes(out, text, plain);
    } else {
        char *valid = text_clean(text, TEXT_VALID);
        print_escaped(out, valid);
        free(valid);
    }
    putc_unlocked('"', out);
}

/* Most JSON readers cannot represent a number above INT64_MAX. */
static void print_integer(FILE *out, const struct field *f, const char *at)
{
    char digits[24], *end = digits + sizeof digits, *p = end;
    int64_t n = f->size == sizeof(uint32_t) ? TAKE(uint32_t, at) : TAKE(int64_t, at);
    if (f->or_null && n == -1) {
        put_text(out, "null");
        return;
    }
    if (n < 0 && !f->is_signed)
        n = INT64_MAX;
    uint64_t left = n < 0 ? -(uint64_t)n : (uint64_t)n;
    do
        *--p = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    if (n < 0)
        *--p = '-';
    put_bytes(out, p, (size_t)(end - p));
}

static void print_object(FILE *out, const struct shape *s, const void *object, const void *outer);

static void print_value(FILE *out, const struct field *f, const char *at, const void *object)
{
    if (f->print)
        f->print(out, object);
    else if (f->of)
        print_object(out, f->of, at, object);
    else if (f->type == JSON_STRING)
        fields_print_text(out, f->words ? f->words->name(TAKE(unsigned, at)) : pointer_at(at));
    else if (f->type == JSON_TRUE)
        put_text(out, TAKE(bool, at) ? "true" : "false");
    else
        print_integer(out, f, at);
}

static void print_field(FILE *out, const struct field *f, const void *object)
{
    size_t count = count_of(f, object);
    const char *at = first_of(f, (char *)object), *line = f->lines ? "\n" : "";
    if (!f->is_list) {
        if (count > 0)
            print_value(out, f, at, object);
        return;
    }
    putc_unlocked('[', out);
    for (size_t i = 0; i < count; i++) {
        put_text(out, i > 0 ? "," : "");
        put_text(out, line);
        print_value(out, f, at + i * f->size, object);
    }
    put_text(out, line);
    putc_unlocked(']', out);
}

static bool is_there(const struct field *f, const char *object, const char *outer)
{
    static const char zeros[sizeof(uint64_t)] = "";
    const char *base = f->if_outer ? outer : object;
    if (f->or_empty)
        return pointer_at(object + f->at) && *pointer_at(object + f->at);
    return f->if_size == 0 ||
           (base && memcmp(base + f->if_at, zeros, f->if_size) != 0 && (!f->has || f->has(object)));
}

/* Print the members from the i-th on. At a streamed list, print its opening bracket and stop. */
static void print_members(FILE *out, const struct shape *s, size_t i, const void *object,
                          const void *outer)
{
    const char *comma = i > 0 ? "," : "";
    for (; i < s->count; i++) {
        const struct field *f = &s->field[i];
        if (!is_there(f, object, outer))
            continue;
        put_text(out, comma);
        putc_unlocked('"', out);
        put_text(out, f->name);
        put_text(out, f->streamed ? "\":[" : "\":");
        if (f->streamed)
            return;
        print_field(out, f, object);
        comma = f->lines && !f->is_list ? ",\n" : ",";
    }
}

static void print_object(FILE *out, const struct shape *s, const void *object, const void *outer)
{
    putc_unlocked('{', out);
    print_members(out, s, 0, object, outer);
    putc_unlocked('}', out);
}

void fields_print(FILE *out, const struct shape *s, const void *object)
{
    print_object(out, s, object, NULL);
}

void fields_print_members(FILE *out, const struct shape *s, const void *object)
{
    print_members(out, s, 0, object, NULL);
}

void fields_print_rest(FILE *out, const struct shape *s, const void *object)
{
    size_t i = 0;
    while (!s->field[i++].streamed)
        assert(i < s->count);
    fputs("\n]", out);
    print_members(out, s, i, object, NULL);
    putc('}', out);
}

/* ---- reading ---- */

int fields_refuse(struct fields_reading *r, const char *fmt, ...)
{
    int used = snprintf(r->why, sizeof r->why, "%.60s%s%s%.30s%s", r->what ? r->what : "",
                        r->what ? ": " : "", r->key ? "'" : "", r->key ? r->key : "",
                        r->key ? "': " : "");
    va_list args;
    va_start(args, fmt);
    vsnprintf(r->why + used, sizeof r->why - (size_t)used, fmt, args);
    va_end(args);
    return -1;
}

static char *keep(struct arena *a, const char *text)
{
    return text ? arena_strndup(a, text, strlen(text)) : NULL;
}

static int read_word(struct fields_reading *r, const struct field_words *words, const char *name,
                     char *at)
{
    unsigned i = 0;
    while (i < words->count && strcmp(words->name(i), name) != 0)
        i++;
    PUT(unsigned, at, i);
    return i < words->count ? 0 : fields_refuse(r, "no %s is called '%.40s'", words->what, name);
}

static int read_integer(struct fields_reading *r, const struct field *f, json_int_t n, char *at)
{
    if (n < 0 && !f->is_signed)
        return fields_refuse(r, "a number below zero");
    if (f->size == sizeof(uint32_t) && n > UINT32_MAX)
        return fields_refuse(r, "a number above %" PRIu32, UINT32_MAX);
    if (f->size == sizeof(uint32_t))
        PUT(uint32_t, at, (uint32_t)n);
    else
        PUT(int64_t, at, n);
    return 0;
}

static int read_value(struct fields_reading *r, const struct field *f, const json_t *v, char *at)
{
    static const char *const expected[] = {
        [JSON_OBJECT] = "an object",
        [JSON_STRING] = "a string",
        [JSON_INTEGER] = "an integer",
        [JSON_TRUE] = "true or false",
    };
    bool is_null = f->or_null && json_is_null(v);
    if (!is_null && (json_is_false(v) ? JSON_TRUE : json_typeof(v)) != f->type)
        return fields_refuse(r, "%s was expected", expected[f->type]);
    if (f->of)
        return fields_read(r, f->of, v, at);
    if (f->words)
        return read_word(r, f->words, json_string_value(v), at);
    if (f->type == JSON_INTEGER && !is_null)
        return read_integer(r, f, json_integer_value(v), at);
    if (f->type == JSON_STRING)
        put_pointer(at, keep(r->arena, json_string_value(v)));
    else if (f->type == JSON_TRUE)
        PUT(bool, at, json_is_true(v));
    else
        PUT(uint64_t, at, UINT64_MAX);
    return 0;
}

static int read_field(struct fields_reading *r, const struct field *f, const json_t *v,
                      char *object)
{
    size_t n = f->is_list ? json_array_size(v) : 1;
    if (f->is_list && !json_is_array(v))
        return fields_refuse(r, "a list was expected");
    if (f->max > 0 && n > f->max)
        return fields_refuse(r, "a list of at most %zu was expected", f->max);
    if (f->behind)
        put_pointer(object + f->at, arena_alloc(r->arena, (n + 1) * f->size));
    char *at = first_of(f, object);
    for (size_t i = 0; i < n; i++)
        if (read_value(r, f, f->is_list ? json_array_get(v, i) : v, at + i * f->size) < 0)
            return -1;
    if (f->is_list)
        PUT(size_t, object + f->count_at, n);
    return 0;
}

int fields_read(struct fields_reading *r, const struct shape *s, const json_t *o, void *object)
{
    const char *outer = r->what;
    const char *name = s->called ? json_string_value(json_object_get(o, s->called)) : NULL;
    if (s->called)
        r->what = name ? name : s->called;
    for (size_t i = 0; i < s->count; i++) {
        const struct field *f = &s->field[i];
        const json_t *v = json_object_get(o, f->name);
        r->key = f->name;
        if (!v && !f->if_size && !f->or_empty && !f->may_lack)
            return fields_refuse(r, "it is missing");
        if (v && !f->print && read_field(r, f, v, object) < 0)
            return -1;
        if (!v && f->or_empty)
            put_pointer((char *)object + f->at, keep(r->arena, ""));
    }
    r->key = NULL;
    if (s->finish && s->finish(r, o, object) < 0)
        return -1;
    r->what = outer;
    return 0;
}

/* ---- copying ---- */

void fields_copy(struct arena *a, const struct shape *s, void *object)
{
    for (const struct field *f = s->field; f < s->field + s->count; f++) {
        size_t count = count_of(f, object);
        char *at = first_of(f, object);
        if (f->behind && at) {
            at = memcpy(arena_alloc(a, (count + 1) * f->size), at, count * f->size);
            put_pointer((char *)object + f->at, at);
        }
        assert(at || count == 0);
        for (size_t i = 0; i < count; i++, at += f->size) {
            if (f->of)
                fields_copy(a, f->of, at);
            else if (f->type == JSON_STRING && !f->words && !f->print && !f->is_shared)
                put_pointer(at, keep(a, pointer_at(at)));
        }
    }
}
