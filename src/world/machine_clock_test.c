/* Virtual time stays in its process: nothing sets the machine's clock by it, and answers of the
 * machine that contain a time show the virtual one. */
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/sysinfo.h>
#include <sys/times.h>

#include "world/setters_test.h"
#include "world/fixture_test.h"

static void sets_nothing(struct record *r)
{
    note(r, setters_refused());
    note(r, setters_asked());
    note(r, setters_right());
}

static void *set_in_thread(void *arg)
{
    note(arg, setters_refused());
    return NULL;
}

static void sets_nothing_in_a_thread(struct record *r)
{
    pthread_t thread;
    pthread_create(&thread, NULL, set_in_thread, r);
    pthread_join(thread, NULL);
}

/* Without a world the kernel answers. The process has lost the right to set the clock by then. */
static void is_asked_of_the_kernel(struct record *r)
{
    world_end();
    bool asked = clock_settime(CLOCK_REALTIME, &setters_bad_ns) < 0 && errno == EINVAL;
    snprintf(r->text, sizeof r->text, "%s %s", asked ? "asked" : "not asked", setters_right());
}

static void reads_one_time(struct record *r)
{
    struct sysinfo a, b;
    struct tms used;
    long second = sysconf(_SC_CLK_TCK);
    sysinfo(&a);
    clock_t before = times(&used);
    sleep(3600);
    sysinfo(&b);
    note(r, b.uptime - a.uptime == 3600 ? "uptime" : "another-uptime");
    note(r, times(&used) - before == 3600 * second ? "times" : "another-time");
    note(r, used.tms_utime + used.tms_stime < 60 * second ? "used-little" : "used-much");
}

/* A forked child reads and waits in the machine's time, and does not report a stuck world. */
static void forks(struct record *r)
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        ualarm(1000, 0);
        poll(NULL, 0, -1);
        _exit(1);
    }
    waitpid(pid, &status, 0);
    note(r, WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "by-itself" : "wrong");
    pid = fork();
    if (pid == 0)
        _exit(time(NULL) > 1000000000 ? 3 : 1);
    waitpid(pid, &status, 0);
    note(r, WEXITSTATUS(status) == 3 ? "real-time" : "wrong");
}

static void notified(union sigval value)
{
    note(value.sival_ptr, "notified");
}

static void on_signal(int sig)
{
    (void)sig;
}

static void timers(struct record *r)
{
    timer_t id;
    struct sigevent thread = { .sigev_notify = SIGEV_THREAD,
                               .sigev_notify_function = notified,
                               .sigev_value.sival_ptr = r };
    timer_create(CLOCK_MONOTONIC, &thread, &id);
    timer_settime(id, 0, &(struct itimerspec){ { 0, 0 }, { 5, 0 } }, NULL);
    sleep(10);
    timer_delete(id);
    signal(SIGALRM, on_signal);
    timer_create(CLOCK_REALTIME, NULL, &id);
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    now.tv_sec += 7;
    timer_settime(id, TIMER_ABSTIME, &(struct itimerspec){ { 0, 0 }, now }, NULL);
    note(r, sleep(100) == 93 ? "interrupted" : "wrong");
    timer_settime(id, TIMER_ABSTIME, &(struct itimerspec){ { 0, 0 }, { INT64_MAX, 0 } }, NULL);
    sleep(100);
    note(r, "slept");
    timer_delete(id);
}

static const struct stage_row rows[] = {
    { "the machine's clock is not set", sets_nothing, "all@0 answered@0 may-not@0", 1 },
    { "by no thread", sets_nothing_in_a_thread, "all@0", 1 },
    { "without a world the kernel decides", is_asked_of_the_kernel, "asked may-not", 1 },
    { "what comes with a time has the world's", reads_one_time,
      "uptime@3600000 times@3600000 used-little@3600000", 1 },
    { "a fork goes on in real time", forks, "by-itself@0 real-time@0", 1 },
    { "POSIX timers are the world's", timers, "notified@5000 interrupted@17000 slept@117000", 1 },
};

int main(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        run_row(&rows[i]);
    return done_testing();
}
