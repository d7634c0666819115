/* suggest.h - "did you mean" for a misspelt word. */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H
#include <stdbool.h>
#include <stddef.h>

struct suggest {
    const char *wanted;  /* what the user wrote */
    const char *nearest; /* borrowed from the candidates; NULL if none is near enough */
    size_t distance;
    bool begun;     /* the nearest begins with `wanted` */
    char hint[200]; /* what suggest_hint() returns */
};

/* Offer candidates one by one, then ask for the hint. A candidate counts if its edit distance, or
 * that of its last path component, is at most a third of the wanted length. */
void suggest_init(struct suggest *s, const char *wanted);
void suggest_offer(struct suggest *s, const char *candidate);
/* "did you mean 'timeout'?", which is valid as long as `*s`; without a candidate `otherwise`, which
 * may be NULL. */
const char *suggest_hint(struct suggest *s, const char *otherwise);
#endif
