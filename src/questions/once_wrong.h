/* once_wrong.h - questions about handles that cannot be made, and about calls at a moment at which a
 * libuv of the past, or each so far, has gone wrong. */
#ifndef QUESTIONS_ONCE_WRONG_H
#define QUESTIONS_ONCE_WRONG_H
#include "questions/common.h"
#include "questions/edge_cases.h"
#include "questions/failed_calls.h"
#include "questions/file.h"
#include "questions/fork.h"
#include "questions/past_bugs.h"
#include "questions/terminal.h"

/* ---- ASK-254 ---- */
/* Handles that cannot be made: none of them may be left in the loop. */
static int ask_handles_that_cannot_be_made(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    int count = 0, refused = 0;
    union uv_any_handle each[8];
    (void)h;
    make_test_file(&f);
    refused += uv_tty_init(loop, &each[0].tty, f.fd, 1) == UV_EINVAL;
    refused += uv_tty_init(loop, &each[1].tty, -1, 1) < 0;
    refused += uv_tcp_init_ex(loop, &each[2].tcp, 0x1234) == UV_EINVAL;
    refused += uv_tcp_init_ex(loop, &each[3].tcp, AF_UNIX) == UV_EINVAL;
    refused += uv_udp_init_ex(loop, &each[4].udp, AF_UNIX) == UV_EINVAL;
    refused += uv_poll_init(loop, &each[5].poll, f.fd) == UV_EPERM;
    refused += uv_poll_init(loop, &each[6].poll, -1) == UV_EBADF;
    uv_walk(loop, count_handle, &count);
    remove_test_file(&f);
    return refused + 100 * count;
}

/* ---- ASK-280 ---- */
/* A process that leads a session and has no terminal does not get one by a handle. */
static int ask_terminal_does_not_take_over(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    if (open_terminal(ends) < 0)
        return UV_ENODEV;
    pid_t child = fork();
    if (child == 0) {
        give_up_after(20);
        setsid();
        int answer = uv_loop_fork(loop) == 0 && uv_tty_init(loop, &h->tty, ends[1], 1) == 0;
        _exit(answer + 2 * (open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC) < 0));
    }
    int answer = wait_for(child);
    uv_tty_init(loop, &h->tty, ends[1], 1);
    close(ends[0]);
    return answer;
}

/* ---- ASK-281 ---- */
static void no_connection_at_all(uv_stream_t *stream, int status)
{
    *(int *)stream->data += 1 + (status != 0);
}

/* The system reports a hang-up together with what can be read. */
static int ask_listener_shut_down_by_another(uv_loop_t *loop, union uv_any_handle *h)
{
    int calls = 0;
    uv_os_fd_t fd;
    int answer = bind_own(loop, &h->pipe);
    h->handle.data = &calls;
    answer = answer < 0 ? answer : uv_listen(&h->stream, 1, no_connection_at_all);
    answer = answer < 0 ? answer : uv_fileno(&h->handle, &fd);
    if (answer == 0 && (answer = shutdown(fd, SHUT_RDWR)) == 0)
        for (int i = 0; i < 3; i++)
            uv_run(loop, UV_RUN_NOWAIT);
    h->handle.data = NULL;
    return answer < 0 ? answer : 10 + calls;
}

/* ---- ASK-282 ---- */
/* Without the program's arguments there is no title. */
static int ask_title_without_arguments(uv_loop_t *loop, union uv_any_handle *h)
{
    char title[64] = "before";
    (void)loop, (void)h;
    if (uv_version() < 0x012700)
        return UV_ENOSYS;
    return (uv_get_process_title(title, sizeof title) == UV_ENOBUFS) +
           2 * (uv_set_process_title("another") == UV_ENOBUFS) + 4 * !strcmp(title, "before");
}

/* ---- ASK-283 ---- */
static void count_shutdown(uv_shutdown_t *req, int status)
{
    (void)status;
    ++*(int *)req->data;
}

/* 1 if a shutdown before the connection is there is called back once, or refused; 2 if that is so
 * of one with a write before it. */
static int ask_shutdown_while_it_connects(uv_loop_t *loop, union uv_any_handle *h)
{
    char path[64];
    size_t size = sizeof path;
    uv_connect_t connect[2];
    uv_shutdown_t end[2];
    uv_write_t write;
    uv_buf_t byte = uv_buf_init((char *)"x", 1);
    int answer = bind_own(loop, &h->pipe), connections = 0;
    answer = answer < 0 ? answer : uv_listen(&h->stream, 2, count_connection);
    if (answer < 0 || (answer = uv_pipe_getsockname(&h->pipe, path, &size)) < 0)
        return answer;
    path[size] = 0;
    h->handle.data = &connections;
    int calls[2] = { 0, 0 }, refused[2];
    for (int i = 0; i < 2; i++) {
        uv_pipe_init(loop, &h[i + 1].pipe, 0);
        uv_pipe_connect(&connect[i], &h[i + 1].pipe, path, no_connect);
        if (i)
            uv_write(&write, &h[i + 1].stream, &byte, 1, NULL);
        end[i].data = &calls[i];
        refused[i] = uv_shutdown(&end[i], &h[i + 1].stream, count_shutdown) < 0;
    }
    for (int i = 0; i < 8; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    for (int i = 0; i < 2; i++)
        answer += (calls[i] + refused[i] == 1) << i;
    for (int i = 1; i < 3; i++)
        uv_close(&h[i].handle, NULL);
    uv_run(loop, UV_RUN_NOWAIT);
    h->handle.data = NULL;
    return answer;
}

/* ---- ASK-284 ---- */
/* 1 if the path of a temporary file that cannot be made is emptied, 2 if a request that is not
 * there can be cleaned up. */
static int ask_requests_that_came_to_nothing(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_fs_t req;
    (void)h;
    int answer = uv_fs_mkstemp(loop, &req, "/no/such/folder/XXXXXX", NULL) == UV_ENOENT &&
                 req.path[0] == 0;
    uv_fs_req_cleanup(&req);
    answer = answer && uv_fs_mkstemp(loop, &req, "/tmp/asked", NULL) == UV_EINVAL &&
             req.path[0] == 0;
    uv_fs_req_cleanup(&req);
    uv_fs_req_cleanup(NULL);
    return answer + 2;
}

/* ---- ASK-285 ---- */
static int ask_lookup_on_no_loop(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_getaddrinfo_t req;
    (void)loop, (void)h;
    if (uv_version() < 0x013401)
        return UV_ENOSYS;
    int answer = uv_getaddrinfo(NULL, &req, NULL, "127.0.0.1", "80", NULL);
    if (answer < 0)
        return answer;
    answer = req.addrinfo != NULL;
    uv_freeaddrinfo(req.addrinfo);
    return answer +
           2 * (uv_getaddrinfo(NULL, &req, note_address, "127.0.0.1", "80", NULL) == UV_EINVAL);
}

/* ---- ASK-29 ---- */
/* A copy of 0, 1, 4095, 4096 and 4097 bytes, without and with a callback: a bit for each. */
static int ask_copies_of_each_length(uv_loop_t *loop, union uv_any_handle *h)
{
    static const int lengths[5] = { 0, 1, 4095, 4096, 4097 };
    int answer = 0;
    (void)h;
    for (int i = 0; i < 10; i++) {
        struct test_file f;
        struct stat s = { .st_size = -1 };
        make_test_file(&f);
        ftruncate(f.fd, lengths[i / 2]);
        uv_fs_copyfile(loop, &f.req, f.path, f.other, 0, i % 2 ? count_call : NULL);
        uv_run(loop, UV_RUN_DEFAULT);
        answer += (f.req.result == 0 && stat(f.other, &s) == 0 && s.st_size == lengths[i / 2]) << i;
        remove_test_file(&f);
    }
    return answer;
}

#endif
