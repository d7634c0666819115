#include "export/write_inside.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 100, KEY_SIZE = 16 };
static const uint32_t NO_BLANKS = UINT32_MAX; /* the depth of comments at the head */

/* ---- strings ---- */

void write_begin(struct writer *w, struct capture *c)
{
    c->outer = w->out;
    w->out = xopen_memstream(&c->text, &c->length);
}

const char *write_end(struct writer *w, struct capture *c)
{
    fclose(w->out);
    w->out = c->outer;
    const char *kept = arena_strndup(&w->arena, c->text, c->length);
    free(c->text);
    return kept;
}

const char *write_print(struct writer *w, const char *fmt, ...)
{
    struct capture c;
    va_list args;
    write_begin(w, &c);
    va_start(args, fmt);
    vfprintf(w->out, fmt, args);
    va_end(args);
    return write_end(w, &c);
}

const char *write_number(struct writer *w, uint32_t n)
{
    return n ? write_print(w, "%u", n) : NULL;
}

const char *write_ms(struct writer *w, uint64_t ns)
{
    char fraction[8];
    int digits = snprintf(fraction, sizeof fraction, ".%06u", (unsigned)(ns % 1000000));
    while (digits > 0 && (fraction[digits - 1] == '0' || fraction[digits - 1] == '.'))
        fraction[--digits] = '\0';
    return write_print(w, "%llu%s", (unsigned long long)(ns / 1000000), fraction);
}

/* ---- identifiers ---- */

static bool has_word(const char *words, const char *text, size_t length)
{
    for (const char *at = words; (at = strstr(at, text)); at++)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

bool write_is_taken(const struct writer *w, const char *text)
{
    for (const struct taken *at = w->taken; at; at = at->next)
        if (strcmp(at->name, text) == 0)
            return true;
    return has_word(w->language->reserved, text, strlen(text));
}

const char *write_take(struct writer *w, const char *wanted)
{
    struct taken *taken = arena_alloc(&w->arena, sizeof *taken);
    taken->name = write_print(w, "%s", wanted);
    for (unsigned n = 2; write_is_taken(w, taken->name); n++)
        taken->name = write_print(w, "%s%u", wanted, n);
    taken->next = w->taken;
    w->taken = taken;
    return taken->name;
}

/* ---- which names are used ---- */

static bool is_part(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_word(const char *at)
{
    while (is_part(*at))
        at++;
    return at;
}

static size_t bucket_of(const char *name, size_t length)
{
    size_t hash = 5381;
    for (size_t i = 0; i < length; i++)
        hash = hash * 33 + (unsigned char)name[i];
    return hash % NAMED_BUCKETS;
}

static void note_use(struct writer *w, const char *name, size_t length)
{
    for (const struct named *at = w->named[bucket_of(name, length)]; at; at = at->next)
        if (at->length == length && memcmp(at->name, name, length) == 0)
            w->helper[at->helper].is_used = true;
}

static const char *skip_quoted(const char *at, const char *end)
{
    const char *closing = at + 1;
    while (closing < end && *closing != *at)
        closing += *closing == '\\' ? 2 : 1;
    return closing + 1;
}

static void note_uses(struct writer *w, const char *at, const char *end)
{
    while (at < end && strncmp(at, "//", 2) != 0) {
        const char *behind = skip_word(at);
        if (*at == '"' || *at == '\'')
            at = skip_quoted(at, end);
        else if (*at == '$')
            at = skip_word(at + 1);
        else if (behind == at)
            at++;
        else {
            note_use(w, at, (size_t)(behind - at));
            at = behind;
        }
    }
}

const char *write_use(struct writer *w, const char *text)
{
    note_uses(w, text, text + strlen(text));
    return text;
}

/* ---- templates ---- */

static const char *value_of(const struct values *v, const char *key)
{
    for (const struct value *at = v->value; at->key; at++)
        if (strcmp(at->key, key) == 0)
            return at->text;
    return v->more ? v->more(v->context, key) : NULL;
}

/* Only lower-case letters, so that "$name_cb" is "$name" and "_cb". */
static const char *read_key(const char *at, char key[KEY_SIZE])
{
    size_t n = 0;
    for (; islower((unsigned char)*at); at++) {
        assert(n < KEY_SIZE - 1);
        key[n++] = *at;
    }
    key[n] = '\0';
    return at;
}

/* The text after the line's conditions; NULL if one does not hold. */
static const char *skip_conditions(const char *at, const struct values *v)
{
    char key[KEY_SIZE];
    while (*at == '[') {
        bool no = at[1] == '!';
        at = read_key(at + 1 + no, key) + 1;
        assert(at[-1] == ']');
        if ((value_of(v, key) != NULL) == no)
            return NULL;
    }
    return at;
}

static void put_line(struct writer *w, const char *at, const char *end, const struct values *v)
{
    char key[KEY_SIZE];
    note_uses(w, at, end);
    while (at < end) {
        if (*at != '$' || !islower((unsigned char)at[1])) {
            putc(*at, w->out);
            at += *at == '$' && at[1] == '$' ? 2 : 1;
            continue;
        }
        at = read_key(at + 1, key);
        const char *value = value_of(v, key);
        assert(value);
        fputs(value, w->out);
    }
}

/* The next line whose conditions hold, from after them to `*end`; NULL if there is none. */
static const char *next_line(const char **lines, const char **end, const struct values *v)
{
    const char *at = NULL;
    while (!at && **lines) {
        at = skip_conditions(*lines, v);
        *end = strchrnul(*lines, '\n');
        *lines = **end ? *end + 1 : *end;
    }
    return at;
}

/* With `completes`, a line `{` begins the body of a function, which is the rest. */
static void put_lines(struct writer *w, uint32_t depth, const char *lines, const struct values *v,
                      bool completes)
{
    bool opened = false;
    for (const char *end, *at; (at = next_line(&lines, &end, v));) {
        bool block = *at == '$' && skip_word(at + 1) == end, keeps = *at == '=';
        if (!block && at < end)
            fprintf(w->out, "%*s", (int)(w->language->indent * (depth + opened)), "");
        if (keeps)
            fputs(value_of(v, "="), w->out);
        put_line(w, keeps ? at + 2 : at, end, v);
        if (!block)
            putc('\n', w->out);
        opened |= completes && *at == '{' && at + 1 == end;
    }
    fputs(opened ? "}\n\n" : "", w->out);
}

void write_lines(struct writer *w, uint32_t depth, const char *lines, const struct values *v)
{
    put_lines(w, depth, lines, v, true);
}

bool write_has_result(const char *lines, const struct values *v)
{
    const char *end, *at = next_line(&lines, &end, v);
    while (at && *at != '=')
        at = next_line(&lines, &end, v);
    return at;
}

const char *write_text(struct writer *w, uint32_t depth, const char *lines, const struct values *v)
{
    struct capture c;
    write_begin(w, &c);
    write_lines(w, depth, lines, v);
    return write_end(w, &c);
}

const char *write_inline(struct writer *w, const char *line, const struct values *v)
{
    struct capture c;
    write_begin(w, &c);
    put_line(w, line, line + strlen(line), v);
    return write_end(w, &c);
}

const char *write_if(bool there)
{
    return there ? "" : NULL;
}

/* ---- helpers ---- */

static void add_names(struct writer *w, size_t helper)
{
    for (const char *at = w->helper[helper].names; *at; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " ");
        struct named **bucket = &w->named[bucket_of(at, length)];
        struct named *named = arena_alloc(&w->arena, sizeof *named);
        *named = (struct named){ at, length, helper, *bucket };
        *bucket = named;
        at += length;
    }
}

static void add_helper(struct writer *w, struct helper helper)
{
    if (w->helper_count == w->helper_room) {
        w->helper_room = w->helper_room ? 2 * w->helper_room : 64;
        struct helper *more = arena_alloc(&w->arena, w->helper_room * sizeof *more);
        if (w->helper_count > 0)
            memcpy(more, w->helper, w->helper_count * sizeof *more);
        w->helper = more;
    }
    w->helper[w->helper_count++] = helper;
    add_names(w, w->helper_count - 1);
}

/* A function or a struct begins and ends at the start of a line; what is between them is left out. */
static void add_library(struct writer *w, const char *at)
{
    for (; *at; at = strchrnul(at, '\n') + 1) {
        bool is_struct = strncmp(at, "struct ", 7) == 0;
        if (!is_struct && strncmp(at, "static ", 7) != 0)
            continue;
        const char *name = at + 7, *end = strchr(strstr(at, "\n}") + 1, '\n');
        if (!is_struct)
            for (name = strchr(at, '('); is_part(name[-1]);)
                name--;
        add_helper(w, (struct helper){
                          .names = arena_strndup(&w->arena, name, (size_t)(skip_word(name) - name)),
                          .text = at,
                          .library = (size_t)(end - at) });
        at = end;
    }
}

void write_init(struct writer *w, const struct program *p, const struct language *language)
{
    *w = (struct writer){ .program = p, .language = language };
    for (const char *at = language->help; *at;) {
        const char *names = at + strspn(at, "= "), *text = strchr(at, '\n') + 1;
        const char *next = strstr(text - 1, "\n==");
        next = next ? next + 1 : text + strlen(text);
        if (*names != '*')
            add_helper(w, (struct helper){
                              .names = arena_strndup(&w->arena, names, (size_t)(text - 1 - names)),
                              .text = arena_strndup(&w->arena, text, (size_t)(next - text)) });
        else if (program_has(p, language->wants_library))
            add_library(w, language->library);
        at = next;
    }
}

/* A `$` in the library's own text is no value of a template. */
static const char *copy_library(struct writer *w, const struct helper *h)
{
    const char *const last = h->text + h->library;
    for (const char *at = h->text, *end; at < last; at = end + 1) {
        end = memchr(at, '\n', (size_t)(last - at));
        end = end ? end : last;
        note_uses(w, at, end);
    }
    return write_print(w, "%.*s\n\n", (int)h->library, h->text);
}

/* From the last to the first, since each may use earlier ones. */
void write_helpers(struct writer *w, const struct values *v)
{
    struct capture c;
    for (size_t i = w->helper_count; i-- > 0;) {
        struct helper *h = &w->helper[i];
        if (h->names[0] && !h->is_used)
            continue;
        if (h->library > 0) {
            h->written = copy_library(w, h);
            continue;
        }
        write_begin(w, &c);
        put_lines(w, 0, h->text, v, false);
        h->written = write_end(w, &c);
    }
    for (size_t i = 0; i < w->helper_count; i++)
        fputs(w->helper[i].written ? w->helper[i].written : "", w->out);
}

/* ---- comments ---- */

/* The text must not end its line or change the direction of writing. */
void write_comment(struct writer *w, const char *text)
{
    for (; *text; text++) {
        const unsigned char *at = (const unsigned char *)text;
        bool turns = at[0] == 0xe2 && ((at[1] == 0x80 && at[2] >= 0xa8 && at[2] <= 0xae) ||
                                       (at[1] == 0x81 && at[2] >= 0xa6 && at[2] <= 0xa9));
        putc(turns || *at < ' ' ? ' ' : *text, w->out);
        text += turns ? 2 : 0;
        if (*text == '\\' && !text[1]) /* in C, a backslash continues the line */
            putc('.', w->out);
    }
}

void write_comments(struct writer *w, const char *const *comment, uint32_t count, uint32_t depth)
{
    for (uint32_t i = 0; i < count; i++) {
        if (comment[i][0] || depth == NO_BLANKS)
            fprintf(w->out, "%*s//", depth == NO_BLANKS ? 0 : (int)(w->language->indent * depth),
                    "");
        write_comment(w, comment[i][0] ? comment[i] + 1 : "");
        putc('\n', w->out);
    }
}

void write_about(struct writer *w)
{
    const struct program *p = w->program;
    fputs("// ", w->out);
    write_comment(w, p->title);
    fputs("\n//\n", w->out);
    write_comments(w, p->comment, p->comment_count, NO_BLANKS);
    for (size_t i = 0; i < HEADER_COUNT; i++)
        write_comments(w, p->head[i].comment, p->head[i].comment_count, NO_BLANKS);
    for (uint32_t i = 0; i < p->rule_count; i++)
        fprintf(w->out, i ? " %s" : "// Rules: %s", p->rule[i]);
    fputs(p->rule_count ? "\n" : "", w->out);
}

/* ---- variables ---- */

void write_variable(struct writer *w, const char *kind, const char *name, size_t *column)
{
    if (*column && (!name || *column + strlen(name) + 3 > COLUMNS)) {
        fputs(";\n", w->out);
        *column = 0;
    }
    if (name)
        *column += (size_t)fprintf(w->out, *column ? "%s%s" : "%s %s", *column ? ", " : kind, name);
}
