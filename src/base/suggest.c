#include "base/suggest.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { BEGINNING = 4 }; /* so many letters count as the beginning of a name */
enum { LONGEST = 128 };
#define FAR ((size_t)-1)

/* Edit distance in which swapping two neighbours is one step: most slips are that. */
static size_t distance(const char *a, const char *b)
{
    size_t la = strlen(a), lb = strlen(b);
    size_t row[3][LONGEST + 1];
    if (la > LONGEST || lb > LONGEST)
        return FAR;
    for (size_t j = 0; j <= lb; j++)
        row[1][j] = j;
    for (size_t i = 1; i <= la; i++) {
        size_t *now = row[(i + 1) % 3], *last = row[i % 3], *before = row[(i + 2) % 3];
        now[0] = i;
        for (size_t j = 1; j <= lb; j++) {
            size_t best = last[j - 1] + (a[i - 1] != b[j - 1]);
            if (last[j] + 1 < best)
                best = last[j] + 1;
            if (now[j - 1] + 1 < best)
                best = now[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            now[j] = best;
        }
    }
    return row[(la + 1) % 3][lb];
}

void suggest_init(struct suggest *s, const char *wanted)
{
    *s = (struct suggest){ .wanted = wanted, .distance = FAR };
}

static void offer_as(struct suggest *s, const char *text, const char *candidate)
{
    size_t d = distance(s->wanted, text), wanted = strlen(s->wanted), length = strlen(text);
    /* If `wanted` is the beginning of a long name, that name is meant, however much is missing. A
     * smaller edit distance still wins, an equal one does not. */
    bool begun = wanted >= BEGINNING && strncmp(text, s->wanted, wanted) == 0;
    if (begun && d > wanted / 3)
        d = wanted / 3;
    /* A candidate that shares nothing is no slip, even if its distance is small, as for one
     * letter. */
    bool shares = d < (wanted > length ? wanted : length);
    bool nearer = d < s->distance || (d == s->distance && begun && !s->begun);
    if (shares && nearer && d <= (wanted + 2) / 3) {
        s->begun = begun;
        s->distance = d;
        s->nearest = candidate;
    }
}

void suggest_offer(struct suggest *s, const char *candidate)
{
    const char *slash = strrchr(candidate, '/');
    offer_as(s, candidate, candidate);
    if (slash)
        offer_as(s, slash + 1, candidate);
}

const char *suggest_hint(struct suggest *s, const char *otherwise)
{
    if (!s->nearest)
        return otherwise;
    snprintf(s->hint, sizeof s->hint, "did you mean '%s'?", s->nearest);
    return s->hint;
}
