/* empty_arguments.h - questions about calls without a buffer, without bytes, without free
 * descriptors, and about options that are refused. */
#ifndef QUESTIONS_EMPTY_ARGUMENTS_H
#define QUESTIONS_EMPTY_ARGUMENTS_H
#include "questions/common.h"
#include "questions/file.h"

/* ---- ASK-186 ---- */
/* A length without an address. */
static void no_place(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    (void)handle;
    *buffer = uv_buf_init(NULL, (unsigned)size);
}

/* The callback returns without setting the buffer. */
static void nothing_said(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    (void)handle, (void)size, (void)buffer;
}

static void note_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    (void)buffer;
    *(int *)stream->data = (int)size;
    uv_read_stop(stream);
}

static void note_datagram(uv_udp_t *udp, ssize_t size, const uv_buf_t *buffer,
                          const struct sockaddr *from, unsigned flags)
{
    (void)buffer, (void)from, (void)flags;
    *(int *)udp->data = (int)size;
    uv_udp_recv_stop(udp);
}

/* What the read callback gets if `alloc` gives the buffer. */
static int read_with(uv_loop_t *loop, uv_stream_t *stream, uv_alloc_cb alloc)
{
    int reported = 1;
    uv_handle_set_data((uv_handle_t *)stream, &reported);
    uv_read_start(stream, alloc, note_read);
    uv_run(loop, UV_RUN_NOWAIT);
    uv_read_stop(stream);
    return reported;
}

static int ask_read_without_a_place(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    uv_pipe_init(loop, &h->pipe, 0);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0 || write(ends[1], "x", 1) != 1)
        return -errno;
    uv_pipe_open(&h->pipe, ends[0]);
    int answer = read_with(loop, &h->stream, no_place) == UV_ENOBUFS;
    answer += 2 * (read_with(loop, &h->stream, nothing_said) == UV_ENOBUFS);
    answer += 4 * (read_with(loop, &h->stream, no_room) == UV_ENOBUFS);
    close(ends[1]);
    return answer;
}

/* What the callback of a datagram handle gets if `alloc` gives the buffer. */
static int receive_with(uv_loop_t *loop, uv_udp_t *udp, uv_alloc_cb alloc)
{
    int reported = 1;
    uv_handle_set_data((uv_handle_t *)udp, &reported);
    uv_udp_recv_start(udp, alloc, note_datagram);
    uv_run(loop, UV_RUN_NOWAIT);
    uv_udp_recv_stop(udp);
    return reported;
}

static int ask_udp_without_a_place(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    int size = sizeof at;
    uv_udp_init(loop, &h->udp);
    uv_udp_bind(&h->udp, (struct sockaddr *)&at, 0);
    uv_udp_getsockname(&h->udp, (struct sockaddr *)&at, &size);
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    if (sendto(fd, "x", 1, 0, (struct sockaddr *)&at, sizeof at) != 1)
        return -errno;
    close(fd);
    int answer = receive_with(loop, &h->udp, no_place) == UV_ENOBUFS;
    answer += 2 * (receive_with(loop, &h->udp, nothing_said) == UV_ENOBUFS);
    return answer + 4 * (receive_with(loop, &h->udp, no_room) == UV_ENOBUFS);
}

/* ---- ASK-187 ---- */
static int ask_file_written_with_empty_parts(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    char reported[8] = "";
    (void)h;
    make_test_file(&f);
    uv_buf_t parts[4] = { { .base = f.bytes, .len = 0 },
                          { .base = (char *)"AB", .len = 2 },
                          { .base = f.bytes, .len = 0 },
                          { .base = (char *)"C", .len = 1 } };
    int answer = uv_fs_write(loop, &f.req, f.fd, parts, 4, 0, NULL) == 3 &&
                 pread(f.fd, reported, 7, 0) == 5 && strcmp(reported, "ABClo") == 0;
    uv_fs_req_cleanup(&f.req);
    answer += 2 * (uv_fs_write(loop, &f.req, f.fd, parts, 1, 0, NULL) == 0);
    uv_fs_req_cleanup(&f.req);
    answer += 4 * (uv_fs_write(loop, &f.req, f.fd, parts, 1, -1, NULL) == 0);
    remove_test_file(&f);
    return answer;
}

/* ---- ASK-188 ---- */
/* How many of the calls fail with EMFILE. */
static int made_without_descriptors(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    uv_udp_init(loop, &h[0].udp);
    uv_tcp_init(loop, &h[1].tcp);
    int answer = uv_udp_bind(&h[0].udp, (struct sockaddr *)&at, 0) == UV_EMFILE;
    answer += uv_udp_recv_start(&h[0].udp, no_room, no_datagram) == UV_EMFILE;
    answer += uv_tcp_bind(&h[1].tcp, (struct sockaddr *)&at, 0) == UV_EMFILE;
    answer += uv_listen(&h[1].stream, 1, NULL) == UV_EMFILE;
    answer += bind_own(loop, &h[2].pipe) == UV_EMFILE;
    return answer;
}

static int ask_sockets_without_descriptors(uv_loop_t *loop, union uv_any_handle *h)
{
    struct rlimit usual, less;
    int last = dup(0);
    getrlimit(RLIMIT_NOFILE, &usual);
    less = usual;
    less.rlim_cur = (rlim_t)last;
    close(last);
    setrlimit(RLIMIT_NOFILE, &less);
    int answer = made_without_descriptors(loop, h);
    setrlimit(RLIMIT_NOFILE, &usual);
    return answer;
}

/* ---- ASK-189 ---- */
static int ask_tcp_tuned_though_it_is_none(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    uv_tcp_init(loop, &h->tcp);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0)
        return -errno;
    uv_tcp_open(&h->tcp, ends[0]);
    int answer = uv_tcp_nodelay(&h->tcp, 1) == UV_ENOTSUP;
    answer += 2 * (uv_tcp_keepalive(&h->tcp, 1, 60) == UV_ENOTSUP);
    close(ends[1]);
    return answer;
}

/* ---- ASK-190 ---- */
static int ask_pipe_bound_and_connected(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_connect_t req;
    struct sockaddr_un at = { .sun_family = AF_UNIX }, from = { 0 };
    socklen_t size = sizeof from;
    int reported = 1, listener = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(at.sun_path, sizeof at.sun_path, "/tmp/asked-%d.other", (int)getpid());
    unlink(at.sun_path);
    req.data = &reported;
    if (bind(listener, (struct sockaddr *)&at, sizeof at) < 0 || listen(listener, 1) < 0)
        return -errno;
    int answer = bind_own(loop, &h->pipe);
    uv_pipe_connect(&req, &h->pipe, at.sun_path, note_connect);
    uv_run(loop, UV_RUN_DEFAULT);
    int peer = accept(listener, (struct sockaddr *)&from, &size);
    unlink(at.sun_path);
    close(listener);
    close(peer);
    return answer < 0 ? answer
                      : (reported == 0) + 2 * (strncmp(from.sun_path, "/tmp/asked-", 11) == 0);
}

/* ---- ASK-201 ---- */
struct lent_byte {
    char byte;
    int given, back, last;
};

static void lend_byte(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    struct lent_byte *lent = handle->data;
    (void)size;
    lent->given++;
    *buffer = uv_buf_init(&lent->byte, 1);
}

static void note_returned(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    struct lent_byte *lent = stream->data;
    lent->back += buffer->base == &lent->byte;
    lent->last = (int)size;
}

/* Does all that was given come back, until the read is told `last`? */
static int all_returned(uv_loop_t *loop, uv_stream_t *stream, int last)
{
    struct lent_byte lent = { .last = 1 };
    uv_handle_set_data((uv_handle_t *)stream, &lent);
    uv_read_start(stream, lend_byte, note_returned);
    for (int i = 0; i < 9 && lent.last != last; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    uv_read_stop(stream);
    return lent.last == last && lent.given > 0 && lent.back == lent.given;
}

/* Bytes and then nothing, the end, and an error. */
static int ask_room_back_with_an_error(uv_loop_t *loop, union uv_any_handle *h)
{
    struct linger at_once = { .l_onoff = 1 };
    struct sockaddr_in at = local_port(0);
    socklen_t size = sizeof at;
    int ends[2], listener = socket(AF_INET, SOCK_STREAM, 0), one = socket(AF_INET, SOCK_STREAM, 0);
    uv_pipe_init(loop, &h[0].pipe, 0);
    uv_tcp_init(loop, &h[1].tcp);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0 || write(ends[1], "xy", 2) != 2 ||
        listen(listener, 1) < 0 || getsockname(listener, (struct sockaddr *)&at, &size) < 0 ||
        connect(one, (struct sockaddr *)&at, sizeof at) < 0)
        return -errno;
    uv_pipe_open(&h[0].pipe, ends[0]);
    uv_tcp_open(&h[1].tcp, accept(listener, NULL, NULL));
    int answer = all_returned(loop, &h[0].stream, 0);
    close(ends[1]);
    answer += 2 * all_returned(loop, &h[0].stream, UV_EOF);
    setsockopt(one, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(one);
    close(listener);
    return answer + 4 * all_returned(loop, &h[1].stream, UV_ECONNRESET);
}

/* ---- ASK-202 ---- */
/* The descriptor that comes with a byte. */
static int receive_passed(int fd)
{
    char byte, room[CMSG_SPACE(sizeof(int))] = { 0 };
    struct iovec part = { &byte, 1 };
    struct msghdr m = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = room };
    int passed = -1;
    m.msg_controllen = sizeof room;
    if (recvmsg(fd, &m, MSG_DONTWAIT) == 1 && CMSG_FIRSTHDR(&m))
        memcpy(&passed, CMSG_DATA(CMSG_FIRSTHDR(&m)), sizeof passed);
    return passed;
}

static int ask_udp_passed(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2], type = 0;
    socklen_t size = sizeof type;
    uv_write_t req;
    uv_buf_t byte = uv_buf_init((char *)"x", 1);
    uv_pipe_init(loop, &h[0].pipe, 1);
    uv_udp_init_ex(loop, &h[1].udp, AF_INET);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0)
        return -errno;
    uv_pipe_open(&h[0].pipe, ends[0]);
    int answer = uv_write2(&req, &h[0].stream, &byte, 1, &h[1].stream, NULL) == 0;
    uv_run(loop, UV_RUN_NOWAIT);
    int passed = receive_passed(ends[1]);
    getsockopt(passed, SOL_SOCKET, SO_TYPE, &type, &size);
    close(passed);
    close(ends[1]);
    return answer + 2 * (type == SOCK_DGRAM);
}

/* ---- ASK-203 ---- */
static int ask_child_of_one_without_input(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_options_t o = { 0 };
    int kept = fcntl(0, F_DUPFD_CLOEXEC, 10);
    close(0);
    int answer = script_exit_status(loop, &h->process, &o, "exit 7");
    if (kept >= 0) {
        dup2(kept, 0);
        close(kept);
    }
    return answer;
}

/* ---- DGRAM-10 ---- */
/* 2 for an empty datagram, 1 for nothing to read. */
static void note_sender(uv_udp_t *udp, ssize_t size, const uv_buf_t *buffer,
                        const struct sockaddr *from, unsigned flags)
{
    (void)buffer, (void)flags;
    ((struct lent_byte *)udp->data)->last += size ? 100 : from ? 2 : 1;
}

/* An empty datagram whose sender has no name. */
static int ask_udp_from_a_nameless_one(uv_loop_t *loop, union uv_any_handle *h)
{
    struct lent_byte lent = { .byte = 0 };
    int ends[2];
    uv_udp_init(loop, &h->udp);
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) < 0 || send(ends[1], "", 0, 0) < 0)
        return -errno;
    uv_udp_open(&h->udp, ends[0]);
    h->handle.data = &lent;
    uv_udp_recv_start(&h->udp, lend_byte, note_sender);
    uv_run(loop, UV_RUN_NOWAIT);
    uv_udp_recv_stop(&h->udp);
    close(ends[1]);
    return lent.last;
}

/* ---- ASK-204 ---- */
/* The memory of the machine is a file system of its own, where there is one. */
static int ask_file_for_another_system(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    char there[64], told[8] = "", copied[8] = "";
    (void)h;
    make_test_file(&f);
    snprintf(there, sizeof there, "%s/asked-%d", access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm",
             (int)getpid());
    int out = open(there, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    int answer = uv_fs_sendfile(loop, &f.req, out, f.fd, 0, 5, NULL) == 5 &&
                 pread(out, told, 7, 0) == 5 && strcmp(told, "hello") == 0;
    uv_fs_req_cleanup(&f.req);
    answer += 2 * (uv_fs_copyfile(loop, &f.req, f.path, there, 0, NULL) == 0 &&
                   pread(out, copied, 7, 0) == 5 && strcmp(copied, "hello") == 0);
    close(out);
    unlink(there);
    remove_test_file(&f);
    return answer;
}

#endif
