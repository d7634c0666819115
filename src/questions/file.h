/* file.h - questions about uv_fs_*() calls: their results, what they read and write, and names of
 * files. */
#ifndef QUESTIONS_FILE_H
#define QUESTIONS_FILE_H
#include "questions/common.h"

/* ---- ASK-25 ---- */
/* A file that contains "hello", in a folder of its own, and a request for it. */
struct test_file {
    char folder[40], path[64], other[64], bytes[16];
    int fd, calls;
    uv_buf_t buffer[2];
    uv_fs_t req;
};

/* A run of a process of the same number that was ended may have left its own. */
static void make_test_file(struct test_file *f)
{
    memset(f, 0, sizeof *f);
    snprintf(f->folder, sizeof f->folder, "/tmp/asked-%d", (int)getpid());
    snprintf(f->path, sizeof f->path, "%s/f", f->folder);
    snprintf(f->other, sizeof f->other, "%s/g", f->folder);
    mkdir(f->folder, 0700);
    remove(f->path);
    remove(f->other);
    f->fd = open(f->path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (write(f->fd, "hello", 5) == 5)
        lseek(f->fd, 1, SEEK_SET);
    f->buffer[0] = uv_buf_init(f->bytes, 2);
    f->buffer[1] = uv_buf_init(f->bytes + 2, 3);
    f->req.data = &f->calls;
}

static void remove_test_file(struct test_file *f)
{
    uv_fs_req_cleanup(&f->req);
    close(f->fd);
    unlink(f->path);
    if (unlink(f->other) < 0)
        rmdir(f->other);
    rmdir(f->folder);
}

static int ask_file_asked_for_at_once(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    (void)h;
    make_test_file(&f);
    int answer = uv_fs_stat(loop, &f.req, f.path, NULL);
    answer = answer < 0 ? answer
                        : f.req.result == 0 && f.req.statbuf.st_size == 5 && f.calls == 0 &&
                              !uv_loop_alive(loop);
    uv_run(loop, UV_RUN_DEFAULT);
    answer = f.calls ? UV_EALREADY : answer;
    remove_test_file(&f);
    return answer;
}

static void count_call(uv_fs_t *req)
{
    ++*(int *)req->data;
}

static int ask_file_asked_for_later(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    (void)h;
    make_test_file(&f);
    int answer = uv_fs_stat(loop, &f.req, f.path, count_call) == 0;
    answer += 2 * (f.calls == 0 && uv_loop_alive(loop) != 0);
    uv_run(loop, UV_RUN_DEFAULT);
    answer += 4 * (f.calls == 1 && f.req.result == 0) + 8 * !uv_loop_alive(loop);
    remove_test_file(&f);
    return answer;
}

static int ask_file_that_fails_later(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    (void)h;
    make_test_file(&f);
    int answer = uv_fs_stat(loop, &f.req, f.other, count_call) == 0;
    answer += 2 * (f.calls == 0);
    uv_run(loop, UV_RUN_DEFAULT);
    answer += 4 * (f.calls == 1 && f.req.result == UV_ENOENT);
    remove_test_file(&f);
    return answer;
}

/* ---- ASK-26 ---- */
/* Make the call twice, without and with a callback, each time on a new file. Returns what `result`
 * makes of the request if both agree. Otherwise: EPROTO if the results differ or the return value
 * is not the request's result, EALREADY if the callback comes within the call, ECANCELED if the
 * request does not keep the loop alive, ETIMEDOUT unless the callback comes once. */
static int file_call(uv_loop_t *loop, int (*call)(uv_loop_t *, struct test_file *, uv_fs_cb),
                     int (*result)(struct test_file *))
{
    struct test_file f;
    make_test_file(&f);
    int answer = call(loop, &f, NULL), reported = (int)uv_fs_get_result(&f.req), first = result(&f);
    int calls = f.calls, waits = uv_loop_alive(loop);
    remove_test_file(&f);
    if (answer != reported || waits)
        return UV_EPROTO;
    if (calls)
        return UV_EALREADY;
    make_test_file(&f);
    answer = call(loop, &f, count_call);
    waits = uv_loop_alive(loop);
    calls = f.calls;
    uv_run(loop, UV_RUN_DEFAULT);
    int later = answer < 0     ? answer
                : calls        ? UV_EALREADY
                : !waits       ? UV_ECANCELED
                : f.calls != 1 ? UV_ETIMEDOUT
                               : result(&f);
    later = answer > 0 ? UV_EPROTO : later;
    remove_test_file(&f);
    return later == first || (later < 0 && later != UV_EPROTO && first >= 0) ? later : UV_EPROTO;
}

/* 1 if the result is an open descriptor; the function closes it. */
static int its_descriptor(struct test_file *f)
{
    int fd = (int)f->req.result;
    if (fd < 0)
        return fd;
    int answer = fcntl(fd, F_GETFD) >= 0 && fd != f->fd;
    close(fd);
    return answer;
}

static int open_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_open(loop, &f->req, f->path, O_RDONLY, 0, cb);
}

static int ask_file_opened(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, open_it, its_descriptor);
}

static int open_nothing(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_open(loop, &f->req, f->other, O_RDONLY, 0, cb);
}

static int ask_file_opened_nowhere(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, open_nothing, its_descriptor);
}

static int create_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_open(loop, &f->req, f->other, O_WRONLY | O_CREAT | O_EXCL, 0600, cb);
}

static int ask_file_created(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, create_it, its_descriptor);
}

static int its_result(struct test_file *f)
{
    return (int)f->req.result;
}

static int close_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_close(loop, &f->req, dup(f->fd), cb);
}

static int ask_file_closed(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, close_it, its_result);
}

static int close_nothing(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_close(loop, &f->req, 9999, cb);
}

static int ask_file_closed_twice(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, close_nothing, its_result);
}

static int its_bytes(struct test_file *f)
{
    int answer = (int)f->req.result, at = (int)lseek(f->fd, 0, SEEK_CUR);
    return answer < 0                                               ? answer
           : memcmp(f->bytes, "hello" + 5 - answer, (size_t)answer) ? UV_EILSEQ
                                                                    : 10 * answer + at;
}

static int read_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_read(loop, &f->req, f->fd, f->buffer, 2, 0, cb);
}

static int ask_file_read(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, read_it, its_bytes);
}

static int read_at_3(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_read(loop, &f->req, f->fd, f->buffer, 2, 3, cb);
}

static int ask_file_read_at_3(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, read_at_3, its_bytes);
}

static int read_on(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_read(loop, &f->req, f->fd, f->buffer, 2, -1, cb);
}

static int ask_file_read_on(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, read_on, its_bytes);
}

static int read_past(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_read(loop, &f->req, f->fd, f->buffer, 2, 9, cb);
}

static int ask_file_read_past_the_end(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, read_past, its_bytes);
}

static int ask_file_read_into_nothing(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_fs_t req;
    uv_buf_t none = uv_buf_init(NULL, 0);
    (void)h;
    int answer = uv_fs_read(loop, &req, 0, &none, 0, 0, NULL);
    return uv_fs_read(loop, &req, 0, &none, 0, 0, count_call) == answer ? answer : UV_EPROTO;
}

static int read_nobody(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_read(loop, &f->req, 9999, f->buffer, 1, 0, cb);
}

static int ask_file_read_of_nobody(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, read_nobody, its_result);
}

static int its_contents(struct test_file *f)
{
    char bytes[16] = "";
    int at = (int)lseek(f->fd, 0, SEEK_CUR);
    int size = (int)pread(f->fd, bytes, sizeof bytes - 1, 0);
    return f->req.result < 0             ? (int)f->req.result
           : size != 5                   ? UV_EILSEQ
           : strcmp(bytes, "helHE") == 0 ? at
           : strcmp(bytes, "hHElo") == 0 ? 10 + at
                                         : UV_EILSEQ;
}

static int write_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    f->buffer[0] = f->buffer[1] = uv_buf_init((char *)"HE", 2);
    return uv_fs_write(loop, &f->req, f->fd, f->buffer, 1, 3, cb);
}

static int ask_file_written(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, write_it, its_contents);
}

static int write_on(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    f->buffer[0] = uv_buf_init((char *)"HE", 2);
    return uv_fs_write(loop, &f->req, f->fd, f->buffer, 1, -1, cb);
}

static int ask_file_written_on(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, write_on, its_contents);
}

static int write_parts(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    f->buffer[0] = f->buffer[1] = uv_buf_init((char *)"HE", 2);
    return uv_fs_write(loop, &f->req, f->fd, f->buffer, 2, 0, cb);
}

static int ask_file_written_in_parts(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, write_parts, its_result);
}

static int write_many(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    uv_buf_t parts[1030];
    for (int i = 0; i < 1030; i++)
        parts[i] = uv_buf_init((char *)"x", 1);
    return uv_fs_write(loop, &f->req, f->fd, parts, 1030, 0, cb);
}

/* The size of the file, or the error of the write or of the read. */
static int size_of_many(struct test_file *f)
{
    struct stat s = { 0 };
    uv_fs_t again;
    uv_buf_t parts[1030];
    char bytes[1030];
    for (int i = 0; i < 1030; i++)
        parts[i] = uv_buf_init(bytes + i, 1);
    int answer = uv_fs_read(NULL, &again, f->fd, parts, 1030, 0, NULL);
    uv_fs_req_cleanup(&again);
    if (f->req.result != 1030 || answer <= 0)
        return f->req.result != 1030 ? (int)f->req.result : answer;
    return fstat(f->fd, &s) < 0 ? -errno : (int)s.st_size;
}

static int ask_file_written_in_1030_parts(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, write_many, size_of_many);
}

static int write_nobody(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_write(loop, &f->req, 9999, f->buffer, 1, 0, cb);
}

static int ask_file_written_to_nobody(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, write_nobody, its_result);
}

/* ---- ASK-27 ---- */
/* The size of the file plus 10 for each of its names that exists. */
static int its_size(struct test_file *f)
{
    struct stat s = { 0 };
    if (f->req.result != 0)
        return (int)f->req.result;
    return stat(f->path, &s) < 0 ? -errno : (int)s.st_size + 10 * (int)s.st_nlink;
}

static int unlink_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_unlink(loop, &f->req, f->path, cb);
}

static int ask_file_removed(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, unlink_it, its_size);
}

static int unlink_nothing(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_unlink(loop, &f->req, f->other, cb);
}

static int ask_file_removed_nowhere(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, unlink_nothing, its_result);
}

static int other_size(struct test_file *f)
{
    struct stat s = { 0 };
    if (f->req.result != 0)
        return (int)f->req.result;
    return stat(f->other, &s) < 0 ? -errno : (int)s.st_size + 10 * (int)s.st_nlink;
}

static int rename_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_rename(loop, &f->req, f->path, f->other, cb);
}

static int ask_file_renamed(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, rename_it, other_size);
}

static int rename_nothing(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_rename(loop, &f->req, f->other, f->path, cb);
}

static int ask_file_renamed_nowhere(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, rename_nothing, its_result);
}

static int link_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_link(loop, &f->req, f->path, f->other, cb);
}

static int ask_file_linked(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, link_it, other_size);
}

static int link_itself(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_link(loop, &f->req, f->path, f->path, cb);
}

static int ask_file_linked_to_itself(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, link_itself, its_result);
}

static int symlink_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_symlink(loop, &f->req, f->path, f->other, 0, cb);
}

static int ask_link_made(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, symlink_it, other_size);
}

static int reported_text(struct test_file *f)
{
    if (f->req.result != 0)
        return f->req.result < 0 ? (int)f->req.result : UV_EPROTO;
    return f->req.ptr && strcmp(f->req.ptr, f->path) == 0;
}

static int readlink_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    if (symlink(f->path, f->other) < 0)
        return -errno;
    return uv_fs_readlink(loop, &f->req, f->other, cb);
}

static int ask_link_read(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, readlink_it, reported_text);
}

static int readlink_file(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_readlink(loop, &f->req, f->path, cb);
}

static int ask_link_read_of_a_file(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, readlink_file, reported_text);
}

static int realpath_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    if (symlink("f", f->other) < 0)
        return -errno;
    return uv_fs_realpath(loop, &f->req, f->other, cb);
}

static int ask_path_followed(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, realpath_it, reported_text);
}

static int realpath_nothing(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_realpath(loop, &f->req, f->other, cb);
}

static int ask_path_followed_nowhere(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, realpath_nothing, reported_text);
}

static int access_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_access(loop, &f->req, f->path, R_OK | W_OK, cb);
}

static int ask_file_accessed(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, access_it, its_result);
}

static int access_nothing(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_access(loop, &f->req, f->other, F_OK, cb);
}

static int ask_file_accessed_nowhere(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, access_nothing, its_result);
}

static int access_wrongly(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_access(loop, &f->req, f->path, X_OK, cb);
}

static int ask_file_not_to_be_run(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, access_wrongly, its_result);
}

#endif
