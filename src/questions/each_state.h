/* each_state.h - questions that are asked of a handle in each of its states: reading, ended,
 * unreferenced, with something queued, over IPv4 and IPv6. */
#ifndef QUESTIONS_EACH_STATE_H
#define QUESTIONS_EACH_STATE_H
#include "questions/child.h"
#include "questions/common.h"
#include "questions/every_order.h"
#include "questions/file.h"
#include "questions/fork.h"
#include "questions/lifecycle.h"
#include "questions/loop.h"

/* ---- TELL-2 ---- */
static int has_systems_name(const uv_handle_t *handle, int of_partner)
{
    struct sockaddr_storage told, real;
    socklen_t size = sizeof real;
    int length = sizeof told, answer;
    uv_os_fd_t fd;
    if (uv_fileno(handle, &fd) < 0)
        return 0;
    memset(&told, 0, sizeof told);
    memset(&real, 0, sizeof real);
    int error = (of_partner ? getpeername(fd, (struct sockaddr *)&real, &size)
                            : getsockname(fd, (struct sockaddr *)&real, &size)) < 0
                    ? -errno
                    : 0;
    if (handle->type == UV_UDP)
        answer = (of_partner ? uv_udp_getpeername : uv_udp_getsockname)(
            (const uv_udp_t *)handle, (struct sockaddr *)&told, &length);
    else
        answer = (of_partner ? uv_tcp_getpeername : uv_tcp_getsockname)(
            (const uv_tcp_t *)handle, (struct sockaddr *)&told, &length);
    return answer == error &&
           (error || (length == (int)size && memcmp(&told, &real, sizeof told) == 0));
}

/* A listener over the loopback of this family. Returns its descriptor, or -1. */
static int local_listener(int six, struct sockaddr_storage *at, socklen_t *size)
{
    int fd = socket(six ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    memset(at, 0, sizeof *at);
    if (six)
        uv_ip6_addr("::1", 0, (struct sockaddr_in6 *)at);
    else
        uv_ip4_addr("127.0.0.1", 0, (struct sockaddr_in *)at);
    *size = six ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
    if (fd >= 0 && bind(fd, (struct sockaddr *)at, *size) == 0 && listen(fd, 5) == 0 &&
        getsockname(fd, (struct sockaddr *)at, size) == 0)
        return fd;
    close(fd);
    return -1;
}

static void drop_bytes(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    (void)buffer;
    if (stream->data && size)
        *(int *)stream->data += size > 0 ? (int)size : size == UV_EOF ? 100 : 10000;
}

static void some_bytes_of_room(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    static char room[64];
    (void)handle, (void)size;
    *buffer = uv_buf_init(room, sizeof room);
}

/* Connect the handle and return the other end. */
static int connect_to_listener(uv_loop_t *loop, uv_tcp_t *tcp, int listener,
                               const struct sockaddr_storage *at)
{
    static uv_connect_t req;
    uv_tcp_init(loop, tcp);
    tcp->data = NULL;
    uv_tcp_connect(&req, tcp, (const struct sockaddr *)at, no_connect);
    uv_run(loop, UV_RUN_DEFAULT);
    return accept(listener, NULL, NULL);
}

/* How often the names of a TCP handle are the system's, in four states each: connected, reading,
 * after the end of the other side, and after its own. 16 over IPv4 and IPv6, also on a machine
 * without the latter. */
static int ask_names_of_tcp_in_each_state(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_shutdown_t req;
    int right = 0;
    for (int six = 0; six < 2; six++) {
        struct sockaddr_storage at;
        socklen_t size;
        int listener = local_listener(six, &at, &size);
        if (listener < 0) {
            right += 8;
            continue;
        }
        int end = connect_to_listener(loop, &h[six].tcp, listener, &at);
        for (int state = 0; state < 4; state++) {
            if (state == 1)
                uv_read_start(&h[six].stream, some_bytes_of_room, drop_bytes);
            if (state == 2)
                shutdown(end, SHUT_WR);
            if (state == 3)
                uv_shutdown(&req, &h[six].stream, NULL);
            uv_run(loop, UV_RUN_NOWAIT);
            uv_run(loop, UV_RUN_NOWAIT);
            right += has_systems_name(&h[six].handle, 0) + has_systems_name(&h[six].handle, 1);
        }
        close(end);
        close(listener);
    }
    return right;
}

/* The same of UDP: bound, receiving, connected and connected no more. And one that is not bound
 * sends from any address: 16 and 2. */
static int ask_names_of_udp_in_each_state(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_buf_t byte = uv_buf_init((char *)"a", 1);
    int right = 0;
    for (int six = 0; six < 2; six++) {
        struct sockaddr_storage at, own;
        socklen_t size;
        int length = sizeof own, listener = local_listener(six, &at, &size);
        if (listener < 0) {
            right += 9;
            continue;
        }
        uv_udp_init(loop, &h[0].udp);
        own = at;
        if (six)
            ((struct sockaddr_in6 *)&own)->sin6_port = 0;
        else
            ((struct sockaddr_in *)&own)->sin_port = 0;
        uv_udp_bind(&h[0].udp, (struct sockaddr *)&own, 0);
        for (int state = 0; state < 4; state++) {
            if (state == 1)
                uv_udp_recv_start(&h[0].udp, no_room, no_datagram);
            if (state >= 2)
                uv_udp_connect(&h[0].udp, state == 2 ? (struct sockaddr *)&at : NULL);
            right += has_systems_name(&h[0].handle, 0) + has_systems_name(&h[0].handle, 1);
        }
        uv_close(&h[0].handle, NULL);
        uv_udp_init(loop, &h[1].udp);
        uv_udp_try_send(&h[1].udp, &byte, 1, (struct sockaddr *)&at);
        right += uv_udp_getsockname(&h[1].udp, (struct sockaddr *)&own, &length) == 0 &&
                 (six ? memcmp(&((struct sockaddr_in6 *)&own)->sin6_addr, &in6addr_any, 16) == 0
                      : ((struct sockaddr_in *)&own)->sin_addr.s_addr == INADDR_ANY);
        uv_close(&h[1].handle, NULL);
        uv_run(loop, UV_RUN_DEFAULT);
        close(listener);
    }
    return right;
}

/* ---- STREAM-9 ---- */
/* Closed by a reset while it is idle, reads, has bytes to read, is unreferenced, has written, and
 * after the end of the other side: how often does that see a reset? */
static int ask_resets_in_each_state(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_storage at;
    socklen_t size;
    uv_buf_t bytes = uv_buf_init((char *)"abc", 3);
    uv_write_t req;
    int right = 0, listener = local_listener(0, &at, &size);
    if (listener < 0)
        return UV_EILSEQ;
    for (int state = 0; state < 6; state++) {
        char byte;
        int end = connect_to_listener(loop, &h->tcp, listener, &at);
        errno = 0;
        if (state == 2)
            send(end, "abc", 3, 0);
        if (state == 1 || state == 5)
            uv_read_start(&h->stream, some_bytes_of_room, drop_bytes);
        if (state == 3)
            uv_unref(&h->handle);
        if (state == 4)
            uv_write(&req, &h->stream, &bytes, 1, NULL);
        if (state == 5)
            shutdown(end, SHUT_WR);
        uv_run(loop, UV_RUN_NOWAIT);
        int error = uv_tcp_close_reset(&h->tcp, NULL);
        uv_run(loop, UV_RUN_DEFAULT);
        poll(&(struct pollfd){ end, POLLIN, 0 }, 1, 10000);
        while (recv(end, &byte, 1, 0) > 0)
            continue;
        right += error == 0 && errno == ECONNRESET;
        close(end);
    }
    close(listener);
    return right;
}

/* ---- ALIVE-4 ---- */
/* Of unreferenced streams, over a pair and over TCP, the reader gets 3 bytes and then the end,
 * which is 103; a reset is 10000. */
static int ask_unreferenced_streams_told_all(uv_loop_t *loop, union uv_any_handle *h)
{
    const struct linger at_once = { 1, 0 };
    struct sockaddr_storage at;
    socklen_t size;
    int told[3] = { 0, 0, 0 }, ends[3], pair[2], listener = local_listener(0, &at, &size);
    uv_timer_t keeper;
    if (listener < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
        return UV_EILSEQ;
    uv_pipe_init(loop, &h[0].pipe, 0);
    uv_pipe_open(&h[0].pipe, pair[0]);
    ends[0] = pair[1];
    for (int i = 1; i < 3; i++)
        ends[i] = connect_to_listener(loop, &h[i].tcp, listener, &at);
    uv_timer_init(loop, &keeper);
    uv_timer_start(&keeper, no_timer, 100000, 0);
    for (int i = 0; i < 3; i++) {
        h[i].handle.data = &told[i];
        uv_unref(&h[i].handle);
        uv_read_start(&h[i].stream, some_bytes_of_room, drop_bytes);
        send(ends[i], "abc", 3, 0);
    }
    uv_run(loop, UV_RUN_NOWAIT);
    setsockopt(ends[2], SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    for (int i = 0; i < 3; i++)
        close(ends[i]);
    for (int i = 0; i < 3; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    close(listener);
    for (int i = 0; i < 3; i++)
        uv_close(&h[i].handle, NULL);
    uv_close((uv_handle_t *)&keeper, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    return (told[0] == 103) + 2 * (told[1] == 103) + 4 * (told[2] == 10003);
}

/* ---- DGRAM-16 ---- */
/* How often are the bytes of sends, and of writes, of 1 to 20 parts counted that have to wait, and
 * none is left in the end? 40 and 2. */
static int ask_queues_of_each_number_of_parts(uv_loop_t *loop, union uv_any_handle *h)
{
    static char full[65536], out[65536];
    uv_buf_t parts[20], big = uv_buf_init(full, sizeof full);
    uv_udp_send_t sends[20];
    uv_write_t writes[21];
    int streams[2], datagrams[2], right = 0;
    size_t sent = 0;
    socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, streams);
    socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, datagrams);
    uv_pipe_init(loop, &h[0].pipe, 0);
    uv_pipe_open(&h[0].pipe, streams[0]);
    uv_udp_init(loop, &h[1].udp);
    uv_udp_open(&h[1].udp, datagrams[0]);
    while (uv_try_write(&h[0].stream, &big, 1) > 0)
        continue;
    while (send(datagrams[0], "x", 1, MSG_DONTWAIT) == 1)
        continue;
    for (unsigned n = 1; n <= 20; n++) {
        for (unsigned i = 0; i < n; i++)
            parts[i] = uv_buf_init(full, i + 1);
        sent += n * (n + 1) / 2;
        uv_write(&writes[n], &h[0].stream, parts, n, NULL);
        uv_udp_send(&sends[n - 1], &h[1].udp, parts, n, NULL, NULL);
        right += uv_stream_get_write_queue_size(&h[0].stream) == sent;
        right += uv_udp_get_send_queue_size(&h[1].udp) == sent &&
                 uv_udp_get_send_queue_count(&h[1].udp) == n;
    }
    for (int i = 0; i < 200; i++) {
        while (recv(streams[1], out, sizeof out, MSG_DONTWAIT) > 0 ||
               recv(datagrams[1], out, sizeof out, MSG_DONTWAIT) > 0)
            continue;
        uv_run(loop, UV_RUN_NOWAIT);
    }
    right += uv_stream_get_write_queue_size(&h[0].stream) == 0;
    right += uv_udp_get_send_queue_size(&h[1].udp) == 0 &&
             uv_udp_get_send_queue_count(&h[1].udp) == 0;
    close(streams[1]);
    close(datagrams[1]);
    return right;
}

/* ---- ASK-250 ---- */
static void count_datagrams(uv_udp_t *udp, ssize_t size, const uv_buf_t *buffer,
                            const struct sockaddr *from, unsigned flags)
{
    (void)buffer, (void)flags;
    *(int *)udp->data += size > 0 && from ? 1 : size < 0 ? 100 : 0;
}

/* A handle that is told of errors goes on receiving after each of three: 3 datagrams, and at least
 * one error each time. libuv < 1.52 does not tell them. */
static int ask_udp_receives_after_errors(uv_loop_t *loop, union uv_any_handle *h)
{
    static const struct timespec a_while = { .tv_nsec = 1000000 };
    struct sockaddr_in at = local_port(0), gone = local_port(0);
    socklen_t size = sizeof gone;
    uv_buf_t byte = uv_buf_init((char *)"x", 1);
    int length = sizeof at, told = 0, right = 0;
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (uv_version() < 0x013400)
        return close(fd), UV_ENOSYS;
    if (bind(fd, (struct sockaddr *)&gone, sizeof gone) < 0 ||
        getsockname(fd, (struct sockaddr *)&gone, &size) < 0)
        return close(fd), UV_EILSEQ;
    close(fd);
    fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    uv_udp_init(loop, &h->udp);
    h->udp.data = &told;
    uv_udp_bind(&h->udp, (struct sockaddr *)&at, 32);
    uv_udp_getsockname(&h->udp, (struct sockaddr *)&at, &length);
    uv_udp_recv_start(&h->udp, some_bytes_of_room, count_datagrams);
    for (int i = 0; i < 3; i++) {
        told = 0;
        uv_udp_try_send(&h->udp, &byte, 1, (struct sockaddr *)&gone);
        nanosleep(&a_while, NULL);
        for (int turns = 0; turns < 3; turns++)
            uv_run(loop, UV_RUN_NOWAIT);
        right += told >= 100;
        told = 0;
        sendto(fd, "y", 1, 0, (struct sockaddr *)&at, sizeof at);
        for (int turns = 0; turns < 3; turns++)
            uv_run(loop, UV_RUN_NOWAIT);
        right += 10 * (told % 100 == 1);
    }
    close(fd);
    return right;
}

/* ---- ASK-42 ---- */
/* A group that is joined at no interface in particular is not joined at the loopback: it cannot be
 * left there. Right, too, on a machine where it cannot be joined. */
static int ask_udp_joins_at_any_interface(uv_loop_t *loop, union uv_any_handle *h)
{
    static const char group[] = "239.255.0.7";
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    if (uv_udp_set_membership(&h->udp, group, NULL, UV_JOIN_GROUP) < 0)
        return 3;
    int elsewhere = uv_udp_set_membership(&h->udp, group, "127.0.0.1", UV_LEAVE_GROUP);
    int there = uv_udp_set_membership(&h->udp, group, NULL, UV_LEAVE_GROUP);
    return (elsewhere == UV_EADDRNOTAVAIL) + 2 * (there == 0);
}

/* ---- ASK-263 ---- */
static void sum_of_events(uv_fs_event_t *watch, const char *name, int events, int status)
{
    (void)name;
    *(int *)watch->data |= status == 0 ? events : 100;
}

/* A folder is watched with each of five sets of flags, of which Linux knows none: what is done to a
 * folder within it is reported each time. Making it is a rename, and giving it other rights is a
 * change. 15 in all. */
static int ask_watches_with_each_flag(uv_loop_t *loop, union uv_any_handle *h)
{
    static const unsigned flags[5] = { 0, UV_FS_EVENT_WATCH_ENTRY, UV_FS_EVENT_STAT,
                                       UV_FS_EVENT_RECURSIVE, 7 };
    struct test_file f;
    int right = 0;
    make_test_file(&f);
    for (int i = 0; i < 5; i++) {
        int first_events = 0, later_events = 0;
        uv_fs_event_init(loop, &h->fs_event);
        h->fs_event.data = &first_events;
        right += uv_fs_event_start(&h->fs_event, sum_of_events, f.folder, flags[i]) == 0;
        mkdir(f.other, 0700);
        uv_run(loop, UV_RUN_NOWAIT);
        right += first_events == UV_RENAME;
        h->fs_event.data = &later_events;
        chmod(f.other, 0500);
        uv_run(loop, UV_RUN_NOWAIT);
        right += later_events < 4 && (later_events & UV_CHANGE);
        uv_close(&h->handle, NULL);
        rmdir(f.other);
        uv_run(loop, UV_RUN_DEFAULT);
    }
    remove_test_file(&f);
    return right;
}

/* ---- ASK-261 ---- */
/* 1 if uv_fs_poll that is started again at once tells its new path, 2 if it waits for a long new
 * interval, 4 if for the longest that it can. */
static int ask_looks_elsewhere_and_seldom(uv_loop_t *loop, union uv_any_handle *h)
{
    char path[64] = "";
    size_t size = sizeof path;
    struct looks l = { .calls = 0 };
    uv_fs_poll_init(loop, &h->fs_poll);
    h->fs_poll.data = &l;
    uv_fs_poll_start(&h->fs_poll, note_look, "/", 1000);
    uv_run(loop, UV_RUN_ONCE);
    uv_fs_poll_stop(&h->fs_poll);
    uv_fs_poll_start(&h->fs_poll, note_look, "/tmp", 2000000000);
    int answer = uv_fs_poll_getpath(&h->fs_poll, path, &size) == 0 && strcmp(path, "/tmp") == 0;
    for (int i = 0; i < 3 && uv_backend_timeout(loop) <= 1000; i++)
        uv_run(loop, UV_RUN_ONCE);
    answer += 2 * (uv_backend_timeout(loop) > 1999990000);
    uv_fs_poll_stop(&h->fs_poll);
    uv_run(loop, UV_RUN_NOWAIT);
    uv_fs_poll_start(&h->fs_poll, note_look, "/tmp", 4294967295);
    for (int i = 0; i < 3 && uv_backend_timeout(loop) <= 1000; i++)
        uv_run(loop, UV_RUN_ONCE);
    return answer + 4 * (uv_backend_timeout(loop) == 2147483647);
}

/* ---- ASK-43 ---- */
/* A program that is found on the path of the variables that it is given has these: 7. */
static int ask_child_found_with_own_variables(uv_loop_t *loop, union uv_any_handle *h)
{
    char *variables[] = { (char *)"PATH=/usr/bin:/bin", (char *)"ASKED=seven", NULL };
    char *args[] = { (char *)"sh", (char *)"-c", (char *)"[ \"$ASKED\" = seven ] && exit 7", NULL };
    uv_process_options_t o = { .file = "sh", .args = args, .env = variables };
    int answer = uv_spawn(loop, &h->process, &o);
    return answer < 0 ? answer : wait_for(h->process.pid);
}

/* ---- ASK-18 ---- */
/* The parent's end of a pipe to a child does not block, in each of three directions. */
static int ask_pipes_to_a_child_do_not_block(uv_loop_t *loop, union uv_any_handle *h)
{
    static const uv_stdio_flags directions_of[3] = { UV_READABLE_PIPE, UV_WRITABLE_PIPE,
                                                     UV_READABLE_PIPE | UV_WRITABLE_PIPE };
    uv_stdio_container_t to[6] = { { .flags = UV_IGNORE } };
    uv_process_options_t o = { .stdio = to, .stdio_count = 6 };
    uv_pipe_t pipes[3];
    int right = 0;
    for (int i = 0; i < 3; i++) {
        uv_pipe_init(loop, &pipes[i], 0);
        to[i + 3].flags = UV_CREATE_PIPE | directions_of[i];
        to[i + 3].data.stream = (uv_stream_t *)&pipes[i];
    }
    int answer = script_exit_status(loop, &h->process, &o, (char *)"exit 0");
    for (int i = 0; i < 3; i++) {
        uv_os_fd_t fd = -1;
        right += uv_fileno((uv_handle_t *)&pipes[i], &fd) == 0 &&
                 (fcntl(fd, F_GETFL) & O_NONBLOCK) != 0;
        uv_close((uv_handle_t *)&pipes[i], NULL);
    }
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    return answer < 0 ? answer : right;
}

/* ---- ASK-262 ---- */
/* A pipe is for handles if the argument is not 0, whatever it is: it can pass one. 4 for each time
 * that simultaneous accepts, which are for Windows, can be turned on or off. */
static int ask_arguments_that_are_true(uv_loop_t *loop, union uv_any_handle *h)
{
    static const int truths[3] = { 1, 2, -1 };
    int answer = 0;
    for (int i = 0; i < 3; i++) {
        uv_write_t req;
        uv_buf_t byte = uv_buf_init((char *)"a", 1);
        int ends[2];
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
        uv_pipe_init(loop, &h[0].pipe, truths[i]);
        uv_pipe_open(&h[0].pipe, ends[0]);
        uv_tcp_init_ex(loop, &h[1].tcp, AF_INET);
        answer += uv_write2(&req, &h[0].stream, &byte, 1, &h[1].stream, NULL) == 0;
        uv_run(loop, UV_RUN_NOWAIT);
        answer += 4 * (uv_tcp_simultaneous_accepts(&h[1].tcp, i ? 1 : 0) == 0);
        uv_close(&h[0].handle, NULL);
        uv_close(&h[1].handle, NULL);
        uv_run(loop, UV_RUN_DEFAULT);
        close(ends[1]);
    }
    return answer;
}

/* ---- TIMER-19 ---- */
/* How many of nine timeouts, up to the longest, are due when they should be: the sum with the clock
 * is the largest number at most. */
static int ask_timeouts_near_the_longest(uv_loop_t *loop, union uv_any_handle *h)
{
    static const uint64_t timeouts[9] = { 1u << 31,         UINT32_MAX,     1ull << 32,
                                          1ull << 53,       INT64_MAX,      1ull << 63,
                                          0 - (1ull << 32), UINT64_MAX - 1, UINT64_MAX };
    uint64_t (*call)(const uv_timer_t *);
    int right = 0;
    find_call("uv_timer_get_due_in", &call);
    if (!call)
        return UV_ENOSYS;
    uv_timer_init(loop, &h->timer);
    for (int i = 0; i < 9; i++) {
        const uint64_t most = UINT64_MAX - uv_now(loop);
        uv_timer_start(&h->timer, no_timer, timeouts[i], 0);
        right += call(&h->timer) == (timeouts[i] < most ? timeouts[i] : most);
    }
    return right;
}

/* ---- ASK-32 ---- */
/* The default loop is another one after it was closed, also if it had data: that stays. */
static int ask_default_loop_with_data(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_loop_t *former = uv_default_loop();
    if (!former)
        return UV_EILSEQ;
    former->data = h;
    int answer = uv_loop_close(former) == 0;
    uv_loop_t *newer = uv_default_loop();
    answer += 2 * (newer && uv_backend_fd(newer) > 0 && !uv_loop_alive(newer));
    if (newer)
        newer->data = NULL;
    answer += 4 * (newer && uv_loop_close(newer) == 0);
    (void)loop;
    return answer;
}

/* ---- ASK-27 ---- */
/* Access is asked for the real user, not for the one in effect, as by the system. Only the
 * superuser can be two; for others it counts as right. */
static int ask_access_of_the_real_user(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    int right = 0;
    (void)h;
    if (geteuid() != 0)
        return 4;
    make_test_file(&f);
    chmod(f.folder, 0755);
    if (syscall(SYS_setresuid, -1, 65534, -1) == 0) {
        for (int mode = 1; mode <= 4; mode *= 2) {
            int real = access(f.path, mode) < 0 ? -errno : 0;
            right += uv_fs_access(loop, &f.req, f.path, mode, NULL) == real;
            uv_fs_req_cleanup(&f.req);
        }
        right += syscall(SYS_setresuid, -1, 0, -1) == 0;
    }
    remove_test_file(&f);
    return right;
}

/* ---- ASK-100 ---- */
/* Each kind of handle is started, with ten timers beside, before a fork. In the child the loop is
 * renewed, and each that is due then is called: ten, since uv_fs_poll is left out, and a timer is due
 * by the clock of the parent, which the child does not have. */
static int called_in_this_child(uv_loop_t *loop, struct one *each)
{
    int called = 0;
    if (uv_loop_fork(loop) < 0)
        return 99;
    for (int i = 0; i < 12; i++)
        make_tested_due(&each[i]);
    for (int i = 0; i < 4; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    for (int i = 0; i < 12; i++)
        called += each[i].type != UV_FS_POLL && each[i].type != UV_TIMER && each[i].calls > 0;
    return called;
}

static int ask_each_called_in_a_forked_child(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    struct one each[12];
    uv_timer_t timers[10];
    (void)h;
    make_test_file(&f);
    for (int i = 0; i < 10; i++) {
        uv_timer_init(loop, &timers[i]);
        uv_timer_start(&timers[i], no_timer, 1000 + (uint64_t)i, 0);
    }
    for (int i = 0; i < 12; i++) {
        init_tested(loop, &each[i], handle_type(i), &f);
        if (each[i].type != UV_FS_POLL)
            start_tested(&each[i]);
    }
    pid_t child = fork();
    if (child == 0) {
        give_up_after(20);
        _exit(called_in_this_child(loop, each));
    }
    int answer = child < 0 ? -errno : wait_for(child);
    for (int i = 0; i < 12; i++)
        uv_close(&each[i].h.handle, note_ended);
    for (int i = 0; i < 10; i++)
        uv_close((uv_handle_t *)&timers[i], NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    for (int i = 0; i < 12; i++)
        close_descriptors_of(&each[i]);
    remove_test_file(&f);
    return answer;
}

#endif
