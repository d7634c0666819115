/* suggest.h - "did you mean" for a near miss. */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H
#include <stdbool.h>
#include <stddef.h>

struct suggest {
    const char *wanted;  /* what the user wrote */
    const char *nearest; /* borrowed from the candidates; NULL for none near enough */
    size_t distance;
    bool begun; /* the nearest begins with what was wanted */
};

/* Offer candidates one by one, then ask for the hint. A candidate counts when it
 * or its last path component is within a third of the wanted length. */
void suggest_init(struct suggest *s, const char *wanted);
void suggest_offer(struct suggest *s, const char *candidate);
/* "did you mean 'timeout'?" in `buffer`, or `otherwise` (which may be NULL). */
const char *suggest_hint(const struct suggest *s, const char *otherwise, char *buffer, size_t size);
#endif
