/* What was measured, in words and small plots: how late each timer was, and how much
 * there was to do in each iteration. page.js has the same plots. */
#include "reports/page/html.h"

#include <stdlib.h>
#include <string.h>

enum { PLOT_HEIGHT = 36, PLOT_STEP = 10, PLOT_WIDTH_MAX = 240 };

struct plot {
    double *value;
    size_t count, room;
};

static void plot_add(struct plot *p, double value)
{
    GROW(p->value, p->count, p->room);
    p->value[p->count++] = value;
}

static double plot_most(const struct plot *p)
{
    double most = 0;
    for (size_t i = 0; i < p->count; i++)
        most = p->value[i] > most ? p->value[i] : most;
    return most;
}

/* Bars from left to right; the highest fills the height. Nothing if all are empty. */
static void print_plot(FILE *out, const char *class, const char *name, const struct plot *p)
{
    double most = plot_most(p);
    if (p->count < 2 || most <= 0)
        return;
    size_t width = p->count * PLOT_STEP;
    fprintf(out,
            "<figure><svg class=\"plot %s\" role=\"img\" aria-label=\"%s\" width=\"%zu\" "
            "height=\"%d\" viewBox=\"0 0 %zu %d\" preserveAspectRatio=\"none\"><path d=\"",
            class, name, width < PLOT_WIDTH_MAX ? width : PLOT_WIDTH_MAX, PLOT_HEIGHT,
            p->count * PLOT_STEP, PLOT_HEIGHT);
    for (size_t i = 0; i < p->count; i++) {
        long height = (long)(p->value[i] / most * PLOT_HEIGHT + 0.5);
        if (height > 0)
            fprintf(out, "M%zu %ldv%ldh%dv-%ldz", i * PLOT_STEP, PLOT_HEIGHT - height, height,
                    PLOT_STEP - 2, height);
    }
    fprintf(out, "\"></path></svg><figcaption>%s</figcaption></figure>", name);
}

static void plot_lateness(FILE *out, const struct result *r)
{
    struct plot p = { 0 };
    for (size_t i = 0; i < r->event_count; i++) {
        const struct result_event *e = &r->event[i];
        if (e->is_callback && e->due_ns != TRACE_NO_DUE)
            plot_add(&p, e->at_ns > e->due_ns ? (double)(e->at_ns - e->due_ns) : 0);
    }
    print_plot(out, "late", "lateness, call by call", &p);
    free(p.value);
}

/* Time in callbacks where any took some, else how many there were. */
static void plot_iterations(FILE *out, const struct result *r)
{
    struct plot time = { 0 }, calls = { 0 };
    uint32_t iteration = 0;
    for (size_t i = 0; i < r->event_count; i++) {
        const struct result_event *e = &r->event[i];
        if (!e->is_callback || e->iteration == 0)
            continue;
        if (calls.count == 0 || e->iteration != iteration) {
            plot_add(&time, 0);
            plot_add(&calls, 0);
        }
        iteration = e->iteration;
        time.value[time.count - 1] += (double)e->took_ns;
        calls.value[calls.count - 1]++;
    }
    if (plot_most(&time) > 0)
        print_plot(out, "busy", "time in callbacks, by iteration", &time);
    else
        print_plot(out, "busy", "callbacks, by iteration", &calls);
    free(time.value);
    free(calls.value);
}

/* ---- words: a figure stays on one line with what it is of ---- */

static void print_signed(FILE *out, int64_t ns)
{
    char buffer[32];
    fputs(figures_print_short(ns, buffer), out);
}

static void print_spread(FILE *out, const char *name, const char *of,
                         const struct figures_spread *s)
{
    const int64_t value[] = { s->min_ns, s->mean_ns, s->p50_ns, s->p99_ns, s->max_ns };
    if (s->count == 0)
        return;
    fputs("<tr><th scope=\"row\">", out);
    html_line(out, name);
    fprintf(out, "<td>%s<td>%llu", of, (unsigned long long)s->count);
    for (size_t i = 0; i < ARRAY_SIZE(value); i++) {
        fputs("<td>", out);
        print_signed(out, value[i]);
    }
    fputs("\n", out);
}

static bool is_flat(const struct figures_spread *s)
{
    return s->min_ns == 0 && s->max_ns == 0;
}

static void print_handles(FILE *out, const struct figures *f)
{
    if (is_flat(&f->lateness) && is_flat(&f->latency))
        return; /* everything on time: a table of zeros says less than this line */
    fputs(
        "<div class=\"wide\"><table class=\"spreads\"><tr><th>handle<th>figure<th>calls<th>min<th>"
        "mean<th>p50<th>p99<th>max\n",
        out);
    print_spread(out, "all timers", "lateness", &f->lateness);
    print_spread(out, "all I/O", "latency", &f->latency);
    for (size_t i = 0; i < f->handle_count; i++) {
        const struct figures_handle *h = &f->handle[i];
        print_spread(out, h->name, h->role == FIGURES_TIMER ? "lateness" : "latency", &h->late);
        if (h->role == FIGURES_TIMER)
            print_spread(out, h->name, "period", &h->period);
    }
    fputs("</table></div>", out);
}

static void print_drift(FILE *out, const struct figures *f)
{
    for (size_t i = 0; i < f->handle_count; i++) {
        const struct figures_handle *h = &f->handle[i];
        if (h->role != FIGURES_TIMER || h->late.count == 0 || h->drift_ns == 0)
            continue;
        fputs("drift of ", out);
        html_line(out, h->name);
        fputs("\u00a0<b>", out);
        print_signed(out, h->drift_ns);
        fputs("</b> ", out);
    }
}

static void print_words(FILE *out, const struct figures *f)
{
    if (f->phases) {
        fprintf(out, "iterations\u00a0<b>%u</b> busy\u00a0<b>", f->iterations);
        html_ns(out, f->busy_ns);
        fputs("</b> idle\u00a0<b>", out);
        html_ns(out, f->idle_ns);
        fprintf(out, "</b> utilization\u00a0<b>%.3f</b> longest without poll\u00a0<b>",
                figures_utilization(f));
        html_ns(out, f->starvation_ns);
        fprintf(out, ", %llu callback%s</b> ", (unsigned long long)f->starvation_callbacks,
                f->starvation_callbacks == 1 ? "" : "s");
    }
    if (f->tick_run > 0)
        fprintf(out, "ticks in a row\u00a0<b>%llu</b> ", (unsigned long long)f->tick_run);
    if (f->microtask_run > 0)
        fprintf(out, "microtasks in a row\u00a0<b>%llu</b> ", (unsigned long long)f->microtask_run);
    print_drift(out, f);
}

void html_figures(FILE *out, const struct result *r, bool drawn)
{
    fputs("<p class=\"figures\">", out);
    print_words(out, r->figures);
    fputs("</p>", out);
    print_handles(out, r->figures);
    if (!drawn)
        return;
    fputs("<div class=\"plots\">", out);
    plot_lateness(out, r);
    plot_iterations(out, r);
    fputs("</div>", out);
}
