/* The steps are written first, with names from a plan of the whole program. The declarations and
 * helpers above them depend on what they call. */
#include "export/js.h"

#include <ctype.h>
#include <string.h>
#include "export/js_inside.h"
#include "export/plan_inside.h"

/* A callback that is called repeatedly makes objects repeatedly; this many are prepared. */
enum { CALLS_GUESSED = 16, JOBS_MAX = 16, PAIRS_MAX = 256 };

struct js {
    struct writer w;
    struct plan plan;
    uint32_t calls;                      /* how often the current step runs, as far as known */
    uint32_t jobs, pairs;                /* how many jobs and pairs of sockets to prepare */
    bool later;                          /* some descriptor becomes ready at a given time */
    bool has_err;                        /* the current function has an error argument */
    uint32_t loops;                      /* number of `repeat` blocks around the current step */
    const char *loop[PROGRAM_DEPTH_MAX]; /* their counters */
};

static const struct plan_object none;

/* The object that a step makes or acts on. Only one with a name has variables. */
static const struct plan_object *object_of(const struct js *js, const struct step *s)
{
    const struct plan_object *o = js->plan.loops->by_name[s->name];
    return o ? o : &none;
}

/* ---- names ---- */

/* `read-it` becomes readIt: a hyphen is removed and the letter after it capitalised. */
static const char *take(struct js *js, const char *name, const char *what)
{
    char text[PROGRAM_LABEL_MAX + 16];
    size_t n = 0;
    name = write_print(&js->w, "%s%s", name, what);
    for (size_t i = 0; name[i]; i++)
        if (name[i] != '-')
            text[n++] = i > 0 && name[i - 1] == '-' ? (char)toupper((unsigned char)name[i])
                                                    : name[i];
    text[n] = '\0';
    return write_take(&js->w, text);
}

static void name_all(struct js *js)
{
    const struct program *p = js->w.program;
    for (uint32_t id = 1; id < p->string_count; id++) {
        struct plan_object *o = js->plan.loops->by_name[id];
        if (o && o->used)
            o->text = take(js, p->string[id], "");
        if (o && o->again)
            o->function = take(js, p->string[id], o->used ? "-callback" : "");
        if (o && o->again && o->several_delays)
            o->delay = take(js, p->string[id], "-delay");
    }
    for (uint32_t slot = 0; slot < p->slot_count; slot++)
        js->plan.reached[slot] = take(js, "reached", "");
}

/* The counter of the innermost `repeat`. */
static const char *counter(struct js *js)
{
    const char **kept = &js->loop[js->loops - 1];
    for (char letter[] = "i"; !*kept && letter[0] <= 'n'; letter[0]++)
        if (!write_is_taken(&js->w, letter))
            *kept = take(js, letter, "");
    if (!*kept)
        *kept = take(js, "i", "");
    return *kept;
}

/* Is it made once, before any step uses it? */
static bool is_const(const struct plan_object *o)
{
    return !o->several && !o->maybe_missing;
}

/* What is made once is declared where it is made, except what `again` makes anew. Everything else
 * is declared at the top, since a name stands for the latest object made under it. */
static const char *variables(struct js *js)
{
    const struct program *p = js->w.program;
    struct capture text;
    size_t column = 0;
    write_begin(&js->w, &text);
    for (uint32_t id = 1; id < p->string_count; id++) {
        const struct plan_object *o = js->plan.loops->by_name[id];
        if (o && o->text && (o->again || !is_const(o)))
            write_variable(&js->w, "let", o->text, &column);
        if (o && o->function && !is_const(o))
            write_variable(&js->w, "let", o->function, &column);
        if (o && o->delay)
            write_variable(&js->w, "let", o->delay, &column);
    }
    for (uint32_t slot = 0; slot < p->slot_count; slot++)
        write_variable(&js->w, "let", write_print(&js->w, "%s = 0", js->plan.reached[slot]),
                       &column);
    fputs(column ? ";\n\n" : "", js->w.out);
    return write_end(&js->w, &text);
}

/* ---- functions ---- */

static const char *step_text(struct js *js, const struct step *s, uint32_t depth);
static void put_steps(struct js *js, const struct block *b, uint32_t depth);

/* The steps of one of the step's blocks. */
static const char *block_text(struct js *js, const struct step *s, const struct block *b,
                              uint32_t depth)
{
    bool again = js_words[s->kind].comes_again || object_of(js, s)->again;
    uint32_t outer = js->calls, calls = s->kind == STEP_REPEAT ? s->count
                                        : again                ? CALLS_GUESSED
                                                               : 1;
    struct capture text;
    js->calls = calls > PAIRS_MAX / outer ? PAIRS_MAX : outer * calls; /* never prepare more */
    write_begin(&js->w, &text);
    put_steps(js, b, depth);
    js->calls = outer;
    return write_end(&js->w, &text);
}

static const char *body_text(struct js *js, const struct step *s, const struct block *b,
                             uint32_t depth)
{
    bool spends = js->w.program->budget, empty = !b || b->count + b->comment_count == 0;
    const struct value value[] = {
        { "spends", write_if(spends) },
        { "steps", empty ? "" : block_text(js, s, b, depth + 1) },
        { 0 },
    };
    if (empty && !spends)
        return "{}";
    const char *text = write_text(&js->w, depth, "[spends]  spend();\n$steps\n}\n",
                                  &(struct values){ .value = value });
    return write_print(&js->w, "{\n%.*s", (int)strlen(text) - 1, text);
}

static bool is_one_log(const struct js *js, const struct block *b)
{
    const struct step *s = b ? b->step : NULL;
    return b && b->count == 1 && (s->kind == STEP_LOG || s->kind == STEP_OBSERVE) &&
           b->comment_count + s->comment_count == 0 && !s->trailing && !js->w.program->budget;
}

/* The callback of a step, with one of its blocks as the body. Only a single log is written as an
 * expression, since the value of a reaction matters. */
static const char *function_text(struct js *js, const struct step *s, const struct block *b,
                                 uint32_t depth)
{
    bool outer = js->has_err, has_code = s->kind == STEP_ON && plan_observes(b, OBSERVE_CODE);
    js->has_err = js_words[s->kind].takes_error && plan_observes(b, OBSERVE_STATUS);
    const char *takes = js->has_err ? "err" : has_code ? "code" : "", *text;
    if (s->kind != STEP_FLOW && is_one_log(js, b)) {
        text = step_text(js, b->step, 0);
        text = write_print(&js->w, "%.*s", (int)strlen(text) - 2, text); /* without ";\n" */
    } else
        text = body_text(js, s, b, depth);
    js->has_err = outer;
    return write_print(&js->w, "(%s) => %s", takes, text);
}

/* ---- the values of a step's template ---- */

/* A chain with several `then` blocks has a line for each. */
static const char *chain_text(struct js *js, const struct step *s, uint32_t depth)
{
    uint32_t inner = s->then_count ? depth + 1 : depth;
    struct capture text;
    write_begin(&js->w, &text);
    for (uint32_t i = 0; i <= s->then_count; i++) {
        if (s->then_count)
            fprintf(js->w.out, "\n%*s", (int)(2 * inner), "");
        fprintf(js->w.out, ".then(%s)", function_text(js, s, i ? &s->then[i - 1] : s->body, inner));
    }
    return write_end(&js->w, &text);
}

static const char *joined_labels(struct js *js, const struct step *s)
{
    const char *text = "";
    for (uint32_t i = 0; i < s->label_count; i++)
        text = write_print(&js->w, "%s%s'%s'", text, i ? ", " : "",
                           js->w.program->string[s->label[i]]);
    return text;
}

struct line {
    struct js *js;
    const struct step *s;
    uint32_t depth;
    const struct values *values;
};

static const char *made_text(struct js *js, const struct step *s, uint32_t depth, bool defines);

static const char *more_values(void *context, const char *key)
{
    const struct line *l = context;
    const struct step *s = l->s;
    const struct plan_object *o = object_of(l->js, s);
    if (strcmp(key, "callback") == 0 && plan_makes(s) && o->function)
        return o->function;
    if (strcmp(key, "callback") == 0 || strcmp(key, "definition") == 0)
        return function_text(l->js, s, s->body, l->depth);
    if (strcmp(key, "body") == 0)
        return block_text(l->js, s, s->body, l->depth + 1);
    if (strcmp(key, "else") == 0)
        return block_text(l->js, s, s->otherwise, l->depth + 1);
    if (strcmp(key, "chain") == 0)
        return chain_text(l->js, s, l->depth);
    if (strcmp(key, "again") == 0)
        return made_text(l->js, o->last->step, l->depth, false);
    if (strcmp(key, "observation") == 0)
        return write_text(&l->js->w, l->depth, js_observes[s->option], l->values);
    return strcmp(key, "i") == 0 ? counter(l->js) : NULL;
}

/* "const t = " if other steps use what this step makes. */
static const char *assignment(struct js *js, const struct plan_object *o)
{
    return !o->text
               ? ""
               : write_print(&js->w, "%s%s = ", is_const(o) && !o->again ? "const " : "", o->text);
}

/* Written if the object may not exist yet. */
static const char doubt[] = "[doubted]made($doubted, $line, '$called');\n";

/* Written if the callback needs a name, since it is queued again. */
static const char definition[] = "[const]const $function = $definition;\n"
                                 "[!const]$function = $definition;\n"
                                 "[delays]$delay = $ms;\n";

/* The statements of a step; with `again` it makes another of the same. */
static const char *made_text(struct js *js, const struct step *s, uint32_t depth, bool defines)
{
    bool page = js->w.program->layer == LAYER_BROWSER;
    const struct plan_object *o = object_of(js, s);
    const char *doubted = s->kind == STEP_AGAIN ? o->function : o->text;
    const char *ms = s->after_ns == NO_TIME ? NULL : write_ms(&js->w, s->after_ns);
    struct values v;
    struct line l = { js, s, depth, &v };
    const struct value value[] = {
        { "=", assignment(js, o) },
        { "name", o->text },
        { "clear", o->last ? js_words[o->last->step->kind].clear : NULL },
        { "ms", ms },
        { "delay", o->delay ? o->delay : ms },
        { "delays", o->delay },
        { "const", write_if(is_const(o)) },
        { "function", o->function },
        { "doubted", maybe_missing_has(&js->plan.maybe_missing, s) ? doubted : NULL },
        { "line", write_number(&js->w, s->at.line) },
        { "called", js->w.program->string[s->name] },
        { "count", write_print(&js->w, "%u", s->count) },
        { "label", s->label_count ? js->w.program->string[s->label[0]] : NULL },
        { "labels", joined_labels(js, s) },
        { "event", s->kind == STEP_ON ? js_events[s->option][page] : NULL },
        { "page", write_if(page) },
        { "block", write_if(s->body) },
        { "otherwise", write_if(s->otherwise) },
        { "error", write_if(js->has_err) },
        { "reached", s->kind == STEP_FIRST ? js->plan.reached[s->slot] : NULL },
        { 0 },
    };
    v = (struct values){ value, more_values, &l };
    const char *defined = defines ? write_text(&js->w, depth, definition, &v) : "";
    return write_print(&js->w, "%s%s%s", write_text(&js->w, depth, doubt, &v), defined,
                       write_text(&js->w, depth, js_words[s->kind].call, &v));
}

/* ---- blocks ---- */

/* All lines of a step; counts what must be prepared for it. */
static const char *step_text(struct js *js, const struct step *s, uint32_t depth)
{
    js->jobs += s->kind == STEP_WORK ? js->calls : 0;
    js->pairs += s->kind == STEP_SOCKET || s->kind == STEP_POLL ? js->calls : 0;
    js->later |= (s->kind == STEP_READY || s->kind == STEP_POLL) && s->after_ns != NO_TIME;
    js->loops += s->kind == STEP_REPEAT;
    const char *text = made_text(js, s, depth, plan_makes(s) && object_of(js, s)->function);
    js->loops -= s->kind == STEP_REPEAT;
    return text;
}

static void put_steps(struct js *js, const struct block *b, uint32_t depth)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const struct step *s = &b->step[i];
        if (i > 0 && s->blank_before)
            putc('\n', js->w.out);
        write_comments(&js->w, s->comment, s->comment_count, depth);
        const char *text = step_text(js, s, depth);
        fprintf(js->w.out, "%.*s%s", (int)strlen(text) - 1, text, s->trailing ? " //" : "");
        write_comment(&js->w, s->trailing ? s->trailing + 1 : "");
        putc('\n', js->w.out);
    }
    write_comments(&js->w, b->comment, b->comment_count, depth);
}

/* ---- the program as a whole ---- */

static const char paired_main[] = "withPairs($pairs, () => {\n"
                                  "[now]  start = performance.now();\n"
                                  "$steps\n"
                                  "});\n";

static bool logs_several(const struct plan *p)
{
    for (const struct plan_step *x = p->steps; x; x = x->next)
        if (x->step->label_count > 1)
            return true;
    return false;
}

static char *write_program(struct js *js)
{
    const struct program *p = js->w.program;
    bool paired = js->plan.has[STEP_SOCKET] || js->plan.has[STEP_POLL];
    struct capture steps, whole;
    write_begin(&js->w, &steps);
    put_steps(js, &p->main, paired ? 1 : 0);
    const char *text = write_end(&js->w, &steps);
    const struct value value[] = {
        { "steps", text },
        { "jobs", write_number(&js->w, js->jobs < JOBS_MAX ? js->jobs : JOBS_MAX) },
        { "pairs", write_number(&js->w, js->pairs < PAIRS_MAX ? js->pairs : PAIRS_MAX) },
        { "budget", write_number(&js->w, p->budget) },
        { "workers", p->workers },
        { "exact", write_if(p->exact_time) },
        { "several", write_if(logs_several(&js->plan)) },
        { "now", write_if(js->plan.observes[OBSERVE_NOW]) },
        { "later", write_if(js->later) },
        { "paired", write_if(paired) },
        { "variables", variables(js) },
        { "restart", JS_RESTART },
        { 0 },
    };
    const struct values v = { .value = value };
    text = write_text(&js->w, 0, paired ? paired_main : "$steps\n", &v);
    write_begin(&js->w, &whole);
    write_about(&js->w);
    write_helpers(&js->w, &v);
    fputs(text, js->w.out);
    return xstrdup(write_end(&js->w, &whole));
}

/* JavaScript has no call that watches for writable and calls back as long as it is. */
static int check_step(const struct step *s, struct diag *d)
{
    if (s->kind == STEP_POLL && s->option == POLL_WRITABLE)
        return diag_set(d, s->at, "'poll readable' has one",
                        "'poll writable' has no JavaScript form");
    if (!(s->kind == STEP_OBSERVE ? js_observes[s->option] : js_words[s->kind].call))
        return diag_set(d, s->at, NULL, "'%s' has no JavaScript form", step_word(s->kind));
    return 0;
}

char *export_js(const struct program *p, struct diag *d)
{
    bool page = p->layer == LAYER_BROWSER, has_form = true;
    if (p->layer == LAYER_CORE) {
        diag_set(d, (struct location){ .file = p->file },
                 "programs of layers node and browser have one",
                 "a %s program has no JavaScript form", program_layer_name(p->layer));
        return NULL;
    }
    struct js js = { .calls = 1 };
    char *text = NULL;
    write_init(&js.w, p, page ? &js_page_language : &js_language);
    plan_make(&js.plan, p, &js.w.arena);
    for (const struct plan_step *x = js.plan.steps; x && has_form; x = x->next)
        has_form = check_step(x->step, d) == 0;
    if (has_form) {
        name_all(&js);
        text = write_program(&js);
    }
    plan_release(&js.plan);
    arena_release(&js.w.arena);
    return text;
}
