/* labels.h - the texts of a trace's labels. Events hold numbers: the string ids of the scenario
 * that ran. Number 0 is "" and means none. A `struct labels` is a small view, passed by value; the
 * texts are borrowed. */
#ifndef TRACE_LABELS_H
#define TRACE_LABELS_H
#include <stddef.h>
#include <stdint.h>

struct labels {
    const char *const *text; /* by id */
    uint32_t count;
    const uint32_t *index; /* ids by hash, 0: empty slot */
    uint32_t index_size;   /* a power of two */
};

/* The id of a text; 0 if there is none. */
uint32_t labels_find(struct labels l, const char *text);
/* The text of an id; "?" if it is out of range: a broken process wrote it. */
const char *labels_text(struct labels l, uint32_t id);

/* The slot of `text` in an index, or the empty slot where it belongs. */
size_t labels_place(const uint32_t *index, size_t size, const char *const *text,
                    const char *wanted);

/* A table that grows, with a copy of each text. */
struct label_table {
    char **text;
    size_t count, room;
    uint32_t *index;
    size_t index_size;
};

/* Begin with these texts and their ids. */
void label_table_init(struct label_table *t, struct labels first);
/* The id of the text; a new one if the text is new. */
uint32_t label_table_add(struct label_table *t, const char *text);
struct labels
label_table_view(const struct label_table *t); /* borrowed until the next label_table_add() */
void label_table_release(struct label_table *t);
#endif
