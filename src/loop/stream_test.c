/* Streams: where each callback comes, on which version. The far end of a stream is the
 * test's; a LARGE write does not fit into a stream's buffer. */
#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include "base/mem.h"
#include "loop/fixture_test.h"
#include "tap/tap.h"

enum { SMALL = 10, LARGE = 60000 };

static char bytes[LARGE];

static struct role *stream(struct fixture *s, const char *name)
{
    struct role *r = fixture_role(s, name);
    const int size = 4096;
    int end[2];

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, end) != 0)
        abort();
    setsockopt(end[0], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    r->fd = end[1];
    r->handle = loop_handle_new(s->loop, LOOP_STREAM, end[0], role_with_status, r);
    return r;
}

static int write_as(struct role *a, const char *name, size_t size)
{
    return loop_write(a->handle, bytes, size, role_with_status, fixture_role(a->story, name));
}

static int shutdown_as(struct role *a, const char *name)
{
    return loop_shutdown(a->handle, role_with_status, fixture_role(a->story, name));
}

static void feed(const struct role *a, size_t size)
{
    const ssize_t n = write(a->fd, bytes, size);
    assert(n == (ssize_t)size);
}

static void drain(const struct role *a)
{
    char room[4096];
    while (read(a->fd, room, sizeof room) > 0)
        continue;
}

static void act_write_on_other(struct role *r)
{
    if (r->calls == 1)
        write_as(r->other, "W", SMALL);
}

static void act_drain_other(struct role *r)
{
    drain(r->other);
}

static void act_drain_and_feed_other(struct role *r)
{
    drain(r->other);
    feed(r->other, 2 * SMALL);
}

static void act_hang_up(struct role *r)
{
    close(r->other->fd);
    r->other->fd = -1;
}

static void play_write(struct fixture *s)
{
    struct role *a = stream(s, "a");

    fixture_phases(s);
    write_as(a, "1", SMALL);
    write_as(a, "2", SMALL);
    write_as(a, "3", SMALL);
}

static struct role *role_named(struct fixture *s, const char *name)
{
    for (size_t i = 0; i < s->roles; i++) {
        if (strcmp(s->role[i].name, name) == 0)
            return &s->role[i];
    }
    return NULL;
}

static void play_write_in(struct fixture *s, const char *phase)
{
    struct role *a = stream(s, "a");

    fixture_phases(s);
    role_named(s, phase)->other = a;
    role_named(s, phase)->act = act_write_on_other;
}

static void play_write_in_prepare(struct fixture *s)
{
    play_write_in(s, "P");
}

static void play_write_in_check(struct fixture *s)
{
    play_write_in(s, "C");
}

/* The first finishes in poll, and others wait for it. */
static void play_large_write(struct fixture *s)
{
    struct role *a = stream(s, "a");

    fixture_phases(s);
    write_as(a, "1", LARGE);
    write_as(a, "2", SMALL);
    write_as(a, "3", SMALL);
    role_named(s, "P")->other = a;
    role_named(s, "P")->act = act_drain_other;
}

static void play_shutdown(struct fixture *s)
{
    fixture_phases(s);
    shutdown_as(stream(s, "a"), "S");
}

static void play_shutdown_behind_write(struct fixture *s)
{
    struct role *a = stream(s, "a");

    fixture_phases(s);
    write_as(a, "W", SMALL);
    shutdown_as(a, "S");
}

/* The write goes out, and its callback closes the stream. */
static void play_close_before_shutdown(struct fixture *s)
{
    play_shutdown_behind_write(s);
    role_named(s, "W")->other = role_named(s, "a");
    role_named(s, "W")->act = act_close_other;
}

static void play_close(struct fixture *s)
{
    struct role *a = stream(s, "a");

    fixture_phases(s);
    write_as(a, "1", SMALL);
    write_as(a, "2", LARGE);
    write_as(a, "3", SMALL);
    shutdown_as(a, "S");
    loop_handle_close(a->handle, role_closed);
}

/* Both in one event: whenever the loop looks it is readable, and writable. */
static void play_both_ways(struct fixture *s)
{
    struct role *a = stream(s, "a");

    fixture_phases(s);
    write_as(a, "W", LARGE);
    loop_read_start(a->handle, SMALL);
    role_named(s, "P")->other = a;
    role_named(s, "P")->act = act_drain_and_feed_other;
}

static void play_end(struct fixture *s)
{
    struct role *a = stream(s, "a");

    fixture_phases(s);
    feed(a, 3);
    shutdown(a->fd, SHUT_WR);
    loop_read_start(a->handle, 1);
}

/* A read that comes short, and the other side is gone. */
static void play_hang_up(struct fixture *s)
{
    struct role *a = stream(s, "a");

    fixture_phases(s);
    feed(a, 3);
    loop_read_start(a->handle, SMALL);
    role_named(s, "P")->other = a;
    role_named(s, "P")->act = act_hang_up;
}

/* The other side is gone, and there is more than one event's share to read. */
static void play_much_before_hang_up(struct fixture *s)
{
    struct role *a = stream(s, "a");

    fixture_phases(s);
    feed(a, 40);
    loop_read_start(a->handle, 1);
    role_named(s, "P")->other = a;
    role_named(s, "P")->act = act_hang_up;
}

static void act_read_other(struct role *r)
{
    loop_read_start(r->other->handle, SMALL);
}

/* Reading starts when the event has already been received. It reports a hang-up only: the kernel
 * was asked for writability. */
static void play_late_read(struct fixture *s)
{
    struct role *a = stream(s, "a"), *b = fixture_handle(s, LOOP_ASYNC, "A");

    fixture_phases(s);
    write_as(a, "W", LARGE);
    loop_run(s->loop, LOOP_NOWAIT);
    s->text[0] = '\0';
    b->other = a;
    b->act = act_read_other;
    loop_async_send(b->handle);
    feed(a, 3);
    drain(a);
    shutdown(a->fd, SHUT_RDWR);
}

static void play_stop_in_read(struct fixture *s)
{
    struct role *a = stream(s, "a");

    fixture_phases(s);
    feed(a, 4);
    loop_read_start(a->handle, 1);
    a->act = act_stop_self;
}

#define EIGHT " a:1 a:1 a:1 a:1 a:1 a:1 a:1 a:1"

struct row {
    const char *rule, *version;
    void (*play)(struct fixture *s);
    unsigned runs;
    const char *expected;
};

static const struct row rows[] = {
    { "PEND-1, 2, 11", "1.34.2", play_write, 1, "1 2 3 I P C /" },
    { "PEND-3", "1.44.1", play_write_in_prepare, 2, "I P C / W I P C /" },
    { "PEND-3", "1.44.2", play_write_in_prepare, 2, "I P W C / I P C /" },
    { "PEND-4", "1.44.1", play_write_in_check, 2, "I P C / W I P C /" },
    { "PEND-4", "1.45.0", play_write_in_check, 2, "I P C / W I P C /" },
    { "PEND-12", "1.52.1", play_shutdown_behind_write, 1, "W S I P C /" },
    { "PEND-9", "1.44.1", play_shutdown, 1, "I P S C /" },
    { "PEND-9", "1.44.2", play_shutdown, 1, "S I P C /" },
    { "CLOSE-9", "1.44.1", play_close_before_shutdown, 1, "W I P C S:ECANCELED xa /" },
    { "CLOSE-9", "1.44.2", play_close_before_shutdown, 1, "W S:ECANCELED I P C xa /" },
    { "CLOSE-9", "1.34.2", play_close, 1, "I P C 1 2:ECANCELED 3:ECANCELED S:ECANCELED xa /" },
    { "CLOSE-9", "1.52.1", play_close, 1, "I P C 1 2:ECANCELED 3:ECANCELED S:ECANCELED xa /" },
    { "POLL-23", "1.44.2", play_end, 1, "I P a:1 a:1 a:1 a:EOF C /" },
    { "POLL-23", "1.51.0", play_hang_up, 2, "I P a:3 a:EOF C / I P C /" },
    { "POLL-23", "1.52.0", play_hang_up, 2, "I P a:3 C / I P a:EOF C /" },
    { "POLL-23", "1.51.0", play_much_before_hang_up, 2,
      "I P" EIGHT EIGHT EIGHT EIGHT " C / I P" EIGHT " a:EOF C /" },
    { "POLL-23", "1.51.0", play_late_read, 1, "I P A a:3 a:EOF W:EPIPE C /" },
    { "POLL-23", "1.52.0", play_late_read, 1, "I P A a:EOF W:EPIPE C /" },
    { "POLL-22", "1.44.2", play_stop_in_read, 2, "I P a:1 C / I P C /" },
};

static void finish(struct fixture *s, const char *rule, const char *version)
{
    is_int(fixture_close(s), 0, "%s on %s: everything closes", rule, version);
    for (size_t i = 0; i < s->roles; i++) {
        if (s->role[i].fd > 0)
            close(s->role[i].fd);
    }
}

static void test_row(const struct row *r)
{
    struct fixture s;

    fixture_open(&s, r->version);
    r->play(&s);
    is(s.text, "", "%s on %s: nothing from inside a call", r->rule, r->version);
    fixture_run(&s, r->runs);
    is(s.text, r->expected, "%s on %s", r->rule, r->version);
    finish(&s, r->rule, r->version);
}

/* How many iterations it takes to send it is the kernel's affair; how the one goes in
 * which `sent` is reported is not. */
static void test_large(const char *rule, const char *version, void (*play)(struct fixture *s),
                       const char *sent, const char *expected)
{
    struct fixture s;

    fixture_open(&s, version);
    play(&s);
    for (int i = 0; i < 100 && !strstr(s.text, sent); i++) {
        s.text[0] = '\0';
        fixture_run(&s, 1);
    }
    fixture_run(&s, 1);
    is(s.text, expected, "%s on %s", rule, version);
    finish(&s, rule, version);
}

static void act_count(struct role *r)
{
    char text[16];

    snprintf(text, sizeof text, "%d", r->other->calls);
    fixture_write(r->story, "", text);
    r->other->calls = 0;
}

static void count_read(void *arg, int status)
{
    struct role *r = arg;
    r->calls += status > 0;
}

/* POLL-18. */
static void test_shares(void)
{
    struct fixture s;

    fixture_open(&s, "1.44.2");
    struct role *a = stream(&s, "a"), *c = fixture_extra(&s, LOOP_CHECK, "C");
    a->handle->callback = count_read;
    c->other = a;
    c->act = act_count;
    feed(a, 100);
    loop_read_start(a->handle, 1);
    fixture_run(&s, 4);
    is(s.text, "C 32 / C 32 / C 32 / C 4 /", "32 reads of one event");
    finish(&s, "POLL-18", "1.44.2");
}

struct answer {
    const char *version;
    int twice, after_shutdown, after_end, is_active;
};

/* What cannot be done twice, or any more. */
static const struct answer answers[] = {
    { "1.40.0", 0, 0, 0, LOOP_IS_ACTIVE },
    { "1.41.0", -EALREADY, 0, 0, LOOP_IS_ACTIVE },
    { "1.42.0", -EALREADY, -EPIPE, -ENOTCONN, 0 },
    { "1.43.0", -EALREADY, -EPIPE, 0, 0 },
};

static void test_answers(const struct answer *a)
{
    struct fixture s;

    fixture_open(&s, a->version);
    struct role *r = stream(&s, "r"), *w = stream(&s, "w");
    loop_read_start(r->handle, SMALL);
    is_int(loop_read_start(r->handle, SMALL), a->twice, "%s: read twice", a->version);
    shutdown(r->fd, SHUT_WR);
    loop_run(s.loop, LOOP_NOWAIT);
    is(s.text, "r:EOF", "%s: the end", a->version);
    is_int(loop_read_start(r->handle, SMALL), a->after_end, "%s: read again", a->version);

    loop_read_start(w->handle, SMALL);
    write_as(w, "W", LARGE);
    loop_handle_stop(w->handle);
    is_int(loop_handle_state(w->handle) & LOOP_IS_ACTIVE, a->is_active,
           "%s: stopped while a write waits", a->version);
    is_int(shutdown_as(w, "S"), 0, "%s: shut down", a->version);
    is_int(shutdown_as(w, "S2"), -ENOTCONN, "%s: once", a->version);
    is_int(write_as(w, "V", SMALL), a->after_shutdown, "%s: write behind it", a->version);
    finish(&s, "answers", a->version);
}

/* PEND-12: nothing goes out before the loop has looked, while another is before it. */
static void test_behind(void)
{
    struct fixture s;

    fixture_open(&s, "1.44.2");
    struct role *a = stream(&s, "a");
    write_as(a, "1", LARGE);
    const size_t left = a->handle->stream.unwritten;
    ok(left > 0 && left < LARGE, "a part of it fits");
    drain(a);
    write_as(a, "2", SMALL);
    is_int(a->handle->stream.unwritten, left + SMALL, "the second waits for the first");
    finish(&s, "PEND-12", "1.44.2");
}

static void test_closed(void)
{
    struct fixture s;

    fixture_open(&s, "1.44.2");
    struct role *a = stream(&s, "a");
    loop_handle_close(a->handle, role_closed);
    is_int(write_as(a, "W", SMALL), -EBADF, "a closed stream cannot be written");
    is_int(loop_read_start(a->handle, SMALL), -EINVAL, "nor read");
    is_int(shutdown_as(a, "S"), -ENOTCONN, "nor shut down");
    finish(&s, "closed", "1.44.2");
}

int main(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        test_row(&rows[i]);
    test_large("PEND-12", "1.44.1", play_large_write, " 1 ", "I P 1 C / 2 I P 3 C /");
    test_large("PEND-12", "1.44.2", play_large_write, " 1 ", "I P 1 2 3 C / I P C /");
    test_large("PEND-12", "1.45.0", play_large_write, " 1 ", "I P 1 2 3 C / I P C /");
    test_large("POLL-21", "1.44.2", play_both_ways, " W ", "I P a:10 a:10 W C / I P a:10 a:10 C /");
    test_shares();
    test_behind();
    for (size_t i = 0; i < ARRAY_SIZE(answers); i++)
        test_answers(&answers[i]);
    test_closed();
    return done_testing();
}
