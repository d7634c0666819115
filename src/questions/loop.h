/* loop.h - questions about loops and handles. */
#ifndef QUESTIONS_LOOP_H
#define QUESTIONS_LOOP_H
#include "questions/common.h"

/* ---- ASK-32 ---- */
static int ask_loop_data_kept(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_loop_t other;
    (void)h;
    other.data = &other;
    int answer = uv_loop_init(&other);
    if (answer < 0)
        return answer;
    answer = other.data == &other;
    uv_loop_set_data(&other, loop);
    answer += 2 * (uv_loop_get_data(&other) == loop && other.data == loop);
    uv_run(&other, UV_RUN_DEFAULT);
    answer += 4 * (other.data == loop);
    uv_loop_close(&other);
    return answer + 8 * (other.data == loop);
}

static int ask_loop_data_taken_back(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    uv_loop_set_data(loop, loop);
    uv_loop_set_data(loop, NULL);
    return uv_loop_get_data(loop) == NULL;
}

static int ask_loop_closed(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_loop_t other;
    (void)h, (void)loop;
    int answer = uv_loop_init(&other);
    return answer < 0 ? answer : uv_loop_close(&other);
}

static int ask_loop_closed_too_early(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_timer_init(loop, &h->timer);
    return uv_loop_close(loop);
}

static int ask_default_loop_twice(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    uv_loop_t *first = uv_default_loop();
    int answer = (first != NULL) + 2 * (uv_default_loop() == first);
    uv_loop_close(first);
    return answer;
}

static void count_timer(uv_timer_t *timer)
{
    ++*(int *)timer->data;
}

static int ask_default_loop_after_close(uv_loop_t *loop, union uv_any_handle *h)
{
    int calls = 0;
    (void)loop;
    int answer = uv_loop_close(uv_default_loop());
    uv_loop_t *again = uv_default_loop();
    if (answer < 0)
        return answer;
    if (!again)
        return UV_ENOMEM;
    answer = uv_timer_init(again, &h->timer);
    h->timer.data = &calls;
    uv_timer_start(&h->timer, count_timer, 0, 0);
    answer = answer < 0 ? answer : uv_run(again, UV_RUN_DEFAULT) == 0;
    uv_close(&h->handle, NULL);
    uv_run(again, UV_RUN_DEFAULT);
    answer += 2 * calls + 4 * (uv_loop_close(again) == 0);
    return answer;
}

static void stop_loop(uv_timer_t *timer)
{
    uv_stop(timer->loop);
}

static int ask_default_loop_runs_on(uv_loop_t *loop, union uv_any_handle *h)
{
    int calls = 0;
    uv_loop_t *first = uv_default_loop();
    uv_timer_init(first, &h[0].timer);
    uv_timer_init(loop, &h[1].timer);
    h[0].timer.data = &calls;
    uv_timer_start(&h[0].timer, count_timer, 0, 0);
    uv_timer_start(&h[1].timer, stop_loop, 0, 0);
    uv_run(loop, UV_RUN_DEFAULT);
    uv_stop(loop);
    int answer = uv_run(first, UV_RUN_NOWAIT) == 0;
    uv_close(&h[0].handle, NULL);
    uv_run(first, UV_RUN_DEFAULT);
    uv_loop_close(first);
    return answer + 2 * calls;
}

static int ask_loop_size(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return uv_loop_size() == sizeof(uv_loop_t);
}

static void no_timer(uv_timer_t *timer)
{
    (void)timer;
}

static int ask_loop_stopped_with_more_to_do(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_timer_init(loop, &h[0].timer);
    uv_timer_init(loop, &h[1].timer);
    uv_timer_start(&h[0].timer, stop_loop, 0, 0);
    uv_timer_start(&h[1].timer, no_timer, 1000, 0);
    int answer = uv_run(loop, UV_RUN_DEFAULT) != 0;
    uv_timer_stop(&h[1].timer);
    return answer;
}

static int ask_loop_alive_and_not(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_timer_init(loop, &h->timer);
    int before = uv_loop_alive(loop) != 0;
    uv_timer_start(&h->timer, no_timer, 1000, 0);
    int answer = 10 * (uv_loop_alive(loop) != 0) + before;
    uv_unref(&h->handle);
    answer += 100 * (uv_loop_alive(loop) != 0);
    uv_timer_stop(&h->timer);
    return answer;
}

static int ask_loop_option_of_nobody(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return uv_loop_configure(loop, (uv_loop_option)99, 1);
}

static int ask_loop_blocks_another_signal(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return uv_loop_configure(loop, UV_LOOP_BLOCK_SIGNAL, SIGUSR2);
}

static int ask_loop_blocks_profiling(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return uv_loop_configure(loop, UV_LOOP_BLOCK_SIGNAL, SIGPROF);
}

static int ask_loop_descriptor(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return fcntl(uv_backend_fd(loop), F_GETFD) >= 0;
}

static void no_async(uv_async_t *async)
{
    (void)async;
}

static int ask_loop_timeout_without_end(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_timer_init(loop, &h[0].timer);
    uv_async_init(loop, &h[1].async, no_async);
    uv_run(loop, UV_RUN_NOWAIT);
    return uv_backend_timeout(loop) == -1;
}

static int ask_loop_timeout_of_7ms(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_timer_init(loop, &h->timer);
    uv_timer_start(&h->timer, no_timer, 7, 0);
    uv_run(loop, UV_RUN_NOWAIT);
    int answer = uv_backend_timeout(loop);
    uv_timer_stop(&h->timer);
    return answer;
}

static void count_walked(uv_handle_t *handle, void *arg)
{
    *(int *)arg += handle->type == UV_TIMER ? 1 : handle->type == UV_IDLE ? 10 : 100;
}

static int ask_loop_walked(uv_loop_t *loop, union uv_any_handle *h)
{
    int found = 0;
    uv_timer_init(loop, &h[0].timer);
    uv_idle_init(loop, &h[1].idle);
    uv_check_init(loop, &h[2].check);
    uv_walk(loop, count_walked, &found);
    return found;
}

/* How many descriptors the kernel lists for the loop's epoll instance. */
static int waits_for(uv_loop_t *loop)
{
    char path[64], line[256];
    int count = 0;
    snprintf(path, sizeof path, "/proc/self/fdinfo/%d", uv_backend_fd(loop));
    FILE *info = fopen(path, "r");
    while (info && fgets(line, sizeof line, info))
        count += strncmp(line, "tfd:", 4) == 0;
    if (info)
        fclose(info);
    return count;
}

static int ask_loop_renewed_has_another_descriptor(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_poll_init(loop, &h->poll, ends[0]);
    uv_poll_start(&h->poll, UV_READABLE, no_event);
    uv_run(loop, UV_RUN_NOWAIT);
    int before = waits_for(loop) > 0, answer = uv_loop_fork(loop);
    answer = answer < 0 ? answer : 10 * before + waits_for(loop);
    uv_poll_stop(&h->poll);
    close(ends[0]);
    close(ends[1]);
    return answer;
}

/* ---- ASK-33 ---- */
static void count_closed(uv_handle_t *handle)
{
    ++*(int *)handle->data;
}

static int ask_handle_data_kept(uv_loop_t *loop, union uv_any_handle *h)
{
    int shut = 0;
    h[0].timer.data = &shut;
    h[1].async.data = &shut;
    h[2].tcp.data = &shut;
    uv_timer_init(loop, &h[0].timer);
    uv_async_init(loop, &h[1].async, no_async);
    uv_tcp_init(loop, &h[2].tcp);
    int answer = (h[0].handle.data == &shut) + 2 * (h[1].handle.data == &shut) +
                 4 * (h[2].handle.data == &shut);
    uv_timer_start(&h[0].timer, no_timer, 0, 0);
    for (int i = 0; i < 3; i++)
        uv_close(&h[i].handle, i < 2 ? count_closed : NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    return answer + 8 * (h[0].handle.data == &shut) +
           16 * (h[1].handle.data == &shut && h[2].handle.data == &shut) + 32 * (shut == 2);
}

static void no_idle(uv_idle_t *idle)
{
    (void)idle;
}

static int ask_handle_data_left_empty(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_poll_init(loop, &h[0].poll, ends[0]);
    uv_poll_start(&h[0].poll, UV_READABLE, no_event);
    uv_signal_init(loop, &h[1].signal);
    uv_signal_start(&h[1].signal, no_signal, SIGUSR2);
    uv_idle_init(loop, &h[2].idle);
    uv_idle_start(&h[2].idle, no_idle);
    uv_run(loop, UV_RUN_NOWAIT);
    int answer = !h[0].poll.data + 2 * !h[1].signal.data + 4 * !h[2].idle.data;
    uv_poll_stop(&h[0].poll);
    uv_signal_stop(&h[1].signal);
    uv_idle_stop(&h[2].idle);
    close(ends[0]);
    close(ends[1]);
    return answer + 8 * (!h[0].poll.data && !h[1].signal.data && !h[2].idle.data);
}

static int ask_handle_data_set(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_timer_init(loop, &h->timer);
    uv_handle_set_data(&h->handle, loop);
    int answer = uv_handle_get_data(&h->handle) == loop && h->handle.data == loop;
    uv_handle_set_data(&h->handle, NULL);
    return answer + 2 * (uv_handle_get_data(&h->handle) == NULL);
}

static int ask_handle_loop(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_loop_t other;
    uv_loop_init(&other);
    uv_timer_init(&other, &h->timer);
    int answer = uv_handle_get_loop(&h->handle) == &other;
    uv_close(&h->handle, NULL);
    uv_run(&other, UV_RUN_DEFAULT);
    uv_loop_close(&other);
    uv_idle_init(loop, &h->idle);
    return answer + 2 * (uv_handle_get_loop(&h->handle) == loop);
}

static int ask_handle_types(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_timer_init(loop, &h[0].timer);
    uv_pipe_init(loop, &h[1].pipe, 0);
    uv_signal_init(loop, &h[2].signal);
    return (uv_handle_get_type(&h[0].handle) == UV_TIMER) +
           2 * (uv_handle_get_type(&h[1].handle) == UV_NAMED_PIPE) +
           4 * (uv_handle_get_type(&h[2].handle) == UV_SIGNAL);
}

static int same_text(const char *text, const char *other)
{
    return text && strcmp(text, other) == 0;
}

static int ask_handle_type_names(uv_loop_t *loop, union uv_any_handle *h)
{
    static const uv_handle_type types[] = { UV_ASYNC,   UV_CHECK,      UV_FS_EVENT, UV_FS_POLL,
                                            UV_IDLE,    UV_NAMED_PIPE, UV_POLL,     UV_PREPARE,
                                            UV_PROCESS, UV_STREAM,     UV_TCP,      UV_TIMER,
                                            UV_TTY,     UV_UDP,        UV_SIGNAL,   UV_FILE };
    static const char *const names[] = { "async", "check",   "fs_event", "fs_poll", "idle", "pipe",
                                         "poll",  "prepare", "process",  "stream",  "tcp",  "timer",
                                         "tty",   "udp",     "signal",   "file" };
    int right = 0;
    (void)loop, (void)h;
    for (int i = 0; i < 16; i++)
        right += same_text(uv_handle_type_name(types[i]), names[i]);
    return right;
}

static int ask_handle_type_of_no_name(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return (uv_handle_type_name(UV_UNKNOWN_HANDLE) == NULL) +
           2 * (uv_handle_type_name(UV_HANDLE_TYPE_MAX) == NULL) +
           4 * (uv_handle_type_name((uv_handle_type)999) == NULL);
}

static int ask_handle_sizes(uv_loop_t *loop, union uv_any_handle *h)
{
    static const uv_handle_type types[] = { UV_ASYNC,   UV_CHECK,      UV_FS_EVENT, UV_FS_POLL,
                                            UV_IDLE,    UV_NAMED_PIPE, UV_POLL,     UV_PREPARE,
                                            UV_PROCESS, UV_STREAM,     UV_TCP,      UV_TIMER,
                                            UV_TTY,     UV_UDP,        UV_SIGNAL };
    static const size_t sizes[] = {
        sizeof(uv_async_t),   sizeof(uv_check_t),  sizeof(uv_fs_event_t), sizeof(uv_fs_poll_t),
        sizeof(uv_idle_t),    sizeof(uv_pipe_t),   sizeof(uv_poll_t),     sizeof(uv_prepare_t),
        sizeof(uv_process_t), sizeof(uv_stream_t), sizeof(uv_tcp_t),      sizeof(uv_timer_t),
        sizeof(uv_tty_t),     sizeof(uv_udp_t),    sizeof(uv_signal_t)
    };
    int right = 0;
    (void)loop, (void)h;
    for (int i = 0; i < 15; i++)
        right += uv_handle_size(types[i]) == sizes[i];
    return uv_handle_size((uv_handle_type)999) == (size_t)-1 ? right : 0;
}

static int ask_handle_referenced_twice(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_timer_init(loop, &h->timer);
    uv_timer_start(&h->timer, no_timer, 1000, 0);
    uv_ref(&h->handle);
    uv_unref(&h->handle);
    int answer = uv_has_ref(&h->handle) + uv_loop_alive(loop);
    uv_unref(&h->handle);
    uv_ref(&h->handle);
    answer += 2 * (uv_has_ref(&h->handle) && uv_loop_alive(loop));
    uv_timer_stop(&h->timer);
    return answer;
}

static int ask_handle_states_of_a_timer(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_timer_init(loop, &h->timer);
    int fresh = !uv_is_active(&h->handle) && !uv_is_closing(&h->handle) && uv_has_ref(&h->handle);
    uv_timer_start(&h->timer, no_timer, 1000, 0);
    int started = uv_is_active(&h->handle) && !uv_is_closing(&h->handle);
    uv_close(&h->handle, NULL);
    int closing = 2 * (!uv_is_active(&h->handle) && uv_is_closing(&h->handle));
    uv_run(loop, UV_RUN_DEFAULT);
    return 1000 * fresh + 100 * started + 10 * closing +
           (uv_is_closing(&h->handle) && !uv_is_active(&h->handle));
}

static int ask_unreferenced_is_not_closing(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_timer_init(loop, &h->timer);
    uv_unref(&h->handle);
    return !uv_is_closing(&h->handle) + 2 * uv_is_active(&h->handle) + 4 * !uv_has_ref(&h->handle);
}

static int ask_closed_and_unreferenced(uv_loop_t *loop, union uv_any_handle *h)
{
    int calls = 0;
    uv_timer_init(loop, &h->timer);
    h->timer.data = &calls;
    uv_unref(&h->handle);
    uv_close(&h->handle, count_closed);
    int answer = uv_loop_alive(loop) != 0;
    uv_run(loop, UV_RUN_DEFAULT);
    return answer + 2 * calls;
}

static int ask_closed_without_a_callback(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_timer_init(loop, &h[0].timer);
    uv_async_init(loop, &h[1].async, no_async);
    uv_tcp_init(loop, &h[2].tcp);
    for (int i = 0; i < 3; i++)
        uv_close(&h[i].handle, NULL);
    int answer = uv_loop_alive(loop) != 0;
    uv_run(loop, UV_RUN_DEFAULT);
    return answer + 2 * !uv_loop_alive(loop);
}

static int ask_buffer_of_a_socket(uv_loop_t *loop, union uv_any_handle *h)
{
    int value = 0, doubled = 8192, later = 0;
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    int answer = uv_send_buffer_size(&h->handle, &value) == 0 && value > 0;
    answer += 2 * (uv_send_buffer_size(&h->handle, &doubled) == 0 &&
                   uv_send_buffer_size(&h->handle, &later) == 0 && later == 16384);
    value = later = 0;
    doubled = 12288;
    answer += 4 * (uv_recv_buffer_size(&h->handle, &value) == 0 && value > 0);
    return answer + 8 * (uv_recv_buffer_size(&h->handle, &doubled) == 0 &&
                         uv_recv_buffer_size(&h->handle, &later) == 0 && later == 24576);
}

static int ask_buffer_of_a_tcp_socket(uv_loop_t *loop, union uv_any_handle *h)
{
    int sent = 9000, received = 10000, value = 0;
    uv_tcp_init_ex(loop, &h->tcp, AF_INET);
    int answer = uv_send_buffer_size(&h->handle, &sent) == 0 &&
                 uv_send_buffer_size(&h->handle, &value) == 0 && value == 18000;
    value = 0;
    answer += 2 * (uv_recv_buffer_size(&h->handle, &received) == 0 &&
                   uv_recv_buffer_size(&h->handle, &value) == 0 && value == 20000);
    value = 0;
    return answer + 4 * (uv_send_buffer_size(&h->handle, &value) == 0 && value == 18000);
}

static int ask_buffer_of_a_pipe(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2], sent = 9000, received = 10000, value = 0;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_init(loop, &h->pipe, 0);
    uv_pipe_open(&h->pipe, ends[0]);
    close(ends[1]);
    int answer = uv_send_buffer_size(&h->handle, &sent) == 0 &&
                 uv_send_buffer_size(&h->handle, &value) == 0 && value == 18000;
    value = 0;
    return answer + 2 * (uv_recv_buffer_size(&h->handle, &received) == 0 &&
                         uv_recv_buffer_size(&h->handle, &value) == 0 && value == 20000);
}

static int ask_buffer_of_a_timer(uv_loop_t *loop, union uv_any_handle *h)
{
    int value = 0;
    uv_timer_init(loop, &h->timer);
    return (uv_send_buffer_size(&h->handle, &value) == UV_ENOTSUP) +
           2 * (uv_recv_buffer_size(&h->handle, &value) == UV_ENOTSUP);
}

static int ask_buffer_without_a_socket(uv_loop_t *loop, union uv_any_handle *h)
{
    int value = 0;
    uv_tcp_init(loop, &h->tcp);
    return (uv_send_buffer_size(&h->handle, &value) < 0) +
           2 * (uv_recv_buffer_size(&h->handle, NULL) == UV_EINVAL);
}

static int ask_descriptor_of_a_timer(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_os_fd_t fd;
    uv_timer_init(loop, &h->timer);
    return uv_fileno(&h->handle, &fd);
}

static int ask_descriptor_after_close(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_os_fd_t fd;
    uv_tcp_init_ex(loop, &h->tcp, AF_INET);
    uv_close(&h->handle, NULL);
    return uv_fileno(&h->handle, &fd);
}

#endif
