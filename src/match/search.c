#include "match/search.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

/* One line of a segment that is being sought. Logs are numbered from 0. */
struct seeker {
    uint64_t run;       /* logs in a row, up to the latest, that satisfied the line */
    uint64_t live_till; /* a try that began earlier can use logs below this one */
    uint64_t *begun;    /* a bit for each of the last COUNT logs: did a try begin there? */
    bool done;          /* the latest log ends a complete try of this line and all before it */
};

struct search {
    struct lines *ls;
    const struct trace *trace;
    struct search_result *out;
    struct line *line;     /* the segment's */
    size_t first, count;   /* which lines of ls they are */
    struct seeker *seeker; /* one a line, if the segment is sought */
    size_t top;            /* seekers above this one have not begun yet */
};

static uint64_t next_log(const struct trace *t, uint64_t event)
{
    while (event < t->count && trace_is_callback((enum trace_kind)t->event[event].kind))
        event++;
    return event;
}

static bool accepts(struct search *s, size_t j, uint64_t event)
{
    s->out->work++;
    return line_accepts(s->ls, &s->line[j], &s->trace->event[event]);
}

/* Keep the furthest break, the first of equals. */
static void note_break(struct search *s, size_t j, uint64_t seen, uint64_t event)
{
    struct search_result *out = s->out;
    size_t line = s->first + j;
    if (line > out->line || (line == out->line && seen > out->seen)) {
        out->line = line;
        out->seen = seen;
        out->event = event;
    }
}

/* A segment that starts at `event`: there is only one try. Returns the event
 * behind it, or -1. */
static int64_t follow(struct search *s, uint64_t event)
{
    for (size_t j = 0; j < s->count; j++) {
        for (uint32_t seen = 0; seen < s->line[j].count; seen++, event++) {
            event = next_log(s->trace, event);
            if (event < s->trace->count && accepts(s, j, event))
                continue;
            s->out->line = s->first + j;
            s->out->seen = seen;
            s->out->event = event;
            return -1;
        }
    }
    return (int64_t)event;
}

static bool begun_at(const struct seeker *k, uint32_t count, uint64_t log)
{
    uint64_t bit = log % count;
    return k->begun[bit / 64] >> bit % 64 & 1;
}

static void mark_begun(struct seeker *k, uint32_t count, uint64_t log, bool begins)
{
    uint64_t bit = log % count, mask = 1ull << bit % 64;
    if (!k->begun)
        k->begun = xcalloc((count + 63) / 64, sizeof *k->begun);
    k->begun[bit / 64] = begins ? k->begun[bit / 64] | mask : k->begun[bit / 64] & ~mask;
}

/* Take the log numbered `log` into line j. A bit is only read behind a run of
 * COUNT logs, each of which has written its own, so stale ones do no harm. */
static void step_line(struct search *s, size_t j, uint64_t event, uint64_t log)
{
    struct seeker *k = &s->seeker[j];
    uint32_t count = s->line[j].count;
    bool begins = j == 0 || s->seeker[j - 1].done;
    k->done = false;
    if (!begins && log >= k->live_till) {
        k->run = 0;
        return;
    }
    if (!accepts(s, j, event)) {
        if (j > 0 || k->run > 0)
            note_break(s, j, k->run, event);
        k->run = 0;
        k->live_till = 0;
        return;
    }
    k->run++;
    if (begins)
        k->live_till = log + count;
    if (count == 1) {
        k->done = begins;
        return;
    }
    mark_begun(k, count, log, begins);
    k->done = k->run >= count && begun_at(k, count, log + 1); /* log + 1 - count, modulo count */
}

static bool step_all(struct search *s, uint64_t event, uint64_t log)
{
    size_t top = s->top;
    /* Downwards, so that each line sees how the one before it stood one log ago. */
    for (size_t j = top + 1; j-- > 0;)
        step_line(s, j, event, log);
    if (s->seeker[top].done && top + 1 < s->count)
        s->top = top + 1;
    return s->seeker[s->count - 1].done;
}

/* The trace ended: tries under way broke there. */
static void note_ends(struct search *s, uint64_t logs)
{
    for (size_t j = 0; j <= s->top; j++) {
        const struct seeker *k = &s->seeker[j];
        if (logs < k->live_till)
            note_break(s, j, k->run, s->trace->count);
        else if (j > 0 && s->seeker[j - 1].done)
            note_break(s, j, 0, s->trace->count);
    }
}

/* A segment behind a gap: the leftmost place, or the one at the trace's end. */
static int64_t seek(struct search *s, uint64_t event, bool to_end)
{
    const struct trace *t = s->trace;
    uint64_t logs = 0, behind = 0;
    bool done = false;
    s->out->line = s->first;
    s->out->seen = 0;
    s->out->event = t->count;
    for (event = next_log(t, event); event < t->count; event = next_log(t, event + 1)) {
        done = step_all(s, event, logs++);
        if (done)
            behind = event + 1;
        if ((done && !to_end) || s->ls->runaway)
            break;
    }
    if (done)
        return (int64_t)behind;
    if (behind > 0) {
        s->out->end = SEARCH_LEFTOVER;
        s->out->event = next_log(t, behind);
    } else {
        note_ends(s, logs);
    }
    return -1;
}

static int64_t seek_segment(struct search *s, uint64_t event, bool to_end)
{
    s->top = 0;
    s->seeker = xcalloc(s->count, sizeof *s->seeker);
    int64_t behind = seek(s, event, to_end);
    for (size_t j = 0; j < s->count; j++)
        free(s->seeker[j].begun);
    free(s->seeker);
    return behind;
}

void search_trace(struct lines *ls, const struct trace *t, struct search_result *out)
{
    struct search s = { .ls = ls, .trace = t, .out = out };
    int64_t event = 0;
    *out = (struct search_result){ .end = SEARCH_BROKEN };
    while (s.first < ls->line_count) {
        s.line = &ls->line[s.first];
        for (s.count = 1; s.first + s.count < ls->line_count; s.count++)
            if (s.line[s.count].gap_before)
                break;
        bool last = s.first + s.count == ls->line_count;
        event = s.line->gap_before ? seek_segment(&s, (uint64_t)event, last && !ls->gap_at_end)
                                   : follow(&s, (uint64_t)event);
        if (event < 0)
            return;
        s.first += s.count;
    }
    out->event = next_log(t, (uint64_t)event);
    out->end = ls->gap_at_end || out->event == t->count ? SEARCH_FOUND : SEARCH_LEFTOVER;
}
