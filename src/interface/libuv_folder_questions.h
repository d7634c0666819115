/* libuv_folder_questions.h - questions about folders, and requests for files; a part of libuv_questions.h. */
/* clang-format off */


/* ---- ASK-30 ---- */
H(other_rights, S(static int other_rights(struct asked_file *f)),
  L(struct stat s = { 0 };)
  L(if (f->req.result != 0) return (int)f->req.result;)
  L(return stat(f->other, &s) < 0 ? -errno : S_ISDIR(s.st_mode) ? (int)(s.st_mode & 0777) : UV_ENOTDIR;))
H(mkdir_it, S(static int mkdir_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_mkdir(loop, &f->req, f->other, 0700, cb);))
Q(FOLDER_MADE, folder_made, "folder-made",
  L((void)h;)
  L(return file_call(loop, mkdir_it, other_rights);))
H(mkdir_twice, S(static int mkdir_twice(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_mkdir(loop, &f->req, f->folder, 0700, cb);))
Q(FOLDER_MADE_TWICE, folder_made_twice, "folder-made-twice",
  L((void)h;)
  L(return file_call(loop, mkdir_twice, its_result);))
H(rmdir_it, S(static int rmdir_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(mkdir(f->other, 0700);)
  L(return uv_fs_rmdir(loop, &f->req, f->other, cb);))
Q(FOLDER_REMOVED, folder_removed, "folder-removed",
  L((void)h;)
  L(return file_call(loop, rmdir_it, other_rights);))
H(rmdir_full, S(static int rmdir_full(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_rmdir(loop, &f->req, f->folder, cb);))
Q(FOLDER_REMOVED_WITH_FILES, folder_removed_with_files, "folder-removed-with-files",
  L((void)h;)
  L(return file_call(loop, rmdir_full, its_result);))
H(told_folder, S(static int told_folder(struct asked_file *f)),
  L(struct stat s = { 0 };)
  L(char path[64] = "";)
  L(if (f->req.result < 0) return (int)f->req.result;)
  L(snprintf(path, sizeof path, "%s", f->req.path);)
  L(if (strcmp(path, f->other) == 0 || stat(path, &s) < 0 || strncmp(path, f->folder, strlen(f->folder)) != 0) return UV_ENOENT;)
  L(int is_folder = S_ISDIR(s.st_mode);)
  L(if (is_folder) rmdir(path);)
  L(if (!is_folder) unlink(path);)
  L(return is_folder ? 1 + (int)f->req.result : its_descriptor(f) + 1;))
H(mkdtemp_it, S(static int mkdtemp_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(char pattern[80];)
  L(snprintf(pattern, sizeof pattern, "%s.XXXXXX", f->other);)
  L(int answer = uv_fs_mkdtemp(loop, &f->req, pattern, cb);)
  L(memset(pattern, 0, sizeof pattern);)
  L(return answer;))
Q(FOLDER_OF_A_NEW_NAME, folder_of_a_new_name, "folder-of-a-new-name",
  L((void)h;)
  L(return file_call(loop, mkdtemp_it, told_folder);))
H(mkstemp_it, S(static int mkstemp_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(char pattern[80];)
  L(snprintf(pattern, sizeof pattern, "%s.XXXXXX", f->other);)
  L(int answer = uv_fs_mkstemp(loop, &f->req, pattern, cb);)
  L(memset(pattern, 0, sizeof pattern);)
  L(return answer;))
Q(FILE_OF_A_NEW_NAME, file_of_a_new_name, "file-of-a-new-name",
  L((void)h;)
  L(return file_call(loop, mkstemp_it, told_folder);))
/* 100 for each entry, 10 for each file, 1 for each folder; 1000 for the end. */
H(told_entries, S(static int told_entries(struct asked_file *f)),
  L(uv_dirent_t e;)
  L(int sum = 0, answer;)
  L(if (f->req.result < 0) return (int)f->req.result;)
  L(while ((answer = uv_fs_scandir_next(&f->req, &e)) == 0) sum += 100 + 10 * (e.type == UV_DIRENT_FILE && strcmp(e.name, "f") == 0) + (e.type == UV_DIRENT_DIR && strcmp(e.name, "g") == 0);)
  L(return answer == UV_EOF && uv_fs_scandir_next(&f->req, &e) == UV_EOF ? sum + 1000 * (int)f->req.result : answer;))
H(scan_it, S(static int scan_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(mkdir(f->other, 0700);)
  L(return uv_fs_scandir(loop, &f->req, f->folder, 0, cb);))
Q(FOLDER_SCANNED, folder_scanned, "folder-scanned",
  L((void)h;)
  L(return file_call(loop, scan_it, told_entries);))
H(scan_empty, S(static int scan_empty(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(mkdir(f->other, 0700);)
  L(return uv_fs_scandir(loop, &f->req, f->other, 0, cb);))
Q(FOLDER_SCANNED_EMPTY, folder_scanned_empty, "folder-scanned-empty",
  L((void)h;)
  L(return file_call(loop, scan_empty, told_entries);))
H(scan_nothing, S(static int scan_nothing(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_scandir(loop, &f->req, f->other, 0, cb);))
Q(FOLDER_SCANNED_NOWHERE, folder_scanned_nowhere, "folder-scanned-nowhere",
  L((void)h;)
  L(return file_call(loop, scan_nothing, told_entries);))
H(scan_file, S(static int scan_file(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_scandir(loop, &f->req, f->path, 0, cb);))
Q(FILE_SCANNED, file_scanned, "file-scanned",
  L((void)h;)
  L(return file_call(loop, scan_file, told_entries);))
H(opendir_it, S(static int opendir_it(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_opendir(loop, &f->req, f->folder, cb);))
/* A first read has the one entry, a second none. */
H(told_opened, S(static int told_opened(struct asked_file *f)),
  L(uv_fs_t req;)
  L(uv_dirent_t e[2] = { 0 };)
  L(uv_dir_t *folder = f->req.ptr;)
  L(if (f->req.result != 0) return f->req.result < 0 ? (int)f->req.result : UV_EPROTO;)
  L(folder->dirents = e;)
  L(folder->nentries = 2;)
  L(int first = uv_fs_readdir(NULL, &req, folder, NULL);)
  L(int right = first == 1 && strcmp(e[0].name, "f") == 0 && e[0].type == UV_DIRENT_FILE;)
  L(uv_fs_req_cleanup(&req);)
  L(int further = uv_fs_readdir(NULL, &req, folder, NULL);)
  L(uv_fs_req_cleanup(&req);)
  L(uv_fs_req_cleanup(&f->req);)
  L(int cleared = f->req.ptr == NULL, end = uv_fs_closedir(NULL, &req, folder, NULL);)
  L(uv_fs_req_cleanup(&req);)
  L(return right && further == 0 && end == 0 && cleared;))
Q(FOLDER_OPENED, folder_opened, "folder-opened",
  L((void)h;)
  L(return file_call(loop, opendir_it, told_opened);))
H(opendir_nothing, S(static int opendir_nothing(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(return uv_fs_opendir(loop, &f->req, f->other, cb);))
Q(FOLDER_OPENED_NOWHERE, folder_opened_nowhere, "folder-opened-nowhere",
  L((void)h;)
  L(return file_call(loop, opendir_nothing, told_opened);))

/* ---- ASK-31 ---- */
Q(REQUEST_OF_A_FILE, request_of_a_file, "request-of-a-file",
  L(struct asked_file f;)
  L((void)h;)
  L(make_asked(&f);)
  L(uv_fs_t *r = &f.req;)
  L(int answer = uv_fs_unlink(loop, r, f.path, NULL);)
  L(int told = (uv_fs_get_type(r) == UV_FS_UNLINK) + 2 * (uv_fs_get_result(r) == 0) + 4 * (strcmp(uv_fs_get_path(r), f.path) == 0) + 8 * (r->data == &f.calls);)
  L(drop_asked(&f);)
  L(return answer < 0 ? answer : told;))
Q(REQUEST_OF_A_FILE_FAILS, request_of_a_file_fails, "request-of-a-file-fails",
  L(struct asked_file f;)
  L((void)h;)
  L(make_asked(&f);)
  L(uv_fs_t *r = &f.req;)
  L(int answer = uv_fs_unlink(loop, r, f.other, NULL);)
  L(int told = 1 + 2 * (uv_fs_get_result(r) == UV_ENOENT) + 4 * (r->data == &f.calls);)
  L(drop_asked(&f);)
  L(return answer != UV_ENOENT ? answer : told;))
/* Calls that came after libuv 1.34 are looked for by name. */
H(find_call, S(static void find_call(const char *name, void *call)),
  L(void *that = dlsym(RTLD_DEFAULT, name);)
  L(memcpy(call, &that, sizeof that);))
Q(SYSTEM_ERROR_OF_A_FILE, system_error_of_a_file, "system-error-of-a-file",
  L(uv_fs_t req;)
  L(int (*get)(const uv_fs_t *);)
  L((void)h;)
  L(find_call("uv_fs_get_system_error", &get);)
  L(if (!get) return UV_ENOSYS;)
  L(uv_fs_unlink(loop, &req, "/no/such/file", NULL);)
  L(int answer = get(&req);)
  L(uv_fs_req_cleanup(&req);)
  L(return answer;))
Q(REQUEST_OF_A_FILE_LATER, request_of_a_file_later, "request-of-a-file-later",
  L(struct asked_file f;)
  L((void)h;)
  L(make_asked(&f);)
  L(uv_fs_t *r = &f.req;)
  L(int answer = uv_fs_stat(loop, r, f.path, count_call);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(int told = (uv_fs_get_type(r) == UV_FS_STAT) + 2 * (r->loop == loop) + 4 * (strcmp(uv_fs_get_path(r), f.path) == 0) + 8 * (r->data == &f.calls && f.calls == 1);)
  L(drop_asked(&f);)
  L(return answer < 0 ? answer : told;))
Q(REQUEST_OF_A_FILE_CLEANED_UP, request_of_a_file_cleaned_up, "request-of-a-file-cleaned-up",
  L(struct asked_file f;)
  L((void)h;)
  L(make_asked(&f);)
  L(uv_fs_t *r = &f.req;)
  L(int answer = uv_fs_stat(loop, r, f.path, count_call);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(uv_fs_req_cleanup(r);)
  L(int told = (r->path == NULL) + 2 * (r->ptr == NULL) + 4 * (r->data == &f.calls);)
  L(drop_asked(&f);)
  L(return answer < 0 ? answer : told;))
H(stat_and_forget, S(static int stat_and_forget(uv_loop_t *loop, struct asked_file *f, uv_fs_cb cb)),
  L(char path[64];)
  L(snprintf(path, sizeof path, "%s", f->path);)
  L(int answer = uv_fs_stat(loop, &f->req, path, cb);)
  L(memset(path, 'x', sizeof path - 1);)
  L(return answer;))
Q(PATH_FORGOTTEN_AFTER_THE_CALL, path_forgotten_after_the_call, "path-forgotten-after-the-call",
  L((void)h;)
  L(return file_call(loop, stat_and_forget, told_size);))
Q(FILES_CALLED_BACK_IN_ORDER, files_called_back_in_order, "files-called-back-in-order",
  L(struct asked_file f[3];)
  L(int at[3] = { 0 };)
  L((void)h;)
  L(for (int i = 0; i < 3; i++) make_asked(&f[i]);)
  L(for (int i = 0; i < 3; i++) uv_fs_stat(loop, &f[i].req, f[i].path, count_call);)
  L(for (int i = 0; i < 9 && uv_run(loop, UV_RUN_ONCE); i++) continue;)
  L(for (int i = 0; i < 3; i++) at[i] = f[i].calls == 1 && f[i].req.result == 0 ? i + 1 : 0;)
  L(for (int i = 0; i < 3; i++) drop_asked(&f[i]);)
  L(return 100 * at[0] + 10 * at[1] + at[2];))
/* clang-format on */
