#include "trace/labels.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { INDEX_LEAST = 64 };

static uint32_t hash(const char *text)
{
    uint32_t h = 2166136261u; /* FNV-1a */
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 16777619u;
    return h;
}

size_t labels_place(const uint32_t *index, size_t size, const char *const *text, const char *wanted)
{
    assert(size > 0);
    assert((size & (size - 1)) == 0);
    size_t i = hash(wanted) & (size - 1);
    while (index[i] && strcmp(text[index[i]], wanted) != 0)
        i = (i + 1) & (size - 1);
    return i;
}

uint32_t labels_find(struct labels l, const char *text)
{
    return l.index_size ? l.index[labels_place(l.index, l.index_size, l.text, text)] : 0;
}

const char *labels_text(struct labels l, uint32_t id)
{
    return id < l.count ? l.text[id] : "?";
}

/* ---- a table that grows ---- */

static size_t place_of(const struct label_table *t, const char *text)
{
    return labels_place(t->index, t->index_size, (const char *const *)t->text, text);
}

static void grow_index(struct label_table *t)
{
    free(t->index);
    t->index_size = t->index_size ? 2 * t->index_size : INDEX_LEAST;
    t->index = xcalloc(t->index_size, sizeof *t->index);
    for (size_t id = 1; id < t->count; id++)
        t->index[place_of(t, t->text[id])] = (uint32_t)id;
}

static uint32_t append(struct label_table *t, const char *text)
{
    if (2 * (t->count + 1) > t->index_size)
        grow_index(t);
    uint32_t id = (uint32_t)t->count;
    PUSH(t->text, t->count, t->room, xstrdup(text));
    if (*text) /* the empty text is in no index */
        t->index[place_of(t, text)] = id;
    return id;
}

void label_table_init(struct label_table *t, struct labels first)
{
    *t = (struct label_table){ 0 };
    append(t, "");
    for (uint32_t id = 1; id < first.count; id++)
        append(t, first.text[id]);
}

uint32_t label_table_add(struct label_table *t, const char *text)
{
    assert(*text);
    uint32_t id = t->index[place_of(t, text)];
    return id ? id : append(t, text);
}

struct labels label_table_view(const struct label_table *t)
{
    return (struct labels){ .text = (const char *const *)t->text,
                            .count = (uint32_t)t->count,
                            .index = t->index,
                            .index_size = (uint32_t)t->index_size };
}

void label_table_release(struct label_table *t)
{
    for (size_t i = 0; i < t->count; i++)
        free(t->text[i]);
    free(t->text);
    free(t->index);
    *t = (struct label_table){ 0 };
}
