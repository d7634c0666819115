/* fixture_test.h - what the tests of the loop share: a loop of a given version whose
 * callbacks write their names, one after the other, into a story: "T I P". A role
 * may have an act that its callback plays. For tests only, so it has no .c. */
#ifndef LOOP_FIXTURE_TEST_H
#define LOOP_FIXTURE_TEST_H
#include <stdio.h>
#include <string.h>
#include "loop/inside.h"

enum { STORY_TEXT_MAX = 400, FIXTURE_ROLES_MAX = 16 };

struct role {
    struct fixture *story;
    const char *name;
    struct loop_handle *handle;
    struct pending pending;
    void (*act)(struct role *r); /* or NULL */
    struct role *other;          /* whom the act concerns */
    int calls;
    int fd; /* the far end of its socket, for the test */
};

struct fixture {
    struct loop *loop;
    char text[STORY_TEXT_MAX];
    struct role role[FIXTURE_ROLES_MAX];
    size_t roles;
};

static inline void fixture_open(struct fixture *s, const char *version)
{
    uint32_t v[3] = { 0 };
    const int parts = sscanf(version, "%u.%u.%u", &v[0], &v[1], &v[2]);
    const struct loop_policy policy = policy_of_version(v);

    assert(parts == 3);
    *s = (struct fixture){ .loop = loop_open(&policy, "1") };
    assert(s->loop);
}

static inline void fixture_write(struct fixture *s, const char *mark, const char *name)
{
    const size_t length = strlen(s->text);
    assert(length + strlen(mark) + strlen(name) + 2 < sizeof s->text);
    snprintf(s->text + length, sizeof s->text - length, "%s%s%s", length > 0 ? " " : "", mark,
             name);
}

static inline void role_called(void *arg, int status)
{
    struct role *r = arg;

    (void)status;
    r->calls++;
    fixture_write(r->story, "", r->name);
    if (r->act)
        r->act(r);
}

/* As role_called(), and write the status if it is not 0: "W:ECANCELED", "R:12", "R:EOF". */
static inline void role_with_status(void *arg, int status)
{
    struct role *r = arg;
    char text[40];

    if (status == LOOP_END_OF_FILE)
        snprintf(text, sizeof text, "%s:EOF", r->name);
    else if (status < 0)
        snprintf(text, sizeof text, "%s:%s", r->name, strerrorname_np(-status));
    else if (status > 0)
        snprintf(text, sizeof text, "%s:%d", r->name, status);
    else
        snprintf(text, sizeof text, "%s", r->name);
    r->calls++;
    fixture_write(r->story, "", text);
    if (r->act)
        r->act(r);
}

static inline void role_closed(void *arg, int status)
{
    struct role *r = arg;

    r->handle = NULL;
    fixture_write(r->story, "x", r->name);
    if (r->act && status == 0)
        r->act(r);
}

static inline void role_pended(struct loop *loop, struct pending *p)
{
    (void)loop;
    role_called(LIST_ENTRY(p, struct role, pending), 0);
}

static inline struct role *fixture_role(struct fixture *s, const char *name)
{
    assert(s->roles < FIXTURE_ROLES_MAX);
    struct role *r = &s->role[s->roles++];
    *r = (struct role){ .story = s, .name = name };
    r->pending.run = role_pended;
    list_init(&r->pending.link);
    return r;
}

static inline struct role *fixture_handle(struct fixture *s, enum loop_kind kind, const char *name)
{
    struct role *r = fixture_role(s, name);
    r->handle = loop_handle_new(s->loop, kind, -1, role_called, r);
    return r;
}

/* As fixture_handle(), and start it: a timer after 0 ms. */
static inline struct role *fixture_started(struct fixture *s, enum loop_kind kind, const char *name)
{
    struct role *r = fixture_handle(s, kind, name);
    if (kind == LOOP_TIMER)
        loop_timer_start(r->handle, 0, 0);
    else if (kind == LOOP_ASYNC)
        loop_async_send(r->handle);
    else
        loop_watch_start(r->handle);
    return r;
}

/* As fixture_started(), but it does not keep the loop alive. */
static inline struct role *fixture_extra(struct fixture *s, enum loop_kind kind, const char *name)
{
    struct role *r = fixture_started(s, kind, name);
    loop_handle_ref(r->handle, 0);
    return r;
}

/* The phases of each iteration show, and the loop is alive. */
static inline void fixture_phases(struct fixture *s)
{
    fixture_started(s, LOOP_IDLE, "I");
    fixture_extra(s, LOOP_PREPARE, "P");
    fixture_extra(s, LOOP_CHECK, "C");
}

static inline void fixture_run(struct fixture *s, unsigned times)
{
    for (unsigned i = 0; i < times; i++) {
        loop_run(s->loop, LOOP_NOWAIT);
        fixture_write(s, "", "/");
    }
}

/* Close what is open, run it off, release the loop; 0 if it went. */
static inline int fixture_close(struct fixture *s)
{
    for (size_t i = 0; i < s->roles; i++) {
        struct loop_handle *h = s->role[i].handle;
        s->role[i].act = NULL;
        if (h && !(loop_handle_state(h) & LOOP_IS_CLOSING))
            loop_handle_close(h, NULL);
    }
    loop_run(s->loop, LOOP_DEFAULT);
    return loop_close(s->loop);
}

/* Acts. */
static inline void act_start_other(struct role *r)
{
    if (r->other->handle->kind == LOOP_TIMER)
        loop_timer_start(r->other->handle, 0, 0);
    else
        loop_watch_start(r->other->handle);
}

static inline void act_stop_other(struct role *r)
{
    loop_handle_stop(r->other->handle);
}

static inline void act_close_other(struct role *r)
{
    if (!(loop_handle_state(r->other->handle) & LOOP_IS_CLOSING))
        loop_handle_close(r->other->handle, role_closed);
}

static inline void act_stop_self(struct role *r)
{
    loop_handle_stop(r->handle);
}

static inline void act_restart_self(struct role *r)
{
    loop_handle_stop(r->handle);
    loop_watch_start(r->handle);
}

static inline void act_send_other(struct role *r)
{
    loop_async_send(r->other->handle);
}

static inline void act_pend_other(struct role *r)
{
    loop_pend(r->story->loop, &r->other->pending);
}

static inline void act_stop_loop(struct role *r)
{
    loop_stop(r->story->loop);
}
#endif
