#include "runner/judge/timeline.h"

#include <stdlib.h>
#include <string.h>

#include "base/lex.h"
#include "base/mem.h"
#include "base/text.h"
#include "runner/judge/judge.h"
#include "trace/lanes.h"

enum {
    WIDTH = 80,
    TIME = 10,         /* room for an instant */
    FIRST = TIME + 2,  /* where the first lane begins */
    LANE_MAX = 24,     /* a lane is no wider, however few there are */
    HEADING_EACH = 40, /* lines after which the names of the lanes are printed again */
};

#define FAINT "2"
#define RED   "1;31"

struct timeline {
    FILE *out;
    const struct timeline_look *look;
    const char *ink; /* of the event at hand */
    bool is_broken;  /* it is the one that breaks the case */
    struct labels labels;
    const struct trace *trace;
    bool used[LANE_COUNT];
    size_t column[LANE_COUNT], width; /* of a lane */
    size_t lines;                     /* since the heading */
    uint64_t last_ns;                 /* the instant that was printed last; UINT64_MAX for none */
    uint32_t iteration, point;
};

static size_t lane_of(const struct trace *t, uint64_t i)
{
    const struct trace_event *ev = &t->event[i];
    bool is_callback = trace_is_callback((enum trace_kind)ev->kind);
    if (!is_callback && ev->cause > 0 && ev->cause <= i)
        ev = &t->event[ev->cause - 1];
    return lane_find(trace_kind_name((enum trace_kind)ev->kind),
                     trace_phase_name((enum trace_phase)ev->phase),
                     trace_is_callback((enum trace_kind)ev->kind));
}

/* ---- lines ---- */

/* "" for none. */
static void set_color(const struct timeline *tl, const char *color)
{
    if (tl->look->color)
        fprintf(tl->out, "\033[%sm", color);
}

/* Print the text from a column on, cut at the end of the line. */
static void put(struct timeline *tl, size_t column, const char *text)
{
    size_t width = text_width(text), room = WIDTH - column;
    size_t bytes = strlen(text);
    fprintf(tl->out, "%*s", (int)(column - FIRST), "");
    if (width > room) {
        bytes = 0;
        for (size_t n = 0; n < room - 1; bytes++)
            n += ((unsigned char)text[bytes + 1] & 0xc0) != 0x80;
    }
    set_color(tl, tl->ink);
    fprintf(tl->out, "%.*s%s", (int)bytes, text, width > room ? "~" : "");
    set_color(tl, "");
    putc('\n', tl->out);
}

/* Whole milliseconds are told as they are, however late it is: two of them may be compared. */
static const char *print_instant(uint64_t at_ns, char text[32])
{
    if (at_ns % 1000000 != 0)
        return text_time(at_ns, text);
    if (at_ns >= 1000000 * 1000000ull) /* no room for a blank */
        return lex_print_duration(at_ns, text);
    snprintf(text, 32, "%llu ms", (unsigned long long)at_ns / 1000000);
    return text;
}

/* The time is printed only if it differs from that of the line before. */
static void begin_line(struct timeline *tl, uint64_t at_ns)
{
    char at[32] = "", cell[48];
    if (at_ns != tl->last_ns)
        print_instant(at_ns, at);
    tl->last_ns = at_ns;
    tl->lines++;
    snprintf(cell, sizeof cell, "%*s", TIME, at);
    if (tl->is_broken)
        cell[0] = '>';
    set_color(tl, tl->is_broken ? RED : FAINT);
    fprintf(tl->out, "%s  ", cell);
    set_color(tl, "");
}

static void print_heading(struct timeline *tl)
{
    int at = fprintf(tl->out, "%*s", TIME, "time");
    for (size_t lane = 0; lane < LANE_COUNT; lane++)
        if (tl->used[lane])
            at += fprintf(tl->out, "%*s%.*s", (int)tl->column[lane] - at, "", (int)tl->width - 1,
                          lane_name(lane));
    putc('\n', tl->out);
    tl->lines = 0;
}

static void print_band(struct timeline *tl, uint32_t iteration)
{
    char name[32];
    int n = snprintf(name, sizeof name, "iteration %u ", iteration);
    set_color(tl, FAINT);
    fprintf(tl->out, "----------  %s", name);
    for (int i = FIRST + n; i < WIDTH; i++)
        putc('-', tl->out);
    set_color(tl, "");
    putc('\n', tl->out);
    tl->iteration = iteration;
    tl->last_ns = UINT64_MAX;
    if (tl->lines > HEADING_EACH)
        print_heading(tl);
}

/* ---- events ---- */

/* "5ms late, took 10ms"; "" if there is nothing to remark. */
static char *remark(const struct result_event *e)
{
    char late[32] = "", took[32] = "";
    bool is_late = e->due_ns != TRACE_NO_DUE && e->at_ns > e->due_ns;
    if (is_late)
        text_time(e->at_ns - e->due_ns, late);
    if (e->took_ns > 0)
        text_time(e->took_ns, took);
    return xasprintf("%s%s%s%s", late, is_late ? " late" : "",
                     is_late && e->took_ns > 0 ? ", took "
                     : e->took_ns > 0          ? "took "
                                               : "",
                     took);
}

/* The remark follows the name, on a line of its own if there is no room. */
static void print_callback(struct timeline *tl, const struct result_event *e, size_t column)
{
    char *name = xasprintf("%s%s%s", e->kind, e->label[0] ? " " : "", e->label);
    char *note = remark(e), *clean = text_clean(name, TEXT_LINE);
    char *both = xasprintf("%s  %s", clean, note);
    begin_line(tl, e->at_ns);
    if (note[0] && column + text_width(both) <= WIDTH) {
        put(tl, column, both);
    } else {
        put(tl, column, clean);
        if (note[0]) {
            begin_line(tl, e->at_ns);
            put(tl, column + text_width(note) <= WIDTH ? column : WIDTH - text_width(note), note);
        }
    }
    free(both);
    free(clean);
    free(note);
    free(name);
}

static void print_log(struct timeline *tl, const struct result_event *e, size_t column)
{
    char *text = xasprintf("%s%s%s%s", e->cause > 0 ? "| " : "", e->label,
                           e->has_value ? " = " : "", e->has_value ? e->value : "");
    char *clean = text_clean(text, TEXT_LINE);
    begin_line(tl, e->at_ns);
    put(tl, column, clean);
    free(clean);
    free(text);
}

/* Print the choices before event `i` in which the schedule left the default order. */
static void print_choices(struct timeline *tl, uint64_t i)
{
    const struct trace *t = tl->trace;
    for (; tl->point < trace_open_choices(t) && t->choice[tl->point].event <= i; tl->point++)
        if (t->choice[tl->point].way > 0)
            fprintf(tl->out, "%*s  chosen: %s\n", TIME, "",
                    trace_choice_name((enum trace_choice_kind)t->choice[tl->point].kind));
}

static void print_event(struct timeline *tl, uint64_t i)
{
    struct result_event e = judge_event(tl->labels, tl->trace, i);
    static const char *const inks[] = { "36", "33", "32", "35", "34" };
    size_t lane = lane_of(tl->trace, i), column = tl->column[lane];
    tl->is_broken = i == tl->look->broken;
    tl->ink = tl->is_broken ? RED : inks[lane % ARRAY_SIZE(inks)];
    if (e.iteration > tl->iteration && tl->trace->phases)
        print_band(tl, e.iteration);
    print_choices(tl, i);
    if (e.is_callback)
        print_callback(tl, &e, column);
    else
        print_log(tl, &e, column);
    free(e.label);
    free(e.value);
}

static void find_columns(struct timeline *tl)
{
    size_t lanes = 0, place = 0;
    for (uint64_t i = 0; i < tl->trace->count; i++)
        tl->used[lane_of(tl->trace, i)] = true;
    for (size_t lane = 0; lane < LANE_COUNT; lane++)
        lanes += tl->used[lane];
    tl->width = lanes > 0 ? (WIDTH - FIRST) / lanes : LANE_MAX;
    tl->width = tl->width < LANE_MAX ? tl->width : LANE_MAX;
    for (size_t lane = 0; lane < LANE_COUNT; lane++)
        if (tl->used[lane])
            tl->column[lane] = FIRST + tl->width * place++;
}

void timeline_print(FILE *out, struct labels labels, const struct trace *t,
                    const struct timeline_look *look)
{
    struct timeline tl = {
        .out = out, .look = look, .ink = "", .labels = labels, .trace = t, .last_ns = UINT64_MAX
    };
    find_columns(&tl);
    print_heading(&tl);
    for (uint64_t i = 0; i < t->count; i++)
        print_event(&tl, i);
}
