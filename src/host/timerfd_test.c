/* Timer descriptors and alarms: as many as the process may have descriptors, none of them the
 * world's, whatever their numbers, and none that outlives its last number. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>

#include "host/leak_check.h"
#include "world/fixture_test.h"

static int start(uint64_t after_ms, uint64_t every_ms)
{
    int fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    struct itimerspec spec = {
        { (time_t)(every_ms / 1000), (long)(every_ms % 1000) * MS },
        { (time_t)(after_ms / 1000), (long)(after_ms % 1000) * MS },
    };
    timerfd_settime(fd, 0, &spec, NULL);
    return fd;
}

/* Wait for it, and note how often it has expired. */
static void await(struct record *r, int fd)
{
    uint64_t count = 0;
    char label[32];
    struct pollfd pfd = { fd, POLLIN, 0 };
    int n = poll(&pfd, 1, 1000);
    if (n == 1 && read(fd, &count, sizeof count) < 0)
        n = -1;
    snprintf(label, sizeof label,
             n == 0  ? "none"
             : n < 0 ? "wrong"
                     : "%llu",
             (unsigned long long)count);
    note(r, label);
}

static void leaves_nothing(struct record *r)
{
    struct leak_check before;
    char says[200];
    leak_check_begin(&before);
    int a = start(5, 0), b = start(6, 0);
    await(r, a);
    note(r, leak_check_end(&before, says, sizeof says) ? "two-are-open" : "wrong");
    close(a);
    close(b);
    note(r, leak_check_end(&before, says, sizeof says) ? says : "none-is-left");
}

/* All but one of the descriptors that the process may have are for the loop. */
static void as_many_as_descriptors(struct record *r)
{
    enum { LIMIT = 300 };
    struct rlimit limit = { LIMIT, LIMIT };
    int room = LIMIT - 1, last = -1;
    for (int fd = 0; fd < LIMIT; fd++)
        room -= fcntl(fd, F_GETFD) >= 0;
    setrlimit(RLIMIT_NOFILE, &limit);
    for (int fd; (fd = start(5, 0)) >= 0; last = fd)
        room--;
    note(r, room == 0 ? "all" : "fewer");
    await(r, last);
}

static void other_numbers(struct record *r)
{
    int a = start(5, 0), b = dup2(a, 100);
    close(a);
    await(r, b);
    struct itimerspec spec = { { 0, 0 }, { 0, 7 * MS } }, left;
    note(r, timerfd_settime(b, 0, &spec, NULL) == 0 ? "set" : "wrong");
    int c = fcntl(b, F_DUPFD_CLOEXEC, 200), d = dup(c);
    close(b);
    close(c);
    note(r, timerfd_gettime(d, &left) == 0 && left.it_value.tv_nsec == 7 * MS ? "left" : "wrong");
    await(r, d);
    close(d);
}

/* The number of a closed timer may belong to another file. */
static void closed(struct record *r)
{
    int fd = start(5, 0), end[2];
    struct itimerspec spec = { { 0, 0 }, { 0, MS } };
    close(fd);
    if (pipe(end) < 0)
        abort();
    note(r, end[0] == fd || end[1] == fd ? "reused" : "wrong");
    note(r, timerfd_settime(fd, 0, &spec, NULL) < 0 ? "refused" : "wrong");
    usleep(20 * 1000);
    struct pollfd pfd = { end[0], POLLIN, 0 };
    note(r, poll(&pfd, 1, 0) == 0 ? "nothing-was-written" : "wrong");
}

/* Time does not move to the deadline of a timer that nobody can read. */
static void closed_and_stuck(struct record *r)
{
    (void)r;
    close(start(60 * 1000, 0));
    poll(NULL, 0, -1);
}

/* A deadline that has passed is seen at the first look, with all that came since. */
static void absolute(struct record *r)
{
    struct timespec now;
    int fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    struct pollfd pfd = { fd, POLLIN, 0 };
    usleep(50 * 1000);
    clock_gettime(CLOCK_MONOTONIC, &now);
    struct itimerspec spec = { { 0, 10 * MS }, { now.tv_sec, now.tv_nsec - 25 * MS } };
    timerfd_settime(fd, TFD_TIMER_ABSTIME, &spec, NULL);
    note(r, poll(&pfd, 1, 0) == 1 ? "at-once" : "wrong");
    await(r, fd);
    await(r, fd);
    spec = (struct itimerspec){ { 0, 0 }, { INT64_MAX, 0 } };
    timerfd_settime(fd, TFD_TIMER_ABSTIME, &spec, NULL);
    spec.it_value = (struct timespec){ UINT64_MAX / 1000000000, UINT64_MAX % 1000000000 };
    timerfd_settime(fd, TFD_TIMER_ABSTIME, &spec, NULL);
    await(r, fd);
    poll(NULL, 0, -1);
}

static void refusals(struct record *r)
{
    struct itimerspec bad = { { 0, 0 }, { 0, -1 } };
    note(r, timerfd_create(CLOCK_PROCESS_CPUTIME_ID, 0) < 0 && errno == EINVAL ? "clock" : "wrong");
    note(r, timerfd_create(CLOCK_MONOTONIC, 1) < 0 && errno == EINVAL ? "flags" : "wrong");
    note(r, timerfd_settime(start(5, 0), 0, &bad, NULL) < 0 && errno == EINVAL ? "value" : "wrong");
    note(r, timerfd_settime(0, 0, &bad, NULL) < 0 ? "no-timer" : "wrong");
}

static void on_alarm(int sig)
{
    (void)sig;
}

static void alarms(struct record *r)
{
    signal(SIGALRM, on_alarm);
    note(r, alarm(100) == 0 ? "none-before" : "wrong");
    usleep(500 * 1000);
    note(r, alarm(5) == 100 ? "a-hundred" : "wrong");
    note(r, poll(NULL, 0, -1) < 0 && errno == EINTR ? "rang" : "wrong");
    ualarm(3000, 0);
    note(r, poll(NULL, 0, -1) < 0 && errno == EINTR ? "rang" : "wrong");
    setitimer(ITIMER_REAL, &(struct itimerval){ { 0, 0 }, { INT64_MAX, 0 } }, NULL);
    poll(NULL, 0, -1);
}

static const struct stage_row rows[] = {
    { "what the world needs for timers is never the loop's", leaves_nothing,
      "1@5 two-are-open@5 none-is-left@5", 1 },
    { "there may be as many as the process may have descriptors", as_many_as_descriptors,
      "no more descriptors: timerfd_create: Too many open files@0 all@0 1@5", 1 },
    { "a timer is the same by any of its numbers", other_numbers, "1@5 set@5 left@5 1@12", 1 },
    { "a closed timer touches nobody who has its number", closed,
      "reused@0 refused@0 nothing-was-written@20", 1 },
    { "nor does it keep time going", closed_and_stuck, "stuck@0|thread 0 in poll", 1 },
    { "a deadline that has passed is seen at once, one beyond the end of time never", absolute,
      "at-once@50 3@50 1@55 none@1055 stuck@1055|thread 0 in poll", 1 },
    { "what the kernel refuses is refused", refusals, "clock@0 flags@0 value@0 no-timer@0", 1 },
    { "an alarm is one of the world's", alarms,
      "none-before@0 a-hundred@500 rang@5500 rang@5503 stuck@5503|thread 0 in poll", 1 },
};

int main(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        run_row(&rows[i]);
    return done_testing();
}
