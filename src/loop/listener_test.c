/* Listeners, connections and datagrams, on the loopback. */
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include "base/mem.h"
#include "loop/fixture_test.h"
#include "tap/tap.h"

union address {
    struct sockaddr any;
    struct sockaddr_in port;
    struct sockaddr_un path;
};

static int socket_new(int type)
{
    const int fd = socket(AF_INET, type | SOCK_NONBLOCK, 0);
    assert(fd >= 0);
    return fd;
}

/* A socket that is bound to a port of the loopback, which is stored. */
static int bound(int type, union address *a)
{
    const int fd = socket_new(type);
    socklen_t size = sizeof a->port;

    *a = (union address){ .port.sin_family = AF_INET };
    a->port.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(fd, &a->any, size) != 0 || getsockname(fd, &a->any, &size) != 0)
        abort();
    return fd;
}

/* Wait until the kernel has an outcome. */
static void settle(int fd, short events)
{
    struct pollfd p = { .fd = fd, .events = events };
    poll(&p, 1, 5000);
}

/* An act of listeners: accept, and close at once, so that nothing piles up. */
static void act_accept(struct role *r)
{
    struct loop_handle *h = loop_accept(r->handle, NULL, NULL);

    ok(h != NULL, "accepted");
    ok(!loop_accept(r->handle, NULL, NULL), "once");
    if (h)
        loop_handle_close(h, NULL);
}

static struct role *listener(struct fixture *s, union address *a)
{
    struct role *r = fixture_role(s, "L");

    r->handle = loop_handle_new(s->loop, LOOP_LISTENER, bound(SOCK_STREAM, a), role_with_status, r);
    is_int(loop_listen(r->handle), 0, "listen");
    return r;
}

/* Connect from outside of the loop. */
static int connection(const struct role *listener, const union address *to)
{
    const int fd = socket_new(SOCK_STREAM);

    if (connect(fd, &to->any, sizeof to->port) != 0 && errno != EINPROGRESS)
        abort();
    settle(fd, POLLOUT);
    settle(listener->handle->listener.io.fd, POLLIN);
    return fd;
}

/* POLL-20: three connections queue. */
static void test_queue(const char *version, void (*act)(struct role *r), const char *expected)
{
    struct fixture s;
    union address a;
    int fd[3];

    fixture_open(&s, version);
    struct role *l = listener(&s, &a);
    l->act = act;
    fixture_phases(&s);
    for (size_t i = 0; i < ARRAY_SIZE(fd); i++)
        fd[i] = connection(l, &a);
    fixture_run(&s, 3);
    is(s.text, expected, "POLL-20 on %s", version);
    is_int(fixture_close(&s), 0, "everything closes");
    for (size_t i = 0; i < ARRAY_SIZE(fd); i++)
        close(fd[i]);
}

/* One that is not accepted holds up the others, until it is. */
static void test_late_accept(void)
{
    struct fixture s;
    union address a;

    fixture_open(&s, "1.44.2");
    struct role *l = listener(&s, &a);
    const int fd[] = { connection(l, &a), connection(l, &a) };
    loop_run(s.loop, LOOP_NOWAIT);
    loop_run(s.loop, LOOP_NOWAIT);
    is(s.text, "L", "one is announced");
    act_accept(l);
    loop_run(s.loop, LOOP_NOWAIT);
    is(s.text, "L L", "once it is accepted, the next");
    is_int(fixture_close(&s), 0, "the second is closed with the listener");
    close(fd[0]);
    close(fd[1]);
}

static struct role *client(struct fixture *s, const char *name, int fd, const union address *to)
{
    struct role *r = fixture_role(s, name);

    r->handle = loop_handle_new(s->loop, LOOP_STREAM, fd, role_with_status, r);
    is_int(loop_connect(r->handle, &to->any, role_with_status, r), 0, "%s is under way", name);
    is_int(loop_connect(r->handle, &to->any, role_with_status, r), -EALREADY, "%s: once", name);
    if (fd >= 0)
        settle(fd, POLLOUT);
    return r;
}

/* PEND-7, PEND-8. */
static void test_connect(void)
{
    struct fixture s;
    union address somewhere, nowhere, no_path = { .path.sun_family = AF_UNIX };
    const int idle = bound(SOCK_STREAM, &nowhere);

    fixture_open(&s, "1.44.2");
    snprintf(no_path.path.sun_path, sizeof no_path.path.sun_path, "/no/such/socket");
    struct role *l = listener(&s, &somewhere);
    l->act = act_accept;
    fixture_phases(&s);
    client(&s, "port", socket_new(SOCK_STREAM), &nowhere);
    struct role *c = client(&s, "path", -1, &no_path);
    fixture_run(&s, 1);
    is(s.text, "path:ENOENT I P port:ECONNREFUSED C /", "PEND-7, PEND-8: who refuses");
    is_int(loop_write(c->handle, "", 1, role_with_status, c), -EPIPE, "it is good for nothing");
    s.text[0] = '\0';
    client(&s, "c", socket_new(SOCK_STREAM), &somewhere);
    fixture_run(&s, 1);
    is(s.text, "I P L c C /", "a success comes in poll");
    is_int(fixture_close(&s), 0, "everything closes");
    close(idle);
}

/* CLOSE-9, and what was written before the outcome was known. */
static void test_unconnected(void)
{
    struct fixture s;
    union address nowhere;
    const int idle = bound(SOCK_STREAM, &nowhere);

    fixture_open(&s, "1.44.2");
    struct role *c = client(&s, "c", socket_new(SOCK_STREAM), &nowhere);
    struct role *d = client(&s, "d", socket_new(SOCK_STREAM), &nowhere);
    loop_write(c->handle, "", 1, role_with_status, fixture_role(&s, "v"));
    loop_write(d->handle, "", 1, role_with_status, fixture_role(&s, "w"));
    loop_handle_close(d->handle, role_closed);
    fixture_run(&s, 1);
    is(s.text, "c:ECONNREFUSED v:ECANCELED d:ECANCELED w:ECANCELED xd /", "writes are cancelled");
    is_int(fixture_close(&s), 0, "everything closes");
    close(idle);
}

static void act_count(struct role *r)
{
    char text[16];

    snprintf(text, sizeof text, "%d", r->other->calls);
    fixture_write(r->story, "", text);
    r->other->calls = 0;
}

static void count_datagram(void *arg, int status)
{
    struct role *r = arg;
    r->calls += status == 1;
}

static void datagrams_send(const union address *to, int count)
{
    const int fd = socket_new(SOCK_DGRAM);

    for (int i = 0; i < count; i++)
        sendto(fd, "", 1, 0, &to->any, sizeof to->port);
    close(fd);
}

/* POLL-19. */
static void test_datagrams(const char *version, const char *expected)
{
    struct fixture s;
    union address a;

    fixture_open(&s, version);
    struct role *u = fixture_role(&s, "u"), *c = fixture_extra(&s, LOOP_CHECK, "C");
    const int fd = bound(SOCK_DGRAM, &a);
    u->handle = loop_handle_new(s.loop, LOOP_DATAGRAM, fd, count_datagram, u);
    c->other = u;
    c->act = act_count;
    is_int(loop_read_start(u->handle, 10), 0, "%s: started", version);
    is_int(loop_read_start(u->handle, 10), -EALREADY, "%s: once", version);
    datagrams_send(&a, 100);
    settle(fd, POLLIN);
    fixture_run(&s, 4);
    is(s.text, expected, "POLL-19 on %s", version);
    is_int(loop_handle_stop(u->handle), 0, "%s: stopped", version);
    datagrams_send(&a, 1);
    fixture_run(&s, 1);
    is_int(u->calls, 0, "%s: it hears no more", version);
    is_int(fixture_close(&s), 0, "everything closes");
}

int main(void)
{
    test_queue("1.44.2", act_accept, "I P L L L C / I P C / I P C /");
    test_queue("1.45.0", act_accept, "I P L C / I P L C / I P L C /");
    test_queue("1.44.2", NULL, "I P L C / I P C / I P C /");
    test_queue("1.45.0", NULL, "I P L C / I P C / I P C /");
    test_late_accept();
    test_connect();
    test_unconnected();
    test_datagrams("1.34.2", "C 33 / C 33 / C 33 / C 1 /");
    test_datagrams("1.35.0", "C 32 / C 32 / C 32 / C 4 /");
    return done_testing();
}
