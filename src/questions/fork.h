/* fork.h - questions that a forked child answers by how it exits. */
#ifndef QUESTIONS_FORK_H
#define QUESTIONS_FORK_H
#include "questions/common.h"
#include "questions/request.h"

static void count_caught(uv_signal_t *signal, int number)
{
    (void)number;
    ++*(int *)signal->data;
}

/* What a child tells that does not come to an end: the time is the machine's there. */
static void give_up_after(unsigned seconds)
{
    signal(SIGALRM, SIG_DFL);
    alarm(seconds);
}

/* A job of the parent's is over; its threads are not the child's. */
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
/* The child does not look for its second signal; the parent is not told of it either. */
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

#endif
