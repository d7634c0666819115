/* Several processes share one time: it moves when none can go on, to the earliest deadline, and is
 * not held up by the dead. */
#include "world/time_page.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tap/tap.h"

#define NEVER UINT64_MAX

/* What the processes of a test share beside the page. */
struct record {
    char text[200];
    enum time_page_news news;
    bool has_no_help, is_on;
};

static void note(struct record *r, const char *who)
{
    size_t n = strlen(r->text);
    snprintf(r->text + n, sizeof r->text - n, "%s%s%llu", n ? " " : "", who,
             (unsigned long long)time_page_now());
}

/* As the scheduler waits: look again until the deadline has come. */
static void wait_until(uint64_t ns)
{
    while (time_page_idle(ns) != TIME_PAGE_TIME)
        continue;
    time_page_resume();
}

static pid_t start(void (*body)(struct record *r), struct record *r, bool is_foreign)
{
    pid_t pid = fork();
    if (pid == 0) {
        if (is_foreign)
            time_page_leave_after_fork();
        else
            time_page_join_after_fork();
        body(r);
        _exit(0);
    }
    time_page_note_child(pid, is_foreign);
    return pid;
}

/* Run `body` in a process that has joined a page; returns the time that has passed. */
static uint64_t in_page(void (*body)(struct record *r), struct record **r)
{
    int fd;
    char path[64];
    struct time_page *c = time_page_create(&fd);
    *r = mmap(NULL, sizeof **r, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!c || *r == MAP_FAILED)
        abort();
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(), fd);
    pid_t pid = fork();
    if (pid == 0) {
        time_page_join(path);
        (*r)->is_on = time_page_is_on();
        body(*r);
        _exit(0);
    }
    waitpid(pid, NULL, 0);
    uint64_t passed = time_page_passed_ns(c);
    ok(time_page_was_joined(c), "the page was joined");
    time_page_close(c);
    close(fd);
    return passed;
}

static void be_alone(struct record *r)
{
    note(r, "a");
    wait_until(5);
    note(r, "a");
    wait_until(8);
    note(r, "a");
}

static void wait_3_and_9(struct record *r)
{
    wait_until(3);
    note(r, "c");
    wait_until(9);
    note(r, "c");
}

static void wait_7_and_11(struct record *r)
{
    pid_t child = start(wait_3_and_9, r, false);
    wait_until(7);
    note(r, "p");
    wait_until(11);
    note(r, "p");
    waitpid(child, NULL, 0);
}

static void sleep_on(struct record *r)
{
    (void)r;
    for (;;)
        pause();
}

static void outlive_a_child(struct record *r)
{
    pid_t child = start(sleep_on, r, false);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    wait_until(4);
    note(r, "p");
}

static void compute(struct record *r)
{
    (void)r;
    for (volatile unsigned i = 0;; i++)
        continue;
}

/* A process in which the library is not stops the time for as long as it runs. */
static void await_a_foreigner(struct record *r)
{
    enum { LOOKS = 50 };
    pid_t child = start(compute, r, true);
    r->news = TIME_PAGE_LOOK;
    for (int i = 0; i < LOOKS && r->news == TIME_PAGE_LOOK; i++)
        r->news = time_page_idle(6);
    note(r, "p");
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    wait_until(6);
    note(r, "p");
}

static void have_no_deadline(struct record *r)
{
    while (time_page_idle(NEVER) == TIME_PAGE_LOOK)
        continue;
    r->news = time_page_idle(NEVER);
    r->has_no_help = time_page_has_no_outside_help(true);
    note(r, time_page_has_no_outside_help(false) ? "none" : "some");
}

/* As a signal handler that never returns to the wait. */
static void escape(struct record *r)
{
    pid_t child = start(wait_3_and_9, r, false);
    time_page_idle(20);
    time_page_resume();
    wait_until(5);
    note(r, "p");
    waitpid(child, NULL, 0);
}

static void spin(struct record *r)
{
    time_page_note_spin(5);
    note(r, time_page_has_spun_to(time_page_now()) ? "spun" : "not");
    wait_until(5);
    note(r, time_page_has_spun_to(time_page_now()) ? "spun" : "not");
    wait_until(6);
    note(r, time_page_has_spun_to(time_page_now()) ? "spun" : "not");
}

static void test_bad_pages(void)
{
    time_page_join("/dev/null");
    ok(!time_page_is_on(), "what is no page is not joined");
    time_page_join("/no/such/page");
    ok(!time_page_is_on(), "nor what is not there");
    ok(!time_page_has(getpid()), "nobody is in a world then");
    is_int((int)time_page_now(), 0, "and no time passes");
}

int main(void)
{
    static const struct {
        const char *what, *saw;
        void (*body)(struct record *r);
        uint64_t passed_ns;
    } rows[] = {
        { "a process has its time for itself", "a0 a5 a8", be_alone, 8 },
        { "two take turns by their deadlines", "c3 p7 c9 p11", wait_7_and_11, 11 },
        { "a process that was killed holds nobody up", "p4", outlive_a_child, 4 },
        { "one outside that runs does", "p0 p6", await_a_foreigner, 6 },
        { "a wait may be left", "c3 p5 c9", escape, 9 },
        { "a spin is known by the instant at which it ends", "not0 spun5 not6", spin, 6 },
        { "without any deadline time does not move", "some0", have_no_deadline, 0 },
    };
    struct record *r = NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t passed = in_page(rows[i].body, &r);
        ok(r->is_on, "it was joined: %s", rows[i].what);
        is(r->text, rows[i].saw, "%s", rows[i].what);
        is_int((int)passed, (int)rows[i].passed_ns, "time that has passed: %s", rows[i].what);
    }
    is_int(r->news, TIME_PAGE_STUCK, "nobody can go on then");
    ok(r->has_no_help, "if nothing outside can help, there is no hope");
    test_bad_pages();
    return done_testing();
}
