/* metrics_and_streams.h - questions about the loop's counters and idle time, and about signals and
 * streams that are started, stopped or closed in the wrong state. */
#ifndef QUESTIONS_METRICS_AND_STREAMS_H
#define QUESTIONS_METRICS_AND_STREAMS_H
#include "questions/common.h"
#include "questions/folder.h"
#include "questions/loop.h"

/* ---- ASK-47 ---- */
/* libuv 1.45 and later. The counters are the first members of the struct. */
static int loop_counts(uv_loop_t *loop, uint64_t counts[16])
{
    int (*get)(uv_loop_t *, void *);
    find_call("uv_metrics_info", &get);
    memset(counts, 0, 16 * sizeof *counts);
    return get ? get(loop, counts) : UV_ENOSYS;
}

static int ask_counts_of_a_fresh_loop(uv_loop_t *loop, union uv_any_handle *h)
{
    uint64_t counts[16];
    (void)h;
    int answer = loop_counts(loop, counts);
    return answer ? answer : (int)(counts[0] + counts[1] + counts[2]);
}

static int ask_counts_of_three_turns(uv_loop_t *loop, union uv_any_handle *h)
{
    uint64_t counts[16];
    uv_idle_init(loop, &h->idle);
    uv_idle_start(&h->idle, no_idle);
    for (int i = 0; i < 3; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    int answer = loop_counts(loop, counts);
    uv_idle_stop(&h->idle);
    return answer ? answer : (int)counts[0];
}

static int ask_idle_time_never_asked_for(uv_loop_t *loop, union uv_any_handle *h)
{
    uint64_t (*get)(uv_loop_t *);
    find_call("uv_metrics_idle_time", &get);
    if (!get)
        return UV_ENOSYS;
    uv_timer_init(loop, &h->timer);
    uv_timer_start(&h->timer, no_timer, 5, 0);
    uv_run(loop, UV_RUN_DEFAULT);
    return get(loop) != 0;
}

static int ask_idle_time_of_5ms(uv_loop_t *loop, union uv_any_handle *h)
{
    uint64_t (*get)(uv_loop_t *);
    find_call("uv_metrics_idle_time", &get);
    if (!get)
        return UV_ENOSYS;
    int answer = uv_loop_configure(loop, (uv_loop_option)1);
    uv_timer_init(loop, &h->timer);
    uv_timer_start(&h->timer, no_timer, 5, 0);
    uv_run(loop, UV_RUN_DEFAULT);
    return answer < 0 ? answer : (int)(get(loop) / 1000000);
}

static void note_idle(uv_work_t *req)
{
    uint64_t (*get)(uv_loop_t *);
    find_call("uv_metrics_idle_time", &get);
    uv_sleep(3);
    *(uint64_t *)req->data = get(req->loop);
}

static int ask_idle_time_while_waiting(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_work_t req;
    uint64_t idle = 0;
    (void)h;
    req.data = &idle;
    if (uv_version() < 0x012700)
        return UV_ENOSYS;
    uv_loop_configure(loop, (uv_loop_option)1);
    uv_queue_work(loop, &req, note_idle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    return idle >= 3000000;
}

/* ---- ASK-48 ---- */
static int ask_signal_started_twice(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_signal_init(loop, &h->signal);
    int answer = uv_signal_start(&h->signal, no_signal, SIGUSR2);
    answer = answer < 0 ? answer : uv_signal_start(&h->signal, no_signal, SIGUSR2);
    return answer < 0 ? answer : h->signal.signum != SIGUSR2;
}

static int ask_signal_stopped_twice(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_signal_init(loop, &h->signal);
    uv_signal_start(&h->signal, no_signal, SIGUSR2);
    int answer = uv_signal_stop(&h->signal);
    return answer < 0 ? answer : uv_signal_stop(&h->signal);
}

static int ask_signal_that_cannot_be_watched(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_signal_init(loop, &h->signal);
    return (uv_signal_start(&h->signal, no_signal, SIGKILL) == UV_EINVAL) +
           2 * (uv_signal_start(&h->signal, no_signal, SIGSTOP) == UV_EINVAL) +
           4 * (uv_signal_start(&h->signal, no_signal, 9999) == UV_EINVAL &&
                !uv_is_active(&h->handle));
}

static int ask_signal_restarted_for_another(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_signal_init(loop, &h->signal);
    uv_signal_start(&h->signal, no_signal, SIGUSR2);
    int answer = uv_signal_start(&h->signal, no_signal, SIGHUP) == 0 && h->signal.signum == SIGHUP;
    struct sigaction now;
    sigaction(SIGUSR2, NULL, &now);
    return answer + 2 * (now.sa_handler == SIG_DFL);
}

static int ask_poll_of_one_that_another_polls(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_poll_init(loop, &h[0].poll, ends[0]);
    uv_poll_init(loop, &h[1].poll, ends[0]);
    uv_poll_start(&h[0].poll, UV_READABLE, no_event);
    int answer = uv_version() < 0x012a00 ? 0 : uv_poll_start(&h[1].poll, UV_READABLE, no_event);
    uv_poll_stop(&h[0].poll);
    close(ends[0]);
    close(ends[1]);
    return answer;
}

static int ask_stream_stopped_twice(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_tcp_init(loop, &h->tcp);
    int answer = uv_read_stop(&h->stream);
    return answer < 0 ? answer : uv_read_stop(&h->stream);
}

static int ask_stream_read_while_closing(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_init(loop, &h->pipe, 0);
    uv_pipe_open(&h->pipe, ends[0]);
    uv_close(&h->handle, NULL);
    close(ends[1]);
    return uv_read_start(&h->stream, no_room, no_bytes);
}

static int ask_stream_shut_down_while_closing(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_shutdown_t req;
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_init(loop, &h->pipe, 0);
    uv_pipe_open(&h->pipe, ends[0]);
    uv_close(&h->handle, NULL);
    close(ends[1]);
    return uv_shutdown(&req, &h->stream, NULL);
}

static int ask_stream_listens_while_closing(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_tcp_init_ex(loop, &h->tcp, AF_INET);
    uv_close(&h->handle, NULL);
    return uv_version() < 0x012c02 ? 0 : uv_listen(&h->stream, 1, NULL);
}

static int ask_stream_passes_what_has_no_socket(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_write_t req;
    int ends[2];
    uv_buf_t one = uv_buf_init((char *)"a", 1);
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_init(loop, &h[0].pipe, 1);
    uv_pipe_open(&h[0].pipe, ends[0]);
    uv_tcp_init(loop, &h[1].tcp);
    int answer = uv_write2(&req, &h[0].stream, &one, 1, &h[1].stream, NULL);
    close(ends[1]);
    return answer;
}

static int ask_stream_without_writes(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_init(loop, &h->pipe, 0);
    uv_pipe_open(&h->pipe, ends[0]);
    close(ends[1]);
    return (int)uv_stream_get_write_queue_size(&h->stream);
}

static int ask_stream_room(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    size_t room = 0;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_init(loop, &h->pipe, 0);
    uv_pipe_open(&h->pipe, ends[0]);
    h->pipe.data = &room;
    uv_read_start(&h->stream, note_room, no_bytes);
    if (write(ends[1], "x", 1) == 1)
        uv_run(loop, UV_RUN_ONCE);
    close(ends[1]);
    return (int)room;
}

static int ask_stream_queue_of_two_parts(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_write_t req;
    int ends[2], left = 0;
    size_t size = 1 << 20;
    char *bytes = calloc(1, size);
    uv_buf_t parts[2] = { uv_buf_init(bytes, (unsigned)size), uv_buf_init(bytes, (unsigned)size) };
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_init(loop, &h->pipe, 0);
    uv_pipe_open(&h->pipe, ends[0]);
    int answer = uv_write(&req, &h->stream, parts, 2, NULL);
    ioctl(ends[1], FIONREAD, &left);
    answer = answer < 0 ? answer
                        : left > 0 &&
                              uv_stream_get_write_queue_size(&h->stream) + (size_t)left == 2 * size;
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    close(ends[1]);
    free(bytes);
    return answer;
}

static int ask_stream_tried_at_once(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    char bytes[8];
    uv_buf_t three = uv_buf_init((char *)"abc", 3);
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_init(loop, &h->pipe, 0);
    uv_pipe_open(&h->pipe, ends[0]);
    int answer = uv_try_write(&h->stream, &three, 1);
    answer = answer == 3 && read(ends[1], bytes, 8) == 3 && memcmp(bytes, "abc", 3) == 0
                 ? answer
                 : UV_EPROTO;
    close(ends[1]);
    return answer;
}

static int ask_stream_that_passes_nothing(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_write_t req;
    int ends[2];
    uv_buf_t one = uv_buf_init((char *)"a", 1);
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_init(loop, &h[0].pipe, 0);
    uv_pipe_open(&h[0].pipe, ends[0]);
    uv_tcp_init_ex(loop, &h[1].tcp, AF_INET);
    int answer = uv_write2(&req, &h[0].stream, &one, 1, &h[1].stream, NULL);
    close(ends[1]);
    return answer;
}

static int ask_stream_of_no_kind(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init(loop, &h->udp);
    return uv_listen((uv_stream_t *)&h->udp, 1, NULL);
}

#endif
