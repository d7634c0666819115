#include "base/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/now.h"
#include "base/text.h"
#include "base/wrap.h"

#define MOVES_EACH_NS 50000000ull
#define LOGS_EACH_NS  10000000000ull

struct progress progress_begin(enum progress_kind kind)
{
    return (struct progress){ .kind = kind, .shown_ns = kind == PROGRESS_LOGS ? now_ns() : 0 };
}

bool progress_is_due(const struct progress *p, uint64_t now)
{
    if (p->kind == PROGRESS_NONE)
        return false;
    return now - p->shown_ns >= (p->kind == PROGRESS_LOGS ? LOGS_EACH_NS : MOVES_EACH_NS);
}

void progress_show(struct progress *p, const char *fmt, ...)
{
    uint64_t now = p->kind == PROGRESS_NONE ? 0 : now_ns();
    if (!progress_is_due(p, now))
        return;
    va_list args;
    va_start(args, fmt);
    char *text = xvasprintf(fmt, args), *clean = text_clean(text, TEXT_LINE);
    va_end(args);
    size_t columns = wrap_terminal(stderr);
    p->shown_ns = now;
    p->stands = p->kind == PROGRESS_MOVES;
    if (p->stands)
        fprintf(stderr, "\r\033[K%.*s", columns > 1 ? (int)columns - 1 : WRAP_COLUMNS - 1, clean);
    else
        fprintf(stderr, "loopspec: %s\n", clean);
    free(clean);
    free(text);
}

void progress_clear(struct progress *p)
{
    if (p->stands)
        fputs("\r\033[K", stderr);
    p->stands = false;
    if (p->kind == PROGRESS_MOVES)
        p->shown_ns = 0; /* what comes next is new */
}
