/* complete_results.h - questions that check all of a result, not only its beginning: every byte of
 * a long write, every part of a datagram, all handles that were passed, names that just fit, and
 * every kind of handle that is started again with another callback. */
#ifndef QUESTIONS_COMPLETE_RESULTS_H
#define QUESTIONS_COMPLETE_RESULTS_H
#include "questions/common.h"
#include "questions/file.h"
#include "questions/child.h"
#include "questions/leaks.h"
#include "questions/loop.h"
#include "questions/socket_options.h"
#include "questions/request.h"
#include "questions/terminal.h"

/* ---- ASK-130 ---- */
#define LONG_PART  100003
#define LONG_PARTS 6

static char long_byte(long at)
{
    return (char)(at % 251);
}

/* Three writes of six parts each; one part of each is empty. */
struct long_writes {
    char bytes[3 * 5 * 100003], got[65536];
    uv_write_t req[3];
    int called, in_order;
};

static void note_long_write(uv_write_t *req, int status)
{
    struct long_writes *w = req->data;
    w->in_order += status == 0 && req == &w->req[w->called];
    w->called++;
}

/* Start the three writes. Returns how many were started, or an error. */
static int start_long_writes(uv_stream_t *stream, struct long_writes *w)
{
    uv_buf_t parts[6];
    char *next = w->bytes;
    int answer = 0;
    for (int i = 0; i < 3 && answer == 0; i++) {
        for (int j = 0; j < 6; j++) {
            parts[j] = uv_buf_init(next, j == 2 ? 0 : 100003);
            next += parts[j].len;
        }
        w->req[i].data = w;
        answer = uv_write(&w->req[i], stream, parts, 6, note_long_write);
    }
    return answer;
}

/* How many bytes arrive, or an error if a byte is not the expected one. */
static long read_long_writes(uv_loop_t *loop, int fd, struct long_writes *w)
{
    long sum = 0;
    for (int idle = 0; idle < 3;) {
        uv_run(loop, UV_RUN_NOWAIT);
        ssize_t size = recv(fd, w->got, sizeof w->got, MSG_DONTWAIT);
        idle = size > 0 ? 0 : idle + 1;
        for (ssize_t i = 0; i < size; i++, sum++)
            if (w->got[i] != long_byte(sum))
                return UV_EILSEQ;
    }
    return sum;
}

/* 1 if all bytes arrive in order, plus 2 if all callbacks come in order, plus 4 if the write queue
 * ends empty. */
static int long_writes_over(uv_loop_t *loop, uv_stream_t *stream, int fd)
{
    static struct long_writes w;
    memset(&w, 0, sizeof w);
    for (size_t i = 0; i < sizeof w.bytes; i++)
        w.bytes[i] = long_byte((long)i);
    long sum = start_long_writes(stream, &w);
    sum = sum < 0 ? sum : read_long_writes(loop, fd, &w);
    close(fd);
    return sum < 0 ? (int)sum
                   : (sum == (long)sizeof w.bytes) + 2 * (w.in_order == 3) +
                         4 * (uv_stream_get_write_queue_size(stream) == 0);
}

static int ask_bytes_over_a_pipe(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_init(loop, &h->pipe, 0);
    int answer = uv_pipe_open(&h->pipe, ends[0]);
    return answer < 0 ? answer : long_writes_over(loop, &h->stream, ends[1]);
}

static int ask_bytes_over_a_pipe_for_handles(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_init(loop, &h->pipe, 1);
    int answer = uv_pipe_open(&h->pipe, ends[0]);
    return answer < 0 ? answer : long_writes_over(loop, &h->stream, ends[1]);
}

static int ask_bytes_over_tcp(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_tcp_init(loop, &h->tcp);
    int answer = uv_tcp_open(&h->tcp, ends[0]);
    return answer < 0 ? answer : long_writes_over(loop, &h->stream, ends[1]);
}

/* ---- ASK-131 ---- */
/* Handles that were accepted from a pipe. `types` counts those of the expected type, `counts` the
 * right answers of uv_pipe_pending_count(). */
struct passed_handles {
    union uv_any_handle got[12];
    char room[16];
    int types, counts;
};

static void room_of_passed(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    struct passed_handles *p = handle->data;
    (void)size;
    *buffer = uv_buf_init(p->room, 1);
}

static void pass_raw(int over, const int *fds, int count)
{
    char byte = 'x', room[CMSG_SPACE(12 * sizeof *fds)] = { 0 };
    struct iovec part = { &byte, 1 };
    struct msghdr m = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = room };
    m.msg_controllen = CMSG_SPACE((size_t)count * sizeof *fds);
    struct cmsghdr *c = CMSG_FIRSTHDR(&m);
    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN((size_t)count * sizeof *fds);
    memcpy(CMSG_DATA(c), fds, (size_t)count * sizeof *fds);
    sendmsg(over, &m, 0);
}

static int passed_type(int i)
{
    return i % 3 == 0 ? UV_TCP : i % 3 == 1 ? UV_UDP : UV_NAMED_PIPE;
}

static int accept_passed(uv_loop_t *loop, uv_pipe_t *pipe, union uv_any_handle *into)
{
    switch ((int)uv_pipe_pending_type(pipe)) {
    case UV_TCP: uv_tcp_init(loop, &into->tcp); break;
    case UV_UDP: uv_udp_init(loop, &into->udp); break;
    default: uv_pipe_init(loop, &into->pipe, 0); break;
    }
    return uv_accept((uv_stream_t *)pipe, &into->stream);
}

/* Pass 12 sockets of three kinds: five in the first message, seven in the next. */
static void pass_twelve(int over)
{
    int fds[12];
    for (int i = 0; i < 12; i++)
        fds[i] = socket(i % 3 == 2 ? AF_UNIX : AF_INET, i % 3 == 1 ? SOCK_DGRAM : SOCK_STREAM, 0);
    pass_raw(over, fds, 5);
    pass_raw(over, fds + 5, 7);
    for (int i = 0; i < 12; i++)
        close(fds[i]);
}

static int ask_passed_in_their_order(uv_loop_t *loop, union uv_any_handle *h)
{
    struct passed_handles p = { .types = 0 };
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_init(loop, &h->pipe, 1);
    uv_pipe_open(&h->pipe, ends[0]);
    h->handle.data = &p;
    uv_read_start(&h->stream, room_of_passed, no_bytes);
    pass_twelve(ends[1]);
    for (int i = 0; i < 4; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    for (int i = 0; i < 12; i++) {
        p.counts += uv_pipe_pending_count(&h->pipe) == 12 - i;
        p.types += (int)uv_pipe_pending_type(&h->pipe) == passed_type(i) &&
                   accept_passed(loop, &h->pipe, &p.got[i]) == 0;
    }
    int answer = (p.counts == 12) + 2 * (p.types == 12) +
                 4 * (uv_pipe_pending_count(&h->pipe) == 0) +
                 8 * (uv_pipe_pending_type(&h->pipe) == UV_UNKNOWN_HANDLE);
    for (int i = 0; i < p.types; i++)
        uv_close(&p.got[i].handle, NULL);
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    close(ends[1]);
    return answer;
}

/* ---- ASK-132 ---- */
/* uv_udp_try_send() reports the length of all parts together. */
static int ask_udp_tried_in_parts(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    int size = sizeof at;
    char room[16];
    uv_buf_t parts[3] = { uv_buf_init((char *)"ab", 2), uv_buf_init((char *)"", 0),
                          uv_buf_init((char *)"cde", 3) };
    uv_os_fd_t fd = -1;
    uv_udp_init(loop, &h[0].udp);
    uv_udp_init(loop, &h[1].udp);
    uv_udp_bind(&h[0].udp, (struct sockaddr *)&at, 0);
    uv_udp_getsockname(&h[0].udp, (struct sockaddr *)&at, &size);
    uv_fileno(&h[0].handle, &fd);
    int answer = uv_udp_try_send(&h[1].udp, parts, 3, (struct sockaddr *)&at);
    if (answer < 0)
        return answer;
    fcntl(fd, F_SETFL, 0);
    return recv(fd, room, sizeof room, 0) == 5 && memcmp(room, "abcde", 5) == 0 ? answer : -5;
}

static int ask_stream_tried_in_parts(uv_loop_t *loop, union uv_any_handle *h)
{
    char room[16];
    int ends[2];
    uv_buf_t parts[3] = { uv_buf_init((char *)"ab", 2), uv_buf_init((char *)"", 0),
                          uv_buf_init((char *)"cde", 3) };
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_init(loop, &h->pipe, 0);
    uv_pipe_open(&h->pipe, ends[0]);
    int answer = uv_try_write(&h->stream, parts, 3);
    int arrived = answer >= 0 && recv(ends[1], room, sizeof room, 0) == 5;
    close(ends[1]);
    return answer < 0 || (arrived && memcmp(room, "abcde", 5) == 0) ? answer : -5;
}

/* ---- ASK-133 ---- */
/* A machine without IPv6 cannot be asked: that counts as right. */
static int has_family(uv_handle_t *handle, int answer, int family)
{
    return answer == UV_EAFNOSUPPORT ||
           (answer == 0 && socket_option(handle, SOL_SOCKET, SO_DOMAIN) == family);
}

static int ask_sockets_of_their_family(uv_loop_t *loop, union uv_any_handle *h)
{
    static const int families[2] = { AF_INET, AF_INET6 };
    union uv_any_handle built[4];
    int answer = 0, answers[4];
    (void)h;
    for (int i = 0; i < 4; i++) {
        unsigned family = (unsigned)families[i / 2];
        answers[i] = i % 2 ? uv_udp_init_ex(loop, &built[i].udp, family)
                           : uv_tcp_init_ex(loop, &built[i].tcp, family);
        answer += has_family(&built[i].handle, answers[i], families[i / 2]) << i;
    }
    for (int i = 0; i < 4; i++)
        if (answers[i] == 0)
            uv_close(&built[i].handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    return answer;
}

/* ---- ASK-38 and ASK-39 ---- */
/* A path of 108 bytes fits, without a zero at its end; one of 109 bytes is refused. */
static int ask_path_that_just_fits(uv_loop_t *loop, union uv_any_handle *h)
{
    char path[300];
    long_path(path);
    int too_long = connect_by_length(loop, &h[1].pipe, path, 109, 1);
    if (too_long == UV_ENOSYS)
        return too_long;
    int answer = (too_long == UV_EINVAL) +
                 2 * (bind_by_length(loop, &h[2].pipe, path, 109, 1) == UV_EINVAL) +
                 4 * (bind_by_length(loop, &h[0].pipe, path, 108, 1) == 0) +
                 8 * (uv_listen(&h[0].stream, 1, no_connection) == 0);
    uv_close(&h[1].handle, NULL);
    uv_run(loop, UV_RUN_NOWAIT);
    return answer + 16 * (connect_by_length(loop, &h[1].pipe, path, 108, 1) == 0);
}

static int ask_pipe_whose_other_end_does_not_block(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return ends_of_pair("uv_pipe", UV_NONBLOCK_PIPE, 0);
}

/* ---- ASK-30 ---- */
static const char *const dotted[3] = { "..a", ".b", "c" };

static void make_dotted(const char *folder, int build)
{
    char path[80];
    if (build)
        mkdir(folder, 0700);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, dotted[i]);
        if (build)
            close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
        else
            unlink(path);
    }
}

/* A bit for each expected name, and a large one for any other. */
static int dotted_bit(const char *name)
{
    for (int i = 0; i < 3; i++)
        if (strcmp(name, dotted[i]) == 0)
            return 1 << i;
    return 1000;
}

static int dotted_scanned(uv_loop_t *loop, struct test_file *f)
{
    uv_dirent_t entry;
    int found = 0;
    int answer = uv_fs_scandir(loop, &f->req, f->other, 0, NULL);
    while (answer >= 0 && uv_fs_scandir_next(&f->req, &entry) == 0)
        found += dotted_bit(entry.name);
    uv_fs_req_cleanup(&f->req);
    return answer < 0 ? answer : found;
}

static int dotted_read(uv_loop_t *loop, struct test_file *f)
{
    uv_dirent_t entries[2];
    int found = 0, count = 0;
    int answer = uv_fs_opendir(loop, &f->req, f->other, NULL);
    if (answer < 0)
        return answer;
    uv_dir_t *folder = f->req.ptr;
    uv_fs_req_cleanup(&f->req);
    folder->dirents = entries;
    folder->nentries = 2;
    while ((count = uv_fs_readdir(loop, &f->req, folder, NULL)) > 0) {
        for (int i = 0; i < count; i++)
            found += dotted_bit(entries[i].name);
        uv_fs_req_cleanup(&f->req);
    }
    uv_fs_closedir(loop, &f->req, folder, NULL);
    return count < 0 ? count : found;
}

static int ask_folder_with_dotted_names(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    (void)h;
    make_test_file(&f);
    make_dotted(f.other, 1);
    int scanned = dotted_scanned(loop, &f), read_one_by_one = dotted_read(loop, &f);
    make_dotted(f.other, 0);
    remove_test_file(&f);
    return scanned < 0 || read_one_by_one < 0 ? UV_EIO : scanned + 8 * read_one_by_one;
}

/* ---- ASK-26 ---- */
/* Write, then read, at offset 0. The descriptor's own position, 3, must not move. */
static int at_the_start(uv_loop_t *loop, int parts, uv_fs_cb cb)
{
    struct test_file f;
    char whole[8] = "";
    make_test_file(&f);
    lseek(f.fd, 3, SEEK_SET);
    memcpy(f.bytes, "HELLO", 5);
    uv_fs_write(loop, &f.req, f.fd, f.buffer, (unsigned)parts, 0, cb);
    uv_run(loop, UV_RUN_DEFAULT);
    int answer = f.req.result == (parts == 1 ? 2 : 5);
    uv_fs_req_cleanup(&f.req);
    answer += 2 * (pread(f.fd, whole, 7, 0) == 5 &&
                   memcmp(whole, parts == 1 ? "HEllo" : "HELLO", 5) == 0);
    memset(f.bytes, 0, 5);
    uv_fs_read(loop, &f.req, f.fd, f.buffer, (unsigned)parts, 0, cb);
    uv_run(loop, UV_RUN_DEFAULT);
    answer += 4 * (f.req.result > 0 && memcmp(f.bytes, whole, (size_t)f.req.result) == 0);
    answer += 8 * (lseek(f.fd, 0, SEEK_CUR) == 3);
    remove_test_file(&f);
    return answer;
}

static int ask_file_used_at_its_start(uv_loop_t *loop, union uv_any_handle *h)
{
    int answer = 15;
    (void)h;
    for (int parts = 1; parts <= 2; parts++)
        answer &= at_the_start(loop, parts, NULL) & at_the_start(loop, parts, count_call);
    return answer;
}

/* ---- ASK-28 ---- */
static int ask_file_cut_to_nothing(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    char whole[16] = "";
    (void)h;
    make_test_file(&f);
    int answer = uv_fs_ftruncate(loop, &f.req, f.fd, 0, NULL) == 0 && lseek(f.fd, 0, SEEK_END) == 0;
    answer += 2 * (uv_fs_ftruncate(loop, &f.req, f.fd, 9, NULL) == 0 &&
                   pread(f.fd, whole, sizeof whole, 0) == 9);
    answer += 4 * (memcmp(whole, (char[9]){ 0 }, 9) == 0);
    remove_test_file(&f);
    return answer;
}

/* ---- ASK-138 ---- */
/* Each handle is started with a callback that does nothing, then with one that counts. */
static void other_timer(uv_timer_t *timer)
{
    ++*(int *)timer->data;
}

static void other_idle(uv_idle_t *idle)
{
    ++*(int *)idle->data;
}

static void other_prepare(uv_prepare_t *prepare)
{
    ++*(int *)prepare->data;
}

static void other_check(uv_check_t *check)
{
    ++*(int *)check->data;
}

static int ask_phases_started_with_another(uv_loop_t *loop, union uv_any_handle *h)
{
    union uv_any_handle own[4];
    int calls[4] = { 0 };
    (void)h;
    uv_timer_init(loop, &own[0].timer);
    uv_idle_init(loop, &own[1].idle);
    uv_prepare_init(loop, &own[2].prepare);
    uv_check_init(loop, &own[3].check);
    for (int i = 0; i < 4; i++)
        own[i].handle.data = &calls[i];
    uv_timer_start(&own[0].timer, no_timer, 0, 0);
    uv_timer_start(&own[0].timer, other_timer, 0, 0);
    uv_idle_start(&own[1].idle, no_idle);
    uv_idle_stop(&own[1].idle);
    uv_idle_start(&own[1].idle, other_idle);
    uv_prepare_start(&own[2].prepare, no_prepare);
    uv_prepare_stop(&own[2].prepare);
    uv_prepare_start(&own[2].prepare, other_prepare);
    uv_check_start(&own[3].check, no_check);
    uv_check_stop(&own[3].check);
    uv_check_start(&own[3].check, other_check);
    uv_run(loop, UV_RUN_NOWAIT);
    int answer = 0;
    for (int i = 0; i < 4; i++) {
        answer += (calls[i] == 1) << i;
        uv_close(&own[i].handle, NULL);
    }
    uv_run(loop, UV_RUN_DEFAULT);
    return answer;
}

static void other_event(uv_poll_t *poll, int status, int events)
{
    (void)status, (void)events;
    ++*(int *)poll->data;
    uv_poll_stop(poll);
}

static void other_signal(uv_signal_t *signal, int number)
{
    (void)number;
    ++*(int *)signal->data;
}

static void other_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    (void)buffer;
    *(int *)stream->data += size == 1;
}

static int ask_io_started_with_another(uv_loop_t *loop, union uv_any_handle *h)
{
    int calls[3] = { 0 }, ends[2], others[2], answer = 0;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    socketpair(AF_UNIX, SOCK_STREAM, 0, others);
    uv_poll_init(loop, &h[0].poll, others[0]);
    uv_signal_init(loop, &h[1].signal);
    uv_pipe_init(loop, &h[2].pipe, 0);
    uv_pipe_open(&h[2].pipe, ends[0]);
    for (int i = 0; i < 3; i++)
        h[i].handle.data = &calls[i];
    uv_poll_start(&h[0].poll, UV_READABLE, no_event);
    uv_poll_start(&h[0].poll, UV_WRITABLE, other_event);
    uv_signal_start(&h[1].signal, no_signal, SIGUSR2);
    uv_signal_start(&h[1].signal, other_signal, SIGUSR2);
    uv_read_start(&h[2].stream, no_room, no_bytes);
    uv_read_stop(&h[2].stream);
    uv_read_start(&h[2].stream, one_byte, other_read);
    raise(SIGUSR2);
    if (write(ends[1], "x", 1) != 1)
        return -errno;
    for (int i = 0; i < 3; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    for (int i = 0; i < 3; i++)
        answer += (calls[i] == 1) << i;
    uv_close(&h[0].handle, NULL);
    uv_run(loop, UV_RUN_NOWAIT);
    close(ends[1]);
    close(others[0]);
    close(others[1]);
    return answer;
}

static void no_fs_poll(uv_fs_poll_t *look, int status, const uv_stat_t *was, const uv_stat_t *is)
{
    (void)look, (void)status, (void)was, (void)is;
}

static void other_look(uv_fs_poll_t *look, int status, const uv_stat_t *was, const uv_stat_t *is)
{
    (void)status, (void)was, (void)is;
    ++*(int *)look->data;
    uv_fs_poll_stop(look);
}

static void other_change(uv_fs_event_t *watch, const char *name, int events, int status)
{
    (void)name, (void)events, (void)status;
    ++*(int *)watch->data;
    uv_fs_event_stop(watch);
}

/* The first stat must end before the second start: libuv cannot restart uv_fs_poll while one is
 * under way. */
static int ask_watchers_started_with_another(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    int calls[2] = { 0 };
    make_test_file(&f);
    uv_fs_event_init(loop, &h[0].fs_event);
    uv_fs_poll_init(loop, &h[1].fs_poll);
    h[0].handle.data = &calls[0];
    h[1].handle.data = &calls[1];
    uv_fs_event_start(&h[0].fs_event, no_change, f.path, 0);
    uv_fs_event_stop(&h[0].fs_event);
    uv_fs_event_start(&h[0].fs_event, other_change, f.path, 0);
    uv_fs_poll_start(&h[1].fs_poll, no_fs_poll, f.path, 60000);
    uv_unref(&h[0].handle);
    uv_unref(&h[1].handle);
    uv_run(loop, UV_RUN_DEFAULT);
    uv_ref(&h[0].handle);
    uv_ref(&h[1].handle);
    uv_fs_poll_stop(&h[1].fs_poll);
    uv_fs_poll_start(&h[1].fs_poll, other_look, f.path, 5);
    for (int i = 0; i < 8; i++)
        uv_run(loop, UV_RUN_ONCE);
    int changed = write(f.fd, "more", 4) == 4;
    for (int i = 0; i < 40 && calls[0] + calls[1] < 2; i++)
        uv_run(loop, UV_RUN_ONCE);
    remove_test_file(&f);
    return changed ? calls[0] + 2 * calls[1] : UV_EIO;
}

#endif
