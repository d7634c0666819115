/* fields.h - structs as objects of JSON: a table with a row for each member says how it is
 * written, read, checked and copied. The tables of our results are in shapes.h.
 *
 * What is read is not believed: a member that is missing, of the wrong type or out of range is
 * an error that names it. Members without a row are passed over. */
#ifndef REPORTS_RESULT_FIELDS_H
#define REPORTS_RESULT_FIELDS_H
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "base/mem.h"

/* The names of an enum's values, which go from 0. */
struct field_words {
    const char *what; /* "verdict" */
    unsigned count;
    const char *(*name)(unsigned value);
};

struct field {
    const char *name;
    json_type type;                  /* of it, or of each element; JSON_TRUE for a bool */
    size_t at, size;                 /* where it is in the struct, and how large one of it is */
    bool behind;                     /* the struct has a pointer to it */
    bool is_list;                    /* there are several, counted by the size_t at `count_at` */
    size_t count_at, max;            /* and at most `max`; 0 for any number */
    bool is_signed, or_null;         /* of integers; null is UINT64_MAX */
    bool is_shared;                  /* a text that lives as long as any copy of the struct */
    const struct shape *of;          /* of a struct */
    const struct field_words *words; /* of an enum */
    void (*print)(FILE *out, const void *object); /* it follows from the others and is not read */

    /* When it is there: if the bytes from `if_at` on, of the struct or of the one that it is in,
     * are not all zero, and if `has` agrees. */
    size_t if_at, if_size; /* 0 bytes: always */
    bool if_outer;
    bool (*has)(const void *object);
    bool or_empty; /* a text that is left out if it is "" */
    bool may_lack; /* it is written, but not demanded */

    bool lines;    /* elements are on lines of their own; so is what follows a struct */
    bool streamed; /* the writer of the object leaves its elements to others */
};

struct fields_reading {
    struct arena *arena; /* gets what is read */
    const char *what;    /* the object that is read; NULL if it has no name */
    const char *key;     /* the member */
    char why[200];       /* after a failure */
};

struct shape {
    const struct field *field;
    size_t count;
    /* The member that names an object in messages, or what it is called if it has no such;
     * NULL for the name of what it is in. */
    const char *called;
    /* After its members are read: fill in what follows from them. -1 by fields_refuse(). */
    int (*settle)(struct fields_reading *r, const json_t *o, void *object);
};

/* A string in its quotes. Invalid bytes become \xNN, since JSON is UTF-8, and what a reader of
 * logs would obey gets its '#' written in another way; see base/text.h. NULL counts as "". */
void fields_print_text(FILE *out, const char *text);
void fields_print(FILE *out, const struct shape *s, const void *object);
/* As fields_print(), but without the braces, and only up to a streamed list, which is begun; then
 * come its elements, and then all that follows, with the last brace. */
void fields_print_members(FILE *out, const struct shape *s, const void *object);
void fields_print_rest(FILE *out, const struct shape *s, const void *object);

/* `object` is all zeros before. -1 with r->why. */
int fields_read(struct fields_reading *r, const struct shape *s, const json_t *o, void *object);
__attribute__((format(printf, 2, 3))) int fields_refuse(struct fields_reading *r, const char *fmt,
                                                        ...);

/* Everything that a member points to becomes a copy in the arena. */
void fields_copy(struct arena *a, const struct shape *s, void *object);
#endif
