/* folder.h - questions about folders, and about the members of file requests. */
#ifndef QUESTIONS_FOLDER_H
#define QUESTIONS_FOLDER_H
#include "questions/common.h"
#include "questions/file.h"
#include "questions/file_stat.h"

/* ---- ASK-30 ---- */
static int other_rights(struct test_file *f)
{
    struct stat s = { 0 };
    if (f->req.result != 0)
        return (int)f->req.result;
    return stat(f->other, &s) < 0 ? -errno
           : S_ISDIR(s.st_mode)   ? (int)(s.st_mode & 0777)
                                  : UV_ENOTDIR;
}

static int mkdir_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_mkdir(loop, &f->req, f->other, 0700, cb);
}

static int ask_folder_made(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, mkdir_it, other_rights);
}

static int mkdir_twice(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_mkdir(loop, &f->req, f->folder, 0700, cb);
}

static int ask_folder_made_twice(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, mkdir_twice, its_result);
}

static int rmdir_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    mkdir(f->other, 0700);
    return uv_fs_rmdir(loop, &f->req, f->other, cb);
}

static int ask_folder_removed(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, rmdir_it, other_rights);
}

static int rmdir_full(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_rmdir(loop, &f->req, f->folder, cb);
}

static int ask_folder_removed_with_files(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, rmdir_full, its_result);
}

static int made_by_template(struct test_file *f)
{
    struct stat s = { 0 };
    char path[64] = "";
    if (f->req.result < 0)
        return (int)f->req.result;
    snprintf(path, sizeof path, "%s", f->req.path);
    if (strcmp(path, f->other) == 0 || stat(path, &s) < 0 ||
        strncmp(path, f->folder, strlen(f->folder)) != 0)
        return UV_ENOENT;
    int is_folder = S_ISDIR(s.st_mode);
    if (is_folder)
        rmdir(path);
    if (!is_folder)
        unlink(path);
    return is_folder ? 1 + (int)f->req.result : its_descriptor(f) + 1;
}

static int mkdtemp_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    char pattern[80];
    snprintf(pattern, sizeof pattern, "%s.XXXXXX", f->other);
    int answer = uv_fs_mkdtemp(loop, &f->req, pattern, cb);
    memset(pattern, 0, sizeof pattern);
    return answer;
}

static int ask_folder_of_a_new_name(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, mkdtemp_it, made_by_template);
}

static int mkstemp_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    char pattern[80];
    snprintf(pattern, sizeof pattern, "%s.XXXXXX", f->other);
    int answer = uv_fs_mkstemp(loop, &f->req, pattern, cb);
    memset(pattern, 0, sizeof pattern);
    return answer;
}

static int ask_file_of_a_new_name(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, mkstemp_it, made_by_template);
}

/* 100 for each entry, 10 for each file, 1 for each folder; 1000 times the number of entries at the
 * end. */
static int reported_entries(struct test_file *f)
{
    uv_dirent_t e;
    int sum = 0, answer;
    if (f->req.result < 0)
        return (int)f->req.result;
    while ((answer = uv_fs_scandir_next(&f->req, &e)) == 0)
        sum += 100 + 10 * (e.type == UV_DIRENT_FILE && strcmp(e.name, "f") == 0) +
               (e.type == UV_DIRENT_DIR && strcmp(e.name, "g") == 0);
    return answer == UV_EOF && uv_fs_scandir_next(&f->req, &e) == UV_EOF
               ? sum + 1000 * (int)f->req.result
               : answer;
}

static int scan_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    mkdir(f->other, 0700);
    return uv_fs_scandir(loop, &f->req, f->folder, 0, cb);
}

static int ask_folder_scanned(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, scan_it, reported_entries);
}

static int scan_empty(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    mkdir(f->other, 0700);
    return uv_fs_scandir(loop, &f->req, f->other, 0, cb);
}

static int ask_folder_scanned_empty(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, scan_empty, reported_entries);
}

static int scan_nothing(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_scandir(loop, &f->req, f->other, 0, cb);
}

static int ask_folder_scanned_nowhere(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, scan_nothing, reported_entries);
}

static int scan_file(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_scandir(loop, &f->req, f->path, 0, cb);
}

static int ask_file_scanned(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, scan_file, reported_entries);
}

static int opendir_it(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_opendir(loop, &f->req, f->folder, cb);
}

/* The first read finds the one entry, the second none. */
static int read_opened_dir(struct test_file *f)
{
    uv_fs_t req;
    uv_dirent_t e[2] = { 0 };
    uv_dir_t *folder = f->req.ptr;
    if (f->req.result != 0)
        return f->req.result < 0 ? (int)f->req.result : UV_EPROTO;
    folder->dirents = e;
    folder->nentries = 2;
    int first = uv_fs_readdir(NULL, &req, folder, NULL);
    int right = first == 1 && strcmp(e[0].name, "f") == 0 && e[0].type == UV_DIRENT_FILE;
    uv_fs_req_cleanup(&req);
    int further = uv_fs_readdir(NULL, &req, folder, NULL);
    uv_fs_req_cleanup(&req);
    uv_fs_req_cleanup(&f->req);
    int cleared = f->req.ptr == NULL, end = uv_fs_closedir(NULL, &req, folder, NULL);
    uv_fs_req_cleanup(&req);
    return right && further == 0 && end == 0 && cleared;
}

static int ask_folder_opened(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, opendir_it, read_opened_dir);
}

static int opendir_nothing(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    return uv_fs_opendir(loop, &f->req, f->other, cb);
}

static int ask_folder_opened_nowhere(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, opendir_nothing, read_opened_dir);
}

/* ---- ASK-31 ---- */
static int ask_request_of_a_file(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    (void)h;
    make_test_file(&f);
    uv_fs_t *r = &f.req;
    int answer = uv_fs_unlink(loop, r, f.path, NULL);
    int reported = (uv_fs_get_type(r) == UV_FS_UNLINK) + 2 * (uv_fs_get_result(r) == 0) +
                   4 * (strcmp(uv_fs_get_path(r), f.path) == 0) + 8 * (r->data == &f.calls);
    remove_test_file(&f);
    return answer < 0 ? answer : reported;
}

static int ask_request_of_a_file_fails(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    (void)h;
    make_test_file(&f);
    uv_fs_t *r = &f.req;
    int answer = uv_fs_unlink(loop, r, f.other, NULL);
    int reported = 1 + 2 * (uv_fs_get_result(r) == UV_ENOENT) + 4 * (r->data == &f.calls);
    remove_test_file(&f);
    return answer != UV_ENOENT ? answer : reported;
}

/* Find a call that libuv 1.34 does not have; NULL if this libuv lacks it. */
static void find_call(const char *name, void *call)
{
    void *that = dlsym(RTLD_DEFAULT, name);
    memcpy(call, &that, sizeof that);
}

static int ask_system_error_of_a_file(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_fs_t req;
    int (*get)(const uv_fs_t *);
    (void)h;
    find_call("uv_fs_get_system_error", &get);
    if (!get)
        return UV_ENOSYS;
    uv_fs_unlink(loop, &req, "/no/such/file", NULL);
    int answer = get(&req);
    uv_fs_req_cleanup(&req);
    return answer;
}

static int ask_request_of_a_file_later(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    (void)h;
    make_test_file(&f);
    uv_fs_t *r = &f.req;
    int answer = uv_fs_stat(loop, r, f.path, count_call);
    uv_run(loop, UV_RUN_DEFAULT);
    int reported = (uv_fs_get_type(r) == UV_FS_STAT) + 2 * (r->loop == loop) +
                   4 * (strcmp(uv_fs_get_path(r), f.path) == 0) +
                   8 * (r->data == &f.calls && f.calls == 1);
    remove_test_file(&f);
    return answer < 0 ? answer : reported;
}

static int ask_request_of_a_file_cleaned_up(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    (void)h;
    make_test_file(&f);
    uv_fs_t *r = &f.req;
    int answer = uv_fs_stat(loop, r, f.path, count_call);
    uv_run(loop, UV_RUN_DEFAULT);
    uv_fs_req_cleanup(r);
    int reported = (r->path == NULL) + 2 * (r->ptr == NULL) + 4 * (r->data == &f.calls);
    remove_test_file(&f);
    return answer < 0 ? answer : reported;
}

static int stat_and_forget(uv_loop_t *loop, struct test_file *f, uv_fs_cb cb)
{
    char path[64];
    snprintf(path, sizeof path, "%s", f->path);
    int answer = uv_fs_stat(loop, &f->req, path, cb);
    memset(path, 'x', sizeof path - 1);
    return answer;
}

static int ask_path_forgotten_after_the_call(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, stat_and_forget, reported_stat);
}

static int ask_files_called_back_in_order(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f[3];
    int at[3] = { 0 };
    (void)h;
    for (int i = 0; i < 3; i++)
        make_test_file(&f[i]);
    for (int i = 0; i < 3; i++)
        uv_fs_stat(loop, &f[i].req, f[i].path, count_call);
    for (int i = 0; i < 9 && uv_run(loop, UV_RUN_ONCE); i++)
        continue;
    for (int i = 0; i < 3; i++)
        at[i] = f[i].calls == 1 && f[i].req.result == 0 ? i + 1 : 0;
    for (int i = 0; i < 3; i++)
        remove_test_file(&f[i]);
    return 100 * at[0] + 10 * at[1] + at[2];
}

#endif
