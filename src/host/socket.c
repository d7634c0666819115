/* socket.c - the program's streams, listeners and datagram handles. The world makes the sockets, so
 * that it knows their other ends; then the loop takes them over. */
#include "host/inside.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>

#include "base/mem.h"
#include "base/temp.h"

enum {
    ROOM = 65536, /* bytes per read, unless the program says otherwise */
    END = LOOP_END_OF_FILE,
};
static_assert(END == TRACE_END_OF_FILE, "a status is recorded as it is");

static struct world_socket *open_socket(struct host *h, const struct step *s,
                                        enum world_socket_kind kind)
{
    struct world_socket *socket = world_socket_open(kind);
    if (!socket && kind == WORLD_PIPE)
        host_fail(h, s, "no socket could be made in '%s': %s", temp_folder(), strerror(errno));
    if (!socket)
        host_note_loopback(h);
    if (!socket)
        host_fail(h, s, "no socket could be made: %s", strerror(errno));
    return socket;
}

static struct object *add(struct host *h, const struct step *s, enum world_socket_kind kind,
                          enum trace_kind trace_kind, enum loop_kind loop_kind)
{
    struct world_socket *socket = open_socket(h, s, kind);
    struct object *o = object_add_handle(h, s, trace_kind, loop_kind, world_socket_number(socket));
    o->socket = socket;
    return o;
}

/* ---- steps that make something ---- */

/* Both ends of a channel are channels. */
static enum loop_kind stream_kind(const struct step *s)
{
    return s->kind == STEP_CHANNEL ? LOOP_CHANNEL : LOOP_STREAM;
}

void socket_make_stream(struct host *h, const struct step *s)
{
    add(h, s, WORLD_STREAM, TRACE_READ, stream_kind(s));
}

void socket_make_peer(struct host *h, const struct step *s)
{
    const struct object *other = object_find_source(h, s);
    int fd = world_socket_take_peer(other->socket);
    if (fd < 0)
        host_fail(h, s, "'%s' has a peer already", h->config->program->string[s->from]);
    object_add_handle(h, s, TRACE_READ, stream_kind(other->step), fd);
}

void socket_make_listener(struct host *h, const struct step *s)
{
    enum world_socket_kind kind = s->option == TRANSPORT_TCP ? WORLD_TCP : WORLD_PIPE;
    struct object *o = add(h, s, kind, TRACE_CONNECTION, LOOP_LISTENER);
    h->result = h->backend->listen(o->handle);
}

/* For a path, bind() itself makes the socket. */
void socket_make_bound(struct host *h, const struct step *s)
{
    struct world_socket *taken = object_find_source(h, s)->socket;
    int fd = world_socket_dial(taken);
    if (fd < -1)
        host_fail(h, s, "no socket could be made: %s", strerror(errno));
    struct object *o = object_add_handle(h, s, TRACE_CONNECTION, LOOP_LISTENER, fd);
    h->result = h->backend->bind(o->handle, world_socket_address(taken));
}

void socket_make_accepted(struct host *h, const struct step *s)
{
    struct object *listener = object_find_source(h, s);
    struct object *o = object_add(h, s, TRACE_READ, sizeof *o);
    o->handle = h->backend->accept(listener->handle, object_called, o);
    if (!o->handle)
        host_fail(h, s, "'%s' has no connection to accept", h->config->program->string[s->from]);
}

void socket_start_datagram(struct host *h, struct object *o)
{
    const struct step *s = o->step;
    bool is_cramped = s->kind == STEP_DATAGRAM && s->option == DATAGRAM_CRAMPED;
    bool is_plain = s->kind == STEP_DATAGRAM_PAIR || s->option == 0 || is_cramped;
    h->result = is_plain ? h->backend->read_start(o->handle, is_cramped ? 1 : ROOM)
                         : h->backend->datagram_start(o->handle, s->option != DATAGRAM_ROOMLESS,
                                                      s->option == DATAGRAM_THOROUGH);
}

/* Make a handle that receives several datagrams with one call. */
static struct object *add_batched(struct host *h, const struct step *s)
{
    struct world_socket *socket = open_socket(h, s, WORLD_DATAGRAM);
    struct object *o = object_add(h, s, TRACE_DATAGRAM, sizeof *o);
    o->socket = socket;
    o->handle = h->backend->datagram_new(h->loop, world_socket_number(socket), s->count,
                                         object_called, o);
    if (!o->handle)
        host_fail(h, s, "the backend could not make the handle");
    return o;
}

void socket_make_datagram(struct host *h, const struct step *s)
{
    bool pair = s->kind == STEP_DATAGRAM_PAIR;
    struct object *o = !pair && s->count != NO_COUNT
                           ? add_batched(h, s)
                           : add(h, s, pair ? WORLD_DATAGRAMS : WORLD_DATAGRAM, TRACE_DATAGRAM,
                                 LOOP_DATAGRAM);
    if (!s->stopped)
        socket_start_datagram(h, o);
}

/* Besides the callback of reads, the connect has one of its own. */
static void connect_to(struct host *h, const struct step *s, struct world_socket *to)
{
    int fd = world_socket_dial(to);
    if (fd < -1)
        host_fail(h, s, "no socket could be made: %s", strerror(errno));
    struct object *request = object_add(h, s, TRACE_CONNECT, sizeof *request);
    /* This object has the name. */
    struct object *o = object_add_handle(h, s, TRACE_READ, LOOP_STREAM, fd);
    h->result = h->backend->connect(o->handle, world_socket_address(to), object_done, request);
    request->awaited = h->result >= 0;
    world_socket_await_kernel(to, fd);
    if (s->kind == STEP_CONNECT_NOWHERE)
        o->socket = to;
}

void socket_make_connected(struct host *h, const struct step *s)
{
    bool tcp = s->option == TRANSPORT_TCP;
    if (s->kind == STEP_CONNECT)
        connect_to(h, s, object_find_source(h, s)->socket);
    else
        connect_to(h, s, open_socket(h, s, tcp ? WORLD_TCP_NOWHERE : WORLD_PIPE_NOWHERE));
}

/* ---- steps that act on it ---- */

/* What reading from a closing stream returns is documented (POLL-43), so the call is made. */
void socket_read(struct host *h, const struct step *s)
{
    struct object *o = object_find(h, s);
    h->result = h->backend->read_start(o->handle, s->count == NO_COUNT ? ROOM : s->count);
    if (h->result < 0)
        return; /* if it was reading before, it goes on */
    o->body = s->body;
    o->cause = h->record.running;
}

/* Bytes to send; their values do not matter. */
static const void *blank(struct host *h)
{
    if (!h->blank)
        h->blank = xcalloc(PROGRAM_COUNT_MAX, 1);
    return h->blank;
}

/* The address to send a datagram to: none if the handle is connected. `misaddressed` turns that
 * around. */
static const struct sockaddr *addressee(const struct object *o, const struct step *s)
{
    static const struct sockaddr_in discard = { .sin_family = AF_INET };
    bool named = o->step->kind == STEP_DATAGRAM && !o->attached;
    if (s->kind != STEP_TRY_BATCH && s->option == SEND_MISADDRESSED)
        named = !named;
    const struct sockaddr *other = world_socket_other_address(o->socket);
    return !named ? NULL : other ? other : (const struct sockaddr *)&discard;
}

void socket_write(struct host *h, const struct step *s)
{
    struct object *o = object_find_open(h, s);
    struct object *request = object_add(h, s, TRACE_WRITE, sizeof *request);
    if (o->kind == TRACE_DATAGRAM) {
        world_socket_make_room(o->socket);
        h->result = h->backend->send(o->handle, blank(h), s->count, addressee(o, s), object_done,
                                     request);
    } else {
        h->result = h->backend->write(o->handle, blank(h), s->count, object_done, request);
    }
    request->awaited = h->result >= 0;
}

void socket_try(struct host *h, const struct step *s)
{
    struct object *o = object_find_open(h, s);
    if (o->kind != TRACE_DATAGRAM) {
        h->result = h->backend->try_write(o->handle, blank(h), s->count);
        return;
    }
    const struct sockaddr *to = addressee(o, s);
    world_socket_make_room(o->socket);
    h->result = s->kind == STEP_TRY_BATCH
                    ? h->backend->try_send_batch(o->handle, blank(h), 1, s->count, to)
                    : h->backend->try_send(o->handle, blank(h), s->count, to);
}

void socket_attach(struct host *h, const struct step *s)
{
    struct object *o = object_find_open(h, s);
    bool attached = s->kind == STEP_ATTACH;
    h->result = h->backend->datagram_connect(
        o->handle, attached ? world_socket_other_address(o->socket) : NULL);
    if (h->result >= 0)
        o->attached = attached;
}

void socket_ready(struct host *h, const struct step *s)
{
    struct object *o = object_find_open(h, s);
    if (s->after_ns == NO_TIME)
        world_socket_release(o->socket);
    else
        world_socket_release_after(o->socket, s->after_ns);
}

void socket_drain(struct host *h, const struct step *s)
{
    world_socket_hold(object_find_open(h, s)->socket);
}

void socket_block(struct host *h, const struct step *s)
{
    struct object *o = object_find_open(h, s);
    h->result = h->backend->set_blocking(o->handle, s->kind == STEP_BLOCK);
}

int64_t socket_is_blocking(struct host *h, const struct step *s)
{
    int fd = h->backend->descriptor(object_find(h, s)->handle);
    int flags = fd < 0 ? fd : fcntl(fd, F_GETFL);
    return flags < 0 ? flags : !(flags & O_NONBLOCK);
}

void socket_pass(struct host *h, const struct step *s)
{
    struct object *o = object_find_open(h, s), *over = object_find_source(h, s);
    struct object *request = object_add(h, s, TRACE_WRITE, sizeof *request);
    h->result = h->backend->pass(over->handle, o->handle, object_done, request);
    request->awaited = h->result >= 0;
}

/* If the program also has the other end, that has been reset when this step is over. */
void socket_reset(struct host *h, const struct step *s)
{
    bool is_known = h->backend->can & LOOP_CAN_DESCRIPTOR;
    int fd = is_known ? h->backend->descriptor(object_find_open(h, s)->handle) : -1;
    struct world_tcp_end other = world_tcp_other_end(fd);
    object_close_reset(h, s);
    if (h->result >= 0)
        world_tcp_await_change(&other);
}

void socket_shutdown(struct host *h, const struct step *s)
{
    struct object *o = object_find_open(h, s);
    struct object *request = object_add(h, s, TRACE_SHUTDOWN, sizeof *request);
    h->result = h->backend->shutdown(o->handle, object_done, request);
    request->awaited = h->result >= 0;
}

void socket_feed(struct host *h, const struct step *s)
{
    struct object *o = object_find_open(h, s);
    if (o->kind == TRACE_READ && world_socket_has_peer(o->socket))
        host_fail(h, s, "'%s' has a peer, which alone can write to it", host_name(h, s));
    uint32_t size = s->option == FEED_EMPTY ? 0 : s->option == FEED_DOUBLE ? 2 : 1;
    o->cause = h->record.running;
    if (s->after_ns == NO_TIME)
        world_socket_feed(o->socket, s->count, size);
    else
        world_socket_feed_after(o->socket, s->count, size, s->after_ns);
}
