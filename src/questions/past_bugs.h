/* past_bugs.h - questions that an older libuv answered wrongly, each with a bug of the catalogue.
 * Where an older libuv aborts or hangs, the question is not asked: the answer is ENOSYS. */
#ifndef QUESTIONS_PAST_BUGS_H
#define QUESTIONS_PAST_BUGS_H
#include "questions/common.h"

static void count_connection(uv_stream_t *stream, int status)
{
    if (status == 0)
        ++*(int *)stream->data;
}

static void note_status(uv_write_t *req, int status)
{
    *(int *)req->data = status;
}

static void note_events(uv_poll_t *poll, int status, int events)
{
    *(int *)poll->data = status < 0 ? status : events;
    uv_poll_stop(poll);
}

static void one_byte(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    (void)handle, (void)size;
    static char byte;
    *buffer = uv_buf_init(&byte, 1);
}

static void note_bytes(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    (void)buffer;
    if (size != 0)
        *(int *)stream->data = (int)size;
}

static void note_close(uv_handle_t *handle)
{
    ++*(int *)handle->data;
}

static void count_closing(uv_handle_t *handle)
{
    *(int *)handle->data += uv_is_closing(handle);
}

static void count_handle(uv_handle_t *handle, void *count)
{
    (void)handle;
    ++*(int *)count;
}

/* Connect a client to the path that bind_own() has bound. */
static int join_own(void)
{
    struct sockaddr_un at = { .sun_family = AF_UNIX };
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(at.sun_path, sizeof at.sun_path, "/tmp/asked-%d.sock", (int)getpid());
    return connect(fd, (struct sockaddr *)&at, sizeof at) < 0 ? -errno : fd;
}

/* Has the other side closed the client's connection? */
static int has_ended(int client)
{
    char byte;
    int answer = recv(client, &byte, 1, MSG_DONTWAIT) == 0;
    close(client);
    return answer;
}

/* Run the loop until the other end of the write can read no more. Returns the number of bytes;
 * counts the descriptors that came with them. */
static long read_all(uv_loop_t *loop, int fd, int *passed_handles)
{
    long sum = 0;
    char bytes[65536] = "", room[64];
    for (int idle = 0; idle < 3;) {
        struct iovec part = { bytes, sizeof bytes };
        struct msghdr m = {
            .msg_iov = &part, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room
        };
        uv_run(loop, UV_RUN_NOWAIT);
        ssize_t got = recvmsg(fd, &m, MSG_DONTWAIT);
        idle = got > 0 ? 0 : idle + 1;
        sum += got > 0 ? got : 0;
        if (got <= 0 || m.msg_controllen == 0)
            continue;
        close(*(int *)CMSG_DATA(CMSG_FIRSTHDR(&m)));
        ++*passed_handles;
    }
    return sum;
}

/* ---- bugs of older versions ---- */
static int ask_listener_directions(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    uv_tcp_init(loop, &h->tcp);
    uv_tcp_bind(&h->tcp, (struct sockaddr *)&at, 0);
    int answer = uv_listen(&h->stream, 1, NULL);
    return answer < 0 ? answer : directions(&h->stream);
}

static int ask_read_of_a_listener(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    uv_tcp_init(loop, &h->tcp);
    uv_tcp_bind(&h->tcp, (struct sockaddr *)&at, 0);
    int answer = uv_listen(&h->stream, 1, NULL);
    return answer < 0 ? answer : uv_read_start(&h->stream, no_room, no_bytes);
}

static int ask_accept_into_an_open_one(uv_loop_t *loop, union uv_any_handle *h)
{
    int count = 0;
    int answer = bind_own(loop, &h->pipe);
    h->handle.data = &count;
    uv_pipe_init(loop, &h[1].pipe, 0);
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_open(&h[1].pipe, ends[0]);
    answer = answer < 0 ? answer : uv_listen(&h->stream, 1, count_connection);
    int client = join_own();
    uv_run(loop, UV_RUN_NOWAIT);
    answer = answer < 0 || count != 1 ? 1 : uv_accept(&h->stream, &h[1].stream);
    close(ends[1]);
    h->handle.data = NULL;
    return has_ended(client) ? answer : 2;
}

static int ask_listener_without_descriptors(uv_loop_t *loop, union uv_any_handle *h)
{
    int count = 0;
    int answer = bind_own(loop, &h->pipe);
    answer = answer < 0 ? answer : uv_listen(&h->stream, 8, count_connection);
    if (answer < 0)
        return answer;
    h->handle.data = &count;
    int clients[4] = { join_own(), join_own(), -1, -1 }, last = dup(0);
    struct rlimit usual, less;
    getrlimit(RLIMIT_NOFILE, &usual);
    less = usual;
    less.rlim_cur = (rlim_t)last + 1;
    setrlimit(RLIMIT_NOFILE, &less);
    uv_run(loop, UV_RUN_NOWAIT);
    answer = has_ended(clients[0]) + has_ended(clients[1]);
    setrlimit(RLIMIT_NOFILE, &usual);
    clients[2] = join_own();
    for (clients[3] = dup(0); clients[3] < last; clients[3] = dup(0))
        continue;
    setrlimit(RLIMIT_NOFILE, &less);
    uv_run(loop, UV_RUN_NOWAIT);
    answer += has_ended(clients[2]);
    setrlimit(RLIMIT_NOFILE, &usual);
    for (int fd = last; fd <= clients[3]; fd++)
        close(fd);
    h->handle.data = NULL;
    return count ? -count : answer;
}

static int ask_passed_without_a_socket(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_write_t req;
    uv_buf_t byte = uv_buf_init("x", 1);
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_init(loop, &h->pipe, 1);
    uv_pipe_open(&h->pipe, ends[0]);
    uv_tcp_init(loop, &h[1].tcp);
    int answer = uv_write2(&req, &h->stream, &byte, 1, &h[1].stream, NULL);
    close(ends[1]);
    return answer;
}

static int ask_passed_by_a_long_write(uv_loop_t *loop, union uv_any_handle *h)
{
    static char bytes[1000000];
    uv_write_t req;
    uv_buf_t buffer = uv_buf_init(bytes, sizeof bytes);
    int ends[2], status = 1, passed_handles = 0;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_init(loop, &h->pipe, 1);
    uv_pipe_open(&h->pipe, ends[0]);
    uv_tcp_init_ex(loop, &h[1].tcp, AF_INET);
    req.data = &status;
    int answer = uv_write2(&req, &h->stream, &buffer, 1, &h[1].stream, note_status);
    long sum = answer < 0 ? 0 : read_all(loop, ends[1], &passed_handles);
    close(ends[1]);
    return answer < 0            ? answer
           : status < 0          ? status
           : sum == sizeof bytes ? passed_handles
                                 : -passed_handles;
}

static int ask_write_of_many_buffers(uv_loop_t *loop, union uv_any_handle *h)
{
    static uv_buf_t buffers[2500];
    uv_write_t req;
    int ends[2], status = 1, passed_handles = 0;
    for (int i = 0; i < 2500; i++)
        buffers[i] = uv_buf_init("x", 1);
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_init(loop, &h->pipe, 0);
    uv_pipe_open(&h->pipe, ends[0]);
    req.data = &status;
    int answer = uv_write(&req, &h->stream, buffers, 2500, note_status);
    long sum = answer < 0 ? 0 : read_all(loop, ends[1], &passed_handles);
    close(ends[1]);
    return answer < 0 ? answer : status < 0 ? status : (int)sum;
}

static int ask_read_without_a_callback(uv_loop_t *loop, union uv_any_handle *h)
{
    if (uv_version() < 0x012900)
        return UV_ENOSYS;
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_init(loop, &h->pipe, 0);
    uv_pipe_open(&h->pipe, ends[0]);
    close(ends[1]);
    int answer = uv_read_start(&h->stream, one_byte, NULL);
    return answer != UV_EINVAL ? answer : uv_read_start(&h->stream, NULL, no_bytes);
}

static int ask_listen_after_close(uv_loop_t *loop, union uv_any_handle *h)
{
    if (uv_version() < 0x012c02)
        return UV_ENOSYS;
    uv_tcp_init(loop, &h->tcp);
    uv_close(&h->handle, NULL);
    return uv_listen(&h->stream, 1, NULL);
}

static int ask_pipe_connected_to_no_name(uv_loop_t *loop, union uv_any_handle *h)
{
    if (uv_version() < 0x013000)
        return UV_ENOSYS;
    uv_connect_t req;
    int status = 1;
    uv_pipe_init(loop, &h->pipe, 0);
    req.data = &status;
    uv_pipe_connect(&req, &h->pipe, "", note_connect);
    uv_run(loop, UV_RUN_NOWAIT);
    return status;
}

static int ask_pipe_path_of_another(uv_loop_t *loop, union uv_any_handle *h)
{
    char path[64];
    snprintf(path, sizeof path, "/tmp/asked-%d.sock", (int)getpid());
    int answer = bind_own(loop, &h->pipe);
    uv_pipe_init(loop, &h[1].pipe, 0);
    answer = answer < 0 ? 1 : uv_pipe_bind(&h[1].pipe, path);
    return access(path, F_OK) < 0 ? 2 : answer;
}

static int ask_udp_opened_elsewhere(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_os_fd_t fd;
    uv_udp_init_ex(loop, &h[0].udp, AF_INET);
    uv_udp_init(loop, &h[1].udp);
    uv_fileno(&h[0].handle, &fd);
    uv_udp_recv_start(&h[0].udp, no_room, no_datagram);
    return uv_udp_open(&h[1].udp, fd);
}

static int ask_udp_after_a_bad_bind(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    int size = sizeof at;
    uv_os_fd_t fd;
    uv_udp_init(loop, &h[0].udp);
    uv_udp_init_ex(loop, &h[1].udp, AF_INET);
    uv_udp_bind(&h[0].udp, (struct sockaddr *)&at, 0);
    uv_udp_getsockname(&h[0].udp, (struct sockaddr *)&at, &size);
    int answer = uv_udp_bind(&h[1].udp, (struct sockaddr *)&at, 0);
    return answer != UV_EADDRINUSE ? 1 : uv_fileno(&h[1].handle, &fd);
}

static int ask_nodelay_before_the_socket(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    uv_os_fd_t fd;
    int on = 0;
    socklen_t size = sizeof on;
    uv_tcp_init(loop, &h->tcp);
    uv_tcp_nodelay(&h->tcp, 1);
    uv_tcp_bind(&h->tcp, (struct sockaddr *)&at, 0);
    uv_fileno(&h->handle, &fd);
    getsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, &size);
    return on != 0;
}

static int ask_poll_of_an_ended_pipe(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2], events = 99;
    if (pipe(ends) < 0)
        return -errno;
    uv_poll_init(loop, &h->poll, ends[0]);
    h->handle.data = &events;
    uv_poll_start(&h->poll, UV_READABLE, note_events);
    close(ends[1]);
    uv_run(loop, UV_RUN_NOWAIT);
    close(ends[0]);
    return events;
}

static int ask_poll_for_the_end_of_a_pipe(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2], events = 99;
    if (pipe(ends) < 0)
        return -errno;
    uv_poll_init(loop, &h->poll, ends[0]);
    h->handle.data = &events;
    uv_poll_start(&h->poll, UV_DISCONNECT, note_events);
    close(ends[1]);
    uv_run(loop, UV_RUN_NOWAIT);
    close(ends[0]);
    return events;
}

static int ask_stream_of_an_ended_pipe(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2], size = 99;
    if (pipe(ends) < 0)
        return -errno;
    uv_pipe_init(loop, &h->pipe, 0);
    uv_pipe_open(&h->pipe, ends[0]);
    h->handle.data = &size;
    uv_read_start(&h->stream, one_byte, note_bytes);
    write(ends[1], "x", 1);
    uv_run(loop, UV_RUN_NOWAIT);
    uv_read_stop(&h->stream);
    close(ends[1]);
    uv_run(loop, UV_RUN_NOWAIT);
    int answer = size != 1 ? 1 : uv_read_start(&h->stream, one_byte, note_bytes);
    uv_run(loop, UV_RUN_NOWAIT);
    return answer ? answer : size;
}

static int ask_poll_of_a_taken_number(uv_loop_t *loop, union uv_any_handle *h)
{
    if (uv_version() < 0x012900)
        return UV_ENOSYS;
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_poll_init(loop, &h[0].poll, ends[0]);
    uv_poll_init(loop, &h[1].poll, ends[0]);
    uv_poll_start(&h[1].poll, UV_READABLE, no_event);
    int answer = uv_poll_start(&h[0].poll, UV_READABLE, no_event);
    uv_poll_stop(&h[1].poll);
    close(ends[0]);
    close(ends[1]);
    return answer;
}

static int ask_child_that_failed_is_reaped(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_options_t o = { .file = "/nowhere" };
    char *args[] = { "nowhere", NULL };
    o.args = args;
    int answer = uv_spawn(loop, &h->process, &o);
    siginfo_t end = { 0 };
    return answer != UV_ENOENT ? answer
                               : waitid(P_ALL, 0, &end, WEXITED | WNOHANG) < 0 && errno == ECHILD;
}

static int ask_child_that_failed_is_forgotten(uv_loop_t *loop, union uv_any_handle *h)
{
    if (uv_version() < 0x013400)
        return UV_ENOSYS;
    int count = 0;
    uv_tcp_init(loop, &h[1].tcp);
    uv_stdio_container_t files[1] = { { .data.stream = &h[1].stream } };
    uv_process_options_t o = { .file = "/bin/true", .stdio = files, .stdio_count = 1 };
    char *args[] = { "true", NULL };
    o.args = args;
    files[0].flags = UV_CREATE_PIPE;
    int answer = uv_spawn(loop, &h->process, &o);
    uv_walk(loop, count_handle, &count);
    return answer != UV_EINVAL ? -1 : count;
}

static int ask_child_with_usual_signals(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_options_t o = { .flags = UV_PROCESS_DETACHED };
    signal(SIGUSR2, SIG_IGN);
    int answer = script_exit_status(loop, &h->process, &o, "kill -USR2 0; exit 7");
    signal(SIGUSR2, SIG_DFL);
    return answer;
}

static int ask_child_with_no_signal_blocked(uv_loop_t *loop, union uv_any_handle *h)
{
    sigset_t some, usual;
    uv_process_options_t o = { .flags = UV_PROCESS_DETACHED };
    sigemptyset(&some);
    sigaddset(&some, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &some, &usual);
    int answer = script_exit_status(loop, &h->process, &o, "kill -USR2 0; exit 7");
    pthread_sigmask(SIG_SETMASK, &usual, NULL);
    return answer;
}

static int ask_spawn_leaves_the_mask(uv_loop_t *loop, union uv_any_handle *h)
{
    sigset_t some, usual, found;
    uv_process_options_t o = { 0 };
    sigemptyset(&some);
    sigaddset(&some, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &some, &usual);
    int answer = script_exit_status(loop, &h->process, &o, "exit 7");
    pthread_sigmask(SIG_SETMASK, &usual, &found);
    return answer != 7 ? answer : sigismember(&found, SIGUSR2) && !sigismember(&found, SIGUSR1);
}

static int ask_spawn_leaves_descriptors(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_tcp_init(loop, &h[1].tcp);
    int fd = dup(2);
    uv_stdio_container_t files[2] = { { .flags = UV_INHERIT_FD, .data.fd = fd },
                                      { .data.stream = &h[1].stream } };
    uv_process_options_t o = { .file = "/bin/true", .stdio = files, .stdio_count = 2 };
    char *args[] = { "true", NULL };
    o.args = args;
    files[1].flags = UV_CREATE_PIPE;
    int answer = uv_spawn(loop, &h->process, &o);
    return answer != UV_EINVAL ? -1 : close(fd) == 0;
}

static int ask_child_of_a_stranger(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_options_t o = { .file = "/bin/true" };
    char *args[] = { "true", NULL };
    o.args = args;
    pid_t stranger = fork();
    if (stranger == 0)
        _exit(7);
    siginfo_t end = { 0 };
    waitid(P_PID, (id_t)stranger, &end, WEXITED | WNOWAIT);
    int answer = uv_spawn(loop, &h->process, &o);
    if (answer < 0)
        return answer;
    waitid(P_PID, (id_t)h->process.pid, &end, WEXITED | WNOWAIT);
    uv_run(loop, UV_RUN_DEFAULT);
    return wait_for(stranger);
}

static int ask_child_signal_given_back(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sigaction now;
    uv_process_options_t o = { 0 };
    int answer = script_exit_status(loop, &h->process, &o, "exit 7");
    uv_close(&h->handle, NULL);
    sigaction(SIGCHLD, NULL, &now);
    return answer != 7 ? answer : now.sa_handler == SIG_DFL;
}

static int ask_signal_leaves_errno(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_signal_init(loop, &h->signal);
    int answer = uv_signal_start(&h->signal, no_signal, SIGUSR2);
    for (int i = 0; i < 5000; i++)
        raise(SIGUSR2);
    errno = 0;
    raise(SIGUSR2);
    return answer < 0 ? answer : errno == 0;
}

static int ask_signal_restarts_calls(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sigaction now;
    uv_signal_init(loop, &h->signal);
    int answer = uv_signal_start(&h->signal, no_signal, SIGUSR2);
    sigaction(SIGUSR2, NULL, &now);
    return answer < 0 ? answer : (now.sa_flags & SA_RESTART) != 0;
}

static int ask_signal_before_a_renewal(uv_loop_t *loop, union uv_any_handle *h)
{
    if (uv_version() < 0x012f00)
        return UV_ENOSYS;
    int count = 0;
    uv_signal_init(loop, &h->signal);
    h->handle.data = &count;
    int answer = uv_signal_start(&h->signal, no_signal, SIGUSR2);
    raise(SIGUSR2);
    answer = answer < 0 ? answer : uv_loop_fork(loop);
    uv_close(&h->handle, note_close);
    for (int i = 0; i < 3; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    return answer < 0 ? answer : count;
}

static int ask_closing_when_closed(uv_loop_t *loop, union uv_any_handle *h)
{
    int count = 0;
    uv_tcp_init(loop, &h[0].tcp);
    uv_udp_init(loop, &h[1].udp);
    uv_timer_init(loop, &h[2].timer);
    for (int i = 0; i < 3; i++)
        h[i].handle.data = &count;
    for (int i = 0; i < 3; i++)
        uv_close(&h[i].handle, count_closing);
    uv_run(loop, UV_RUN_DEFAULT);
    for (int i = 0; i < 3; i++)
        h[i].handle.data = NULL;
    return count;
}

#endif
