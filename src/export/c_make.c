/* c_make.c - the statements of steps that make something. */
#include "export/c_inside.h"

#include <assert.h>

/* What libuv calls the kinds of handles. */
static const char *const kinds[] = {
    [STEP_TIMER] = "timer", [STEP_IDLE] = "idle", [STEP_PREPARE] = "prepare",
    [STEP_CHECK] = "check", [STEP_POLL] = "poll", [STEP_SIGNAL] = "signal",
};

/* The memory of one that is not alone. */
static void put_memory(const struct c_line *l)
{
    const struct c_object *o = l->o;
    if (!o->several || l->s->kind == STEP_THREAD)
        return;
    if (o->local)
        C_PUT(l, "%s *%s = malloc(sizeof *%s);", o->type, o->text, o->text);
    else
        C_PUT(l, "%s = malloc(sizeof *%s);", o->text, o->text);
    if (o->local && o->ends)
        C_PUT(l, l->s->kind == STEP_DATAGRAM ? "int %s;" : "int %s[2];", o->ends);
}

/* ---- starting and stopping ---- */

void c_put_start(const struct c_line *l, const char *callback)
{
    const struct step *maker = l->o->maker;
    const char *call = c_print(l->c, "%suv_%s_start(%s", l->result, kinds[maker->kind], l->at);
    if (maker->kind == STEP_TIMER)
        C_PUT(l, "%s, %s, %s, %s);", call, callback, c_delay(l->c, l->s->after_ns),
              c_delay(l->c, l->s->repeat_ns));
    else if (maker->kind == STEP_POLL)
        C_PUT(l, "%s, %s, %s);", call,
              maker->option == POLL_WRITABLE ? "UV_WRITABLE" : "UV_READABLE", callback);
    else if (maker->kind == STEP_SIGNAL)
        C_PUT(l, "%s, %s, %s);", call, callback, c_signal(maker));
    else
        C_PUT(l, "%s, %s);", call, callback);
}

void c_put_stop(const struct c_line *l)
{
    enum step_kind kind = l->o->maker->kind;
    if (kind < ARRAY_SIZE(kinds) && kinds[kind])
        C_PUT(l, "%suv_%s_stop(%s);", l->result, kinds[kind], l->at);
    else
        C_PUT(l, "%suv_read_stop((uv_stream_t *)%s);", l->result, l->at);
}

/* A timer, a signal or a watcher of the loop's own phases. */
static void put_plain(const struct c_line *l)
{
    C_PUT(l, "uv_%s_init(%s, %s);", kinds[l->s->kind], l->loop, l->at);
    if (c_has_result(l->s))
        c_put_start(l, l->callback);
}

/* ---- descriptors and requests ---- */

/* A writable descriptor is made ready by emptying what its other end was sent. */
void c_put_ready(const struct c_line *l)
{
    bool writable = l->o->maker->option == POLL_WRITABLE;
    const char *what = writable ? "empty" : "feed", *count = writable ? C_ALL : "1";
    if (l->s->after_ns != NO_TIME)
        C_PUT(l, "after(%s, %s, %s[1], %s);", c_ms(l->c, l->s->after_ns), what, l->o->ends, count);
    else
        C_PUT(l, "%s(%s[1], %s);", what, l->o->ends, count);
}

static void put_poll(const struct c_line *l)
{
    const char *ends = l->o->ends;
    C_PUT(l, "open_pair(%s);", ends);
    if (l->s->option == POLL_WRITABLE) {
        C_PUT(l, "limit_buffer(%s[0]);", ends);
        C_PUT(l, "fill(%s[0]);", ends);
    }
    C_PUT(l, "uv_poll_init(%s, %s, %s[0]);", l->loop, l->at, ends);
    if (l->s->after_ns != NO_TIME)
        c_put_ready(l);
    if (!l->s->stopped)
        c_put_start(l, l->callback);
}

static void put_request(const struct c_line *l)
{
    const char *ms = l->s->after_ns != NO_TIME ? c_ms(l->c, l->s->after_ns) : "";
    if (l->s->kind == STEP_WORK)
        C_PUT(l, "uv_queue_work(%s, %s, %s, %s);", l->loop, l->at,
              c_span_name(l->c, l->s->after_ns), l->callback);
    else if (l->s->kind == STEP_LOOKUP)
        C_PUT(l, "uv_getaddrinfo(%s, %s, %s, \"after-%sms\", NULL, NULL);", l->loop, l->at,
              l->callback, ms);
    else
        C_PUT(l, "uv_fs_stat(%s, %s, \"/\", %s);", l->loop, l->at, l->callback);
}

/* ---- streams ---- */

static void put_pipe_over(const struct c_line *l, const char *ends, int end)
{
    C_PUT(l, "limit_buffer(%s[%d]);", ends, end);
    C_PUT(l, "uv_pipe_init(%s, %s, 0);", l->loop, l->at);
    C_PUT(l, "uv_pipe_open(%s, %s[%d]);", l->at, ends, end);
}

static void put_init_stream(const struct c_line *l)
{
    if (c_is_tcp(l->c, l->x))
        C_PUT(l, "uv_tcp_init(%s, %s);", l->loop, l->at);
    else
        C_PUT(l, "uv_pipe_init(%s, %s, 0);", l->loop, l->at);
}

static void put_listen(const struct c_line *l)
{
    bool tcp = c_is_tcp(l->c, l->x);
    put_init_stream(l);
    C_PUT(l, tcp ? "bind_port(%s, &%s);" : "bind_path(%s, %s);", l->at, l->o->where);
    C_PUT(l, "%suv_listen((uv_stream_t *)%s, SOMAXCONN, %s);", l->result, l->at, l->callback);
}

static void put_accept(const struct c_line *l)
{
    put_init_stream(l);
    C_PUT(l, "uv_accept((uv_stream_t *)%s, (uv_stream_t *)%s);", l->x->from->address, l->at);
}

static void put_connect(const struct c_line *l)
{
    bool tcp = c_is_tcp(l->c, l->x);
    put_init_stream(l);
    if (l->s->kind == STEP_CONNECT)
        C_PUT(l, tcp ? "%sconnect_tcp(%s, &%s, %s);" : "%sconnect_pipe(%s, %s, %s);", l->result,
              l->at, l->x->from->where, l->callback);
    else
        C_PUT(l, tcp ? "%sconnect_nowhere(%s, %s);" : "%sconnect_pipe(%s, \"/nowhere\", %s);",
              l->result, l->at, l->callback);
}

static void put_datagram(const struct c_line *l)
{
    C_PUT(l, "uv_udp_init(%s, %s);", l->loop, l->at);
    C_PUT(l, "%s = bind_datagrams(%s);", l->o->ends, l->at);
    C_PUT(l, "%suv_udp_recv_start(%s, allocate, %s);", l->result, l->at, l->callback);
}

void c_put_thread(const struct c_line *l, const char *id)
{
    if (l->c->needs & NEED_OWN_THREADS)
        C_PUT(l, "own_threads++;");
    C_PUT(l, "uv_thread_create(%s, %s, NULL);", id, l->x->function);
}

void c_put_made(const struct c_line *l)
{
    put_memory(l);
    if (l->o->callback)
        C_PUT(l, "%s = %s;", l->o->callback, l->callback);
    switch (l->s->kind) {
    case STEP_TIMER:
    case STEP_IDLE:
    case STEP_PREPARE:
    case STEP_CHECK:
    case STEP_SIGNAL: put_plain(l); break;
    case STEP_POLL: put_poll(l); break;
    case STEP_ASYNC: C_PUT(l, "uv_async_init(%s, %s, %s);", l->loop, l->at, l->callback); break;
    case STEP_WORK:
    case STEP_STAT:
    case STEP_LOOKUP: put_request(l); break;
    case STEP_CHILD: C_PUT(l, "spawn_true(%s, %s, %s);", l->loop, l->at, l->callback); break;
    case STEP_STREAM:
        C_PUT(l, "open_pair(%s);", l->o->ends);
        put_pipe_over(l, l->o->ends, 0);
        break;
    case STEP_PEER: put_pipe_over(l, l->x->from->ends, 1); break;
    case STEP_LISTEN: put_listen(l); break;
    case STEP_ACCEPT: put_accept(l); break;
    case STEP_CONNECT:
    case STEP_CONNECT_NOWHERE: put_connect(l); break;
    case STEP_DATAGRAM: put_datagram(l); break;
    case STEP_THREAD: c_put_thread(l, l->at); break;
    default: assert(!"what a core program makes");
    }
}
