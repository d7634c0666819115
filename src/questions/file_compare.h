/* file_compare.h - questions that compare libuv with the system: does it report a file's attributes
 * as the system does, and does each call change the file as documented? */
#ifndef QUESTIONS_FILE_COMPARE_H
#define QUESTIONS_FILE_COMPARE_H
#include "questions/common.h"
#include "questions/file.h"
#include "questions/folder.h"

/* ---- ASK-77 ---- */
static int same_time(uv_timespec_t a, struct timespec b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

static int same_stat(const uv_stat_t *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_mode == b->st_mode && a->st_nlink == b->st_nlink &&
           a->st_uid == b->st_uid && a->st_gid == b->st_gid && a->st_rdev == b->st_rdev &&
           a->st_ino == b->st_ino && a->st_size == (uint64_t)b->st_size &&
           a->st_blksize == (uint64_t)b->st_blksize && a->st_blocks == (uint64_t)b->st_blocks &&
           same_time(a->st_atim, b->st_atim) && same_time(a->st_mtim, b->st_mtim) &&
           same_time(a->st_ctim, b->st_ctim);
}

/* Make a file whose attributes all differ, as far as this user can set them. A mix-up of two
 * members of uv_stat_t then shows. */
static void make_distinct(struct test_file *f)
{
    struct timespec times[2] = { { .tv_sec = 1000, .tv_nsec = 7000 },
                                 { .tv_sec = 2000, .tv_nsec = 9000 } };
    make_test_file(f);
    if (link(f->path, f->other) < 0 || chown(f->path, 12345, 23456) < 0)
        errno = 0;
    chmod(f->path, 0640);
    utimensat(AT_FDCWD, f->path, times, 0);
}

static int ask_file_as_the_system_tells(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    struct stat s = { 0 };
    (void)h;
    make_distinct(&f);
    stat(f.path, &s);
    int answer = uv_fs_stat(loop, &f.req, f.path, NULL) == 0 && same_stat(&f.req.statbuf, &s);
    uv_fs_req_cleanup(&f.req);
    answer += 2 * (uv_fs_fstat(loop, &f.req, f.fd, NULL) == 0 && same_stat(&f.req.statbuf, &s));
    remove_test_file(&f);
    stat("/dev/null", &s);
    answer += 4 * (uv_fs_stat(loop, &f.req, "/dev/null", NULL) == 0 &&
                   f.req.statbuf.st_rdev == s.st_rdev && f.req.statbuf.st_mode == s.st_mode);
    uv_fs_req_cleanup(&f.req);
    return answer;
}

static int ask_birth_of_a_file(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    struct statx s = { .stx_mask = 0 };
    (void)h;
    make_test_file(&f);
    int known = statx(AT_FDCWD, f.path, 0, STATX_BTIME, &s) == 0 && s.stx_mask & STATX_BTIME;
    uv_fs_stat(loop, &f.req, f.path, NULL);
    uv_timespec_t reported = f.req.statbuf.st_birthtim;
    remove_test_file(&f);
    return !known ||
           (reported.tv_sec == s.stx_btime.tv_sec && reported.tv_nsec == (long)s.stx_btime.tv_nsec);
}

static int ask_file_system_as_it_is(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_fs_t req;
    struct statfs s = { 0 }, later = { 0 };
    (void)h;
    if (statfs("/", &s) < 0 || uv_fs_statfs(loop, &req, "/", NULL) < 0 || statfs("/", &later) < 0)
        return UV_EILSEQ;
    const uv_statfs_t *reported = req.ptr;
    int answer = reported->f_type == (uint64_t)s.f_type &&
                 reported->f_bsize == (uint64_t)s.f_bsize &&
                 (reported->f_blocks == s.f_blocks || reported->f_blocks == later.f_blocks) &&
                 (reported->f_files == s.f_files || reported->f_files == later.f_files);
    /* The blocks that are reserved for the superuser stay the same while other programs write. */
    int same = s.f_bfree - s.f_bavail == later.f_bfree - later.f_bavail;
    answer += 2 * (reported->f_bfree >= reported->f_bavail &&
                   reported->f_bfree <= reported->f_blocks &&
                   (!same || reported->f_bfree - reported->f_bavail == s.f_bfree - s.f_bavail) &&
                   (s.f_bfree == s.f_blocks || reported->f_bfree != reported->f_blocks));
    answer += 4 * ((reported->f_ffree == 0) == (s.f_ffree == 0) &&
                   reported->f_ffree <= reported->f_files &&
                   (s.f_ffree == s.f_files || reported->f_ffree != reported->f_files));
    /* libuv < 1.52: f_frsize is not reported, and the member has no name. */
    uint64_t fields[8];
    memcpy(fields, reported, sizeof fields);
    answer += 8 * (uv_version() < (1 << 16 | 52 << 8) || fields[7] == (uint64_t)s.f_frsize);
    uv_fs_req_cleanup(&req);
    return answer;
}

/* A bit for each kind of entry that is reported: 1 a file, 2 a folder, 4 a link, 8 a FIFO, 16 a
 * socket. */
static int add_kinds(struct test_file *f, int fd)
{
    struct sockaddr_un at = { .sun_family = AF_UNIX };
    char path[80];
    snprintf(path, sizeof path, "%s/l", f->folder);
    if (symlink("f", path) < 0)
        return -errno;
    snprintf(path, sizeof path, "%s/p", f->folder);
    if (mkfifo(path, 0600) < 0)
        return -errno;
    snprintf(at.sun_path, sizeof at.sun_path, "%s/s", f->folder);
    if (bind(fd, (struct sockaddr *)&at, sizeof at) < 0)
        return -errno;
    return mkdir(f->other, 0700);
}

static void drop_kinds(struct test_file *f)
{
    char path[80];
    for (const char *name = "lps"; *name; name++)
        snprintf(path, sizeof path, "%s/%c", f->folder, *name), unlink(path);
    remove_test_file(f);
}

static int kind_bit(const uv_dirent_t *e)
{
    return e->type == UV_DIRENT_FILE     ? 1
           : e->type == UV_DIRENT_DIR    ? 2
           : e->type == UV_DIRENT_LINK   ? 4
           : e->type == UV_DIRENT_FIFO   ? 8
           : e->type == UV_DIRENT_SOCKET ? 16
                                         : 64;
}

static int ask_kinds_in_a_folder(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    uv_dirent_t e;
    int answer = 0, fd = socket(AF_UNIX, SOCK_STREAM, 0);
    (void)h;
    make_test_file(&f);
    if (add_kinds(&f, fd) == 0 && uv_fs_scandir(loop, &f.req, f.folder, 0, NULL) == 5)
        while (uv_fs_scandir_next(&f.req, &e) == 0)
            answer += kind_bit(&e);
    uv_fs_req_cleanup(&f.req);
    if (uv_fs_scandir(loop, &f.req, "/dev", 0, NULL) > 0)
        while (uv_fs_scandir_next(&f.req, &e) == 0)
            if (strcmp(e.name, "null") == 0)
                answer += 32 * (e.type == UV_DIRENT_CHAR);
    close(fd);
    drop_kinds(&f);
    return answer;
}

/* Five entries, two in each read: the reads return 2, 2, 1 and 0. Then the folder is closed. */
static int ask_folder_read_by_two(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    uv_fs_t req;
    uv_dirent_t e[3] = { { .type = UV_DIRENT_CHAR },
                         { .type = UV_DIRENT_CHAR },
                         { .type = UV_DIRENT_CHAR } };
    int sum = 0, kinds = 0, fd = socket(AF_UNIX, SOCK_STREAM, 0);
    (void)h;
    make_test_file(&f);
    if (add_kinds(&f, fd) < 0 || uv_fs_opendir(loop, &f.req, f.folder, NULL) < 0)
        return UV_EILSEQ;
    uv_dir_t *folder = f.req.ptr;
    folder->dirents = NULL;
    folder->nentries = 2;
    int refused = uv_fs_readdir(loop, &req, folder, NULL) == UV_EINVAL &&
                  uv_fs_readdir(loop, &req, NULL, NULL) == UV_EINVAL &&
                  uv_fs_closedir(loop, &req, NULL, NULL) == UV_EINVAL;
    folder->dirents = e;
    for (int i = 0, got = 1; i < 4 && got > 0; i++) {
        got = uv_fs_readdir(loop, &req, folder, NULL);
        sum = 10 * sum + got;
        for (int k = 0; k < got && k < 2; k++)
            kinds += kind_bit(&e[k]);
        uv_fs_req_cleanup(&req);
    }
    int next = dup(0);
    close(next);
    uv_fs_closedir(loop, &req, folder, NULL);
    uv_fs_req_cleanup(&req);
    int freed = dup(0);
    close(freed);
    close(fd);
    drop_kinds(&f);
    return sum != 2210 ? sum
                       : (kinds == 31) + 2 * refused + 4 * (e[2].type == UV_DIRENT_CHAR) +
                             8 * (freed < next);
}

static int ask_folder_that_is_a_file(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    (void)h;
    make_test_file(&f);
    int answer = uv_fs_opendir(loop, &f.req, f.path, NULL);
    remove_test_file(&f);
    return answer;
}

static int ask_scan_that_failed(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_fs_t req;
    uv_dirent_t e;
    (void)h;
    uv_fs_scandir(loop, &req, "/no/such/folder", 0, NULL);
    int answer = uv_fs_scandir_next(&req, &e);
    uv_fs_req_cleanup(&req);
    return answer;
}

/* ---- ASK-78 ---- */
/* Bit 1 if the file has these times, bit 2 if the link to it has them. */
static int who_has_time(struct test_file *f, long seconds)
{
    struct stat file = { 0 }, by = { 0 };
    stat(f->path, &file);
    lstat(f->other, &by);
    return (file.st_atim.tv_sec == seconds && file.st_mtim.tv_sec == seconds + 1) +
           2 * (by.st_atim.tv_sec == seconds && by.st_mtim.tv_sec == seconds + 1);
}

static int ask_times_of_a_link(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    int (*call)(uv_loop_t *, uv_fs_t *, const char *, double, double, uv_fs_cb);
    (void)h;
    find_call("uv_fs_lutime", &call);
    make_test_file(&f);
    if (symlink("f", f.other) < 0)
        return UV_EILSEQ;
    int answer = call ? 0 : UV_ENOSYS;
    if (call)
        call(loop, &f.req, f.other, 1000, 1001, NULL);
    if (call)
        answer = who_has_time(&f, 1000) == 2 && uv_fs_get_type(&f.req) != UV_FS_UTIME;
    remove_test_file(&f);
    return answer;
}

static int ask_times_through_a_link(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    struct stat s = { 0 };
    (void)h;
    make_test_file(&f);
    if (symlink("f", f.other) < 0)
        return UV_EILSEQ;
    uv_fs_utime(loop, &f.req, f.other, 1000, 1001, NULL);
    int answer = who_has_time(&f, 1000);
    uv_fs_req_cleanup(&f.req);
    uv_fs_utime(loop, &f.req, f.path, -1.5, 3, NULL);
    stat(f.path, &s);
    answer += 2 * (s.st_atim.tv_sec == -2 && s.st_atim.tv_nsec == 500000000);
    remove_test_file(&f);
    return answer;
}

static int ask_times_left_or_now(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    struct stat s = { 0 };
    double never = 0, forever = 1e300 * 1e300;
    (void)h;
    if (uv_version() < 0x013300)
        return UV_ENOSYS;
    never = forever - forever;
    make_distinct(&f);
    uv_fs_utime(loop, &f.req, f.path, never, 5000, NULL);
    stat(f.path, &s);
    int answer = s.st_atim.tv_sec == 1000 && s.st_mtim.tv_sec == 5000;
    uv_fs_req_cleanup(&f.req);
    uv_fs_futime(loop, &f.req, f.fd, 6000, forever, NULL);
    stat(f.path, &s);
    answer += 2 * (s.st_atim.tv_sec == 6000 && s.st_mtim.tv_sec > 1000000000);
    remove_test_file(&f);
    return answer;
}

static void room_of_eight(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    (void)size;
    *buffer = uv_buf_init((char *)handle->data, 8);
}

static int passed_is_not_for_children(uv_loop_t *loop, union uv_any_handle *h)
{
    char room[8];
    int ends[2];
    uv_os_fd_t fd = -1;
    uv_write_t req;
    uv_buf_t byte = uv_buf_init((char *)"x", 1);
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    for (int i = 0; i < 2; i++) {
        uv_pipe_init(loop, &h[i].pipe, 1);
        uv_pipe_open(&h[i].pipe, ends[i]);
    }
    uv_pipe_init(loop, &h[2].pipe, 0);
    h[1].handle.data = room;
    uv_write2(&req, &h[0].stream, &byte, 1, &h[1].stream, NULL);
    uv_read_start(&h[1].stream, room_of_eight, no_bytes);
    for (int i = 0; i < 3; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    if (uv_accept(&h[1].stream, &h[2].stream) < 0 || uv_fileno(&h[2].handle, &fd) < 0)
        return 0;
    return fcntl(fd, F_GETFD) == FD_CLOEXEC;
}

static int ask_descriptors_not_for_children(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    char pattern[80];
    make_test_file(&f);
    int fd = uv_fs_open(loop, &f.req, f.path, O_RDONLY, 0, NULL);
    int answer = fcntl(fd, F_GETFD) == FD_CLOEXEC;
    close(fd);
    uv_fs_req_cleanup(&f.req);
    snprintf(pattern, sizeof pattern, "%s.XXXXXX", f.other);
    fd = uv_fs_mkstemp(loop, &f.req, pattern, NULL);
    answer += 2 * (fcntl(fd, F_GETFD) == FD_CLOEXEC);
    close(fd);
    unlink(f.req.path);
    remove_test_file(&f);
    return answer + 4 * passed_is_not_for_children(loop, h);
}

/* A new file has the rights that were asked for, with an umask of 0. A copy has the rights of its
 * source, whatever the umask. */
static int ask_rights_as_asked_for(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    struct stat s = { 0 };
    (void)h;
    make_test_file(&f);
    mode_t mask = umask(0);
    int fd = uv_fs_open(loop, &f.req, f.other, O_WRONLY | O_CREAT, 0642, NULL);
    int answer = fstat(fd, &s) == 0 && (s.st_mode & 0777) == 0642;
    close(fd);
    unlink(f.other);
    uv_fs_req_cleanup(&f.req);
    umask(077);
    chmod(f.path, 0644);
    uv_fs_copyfile(loop, &f.req, f.path, f.other, 0, NULL);
    answer += 2 * (stat(f.other, &s) == 0 && (s.st_mode & 0777) == 0644);
    umask(mask);
    remove_test_file(&f);
    return answer;
}

static int ask_copy_to_itself(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    (void)h;
    make_test_file(&f);
    int answer = uv_fs_copyfile(loop, &f.req, f.path, f.path, 0, NULL);
    answer = answer < 0 ? answer : its_size(&f);
    remove_test_file(&f);
    return answer;
}

/* A user who may not give files away cannot be asked: that counts as right. */
static int ask_owners_given(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    struct stat file = { 0 }, by = { 0 };
    (void)h;
    make_test_file(&f);
    if (symlink("f", f.other) < 0)
        return UV_EILSEQ;
    if (chown(f.path, 12345, 23456) < 0)
        return remove_test_file(&f), 7;
    if (chown(f.path, 0, 0) < 0)
        return UV_EILSEQ;
    uv_fs_chown(loop, &f.req, f.path, 12345, 23456, NULL);
    stat(f.path, &file);
    int answer = file.st_uid == 12345 && file.st_gid == 23456;
    uv_fs_req_cleanup(&f.req);
    uv_fs_fchown(loop, &f.req, f.fd, 12346, 23457, NULL);
    stat(f.path, &file);
    answer += 2 * (file.st_uid == 12346 && file.st_gid == 23457);
    uv_fs_req_cleanup(&f.req);
    uv_fs_lchown(loop, &f.req, f.other, 12347, 23458, NULL);
    stat(f.path, &file);
    lstat(f.other, &by);
    answer += 4 * (file.st_uid == 12346 && by.st_uid == 12347 && by.st_gid == 23458);
    remove_test_file(&f);
    return answer;
}

static int ask_renamed_over_another(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    (void)h;
    make_test_file(&f);
    close(open(f.other, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    int answer = uv_fs_rename(loop, &f.req, f.path, f.other, NULL);
    answer = answer < 0 ? answer : other_size(&f);
    remove_test_file(&f);
    return answer;
}

static int ask_folder_unlinked(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    (void)h;
    make_test_file(&f);
    mkdir(f.other, 0700);
    int answer = uv_fs_unlink(loop, &f.req, f.other, NULL);
    remove_test_file(&f);
    return answer == UV_EISDIR || answer == UV_EPERM;
}

/* The memory was full of other bytes. The text of the link must still end where it ends. */
static int ask_link_read_into_old_memory(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    (void)h;
    make_test_file(&f);
    if (symlink(f.path, f.other) < 0)
        return UV_EILSEQ;
    for (size_t size = 4096; size <= 4097; size++) {
        char *old = malloc(size);
        for (size_t i = 0; old && i < size; i++)
            ((volatile char *)old)[i] = 'x';
        free(old);
    }
    int answer = uv_fs_readlink(loop, &f.req, f.other, NULL);
    answer = answer < 0 ? answer : reported_text(&f);
    remove_test_file(&f);
    return answer;
}

static int ask_requests_of_their_types(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_fs_t req;
    (void)h;
    uv_fs_fdatasync(loop, &req, 9999, NULL);
    int answer = uv_fs_get_type(&req) == UV_FS_FDATASYNC && req.loop == loop && req.type == UV_FS;
    uv_fs_utime(loop, &req, "/no/such/file", 1, 1, NULL);
    answer += 2 * (uv_fs_get_type(&req) == UV_FS_UTIME && strcmp(req.path, "/no/such/file") == 0);
    uv_fs_req_cleanup(&req);
    uv_fs_lstat(loop, &req, "/", NULL);
    answer += 4 * (uv_fs_get_statbuf(&req) == &req.statbuf &&
                   S_ISDIR(uv_fs_get_statbuf(&req)->st_mode));
    uv_fs_req_cleanup(&req);
    uv_fs_rmdir(loop, &req, "/no/such/folder", NULL);
    answer += 8 * (uv_fs_get_type(&req) == UV_FS_RMDIR && req.path &&
                   strcmp(req.path, "/no/such/folder") == 0);
    uv_fs_req_cleanup(&req);
    return answer + 16 * (uv_fs_stat(loop, NULL, "/", NULL) == UV_EINVAL);
}

static int ask_file_written_of_nothing(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_fs_t req;
    uv_buf_t none = uv_buf_init(NULL, 0);
    (void)h;
    return uv_fs_write(loop, &req, 1, &none, 0, 0, NULL);
}

static void read_and_clean(uv_loop_t *loop, const char *path)
{
    uv_fs_t req;
    uv_dirent_t entries[2];
    if (uv_fs_opendir(loop, &req, path, NULL) < 0)
        return;
    uv_dir_t *folder = req.ptr;
    uv_fs_req_cleanup(&req);
    folder->dirents = entries;
    folder->nentries = 2;
    uv_fs_readdir(loop, &req, folder, NULL);
    uv_fs_req_cleanup(&req);
    uv_fs_closedir(loop, &req, folder, NULL);
    uv_fs_req_cleanup(&req);
}

/* How many bytes each of many requests leaks, after all of them were cleaned up. */
static int ask_requests_leave_no_memory(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    struct mallinfo2 was, now;
    char path[3000];
    (void)h;
    make_test_file(&f);
    if (symlink("f", f.other) < 0)
        return UV_EILSEQ;
    int at = snprintf(path, sizeof path, "%s", f.folder);
    while (at < 2900)
        at += snprintf(path + at, sizeof path - at, "/.");
    for (int i = -2; i < 100; i++) {
        if (i == 0)
            was = mallinfo2();
        uv_fs_stat(loop, &f.req, path, count_call);
        uv_run(loop, UV_RUN_DEFAULT);
        uv_fs_req_cleanup(&f.req);
        uv_fs_readlink(loop, &f.req, f.other, NULL);
        uv_fs_req_cleanup(&f.req);
        for (int k = 0; k < 30; k++)
            uv_fs_scandir(loop, &f.req, f.folder, 0, NULL), uv_fs_req_cleanup(&f.req);
        for (int k = 0; k < 30; k++)
            read_and_clean(loop, f.folder);
    }
    now = mallinfo2();
    remove_test_file(&f);
    return now.uordblks < was.uordblks + 50000;
}

#endif
