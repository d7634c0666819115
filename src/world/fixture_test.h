/* fixture_test.h - for the world's tests: run a body in a process and a world of its own and return
 * what it noted, as text. */
#ifndef WORLD_FIXTURE_TEST_H
#define WORLD_FIXTURE_TEST_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tap/tap.h"
#include "world/world.h"

enum { MS = 1000000 };

/* What happened, as text: "a@95 b@105". */
struct record {
    char text[600];
};

static inline void note(struct record *r, const char *label)
{
    size_t n = strlen(r->text);
    snprintf(r->text + n, sizeof r->text - n, "%s%s@%llu", n ? " " : "", label,
             (unsigned long long)(world_now_ns() / MS));
}

static inline void stuck_here(void *arg, const char *waiters)
{
    struct record *r = arg;
    note(r, "stuck");
    printf("%s|%s\n", r->text, waiters);
    fflush(stdout);
    _exit(0);
}

static inline void failed_here(void *arg, const char *why)
{
    struct record *r = arg;
    note(r, why);
}

static inline void shortage_here(void *arg, const char *what)
{
    failed_here(arg, what);
}

static inline void spun_here(void *arg, unsigned times)
{
    note(arg, times == WORLD_VAIN_MAX ? "spun" : "spun-otherwise");
}

/* Run `body` in a process and a world of its own; `out` is what it noted. */
static inline void in_world(void (*body)(struct record *r), char out[600])
{
    int fds[2];
    if (pipe(fds) < 0)
        abort();
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        struct record r = { "" };
        dup2(fds[1], 1);
        alarm(60); /* a world that hangs fails its row instead of hanging the test */
        world_begin(&(struct world_config){ .stuck = stuck_here,
                                            .arg = &r,
                                            .failed = failed_here,
                                            .shortage = shortage_here,
                                            .spun = spun_here });
        body(&r);
        printf("%s\n", r.text);
        fflush(stdout);
        _exit(0);
    }
    close(fds[1]);
    size_t n = 0;
    ssize_t got;
    while ((got = read(fds[0], out + n, 599 - n)) > 0)
        n += (size_t)got;
    out[n] = '\0';
    out[strcspn(out, "\n")] = '\0';
    close(fds[0]);
    waitpid(pid, NULL, 0);
}

struct stage_row {
    const char *property;
    void (*body)(struct record *r);
    const char *expected;
    int times; /* repeat it: the result must be the same each time */
};

static inline void run_row(const struct stage_row *row)
{
    char got[600] = "";
    for (int n = 0; n < row->times; n++) {
        in_world(row->body, got);
        if (strcmp(got, row->expected) != 0)
            break;
    }
    is(got, row->expected, "%s", row->property);
}
#endif
