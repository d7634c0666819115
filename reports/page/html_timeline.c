#include "reports/page/html.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "base/lex.h"
#include "base/text.h"
#include "trace/lanes.h"

/* In virtual time most things happen at the same instant, so a true time axis
 * would draw them on top of each other. Here an event's place is the sum of two
 * shares: a slot for itself, which keeps the order, and a share of SPAN in
 * proportion to its instant, which keeps the time. Both only grow, so left of
 * means before, and a wide gap means a long wait.
 *
 * page.js draws the same for what passed, from the text of the trace; a test holds
 * the two against each other. */

enum {
    LEFT = 84, /* room for the names of the lanes */
    RIGHT = 12,
    TOP = 22,    /* room for the instants */
    LANE = 30,   /* height of a lane */
    BAR = 22,    /* height of a bar */
    BOTTOM = 18, /* room for the iterations */
    SPAN = 300,  /* the time axis */
    LONG = 2000, /* a picture of which paper would show nothing but a line */
    SLOT = 10,   /* an event without a label */
    CHARACTER = 7,
    LABEL_MAX = 24,     /* characters */
    LABELLED_MAX = 300, /* events; more of them get no words, only tooltips */
};

struct spot {
    long left, right;
    size_t lane;
};

struct picture {
    FILE *out;
    const struct result *r;
    struct spot *spot; /* by event */
    uint64_t end_ns;
    long width, height;
    bool labelled;
    size_t *kind;             /* by event: its lane */
    size_t lanes;             /* that occur */
    size_t place[LANE_COUNT]; /* of a lane, from the top */
};

static uint64_t end_of(const struct result_event *e)
{
    uint64_t took = e->is_callback ? e->took_ns : 0;
    return took > UINT64_MAX - e->at_ns ? UINT64_MAX : e->at_ns + took;
}

static long stretch(const struct picture *p, uint64_t ns)
{
    if (p->end_ns == 0)
        return 0;
    return (long)((double)ns / (double)p->end_ns * SPAN + 0.5);
}

/* The callback that asked for this one, or that this was logged in. */
static size_t find_cause(const struct result *r, const struct result_event *e)
{
    size_t i = result_find_cause(r, e);
    return i < r->event_count && r->event[i].is_callback ? i : r->event_count;
}

/* A log is where its callback is. */
static size_t lane_of(const struct picture *p, size_t i)
{
    const struct result_event *e = &p->r->event[i];
    size_t cause = find_cause(p->r, e);
    if (!e->is_callback && cause < i)
        return p->kind[cause];
    return lane_find(e->kind, e->phase, e->is_callback);
}

/* The label, cut; with the value that was observed. Owned by the caller. */
static char *words_of(const struct picture *p, const struct result_event *e)
{
    if (!p->labelled)
        return xstrdup("");
    char *whole = e->has_value ? xasprintf("%s=%s", e->label, e->value) : xstrdup(e->label);
    char *clean = text_clean(whole, TEXT_LINE);
    free(whole);
    if (text_width(clean) <= LABEL_MAX)
        return clean;
    size_t bytes = 0;
    for (size_t width = 0; width < LABEL_MAX; bytes++)
        width += ((unsigned char)clean[bytes + 1] & 0xc0) != 0x80;
    char *cut = xasprintf("%.*s…", (int)bytes, clean);
    free(clean);
    return cut;
}

static long slot_of(const struct picture *p, const struct result_event *e)
{
    char *words = words_of(p, e);
    long width = *words ? CHARACTER * (long)text_width(words) + SLOT : SLOT;
    free(words);
    return width;
}

/* Only lanes that occur are drawn; the loop's order is the page's. */
static void find_lanes(struct picture *p)
{
    bool used[LANE_COUNT] = { false };
    for (size_t i = 0; i < p->r->event_count; i++) {
        p->kind[i] = lane_of(p, i);
        used[p->kind[i]] = true;
    }
    for (size_t lane = 0; lane < LANE_COUNT; lane++)
        if (used[lane])
            p->place[lane] = p->lanes++;
}

static void find_spots(struct picture *p)
{
    const struct result_event *event = p->r->event;
    long slots = LEFT;
    size_t open = SIZE_MAX; /* the callback whose bar still grows */
    for (size_t i = 0; i < p->r->event_count; i++) {
        if (open != SIZE_MAX && find_cause(p->r, &event[i]) != open)
            open = SIZE_MAX; /* not logged in it */
        if (event[i].is_callback)
            open = i;
        if (open == SIZE_MAX || open == i)
            slots += 4; /* air before what stands by itself */
        struct spot *s = &p->spot[i];
        s->lane = p->place[p->kind[i]];
        s->left = slots + stretch(p, event[i].at_ns);
        slots += slot_of(p, &event[i]);
        s->right = slots + stretch(p, event[i].at_ns);
        if (open != SIZE_MAX)
            p->spot[open].right = slots + stretch(p, end_of(&event[open]));
    }
    p->width = slots + stretch(p, p->end_ns) + RIGHT;
}

static long lane_top(size_t lane)
{
    return TOP + (long)lane * LANE;
}

static void print_text(const struct picture *p, long x, long y, const char *class, const char *text)
{
    fprintf(p->out, "<text class=\"%s\" x=\"%ld\" y=\"%ld\">", class, x, y);
    html_line(p->out, text);
    fputs("</text>", p->out);
}

static void print_lanes(const struct picture *p)
{
    bool drawn[LANE_COUNT] = { false };
    for (size_t i = 0; i < p->r->event_count; i++)
        drawn[p->kind[i]] = true;
    for (size_t lane = 0; lane < LANE_COUNT; lane++) {
        if (!drawn[lane])
            continue;
        long y = lane_top(p->place[lane]) + LANE / 2;
        fprintf(p->out, "<path class=\"lane\" d=\"M%d %ldH%ld\"></path>", LEFT - 8, y,
                p->width - RIGHT);
        print_text(p, 0, y + 4, "name", lane_name(lane));
    }
}

static void print_iteration(const struct picture *p, size_t first, size_t after)
{
    long left = p->spot[first].left - 2;
    long right = after < p->r->event_count ? p->spot[after].left - 2 : p->width - RIGHT + 2;
    uint32_t number = p->r->event[first].iteration;
    fprintf(p->out,
            "<rect class=\"turn%s\" x=\"%ld\" y=\"%d\" width=\"%ld\" height=\"%ld\"></rect>",
            number % 2 ? " odd" : "", left, TOP, right - left, p->height - TOP);
    char words[32];
    snprintf(words, sizeof words, right - left > 90 ? "iteration %u" : "%u", number);
    if (number > 0 && right - left >= CHARACTER * (long)strlen(words))
        print_text(p, left + 3, p->height - 5, "time", words);
}

static void print_iterations(const struct picture *p)
{
    size_t first = 0;
    for (size_t i = 1; i <= p->r->event_count; i++) {
        if (i < p->r->event_count && p->r->event[i].iteration == p->r->event[first].iteration)
            continue;
        print_iteration(p, first, i);
        first = i;
    }
}

/* Each new instant has a hairline, and its time where there is room for it. */
static void print_instants(const struct picture *p)
{
    long free_from = LEFT;
    for (size_t i = 0; i < p->r->event_count; i++) {
        uint64_t at = p->r->event[i].at_ns;
        if (i > 0 && p->r->event[i - 1].at_ns == at)
            continue;
        long x = p->spot[i].left;
        fprintf(p->out, "<path class=\"instant\" d=\"M%ld %dV%ld\"></path>", x, TOP - 4,
                p->height - BOTTOM);
        char words[32];
        lex_print_duration(at, words);
        if (x < free_from)
            continue;
        print_text(p, x, TOP - 8, "time", words);
        free_from = x + CHARACTER * (long)strlen(words) + CHARACTER;
    }
}

static void print_tooltip(const struct picture *p, const struct result_event *e)
{
    char buffer[32];
    fprintf(p->out, "<title>#%llu ", (unsigned long long)e->index);
    html_line(p->out, e->kind);
    putc(' ', p->out);
    html_line(p->out, e->label);
    fprintf(p->out, " at %s", lex_print_duration(e->at_ns, buffer));
    if (e->is_callback && e->due_ns != TRACE_NO_DUE)
        fprintf(p->out, ", due %s", lex_print_duration(e->due_ns, buffer));
    if (e->is_callback && e->took_ns > 0)
        fprintf(p->out, ", took %s", lex_print_duration(e->took_ns, buffer));
    fputs("</title>", p->out);
}

static void print_bar(const struct picture *p, size_t i)
{
    const struct result_event *e = &p->r->event[i];
    const struct spot *s = &p->spot[i];
    fprintf(p->out,
            "<g class=\"bar l%zu\"><rect x=\"%ld\" y=\"%ld\" width=\"%ld\" height=\"%d\" "
            "rx=\"3\"></rect>",
            p->kind[i], s->left, lane_top(s->lane) + (LANE - BAR) / 2, s->right - s->left, BAR);
    print_tooltip(p, e);
    fputs("</g>", p->out);
    char *words = words_of(p, e);
    if (*words)
        print_text(p, s->left + 5, lane_top(s->lane) + LANE / 2 + 4, "handle", words);
    free(words);
}

static void print_tick(const struct picture *p, size_t i)
{
    const struct result_event *e = &p->r->event[i];
    const struct spot *s = &p->spot[i];
    long top = lane_top(s->lane) + (LANE - BAR) / 2;
    fprintf(p->out, "<g class=\"tick l%zu\"><path d=\"M%ld %ldv%d\"></path>", p->kind[i],
            s->left + 2, top, BAR);
    print_tooltip(p, e);
    fputs("</g>", p->out);
    char *words = words_of(p, e);
    if (*words)
        print_text(p, s->left + 6, lane_top(s->lane) + LANE / 2 + 4, "log", words);
    free(words);
}

struct instant {
    uint64_t ns;
    long x;
};

/* Narrow the pair around `ns`: the last place at or before it, the first after it. */
static void narrow(struct instant *before, struct instant *after, uint64_t ns, struct instant at)
{
    if (at.ns <= ns && at.x > before->x)
        *before = at;
    if (at.ns > ns && at.x < after->x)
        *after = at;
}

/* Where an instant lies: in proportion between what is known around it. */
static long find_instant(const struct picture *p, uint64_t ns)
{
    struct instant before = { 0, LEFT }, after = { p->end_ns, p->width - RIGHT };
    for (size_t i = 0; i < p->r->event_count; i++) {
        const struct result_event *e = &p->r->event[i];
        narrow(&before, &after, ns, (struct instant){ e->at_ns, p->spot[i].left });
        narrow(&before, &after, ns, (struct instant){ end_of(e), p->spot[i].right });
    }
    if (after.ns <= before.ns || ns < before.ns)
        return before.x;
    double share = (double)(ns - before.ns) / (double)(after.ns - before.ns);
    return before.x + (long)(share * (double)(after.x - before.x));
}

/* A late callback trails a line from the instant at which it was due. */
static void print_lateness(const struct picture *p, size_t i)
{
    const struct result_event *e = &p->r->event[i];
    if (!e->is_callback || e->due_ns == TRACE_NO_DUE || e->due_ns >= e->at_ns)
        return;
    long from = find_instant(p, e->due_ns);
    if (from >= p->spot[i].left)
        return;
    long y = lane_top(p->spot[i].lane) + LANE / 2;
    fprintf(p->out, "<path class=\"late\" d=\"M%ld %ldv8m0 -4H%ld\"></path>", from, y - 4,
            p->spot[i].left);
}

/* From the callback that asked for it to the callback: over the lane if it is the same,
 * else across. */
static void print_arrow(const struct picture *p, size_t i)
{
    size_t k = find_cause(p->r, &p->r->event[i]);
    if (!p->r->event[i].is_callback || k >= i)
        return;
    const struct spot *from = &p->spot[k], *to = &p->spot[i];
    long x1 = from->right < to->left ? from->right : to->left, x2 = to->left;
    if (from->lane == to->lane) {
        long y = lane_top(to->lane) + (LANE - BAR) / 2;
        fprintf(p->out,
                "<path class=\"arrow\" d=\"M%ld %ldQ%ld %ld %ld %ldm-4 -3l4 3l3 -4\"></path>",
                x1 - 3, y, (x1 + x2) / 2, y - 11, x2 + 3, y);
        return;
    }
    long y1 = lane_top(from->lane) + LANE / 2, y2 = lane_top(to->lane) + LANE / 2;
    long bend = x2 - x1 > 24 ? (x2 - x1) / 2 : 12;
    fprintf(p->out,
            "<path class=\"arrow\" d=\"M%ld %ldC%ld %ld %ld %ld %ld %ldm-5 -3l5 3l-5 3\"></path>",
            x1, y1, x1 + bend, y1, x2 - bend, y2, x2, y2);
}

static void print_break(const struct picture *p, size_t i)
{
    if (i > 0 && p->r->event[i].index > p->r->event[i - 1].index + 1)
        fprintf(p->out, "<path class=\"break\" d=\"M%ld %dV%ld\"></path>", p->spot[i].left - 3,
                TOP - 4, p->height - BOTTOM);
}

/* The event that broke it and the one in whose place it stands. */
static void print_broken(const struct picture *p)
{
    long x[2], y[2];
    size_t n = 0;
    for (size_t i = 0; i < p->r->broken_count; i++) {
        size_t k = result_find_event(p->r, p->r->broken[i]);
        if (k == p->r->event_count)
            continue;
        const struct spot *s = &p->spot[k];
        fprintf(p->out,
                "<rect class=\"ring\" x=\"%ld\" y=\"%ld\" width=\"%ld\" height=\"%d\" "
                "rx=\"5\"></rect>",
                s->left - 2, lane_top(s->lane) + 2, s->right - s->left + 2, LANE - 4);
        x[n] = (s->left + s->right) / 2;
        y[n++] = lane_top(s->lane) + LANE - 2;
    }
    if (n == 2)
        fprintf(p->out, "<path class=\"pair\" d=\"M%ld %ldQ%ld %ld %ld %ld\"></path>", x[0], y[0],
                (x[0] + x[1]) / 2, (y[0] > y[1] ? y[0] : y[1]) + 16, x[1], y[1]);
}

static void print_picture(const struct picture *p)
{
    fprintf(p->out,
            "<div class=\"wide\"><svg class=\"timeline%s\" role=\"img\" width=\"%ld\" "
            "height=\"%ld\" viewBox=\"0 0 %ld %ld\" "
            "aria-label=\"timeline of the trace; the text below has the same events\">",
            p->width > LONG ? " long" : "", p->width, p->height, p->width, p->height);
    print_iterations(p);
    print_lanes(p);
    print_instants(p);
    for (size_t i = 0; i < p->r->event_count; i++)
        print_lateness(p, i);
    for (size_t i = 0; i < p->r->event_count; i++)
        print_arrow(p, i);
    for (size_t i = 0; i < p->r->event_count; i++) {
        print_break(p, i);
        if (p->r->event[i].is_callback)
            print_bar(p, i);
        else
            print_tick(p, i);
    }
    print_broken(p);
    fputs("</svg></div>\n", p->out);
}

void html_timeline(FILE *out, const struct result *r)
{
    assert(r->event_count > 0);
    struct picture p = { .out = out, .r = r, .labelled = r->event_count <= LABELLED_MAX };
    p.spot = xcalloc(r->event_count, sizeof *p.spot);
    p.kind = xcalloc(r->event_count, sizeof *p.kind);
    for (size_t i = 0; i < r->event_count; i++)
        if (end_of(&r->event[i]) > p.end_ns)
            p.end_ns = end_of(&r->event[i]);
    find_lanes(&p);
    find_spots(&p);
    p.height = TOP + (long)p.lanes * LANE + BOTTOM;
    print_picture(&p);
    free(p.spot);
    free(p.kind);
}
