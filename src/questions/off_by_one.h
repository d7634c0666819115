/* off_by_one.h - questions about values beside those that most programs use: a millisecond, the
 * first descriptors, the fourth one of a child, and parts that are empty. */
#ifndef QUESTIONS_OFF_BY_ONE_H
#define QUESTIONS_OFF_BY_ONE_H
#include "questions/child.h"
#include "questions/common.h"
#include "questions/file.h"
#include "questions/fork.h"
#include "questions/loop.h"

/* ---- TIMER-44 ---- */
/* How many of nine timers are due in just their timeout, and, started again by their repeat after a
 * stop, in just that? */
static int ask_timers_due_to_the_millisecond(uv_loop_t *loop, union uv_any_handle *h)
{
    static const uint64_t times[9] = { 1, 2, 3, 10, 99, 999, 1000, 1001, 60000 };
    uint64_t (*call)(const uv_timer_t *);
    int right = 0;
    find_call("uv_timer_get_due_in", &call);
    if (!call)
        return UV_ENOSYS;
    uv_timer_init(loop, &h->timer);
    for (int i = 0; i < 9; i++) {
        uv_timer_start(&h->timer, no_timer, times[i], times[8 - i]);
        right += call(&h->timer) == times[i];
        uv_timer_stop(&h->timer);
        right += uv_timer_again(&h->timer) == 0 && uv_is_active(&h->handle) &&
                 call(&h->timer) == times[8 - i];
    }
    return right;
}

/* ---- ASK-240 ---- */
/* A file of three bytes is read into three parts of which any may be empty, from its beginning and
 * from its position: how many of the 14 reads fill just the parts? */
static int ask_reads_with_each_part_empty(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    int right = 0;
    (void)h;
    make_test_file(&f);
    for (int i = 2; i < 16; i++) {
        char bytes[4] = "";
        uv_buf_t parts[3];
        int length = 0;
        for (int k = 0; k < 3; k++) {
            parts[k] = uv_buf_init(bytes + length, i >> (k + 1) & 1);
            length += i >> (k + 1) & 1;
        }
        lseek(f.fd, 0, SEEK_SET);
        right += uv_fs_read(loop, &f.req, f.fd, parts, 3, i % 2 ? 0 : -1, NULL) == length &&
                 memcmp(bytes, "hel", (size_t)length) == 0 && bytes[length] == 0;
        uv_fs_req_cleanup(&f.req);
    }
    remove_test_file(&f);
    return right;
}

/* ---- ASK-2 ---- */
/* Runs in a forked child. 1, 2 and 4 if pipes that have the numbers 0 to 2 tell them, 8 if they do
 * not block, 16 if a file that has the number 1 then is closed by a call for files. */
static int first_descriptors(void)
{
    union uv_any_handle h[3];
    uv_loop_t loop;
    uv_fs_t req;
    int answer = 0, blocking = 0;
    if (uv_loop_init(&loop) < 0)
        return 0;
    for (int i = 0; i < 3; i++) {
        int ends[2];
        uv_os_fd_t fd = -1;
        if (pipe(ends) < 0 || dup2(ends[0], i) < 0)
            return 0;
        uv_pipe_init(&loop, &h[i].pipe, 0);
        uv_pipe_open(&h[i].pipe, i);
        answer += (uv_fileno(&h[i].handle, &fd) == 0 && fd == i) << i;
        blocking += !(fcntl(i, F_GETFL) & O_NONBLOCK);
        uv_close(&h[i].handle, NULL);
    }
    uv_run(&loop, UV_RUN_DEFAULT);
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    answer += 8 * (blocking == 0);
    answer += 16 * (dup2(null, 1) == 1 && uv_fs_close(&loop, &req, 1, NULL) == 0 &&
                    fcntl(1, F_GETFD) < 0);
    return answer;
}

static int ask_descriptors_0_to_2(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    pid_t child = fork();
    if (child == 0) {
        give_up_after(20);
        _exit(first_descriptors());
    }
    return child < 0 ? -errno : wait_for(child);
}

/* ---- ASK-17 ---- */
/* A child that is given nothing as its descriptors 3 and 4 has none there: 7. */
static int ask_child_with_nothing_as_its_fourth(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_stdio_container_t to[5] = { { .flags = UV_IGNORE } };
    uv_process_options_t o = { .stdio = to, .stdio_count = 5 };
    for (int fd = 3; fd < 5; fd++) /* what this process was given is not meant */
        fcntl(fd, F_SETFD, FD_CLOEXEC);
    return script_exit_status(loop, &h->process, &o,
                              (char *)"[ -e /proc/self/fd/2 ] && ! [ -e /proc/self/fd/3 ] && "
                                      "! [ -e /proc/self/fd/4 ] && exit 7");
}

/* Started in a folder and without streams, a child is told to have ended all the same. */
static int ask_child_in_a_folder_without_streams(uv_loop_t *loop, union uv_any_handle *h)
{
    int reported = 0;
    uv_process_options_t o = { .exit_cb = count_exit, .cwd = "/" };
    h->process.data = &reported;
    int answer = spawn_script(loop, &h->process, &o, "exit 3");
    run_after(loop, h->process.pid);
    return answer < 0 ? answer : reported;
}

/* ---- ASK-3 ---- */
static void accept_unreferenced(uv_stream_t *server, int status)
{
    uv_stream_t *client = server->data;
    uv_unref((uv_handle_t *)client);
    client->data = status == 0 && uv_accept(server, client) == 0 ? client : NULL;
}

/* 1 if a connection that is accepted into an unreferenced handle is readable and writable, 2 if the
 * path of the listener is gone once that is closed, 4 if that of a pipe that was bound and then
 * connected is. */
static int ask_pipes_unreferenced_and_bound(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_un at;
    socklen_t size = sizeof at;
    uv_connect_t req;
    uv_os_fd_t fd;
    char own[64];
    memset(&at, 0, sizeof at);
    if (bind_own(loop, &h[0].pipe) < 0)
        return UV_EILSEQ;
    uv_fileno(&h[0].handle, &fd);
    getsockname(fd, (struct sockaddr *)&at, &size);
    snprintf(own, sizeof own, "/tmp/asked-%d-own.sock", (int)getpid());
    unlink(own);
    uv_pipe_init(loop, &h[1].pipe, 0);
    uv_pipe_init(loop, &h[2].pipe, 0);
    h[0].handle.data = &h[1].handle;
    uv_listen(&h[0].stream, 5, accept_unreferenced);
    int bound = uv_pipe_bind(&h[2].pipe, own);
    uv_pipe_connect(&req, &h[2].pipe, at.sun_path, no_connect);
    for (int i = 0; i < 3; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    int answer = h[1].handle.data == &h[1] && directions(&h[1].stream) == 3;
    for (int i = 0; i < 3; i++)
        uv_close(&h[i].handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    return answer + 2 * (access(at.sun_path, F_OK) < 0) + 4 * (bound == 0 && access(own, F_OK) < 0);
}

#endif
