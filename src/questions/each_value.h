/* each_value.h - questions asked for each right, offset, size or variable, and of handles that share a
 * path or have no address yet. */
#ifndef QUESTIONS_EACH_VALUE_H
#define QUESTIONS_EACH_VALUE_H
#include "questions/common.h"
#include "questions/file.h"
#include "questions/machine.h"

/* ---- ASK-198 ---- */
static void count_seen(uv_fs_event_t *watch, const char *name, int events, int status)
{
    (void)name;
    *(int *)watch->data += status == 0 && events & UV_CHANGE;
}

/* Which of three handles is told that the file has changed, as bits. */
static int told_of_change(uv_loop_t *loop, union uv_any_handle *h, int *counts, int fd)
{
    int told = 0;
    for (int i = 0; i < 3; i++) {
        counts[i] = 0;
        h[i].handle.data = &counts[i];
    }
    if (write(fd, "x", 1) != 1)
        return -errno;
    for (int i = 0; i < 3; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    for (int i = 0; i < 3; i++)
        told += (counts[i] > 0) << i;
    return told;
}

/* All three, all but the first, all but the second, and the first. */
static int ask_watchers_of_one_path(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    int counts[3], answer = 0;
    make_test_file(&f);
    for (int i = 0; i < 3; i++) {
        uv_fs_event_init(loop, &h[i].fs_event);
        uv_fs_event_start(&h[i].fs_event, count_seen, f.path, 0);
    }
    answer = told_of_change(loop, h, counts, f.fd);
    uv_fs_event_stop(&h[0].fs_event);
    answer = 10 * answer + told_of_change(loop, h, counts, f.fd);
    uv_fs_event_start(&h[0].fs_event, count_seen, f.path, 0);
    uv_fs_event_stop(&h[1].fs_event);
    answer = 10 * answer + told_of_change(loop, h, counts, f.fd);
    uv_fs_event_stop(&h[2].fs_event);
    answer = 10 * answer + told_of_change(loop, h, counts, f.fd);
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

/* By a start of receiving, by a send and by a try. */
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

/* Each of nine rights, alone: of a folder and of a file when it is made, and given later. */
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

/* Five bytes that were taken from a place of a file. */
static int are_bytes_of(const char *bytes, ssize_t size, long place)
{
    int same = size == 5;
    for (int i = 0; i < 5; i++)
        same &= bytes[i] == byte_at(place + i);
    return same;
}

/* Read into one part and into two, sent to another file, and written there. */
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
static int is_told(const uv_env_item_t *items, int count, const char *name, const char *value)
{
    for (int i = 0; i < count; i++)
        if (strcmp(items[i].name, name) == 0)
            return strcmp(items[i].value, value) == 0;
    return 0;
}

/* One without a value, one with a sign in its value, and none that is not there. */
static int ask_variables_of_any_value(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_env_item_t *items = NULL;
    int count = 0;
    (void)loop, (void)h;
    uv_os_setenv("ASKED_EMPTY", "");
    uv_os_setenv("ASKED_SIGN", "a=b=");
    int answer = uv_os_environ(&items, &count);
    if (answer == 0)
        answer = is_told(items, count, "ASKED_EMPTY", "") +
                 2 * is_told(items, count, "ASKED_SIGN", "a=b=") +
                 4 * !is_told(items, count, "ASKED_NONE", "");
    uv_os_free_environ(items, count);
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

/* Are its last 16 bytes filled, and the one after them not? Once in 2 to the 128th they are zeros. */
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
/* How many errors of libuv, and of the system, are translated to another one. */
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
/* Of a thread that runs on its first processor alone, and then on all that it had. */
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

/* Each clock between two readings of the system's, after a time that is no whole millisecond. */
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
        int told = call(i, &now);
        clock_gettime(clocks[i], &late);
        answer += (told == 0 && now.more >= 0 &&
                   nanoseconds(now.seconds, now.more) >= nanoseconds(early.tv_sec, early.tv_nsec) &&
                   nanoseconds(now.seconds, now.more) <= nanoseconds(late.tv_sec, late.tv_nsec))
                  << i;
    }
    return answer;
}

#endif
