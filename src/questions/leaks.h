/* leaks.h - questions about what calls leave open, about memory that held other bytes before, about
 * the handle that a request names, and about calls after a failed one. */
#ifndef QUESTIONS_LEAKS_H
#define QUESTIONS_LEAKS_H
#include "questions/common.h"
#include "questions/terminal.h"

static int descriptors_open(void)
{
    int open = 0;
    for (int fd = 0; fd < 1024; fd++)
        open += fcntl(fd, F_GETFD) != -1;
    return open;
}

static void no_file_event(uv_fs_event_t *watch, const char *name, int events, int status)
{
    (void)watch, (void)name, (void)events, (void)status;
}

/* Make a loop open everything that a loop opens for itself. */
static int fill_loop(uv_loop_t *own, union uv_any_handle *h)
{
    int answer = uv_loop_init(own);
    if (answer < 0)
        return answer;
    uv_async_init(own, &h[0].async, NULL);
    uv_signal_init(own, &h[1].signal);
    uv_fs_event_init(own, &h[2].fs_event);
    uv_tcp_init(own, &h[3].tcp);
    answer = uv_signal_start(&h[1].signal, no_signal, SIGUSR2);
    if (answer == 0)
        answer = uv_fs_event_start(&h[2].fs_event, no_file_event, "/", 0);
    uv_run(own, UV_RUN_NOWAIT);
    return answer;
}

static int empty_loop(uv_loop_t *own, union uv_any_handle *h)
{
    for (int i = 0; i < 4; i++)
        uv_close(&h[i].handle, NULL);
    uv_run(own, UV_RUN_DEFAULT);
    return uv_loop_close(own);
}

/* ---- ASK-83 ---- */
static int ask_loop_closed_leaves_nothing(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_loop_t own;
    union uv_any_handle inside[4];
    (void)loop, (void)h;
    int before = descriptors_open();
    int answer = fill_loop(&own, inside);
    if (answer < 0)
        return answer;
    int inside_it = descriptors_open();
    answer = empty_loop(&own, inside);
    return answer < 0 ? answer : (inside_it > before) + 2 * (descriptors_open() == before);
}

static int ask_loop_renewed_leaves_nothing(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_loop_t own;
    union uv_any_handle inside[4];
    (void)loop, (void)h;
    int answer = fill_loop(&own, inside);
    if (answer < 0)
        return answer;
    int before = descriptors_open();
    answer = uv_loop_fork(&own);
    if (answer == 0)
        answer = descriptors_open() == before;
    empty_loop(&own, inside);
    return answer;
}

static int ask_child_refused_leaves_nothing(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_stdio_container_t of[2] = { { .flags = UV_CREATE_PIPE | UV_READABLE_PIPE } };
    uv_process_options_t o = { .stdio = of, .stdio_count = 2 };
    uv_pipe_init(loop, &h[1].pipe, 0);
    of[0].data.stream = &h[1].stream;
    of[1].flags = UV_INHERIT_FD;
    of[1].data.fd = -1;
    int before = descriptors_open();
    int answer = script_exit_status(loop, &h->process, &o, "exit 7");
    return answer == UV_EINVAL ? descriptors_open() == before : answer;
}

static int ask_terminal_closed_leaves_nothing(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    if (open_terminal(ends) < 0)
        return UV_ENODEV;
    int answer = uv_tty_init(loop, &h->tty, ends[1], 1);
    if (answer < 0)
        return answer;
    int inside_it = descriptors_open();
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    answer = inside_it - descriptors_open();
    close(ends[0]);
    close(ends[1]);
    return answer;
}

/* ---- ASK-84 and ASK-85 ---- */
struct connection {
    uv_tcp_t listener, near, far;
    uv_connect_t connect;
    uv_write_t write;
    uv_shutdown_t shutdown;
    char byte[1];
    int events; /* a bit for each callback that came as it should */
    int handles_right, buffers, reads;
};

static void give_one_byte(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    struct connection *t = handle->data;
    (void)size;
    t->buffers++;
    *buffer = uv_buf_init(t->byte, 1);
}

static void connection_shut_down(uv_shutdown_t *req, int status)
{
    struct connection *t = req->data;
    t->events += 4 * (status == 0);
    t->handles_right += req->handle == (uv_stream_t *)&t->near;
}

/* Shut down when nothing more is left to read. */
static void connection_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    struct connection *t = stream->data;
    (void)buffer;
    t->reads++;
    if (size == 0)
        return;
    if (size == 1) {
        t->events += 8;
        t->shutdown.data = t;
        uv_shutdown(&t->shutdown, (uv_stream_t *)&t->near, connection_shut_down);
        return;
    }
    t->events += 16 * (size == UV_EOF);
    uv_close((uv_handle_t *)&t->near, NULL);
    uv_close((uv_handle_t *)&t->far, NULL);
    uv_close((uv_handle_t *)&t->listener, NULL);
}

static void connection_accept(uv_stream_t *listener, int status)
{
    struct connection *t = listener->data;
    (void)status;
    uv_tcp_init(listener->loop, &t->far);
    t->far.data = t;
    uv_accept(listener, (uv_stream_t *)&t->far);
    uv_read_start((uv_stream_t *)&t->far, give_one_byte, connection_read);
}

static void connection_wrote(uv_write_t *req, int status)
{
    struct connection *t = req->data;
    t->events += 2 * (status == 0);
    t->handles_right += req->handle == (uv_stream_t *)&t->near;
}

static void connection_connected(uv_connect_t *req, int status)
{
    struct connection *t = req->data;
    uv_buf_t one = uv_buf_init((char *)"x", 1);
    t->events += status == 0;
    t->handles_right += req->handle == (uv_stream_t *)&t->near;
    t->write.data = t;
    uv_write(&t->write, (uv_stream_t *)&t->near, &one, 1, connection_wrote);
}

/* Make a connection whose handles and requests are all in memory full of other bytes. */
static int connection(uv_loop_t *loop, struct connection *t)
{
    struct sockaddr_in at = local_port(0);
    int size = sizeof at;
    memset(t, 0xa5, sizeof *t);
    t->events = t->handles_right = t->buffers = t->reads = 0;
    uv_tcp_init(loop, &t->listener);
    uv_tcp_init(loop, &t->near);
    t->listener.data = t->near.data = t->connect.data = t;
    uv_tcp_bind(&t->listener, (struct sockaddr *)&at, 0);
    int answer = uv_listen((uv_stream_t *)&t->listener, 1, connection_accept);
    if (answer == 0)
        answer = uv_tcp_getsockname(&t->listener, (struct sockaddr *)&at, &size);
    if (answer == 0)
        answer = uv_tcp_connect(&t->connect, &t->near, (struct sockaddr *)&at,
                                connection_connected);
    if (answer < 0) {
        uv_close((uv_handle_t *)&t->near, NULL);
        uv_close((uv_handle_t *)&t->listener, NULL);
    }
    uv_run(loop, UV_RUN_DEFAULT);
    return answer;
}

static int ask_streams_in_used_memory(uv_loop_t *loop, union uv_any_handle *h)
{
    struct connection t;
    (void)h;
    int answer = connection(loop, &t);
    return answer < 0 ? answer : t.events;
}

static int ask_requests_that_tell_their_handle(uv_loop_t *loop, union uv_any_handle *h)
{
    struct connection t;
    (void)h;
    int answer = connection(loop, &t);
    return answer < 0 ? answer : t.handles_right;
}

static int ask_room_that_comes_back(uv_loop_t *loop, union uv_any_handle *h)
{
    struct connection t;
    (void)h;
    int answer = connection(loop, &t);
    return answer < 0 ? answer : (t.reads > 2) + 2 * (t.buffers == t.reads);
}

static void count_close(uv_handle_t *handle)
{
    ++*(int *)handle->data;
}

static void note_sending(uv_async_t *async)
{
    ++*(int *)async->data;
}

static int ask_watchers_in_used_memory(uv_loop_t *loop, union uv_any_handle *h)
{
    union uv_any_handle used[5];
    int ended = 0, sent = 0;
    (void)h;
    memset(used, 0xa5, sizeof used);
    uv_async_init(loop, &used[4].async, note_sending);
    used[4].handle.data = &sent;
    uv_async_send(&used[4].async);
    uv_run(loop, UV_RUN_NOWAIT);
    uv_signal_init(loop, &used[0].signal);
    uv_timer_init(loop, &used[1].timer);
    uv_idle_init(loop, &used[2].idle);
    uv_fs_poll_init(loop, &used[3].fs_poll);
    int answer = used[0].signal.signum == 0 &&
                 uv_signal_start(&used[0].signal, no_signal, SIGUSR2) == 0 &&
                 uv_is_active(&used[0].handle);
    answer += 2 * (uv_timer_get_repeat(&used[1].timer) == 0 &&
                   uv_timer_again(&used[1].timer) == UV_EINVAL);
    for (int i = 1; i < 4; i++)
        answer += 4 * (uv_is_active(&used[i].handle) || uv_is_closing(&used[i].handle) ||
                       !uv_has_ref(&used[i].handle));
    for (int i = 0; i < 5; i++) {
        used[i].handle.data = &ended;
        uv_close(&used[i].handle, count_close);
    }
    for (int i = 0; i < 4; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    return ended == 5 ? answer + 100 * sent : UV_EBUSY;
}

/* ---- ASK-88 ---- */
static int ask_tcp_bound_after_an_error(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    uv_tcp_init_ex(loop, &h->tcp, AF_INET);
    errno = EADDRINUSE;
    int answer = uv_tcp_bind(&h->tcp, (struct sockaddr *)&at, 0);
    return answer < 0 ? answer : uv_listen(&h->stream, 1, NULL);
}

/* Try with room for no descriptor, for one, and so on, until all of them fit. */
static int ask_loop_that_cannot_be_made(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_loop_t own;
    struct rlimit former, limit;
    int refused = 0, built = 0, left = 0;
    (void)loop, (void)h;
    getrlimit(RLIMIT_NOFILE, &former);
    int before = descriptors_open(), highest = fcntl(2, F_DUPFD, 0);
    close(highest);
    for (int room = 0; room < 16 && !built; room++) {
        limit = former;
        limit.rlim_cur = (rlim_t)highest + (rlim_t)room;
        setrlimit(RLIMIT_NOFILE, &limit);
        int answer = uv_loop_init(&own);
        setrlimit(RLIMIT_NOFILE, &former);
        refused += answer == UV_EMFILE;
        built = answer == 0;
        if (built)
            uv_loop_close(&own);
        left += descriptors_open() - before;
    }
    return (refused > 1) + 2 * built + 4 * (left == 0);
}

static void make_another(uv_handle_t *handle, void *count)
{
    union uv_any_handle *h = handle->data;
    int *calls = count;
    if (++*calls < 3 && handle->type == UV_TIMER)
        uv_idle_init(handle->loop, &h[*calls].idle);
}

static int ask_walk_that_makes_another(uv_loop_t *loop, union uv_any_handle *h)
{
    int calls = 0;
    uv_timer_init(loop, &h->timer);
    h->handle.data = h;
    uv_walk(loop, make_another, &calls);
    return calls;
}

/* SIGCHLD comes, but another waitpid() has already taken the child's status. */
static int ask_child_that_another_waited_for(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_options_t o = { .flags = 0 };
    int answer = script_exit_status(loop, &h->process, &o, "exit 7");
    if (answer != 7)
        return answer;
    raise(SIGCHLD);
    uv_run(loop, UV_RUN_NOWAIT);
    return uv_is_active(&h->handle) ? 7 : 0;
}

/* The child's stderr has the same number as in the parent, and it is not closed. */
static int ask_child_with_its_own_errors(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_stdio_container_t of[3] = { { .flags = UV_IGNORE },
                                   { .flags = UV_IGNORE },
                                   { .flags = UV_INHERIT_FD, .data.fd = 2 } };
    uv_process_options_t o = { .stdio = of, .stdio_count = 3 };
    int flags = fcntl(2, F_GETFD);
    fcntl(2, F_SETFD, FD_CLOEXEC);
    int answer = script_exit_status(loop, &h->process, &o, "test -e /proc/self/fd/2 && exit 7");
    fcntl(2, F_SETFD, flags);
    return answer;
}

static int ask_terminal_of_its_other_side(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    uv_os_fd_t fd = -1;
    if (open_terminal(ends) < 0)
        return UV_ENODEV;
    int answer = uv_tty_init(loop, &h->tty, ends[0], 1);
    answer = answer < 0 ? answer : uv_fileno(&h->handle, &fd);
    close(ends[1]);
    return answer < 0 ? answer : fd == ends[0];
}

static int ask_child_pipe_that_does_not_block(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_os_fd_t fd = -1;
    uv_stdio_container_t of[1] = { { .flags = UV_CREATE_PIPE | UV_READABLE_PIPE } };
    uv_process_options_t o = { .stdio = of, .stdio_count = 1 };
    uv_pipe_init(loop, &h[1].pipe, 0);
    of[0].data.stream = &h[1].stream;
    int answer = script_exit_status(loop, &h->process, &o, "exit 7");
    if (answer == 7)
        answer = uv_fileno(&h[1].handle, &fd);
    return answer < 0 ? answer
                      : (fcntl(fd, F_GETFL) & O_NONBLOCK) && fcntl(fd, F_GETFD) == FD_CLOEXEC;
}

static int ask_udp_of_any_interface(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    return uv_udp_set_multicast_interface(&h->udp, NULL);
}

#endif
