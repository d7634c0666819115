#include "reports/page/pack.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "base/text.h"

/* The list of keys of an object. There are few different lists, each used by thousands of
 * objects. */
struct keys {
    char *joined; /* with a newline after each */
    uint32_t place;
};

struct pack {
    struct arena arena; /* owns the texts */
    const char **text;  /* the JSON of each value */
    size_t count, room;
    uint32_t *place; /* hash table: position of a value plus 1; 0 for an empty slot */
    size_t places;   /* slots: a power of two, at least twice the count */
    struct keys *keys;
    size_t key_lists, keys_room;
    /* A stack: positions of the members of all values that are being added, innermost last. */
    uint32_t *member;
    size_t members, member_room;
    char *line; /* the JSON of the value that is being built */
    size_t length, line_room;
};

/* ---- building the text of a value ---- */

static void put(struct pack *p, const char *bytes, size_t count)
{
    if (p->length + count >= p->line_room) {
        p->line_room = 2 * (p->length + count) + 64;
        p->line = xrealloc(p->line, p->line_room, 1);
    }
    memcpy(p->line + p->length, bytes, count);
    p->length += count;
    p->line[p->length] = '\0';
}

static void put_place(struct pack *p, char before, uint32_t place)
{
    char digits[16];
    int count = snprintf(digits, sizeof digits, "%c%" PRIu32, before, place);
    put(p, digits, (size_t)count);
}

/* Can the text be written as it is? Nearly all can; others must be escaped. */
static bool is_plain(const char *s, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (s[i] < ' ' || s[i] > '~' || strchr("\"\\#:", s[i]))
            return false;
    return true;
}

static void put_scalar(struct pack *p, const json_t *value)
{
    char *text = json_dumps(value, JSON_ENCODE_ANY);
    assert(text);
    put(p, text, strlen(text));
    free(text);
}

static void put_string(struct pack *p, const char *s, size_t length)
{
    if (is_plain(s, length)) {
        put(p, "\"", 1);
        put(p, s, length);
        put(p, "\"", 1);
        return;
    }
    json_t *string = json_stringn(s, length);
    put_scalar(p, string);
    json_decref(string);
}

/* ---- finding values by their text ---- */

static uint64_t hash_of(const char *text, size_t length)
{
    uint64_t h = 0xcbf29ce484222325; /* FNV-1a */
    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)text[i]) * 0x100000001b3;
    return h ^ h >> 32;
}

static void spread_out(struct pack *p)
{
    free(p->place);
    p->places = p->places ? 2 * p->places : 1024;
    p->place = xcalloc(p->places, sizeof *p->place);
    for (size_t i = 0; i < p->count; i++) {
        size_t at = hash_of(p->text[i], strlen(p->text[i])) & (p->places - 1);
        while (p->place[at])
            at = (at + 1) & (p->places - 1);
        p->place[at] = (uint32_t)i + 1;
    }
}

/* The position of the value whose text was built; it is added if it is new. Empties the text. */
static uint32_t intern(struct pack *p)
{
    if (2 * p->count >= p->places)
        spread_out(p);
    size_t at = hash_of(p->line, p->length) & (p->places - 1);
    for (; p->place[at]; at = (at + 1) & (p->places - 1))
        if (strcmp(p->text[p->place[at] - 1], p->line) == 0)
            break;
    if (!p->place[at]) {
        GROW(p->text, p->count, p->room);
        p->text[p->count++] = arena_strndup(&p->arena, p->line, p->length);
        p->place[at] = (uint32_t)p->count;
    }
    p->length = 0;
    return p->place[at] - 1;
}

/* `head` says what it is, see pack.h. */
static uint32_t add_places(struct pack *p, uint32_t head, const uint32_t *place, size_t count)
{
    put_place(p, '[', head);
    for (size_t i = 0; i < count; i++)
        put_place(p, ',', place[i]);
    put(p, "]", 1);
    return intern(p);
}

uint32_t pack_list(struct pack *p, const uint32_t *place, size_t count)
{
    return add_places(p, 0, place, count);
}

/* ---- adding ---- */

static uint32_t add(struct pack *p, json_t *value);

static void push(struct pack *p, uint32_t place)
{
    GROW(p->member, p->members, p->member_room);
    p->member[p->members++] = place;
}

/* Take the members from `first` on. */
static uint32_t add_members(struct pack *p, uint32_t head, size_t first)
{
    uint32_t place = add_places(p, head, p->member + first, p->members - first);
    p->members = first;
    return place;
}

static uint32_t add_piece(struct pack *p, const char *text, size_t length)
{
    put_string(p, text, length);
    return intern(p);
}

/* Written programs have the same functions, and commands the same backends. */
static const char *separator_of(const char *text)
{
    static const char *const known[] = { "\n\n", " -b " };
    for (size_t i = 0; i < ARRAY_SIZE(known); i++)
        if (strstr(text, known[i]))
            return known[i];
    return NULL;
}

static uint32_t add_text(struct pack *p, const char *text)
{
    const char *separator = separator_of(text);
    size_t first = p->members;
    if (!separator)
        return add_piece(p, text, strlen(text));
    for (const char *at = text, *end; at; at = end ? end + strlen(separator) : NULL) {
        end = strstr(at, separator);
        push(p, add_piece(p, at, end ? (size_t)(end - at) : strlen(at)));
    }
    return add_members(p, add_piece(p, separator, strlen(separator)), first);
}

static uint32_t add_string(struct pack *p, const char *s)
{
    char *clean = is_plain(s, strlen(s)) ? NULL : text_clean(s, TEXT_LINES);
    uint32_t place = add_text(p, clean ? clean : s);
    free(clean);
    return place;
}

static uint32_t add_keys(struct pack *p, json_t *object)
{
    const char *key;
    json_t *member;
    size_t first = p->members;
    json_object_foreach(object, key, member)
    {
        push(p, add_string(p, key));
    }
    return add_members(p, 0, first);
}

static uint32_t find_keys(struct pack *p, json_t *object)
{
    const char *key;
    json_t *member;
    put(p, "", 0);
    json_object_foreach(object, key, member)
    {
        put(p, key, strlen(key));
        put(p, "\n", 1);
    }
    size_t i = 0;
    while (i < p->key_lists && strcmp(p->keys[i].joined, p->line) != 0)
        i++;
    if (i == p->key_lists) {
        GROW(p->keys, p->key_lists, p->keys_room);
        p->keys[p->key_lists++].joined = arena_strndup(&p->arena, p->line, p->length);
        p->length = 0;
        p->keys[i].place = add_keys(p, object);
    }
    p->length = 0;
    return p->keys[i].place;
}

static uint32_t add_object(struct pack *p, json_t *object)
{
    const char *key;
    json_t *member;
    uint32_t keys = find_keys(p, object);
    size_t first = p->members;
    json_object_foreach(object, key, member)
    {
        push(p, add(p, member));
    }
    return add_members(p, keys, first);
}

static uint32_t add_array(struct pack *p, const json_t *array)
{
    size_t first = p->members;
    for (size_t i = 0; i < json_array_size(array); i++)
        push(p, add(p, json_array_get(array, i)));
    return add_members(p, 0, first);
}

static uint32_t add(struct pack *p, json_t *value)
{
    if (json_is_object(value))
        return add_object(p, value);
    if (json_is_array(value))
        return add_array(p, value);
    if (json_is_string(value))
        return add_string(p, json_string_value(value));
    put_scalar(p, value);
    return intern(p);
}

uint32_t pack_add(struct pack *p, json_t *value)
{
    uint32_t place = add(p, value);
    json_decref(value);
    return place;
}

struct pack *pack_new(void)
{
    struct pack *p = xcalloc(1, sizeof *p);
    uint32_t null = pack_add(p, json_null());
    assert(null == 0);
    (void)null;
    return p;
}

void pack_free(struct pack *p)
{
    arena_release(&p->arena);
    free(p->text);
    free(p->place);
    free(p->keys);
    free(p->member);
    free(p->line);
    free(p);
}

void pack_print(const struct pack *p, FILE *out)
{
    for (size_t i = 0; i < p->count; i++)
        fprintf(out, "%c%s\n", i > 0 ? ',' : '[', p->text[i]);
    fputs("]\n", out);
}
