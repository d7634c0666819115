/* pack.h - JSON values, each said once however often it occurs.
 * Results repeat themselves: ten backends do the same with the same case. Packed, they are one
 * list of values. A scalar stands for itself. A list is [0, its items], an object [its keys, its
 * members]; items, members and keys are places of values earlier in the list. Place 0 is null,
 * which is never a list of keys. Equal values are one value, whole traces too: what unpacks
 * them (data.js) gets the same object for both. */
#ifndef REPORTS_PAGE_PACK_H
#define REPORTS_PAGE_PACK_H
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

struct pack;
struct pack *pack_new(void);
void pack_free(struct pack *p);

/* The place of a value; takes the reference. Strings are cleaned as text.h says: in a page they
 * are shown, never obeyed. */
uint32_t pack_add(struct pack *p, json_t *value);
/* The place of a list of values that are there already. */
uint32_t pack_list(struct pack *p, const uint32_t *place, size_t count);
/* All of it as JSON that can stand in a script element: no '<' in it. */
void pack_print(const struct pack *p, FILE *out);
#endif
