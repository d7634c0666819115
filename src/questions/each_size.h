/* each_size.h - questions about each size, length and place: of nothing, of one byte, of as much as
 * just fits, and of more than usual. */
#ifndef QUESTIONS_EACH_SIZE_H
#define QUESTIONS_EACH_SIZE_H
#include "questions/child.h"
#include "questions/common.h"
#include "questions/every_order.h"
#include "questions/file.h"
#include "questions/lifecycle.h"
#include "questions/socket_options.h"
#include "questions/terminal.h"

/* ---- ASK-29 ---- */
/* Has the file just the bytes of the pattern? */
static int has_pattern(const char *path, long size)
{
    static unsigned char bytes[1 << 21];
    int fd = open(path, O_RDONLY | O_CLOEXEC), right;
    right = read(fd, bytes, sizeof bytes) == size;
    for (long i = 0; right && i < size; i++)
        right = bytes[i] == (unsigned char)(i * 7 + i / 256);
    close(fd);
    return right;
}

/* How many files of twelve sizes are copied, over a larger one, and sent to another. */
static int ask_copies_of_twelve_sizes(uv_loop_t *loop, union uv_any_handle *h)
{
    static const long sizes[12] = { 0,    1,    2,     3,     511,   4095,
                                    4096, 4097, 65535, 65536, 65537, (1 << 20) + 1 };
    static unsigned char bytes[(1 << 20) + 1];
    struct test_file f;
    int right = 0;
    (void)h;
    make_test_file(&f);
    for (long i = 0; i < (long)sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 7 + i / 256);
    for (int i = 0; i < 12; i++) {
        int other = open(f.other, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        if (ftruncate(f.fd, 0) < 0 || pwrite(f.fd, bytes, (size_t)sizes[i], 0) != sizes[i] ||
            pwrite(other, "longer than the first", 21, sizes[i]) != 21)
            return UV_EILSEQ;
        right += uv_fs_copyfile(loop, &f.req, f.path, f.other, 0, NULL) == 0 &&
                 has_pattern(f.other, sizes[i]);
        uv_fs_req_cleanup(&f.req);
        lseek(f.fd, 0, SEEK_SET);
        right += ftruncate(other, 0) == 0 &&
                 uv_fs_sendfile(loop, &f.req, other, f.fd, 0, (size_t)sizes[i], NULL) == sizes[i] &&
                 has_pattern(f.other, sizes[i]);
        uv_fs_req_cleanup(&f.req);
        close(other);
    }
    remove_test_file(&f);
    return right;
}

/* ---- ASK-130 ---- */
static void count_written(uv_write_t *req, int status)
{
    *(int *)req->data += status == 0;
}

/* Of three parts each may be empty. How many of the 8 writes and the 7 tries that are not empty
 * bring the bytes, at once and in order? */
static int ask_writes_with_each_part_empty(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2], right = 0;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_init(loop, &h->pipe, 0);
    uv_pipe_open(&h->pipe, ends[0]);
    for (int set = 0; set < 8; set++) {
        char wanted[4] = "", bytes[8] = "";
        uv_buf_t parts[3];
        uv_write_t req;
        int written = 0, length = 0;
        for (int i = 0; i < 3; i++) {
            parts[i] = uv_buf_init((char *)"abc" + i, set >> i & 1);
            if (set >> i & 1)
                wanted[length++] = (char)('a' + i);
        }
        req.data = &written;
        uv_write(&req, &h->stream, parts, 3, count_written);
        for (int i = 0; i < 3; i++)
            uv_run(loop, UV_RUN_NOWAIT);
        right += written == 1 && uv_stream_get_write_queue_size(&h->stream) == 0 &&
                 (set == 0 || recv(ends[1], bytes, sizeof bytes, MSG_DONTWAIT) == length) &&
                 strcmp(bytes, wanted) == 0;
        memset(bytes, 0, sizeof bytes);
        right += set && uv_try_write(&h->stream, parts, 3) == length &&
                 recv(ends[1], bytes, sizeof bytes, MSG_DONTWAIT) == length &&
                 strcmp(bytes, wanted) == 0;
    }
    close(ends[1]);
    return right;
}

/* ---- CHILD-2 ---- */
struct end_of_child {
    int status, signal;
};

static void note_end_of_child(uv_process_t *process, int64_t status, int signal)
{
    *(struct end_of_child *)process->data = (struct end_of_child){ (int)status, signal };
}

/* How many of twelve signals that end a child are told, real-time ones and such as leave a core
 * among them, and how many of six exit statuses. */
static int ask_children_ended_by_each_signal(uv_loop_t *loop, union uv_any_handle *h)
{
    const int signals[12] = { SIGHUP,  SIGINT,  SIGQUIT, SIGABRT,  SIGKILL,      SIGUSR1,
                              SIGALRM, SIGTERM, SIGXCPU, SIGRTMIN, SIGRTMIN + 9, SIGRTMAX };
    const int statuses[6] = { 0, 1, 2, 127, 128, 255 };
    int right = 0;
    for (int i = 0; i < 18; i++) {
        char script[64];
        struct end_of_child end = { -1, -1 };
        uv_process_options_t o = { .exit_cb = note_end_of_child };
        h->process.data = &end;
        if (i < 12)
            snprintf(script, sizeof script, "ulimit -c 0; kill -%d $$; exit 99", signals[i]);
        else
            snprintf(script, sizeof script, "exit %d", statuses[i - 12]);
        if (spawn_script(loop, &h->process, &o, script) < 0)
            continue;
        run_after(loop, h->process.pid);
        right += i < 12 ? end.signal == signals[i] && end.status == 0
                        : end.signal == 0 && end.status == statuses[i - 12];
        uv_close(&h->handle, NULL);
        uv_run(loop, UV_RUN_DEFAULT);
    }
    return right;
}

/* ---- ASK-76 ---- */
/* 1 for a semaphore of 100000, 2 for a recursive lock that its owner takes and tries 20 times. */
static int ask_locks_taken_more_than_usual(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_sem_t sem;
    uv_mutex_t mutex;
    int count = 0, taken = 0;
    (void)loop, (void)h;
    if (uv_sem_init(&sem, 100000) < 0 || uv_mutex_init_recursive(&mutex) < 0)
        return UV_EILSEQ;
    while (uv_sem_trywait(&sem) == 0)
        count++;
    uv_sem_destroy(&sem);
    for (int i = 0; i < 20; i++)
        if (i % 2)
            uv_mutex_lock(&mutex), taken++;
        else
            taken += uv_mutex_trylock(&mutex) == 0;
    for (int i = 0; i < taken; i++)
        uv_mutex_unlock(&mutex);
    uv_mutex_destroy(&mutex);
    return (count == 100000) + 2 * (taken == 20);
}

/* ---- ASK-80 ---- */
struct long_batch {
    char *room;
    int right, calls;
};

static void long_batch_room(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    struct long_batch *b = handle->data;
    *buffer = uv_buf_init(b->room, (unsigned)(20 * size));
}

static void note_of_long_batch(uv_udp_t *udp, ssize_t size, const uv_buf_t *buffer,
                               const struct sockaddr *from, unsigned flags)
{
    struct long_batch *b = udp->data;
    (void)flags;
    if (!from)
        return;
    b->right += size == b->calls + 1 && buffer->base[0] == (char)b->calls &&
                buffer->base[b->calls] == (char)b->calls;
    b->calls++;
}

/* Twenty-five datagrams, each longer than the one before, which twenty at a time are received. */
static int ask_udp_batches_of_twenty(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    struct long_batch b = { .right = 0 };
    int size = sizeof at, fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    char bytes[32];
    if (uv_version() < 0x012800 || uv_udp_init_ex(loop, &h->udp, AF_INET | 256) < 0)
        return close(fd), UV_ENOSYS;
    uv_udp_bind(&h->udp, (struct sockaddr *)&at, 0);
    uv_udp_getsockname(&h->udp, (struct sockaddr *)&at, &size);
    b.room = malloc(20 * 65536);
    h->udp.data = &b;
    for (int i = 0; i < 25; i++) {
        memset(bytes, i, sizeof bytes);
        sendto(fd, bytes, (size_t)i + 1, 0, (struct sockaddr *)&at, sizeof at);
    }
    uv_udp_recv_start(&h->udp, long_batch_room, note_of_long_batch);
    for (int i = 0; i < 3; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    free(b.room);
    close(fd);
    return b.right;
}

/* ---- ASK-242 ---- */
static void note_random_of_nothing(uv_random_t *req, int status, void *bytes, size_t size)
{
    *(int *)req->data = status == 0 && size == 0 && *(char *)bytes == 'x' ? 2 : 0;
}

static int ask_random_bytes_none(uv_loop_t *loop, union uv_any_handle *h)
{
    char byte = 'x';
    int later = 0;
    uv_random_t req;
    (void)h;
    req.data = &later;
    int at_once = uv_random(loop, NULL, &byte, 0, 0, NULL) == 0 && byte == 'x';
    if (uv_random(loop, &req, &byte, 0, 0, note_random_of_nothing) == 0)
        uv_run(loop, UV_RUN_DEFAULT);
    return at_once + later;
}

/* ---- ASK-38 ---- */
/* A path of 200 letters is cut to the 108 that the system takes: 1 when it is bound, 2 when it is
 * connected to. */
static int ask_paths_cut_to_the_byte(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_un at = { .sun_family = AF_UNIX };
    uv_connect_t req;
    char path[201], cut[109];
    int status = 99;
    int length = snprintf(path, sizeof path, "/tmp/asked-%d-", (int)getpid());
    memset(path + length, 'q', sizeof path - 1 - (size_t)length);
    path[200] = 0;
    memcpy(cut, path, 108);
    cut[108] = 0;
    unlink(cut);
    uv_pipe_init(loop, &h[0].pipe, 0);
    int answer = uv_pipe_bind(&h[0].pipe, path) == 0 && access(cut, F_OK) == 0;
    uv_close(&h[0].handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    memcpy(at.sun_path, path, sizeof at.sun_path);
    if (bind(server, (struct sockaddr *)&at, sizeof at) < 0 || listen(server, 1) < 0)
        return UV_EILSEQ;
    uv_pipe_init(loop, &h[1].pipe, 0);
    req.data = &status;
    uv_pipe_connect(&req, &h[1].pipe, path, note_connect);
    uv_run(loop, UV_RUN_DEFAULT);
    close(server);
    unlink(cut);
    return answer + 2 * (status == 0);
}

/* ---- ASK-36 ---- */
/* Names and texts of five errors in rooms of 1 to 44 bytes: each is cut to its room, with a zero at
 * its end, and nothing is written behind it. How many are right? */
static int ask_error_texts_in_each_room(uv_loop_t *loop, union uv_any_handle *h)
{
    static const int errors[5] = { UV_ENOENT, UV_EOF, UV_EADDRNOTAVAIL, -123456, 77777 };
    int right = 0;
    (void)loop, (void)h;
    for (int i = 0; i < 5; i++)
        for (size_t room = 1; room <= 44; room++) {
            char whole[2][64], cut[2][64];
            uv_strerror_r(errors[i], whole[0], sizeof whole[0]);
            uv_err_name_r(errors[i], whole[1], sizeof whole[1]);
            memset(cut, '#', sizeof cut);
            uv_strerror_r(errors[i], cut[0], room);
            uv_err_name_r(errors[i], cut[1], room);
            for (int k = 0; k < 2; k++) {
                size_t length = strlen(whole[k]) < room ? strlen(whole[k]) : room - 1;
                right += memcmp(cut[k], whole[k], length) == 0 && cut[k][length] == 0 &&
                         cut[k][room] == '#';
            }
        }
    return right;
}

/* ---- ASK-81 ---- */
/* A text of characters of each length, which ends with a zero or whose length is given, into rooms
 * of 1 byte to more than enough: how many of the 2 times 16 are right? Too little room is ENOBUFS
 * with the size that is needed; else the text is whole. */
static int ask_text_in_each_room(uv_loop_t *loop, union uv_any_handle *h)
{
    static const uint16_t wide[8] = { 'a', 0xe4, 0x20ac, 0xd83d, 0xde00, 'b', 'c', 0 };
    static const char narrow[] = "a\303\244\342\202\254\360\237\230\200bc";
    int (*call)(const uint16_t *, ssize_t, char **, size_t *);
    int right = 0;
    (void)loop, (void)h;
    find_call("uv_utf16_to_wtf8", &call);
    if (!call || uv_version() < 0x013200)
        return UV_ENOSYS;
    for (int i = 0; i < 32; i++) {
        char room[32], *to = room;
        size_t size = (size_t)(i / 2) + 1;
        const size_t enough = sizeof narrow - 1;
        memset(room, '#', sizeof room);
        int fits = size >= enough;
        int answer = call(wide, i % 2 ? 7 : -1, &to, &size);
        right += size == enough && (fits ? answer == 0 && strcmp(room, narrow) == 0
                                         : answer == UV_ENOBUFS && room[i / 2 + 2] == '#');
    }
    return right;
}

/* ---- ASK-260 ---- */
/* A size of 1 is set, and is not taken for a question: the system makes it the smallest. How many
 * of two buffers of a TCP, a UDP and a pipe handle become smaller? */
static int ask_buffers_set_to_one_byte(uv_loop_t *loop, union uv_any_handle *h)
{
    int (*const calls[2])(uv_handle_t *, int *) = { uv_send_buffer_size, uv_recv_buffer_size };
    int ends[2], right = 0;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_tcp_init_ex(loop, &h[0].tcp, AF_INET);
    uv_udp_init_ex(loop, &h[1].udp, AF_INET);
    uv_pipe_init(loop, &h[2].pipe, 0);
    uv_pipe_open(&h[2].pipe, ends[0]);
    for (int i = 0; i < 6; i++) {
        uv_handle_t *handle = &h[i / 2].handle;
        int before = 0, one = 1, now = 0;
        right += calls[i % 2](handle, &before) == 0 && calls[i % 2](handle, &one) == 0 &&
                 one == 1 && calls[i % 2](handle, &now) == 0 && now > 1 && now < before &&
                 now == socket_option(handle, SOL_SOCKET, i % 2 ? SO_RCVBUF : SO_SNDBUF);
    }
    close(ends[1]);
    return right;
}

/* ---- ASK-37 ---- */
/* Two terminals are raw. The second is closed: the first stays raw (1), and a reset gives it back
 * its mode (2). */
static int ask_terminals_of_which_one_is_closed(uv_loop_t *loop, union uv_any_handle *h)
{
    int kept_ends[2], other_ends[2];
    if (open_terminal(kept_ends) < 0 || open_terminal(other_ends) < 0)
        return UV_ENODEV;
    int normal = terminal_mode(kept_ends[0]);
    uv_tty_init(loop, &h[0].tty, kept_ends[1], 1);
    uv_tty_init(loop, &h[1].tty, other_ends[1], 1);
    uv_tty_set_mode(&h[0].tty, UV_TTY_MODE_RAW);
    uv_tty_set_mode(&h[1].tty, UV_TTY_MODE_RAW);
    int raw = terminal_mode(kept_ends[0]);
    uv_close(&h[1].handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    int answer = raw != normal && terminal_mode(kept_ends[0]) == raw;
    answer += 2 * (uv_tty_reset_mode() == 0 && terminal_mode(kept_ends[0]) == normal);
    uv_close(&h[0].handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    close(kept_ends[0]);
    close(other_ends[0]);
    return answer;
}

/* ---- ASK-138 ---- */
static void told_to_first(uv_stream_t *server, int status)
{
    *(int *)server->data += status == 0 ? 1 : 100;
}

static void told_to_second(uv_stream_t *server, int status)
{
    *(int *)server->data += status == 0 ? 10 : 100;
}

/* A listener over TCP and one over a pipe that listen again with another callback: 10 each. */
static int ask_listeners_started_with_another(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_storage at[2];
    int calls[2] = { 0, 0 }, fds[2];
    struct sockaddr_in local = local_port(0);
    uv_tcp_init(loop, &h[0].tcp);
    uv_tcp_bind(&h[0].tcp, (struct sockaddr *)&local, 0);
    if (bind_own(loop, &h[1].pipe) < 0)
        return UV_EILSEQ;
    for (int i = 0; i < 2; i++) {
        socklen_t size = sizeof at[i];
        uv_os_fd_t fd;
        h[i].handle.data = &calls[i];
        uv_listen(&h[i].stream, 5, told_to_first);
        uv_listen(&h[i].stream, 5, told_to_second);
        uv_fileno(&h[i].handle, &fd);
        getsockname(fd, (struct sockaddr *)&at[i], &size);
        fds[i] = socket(i ? AF_UNIX : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (connect(fds[i], (struct sockaddr *)&at[i], size) < 0)
            return UV_EILSEQ;
    }
    for (int i = 0; i < 3; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    close(fds[0]);
    close(fds[1]);
    return calls[0] + 100 * calls[1];
}

/* ---- ASK-32 ---- */
/* A loop that refuses to be closed is as before: each kind of handle that is due is called. That is
 * every kind but uv_fs_poll. */
static int ask_each_called_after_a_refused_close(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    struct one each[12];
    int called = 0;
    (void)h;
    make_test_file(&f);
    for (int i = 0; i < 12; i++) {
        init_tested(loop, &each[i], handle_type(i), &f);
        start_tested(&each[i]);
    }
    int refused = uv_loop_close(loop) == UV_EBUSY;
    for (int i = 0; i < 12; i++)
        make_tested_due(&each[i]);
    for (int i = 0; i < 4; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    for (int i = 0; i < 12; i++) {
        called += each[i].calls > 0;
        uv_close(&each[i].h.handle, note_ended);
    }
    uv_run(loop, UV_RUN_DEFAULT);
    for (int i = 0; i < 12; i++)
        close_descriptors_of(&each[i]);
    remove_test_file(&f);
    return called + 100 * refused;
}

/* ---- ASK-42 ---- */
/* A group of IPv6 is joined and left: 1 if a second join is refused, 2 if it can be left, 4 if not
 * again, 8 if it can be joined anew. All, too, on a machine where none can be joined. */
static int ask_udp_leaves_a_group_of_six(uv_loop_t *loop, union uv_any_handle *h)
{
    static const char group[] = "ff02::4321", near[] = "::1%lo";
    uv_udp_init_ex(loop, &h->udp, AF_INET6);
    if (uv_udp_set_membership(&h->udp, group, near, UV_JOIN_GROUP) < 0)
        return 15;
    int again = uv_udp_set_membership(&h->udp, group, near, UV_JOIN_GROUP);
    int left = uv_udp_set_membership(&h->udp, group, near, UV_LEAVE_GROUP);
    int left_again = uv_udp_set_membership(&h->udp, group, near, UV_LEAVE_GROUP);
    int anew = uv_udp_set_membership(&h->udp, group, near, UV_JOIN_GROUP);
    return (again == UV_EADDRINUSE) + 2 * (left == 0) + 4 * (left_again == UV_EADDRNOTAVAIL) +
           8 * (anew == 0);
}

/* ---- ASK-261 ---- */
static void count_look(uv_fs_poll_t *look, int status, const uv_stat_t *old, const uv_stat_t *now)
{
    (void)old, (void)now;
    *(int *)look->data += status == 0;
}

/* Looks every 1000 ms, is stopped after the first and started again at once with 10 ms: a change is
 * told before 500 ms. And the other way round, not before. */
static int ask_looks_at_another_interval(uv_loop_t *loop, union uv_any_handle *h)
{
    static const unsigned intervals[2] = { 1000, 10 };
    int answer = 0;
    for (int i = 0; i < 2; i++) {
        struct test_file f;
        int told = 0;
        make_test_file(&f);
        uv_fs_poll_init(loop, &h->fs_poll);
        h->fs_poll.data = &told;
        uv_fs_poll_start(&h->fs_poll, count_look, f.path, intervals[i]);
        look_on(loop, 1);
        uv_fs_poll_stop(&h->fs_poll);
        uv_fs_poll_start(&h->fs_poll, count_look, f.path, intervals[!i]);
        look_on(loop, 1);
        uint64_t before = uv_now(loop);
        if (ftruncate(f.fd, 2) < 0)
            return UV_EILSEQ;
        for (int turns = 0; !told && turns < 9; turns++)
            uv_run(loop, UV_RUN_ONCE);
        answer += (i + 1) *
                  (told && (i ? uv_now(loop) - before >= 500 : uv_now(loop) - before < 500));
        uv_close(&h->handle, NULL);
        uv_run(loop, UV_RUN_DEFAULT);
        remove_test_file(&f);
    }
    return answer;
}

#endif
