/* What backend.h promises of streams, listeners and datagrams, of every built-in
 * backend alike. */
#include "backend/fixture_test.h"
#include <arpa/inet.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>

enum { LARGE = 300000 };

/* Bytes to write; their values do not matter. */
static const char bytes[LARGE];

/* What has arrived at the far end. */
static void act_receive(struct role *r, int status)
{
    char some[16];
    (void)status;
    say(r->stage, "got", (int)recv(r->fd, some, sizeof some, MSG_DONTWAIT));
}

/* ---- streams ---- */

/* A stream over one end of a pair; the other end is the role's. */
static struct role *role_stream(struct fixture *s, const char *name)
{
    int fd[2];
    const int room = 4096;

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fd) < 0)
        abort();
    setsockopt(fd[0], SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    struct role *r = role_handle(s, name, LOOP_STREAM, fd[0]);
    r->fd = fd[1];
    return r;
}

static struct role *role_write(struct role *stream, const char *name, size_t size)
{
    struct fixture *s = stream->stage;
    struct role *w = role_new(s, name);
    is_int(s->backend->write(stream->handle, bytes, size, role_called, w), 0, "a write");
    return w;
}

static struct role *role_shutdown(struct role *stream, const char *name)
{
    struct role *r = role_new(stream->stage, name);
    is_int(r->stage->backend->shutdown(stream->handle, role_called, r), 0, "a shutdown");
    return r;
}

static void play_read(struct fixture *s)
{
    struct role *a = role_stream(s, "a");

    send(a->fd, "hello", 5, 0);
    close(a->fd);
    a->fd = -1;
    say(s, "read", s->backend->read_start(a->handle, 2));
}

/* Having filled its room the loop tries again, and finds nothing. */
static void play_read_nothing(struct fixture *s)
{
    struct role *a = role_stream(s, "a");

    send(a->fd, "even", 4, 0);
    s->backend->read_start(a->handle, 2);
    s->backend->run(s->loop, LOOP_ONCE);
    say(s, "ran", a->calls);
    close(a->fd);
    a->fd = -1;
}

static void play_read_stopped(struct fixture *s)
{
    struct role *a = role_stream(s, "a");

    send(a->fd, "hello", 5, 0);
    a->act = act_stop;
    s->backend->read_start(a->handle, 2);
    is_int(s->backend->handle_state(a->handle),
           LOOP_IS_ACTIVE | LOOP_IS_REFERENCED | LOOP_IS_READABLE | LOOP_IS_WRITABLE,
           "a stream that reads is active");
}

static void play_write(struct fixture *s)
{
    struct role *a = role_stream(s, "a"), *w = role_write(a, "W", 3);

    w->fd = dup(a->fd);
    w->act = act_receive;
    say(s, "written", 0);
}

/* The kernel decides how much fits: the answer must be what the other side can read. */
static void play_try_large(struct fixture *s)
{
    static char room[LARGE];
    struct role *a = role_stream(s, "a");
    int sent = s->backend->try_write(a->handle, bytes, LARGE);
    ssize_t read = 0, n;

    while ((n = recv(a->fd, room, sizeof room, MSG_DONTWAIT)) > 0)
        read += n;
    ok(sent > 0 && sent < LARGE, "a part of it was sent: %d bytes", sent);
    is_int(sent, read, "and the answer says how much");
    is_int(s->backend->unwritten(a->handle), 0, "and nothing is queued");
}

static void play_shutdown(struct fixture *s)
{
    struct role *a = role_stream(s, "a"), *w = role_write(a, "W", 3), *e = role_shutdown(a, "E");

    w->fd = dup(a->fd);
    e->fd = dup(a->fd);
    w->act = e->act = act_receive;
}

static void act_sum(struct role *r, int status)
{
    r->sum += (size_t)status;
    if (r->sum == LARGE) {
        say(r->stage, "all", 0);
        act_stop(r, 0);
    }
}

static void play_write_large(struct fixture *s)
{
    struct role *a = role_stream(s, "a");
    struct role *b = role_handle(s, NULL, LOOP_STREAM, a->fd);

    a->fd = -1;
    b->act = act_sum;
    s->backend->read_start(b->handle, 65536);
    role_write(a, "W", LARGE);
}

static void play_close_cancels(struct fixture *s)
{
    struct role *a = role_stream(s, "a");

    role_write(a, "W", LARGE);
    role_shutdown(a, "E");
    role_close(a, role_closed);
}

static void play_write_broken(struct fixture *s)
{
    struct role *a = role_stream(s, "a");

    close(a->fd);
    a->fd = -1;
    role_write(a, "W", 3);
}

/* ---- connections and datagrams ---- */

union address {
    struct sockaddr any;
    struct sockaddr_un path;
    struct sockaddr_in port;
};

static int socket_new(int family, int type)
{
    const int fd = socket(family, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        abort();
    return fd;
}

/* Bound to a port of the kernel's choice, which is stored. */
static int socket_bound(int type, union address *at)
{
    const int fd = socket_new(AF_INET, type);
    socklen_t size = sizeof at->port;

    at->port = (struct sockaddr_in){ .sin_family = AF_INET,
                                     .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    if (bind(fd, &at->any, size) < 0 || getsockname(fd, &at->any, &size) < 0)
        abort();
    return fd;
}

static void act_accept(struct role *r, int status)
{
    const struct loop_backend *b = r->stage->backend;
    struct role *s = r->other;

    (void)status;
    s->handle = b->accept(r->handle, role_called, s);
    ok(s->handle, "a connection is accepted");
    ok(!b->accept(r->handle, role_called, NULL), "once");
    say(r->stage, "read", b->read_start(s->handle, 16));
    role_close(r, NULL);
}

static void act_send(struct role *r, int status)
{
    (void)status;
    role_write(r->other, NULL, 2);
    role_shutdown(r->other, NULL);
}

/* The order in which both sides learn of the connection is not promised, so both write nothing. */
static void play_connection(struct fixture *s, int listener, int client, const union address *at)
{
    struct role *l = role_handle(s, NULL, LOOP_LISTENER, listener);
    struct role *c = role_handle(s, NULL, LOOP_STREAM, client), *k = role_new(s, NULL);

    l->other = role_new(s, "s");
    l->act = act_accept;
    k->other = c;
    k->act = act_send;
    is_int(s->backend->listen(l->handle), 0, "it listens");
    ok(!s->backend->accept(l->handle, role_called, NULL), "there is no connection yet");
    is_int(s->backend->connect(c->handle, &at->any, role_called, k), 0, "it connects");
}

static void play_path(struct fixture *s)
{
    char folder[] = "/tmp/loopspec-XXXXXX";
    union address at = { .path.sun_family = AF_UNIX };
    const int fd = socket_new(AF_UNIX, SOCK_STREAM);

    if (!mkdtemp(folder))
        abort();
    snprintf(at.path.sun_path, sizeof at.path.sun_path, "%s/l", folder);
    if (bind(fd, &at.any, sizeof at.path) < 0)
        abort();
    play_connection(s, fd, -1, &at); /* a path is looked up when the call is made */
    unlink(at.path.sun_path);
    rmdir(folder);
}

static void play_port(struct fixture *s)
{
    union address at;
    const int fd = socket_bound(SOCK_STREAM, &at);
    play_connection(s, fd, socket_new(AF_INET, SOCK_STREAM), &at);
}

static void play_path_missing(struct fixture *s)
{
    const union address at = { .path = { AF_UNIX, "/missing/entirely" } };
    struct role *c = role_handle(s, "c", LOOP_STREAM, -1);

    say(s, "connect", s->backend->connect(c->handle, &at.any, role_called, role_new(s, "K")));
}

static void play_port_refused(struct fixture *s)
{
    union address at;
    struct role *k = role_new(s, "K");
    struct role *c = role_handle(s, "c", LOOP_STREAM, socket_new(AF_INET, SOCK_STREAM));

    k->fd = socket_bound(SOCK_STREAM, &at); /* nobody listens on it */
    say(s, "connect", s->backend->connect(c->handle, &at.any, role_called, k));
}

static void play_datagrams(struct fixture *s)
{
    static const size_t sizes[] = { 1, 0, 3 };
    union address at;
    struct role *u = role_handle(s, "u", LOOP_DATAGRAM, socket_bound(SOCK_DGRAM, &at));

    u->fd = socket_new(AF_INET, SOCK_DGRAM);
    u->act = act_stop_at_last;
    u->calls_max = ARRAY_SIZE(sizes) + 1;
    say(s, "read", s->backend->read_start(u->handle, 16));
    for (size_t i = 0; i < ARRAY_SIZE(sizes); i++)
        sendto(u->fd, bytes, sizes[i], 0, &at.any, sizeof at.port);
    while (u->calls < u->calls_max - 1)
        s->backend->run(s->loop, LOOP_ONCE);
    say(s, "ran", u->calls);
    sendto(u->fd, bytes, 4, 0, &at.any, sizeof at.port);
}

/* X is queued after W, and its receiver is gone when it is its turn. */
static void play_sends(struct fixture *s)
{
    union address at, own;
    struct role *w = role_new(s, "W"), *x = role_new(s, "X");
    struct role *u = role_handle(s, "u", LOOP_DATAGRAM, socket_bound(SOCK_DGRAM, &own));

    u->fd = socket_bound(SOCK_DGRAM, &at);
    say(s, "nobody", s->backend->send(u->handle, bytes, 1, NULL, role_called, w));
    say(s, "try", s->backend->try_send(u->handle, bytes, 3, &at.any));
    say(s, "send", s->backend->send(u->handle, bytes, 2, &at.any, role_called, w));
    say(s, "try", s->backend->try_send(u->handle, bytes, 3, &at.any));
    say(s, "queued", (int)s->backend->sends_queued(u->handle));
    say(s, "bytes", (int)s->backend->bytes_queued(u->handle));
    say(s, "connect", s->backend->datagram_connect(u->handle, &at.any));
    say(s, "connect", s->backend->datagram_connect(u->handle, &at.any));
    say(s, "send", s->backend->send(u->handle, bytes, 1, NULL, role_called, x));
    say(s, "somebody", s->backend->send(u->handle, bytes, 1, &at.any, role_called, w));
    say(s, "undo", s->backend->datagram_connect(u->handle, NULL));
    say(s, "undo", s->backend->datagram_connect(u->handle, NULL));
}

static const struct play plays[] = {
    { "POLL-23: bytes, then the end", LOOP_CAN_STREAM, play_read, "read:0 a:2 a:2 a:1 a:EOF" },
    { "nothing to read is no read", LOOP_CAN_STREAM, play_read_nothing, "a:2 a:2 ran:2 a:EOF" },
    { "POLL-22: reading is stopped", LOOP_CAN_STREAM, play_read_stopped, "a:2" },
    { "PEND-1: a write", LOOP_CAN_STREAM, play_write, "written:0 W:0 got:3" },
    { "a write, then the end", LOOP_CAN_STREAM, play_shutdown, "W:0 got:3 E:0 got:0" },
    { "PEND-12: a write that does not fit", LOOP_CAN_STREAM, play_write_large, "W:0 all:0" },
    { "CLOSE-9: closing cancels", LOOP_CAN_STREAM, play_close_cancels,
      "W:ECANCELED E:ECANCELED closed:0" },
    { "a write to nobody", LOOP_CAN_STREAM, play_write_broken, "W:EPIPE" },
    { "STREAM-1: a write at once", LOOP_CAN_TRY_WRITE | LOOP_CAN_STREAM_STATE, play_try_large, "" },
    { "a connection by a path", LOOP_CAN_LISTEN, play_path, "read:0 s:2 s:EOF" },
    { "a connection by a port", LOOP_CAN_LISTEN, play_port, "read:0 s:2 s:EOF" },
    { "PEND-7: a path that is missing", LOOP_CAN_LISTEN, play_path_missing, "connect:0 K:ENOENT" },
    { "PEND-8: a port that refuses", LOOP_CAN_LISTEN, play_port_refused,
      "connect:0 K:ECONNREFUSED" },
    { "datagrams, one of them empty", LOOP_CAN_DATAGRAM, play_datagrams,
      "read:0 u:1 u:0 u:3 ran:3 u:4" },
    { "DGRAM-15: datagrams that are sent", LOOP_CAN_DATAGRAM_SEND, play_sends,
      "nobody:EDESTADDRREQ try:3 send:0 try:EAGAIN queued:1 bytes:2 connect:0 connect:EISCONN "
      "send:0 somebody:EISCONN undo:0 undo:ENOTCONN W:0 X:EDESTADDRREQ" },
};

int main(void)
{
    signal(SIGPIPE, SIG_IGN); /* as a program that writes to streams must */
    plays_run(plays, ARRAY_SIZE(plays));
    return done_testing();
}
