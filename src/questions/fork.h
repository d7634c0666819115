/* fork.h - questions that a forked child answers by its exit status. */
#ifndef QUESTIONS_FORK_H
#define QUESTIONS_FORK_H
#include "questions/common.h"
#include "questions/file.h"
#include "questions/loop.h"
#include "questions/request.h"

static void count_caught(uv_signal_t *signal, int number)
{
    (void)number;
    ++*(int *)signal->data;
}

/* A child that hangs is ended by SIGALRM. Its alarm counts real time: a fork leaves the virtual
 * clock. */
static void give_up_after(unsigned seconds)
{
    signal(SIGALRM, SIG_DFL);
    alarm(seconds);
}

/* The answer of a child of this process's own, which has one thread. */
static int in_forked_child(int (*answer)(void))
{
    pid_t child = fork();
    if (child == 0) {
        give_up_after(20);
        _exit(answer());
    }
    return child < 0 ? -errno : wait_for(child);
}

/* The parent's pool has no threads in the child, so the child must start its own. */
static int job_is_done(uv_loop_t *loop)
{
    uv_work_t req;
    int count = 0;
    req.data = &count;
    int answer = uv_queue_work(loop, &req, count_work, count_after);
    uv_run(loop, UV_RUN_DEFAULT);
    return answer < 0 ? answer : count == 11;
}

/* ---- ASK-100 ---- */
/* The child raises two signals and runs its loop for the first only. The parent's loop must see
 * neither. */
static int ask_signal_of_a_forked_child(uv_loop_t *loop, union uv_any_handle *h)
{
    int caught = 0;
    uv_signal_init(loop, &h->signal);
    h->signal.data = &caught;
    int answer = uv_signal_start(&h->signal, count_caught, SIGUSR2);
    pid_t child = fork();
    if (child == 0) {
        give_up_after(20);
        answer = uv_loop_fork(loop) == 0;
        raise(SIGUSR2);
        uv_run(loop, UV_RUN_ONCE);
        raise(SIGUSR2);
        _exit(answer + 2 * caught);
    }
    answer = answer < 0 ? answer : wait_for(child);
    uv_run(loop, UV_RUN_NOWAIT);
    return answer + 4 * !caught;
}

static int ask_job_of_a_forked_child(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    int answer = job_is_done(loop);
    pid_t child = fork();
    if (child == 0) {
        give_up_after(20);
        answer = uv_loop_fork(loop) == 0;
        _exit(answer + 2 * job_is_done(loop));
    }
    return 10 * answer + wait_for(child);
}

/* ---- ASK-183 ---- */
static void count_async(uv_async_t *async)
{
    ++*(int *)async->data;
}

static void count_event(uv_poll_t *poll, int status, int events)
{
    *(int *)poll->data += status == 0 && events;
    uv_poll_stop(poll);
}

static void count_change(uv_fs_event_t *watch, const char *name, int events, int status)
{
    (void)name, (void)events;
    *(int *)watch->data += status == 0;
    uv_fs_event_stop(watch);
}

static void count_seventh_exit(uv_process_t *process, int64_t status, int number)
{
    *(int *)process->data += status == 7 && number == 0;
}

/* The timers are started in the child. Its clock may differ from the parent's. */
static int ask_timers_of_a_forked_child(uv_loop_t *loop, union uv_any_handle *h)
{
    int calls = 0;
    for (int i = 0; i < 2; i++) {
        uv_timer_init(loop, &h[i].timer);
        h[i].handle.data = &calls;
    }
    pid_t child = fork();
    if (child == 0) {
        give_up_after(20);
        int answer = uv_loop_fork(loop) == 0;
        uv_update_time(loop);
        uv_timer_start(&h[0].timer, count_timer, 2, 0);
        uv_timer_start(&h[1].timer, count_timer, 1, 1);
        for (int i = 0; i < 99 && calls < 5; i++)
            uv_run(loop, UV_RUN_ONCE);
        _exit(answer + 2 * !uv_is_active(&h[0].handle) + 4 * (calls >= 5));
    }
    int answer = wait_for(child);
    uv_run(loop, UV_RUN_DEFAULT);
    return answer + 8 * (calls == 0);
}

static void send_to(void *async)
{
    uv_async_send(async);
}

/* Sends of the child, and of a thread in it, must wake the child's loop and not the parent's. */
static int ask_async_of_a_forked_child(uv_loop_t *loop, union uv_any_handle *h)
{
    int calls = 0;
    uv_async_init(loop, &h[0].async, count_async);
    uv_async_init(loop, &h[1].async, count_async);
    h[0].handle.data = h[1].handle.data = &calls;
    uv_run(loop, UV_RUN_NOWAIT);
    pid_t child = fork();
    if (child == 0) {
        uv_thread_t thread;
        give_up_after(20);
        int answer = uv_loop_fork(loop) == 0;
        uv_async_send(&h[0].async);
        uv_run(loop, UV_RUN_ONCE);
        answer += 2 * (calls == 1);
        if (uv_thread_create(&thread, send_to, &h[1].async) == 0)
            uv_run(loop, UV_RUN_ONCE);
        _exit(answer + 4 * (calls == 2));
    }
    int answer = wait_for(child);
    uv_run(loop, UV_RUN_NOWAIT);
    return answer + 8 * (calls == 0);
}

/* The child polls three descriptors for what happens there. */
static int ask_polls_of_a_forked_child(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[3][2], calls = 0;
    for (int i = 0; i < 3; i++) {
        socketpair(AF_UNIX, SOCK_STREAM, 0, ends[i]);
        uv_poll_init(loop, &h[i].poll, ends[i][0]);
        h[i].handle.data = &calls;
        uv_poll_start(&h[i].poll, UV_READABLE, count_event);
    }
    uv_run(loop, UV_RUN_NOWAIT);
    pid_t child = fork();
    if (child == 0) {
        char byte;
        give_up_after(20);
        int answer = uv_loop_fork(loop) == 0;
        for (int i = 0; i < 3; i++)
            send(ends[i][1], "a", 1, 0);
        uv_run(loop, UV_RUN_DEFAULT);
        for (int i = 0; i < 3; i++)
            recv(ends[i][0], &byte, 1, 0);
        _exit(answer + 2 * calls);
    }
    int answer = wait_for(child);
    uv_run(loop, UV_RUN_NOWAIT);
    for (int i = 0; i < 3; i++) {
        uv_poll_stop(&h[i].poll);
        close(ends[i][0]);
        close(ends[i][1]);
    }
    return answer + 8 * (calls == 0);
}

/* Two files are watched; the child changes both. */
static int ask_watches_of_a_forked_child(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    int calls = 0;
    make_test_file(&f);
    int other = open(f.other, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    for (int i = 0; i < 2; i++) {
        uv_fs_event_init(loop, &h[i].fs_event);
        h[i].handle.data = &calls;
        uv_fs_event_start(&h[i].fs_event, count_change, i ? f.other : f.path, 0);
    }
    pid_t child = fork();
    if (child == 0) {
        give_up_after(20);
        int answer = uv_loop_fork(loop) == 0;
        fchmod(f.fd, 0400);
        fchmod(other, 0400);
        uv_run(loop, UV_RUN_DEFAULT);
        _exit(answer + 2 * calls);
    }
    int answer = wait_for(child);
    for (int i = 0; i < 2; i++)
        uv_fs_event_stop(&h[i].fs_event);
    close(other);
    remove_test_file(&f);
    return answer;
}

/* The child starts a child of its own and must see it end, on this loop and on a new one. */
static int ask_children_of_a_forked_child(uv_loop_t *loop, union uv_any_handle *h)
{
    char *args[] = { "sh", "-c", "exit 7", NULL };
    uv_process_options_t o = { .file = "/bin/sh", .args = args, .exit_cb = count_seventh_exit };
    int calls = 0;
    h->handle.data = &calls;
    pid_t child = fork();
    if (child == 0) {
        uv_loop_t own;
        uv_timer_t timer;
        give_up_after(20);
        int answer = uv_loop_fork(loop) == 0;
        if (uv_spawn(loop, &h->process, &o) == 0)
            uv_run(loop, UV_RUN_DEFAULT);
        answer += 2 * (calls == 1);
        calls = 0;
        timer.data = &calls;
        if (uv_loop_init(&own) == 0 && uv_timer_init(&own, &timer) == 0 &&
            uv_timer_start(&timer, count_timer, 1, 0) == 0)
            uv_run(&own, UV_RUN_DEFAULT);
        _exit(answer + 4 * (calls == 1));
    }
    int answer = wait_for(child);
    uv_timer_init(loop, &h->timer);
    return answer;
}

#endif
