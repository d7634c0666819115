#include "export/c.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "export/c_inside.h"

/* ---- functions ---- */

enum { PARAMETERS_MAX = 5 };

struct parameter {
    const char *type, *name;
};

/* What libuv calls the function of a step's block with. */
static const struct parameter parameters[STEP_KIND_COUNT][PARAMETERS_MAX + 1] = {
    [STEP_TIMER] = { { "uv_timer_t *", "handle" } },
    [STEP_IDLE] = { { "uv_idle_t *", "handle" } },
    [STEP_PREPARE] = { { "uv_prepare_t *", "handle" } },
    [STEP_CHECK] = { { "uv_check_t *", "handle" } },
    [STEP_POLL] = { { "uv_poll_t *", "handle" }, { "int ", "status" }, { "int ", "events" } },
    [STEP_ASYNC] = { { "uv_async_t *", "handle" } },
    [STEP_WORK] = { { "uv_work_t *", "req" }, { "int ", "status" } },
    [STEP_STAT] = { { "uv_fs_t *", "req" } },
    [STEP_LOOKUP] = { { "uv_getaddrinfo_t *", "req" },
                      { "int ", "status" },
                      { "struct addrinfo *", "found" } },
    [STEP_SIGNAL] = { { "uv_signal_t *", "handle" }, { "int ", "signum" } },
    [STEP_CHILD] = { { "uv_process_t *", "handle" },
                     { "int64_t ", "exit_status" },
                     { "int ", "term_signal" } },
    [STEP_LISTEN] = { { "uv_stream_t *", "server" }, { "int ", "status" } },
    [STEP_CONNECT] = { { "uv_connect_t *", "req" }, { "int ", "status" } },
    [STEP_CONNECT_NOWHERE] = { { "uv_connect_t *", "req" }, { "int ", "status" } },
    [STEP_DATAGRAM] = { { "uv_udp_t *", "handle" },
                        { "ssize_t ", "size" },
                        { "const uv_buf_t *", "buf" },
                        { "const struct sockaddr *", "from" },
                        { "unsigned ", "flags" } },
    [STEP_CLOSE] = { { "uv_handle_t *", "handle" } },
    [STEP_READ] = { { "uv_stream_t *", "stream" },
                    { "ssize_t ", "size" },
                    { "const uv_buf_t *", "buf" } },
    [STEP_WRITE] = { { "uv_write_t *", "req" }, { "int ", "status" } },
    [STEP_SHUTDOWN] = { { "uv_shutdown_t *", "req" }, { "int ", "status" } },
    [STEP_THREAD] = { { "void *", "arg" } },
    [STEP_LOOP] = { { "void *", "arg" } },
};

/* What the function does before its steps and behind them. */
struct frame {
    const char *first, *last; /* NULL for nothing */
};

static struct frame frame_of(const struct c_step *x)
{
    bool allocated = x->object && x->object->several;
    switch (x->step->kind) {
    case STEP_WORK: return (struct frame){ NULL, allocated ? "free(req);" : NULL };
    case STEP_STAT:
        return (struct frame){ "uv_fs_req_cleanup(req);", allocated ? "free(req);" : NULL };
    case STEP_LOOKUP:
        return (struct frame){ "uv_freeaddrinfo(found);", allocated ? "free(req);" : NULL };
    case STEP_CLOSE: return (struct frame){ NULL, allocated ? "free(handle);" : NULL };
    case STEP_CONNECT:
    case STEP_CONNECT_NOWHERE:
    case STEP_WRITE:
    case STEP_SHUTDOWN: return (struct frame){ NULL, "free(req);" };
    case STEP_READ:
        return (struct frame){ "if (size == 0)\n        return; // nothing was there", NULL };
    case STEP_DATAGRAM:
        return (struct frame){ "if (size == 0 && !from)\n        return; // nothing was there",
                               NULL };
    default: return (struct frame){ NULL, NULL };
    }
}

/* Is the parameter named by what is written of the function, beside the program's steps? */
static bool is_used(const struct c_step *x, const struct frame *f, const char *name)
{
    const char *status = c_asks(x->step->body, OBSERVE_STATUS) ? c_status(x->step->kind) : NULL;
    return (f->first && strstr(f->first, name)) || (f->last && strstr(f->last, name)) ||
           (status && strstr(status, name));
}

static void put_unused(struct c *c, const struct c_step *x, const struct frame *f)
{
    const char *lead = "    ";
    for (const struct parameter *p = parameters[x->step->kind]; p->name; p++) {
        if (is_used(x, f, p->name))
            continue;
        fprintf(c->out, "%s(void)%s", lead, p->name);
        lead = ", ";
    }
    if (lead[0] == ',')
        fputs(";\n", c->out);
}

static void put_signature(struct c *c, const struct c_step *x, const char *end)
{
    size_t column = (size_t)fprintf(c->out, "static void %s(", x->function), indent = column;
    for (const struct parameter *p = parameters[x->step->kind]; p->name; p++) {
        size_t length = strlen(p->type) + strlen(p->name) + 2;
        bool first = p == parameters[x->step->kind];
        if (!first && column + length > 99) {
            fprintf(c->out, ",\n%*s", (int)indent, "");
            column = indent;
        } else if (!first) {
            fputs(", ", c->out);
        }
        fprintf(c->out, "%s%s", p->type, p->name);
        column += length;
    }
    fprintf(c->out, ")%s", end);
}

static void put_loop_body(struct c *c, const struct c_step *x)
{
    c_put_line(c, 1, "uv_loop_init(%s);", x->loop->text);
    c_put_steps(c, x->step->body, 1);
    c_put_line(c, 1, "uv_run(%s, UV_RUN_DEFAULT);", x->loop->text);
}

static void put_function(struct c *c, const struct c_step *x)
{
    struct frame f = frame_of(x);
    bool thread = x->step->kind == STEP_THREAD || x->step->kind == STEP_LOOP;
    bool counted = thread && (c->needs & NEED_OWN_THREADS);
    put_signature(c, x, "\n{\n");
    put_unused(c, x, &f);
    if (f.first)
        c_put_line(c, 1, "%s", f.first);
    if ((c->needs & NEED_SPEND) && !thread)
        c_put_line(c, 1, "spend();");
    if (x->step->kind == STEP_LOOP)
        put_loop_body(c, x);
    else
        c_put_steps(c, x->step->body, 1);
    if (f.last)
        c_put_line(c, 1, "%s", f.last);
    if (counted)
        c_put_line(c, 1, "own_threads--;");
    fputs("}\n\n", c->out);
}

static void put_forward(struct c *c)
{
    bool any = false;
    for (size_t i = 0; i < c->step_count; i++) {
        if (!c->step[i].forward)
            continue;
        put_signature(c, &c->step[i], ";\n");
        any = true;
    }
    if (any)
        putc('\n', c->out);
}

static int compare_order(const void *a, const void *b)
{
    const struct c_step *const *x = a, *const *y = b;
    return ((*x)->order > (*y)->order) - ((*x)->order < (*y)->order);
}

static void put_functions(struct c *c)
{
    const struct c_step **ordered = xcalloc(c->step_count + 1, sizeof *ordered);
    for (size_t i = 0; i < c->step_count; i++)
        ordered[i] = &c->step[i];
    qsort(ordered, c->step_count, sizeof *ordered, compare_order);
    for (size_t i = 0; i < c->step_count; i++)
        if (ordered[i]->function)
            put_function(c, ordered[i]);
    free(ordered);
}

/* ---- main ---- */

/* A path that is bound outlives the process, unless its handle was closed. */
static void put_unlinks(struct c *c)
{
    for (const struct c_object *o = c->objects; o; o = o->next)
        if (o->where && o->maker->option == TRANSPORT_PIPE && !o->loop->several)
            c_put_line(c, 1, "unlink(%s);", o->where);
}

static void put_main(struct c *c)
{
    const struct program *p = c->program;
    bool may_be_closed = c->has_close && !c->has_run;
    fputs("int main(void)\n{\n", c->out);
    if (may_be_closed)
        c_put_line(c, 1, "int closed = 0;");
    c_put_line(c, 1, "setvbuf(stdout, NULL, _IOLBF, 0); // nothing is lost in a crash");
    if (c->needs & NEED_WRITE)
        c_put_line(c, 1, "signal(SIGPIPE, SIG_IGN); // a write to nobody is an error");
    if (p->workers)
        c_put_line(c, 1, "uv_os_setenv(\"UV_THREADPOOL_SIZE\", \"%s\");", p->workers);
    c_put_line(c, 1, "loop = uv_default_loop();");
    if (c->needs & NEED_NOW)
        c_put_line(c, 1, "start = uv_now(loop);");
    putc('\n', c->out);
    c_put_steps(c, &p->main, 1);
    putc('\n', c->out);
    if (may_be_closed)
        c_put_line(c, 1, "if (!closed)\n        uv_run(loop, UV_RUN_DEFAULT);");
    else if (!c->has_run)
        c_put_line(c, 1, "uv_run(loop, UV_RUN_DEFAULT);");
    if (c->seconds)
        c_put_line(c, 1, "while (seconds > 0)\n        uv_thread_join(&second[--seconds]);");
    put_unlinks(c);
    fputs("    return 0;\n}\n", c->out);
}

/* ---- the whole ---- */

char *export_c(const struct program *p, struct diag *d)
{
    if (p->layer != LAYER_CORE) {
        diag_set(d, (struct place){ .file = p->file }, "programs of layer core have one",
                 "a %s program has no C form", program_layer_name(p->layer));
        return NULL;
    }
    char *text = NULL;
    size_t length = 0;
    struct c c = { .program = p };
    if (c_plan(&c, d) < 0) {
        c_plan_release(&c);
        return NULL;
    }
    c.out = open_memstream(&text, &length);
    if (!c.out) { /* it fails only for want of memory */
        fputs("loopspec: error: out of memory\n", stderr);
        exit(4);
    }
    c_put_head(&c);
    c_put_helpers(&c);
    put_forward(&c);
    put_functions(&c);
    put_main(&c);
    c_plan_release(&c);
    fclose(c.out);
    return text;
}
