/* file_stat.h - questions about stat and the calls that change what it reports, and about copies of
 * files. */
#ifndef QUESTIONS_FILE_STAT_H
#define QUESTIONS_FILE_STAT_H
#include "questions/common.h"
#include "questions/file.h"

/* ---- ASK-28 ---- */
/* What the request of a stat holds: size, number of links, and whether `ptr` is the request's own
 * buffer. */
static int reported_stat(struct test_file *f)
{
    const uv_stat_t *s = &f->req.statbuf;
    if (f->req.result != 0)
        return (int)f->req.result;
    return (int)s->st_size + 10 * (int)s->st_nlink +
           100 *
               (f->req.ptr == s && uv_fs_get_ptr(&f->req) == s && uv_fs_get_statbuf(&f->req) == s);
}

static int stat_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_stat(loop, &f->req, f->path, cb);
}

static int ask_file_size(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, stat_it, reported_stat);
}

static int fstat_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_fstat(loop, &f->req, f->fd, cb);
}

static int ask_file_size_by_descriptor(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, fstat_it, reported_stat);
}

static int fstat_nothing(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_fstat(loop, &f->req, 9999, cb);
}

static int ask_file_size_by_no_descriptor(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, fstat_nothing, reported_stat);
}

static int lstat_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    if (symlink("f", f->other) < 0)
        return -errno;
    return uv_fs_lstat(loop, &f->req, f->other, cb);
}

static int ask_link_size(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, lstat_it, reported_stat);
}

static int stat_link(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    if (symlink("f", f->other) < 0)
        return -errno;
    return uv_fs_stat(loop, &f->req, f->other, cb);
}

static int ask_linked_size(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, stat_link, reported_stat);
}

static int stat_nothing(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_stat(loop, &f->req, f->other, cb);
}

static int ask_size_of_nothing(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, stat_nothing, reported_stat);
}

static int cut_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_ftruncate(loop, &f->req, f->fd, 2, cb);
}

static int ask_file_cut(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, cut_it, its_size);
}

static int its_rights(struct test_file *f)
{
    struct stat s = { 0 };
    return f->req.result != 0      ? (int)f->req.result
           : stat(f->path, &s) < 0 ? -errno
                                   : (int)(s.st_mode & 0777);
}

static int chmod_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_chmod(loop, &f->req, f->path, 0444, cb);
}

static int ask_file_rights(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, chmod_it, its_rights);
}

static int fchmod_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_fchmod(loop, &f->req, f->fd, 0444, cb);
}

static int ask_file_rights_by_descriptor(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, fchmod_it, its_rights);
}

static int its_times(struct test_file *f)
{
    struct stat s = { 0 };
    if (f->req.result != 0)
        return (int)f->req.result;
    return stat(f->path, &s) < 0
               ? -errno
               : 10 * (int)s.st_atim.tv_sec + (int)s.st_mtim.tv_sec +
                     (s.st_atim.tv_nsec == 500000000) + (s.st_mtim.tv_nsec == 250000000);
}

static int utime_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_utime(loop, &f->req, f->path, 1.5, 2.25, cb);
}

static int ask_file_times(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, utime_it, its_times);
}

static int futime_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_futime(loop, &f->req, f->fd, 1.5, 2.25, cb);
}

static int ask_file_times_by_descriptor(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, futime_it, its_times);
}

static int chown_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_chown(loop, &f->req, f->path, getuid(), getgid(), cb);
}

static int ask_file_owner(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, chown_it, its_result);
}

static int fchown_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_fchown(loop, &f->req, f->fd, getuid(), getgid(), cb);
}

static int ask_file_owner_by_descriptor(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, fchown_it, its_result);
}

static int lchown_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_lchown(loop, &f->req, f->path, getuid(), getgid(), cb);
}

static int ask_link_owner(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, lchown_it, its_result);
}

static int sync_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_fsync(loop, &f->req, f->fd, cb);
}

static int ask_file_synced(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, sync_it, its_result);
}

static int sync_nothing(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_fsync(loop, &f->req, 9999, cb);
}

static int ask_file_synced_of_nobody(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, sync_nothing, its_result);
}

static int sync_data(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_fdatasync(loop, &f->req, f->fd, cb);
}

static int ask_file_data_synced(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, sync_data, its_result);
}

static int sync_no_data(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_fdatasync(loop, &f->req, 9999, cb);
}

static int ask_file_data_synced_of_nobody(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, sync_no_data, its_result);
}

static int statfs_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_statfs(loop, &f->req, f->path, cb);
}

static int reported_file_system(struct test_file *f)
{
    if (f->req.result != 0)
        return f->req.result < 0 ? (int)f->req.result : UV_EPROTO;
    return f->req.ptr && ((uv_statfs_t *)f->req.ptr)->f_bsize > 0;
}

static int ask_file_system(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, statfs_it, reported_file_system);
}

/* ---- ASK-29 ---- */
static int copy_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_copyfile(loop, &f->req, f->path, f->other, 0, cb);
}

static int ask_file_copied(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, copy_it, other_size);
}

static int copy_over(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    int to = open(f->other, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (write(to, "much longer", 11) != 11)
        return -errno;
    close(to);
    return uv_fs_copyfile(loop, &f->req, f->path, f->other, 0, cb);
}

static int ask_file_copied_over_another(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, copy_over, other_size);
}

static int copy_new(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    close(open(f->other, O_WRONLY | O_CREAT, 0600));
    return uv_fs_copyfile(loop, &f->req, f->path, f->other, UV_FS_COPYFILE_EXCL, cb);
}

static int ask_file_copied_if_new(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, copy_new, other_size);
}

static int copy_shared(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_copyfile(loop, &f->req, f->path, f->other, UV_FS_COPYFILE_FICLONE, cb);
}

static int ask_file_copied_or_shared(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, copy_shared, other_size);
}

static int share_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_copyfile(loop, &f->req, f->path, f->other, UV_FS_COPYFILE_FICLONE_FORCE, cb);
}

/* The system's own call decides: uv_fs_copyfile() must succeed exactly where that does. */
static int shared_as_the_system_does(struct test_file *f)
{
    char path[80];
    snprintf(path, sizeof path, "%s.own", f->other);
    int to = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    int shares = ioctl(to, _IOW(0x94, 9, int), f->fd) == 0;
    close(to);
    unlink(path);
    return shares == (f->req.result == 0);
}

static int ask_file_shared_or_not_copied(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, share_it, shared_as_the_system_does);
}

static int ask_file_copied_with_unknown_flags(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_fs_t req;
    (void)h;
    int answer = uv_fs_copyfile(loop, &req, "/no/such/file", "/no/such/other", 1 << 10, NULL);
    return uv_fs_copyfile(loop, &req, "/no/such/file", "/no/such/other", 1 << 10, count_call) ==
                   answer
               ? answer
               : UV_EPROTO;
}

static int copy_nothing(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_copyfile(loop, &f->req, f->other, f->path, 0, cb);
}

static int ask_copy_of_nothing(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, copy_nothing, its_result);
}

static int copy_folder(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_copyfile(loop, &f->req, f->folder, f->other, 0, cb);
}

static int nothing_left(struct test_file *f)
{
    return f->req.result < 0 && access(f->other, F_OK) < 0 ? -errno : (int)f->req.result;
}

static int ask_copy_that_fails(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, copy_folder, nothing_left);
}

static int send_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    int to = open(f->other, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    return uv_fs_sendfile(loop, &f->req, to, f->fd, 2, 9, cb);
}

static int ask_file_sent(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, send_it, its_result);
}

#endif
