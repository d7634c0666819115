/* pack.h - JSON values in which equal values are stored once.
 * Results repeat themselves: ten backends do the same in the same case. Packed, they are one array
 * of values:
 * - a scalar is itself;
 * - a list is [0, item, ...];
 * - an object is [keys, member, ...], where `keys` is a list of its keys;
 * - a long text is [separator, piece, ...], where `separator` is a string: its pieces, joined by that.
 * Items, members, pieces and what comes first are positions of earlier values in the array. Position 0 is null, so it
 * is neither keys nor a separator. Equal values, even whole traces, have the same position: data.js, which
 * unpacks them, gets the same object for both. */
#ifndef REPORTS_PAGE_PACK_H
#define REPORTS_PAGE_PACK_H
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

struct pack;
struct pack *pack_new(void);
void pack_free(struct pack *p);

/* Add a value, if it is new, and return its position; takes the reference. Strings are cleaned as
 * base/text.h says, so that a page shows control characters and never obeys them. */
uint32_t pack_add(struct pack *p, json_t *value);
/* Add a list of values given by their positions, and return its own. */
uint32_t pack_list(struct pack *p, const uint32_t *place, size_t count);
/* Print the array as JSON. */
void pack_print(const struct pack *p, FILE *out);
#endif
