/* libuv_file_questions.h - questions about files and folders; a part of libuv_questions.h. */
/* clang-format off */


/* ---- ASK-25 ---- */
/* A file with "hello" in a folder of its own, and a call about it. */
T(asked_file,
  M(char folder[40], path[64], other[64], bytes[16];)
  M(int fd, calls;)
  M(uv_buf_t buffer[2];)
  M(uv_fs_t req;))
H(make_asked, S(static void make_asked(struct asked_file *f)),
  L(memset(f, 0, sizeof *f);)
  L(snprintf(f->folder, sizeof f->folder, "/tmp/asked-%d", (int)getpid());)
  L(snprintf(f->path, sizeof f->path, "%s/f", f->folder);)
  L(snprintf(f->other, sizeof f->other, "%s/g", f->folder);)
  L(mkdir(f->folder, 0700);)
  L(f->fd = open(f->path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);)
  L(if (write(f->fd, "hello", 5) == 5) lseek(f->fd, 1, SEEK_SET);)
  L(f->buffer[0] = uv_buf_init(f->bytes, 2);)
  L(f->buffer[1] = uv_buf_init(f->bytes + 2, 3);)
  L(f->req.data = &f->calls;))
H(drop_asked, S(static void drop_asked(struct asked_file *f)),
  L(uv_fs_req_cleanup(&f->req);)
  L(close(f->fd);)
  L(unlink(f->path);)
  L(if (unlink(f->other) < 0) rmdir(f->other);)
  L(rmdir(f->folder);))
Q(FILE_ASKED_FOR_AT_ONCE, file_asked_for_at_once, "file-asked-for-at-once",
  L(struct asked_file f;)
  L((void)h;)
  L(make_asked(&f);)
  L(int answer = uv_fs_stat(loop, &f.req, f.path, NULL);)
  L(answer = answer < 0 ? answer : f.req.result == 0 && f.req.statbuf.st_size == 5 && f.calls == 0 && !uv_loop_alive(loop);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(answer = f.calls ? UV_EALREADY : answer;)
  L(drop_asked(&f);)
  L(return answer;))
H(count_call, S(static void count_call(uv_fs_t *req)),
  L(++*(int *)req->data;))
Q(FILE_ASKED_FOR_LATER, file_asked_for_later, "file-asked-for-later",
  L(struct asked_file f;)
  L((void)h;)
  L(make_asked(&f);)
  L(int answer = uv_fs_stat(loop, &f.req, f.path, count_call) == 0;)
  L(answer += 2 * (f.calls == 0 && uv_loop_alive(loop) != 0);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(answer += 4 * (f.calls == 1 && f.req.result == 0) + 8 * !uv_loop_alive(loop);)
  L(drop_asked(&f);)
  L(return answer;))
Q(FILE_THAT_FAILS_LATER, file_that_fails_later, "file-that-fails-later",
  L(struct asked_file f;)
  L((void)h;)
  L(make_asked(&f);)
  L(int answer = uv_fs_stat(loop, &f.req, f.other, count_call) == 0;)
  L(answer += 2 * (f.calls == 0);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(answer += 4 * (f.calls == 1 && f.req.result == UV_ENOENT);)
  L(drop_asked(&f);)
  L(return answer;))

/* ---- ASK-26 ---- */
/* What both ways of the call lead to, at once and by a callback. EPROTO if they are not the same or
 * do not tell their result, EALREADY for a callback within the call, ECANCELED if the loop does not
 * wait, ETIMEDOUT unless it calls back once. */
H(file_call, S(static int file_call(uv_loop_t *loop, int (*call)(uv_loop_t *, struct asked_file *, uv_fs_cb), int (*seen)(struct asked_file *))),
  L(struct asked_file f;)
  L(make_asked(&f);)
  L(int answer = call(loop, &f, NULL), told = (int)uv_fs_get_result(&f.req), first = seen(&f);)
  L(int calls = f.calls, waits = uv_loop_alive(loop);)
  L(drop_asked(&f);)
  L(if (answer != told || waits) return UV_EPROTO;)
  L(if (calls) return UV_EALREADY;)
  L(make_asked(&f);)
  L(answer = call(loop, &f, count_call);)
  L(waits = uv_loop_alive(loop);)
  L(calls = f.calls;)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(int later = answer < 0 ? answer : calls ? UV_EALREADY : !waits ? UV_ECANCELED : f.calls != 1 ? UV_ETIMEDOUT : seen(&f);)
  L(later = answer > 0 ? UV_EPROTO : later;)
  L(drop_asked(&f);)
  L(return later == first || (later < 0 && later != UV_EPROTO && first >= 0) ? later : UV_EPROTO;))
/* A descriptor that is open counts as 1. */
H(its_descriptor, S(static int its_descriptor(struct asked_file *f)),
  L(int fd = (int)f->req.result;)
  L(if (fd < 0) return fd;)
  L(int answer = fcntl(fd, F_GETFD) >= 0 && fd != f->fd;)
  L(close(fd);)
  L(return answer;))
H(open_it, S(static int open_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_open(loop, &f->req, f->path, O_RDONLY, 0, cb);))
Q(FILE_OPENED, file_opened, "file-opened",
  L((void)h;)
  L(return file_call(loop, open_it, its_descriptor);))
H(open_nothing, S(static int open_nothing(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_open(loop, &f->req, f->other, O_RDONLY, 0, cb);))
Q(FILE_OPENED_NOWHERE, file_opened_nowhere, "file-opened-nowhere",
  L((void)h;)
  L(return file_call(loop, open_nothing, its_descriptor);))
H(create_it, S(static int create_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_open(loop, &f->req, f->other, O_WRONLY | O_CREAT | O_EXCL, 0600, cb);))
Q(FILE_CREATED, file_created, "file-created",
  L((void)h;)
  L(return file_call(loop, create_it, its_descriptor);))
H(its_result, S(static int its_result(struct asked_file *f)),
  L(return (int)f->req.result;))
H(close_it, S(static int close_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_close(loop, &f->req, dup(f->fd), cb);))
Q(FILE_CLOSED, file_closed, "file-closed",
  L((void)h;)
  L(return file_call(loop, close_it, its_result);))
H(close_nothing, S(static int close_nothing(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_close(loop, &f->req, 9999, cb);))
Q(FILE_CLOSED_TWICE, file_closed_twice, "file-closed-twice",
  L((void)h;)
  L(return file_call(loop, close_nothing, its_result);))
H(its_bytes, S(static int its_bytes(struct asked_file *f)),
  L(int answer = (int)f->req.result, at = (int)lseek(f->fd, 0, SEEK_CUR);)
  L(return answer < 0 ? answer : memcmp(f->bytes, "hello" + 5 - answer, (size_t)answer) ? UV_EILSEQ : 10 * answer + at;))
H(read_it, S(static int read_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_read(loop, &f->req, f->fd, f->buffer, 2, 0, cb);))
Q(FILE_READ, file_read, "file-read",
  L((void)h;)
  L(return file_call(loop, read_it, its_bytes);))
H(read_at_3, S(static int read_at_3(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_read(loop, &f->req, f->fd, f->buffer, 2, 3, cb);))
Q(FILE_READ_AT_3, file_read_at_3, "file-read-at-3",
  L((void)h;)
  L(return file_call(loop, read_at_3, its_bytes);))
H(read_on, S(static int read_on(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_read(loop, &f->req, f->fd, f->buffer, 2, -1, cb);))
Q(FILE_READ_ON, file_read_on, "file-read-on",
  L((void)h;)
  L(return file_call(loop, read_on, its_bytes);))
H(read_past, S(static int read_past(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_read(loop, &f->req, f->fd, f->buffer, 2, 9, cb);))
Q(FILE_READ_PAST_THE_END, file_read_past_the_end, "file-read-past-the-end",
  L((void)h;)
  L(return file_call(loop, read_past, its_bytes);))
Q(FILE_READ_INTO_NOTHING, file_read_into_nothing, "file-read-into-nothing",
  L(uv_fs_t req;)
  L(uv_buf_t none = uv_buf_init(NULL, 0);)
  L((void)h;)
  L(int answer = uv_fs_read(loop, &req, 0, &none, 0, 0, NULL);)
  L(return uv_fs_read(loop, &req, 0, &none, 0, 0, count_call) == answer ? answer : UV_EPROTO;))
H(read_nobody, S(static int read_nobody(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_read(loop, &f->req, 9999, f->buffer, 1, 0, cb);))
Q(FILE_READ_OF_NOBODY, file_read_of_nobody, "file-read-of-nobody",
  L((void)h;)
  L(return file_call(loop, read_nobody, its_result);))
H(its_contents, S(static int its_contents(struct asked_file *f)),
  L(char bytes[16] = "";)
  L(int at = (int)lseek(f->fd, 0, SEEK_CUR);)
  L(int size = (int)pread(f->fd, bytes, sizeof bytes - 1, 0);)
  L(return f->req.result < 0 ? (int)f->req.result : size != 5 ? UV_EILSEQ : strcmp(bytes, "helHE") == 0 ? at : strcmp(bytes, "hHElo") == 0 ? 10 + at : UV_EILSEQ;))
H(write_it, S(static int write_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(f->buffer[0] = f->buffer[1] = uv_buf_init((char *)"HE", 2);)
  L(return uv_fs_write(loop, &f->req, f->fd, f->buffer, 1, 3, cb);))
Q(FILE_WRITTEN, file_written, "file-written",
  L((void)h;)
  L(return file_call(loop, write_it, its_contents);))
H(write_on, S(static int write_on(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(f->buffer[0] = uv_buf_init((char *)"HE", 2);)
  L(return uv_fs_write(loop, &f->req, f->fd, f->buffer, 1, -1, cb);))
Q(FILE_WRITTEN_ON, file_written_on, "file-written-on",
  L((void)h;)
  L(return file_call(loop, write_on, its_contents);))
H(write_parts, S(static int write_parts(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(f->buffer[0] = f->buffer[1] = uv_buf_init((char *)"HE", 2);)
  L(return uv_fs_write(loop, &f->req, f->fd, f->buffer, 2, 0, cb);))
Q(FILE_WRITTEN_IN_PARTS, file_written_in_parts, "file-written-in-parts",
  L((void)h;)
  L(return file_call(loop, write_parts, its_result);))
H(write_many, S(static int write_many(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(uv_buf_t parts[1030];)
  L(for (int i = 0; i < 1030; i++) parts[i] = uv_buf_init((char *)"x", 1);)
  L(return uv_fs_write(loop, &f->req, f->fd, parts, 1030, 0, cb);))
H(size_of_many, S(static int size_of_many(struct asked_file *f)),
  L(struct stat s = { 0 };)
  L(return f->req.result != 1030 ? (int)f->req.result : fstat(f->fd, &s) < 0 ? -errno : (int)s.st_size;))
Q(FILE_WRITTEN_IN_1030_PARTS, file_written_in_1030_parts, "file-written-in-1030-parts",
  L((void)h;)
  L(return file_call(loop, write_many, size_of_many);))
H(write_nobody, S(static int write_nobody(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_write(loop, &f->req, 9999, f->buffer, 1, 0, cb);))
Q(FILE_WRITTEN_TO_NOBODY, file_written_to_nobody, "file-written-to-nobody",
  L((void)h;)
  L(return file_call(loop, write_nobody, its_result);))

/* ---- ASK-27 ---- */
/* The size and 10 for each name, if there is one. */
H(its_size, S(static int its_size(struct asked_file *f)),
  L(struct stat s = { 0 };)
  L(if (f->req.result != 0) return (int)f->req.result;)
  L(return stat(f->path, &s) < 0 ? -errno : (int)s.st_size + 10 * (int)s.st_nlink;))
H(unlink_it, S(static int unlink_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_unlink(loop, &f->req, f->path, cb);))
Q(FILE_REMOVED, file_removed, "file-removed",
  L((void)h;)
  L(return file_call(loop, unlink_it, its_size);))
H(unlink_nothing, S(static int unlink_nothing(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_unlink(loop, &f->req, f->other, cb);))
Q(FILE_REMOVED_NOWHERE, file_removed_nowhere, "file-removed-nowhere",
  L((void)h;)
  L(return file_call(loop, unlink_nothing, its_result);))
H(other_size, S(static int other_size(struct asked_file *f)),
  L(struct stat s = { 0 };)
  L(if (f->req.result != 0) return (int)f->req.result;)
  L(return stat(f->other, &s) < 0 ? -errno : (int)s.st_size + 10 * (int)s.st_nlink;))
H(rename_it, S(static int rename_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_rename(loop, &f->req, f->path, f->other, cb);))
Q(FILE_RENAMED, file_renamed, "file-renamed",
  L((void)h;)
  L(return file_call(loop, rename_it, other_size);))
H(rename_nothing, S(static int rename_nothing(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_rename(loop, &f->req, f->other, f->path, cb);))
Q(FILE_RENAMED_NOWHERE, file_renamed_nowhere, "file-renamed-nowhere",
  L((void)h;)
  L(return file_call(loop, rename_nothing, its_result);))
H(link_it, S(static int link_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_link(loop, &f->req, f->path, f->other, cb);))
Q(FILE_LINKED, file_linked, "file-linked",
  L((void)h;)
  L(return file_call(loop, link_it, other_size);))
H(link_itself, S(static int link_itself(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_link(loop, &f->req, f->path, f->path, cb);))
Q(FILE_LINKED_TO_ITSELF, file_linked_to_itself, "file-linked-to-itself",
  L((void)h;)
  L(return file_call(loop, link_itself, its_result);))
H(symlink_it, S(static int symlink_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_symlink(loop, &f->req, f->path, f->other, 0, cb);))
Q(LINK_MADE, link_made, "link-made",
  L((void)h;)
  L(return file_call(loop, symlink_it, other_size);))
H(told_text, S(static int told_text(struct asked_file *f)),
  L(if (f->req.result != 0) return f->req.result < 0 ? (int)f->req.result : UV_EPROTO;)
  L(return f->req.ptr && strcmp(f->req.ptr, f->path) == 0;))
H(readlink_it, S(static int readlink_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(if (symlink(f->path, f->other) < 0) return -errno;)
  L(return uv_fs_readlink(loop, &f->req, f->other, cb);))
Q(LINK_READ, link_read, "link-read",
  L((void)h;)
  L(return file_call(loop, readlink_it, told_text);))
H(readlink_file, S(static int readlink_file(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_readlink(loop, &f->req, f->path, cb);))
Q(LINK_READ_OF_A_FILE, link_read_of_a_file, "link-read-of-a-file",
  L((void)h;)
  L(return file_call(loop, readlink_file, told_text);))
H(realpath_it, S(static int realpath_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(if (symlink("f", f->other) < 0) return -errno;)
  L(return uv_fs_realpath(loop, &f->req, f->other, cb);))
Q(PATH_FOLLOWED, path_followed, "path-followed",
  L((void)h;)
  L(return file_call(loop, realpath_it, told_text);))
H(realpath_nothing, S(static int realpath_nothing(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_realpath(loop, &f->req, f->other, cb);))
Q(PATH_FOLLOWED_NOWHERE, path_followed_nowhere, "path-followed-nowhere",
  L((void)h;)
  L(return file_call(loop, realpath_nothing, told_text);))
H(access_it, S(static int access_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_access(loop, &f->req, f->path, R_OK | W_OK, cb);))
Q(FILE_ACCESSED, file_accessed, "file-accessed",
  L((void)h;)
  L(return file_call(loop, access_it, its_result);))
H(access_nothing, S(static int access_nothing(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_access(loop, &f->req, f->other, F_OK, cb);))
Q(FILE_ACCESSED_NOWHERE, file_accessed_nowhere, "file-accessed-nowhere",
  L((void)h;)
  L(return file_call(loop, access_nothing, its_result);))
H(access_wrongly, S(static int access_wrongly(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_access(loop, &f->req, f->path, X_OK, cb);))
Q(FILE_NOT_TO_BE_RUN, file_not_to_be_run, "file-not-to-be-run",
  L((void)h;)
  L(return file_call(loop, access_wrongly, its_result);))

/* ---- ASK-28 ---- */
/* What the call itself told: size, names and whether `ptr` is the buffer of the request. */
H(told_size, S(static int told_size(struct asked_file *f)),
  L(const uv_stat_t *s = &f->req.statbuf;)
  L(if (f->req.result != 0) return (int)f->req.result;)
  L(return (int)s->st_size + 10 * (int)s->st_nlink + 100 * (f->req.ptr == s && uv_fs_get_ptr(&f->req) == s && uv_fs_get_statbuf(&f->req) == s);))
H(stat_it, S(static int stat_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_stat(loop, &f->req, f->path, cb);))
Q(FILE_SIZE, file_size, "file-size",
  L((void)h;)
  L(return file_call(loop, stat_it, told_size);))
H(fstat_it, S(static int fstat_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_fstat(loop, &f->req, f->fd, cb);))
Q(FILE_SIZE_BY_DESCRIPTOR, file_size_by_descriptor, "file-size-by-descriptor",
  L((void)h;)
  L(return file_call(loop, fstat_it, told_size);))
H(fstat_nothing, S(static int fstat_nothing(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_fstat(loop, &f->req, 9999, cb);))
Q(FILE_SIZE_BY_NO_DESCRIPTOR, file_size_by_no_descriptor, "file-size-by-no-descriptor",
  L((void)h;)
  L(return file_call(loop, fstat_nothing, told_size);))
H(lstat_it, S(static int lstat_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(if (symlink("f", f->other) < 0) return -errno;)
  L(return uv_fs_lstat(loop, &f->req, f->other, cb);))
Q(LINK_SIZE, link_size, "link-size",
  L((void)h;)
  L(return file_call(loop, lstat_it, told_size);))
H(stat_link, S(static int stat_link(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(if (symlink("f", f->other) < 0) return -errno;)
  L(return uv_fs_stat(loop, &f->req, f->other, cb);))
Q(LINKED_SIZE, linked_size, "linked-size",
  L((void)h;)
  L(return file_call(loop, stat_link, told_size);))
H(stat_nothing, S(static int stat_nothing(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_stat(loop, &f->req, f->other, cb);))
Q(SIZE_OF_NOTHING, size_of_nothing, "size-of-nothing",
  L((void)h;)
  L(return file_call(loop, stat_nothing, told_size);))
H(cut_it, S(static int cut_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_ftruncate(loop, &f->req, f->fd, 2, cb);))
Q(FILE_CUT, file_cut, "file-cut",
  L((void)h;)
  L(return file_call(loop, cut_it, its_size);))
H(its_rights, S(static int its_rights(struct asked_file *f)),
  L(struct stat s = { 0 };)
  L(return f->req.result != 0 ? (int)f->req.result : stat(f->path, &s) < 0 ? -errno : (int)(s.st_mode & 0777);))
H(chmod_it, S(static int chmod_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_chmod(loop, &f->req, f->path, 0444, cb);))
Q(FILE_RIGHTS, file_rights, "file-rights",
  L((void)h;)
  L(return file_call(loop, chmod_it, its_rights);))
H(fchmod_it, S(static int fchmod_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_fchmod(loop, &f->req, f->fd, 0444, cb);))
Q(FILE_RIGHTS_BY_DESCRIPTOR, file_rights_by_descriptor, "file-rights-by-descriptor",
  L((void)h;)
  L(return file_call(loop, fchmod_it, its_rights);))
H(its_times, S(static int its_times(struct asked_file *f)),
  L(struct stat s = { 0 };)
  L(if (f->req.result != 0) return (int)f->req.result;)
  L(return stat(f->path, &s) < 0 ? -errno : 10 * (int)s.st_atim.tv_sec + (int)s.st_mtim.tv_sec + (s.st_atim.tv_nsec == 500000000) + (s.st_mtim.tv_nsec == 250000000);))
H(utime_it, S(static int utime_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_utime(loop, &f->req, f->path, 1.5, 2.25, cb);))
Q(FILE_TIMES, file_times, "file-times",
  L((void)h;)
  L(return file_call(loop, utime_it, its_times);))
H(futime_it, S(static int futime_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_futime(loop, &f->req, f->fd, 1.5, 2.25, cb);))
Q(FILE_TIMES_BY_DESCRIPTOR, file_times_by_descriptor, "file-times-by-descriptor",
  L((void)h;)
  L(return file_call(loop, futime_it, its_times);))
H(chown_it, S(static int chown_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_chown(loop, &f->req, f->path, getuid(), getgid(), cb);))
Q(FILE_OWNER, file_owner, "file-owner",
  L((void)h;)
  L(return file_call(loop, chown_it, its_result);))
H(fchown_it, S(static int fchown_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_fchown(loop, &f->req, f->fd, getuid(), getgid(), cb);))
Q(FILE_OWNER_BY_DESCRIPTOR, file_owner_by_descriptor, "file-owner-by-descriptor",
  L((void)h;)
  L(return file_call(loop, fchown_it, its_result);))
H(lchown_it, S(static int lchown_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_lchown(loop, &f->req, f->path, getuid(), getgid(), cb);))
Q(LINK_OWNER, link_owner, "link-owner",
  L((void)h;)
  L(return file_call(loop, lchown_it, its_result);))
H(sync_it, S(static int sync_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_fsync(loop, &f->req, f->fd, cb);))
Q(FILE_SYNCED, file_synced, "file-synced",
  L((void)h;)
  L(return file_call(loop, sync_it, its_result);))
H(sync_nothing, S(static int sync_nothing(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_fsync(loop, &f->req, 9999, cb);))
Q(FILE_SYNCED_OF_NOBODY, file_synced_of_nobody, "file-synced-of-nobody",
  L((void)h;)
  L(return file_call(loop, sync_nothing, its_result);))
H(sync_data, S(static int sync_data(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_fdatasync(loop, &f->req, f->fd, cb);))
Q(FILE_DATA_SYNCED, file_data_synced, "file-data-synced",
  L((void)h;)
  L(return file_call(loop, sync_data, its_result);))
H(sync_no_data, S(static int sync_no_data(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_fdatasync(loop, &f->req, 9999, cb);))
Q(FILE_DATA_SYNCED_OF_NOBODY, file_data_synced_of_nobody, "file-data-synced-of-nobody",
  L((void)h;)
  L(return file_call(loop, sync_no_data, its_result);))
H(statfs_it, S(static int statfs_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_statfs(loop, &f->req, f->path, cb);))
H(told_system, S(static int told_system(struct asked_file *f)),
  L(if (f->req.result != 0) return f->req.result < 0 ? (int)f->req.result : UV_EPROTO;)
  L(return f->req.ptr && ((uv_statfs_t *)f->req.ptr)->f_bsize > 0;))
Q(FILE_SYSTEM, file_system, "file-system",
  L((void)h;)
  L(return file_call(loop, statfs_it, told_system);))

/* ---- ASK-29 ---- */
H(copy_it, S(static int copy_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_copyfile(loop, &f->req, f->path, f->other, 0, cb);))
Q(FILE_COPIED, file_copied, "file-copied",
  L((void)h;)
  L(return file_call(loop, copy_it, other_size);))
H(copy_over, S(static int copy_over(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(int to = open(f->other, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);)
  L(if (write(to, "much longer", 11) != 11) return -errno;)
  L(close(to);)
  L(return uv_fs_copyfile(loop, &f->req, f->path, f->other, 0, cb);))
Q(FILE_COPIED_OVER_ANOTHER, file_copied_over_another, "file-copied-over-another",
  L((void)h;)
  L(return file_call(loop, copy_over, other_size);))
H(copy_new, S(static int copy_new(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(close(open(f->other, O_WRONLY | O_CREAT, 0600));)
  L(return uv_fs_copyfile(loop, &f->req, f->path, f->other, UV_FS_COPYFILE_EXCL, cb);))
Q(FILE_COPIED_IF_NEW, file_copied_if_new, "file-copied-if-new",
  L((void)h;)
  L(return file_call(loop, copy_new, other_size);))
H(copy_shared, S(static int copy_shared(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_copyfile(loop, &f->req, f->path, f->other, UV_FS_COPYFILE_FICLONE, cb);))
Q(FILE_COPIED_OR_SHARED, file_copied_or_shared, "file-copied-or-shared",
  L((void)h;)
  L(return file_call(loop, copy_shared, other_size);))
H(share_it, S(static int share_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_copyfile(loop, &f->req, f->path, f->other, UV_FS_COPYFILE_FICLONE_FORCE, cb);))
/* The system itself, asked for the same. */
H(shared_as_the_system_does, S(static int shared_as_the_system_does(struct asked_file *f)),
  L(char path[80];)
  L(snprintf(path, sizeof path, "%s.own", f->other);)
  L(int to = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);)
  L(int shares = ioctl(to, _IOW(0x94, 9, int), f->fd) == 0;)
  L(close(to);)
  L(unlink(path);)
  L(return shares == (f->req.result == 0);))
Q(FILE_SHARED_OR_NOT_COPIED, file_shared_or_not_copied, "file-shared-or-not-copied",
  L((void)h;)
  L(return file_call(loop, share_it, shared_as_the_system_does);))
Q(FILE_COPIED_WITH_UNKNOWN_FLAGS, file_copied_with_unknown_flags, "file-copied-with-unknown-flags",
  L(uv_fs_t req;)
  L((void)h;)
  L(int answer = uv_fs_copyfile(loop, &req, "/no/such/file", "/no/such/other", 1 << 10, NULL);)
  L(return uv_fs_copyfile(loop, &req, "/no/such/file", "/no/such/other", 1 << 10, count_call) == answer ? answer : UV_EPROTO;))
H(copy_nothing, S(static int copy_nothing(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_copyfile(loop, &f->req, f->other, f->path, 0, cb);))
Q(COPY_OF_NOTHING, copy_of_nothing, "copy-of-nothing",
  L((void)h;)
  L(return file_call(loop, copy_nothing, its_result);))
H(copy_folder, S(static int copy_folder(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_copyfile(loop, &f->req, f->folder, f->other, 0, cb);))
H(nothing_left, S(static int nothing_left(struct asked_file *f)),
  L(return f->req.result < 0 && access(f->other, F_OK) < 0 ? -errno : (int)f->req.result;))
Q(COPY_THAT_FAILS, copy_that_fails, "copy-that-fails",
  L((void)h;)
  L(return file_call(loop, copy_folder, nothing_left);))
H(send_it, S(static int send_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(int to = open(f->other, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);)
  L(return uv_fs_sendfile(loop, &f->req, to, f->fd, 2, 9, cb);))
Q(FILE_SENT, file_sent, "file-sent",
  L((void)h;)
  L(return file_call(loop, send_it, its_result);))
/* clang-format on */
