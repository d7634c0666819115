/* Functions and main() are written first, with names from a plan of the whole program. The
 * declarations and helpers above them depend on what they call. */
#include "export/c.h"

#include <string.h>
#include "export/c_inside.h"
#include "scenario/words.h"

/* ---- functions ---- */

/* "(void)handle, (void)status": the parameters that `used` does not contain. */
static const char *unused(struct c *c, const char *takes, const char *used)
{
    const char *list = NULL;
    for (const char *end; *takes; takes = *end ? end + 1 : end) {
        end = takes + strcspn(takes, ",");
        const char *at = end; /* the parameter's name is its last word */
        while (at[-1] != ' ' && at[-1] != '*')
            at--;
        const char *name = write_print(&c->w, "%.*s", (int)(end - at), at);
        if (!strstr(used, name))
            list = write_print(&c->w, "%s%s(void)%s", list ? list : "", list ? ", " : "", name);
    }
    return list;
}

static const char function[] = "static void $function($takes)\n{\n"
                               "[unused]$unused;\n"
                               "$first\n"
                               "[budget]spend();\n"
                               "$steps\n"
                               "$last\n";

static void put_function(struct c *c, struct plan_step *x)
{
    const struct c_word *word = c_callback_for(x);
    bool observes = word->status && plan_observes(x->step->body, OBSERVE_STATUS);
    bool callback = word_of(x->step->kind)->body == BODY_CALLBACK;
    struct c_line l;
    c_begin_line(&l, c, x, 1);
    const char *first = write_text(&c->w, 1, word->first ? word->first : "", &l.values);
    const char *last = write_text(&c->w, 1, word->last ? word->last : "", &l.values);
    x->written = true;
    c->inside = x;
    c_add(&l, "function", x->function);
    c_add(&l, "takes", word->takes);
    c_add(&l, "unused",
          unused(c, word->takes,
                 write_print(&c->w, "%s%s%s", first, last, observes ? word->status : "")));
    c_add(&l, "first", first);
    c_add(&l, "budget", write_if(callback && c->w.program->budget));
    c_add(&l, "steps", c_block_text(c, x->step->body, x->body, 1));
    c_add(&l, "last", last);
    write_lines(&c->w, 0, function, &l.values);
    c->inside = NULL;
}

/* Inner functions first, so that most are defined before they are used. */
static void put_functions(struct c *c, const struct block *b, struct plan_step *steps)
{
    for (uint32_t i = 0; steps && i < b->count; i++) {
        put_functions(c, b->step[i].body, steps[i].body);
        put_functions(c, b->step[i].otherwise, steps[i].otherwise);
        if (steps[i].function)
            put_function(c, &steps[i]);
    }
}

static void put_early(struct c *c)
{
    bool any = false;
    for (const struct plan_step *x = c->plan.steps; x; x = x->next)
        if (x->early && x->function)
            any = fprintf(c->w.out, "static void %s(%s);\n", x->function,
                          c_callback_for(x)->takes) > 0;
    fputs(any ? "\n" : "", c->w.out);
}

/* ---- variables ---- */

static const char *storage(const struct plan_loop *loop)
{
    return loop->several ? "static _Thread_local" : "static";
}

static const char declaration[] = "[!local][!several]$static $type $name;\n"
                                  "[!local][several]$static $type *$name;\n"
                                  "[switched][!datagram]$static uv_$kind_cb callback_of_$name;\n"
                                  "[switched][datagram]$static uv_udp_recv_cb callback_of_$name;\n";

static void put_object(struct c *c, const struct plan_object *o)
{
    const char *more_declarations = c_word_for(o->maker)->more_declarations;
    struct c_line l;
    c_begin_line(&l, c, o->maker, 0);
    c_add(&l, "static", storage(o->loop));
    write_lines(&c->w, 0, declaration, &l.values);
    write_lines(&c->w, 0, more_declarations ? more_declarations : "", &l.values);
}

static void put_loops(struct c *c)
{
    fputs("static uv_loop_t *loop;\n", c->w.out);
    for (const struct plan_loop *loop = c->plan.loops; loop; loop = loop->next) {
        if (loop != c->plan.loops)
            fprintf(c->w.out, "%s uv_loop_t %s;\n", storage(loop), loop->text + 1);
        if (loop->result)
            fprintf(c->w.out, "%s int %s; // of the latest call\n", storage(loop), loop->result);
    }
}

static const char *variables(struct c *c)
{
    struct capture text;
    write_begin(&c->w, &text);
    put_loops(c);
    for (const struct plan_object *o = c->plan.objects; o; o = o->next)
        put_object(c, o);
    for (uint32_t slot = 0; slot < c->w.program->slot_count; slot++)
        if (c->plan.owner[slot])
            fprintf(c->w.out, "%s unsigned %s;\n", storage(c->plan.owner[slot]),
                    c->plan.reached[slot]);
    return write_end(&c->w, &text);
}

/* ---- the program as a whole ---- */

static const char main_function[] =
    "int main(void)\n{\n"
    "setvbuf(stdout, NULL, _IOLBF, 0); // nothing is lost in a crash\n"
    "[writes]signal(SIGPIPE, SIG_IGN); // a write to nobody is an error\n"
    "[workers]uv_os_setenv(\"UV_THREADPOOL_SIZE\", \"$workers\");\n"
    "loop = uv_default_loop();\n"
    "[now]start = uv_now(loop);\n"
    "\n"
    "$steps\n"
    "\n"
    "[closes][!runs]if (!closed)\n"
    "[closes][!runs]    uv_run(loop, UV_RUN_DEFAULT);\n"
    "[!closes][!runs]uv_run(loop, UV_RUN_DEFAULT);\n"
    "[seconds]while (seconds > 0)\n"
    "[seconds]    uv_thread_join(&second[--seconds]);\n"
    "$unlinks\n"
    "return 0;\n";

static void put_removals(struct c *c, enum step_kind kind, const char *pattern)
{
    for (const struct plan_object *o = c->plan.objects; o; o = o->next)
        if (o->maker->step->kind == kind && !o->pointer && !o->loop->several)
            write_lines(&c->w, 1, pattern,
                        &(struct values){ .value = (struct value[]){ { "it", o->text }, { 0 } } });
}

/* A bound path remains after the process, unless its handle was closed. */
static const char *unlinks(struct c *c)
{
    struct capture text;
    write_begin(&c->w, &text);
    for (const struct plan_object *o = c->plan.objects; o; o = o->next)
        if (o->maker->step->kind == STEP_LISTEN && strcmp(o->type, "uv_pipe_t") == 0 &&
            !o->loop->several)
            fprintf(c->w.out, "    unlink(path_of_%s);\n", o->text);
    put_removals(c, STEP_FILE, "remove_file(&$it);\n");
    put_removals(c, STEP_FOLDER, "rmdir($it.path);\n");
    return write_end(&c->w, &text);
}

static char *write_program(struct c *c)
{
    const struct program *p = c->w.program;
    struct capture functions, whole;
    write_begin(&c->w, &functions);
    put_functions(c, &p->main, c->plan.main);
    const char *main_steps = c_block_text(c, &p->main, c->plan.main, 1);
    const struct value value[] = {
        { "steps", main_steps },
        { "unlinks", unlinks(c) },
        { "writes",
          write_if(c->plan.has[STEP_WRITE] || c->plan.has[STEP_TRY] || c->plan.has[STEP_PASS]) },
        { "closes", write_if(c->plan.has[STEP_CLOSE_LOOP]) },
        { "runs", write_if(c->plan.has[STEP_RUN]) },
        { "now", write_if(c->plan.observes[OBSERVE_NOW]) },
        { "counted", write_if(c->counts_threads) },
        { "exact", write_if(p->exact_time) },
        { "workers", p->workers },
        { "seconds", write_number(&c->w, c->seconds) },
        { "written",
          write_number(&c->w, c->written ? c->written : 1) }, /* C has no array of 0 bytes */
        { "budget", write_number(&c->w, p->budget) },
        { "variables", variables(c) },
        { "once", c->once },
        { 0 },
    };
    const struct values v = { .value = value };
    write_lines(&c->w, 0, main_function, &v);
    const char *text = write_end(&c->w, &functions);
    write_begin(&c->w, &whole);
    write_about(&c->w);
    write_helpers(&c->w, &v);
    put_early(c);
    fprintf(c->w.out, "%.*s", (int)strlen(text) - 1, text); /* no blank line at the end */
    return xstrdup(write_end(&c->w, &whole));
}

char *export_c(const struct program *p, struct diag *d)
{
    if (p->layer != LAYER_CORE) {
        diag_set(d, (struct location){ .file = p->file }, "programs of layer core have one",
                 "a %s program has no C form", program_layer_name(p->layer));
        return NULL;
    }
    struct c c = { .times = 1, .once = "" };
    bool has_form = true;
    char *text = NULL;
    write_init(&c.w, p, &c_language);
    plan_make(&c.plan, p, &c.w.arena);
    c.counts_threads = c.plan.observes[OBSERVE_THREADS] &&
                       (c.plan.has[STEP_THREAD] || c.plan.has[STEP_LOOP]);
    for (const struct plan_step *x = c.plan.steps; x && has_form; x = x->next)
        has_form = c_check(&c, x, d) == 0;
    if (has_form) {
        c_name(&c);
        text = write_program(&c);
    }
    plan_release(&c.plan);
    arena_release(&c.w.arena);
    return text;
}
