/* labels.h - what the labels of a trace say. Events have numbers for them: the
 * string ids of the scenario that was run. Number 0 is "" and stands for none.
 * A view is small and handed around by value; what it shows is borrowed. */
#ifndef TRACE_LABELS_H
#define TRACE_LABELS_H
#include <stddef.h>
#include <stdint.h>

struct labels {
    const char *const *text; /* by id */
    uint32_t count;
    const uint32_t *index; /* ids by hash, 0 for an empty place */
    uint32_t index_size;   /* a power of two */
};

/* The id of a text, 0 if it is none of them. */
uint32_t labels_find(struct labels l, const char *text);
/* The text of an id, "?" for one that cannot be: the process that wrote it was broken. */
const char *labels_text(struct labels l, uint32_t id);

/* Where `text` stands in an index, or the empty place where it would stand. */
size_t labels_place(const uint32_t *index, size_t size, const char *const *text,
                    const char *wanted);

/* A table that grows, with a copy of each text. */
struct label_table {
    char **text;
    size_t count, room;
    uint32_t *index;
    size_t index_size;
};

/* Begin with these, under their ids. */
void label_table_init(struct label_table *t, struct labels first);
/* The id of the text, a new one if it is new. */
uint32_t label_table_add(struct label_table *t, const char *text);
struct labels label_table_view(const struct label_table *t); /* until the next add */
void label_table_release(struct label_table *t);
#endif
