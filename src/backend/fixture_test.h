/* fixture_test.h - what the tests of the built-in backends share: a loop, called through its table,
 * on the real clock. Its callbacks write their names and statuses, one after the other: "a:2
 * a:EOF". A test is a table of scenarios and of what they write. For tests only, so it has no
 * .c. */
#ifndef BACKEND_FIXTURE_TEST_H
#define BACKEND_FIXTURE_TEST_H
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "backend/builtin.h"
#include "base/mem.h"
#include "tap/tap.h"

enum { FIXTURE_ROLES_MAX = 8 };

struct role {
    struct fixture *stage;
    const char *name; /* NULL: says only what failed */
    struct loop_handle *handle;
    void (*act)(struct role *r, int status); /* or NULL */
    struct role *other;                      /* whom the act concerns */
    int fd;                                  /* the far end, or -1 */
    int calls, calls_max;                    /* for act_stop_at_last() */
    size_t sum;                              /* of what was read */
};

struct fixture {
    const struct loop_backend *backend;
    const struct loop_config *config;
    struct loop *loop;
    char said[200];
    struct role role[FIXTURE_ROLES_MAX];
    size_t roles;
};

static inline const char *status_text(char *room, size_t size, int status)
{
    if (status == LOOP_END_OF_FILE)
        return "EOF";
    if (status < 0)
        return strerrorname_np(-status);
    snprintf(room, size, "%d", status);
    return room;
}

static inline void say(struct fixture *s, const char *name, int status)
{
    const size_t length = strlen(s->said);
    char room[16];

    snprintf(s->said + length, sizeof s->said - length, "%s%s:%s", length > 0 ? " " : "", name,
             status_text(room, sizeof room, status));
}

static inline void role_called(void *arg, int status)
{
    struct role *r = arg;

    r->calls++;
    if (r->name)
        say(r->stage, r->name, status);
    else if (status < 0)
        say(r->stage, "quiet", status);
    if (r->act)
        r->act(r, status);
}

static inline void role_closed(void *arg, int status)
{
    struct role *r = arg;
    say(r->stage, "closed", status);
}

static inline struct role *role_new(struct fixture *s, const char *name)
{
    assert(s->roles < FIXTURE_ROLES_MAX);
    struct role *r = &s->role[s->roles++];
    *r = (struct role){ .stage = s, .name = name, .fd = -1 };
    return r;
}

static inline struct role *role_handle(struct fixture *s, const char *name, enum loop_kind kind,
                                       int fd)
{
    struct role *r = role_new(s, name);
    r->handle = s->backend->handle_new(s->loop, kind, fd, role_called, r);
    ok(r->handle, "a handle of kind %d", (int)kind);
    return r;
}

static inline void role_close(struct role *r, loop_callback *closed)
{
    r->stage->backend->handle_close(r->handle, closed);
    r->handle = NULL;
}

static inline void act_stop(struct role *r, int status)
{
    (void)status;
    is_int(r->stage->backend->handle_stop(r->handle), 0, "it stops");
}

static inline void act_stop_at_last(struct role *r, int status)
{
    if (r->calls == r->calls_max)
        act_stop(r, status);
}

/* A scenario; the run follows it. */
struct play {
    const char *name;
    uint64_t can; /* without these it is skipped */
    void (*play)(struct fixture *s);
    const char *says;
};

/* Closes what the scenario left open; the loop must then be able to close. */
static inline void fixture_clear(struct fixture *s)
{
    for (size_t i = 0; i < s->roles; i++) {
        if (s->role[i].handle)
            role_close(&s->role[i], NULL);
        if (s->role[i].fd >= 0)
            close(s->role[i].fd);
    }
    s->backend->run(s->loop, LOOP_DEFAULT);
    is_int(s->backend->close(s->loop), 0, "the loop closes");
}

static inline void fixture_run(struct fixture *s, void (*play)(struct fixture *s))
{
    char error[100];

    s->loop = s->backend->open(s->config, error, sizeof error);
    assert(s->loop);
    play(s);
    is_int(s->backend->run(s->loop, LOOP_DEFAULT), 0, "the run ends");
    fixture_clear(s);
}

static inline void plays_run_on(const struct play *plays, size_t count,
                                const struct loop_backend *b, const char *version)
{
    struct loop_config config = { .workers = "1", .args = "" };
    const int parts = sscanf(version, "%u.%u.%u", &config.version[0], &config.version[1],
                             &config.version[2]);

    assert(parts == 3);
    for (size_t i = 0; i < count; i++) {
        const struct play *p = &plays[i];
        struct fixture *s = xcalloc(1, sizeof *s);

        s->backend = b;
        s->config = &config;
        if ((b->can & p->can) == p->can) {
            fixture_run(s, p->play);
            is(s->said, p->says, "%s %s: %s", b->name, version, p->name);
        } else {
            skip(1, "%s %s cannot do: %s", b->name, version, p->name);
        }
        free(s);
    }
}

/* On the loaded libuv, and on our loop as several versions have it. */
static inline void plays_run(const struct play *plays, size_t count)
{
    static const char *const versions[] = { "1.34.2", "1.44.2", "1.50.0" };

    alarm(60); /* a loop that waits for ever ends the test */
    plays_run_on(plays, count, backend_libuv(false), backend_libuv(false)->version());
    for (size_t i = 0; i < ARRAY_SIZE(versions); i++)
        plays_run_on(plays, count, &backend_reference, versions[i]);
}
#endif
