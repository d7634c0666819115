#include "runner/judge/gate.h"

#include <stdio.h>

#include "base/text.h"

void gate_add(struct gate *g, const char *backend, const struct result_summary *s)
{
    size_t cases = result_summary_total(s), ran = cases - s->count[VERDICT_SKIP];
    result_summary_add(&g->total, s);
    if (g->runs++ > 0 && ran >= g->ran)
        return;
    g->backend = backend;
    g->ran = ran;
    g->cases = cases;
}

bool gate_has_enough(const struct gate *g, size_t min_cases)
{
    size_t least = min_cases > 1 ? min_cases : 1;
    if (g->runs > 0 && g->ran >= least)
        return true;
    fputs("loopspec: error: ", stderr);
    if (g->ran == 0)
        fputs("no case", stderr);
    else
        fprintf(stderr, "only %zu case%s", g->ran, g->ran == 1 ? "" : "s");
    fputs(" ran", stderr);
    if (g->runs > 0) {
        fputs(" on '", stderr);
        text_print(stderr, g->backend, TEXT_LINE);
        putc('\'', stderr);
    }
    if (g->cases > g->ran)
        fprintf(stderr, ", %zu %s skipped", g->cases - g->ran,
                g->cases - g->ran == 1 ? "was" : "were");
    fprintf(stderr, "; %zu %s wanted\n", least, least == 1 ? "is" : "are");
    return false;
}
