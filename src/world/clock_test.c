/* One clock: the times that a loop reads, is woken at and is judged by agree, though a ticking
 * clock shows more at each reading. */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>

#include "world/fixture_test.h"

static uint64_t read_ns(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

static struct timespec as_timespec(uint64_t ns)
{
    return (struct timespec){ (time_t)(ns / 1000000000), (long)(ns % 1000000000) };
}

/* What the clocks are to show at first; 0 for the usual. */
static uint64_t begin_ns;

static void tick(struct record *r)
{
    world_end();
    world_begin(&(struct world_config){
        .ticks = true, .begin_ns = begin_ns, .stuck = stuck_here, .arg = r });
}

/* All ways in the C library to wait until the clock shows `due`. */

static void by_timerfd(uint64_t due)
{
    int fd = timerfd_create(CLOCK_MONOTONIC, 0);
    struct itimerspec spec = { { 0, 0 }, as_timespec(due) };
    struct pollfd pfd = { fd, POLLIN, 0 };
    timerfd_settime(fd, TFD_TIMER_ABSTIME, &spec, NULL);
    poll(&pfd, 1, -1);
    close(fd);
}

static void by_sleep(uint64_t due)
{
    struct timespec ts = as_timespec(due);
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &ts, NULL);
}

static void by_condition(uint64_t due)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
    struct timespec ts = as_timespec(due);
    pthread_mutex_lock(&mutex);
    while (pthread_cond_timedwait(&cond, &mutex, &ts) == 0)
        continue;
    pthread_mutex_unlock(&mutex);
}

static void by_semaphore(uint64_t due)
{
    sem_t sem;
    struct timespec ts = as_timespec(due);
    sem_init(&sem, 0, 0);
    sem_timedwait(&sem, &ts);
    sem_destroy(&sem);
}

/* By the time that is left, in nanoseconds or cut to microseconds. */
static void by_ppoll(uint64_t due)
{
    struct timespec left = as_timespec(due - read_ns());
    ppoll(NULL, 0, &left, NULL);
}

static void by_epoll(uint64_t due)
{
    struct epoll_event event;
    int fd = epoll_create1(0);
    struct timespec left = as_timespec(due - read_ns());
    epoll_pwait2(fd, &event, 1, &left, NULL);
    close(fd);
}

static void by_select(uint64_t due)
{
    uint64_t us = (due - read_ns()) / 1000;
    struct timeval left = { (time_t)(us / 1000000), (suseconds_t)(us % 1000000) };
    select(0, NULL, NULL, NULL, &left);
}

static void (*const ways[])(uint64_t due) = { by_timerfd, by_sleep, by_condition, by_semaphore,
                                              by_ppoll,   by_epoll, by_select };
enum { WAYS = sizeof ways / sizeof *ways };

/* All readings but the first only move the clock on. */
static uint64_t read_often(int readings)
{
    uint64_t first = read_ns();
    for (int i = 1; i < readings; i++)
        read_ns();
    return first;
}

/* A loop calls a timer when its clock shows the deadline or more, and computes the next deadline
 * from that reading. The record must show each whole deadline exactly. */
static void keep_deadlines(struct record *r, int readings)
{
    unsigned wrong = 0;
    char label[100];
    tick(r);
    for (unsigned n = 0; n < 20 * WAYS; n++) {
        uint64_t due = read_often(readings) + 5 * MS;
        do
            ways[n % WAYS](due);
        while (read_ns() < due);
        if (world_now_ns() == (n + 1) * 5 * MS || wrong++ > 0)
            continue;
        snprintf(label, sizeof label, "way-%u-at-%lluns", n % WAYS,
                 (unsigned long long)world_now_ns());
        note(r, label);
    }
    note(r, wrong ? "wrong" : "exact");
}

static void few_readings(struct record *r)
{
    keep_deadlines(r, 2);
}

static void many_readings(struct record *r)
{
    keep_deadlines(r, 500);
}

/* More readings than the clock may run ahead: it stands still, and deadlines are still by it. */
static void all_readings(struct record *r)
{
    tick(r);
    read_often(1000 * 1000);
    for (int i = 1; i < 4; i++) {
        uint64_t due = read_ns() + 5 * MS;
        by_sleep(due);
        note(r, read_ns() == due && world_now_ns() == i * 5ull * MS ? "exact" : "wrong");
    }
}

/* Stamps keep the fraction of a millisecond that the program asked for, and never go back. */
static void parts(struct record *r)
{
    uint64_t last = 0;
    unsigned back = 0;
    tick(r);
    read_often(100);
    world_busy(1234 * 1000);
    note(r, world_now_ns() == 1234 * 1000 ? "whole" : "wrong");
    read_often(700);
    world_busy(1500);
    note(r, world_now_ns() == 1235500 || world_now_ns() == 1236000 ? "part" : "wrong");
    for (int i = 0; i < 20000; i++) {
        if (i % 7 == 0)
            world_busy((uint64_t)(i * 37 % 1000));
        read_often(i % 3 + 1);
        back += world_now_ns() < last;
        last = world_now_ns();
    }
    note(r, back ? "back" : "never-back");
}

static void other_readings(struct record *r)
{
    tick(r);
    uint64_t a = world_read_ns(), b = world_read_ns();
    note(r, b > a ? "later" : "the-same");
    struct timespec utc, civil;
    timespec_get(&utc, TIME_UTC);
    clock_gettime(CLOCK_REALTIME, &civil);
    note(r, utc.tv_sec == civil.tv_sec && utc.tv_nsec < civil.tv_nsec ? "utc" : "another");
}

/* The second world begins at another instant than 0, and shows the same. */
static void uptime(struct record *r)
{
    for (int i = 0; i < 2; i++) {
        world_end();
        world_begin(
            &(struct world_config){ .begin_ns = 4294967295999999, .stuck = stuck_here, .arg = r });
        uint64_t shown = read_ns();
        bool is_same = shown == 4294967295999999 && world_now_ns() == 0 && world_now_ms() == 0;
        by_sleep(shown + 1);
        bool is_next = read_ns() == shown + 1 && world_now_ns() == 1 && world_now_ms() == 1;
        note(r, is_same && is_next ? "as-asked" : "wrong");
        world_busy(5 * MS);
    }
}

static void no_end(struct record *r)
{
    struct timespec ages = { INT64_MAX, 999999999 }, bad = { -1, 0 };
    struct timeval less = { 0, -1 };
    note(r, ppoll(NULL, 0, &bad, NULL) < 0 && errno == EINVAL ? "refused" : "wrong");
    note(r, select(0, NULL, NULL, NULL, &less) < 0 && errno == EINVAL ? "refused" : "wrong");
    ppoll(NULL, 0, &ages, NULL);
}

static void no_end_by_condition(struct record *r)
{
    (void)r;
    by_condition(UINT64_MAX);
}

static const struct stage_row rows[] = {
    { "a loop that reckons with what it reads is exact", few_readings, "exact@700", 1 },
    { "however often it reads", many_readings, "exact@700", 1 },
    { "also when the clock is as far ahead as it may be", all_readings, "exact@5 exact@10 exact@15",
      1 },
    { "parts of a millisecond are not taken for readings", parts, "whole@1 part@1 never-back@2",
      1 },
    { "all readings are of one clock", other_readings, "later@0 utc@0", 1 },
    { "a world begins at the uptime that was asked for", uptime, "as-asked@0 as-asked@0", 1 },
    { "a time-out beyond the end of time is none, one below zero is refused", no_end,
      "refused@0 refused@0 stuck@0|thread 0 in poll", 1 },
    { "a deadline beyond the end of time is none", no_end_by_condition,
      "stuck@0|thread 0 in a condition", 1 },
};

int main(void)
{
    static const uint64_t begins_ns[] = { 0, 1000000, 4294967246700001, 17280000000999999 };
    for (size_t b = 0; b < sizeof begins_ns / sizeof *begins_ns; b++) {
        begin_ns = begins_ns[b];
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            run_row(&rows[i]);
    }
    return done_testing();
}
