/* failed_calls.h - questions about what a call that fails leaves behind, and whether the next one
 * is served. Several were answered wrongly by libuv 1.52.1, the newest release. */
#ifndef QUESTIONS_FAILED_CALLS_H
#define QUESTIONS_FAILED_CALLS_H
#include "questions/common.h"
#include "questions/folder.h"
#include "questions/machine.h"
#include "questions/past_bugs.h"
#include "questions/fork.h"

/* ---- ASK-250 ---- */
/* The number of connections that are reported: the second comes after a failed accept of the
 * first. */
static int ask_accept_after_one_that_failed(uv_loop_t *loop, union uv_any_handle *h)
{
    int count = 0, ends[2];
    int answer = bind_own(loop, &h->pipe);
    h->handle.data = &count;
    uv_pipe_init(loop, &h[1].pipe, 0);
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_open(&h[1].pipe, ends[0]);
    answer = answer < 0 ? answer : uv_listen(&h->stream, 2, count_connection);
    int failed = join_own();
    uv_run(loop, UV_RUN_NOWAIT);
    answer = answer < 0 ? answer : uv_accept(&h->stream, &h[1].stream);
    int next = join_own();
    uv_run(loop, UV_RUN_NOWAIT);
    close(failed);
    close(next);
    close(ends[1]);
    h->handle.data = NULL;
    return answer == UV_EBUSY ? count : answer;
}

struct two_sends {
    uv_udp_send_t req[2];
    int status[2], ended;
};

static void note_first_and_send(uv_udp_send_t *req, int status)
{
    struct two_sends *s = req->handle->data;
    uv_buf_t byte = uv_buf_init((char *)"x", 1);
    s->status[s->ended++] = status;
    if (s->ended == 1)
        uv_udp_send(&s->req[1], req->handle, &byte, 1, NULL, note_first_and_send);
}

/* The first datagram goes out, and nobody is there: that error is what the second one fails with.
 * The handle receives nothing. */
static int ask_send_after_one_that_was_refused(uv_loop_t *loop, union uv_any_handle *h)
{
    struct two_sends sends = { .ended = 0 };
    struct sockaddr_in at = local_port(0), gone = local_port(0);
    socklen_t size = sizeof gone;
    uv_buf_t byte = uv_buf_init((char *)"x", 1);
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    if (bind(fd, (struct sockaddr *)&gone, sizeof gone) < 0 ||
        getsockname(fd, (struct sockaddr *)&gone, &size) < 0)
        return -errno;
    close(fd);
    uv_udp_init(loop, &h->udp);
    h->udp.data = &sends;
    uv_udp_bind(&h->udp, (struct sockaddr *)&at, 0);
    int answer = uv_udp_connect(&h->udp, (struct sockaddr *)&gone);
    answer = answer < 0 ? answer
                        : uv_udp_send(&sends.req[0], &h->udp, &byte, 1, NULL, note_first_and_send);
    uv_run(loop, UV_RUN_DEFAULT);
    return answer < 0 ? answer : sends.ended + 2 * (sends.status[1] == UV_ECONNREFUSED);
}

/* ---- ASK-251 ---- */
static int ask_passed_at_once_where_it_cannot_be(uv_loop_t *loop, union uv_any_handle *h)
{
    int (*call)(uv_stream_t *, const uv_buf_t *, unsigned, uv_stream_t *);
    uv_buf_t byte = uv_buf_init((char *)"x", 1);
    int ends[2];
    find_call("uv_try_write2", &call);
    if (!call)
        return UV_ENOSYS;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_init(loop, &h[0].pipe, 0);
    uv_pipe_open(&h[0].pipe, ends[0]);
    uv_pipe_init(loop, &h[1].pipe, 1);
    uv_pipe_open(&h[1].pipe, ends[1]);
    uv_pipe_init(loop, &h[2].pipe, 0);
    int answer = call(&h[0].stream, &byte, 1, &h[1].stream);
    return answer != UV_EINVAL ? answer : call(&h[1].stream, &byte, 1, &h[2].stream);
}

/* ---- ASK-252 ---- */
/* Ten times the bytes that the first read gets, plus those that a read of two parts gets. */
static int ask_file_with_less_than_there_is_room(uv_loop_t *loop, union uv_any_handle *h)
{
    char room[16];
    uv_buf_t parts[2] = { uv_buf_init(room, 8), uv_buf_init(room + 8, 8) };
    uv_fs_t req;
    int ends[2];
    (void)loop, (void)h;
    if (pipe(ends) < 0 || write(ends[1], "abc", 3) < 3)
        return -errno;
    int of_one = uv_fs_read(NULL, &req, ends[0], parts, 1, -1, NULL);
    uv_fs_req_cleanup(&req);
    if (of_one < 0 || write(ends[1], "abcdefghij", 10) < 10)
        return of_one;
    int of_two = uv_fs_read(NULL, &req, ends[0], parts, 2, -1, NULL);
    uv_fs_req_cleanup(&req);
    close(ends[0]);
    close(ends[1]);
    return of_two < 0 ? of_two : 10 * of_one + of_two;
}

/* ---- ASK-253 ---- */
/* The number is one that nothing else takes before the child is made. */
static int ask_child_with_a_closed_descriptor(uv_loop_t *loop, union uv_any_handle *h)
{
    int fd = fcntl(2, F_DUPFD_CLOEXEC, 200);
    uv_stdio_container_t files[1] = { { .flags = UV_INHERIT_FD, .data.fd = fd } };
    uv_process_options_t o = { .file = "/bin/true", .stdio = files, .stdio_count = 1 };
    char *args[] = { "true", NULL };
    o.args = args;
    close(fd);
    int answer = uv_spawn(loop, &h->process, &o);
    if (answer == 0)
        wait_for(h->process.pid);
    return answer;
}

static int ask_child_that_failed_is_silent(uv_loop_t *loop, union uv_any_handle *h)
{
    char byte;
    int ends[2];
    if (pipe(ends) < 0)
        return -errno;
    uv_stdio_container_t files[3] = { { .flags = UV_IGNORE },
                                      { .flags = UV_INHERIT_FD, .data.fd = ends[1] },
                                      { .flags = UV_INHERIT_FD, .data.fd = ends[1] } };
    uv_process_options_t o = { .file = "/nowhere", .stdio = files, .stdio_count = 3 };
    char *args[] = { "nowhere", NULL };
    o.args = args;
    int answer = uv_spawn(loop, &h->process, &o);
    close(ends[1]);
    int silent = read(ends[0], &byte, 1) == 0;
    close(ends[0]);
    return answer != UV_ENOENT ? answer : silent;
}

/* ---- ASK-254 ---- */
static void *no_memory(size_t size)
{
    (void)size;
    return NULL;
}

static void *no_more_memory(void *former, size_t size)
{
    (void)former, (void)size;
    return NULL;
}

static void *no_cleared_memory(size_t count, size_t size)
{
    (void)count, (void)size;
    return NULL;
}

/* Eight parts do not fit into a request. */
static int ask_send_without_memory(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(9);
    uv_buf_t parts[8];
    uv_udp_send_t req;
    for (int i = 0; i < 8; i++)
        parts[i] = uv_buf_init((char *)"x", 1);
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    uv_replace_allocator(no_memory, no_more_memory, no_cleared_memory, free);
    int answer = uv_udp_send(&req, &h->udp, parts, 8, (struct sockaddr *)&at, NULL);
    uv_replace_allocator(malloc, realloc, calloc, free);
    return answer == UV_ENOMEM ? 1 + 2 * !uv_loop_alive(loop) : answer;
}

static int ask_write_without_memory(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_buf_t parts[8];
    uv_write_t req;
    int ends[2];
    for (int i = 0; i < 8; i++)
        parts[i] = uv_buf_init((char *)"x", 1);
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_init(loop, &h->pipe, 0);
    uv_pipe_open(&h->pipe, ends[0]);
    uv_replace_allocator(no_memory, no_more_memory, no_cleared_memory, free);
    int answer = uv_write(&req, &h->stream, parts, 8, NULL);
    uv_replace_allocator(malloc, realloc, calloc, free);
    close(ends[1]);
    return answer == UV_ENOMEM ? 1 + 2 * !uv_loop_alive(loop) : answer;
}

/* Neither handle may be left in the loop. */
static int ask_handles_without_descriptors(uv_loop_t *loop, union uv_any_handle *h)
{
    struct rlimit usual, less;
    int count = 0, last = dup(0);
    getrlimit(RLIMIT_NOFILE, &usual);
    less = usual;
    less.rlim_cur = (rlim_t)last;
    close(last);
    setrlimit(RLIMIT_NOFILE, &less);
    int answer = uv_tcp_init_ex(loop, &h[0].tcp, AF_INET) == UV_EMFILE;
    answer += 2 * (uv_udp_init_ex(loop, &h[1].udp, AF_INET) == UV_EMFILE);
    setrlimit(RLIMIT_NOFILE, &usual);
    uv_walk(loop, count_handle, &count);
    return answer + 4 * (count == 0);
}

/* ---- ASK-255 ---- */
static void stop_after_100(uv_udp_t *udp, ssize_t size, const uv_buf_t *buffer,
                           const struct sockaddr *from, unsigned flags)
{
    (void)size, (void)buffer, (void)from, (void)flags;
    if (++*(int *)udp->data == 100)
        uv_udp_recv_stop(udp);
}

/* 1 if a handle that receives in batches, and is given 64 bytes, is called, and at most 32 times. */
static int ask_udp_batch_into_64_bytes(uv_loop_t *loop, union uv_any_handle *h)
{
    int calls[32] = { 0 };
    struct sockaddr_in at = local_port(0);
    int size = sizeof at;
    if (uv_version() < 0x012500)
        return UV_ENOSYS;
    uv_udp_init_ex(loop, &h->udp, AF_INET | 256);
    uv_udp_bind(&h->udp, (struct sockaddr *)&at, 0);
    uv_udp_getsockname(&h->udp, (struct sockaddr *)&at, &size);
    h->udp.data = calls;
    uv_udp_recv_start(&h->udp, some_room, stop_after_100);
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    sendto(fd, "x", 1, 0, (struct sockaddr *)&at, sizeof at);
    uv_run(loop, UV_RUN_NOWAIT);
    close(fd);
    return calls[0] > 0 && calls[0] <= 32;
}

/* ---- ASK-256 ---- */
static int ask_stream_bound_and_connected(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_connect_t req;
    int count = 0, status = 1, size = sizeof(struct sockaddr_in);
    struct sockaddr_in at = local_port(0), own = local_port(0);
    uv_tcp_init(loop, &h[0].tcp);
    uv_tcp_bind(&h[0].tcp, (struct sockaddr *)&at, 0);
    h[0].handle.data = &count;
    uv_listen(&h[0].stream, 1, count_connection);
    uv_tcp_getsockname(&h[0].tcp, (struct sockaddr *)&at, &size);
    uv_tcp_init(loop, &h[1].tcp);
    uv_tcp_bind(&h[1].tcp, (struct sockaddr *)&own, 0);
    req.data = &status;
    int answer = uv_tcp_connect(&req, &h[1].tcp, (struct sockaddr *)&at, note_connect);
    for (int i = 0; i < 100 && status > 0; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    h[0].handle.data = NULL;
    return answer < 0 ? answer : status < 0 ? status : directions(&h[1].stream);
}

/* ---- ASK-41 ---- */
/* libuv 1.52.1 and older end the program, so a child asks: 1 for EINVAL, or the signal. */
static int ask_udp_empty_send(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(9);
    uv_udp_send_t req;
    uv_buf_t byte = uv_buf_init((char *)"x", 1);
    uv_udp_init(loop, &h->udp);
    pid_t child = fork();
    if (child == 0)
        _exit(uv_udp_send(&req, &h->udp, &byte, 0, (struct sockaddr *)&at, NULL) == UV_EINVAL);
    return wait_for(child);
}

/* ---- ASK-69 ---- */
/* Where the machine lets it have a process all the same, only the mask is looked at. */
static int ask_spawn_without_processes(uv_loop_t *loop, union uv_any_handle *h)
{
    if (uv_version() < 0x012c02)
        return UV_ENOSYS;
    pid_t child = fork();
    if (child == 0) {
        struct rlimit none = { 0, 0 };
        uv_process_options_t o = { 0 };
        sigset_t now;
        give_up_after(20);
        int answer = uv_loop_fork(loop);
        answer = answer < 0 ? answer : setrlimit(RLIMIT_NPROC, &none);
        answer = answer < 0 || setuid(65534) < 0 ? answer : 0;
        answer = answer < 0 ? answer : script_exit_status(loop, &h->process, &o, "exit 7");
        pthread_sigmask(SIG_BLOCK, NULL, &now);
        _exit((answer == 7 || answer == UV_EAGAIN) + 2 * !sigismember(&now, SIGUSR1));
    }
    return wait_for(child);
}

#endif
