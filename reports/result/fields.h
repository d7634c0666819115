/* fields.h - C structs as JSON objects. A table has a row for each member, which says how it is
 * written, read, checked and copied. shapes.h has the tables for results.
 *
 * Input is checked: a member that is missing, of the wrong type or out of range is an error, and the
 * message names the member. Members without a row are ignored. */
#ifndef REPORTS_RESULT_FIELDS_H
#define REPORTS_RESULT_FIELDS_H
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "base/mem.h"

/* The names of an enum's values 0 to count - 1. */
struct field_words {
    const char *what; /* "verdict" */
    unsigned count;
    const char *(*name)(unsigned value);
};

struct field {
    const char *name;
    json_type type;                  /* of the member, or of each element; JSON_TRUE for a bool */
    size_t at, size;                 /* offset in the struct; size of the member or an element */
    bool behind;                     /* the struct contains a pointer to it, not the value */
    bool is_list;                    /* a list; the size_t at offset `count_at` is its length */
    size_t count_at, max;            /* the longest list allowed; 0 for any length */
    bool is_signed, or_null;         /* integers: may be negative; UINT64_MAX is written as null */
    bool is_shared;                  /* a text that outlives every copy: fields_copy() leaves it */
    const struct shape *of;          /* for a struct: its shape */
    const struct field_words *words; /* for an enum: its names */
    void (*print)(FILE *out, const void *object); /* for output computed from others; never read */

    /* The member is written if the `if_size` bytes at offset `if_at` are not all zero, and if `has`
     * returns true. The offset is in the struct itself or, with `if_outer`, in the one around it. */
    size_t if_at, if_size; /* if_size 0: no such condition */
    bool if_outer;
    bool (*has)(const void *object);
    bool or_empty; /* a text that is not written if it is "" */
    bool may_lack; /* always written, but a reader accepts its absence */

    bool lines;    /* layout: each element, or what follows a struct, begins a new line */
    bool streamed; /* the elements are printed by the caller: see fields_print_members() */
};

struct fields_reading {
    struct arena *arena; /* owns all that is read */
    const char *what;    /* for messages: name of the current object; NULL if it has none */
    const char *key;     /* for messages: the current member */
    char why[200];       /* after a failure: the message */
};

struct shape {
    const struct field *field;
    size_t count;
    /* For messages: the member that contains the object's name; if there is no such member, the
     * name itself. NULL: the object around it is named. */
    const char *called;
    /* Called after all members were read: check them together and fill in what depends on them.
     * Returns 0, or -1 by fields_refuse(). */
    int (*finish)(struct fields_reading *r, const json_t *o, void *object);
};

/* Print a quoted string. Bytes that are not UTF-8 become \xNN. The '#' of text that a CI system
 * would take for a command is escaped; see base/text.h. NULL prints as "". */
void fields_print_text(FILE *out, const char *text);
void fields_print(FILE *out, const struct shape *s, const void *object);
/* fields_print() in two steps, for an object with a streamed list:
 *   1. fields_print_members() prints up to and including the opening bracket of the list, without
 *      the object's opening brace;
 *   2. the caller prints the elements;
 *   3. fields_print_rest() prints all that follows, with the closing brace. */
void fields_print_members(FILE *out, const struct shape *s, const void *object);
void fields_print_rest(FILE *out, const struct shape *s, const void *object);

/* Read `o` into `object`, which must be all zeros. Returns 0, or -1 with r->why. */
int fields_read(struct fields_reading *r, const struct shape *s, const json_t *o, void *object);
__attribute__((format(printf, 2, 3))) int fields_refuse(struct fields_reading *r, const char *fmt,
                                                        ...);

/* Replace everything that a member points to by a copy in the arena. */
void fields_copy(struct arena *a, const struct shape *s, void *object);
#endif
