/* same_as_posix.h - questions that make a call by libuv and by the system, on all kinds of files,
 * and compare what comes of it; and the same with more bytes, files and buffers than usual. */
#ifndef QUESTIONS_SAME_AS_POSIX_H
#define QUESTIONS_SAME_AS_POSIX_H
#include "questions/common.h"
#include "questions/file.h"
#include "questions/folder.h"
#include "questions/socket_options.h"

/* ---- ASK-207 ---- */
/* A folder with a file that has three names, a link to it, a link to nothing, a folder, a named
 * pipe, and a name that is not there. */
struct kinds_of_files {
    char folder[48], paths[7][64];
};

/* Where files do not wait for a disk, if there is such a folder. */
static const char *folder_of_memory(void)
{
    return access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
}

static void make_kinds_of_files(struct kinds_of_files *k)
{
    static const char *const names[7] = {
        "file", "link", "loose", "inner", "fifo", "none", "twice"
    };
    snprintf(k->folder, sizeof k->folder, "%s/asked-%d-kinds", folder_of_memory(), (int)getpid());
    mkdir(k->folder, 0700);
    for (int i = 0; i < 7; i++)
        snprintf(k->paths[i], sizeof k->paths[i], "%s/%s", k->folder, names[i]);
    int fd = open(k->paths[0], O_WRONLY | O_CREAT | O_CLOEXEC, 0640);
    int ignored = write(fd, "hello", 5) == 5 ? fchown(fd, 1001, 1002) : 0;
    close(fd);
    (void)ignored;
    if (symlink("file", k->paths[1]) < 0 || symlink("none", k->paths[2]) < 0 ||
        link(k->paths[0], k->paths[6]) < 0 || mkdir(k->paths[3], 0750) < 0 ||
        mkfifo(k->paths[4], 0600) < 0)
        perror("asked");
}

static void remove_kinds_of_files(struct kinds_of_files *k)
{
    for (int i = 0; i < 7; i++)
        remove(k->paths[i]);
    rmdir(k->folder);
}

/* The error, or the flags of the descriptor; the file has five bytes unless it was cut. */
static int flags_or_error(int fd, const char *path)
{
    struct stat s = { 0 };
    int flags = fd < 0 ? fd : fcntl(fd, F_GETFL);
    if (fd >= 0)
        close(fd);
    stat(path, &s);
    return flags < 0 ? flags : 2 * flags + (s.st_size == 5);
}

/* Each flag by itself, on each kind of file. How many are opened, or refused, as open(2) does? */
static int ask_opened_with_each_flag(uv_loop_t *loop, union uv_any_handle *h)
{
    static const int flags[] = { 0,          O_APPEND,  O_CREAT | O_EXCL, O_DIRECTORY,
                                 O_DSYNC,    O_NOATIME, O_NOCTTY,         O_NOFOLLOW,
                                 O_NONBLOCK, O_SYNC,    O_TRUNC,          O_TRUNC | O_APPEND };
    int right = 0;
    (void)h;
    struct kinds_of_files k = { 0 };
    make_kinds_of_files(&k);
    for (int kind = 0; kind < 6; kind++)
        for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
            int answers[2];
            /* Without a reader a named pipe is opened for both. */
            int mode = flags[i] | (kind == 4 ? O_RDWR : i % 2 ? O_WRONLY : O_RDWR);
            for (int by_system = 0; by_system < 2; by_system++) {
                uv_fs_t req;
                unlink(k.paths[5]);
                if (truncate(k.paths[0], 5) < 0)
                    return -errno;
                int fd = by_system ? open(k.paths[kind], mode | O_CLOEXEC, 0600)
                                   : uv_fs_open(loop, &req, k.paths[kind], mode, 0600, NULL);
                answers[by_system] = flags_or_error(by_system && fd < 0 ? -errno : fd, k.paths[0]);
            }
            right += answers[0] == answers[1];
        }
    remove_kinds_of_files(&k);
    return right;
}

static int same_fields(const uv_stat_t *a, const struct stat *b)
{
    return a->st_mode == b->st_mode && a->st_nlink == b->st_nlink && a->st_uid == b->st_uid &&
           a->st_gid == b->st_gid && a->st_ino == b->st_ino && a->st_size == (uint64_t)b->st_size &&
           a->st_blocks == (uint64_t)b->st_blocks && a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
           a->st_mtim.tv_nsec == b->st_mtim.tv_nsec && a->st_ctim.tv_sec == b->st_ctim.tv_sec &&
           a->st_ctim.tv_nsec == b->st_ctim.tv_nsec;
}

/* The fields of each kind, followed and not, with one name and with two or three. */
static int ask_fields_of_each_kind(uv_loop_t *loop, union uv_any_handle *h)
{
    struct kinds_of_files k = { 0 };
    int right = 0;
    (void)h;
    make_kinds_of_files(&k);
    for (int i = 0; i < 21; i++) {
        struct stat usual;
        uv_fs_t req;
        char third[80];
        const char *path = k.paths[i % 7];
        snprintf(third, sizeof third, "%s.third", k.paths[0]);
        if (i == 14 && link(k.paths[0], third) < 0)
            break;
        int followed = i < 7 || i >= 14;
        int answer = followed ? uv_fs_stat(loop, &req, path, NULL)
                              : uv_fs_lstat(loop, &req, path, NULL);
        int expected = (followed ? stat(path, &usual) : lstat(path, &usual)) < 0 ? -errno : 0;
        right += answer == expected && (answer < 0 || same_fields(&req.statbuf, &usual));
        uv_fs_req_cleanup(&req);
        if (i == 20)
            unlink(third);
    }
    remove_kinds_of_files(&k);
    return right;
}

/* One of eleven calls, by libuv or by the system: 0, or the error. */
static int call_on_path(uv_loop_t *loop, int call, const char *path, const char *other,
                        int by_system)
{
    char text[96];
    uv_fs_t r;
    int answer = 0;
    if (!by_system) {
        switch (call) {
        case 0: answer = uv_fs_unlink(loop, &r, path, NULL); break;
        case 1: answer = uv_fs_rmdir(loop, &r, path, NULL); break;
        case 2: answer = uv_fs_mkdir(loop, &r, path, 0700, NULL); break;
        case 3: answer = uv_fs_rename(loop, &r, path, other, NULL); break;
        case 4: answer = uv_fs_rename(loop, &r, other, path, NULL); break;
        case 5: answer = uv_fs_link(loop, &r, path, other, NULL); break;
        case 6: answer = uv_fs_link(loop, &r, other, path, NULL); break;
        case 7: answer = uv_fs_symlink(loop, &r, other, path, 0, NULL); break;
        case 8: answer = uv_fs_readlink(loop, &r, path, NULL); break;
        case 9: answer = uv_fs_chmod(loop, &r, path, 0604, NULL); break;
        default: answer = uv_fs_access(loop, &r, path, X_OK, NULL); break;
        }
        uv_fs_req_cleanup(&r);
        return answer;
    }
    switch (call) {
    case 0: answer = unlink(path); break;
    case 1: answer = rmdir(path); break;
    case 2: answer = mkdir(path, 0700); break;
    case 3: answer = rename(path, other); break;
    case 4: answer = rename(other, path); break;
    case 5: answer = link(path, other); break;
    case 6: answer = link(other, path); break;
    case 7: answer = symlink(other, path); break;
    case 8: answer = readlink(path, text, sizeof text) < 0 ? -1 : 0; break;
    case 9: answer = chmod(path, 0604); break;
    default: answer = access(path, X_OK); break;
    }
    return answer < 0 ? -errno : 0;
}

static int kind_and_rights(const char *path)
{
    struct stat s = { 0 };
    return lstat(path, &s) < 0 ? -1 : (int)s.st_mode;
}

/* Each call on each kind of file, and the same with each kind as the second path: how many have the
 * result of the system's call, and leave what that leaves? */
static int ask_each_call_on_each_kind(uv_loop_t *loop, union uv_any_handle *h)
{
    int right = 0;
    (void)h;
    for (int i = 0; i < 11 * 7; i++) {
        int results[2], left[2][3];
        for (int by_system = 0; by_system < 2; by_system++) {
            struct kinds_of_files k = { 0 };
            make_kinds_of_files(&k);
            const char *path = k.paths[i % 7], *other = k.paths[(i + 3) % 7];
            results[by_system] = call_on_path(loop, i / 7, path, other, by_system);
            left[by_system][0] = kind_and_rights(path);
            left[by_system][1] = kind_and_rights(other);
            left[by_system][2] = kind_and_rights(k.paths[0]);
            remove_kinds_of_files(&k);
        }
        right += results[0] == results[1] && memcmp(left[0], left[1], sizeof left[0]) == 0;
    }
    return right;
}

/* 1: a link to a long path. 2: into 200 parts. 4: a length below 0 is EINVAL. 8: both paths of a
 * rename may be gone when the call has returned. */
static int ask_long_paths_and_many_parts(uv_loop_t *loop, union uv_any_handle *h)
{
    char target[3001] = "", bytes[201] = "", first[64], other[64];
    uv_buf_t parts[200];
    struct test_file f;
    int answer = 0;
    (void)h;
    make_test_file(&f);
    memset(target, 'x', 3000);
    for (int i = 0; i < 200; i++)
        parts[i] = uv_buf_init(bytes + i, 1);
    if (uv_fs_symlink(loop, &f.req, target, f.other, 0, NULL) == 0) {
        uv_fs_req_cleanup(&f.req);
        answer = uv_fs_readlink(loop, &f.req, f.other, NULL) == 0 && strcmp(f.req.ptr, target) == 0;
    }
    uv_fs_req_cleanup(&f.req);
    unlink(f.other);
    if (pwrite(f.fd, target, 200, 0) == 200 &&
        uv_fs_read(loop, &f.req, f.fd, parts, 200, 0, NULL) == 200)
        answer += 2 * (strlen(bytes) == 200);
    uv_fs_req_cleanup(&f.req);
    answer += 4 * (uv_fs_ftruncate(loop, &f.req, f.fd, -1, NULL) == UV_EINVAL);
    uv_fs_req_cleanup(&f.req);
    strcpy(first, f.path);
    strcpy(other, f.other);
    uv_fs_rename(loop, &f.req, first, other, count_call);
    first[strlen(first) - 1] = 'y';
    other[strlen(other) - 1] = 'z';
    uv_run(loop, UV_RUN_DEFAULT);
    answer += 8 * (f.calls == 1 && f.req.result == 0 && access(f.other, F_OK) == 0);
    unlink(other);
    remove_test_file(&f);
    return answer;
}

/* When a file was made is what the system says, also of files that have changed since. */
static int ask_times_of_birth(uv_loop_t *loop, union uv_any_handle *h)
{
    static const char *const paths[3] = { "/bin/sh", "/etc/passwd", "/proc/self/exe" };
    int right = 0;
    (void)h;
    for (int i = 0; i < 3; i++) {
        struct statx usual = { 0 };
        uv_fs_t req;
        int answer = uv_fs_stat(loop, &req, paths[i], NULL);
        const uv_timespec_t *born = &req.statbuf.st_birthtim;
        if (statx(AT_FDCWD, paths[i], 0, STATX_BTIME, &usual) < 0)
            right++;
        else
            right += answer == 0 && born->tv_sec == usual.stx_btime.tv_sec &&
                     born->tv_nsec == (long)usual.stx_btime.tv_nsec;
        uv_fs_req_cleanup(&req);
    }
    return right;
}

/* Paths that end in a slash, go up, begin in the folder itself, or lead through links. */
static int ask_resolved_in_each_form(uv_loop_t *loop, union uv_any_handle *h)
{
    static const char *const forms[] = {
        "%s",        "%s/",      "%s/inner/", "%s/inner/..", "%s//file",
        "%s/./link", "%s/loose", "%s/none",   "%s/file/",    "%s/inner/../link"
    };
    struct kinds_of_files k = { 0 };
    int right = 0;
    (void)h;
    make_kinds_of_files(&k);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char path[96], usual[PATH_MAX] = "";
        uv_fs_t req;
        snprintf(path, sizeof path, forms[i], k.folder);
        int expected = realpath(path, usual) ? 0 : -errno;
        int answer = uv_fs_realpath(loop, &req, path, NULL);
        right += answer == expected && (answer < 0 || strcmp(req.ptr, usual) == 0);
        uv_fs_req_cleanup(&req);
    }
    remove_kinds_of_files(&k);
    return right;
}

static ino_t number_of(const char *path)
{
    struct stat s = { 0 };
    lstat(path, &s);
    return s.st_ino;
}

/* 1: a hard link to a link is one to the link. 2 and 4: what is made under a generated name has
 * only its owner's rights. 8: a descriptor that cannot be flushed is EINVAL, for both calls. */
static int ask_rights_of_generated_names(uv_loop_t *loop, union uv_any_handle *h)
{
    struct kinds_of_files k = { 0 };
    struct stat s = { 0 };
    uv_fs_t req;
    int ends[2], answer = 0;
    char pattern[80];
    (void)h;
    make_kinds_of_files(&k);
    if (uv_fs_link(loop, &req, k.paths[1], k.paths[5], NULL) == 0)
        answer += number_of(k.paths[5]) == number_of(k.paths[1]);
    uv_fs_req_cleanup(&req);
    snprintf(pattern, sizeof pattern, "%s/dXXXXXX", k.folder);
    if (uv_fs_mkdtemp(loop, &req, pattern, NULL) == 0 && stat(req.path, &s) == 0)
        answer += 2 * ((s.st_mode & 07777) == 0700);
    rmdir(req.path);
    uv_fs_req_cleanup(&req);
    snprintf(pattern, sizeof pattern, "%s/fXXXXXX", k.folder);
    int fd = uv_fs_mkstemp(loop, &req, pattern, NULL);
    if (fd >= 0 && fstat(fd, &s) == 0)
        answer += 4 * ((s.st_mode & 07777) == 0600);
    close(fd);
    unlink(req.path);
    uv_fs_req_cleanup(&req);
    if (pipe(ends) == 0) {
        answer += 8 * (uv_fs_fsync(loop, &req, ends[1], NULL) == UV_EINVAL &&
                       uv_fs_fdatasync(loop, &req, ends[1], NULL) == UV_EINVAL);
        close(ends[0]);
        close(ends[1]);
    }
    remove_kinds_of_files(&k);
    return answer;
}

/* Of three MiB nearly all is a hole. 1: they are copied whole. 2: and sent whole. */
static int ask_three_mib_copied(uv_loop_t *loop, union uv_any_handle *h)
{
    char byte = 0;
    struct test_file f;
    struct stat s = { 0 };
    int answer = 0;
    (void)h;
    make_test_file(&f);
    if (ftruncate(f.fd, 48 << 16) < 0 || pwrite(f.fd, "x", 1, 40 << 16) != 1)
        return -errno;
    uv_fs_copyfile(loop, &f.req, f.path, f.other, 0, NULL);
    int fd = open(f.other, O_RDWR | O_CLOEXEC);
    answer += f.req.result == 0 && fstat(fd, &s) == 0 && s.st_size == 48 << 16 &&
              pread(fd, &byte, 1, 40 << 16) == 1 && byte == 'x';
    uv_fs_req_cleanup(&f.req);
    int64_t sent = 0;
    for (int steps = 0; steps < 9 && ftruncate(fd, sent) == 0 && sent < 48 << 16; steps++) {
        ssize_t more = uv_fs_sendfile(loop, &f.req, fd, f.fd, sent, (48 << 16) - (size_t)sent,
                                      NULL);
        uv_fs_req_cleanup(&f.req);
        if (more <= 0)
            break;
        sent += more;
    }
    answer += 2 * (sent == 48 << 16);
    close(fd);
    remove_test_file(&f);
    return answer;
}

/* A copy that must be new is EEXIST, whatever else it must be: 1, 2 and 4. What is there stays: 8. */
static int ask_new_copy_with_other_flags(uv_loop_t *loop, union uv_any_handle *h)
{
    static const int others[3] = { 0, UV_FS_COPYFILE_FICLONE, UV_FS_COPYFILE_FICLONE_FORCE };
    struct test_file f;
    struct stat s = { 0 };
    int answer = 0;
    (void)h;
    make_test_file(&f);
    close(open(f.other, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    for (int i = 0; i < 3; i++) {
        answer += (uv_fs_copyfile(loop, &f.req, f.path, f.other, UV_FS_COPYFILE_EXCL | others[i],
                                  NULL) == UV_EEXIST)
                  << i;
        uv_fs_req_cleanup(&f.req);
    }
    answer += 8 * (stat(f.other, &s) == 0 && s.st_size == 0);
    remove_test_file(&f);
    return answer;
}

/* A folder of 300 files: the number, and how many names come by each call. */
static int ask_folder_of_300(uv_loop_t *loop, union uv_any_handle *h)
{
    char folder[64], path[80];
    uv_dirent_t e, part[64];
    uv_fs_t req;
    int came, seen = 0, read = 0;
    (void)h;
    snprintf(folder, sizeof folder, "%s/asked-%d-300", folder_of_memory(), (int)getpid());
    mkdir(folder, 0700);
    for (int i = 0; i < 300; i++) {
        snprintf(path, sizeof path, "%s/%d", folder, i);
        close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    }
    int answer = uv_fs_scandir(loop, &req, folder, 0, NULL);
    while (uv_fs_scandir_next(&req, &e) == 0)
        seen++;
    uv_fs_req_cleanup(&req);
    if (uv_fs_opendir(loop, &req, folder, NULL) == 0) {
        uv_dir_t *opened = req.ptr;
        uv_fs_req_cleanup(&req);
        opened->dirents = part;
        opened->nentries = 64;
        while ((came = uv_fs_readdir(loop, &req, opened, NULL)) > 0) {
            read += came;
            uv_fs_req_cleanup(&req);
        }
        uv_fs_closedir(loop, &req, opened, NULL);
        uv_fs_req_cleanup(&req);
    }
    for (int i = 0; i < 300; i++) {
        snprintf(path, sizeof path, "%s/%d", folder, i);
        unlink(path);
    }
    rmdir(folder);
    return (answer == 300) + 2 * (seen == 300) + 4 * (read == 300);
}

/* Six buffers, of which the first, one within and the last have no bytes: 1 written at once, 2
 * later, 4 and 8 at a place. */
static int ask_written_with_empty_parts(uv_loop_t *loop, union uv_any_handle *h)
{
    int answer = 0;
    (void)h;
    for (int i = 0; i < 4; i++) {
        static const char *const texts[6] = { "", "ab", "", "", "cde", "" };
        struct test_file f;
        uv_buf_t parts[6];
        char written[8] = "";
        make_test_file(&f);
        for (int j = 0; j < 6; j++)
            parts[j] = uv_buf_init((char *)texts[j], (unsigned)strlen(texts[j]));
        lseek(f.fd, 0, SEEK_SET);
        uv_fs_write(loop, &f.req, f.fd, parts, 6, i < 2 ? -1 : 0, i % 2 ? count_call : NULL);
        uv_run(loop, UV_RUN_DEFAULT);
        answer += (f.req.result == 5 && pread(f.fd, written, 8, 0) == 5 &&
                   memcmp(written, "abcde", 5) == 0)
                  << i;
        remove_test_file(&f);
    }
    return answer;
}

/* ---- ASK-206 ---- */
static void note_only_one(uv_getaddrinfo_t *req, int status, struct addrinfo *found)
{
    *(int *)req->data = status == 0 && found && found->ai_socktype == SOCK_DGRAM && !found->ai_next;
    uv_freeaddrinfo(found);
}

/* The hints and the texts may be gone when the call has returned. */
static int ask_lookup_whose_arguments_are_gone(uv_loop_t *loop, union uv_any_handle *h)
{
    struct addrinfo hints = { .ai_socktype = SOCK_DGRAM, .ai_flags = AI_NUMERICHOST };
    char host[16] = "127.0.0.1", service[8] = "80";
    uv_getaddrinfo_t req;
    int right = 0;
    (void)h;
    req.data = &right;
    uv_getaddrinfo(loop, &req, note_only_one, host, service, &hints);
    memset(&hints, 0xff, sizeof hints);
    memset(host, 'x', sizeof host - 1);
    memset(service, 'y', sizeof service - 1);
    uv_run(loop, UV_RUN_DEFAULT);
    return right;
}

/* ---- ASK-208 ---- */
/* How many connects succeed before one has to wait, with this many in the queue? */
static int queued_connections(uv_loop_t *loop, union uv_any_handle *h, int backlog)
{
    struct sockaddr_un at = { .sun_family = AF_UNIX };
    int count = 0, clients[40];
    if (bind_own(loop, &h->pipe) < 0)
        return -1;
    snprintf(at.sun_path, sizeof at.sun_path, "/tmp/asked-%d.sock", (int)getpid());
    uv_listen(&h->stream, backlog, NULL);
    for (; count < 40; count++) {
        clients[count] = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (connect(clients[count], (struct sockaddr *)&at, sizeof at) < 0) {
            close(clients[count]);
            break;
        }
    }
    for (int i = 0; i < count; i++)
        close(clients[i]);
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    return count;
}

/* Linux queues one more than it was asked for. Of a TCP listener it reports the number. */
static int ask_backlog_of_each_size(uv_loop_t *loop, union uv_any_handle *h)
{
    static const int sizes[4] = { 0, 1, 5, 20 };
    int right = 0;
    for (int i = 0; i < 4; i++) {
        struct sockaddr_in at = local_port(0);
        struct tcp_info info = { 0 };
        socklen_t size = sizeof info;
        uv_os_fd_t fd;
        right += queued_connections(loop, h, sizes[i]) == sizes[i] + 1;
        uv_tcp_init(loop, &h->tcp);
        uv_tcp_bind(&h->tcp, (struct sockaddr *)&at, 0);
        uv_listen(&h->stream, sizes[i], NULL);
        right += uv_fileno(&h->handle, &fd) == 0 &&
                 getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 &&
                 info.tcpi_sacked == (unsigned)sizes[i];
        uv_close(&h->handle, NULL);
        uv_run(loop, UV_RUN_DEFAULT);
    }
    return right;
}

/* ---- TELL-8 ---- */
/* Times that were set are replaced, also by the system's usual ones. */
static int ask_tcp_kept_alive_as_usual_again(uv_loop_t *loop, union uv_any_handle *h)
{
    int (*call)(uv_tcp_t *, int, unsigned, unsigned, unsigned);
    find_call("uv_tcp_keepalive_ex", &call);
    if (!call)
        return UV_ENOSYS;
    uv_tcp_init_ex(loop, &h->tcp, AF_INET);
    call(&h->tcp, 1, 20, 21, 22);
    return (call(&h->tcp, 1, 7200, 75, 9) == 0) +
           2 * (socket_option(&h->handle, IPPROTO_TCP, TCP_KEEPIDLE) == 7200 &&
                socket_option(&h->handle, IPPROTO_TCP, TCP_KEEPINTVL) == 75 &&
                socket_option(&h->handle, IPPROTO_TCP, TCP_KEEPCNT) == 9);
}

/* ---- ASK-196 ---- */
struct largest {
    char room[65536];
    ssize_t size;
};

static void room_for_largest(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    struct largest *l = handle->data;
    (void)size;
    *buffer = uv_buf_init(l->room, sizeof l->room);
}

static void note_largest(uv_udp_t *udp, ssize_t size, const uv_buf_t *buffer,
                         const struct sockaddr *from, unsigned flags)
{
    struct largest *l = udp->data;
    (void)buffer, (void)flags;
    if (from)
        l->size = size;
}

/* 65507 bytes are the most that a datagram has over IPv4. */
static int ask_largest_datagram(uv_loop_t *loop, union uv_any_handle *h)
{
    static struct largest l;
    static char bytes[65507];
    struct sockaddr_in at = local_port(0);
    int size = sizeof at;
    uv_buf_t part = uv_buf_init(bytes, sizeof bytes);
    l.size = 0;
    uv_udp_init(loop, &h->udp);
    uv_udp_bind(&h->udp, (struct sockaddr *)&at, 0);
    uv_udp_getsockname(&h->udp, (struct sockaddr *)&at, &size);
    h->udp.data = &l;
    uv_udp_recv_start(&h->udp, room_for_largest, note_largest);
    int answer = uv_udp_try_send(&h->udp, &part, 1, (struct sockaddr *)&at);
    for (int i = 0; i < 5; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    return answer < 0 ? answer : (answer == 65507) + 2 * (l.size == 65507);
}

#endif
