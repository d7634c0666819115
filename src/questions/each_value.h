/* each_value.h - questions about each right, offset, size and variable, and about handles that
 * share a path or have no address yet. */
#ifndef QUESTIONS_EACH_VALUE_H
#define QUESTIONS_EACH_VALUE_H
#include "questions/common.h"
#include "questions/file.h"
#include "questions/lifecycle.h"
#include "questions/machine.h"

/* ---- ASK-198 ---- */
static void count_seen(uv_fs_event_t *watch, const char *name, int events, int status)
{
    (void)name;
    *(int *)watch->data += status == 0 && events & UV_CHANGE;
}

/* Which of three handles report that the file has changed: a bit for each. */
static int watchers_called(uv_loop_t *loop, union uv_any_handle *h, int *counts, int fd)
{
    int reported = 0;
    for (int i = 0; i < 3; i++) {
        counts[i] = 0;
        h[i].handle.data = &counts[i];
    }
    if (write(fd, "x", 1) != 1)
        return -errno;
    for (int i = 0; i < 3; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    for (int i = 0; i < 3; i++)
        reported += (counts[i] > 0) << i;
    return reported;
}

/* Watching are, in turn: all three handles, all but the first, all but the second, and the
 * first. */
static int ask_watchers_of_one_path(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    int counts[3], answer = 0;
    make_test_file(&f);
    for (int i = 0; i < 3; i++) {
        uv_fs_event_init(loop, &h[i].fs_event);
        uv_fs_event_start(&h[i].fs_event, count_seen, f.path, 0);
    }
    answer = watchers_called(loop, h, counts, f.fd);
    uv_fs_event_stop(&h[0].fs_event);
    answer = 10 * answer + watchers_called(loop, h, counts, f.fd);
    uv_fs_event_start(&h[0].fs_event, count_seen, f.path, 0);
    uv_fs_event_stop(&h[1].fs_event);
    answer = 10 * answer + watchers_called(loop, h, counts, f.fd);
    uv_fs_event_stop(&h[2].fs_event);
    answer = 10 * answer + watchers_called(loop, h, counts, f.fd);
    uv_fs_event_stop(&h[0].fs_event);
    remove_test_file(&f);
    return answer;
}

/* ---- ASK-199 ---- */
static int has_any_address(uv_udp_t *udp)
{
    struct sockaddr_in at = { 0 };
    int size = sizeof at;
    return uv_udp_getsockname(udp, (struct sockaddr *)&at, &size) == 0 &&
           at.sin_addr.s_addr == htonl(INADDR_ANY) && at.sin_port != 0;
}

/* The handle gets its address by starting to receive, by a send and by a try. */
static int ask_unbound_takes_any_address(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(9);
    uv_udp_send_t req;
    uv_buf_t part = uv_buf_init((char *)"x", 1);
    for (int i = 0; i < 3; i++)
        uv_udp_init(loop, &h[i].udp);
    uv_udp_recv_start(&h[0].udp, no_room, no_datagram);
    uv_udp_recv_stop(&h[0].udp);
    uv_udp_send(&req, &h[1].udp, &part, 1, (struct sockaddr *)&at, NULL);
    uv_udp_try_send(&h[2].udp, &part, 1, (struct sockaddr *)&at);
    int answer = has_any_address(&h[0].udp) + 2 * has_any_address(&h[1].udp) +
                 4 * has_any_address(&h[2].udp);
    uv_run(loop, UV_RUN_DEFAULT);
    return answer;
}

/* ---- ASK-200 ---- */
static int has_just(const char *path, mode_t right)
{
    struct stat is;
    return stat(path, &is) == 0 && (is.st_mode & 07777) == right;
}

/* Each of the nine rights alone: of a folder and of a file when they are made, and set later. */
static int ask_each_right(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    int right = 0;
    mode_t usual = umask(0);
    (void)h;
    make_test_file(&f);
    for (int mode = 1; mode < 01000; mode <<= 1) {
        right += uv_fs_mkdir(loop, &f.req, f.other, mode, NULL) == 0 &&
                 has_just(f.other, (mode_t)mode);
        rmdir(f.other);
        int fd = uv_fs_open(loop, &f.req, f.other, O_CREAT | O_WRONLY, mode, NULL);
        right += fd >= 0 && has_just(f.other, (mode_t)mode);
        unlink(f.other);
        close(fd);
        right += uv_fs_chmod(loop, &f.req, f.path, mode, NULL) == 0 &&
                 has_just(f.path, (mode_t)mode);
        chmod(f.path, 0);
        right += uv_fs_fchmod(loop, &f.req, f.fd, mode, NULL) == 0 &&
                 has_just(f.path, (mode_t)mode);
    }
    umask(usual);
    remove_test_file(&f);
    return right;
}

/* ---- ASK-240 ---- */
static char byte_at(long place)
{
    return (char)(place * 7 % 251);
}

/* Are these five bytes those at this place of the file? */
static int are_bytes_of(const char *bytes, ssize_t size, long place)
{
    int same = size == 5;
    for (int i = 0; i < 5; i++)
        same &= bytes[i] == byte_at(place + i);
    return same;
}

/* At this offset: read into one part, read into two, write, and send to another file. */
static int uses_offset(uv_loop_t *loop, struct test_file *f, long place)
{
    char bytes[5] = "";
    uv_buf_t parts[2] = { uv_buf_init(bytes, 2), uv_buf_init(bytes + 2, 3) };
    uv_buf_t one = uv_buf_init(bytes, 5);
    int to = open(f->other, O_RDWR | O_CREAT | O_TRUNC, 0600);
    int size = uv_fs_read(loop, &f->req, f->fd, &one, 1, place, NULL);
    int right = are_bytes_of(bytes, size, place);
    memset(bytes, 0, sizeof bytes);
    size = uv_fs_read(loop, &f->req, f->fd, parts, 2, place, NULL);
    right += are_bytes_of(bytes, size, place);
    size = uv_fs_write(loop, &f->req, to, parts, 2, place, NULL);
    right += size == 5 && pread(to, bytes, 5, place) == 5 && are_bytes_of(bytes, size, place);
    lseek(to, 0, SEEK_SET);
    size = uv_fs_sendfile(loop, &f->req, to, f->fd, place, 5, NULL);
    right += size == 5 && pread(to, bytes, 5, 0) == 5 && are_bytes_of(bytes, size, place);
    close(to);
    return right;
}

static int ask_each_offset(uv_loop_t *loop, union uv_any_handle *h)
{
    static const long places[7] = { 0, 1, 4095, 4096, 5000, 65536, 99995 };
    static char bytes[100000];
    struct test_file f;
    int right = 0;
    (void)h;
    make_test_file(&f);
    for (long i = 0; i < (long)sizeof bytes; i++)
        bytes[i] = byte_at(i);
    if (pwrite(f.fd, bytes, sizeof bytes, 0) == sizeof bytes)
        for (int i = 0; i < 7; i++)
            right += uses_offset(loop, &f, places[i]);
    remove_test_file(&f);
    return right;
}

/* ---- ASK-241 ---- */
static int has_variable(const uv_env_item_t *items, int count, const char *name, const char *value)
{
    for (int i = 0; i < count; i++)
        if (strcmp(items[i].name, name) == 0)
            return strcmp(items[i].value, value) == 0;
    return 0;
}

/* Variables: one with an empty value, one with '=' in its value, one that does not exist, and one
 * that is unset. */
static int ask_variables_of_any_value(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_env_item_t *items = NULL;
    int count = 0;
    (void)loop, (void)h;
    uv_os_setenv("ASKED_EMPTY", "");
    uv_os_setenv("ASKED_SIGN", "a=b=");
    int answer = uv_os_environ(&items, &count);
    if (answer == 0)
        answer = has_variable(items, count, "ASKED_EMPTY", "") +
                 2 * has_variable(items, count, "ASKED_SIGN", "a=b=") +
                 4 * !has_variable(items, count, "ASKED_NONE", "");
    uv_os_free_environ(items, count);
    answer += 8 * (uv_os_setenv("ASKED_SIGN", "") == 0 && strcmp(getenv("ASKED_SIGN"), "") == 0);
    uv_os_unsetenv("ASKED_EMPTY");
    uv_os_unsetenv("ASKED_SIGN");
    return answer;
}

/* ---- ASK-242 ---- */
static void note_filled(uv_random_t *req, int status, void *bytes, size_t size)
{
    (void)bytes;
    *(int *)req->data = status == 0 && size > 0;
}

/* Are the last 16 bytes filled, and is the byte after them untouched? Once in 2 to the 128th they
 * are zeros. */
static int is_filled(const unsigned char *bytes, size_t size)
{
    int sum = 0;
    for (size_t i = size - 16; i < size; i++)
        sum |= bytes[i];
    return sum && bytes[size] == 0;
}

static int ask_random_bytes_of_any_size(uv_loop_t *loop, union uv_any_handle *h)
{
    static const size_t sizes[6] = { 100, 256, 257, 1000, 4096, 65536 };
    static unsigned char bytes[65537];
    int right = 0;
    (void)h;
    for (int i = 0; i < 6; i++) {
        uv_random_t req;
        int done = 0;
        req.data = &done;
        memset(bytes, 0, sizeof bytes);
        right += uv_random(NULL, NULL, bytes, sizes[i], 0, NULL) == 0 && is_filled(bytes, sizes[i]);
        memset(bytes, 0, sizeof bytes);
        uv_random(loop, &req, bytes, sizes[i], 0, note_filled);
        uv_run(loop, UV_RUN_DEFAULT);
        right += done && is_filled(bytes, sizes[i]);
    }
    return right;
}

/* ---- ASK-36 ---- */
/* How many errors of libuv, and of the system, are translated to another error. */
static int ask_errors_translated_otherwise(uv_loop_t *loop, union uv_any_handle *h)
{
    int wrong = 0;
    (void)loop, (void)h;
    for (int error = 0; error < 134; error++)
        wrong += uv_translate_sys_error(error) != -error;
    for (int error = -1; error > -5000; error--)
        wrong += uv_translate_sys_error(error) != error;
    return wrong;
}

/* ---- ASK-243 ---- */
/* Ask on a thread that may use its first processor only, and then all that it had. */
static int ask_parallelism_of_one_processor(uv_loop_t *loop, union uv_any_handle *h)
{
    unsigned char usual[1024] = { 0 }, one[1024] = { 0 };
    size_t first = 0;
    unsigned (*call)(void);
    (void)loop, (void)h;
    find_call("uv_available_parallelism", &call);
    if (!call)
        return UV_ENOSYS;
    if (syscall(SYS_sched_getaffinity, 0, sizeof usual, usual) < 0)
        return -errno;
    unsigned before = call();
    while (usual[first] == 0)
        first++;
    one[first] = usual[first] & (unsigned char)(256 - usual[first]);
    syscall(SYS_sched_setaffinity, 0, sizeof one, one);
    int answer = call() == 1;
    syscall(SYS_sched_setaffinity, 0, sizeof usual, usual);
    return answer + 2 * (call() == before);
}

/* ---- ASK-137 ---- */
static int64_t nanoseconds(int64_t seconds, int64_t more)
{
    return seconds * 1000000000 + more;
}

/* Each clock lies between two readings of the system's clock. The time before is no whole
 * millisecond, so that a wrong unit shows. */
static int ask_clocks_between_two_readings(uv_loop_t *loop, union uv_any_handle *h)
{
    static const clockid_t clocks[2] = { CLOCK_MONOTONIC, CLOCK_REALTIME };
    const struct timespec a_while = { .tv_nsec = 1234567 };
    int answer = 0;
    int (*call)(int, void *);
    (void)loop, (void)h;
    find_call("uv_clock_gettime", &call);
    if (!call)
        return UV_ENOSYS;
    nanosleep(&a_while, NULL);
    for (int i = 0; i < 2; i++) {
        struct timespec early, late;
        struct {
            int64_t seconds;
            int32_t more;
        } now = { 0, 0 };
        clock_gettime(clocks[i], &early);
        int reported = call(i, &now);
        clock_gettime(clocks[i], &late);
        answer += (reported == 0 && now.more >= 0 &&
                   nanoseconds(now.seconds, now.more) >= nanoseconds(early.tv_sec, early.tv_nsec) &&
                   nanoseconds(now.seconds, now.more) <= nanoseconds(late.tv_sec, late.tv_nsec))
                  << i;
    }
    return answer;
}

/* ---- ASK-76 ---- */
/* Half a millisecond counts, too. A wait that ends early begins again. */
static int ask_wait_of_1500us(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_mutex_t mutex;
    uv_cond_t cond;
    (void)loop, (void)h;
    uv_mutex_init(&mutex);
    uv_cond_init(&cond);
    uv_mutex_lock(&mutex);
    uint64_t begin = uv_hrtime();
    int answer = 0;
    for (int i = 0; i < 99 && answer == 0; i++) {
        begin = uv_hrtime();
        answer = uv_cond_timedwait(&cond, &mutex, 1500000);
    }
    uint64_t end = uv_hrtime();
    uv_mutex_unlock(&mutex);
    uv_cond_destroy(&cond);
    uv_mutex_destroy(&mutex);
    return answer == UV_ETIMEDOUT ? end - begin >= 1500000 : answer;
}

/* ---- ASK-245 ---- */
static int ask_child_with_many_arguments(uv_loop_t *loop, union uv_any_handle *h)
{
    char *args[45] = { (char *)"sh", (char *)"-c", (char *)"exit $(($# + ${40}))",
                       (char *)"asked" };
    uv_process_options_t o = { .file = "/bin/sh", .args = args };
    for (int i = 4; i < 43; i++)
        args[i] = (char *)"x";
    args[43] = (char *)"5";
    args[44] = NULL;
    int answer = uv_spawn(loop, &h->process, &o);
    return answer < 0 ? answer : wait_for(h->process.pid);
}

/* The child's output to an inherited stream arrives at its other end. */
static int writes_to(uv_loop_t *loop, uv_process_t *child, uv_stream_t *stream, int other)
{
    char reported[4] = "";
    uv_stdio_container_t to[4] = { { .flags = UV_IGNORE } };
    uv_process_options_t o = { .stdio = to, .stdio_count = 4 };
    to[3].flags = UV_INHERIT_STREAM;
    to[3].data.stream = stream;
    int answer = script_exit_status(loop, child, &o, (char *)"echo ab >&3");
    return answer == 0 && recv(other, reported, 3, MSG_DONTWAIT) == 3 &&
           strcmp(reported, "ab\n") == 0;
}

static int ask_child_inherits_each_stream(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_t children[2];
    int ends[2][2], answer = 0;
    uv_pipe_init(loop, &h[0].pipe, 0);
    uv_tcp_init(loop, &h[1].tcp);
    for (int i = 0; i < 2; i++)
        socketpair(AF_UNIX, SOCK_STREAM, 0, ends[i]);
    uv_pipe_open(&h[0].pipe, ends[0][0]);
    uv_tcp_open(&h[1].tcp, ends[1][0]);
    for (int i = 0; i < 2; i++) {
        answer += writes_to(loop, &children[i], &h[i].stream, ends[i][1]) << i;
        uv_close((uv_handle_t *)&children[i], NULL);
        uv_close(&h[i].handle, NULL);
        close(ends[i][1]);
    }
    uv_run(loop, UV_RUN_DEFAULT);
    return answer;
}

/* ---- ASK-246 ---- */
/* Six sends in a row, to two sockets in turn. Counts what each of them receives. */
static int ask_sends_to_each_in_turn(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at[2] = { local_port(0), local_port(0) };
    uv_udp_send_t requests[6];
    uv_buf_t parts[6];
    char bytes[6] = "abcdef", reported[2][4] = { "", "" };
    uv_os_fd_t fd = -1;
    uv_udp_init(loop, &h[2].udp);
    for (int i = 0; i < 2; i++) {
        int size = sizeof at[i];
        uv_udp_init(loop, &h[i].udp);
        uv_udp_bind(&h[i].udp, (struct sockaddr *)&at[i], 0);
        uv_udp_getsockname(&h[i].udp, (struct sockaddr *)&at[i], &size);
    }
    for (int i = 0; i < 6; i++) {
        parts[i] = uv_buf_init(&bytes[i], 1);
        uv_udp_send(&requests[i], &h[2].udp, &parts[i], 1, (struct sockaddr *)&at[i % 2], NULL);
    }
    uv_run(loop, UV_RUN_DEFAULT);
    for (int i = 0; i < 2; i++) {
        uv_fileno(&h[i].handle, &fd);
        for (int k = 0; k < 3; k++)
            recv(fd, &reported[i][k], 1, MSG_DONTWAIT);
    }
    return (strcmp(reported[0], "ace") == 0) + 2 * (strcmp(reported[1], "bdf") == 0);
}

/* ---- ASK-247 ---- */
static int option_of_udp(uv_udp_t *udp, int level, int name)
{
    int value = 0, fd = -1;
    socklen_t size = sizeof value;
    uv_fileno((uv_handle_t *)udp, &fd);
    return getsockopt(fd, level, name, &value, &size) < 0 ? -errno : value;
}

/* Opened by uv_udp_open_ex() without a flag and with the one for reuse, and by uv_udp_open(). */
static int ask_udp_opened_with_each_flag(uv_loop_t *loop, union uv_any_handle *h)
{
    int answer = 0;
    int (*call)(uv_udp_t *, uv_os_sock_t, unsigned);
    find_call("uv_udp_open_ex", &call);
    if (!call)
        return UV_ENOSYS;
    for (int i = 0; i < 3; i++) {
        int fd = socket(AF_INET, SOCK_DGRAM, 0);
        uv_udp_init(loop, &h[i].udp);
        int opened = i < 2 ? call(&h[i].udp, fd, i ? UV_UDP_REUSEADDR : 0)
                           : uv_udp_open(&h[i].udp, fd);
        answer += (opened == 0 && (fcntl(fd, F_GETFL) & O_NONBLOCK) &&
                   option_of_udp(&h[i].udp, SOL_SOCKET, SO_REUSEADDR) == (i > 0))
                  << i;
    }
    return answer;
}

/* Set an interface, then any interface again. */
static int ask_udp_interface_that_goes(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    int answer = uv_udp_set_multicast_interface(&h->udp, "127.0.0.1") == 0 &&
                 option_of_udp(&h->udp, IPPROTO_IP, IP_MULTICAST_IF) == (int)htonl(INADDR_LOOPBACK);
    answer += 2 * (uv_udp_set_multicast_interface(&h->udp, NULL) == 0 &&
                   option_of_udp(&h->udp, IPPROTO_IP, IP_MULTICAST_IF) == 0);
    return answer;
}

/* ---- ASK-248 ---- */
static int has_times(const uv_stat_t *is, const struct timespec *times)
{
    return is->st_atim.tv_sec == times[0].tv_sec && is->st_atim.tv_nsec == times[0].tv_nsec &&
           is->st_mtim.tv_sec == times[1].tv_sec && is->st_mtim.tv_nsec == times[1].tv_nsec;
}

/* Times are exact to the nanosecond, by each of three calls. */
static int ask_times_to_the_nanosecond(uv_loop_t *loop, union uv_any_handle *h)
{
    const struct timespec times[2] = { { 123456, 123456789 }, { 234567, 987654321 } };
    struct test_file f;
    (void)h;
    make_test_file(&f);
    int answer = utimensat(AT_FDCWD, f.path, times, 0) < 0 ? -errno : 0;
    answer += uv_fs_stat(loop, &f.req, f.path, NULL) == 0 && has_times(&f.req.statbuf, times);
    answer += 2 *
              (uv_fs_lstat(loop, &f.req, f.path, NULL) == 0 && has_times(&f.req.statbuf, times));
    answer += 4 * (uv_fs_fstat(loop, &f.req, f.fd, NULL) == 0 && has_times(&f.req.statbuf, times));
    remove_test_file(&f);
    return answer;
}

/* A 512th of a second is no whole number of microseconds, and exact as a double. */
static int ask_times_set_to_the_nanosecond(uv_loop_t *loop, union uv_any_handle *h)
{
    const double used = 1000 + 1.0 / 512, changed = 2000 + 3.0 / 512;
    const struct timespec times[2] = { { 1000, 1953125 }, { 2000, 5859375 } };
    struct test_file f;
    uv_fs_t req;
    (void)h;
    make_test_file(&f);
    int answer = uv_fs_utime(loop, &req, f.path, used, changed, NULL) == 0 &&
                 uv_fs_stat(loop, &f.req, f.path, NULL) == 0 && has_times(&f.req.statbuf, times);
    uv_fs_utime(loop, &req, f.path, 1, 1, NULL);
    answer += 2 * (uv_fs_futime(loop, &req, f.fd, used, changed, NULL) == 0 &&
                   uv_fs_stat(loop, &f.req, f.path, NULL) == 0 && has_times(&f.req.statbuf, times));
    remove_test_file(&f);
    return answer;
}

/* ---- ASK-135 ---- */
/* What getnameinfo(3) returns, and whether the callback gets the same. */
struct named {
    char host[NI_MAXHOST], service[NI_MAXSERV];
    int error, same;
};

static void note_same_name(uv_getnameinfo_t *req, int status, const char *host, const char *service)
{
    struct named *n = req->data;
    n->same = n->error
                  ? status < 0 && !host && !service
                  : status == 0 && strcmp(host, n->host) == 0 && strcmp(service, n->service) == 0;
}

/* The texts of an address and a port, with and without the flags for numbers, at once and later,
 * are those of getnameinfo(3). */
static int ask_name_and_service_without_flags(uv_loop_t *loop, union uv_any_handle *h)
{
    static const int flags[3] = { 0, NI_NUMERICHOST, NI_NUMERICSERV };
    struct sockaddr_in at = local_port(80);
    int answer = 0;
    (void)h;
    for (int i = 0; i < 3; i++) {
        struct named n = { .same = 0 };
        uv_getnameinfo_t req, other;
        n.error = getnameinfo((struct sockaddr *)&at, sizeof at, n.host, sizeof n.host, n.service,
                              sizeof n.service, flags[i]);
        other.data = &n;
        uv_getnameinfo(loop, &other, note_same_name, (struct sockaddr *)&at, flags[i]);
        uv_run(loop, UV_RUN_DEFAULT);
        int reported = uv_getnameinfo(loop, &req, NULL, (struct sockaddr *)&at, flags[i]);
        int same = n.error ? reported < 0
                           : reported == 0 && strcmp(req.host, n.host) == 0 &&
                                 strcmp(req.service, n.service) == 0;
        answer += (same && n.same) << i;
    }
    return answer;
}

/* ---- ASK-134 ---- */
/* Addresses of 15 to 39 characters, each followed by a zone, which must not become part of the
 * address. */
static int ask_addresses_with_a_zone(uv_loop_t *loop, union uv_any_handle *h)
{
    int right = 0;
    (void)loop, (void)h;
    for (int wide = 0; wide < 9; wide++) {
        char text[80] = "";
        struct in6_addr usual, reported;
        struct sockaddr_in6 at;
        for (int i = 0; i < 8; i++)
            snprintf(text + strlen(text), 8, "%s%x", i ? ":" : "", i < wide ? 0xabc0 + i : 1 + i);
        inet_pton(AF_INET6, text, &usual);
        strcat(text, "%lo");
        right += uv_inet_pton(AF_INET6, text, &reported) == 0 &&
                 memcmp(&reported, &usual, sizeof usual) == 0 && uv_ip6_addr(text, 80, &at) == 0 &&
                 memcmp(&at.sin6_addr, &usual, sizeof usual) == 0 &&
                 at.sin6_scope_id == if_nametoindex("lo");
    }
    return right;
}

/* ---- ASK-249 ---- */
/* A short title, a longer one, and one longer than the room of the arguments, whose rest is cut. */
static int ask_titles_of_each_length(uv_loop_t *loop, union uv_any_handle *h)
{
    static const char *const titles[4] = { "abc", "abcdefgh", "ab", "0123456789abcdefghijkl" };
    static char words[] = "asked\0by-somebody";
    char *args[] = { words, words + 6, NULL }, name[16] = "";
    int answer = 0;
    (void)loop, (void)h;
    pthread_getname_np(pthread_self(), name, sizeof name);
    uv_setup_args(2, args);
    for (int i = 0; i < 4; i++) {
        char text[64] = "";
        int reported = uv_set_process_title(titles[i]) == 0 &&
                       uv_get_process_title(text, sizeof text) == 0 &&
                       strncmp(text, titles[i], sizeof words - 1) == 0 &&
                       strlen(text) == (i < 3 ? strlen(titles[i]) : sizeof words - 1);
        answer += reported << i;
    }
    pthread_setname_np(pthread_self(), name);
    return answer;
}

#endif
