/* c_step.c - the statements of steps that act on something. */
#include "export/c_inside.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

enum { INDENT = 4 };

void c_put_line(struct c *c, uint32_t depth, const char *fmt, ...)
{
    va_list args;
    fprintf(c->out, "%*s", (int)(INDENT * depth), "");
    va_start(args, fmt);
    vfprintf(c->out, fmt, args);
    va_end(args);
    putc('\n', c->out);
}

/* ---- within a line ---- */

const char *c_ms(struct c *c, uint64_t ns)
{
    char fraction[8];
    int digits = snprintf(fraction, sizeof fraction, ".%06u", (unsigned)(ns % 1000000));
    while (digits > 0 && (fraction[digits - 1] == '0' || fraction[digits - 1] == '.'))
        fraction[--digits] = '\0';
    return c_print(c, "%llu%s", (unsigned long long)(ns / 1000000), fraction);
}

const char *c_delay(struct c *c, uint64_t ns)
{
    return ns == FOR_EVER  ? "UINT64_MAX"
           : ns == NO_TIME ? "0"
                           : c_print(c, "%llu", (unsigned long long)(ns / 1000000));
}

const char *c_span_name(struct c *c, uint64_t ns)
{
    char text[40];
    snprintf(text, sizeof text, "work_%sms", c_ms(c, ns));
    for (char *at = text; *at; at++)
        *at = *at == '.' ? '_' : *at;
    return c_print(c, "%s", text);
}

const char *c_status(enum step_kind kind)
{
    switch (kind) {
    case STEP_POLL:
    case STEP_WORK:
    case STEP_LISTEN:
    case STEP_CONNECT:
    case STEP_CONNECT_NOWHERE:
    case STEP_WRITE:
    case STEP_SHUTDOWN: return "status";
    case STEP_STAT: return "(int)req->result";
    case STEP_LOOKUP: return "status == UV_EAI_CANCELED ? UV_ECANCELED : status";
    case STEP_CHILD: return "(int)exit_status";
    case STEP_READ:
    case STEP_DATAGRAM: return "(int)size";
    default: return NULL;
    }
}

const char *c_signal(const struct step *s)
{
    static const char *const signals[SIGNAL_COUNT] = {
        [SIGNAL_HUP] = "SIGHUP",
        [SIGNAL_USR1] = "SIGUSR1",
        [SIGNAL_WINCH] = "SIGWINCH",
    };
    return signals[s->option];
}

/* ---- the result of a call ---- */

bool c_has_result(const struct step *s)
{
    switch (s->kind) {
    case STEP_TIMER: return s->after_ns != NO_TIME && !s->stopped;
    case STEP_IDLE:
    case STEP_PREPARE:
    case STEP_CHECK:
    case STEP_POLL: return !s->stopped;
    case STEP_STAT: return !s->body;
    case STEP_SIGNAL:
    case STEP_LISTEN:
    case STEP_CONNECT:
    case STEP_CONNECT_NOWHERE:
    case STEP_DATAGRAM:
    case STEP_START:
    case STEP_STOP:
    case STEP_AGAIN:
    case STEP_SEND:
    case STEP_CANCEL:
    case STEP_READ:
    case STEP_WRITE:
    case STEP_SHUTDOWN:
    case STEP_RUN:
    case STEP_CLOSE_LOOP: return true;
    default: return false;
    }
}

/* Can anybody see it before the next call's is there? In doubt yes. */
static bool is_seen(const struct block *b, const struct step *s)
{
    for (const struct step *next = s + 1; next < b->step + b->count; next++) {
        if (next->kind == STEP_OBSERVE && next->option == OBSERVE_RESULT)
            return true;
        if (next->kind == STEP_RUN || c_is_inline(next))
            return true;
        if (c_has_result(next))
            return false;
    }
    return true;
}

/* ---- steps that act on something ---- */

static const char *started_callback(const struct c_line *l)
{
    const char *function = c_find(l->c, l->o->maker)->function;
    return l->o->callback ? l->o->callback : function ? function : "NULL";
}

static void put_close(const struct c_line *l)
{
    const char *otherwise = l->o->several ? "free_handle" : "NULL";
    C_PUT(l, "uv_close((uv_handle_t *)%s, %s);", l->at,
          l->x->function ? l->x->function : otherwise);
}

static void put_feed(const struct c_line *l)
{
    bool stream = l->o->maker->kind == STEP_STREAM;
    const char *what = stream ? "feed" : "feed_each";
    const char *to = c_print(l->c, stream ? "%s[1]" : "%s", l->o->ends);
    if (l->s->after_ns == NO_TIME)
        C_PUT(l, "%s(%s, %u);", what, to, l->s->count);
    else
        C_PUT(l, "after(%s, %s, %s, %u);", c_ms(l->c, l->s->after_ns), what, to, l->s->count);
}

static void put_drain(const struct c_line *l)
{
    if (l->o->maker->option == POLL_WRITABLE)
        C_PUT(l, "fill(%s[0]);", l->o->ends);
    else
        C_PUT(l, "empty(%s[0], " C_ALL ");", l->o->ends);
}

static const char *allocator(struct c *c, uint32_t room)
{
    return room == NO_COUNT ? "allocate" : c_print(c, "allocate_%u", room);
}

static void put_on_stream(const struct c_line *l)
{
    const char *stream = c_print(l->c, "(uv_stream_t *)%s", l->at);
    if (l->s->kind == STEP_READ)
        C_PUT(l, "%suv_read_start(%s, %s, %s);", l->result, stream, allocator(l->c, l->s->count),
              l->callback);
    else if (l->s->kind == STEP_WRITE)
        C_PUT(l, "%swrite_bytes(%s, %u, %s);", l->result, stream, l->s->count, l->callback);
    else
        C_PUT(l, "%sshut_down(%s, %s);", l->result, stream, l->callback);
}

/* ---- steps on the loop, the world and the trace ---- */

static void put_log(const struct c_line *l)
{
    for (uint32_t i = 0; i < l->s->label_count; i++)
        C_PUT(l, "puts(\"%s\");", l->c->program->string[l->s->label[i]]);
}

static void put_number(const struct c_line *l, const char *format, const char *value)
{
    C_PUT(l, "printf(\"%s = %s\\n\", %s);", l->c->program->string[l->s->label[0]], format, value);
}

static void put_status(const struct c_line *l)
{
    const char *label = l->c->program->string[l->s->label[0]];
    const char *status = l->x->inside ? c_status(l->x->inside->step->kind) : NULL;
    if (status)
        C_PUT(l, "print_value(\"%s\", %s);", label, status);
    else
        C_PUT(l, "puts(\"%s = 0\");", label);
}

static void put_observe(const struct c_line *l)
{
    struct c *c = l->c;
    const char *handle = l->o ? c_print(c, "(const uv_handle_t *)%s", l->at) : "";
    switch ((enum observe_what)l->s->option) {
    case OBSERVE_ALIVE: put_number(l, "%d", c_print(c, "uv_loop_alive(%s) != 0", l->loop)); break;
    case OBSERVE_TIMEOUT: put_number(l, "%d", c_print(c, "uv_backend_timeout(%s)", l->loop)); break;
    case OBSERVE_NOW:
        put_number(l, "%llu", c_print(c, "(unsigned long long)(uv_now(%s) - start)", l->loop));
        break;
    case OBSERVE_RESULT:
        C_PUT(l, "print_value(\"%s\", %s);", c->program->string[l->s->label[0]],
              l->x->loop->result);
        break;
    case OBSERVE_STATUS: put_status(l); break;
    case OBSERVE_THREADS: put_number(l, "%d", "threads()"); break;
    case OBSERVE_TURNS: put_number(l, "%llu", c_print(c, "turns(%s)", l->loop)); break;
    case OBSERVE_ACTIVE: put_number(l, "%d", c_print(c, "uv_is_active(%s) != 0", handle)); break;
    case OBSERVE_CLOSING: put_number(l, "%d", c_print(c, "uv_is_closing(%s) != 0", handle)); break;
    case OBSERVE_REFERENCED: put_number(l, "%d", c_print(c, "uv_has_ref(%s) != 0", handle)); break;
    case OBSERVE_DUE: put_number(l, "%llu", c_print(c, "due_in(%s)", l->at)); break;
    case OBSERVE_CODE:
    case OBSERVE_COUNT: assert(!"an observation of the core layer");
    }
}

static void put_raise(const struct c_line *l)
{
    if (l->s->after_ns == NO_TIME)
        C_PUT(l, "raise(%s);", c_signal(l->s));
    else
        C_PUT(l, "raise_after(%s, %s);", c_ms(l->c, l->s->after_ns), c_signal(l->s));
}

static void put_run(const struct c_line *l)
{
    static const char *const modes[] = {
        [RUN_DEFAULT] = "DEFAULT",
        [RUN_ONCE] = "ONCE",
        [RUN_NOWAIT] = "NOWAIT",
    };
    C_PUT(l, "%suv_run(%s, UV_RUN_%s);", l->result, l->loop, modes[l->s->option]);
}

static void put_close_loop(const struct c_line *l)
{
    const char *result = l->x->loop->result;
    if (l->c->has_run)
        C_PUT(l, "%suv_loop_close(%s);", l->result, l->loop);
    else if (result) {
        C_PUT(l, "%s = uv_loop_close(%s);", result, l->loop);
        C_PUT(l, "closed = %s == 0;", result);
    } else
        C_PUT(l, "closed = uv_loop_close(%s) == 0;", l->loop);
}

static void put_repeat(const struct c_line *l)
{
    struct c *c = l->c;
    c->repeats++;
    const char *i = c_counter(c);
    C_PUT(l, "for (int %s = 0; %s < %u; %s++) {", i, i, l->s->count, i);
    c_put_steps(c, l->s->body, l->depth + 1);
    C_PUT(l, "}");
    c->repeats--;
}

static void put_first(const struct c_line *l)
{
    const char *reached = l->c->reached[l->s->slot];
    C_PUT(l, "if (%s < %u) {", reached, l->s->count);
    c_put_line(l->c, l->depth + 1, "%s++;", reached);
    c_put_steps(l->c, l->s->body, l->depth + 1);
    if (l->s->otherwise) {
        C_PUT(l, "} else {");
        c_put_steps(l->c, l->s->otherwise, l->depth + 1);
    }
    C_PUT(l, "}");
}

/* On what has a name. */
static void put_act(const struct c_line *l)
{
    assert(l->o);
    switch (l->s->kind) {
    case STEP_START: c_put_start(l, started_callback(l)); break;
    case STEP_STOP: c_put_stop(l); break;
    case STEP_CLOSE: put_close(l); break;
    case STEP_REF: C_PUT(l, "uv_ref((uv_handle_t *)%s);", l->at); break;
    case STEP_UNREF: C_PUT(l, "uv_unref((uv_handle_t *)%s);", l->at); break;
    case STEP_AGAIN: C_PUT(l, "%suv_timer_again(%s);", l->result, l->at); break;
    case STEP_SET_REPEAT:
        C_PUT(l, "uv_timer_set_repeat(%s, %s);", l->at, c_delay(l->c, l->s->repeat_ns));
        break;
    case STEP_READY: c_put_ready(l); break;
    case STEP_DRAIN: put_drain(l); break;
    case STEP_SEND: C_PUT(l, "%suv_async_send(%s);", l->result, l->at); break;
    case STEP_CANCEL: C_PUT(l, "%suv_cancel((uv_req_t *)%s);", l->result, l->at); break;
    case STEP_READ:
    case STEP_WRITE:
    case STEP_SHUTDOWN: put_on_stream(l); break;
    case STEP_FEED: put_feed(l); break;
    default: assert(!"a word that acts on a handle");
    }
}

static void put_other(const struct c_line *l)
{
    switch (l->s->kind) {
    case STEP_STAT: C_PUT(l, "%sstat_now(%s);", l->result, l->loop); break;
    case STEP_LOG: put_log(l); break;
    case STEP_OBSERVE: put_observe(l); break;
    case STEP_BUSY: C_PUT(l, "busy(%s);", c_ms(l->c, l->s->after_ns)); break;
    case STEP_REPEAT: put_repeat(l); break;
    case STEP_FIRST: put_first(l); break;
    case STEP_LOOP: c_put_thread(l, "&second[seconds++]"); break;
    case STEP_RAISE: put_raise(l); break;
    case STEP_INTERRUPT:
        C_PUT(l, "interrupt_after(%s, %u);", c_ms(l->c, l->s->after_ns), l->s->count);
        break;
    case STEP_RUN: put_run(l); break;
    case STEP_STOP_LOOP: C_PUT(l, "uv_stop(%s);", l->loop); break;
    case STEP_CLOSE_LOOP: put_close_loop(l); break;
    case STEP_UPDATE_TIME: C_PUT(l, "uv_update_time(%s);", l->loop); break;
    default: assert(!"a word of the core layer");
    }
}

/* ---- blocks ---- */

static void put_step(struct c *c, const struct block *b, const struct step *s, uint32_t depth)
{
    const struct c_step *x = c_find(c, s);
    bool in_thread = x->inside && x->inside->step->kind == STEP_THREAD;
    bool assigns = x->loop->result && c_has_result(s) && !in_thread && is_seen(b, s);
    struct c_line l = {
        .c = c,
        .x = x,
        .s = s,
        .o = x->object,
        .depth = depth,
        .loop = x->loop->text,
        .at = x->object ? x->object->address : NULL,
        .result = assigns ? c_print(c, "%s = ", x->loop->result) : "",
        .callback = x->function ? x->function : "NULL",
    };
    if (c_is_maker(s))
        c_put_made(&l);
    else if (s->kind < STEP_LOG && s->kind >= STEP_START)
        put_act(&l);
    else
        put_other(&l);
}

void c_put_steps(struct c *c, const struct block *b, uint32_t depth)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const struct step *s = &b->step[i];
        if (i > 0 && s->blank_before)
            putc('\n', c->out);
        c_put_comments(c, s->comment, s->comment_count, depth);
        c_put_comments(c, &s->trailing, s->trailing ? 1 : 0, depth);
        put_step(c, b, s, depth);
    }
    c_put_comments(c, b->comment, b->comment_count, depth);
}
