/* child.h - questions about child processes and about uv_fs_poll. */
#ifndef QUESTIONS_CHILD_H
#define QUESTIONS_CHILD_H
#include "questions/common.h"
#include "questions/file.h"

/* ---- ASK-43 ---- */
static int spawn_script(uv_loop_t *loop, uv_process_t *child, uv_process_options_t *o, char *script)
{
    char *args[] = { "sh", "-c", script, NULL };
    o->file = "/bin/sh";
    o->args = args;
    return uv_spawn(loop, child, o);
}

/* Wait until the child has ended, then run the loop. */
static void run_after(uv_loop_t *loop, int pid)
{
    siginfo_t end = { 0 };
    while (waitid(P_PID, (id_t)pid, &end, WEXITED | WNOWAIT) < 0 && errno == EINTR)
        continue;
    uv_run(loop, UV_RUN_DEFAULT);
}

/* Does uv_close() leave alone the stack memory where uv_run() had its variables? The function must
 * not be inlined: its buffer would be at another address. */
static int close_writes_nowhere_else(uv_handle_t *handle) __attribute__((noinline));

static int close_writes_nowhere_else(uv_handle_t *handle)
{
    volatile unsigned char room[65536];
    int answer = 1;
    for (size_t i = 0; i < sizeof room; i++)
        room[i] = 0xa5;
    uv_close(handle, NULL);
    for (size_t i = 0; i < sizeof room; i++)
        answer = answer && room[i] == 0xa5;
    return answer;
}

static int ask_child_without_a_callback(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_options_t o = { 0 };
    int answer = spawn_script(loop, &h->process, &o, "exit 3");
    if (answer < 0)
        return answer;
    answer = uv_is_active(&h->handle) && uv_loop_alive(loop);
    run_after(loop, h->process.pid);
    answer += 2 * !uv_is_active(&h->handle);
    return close_writes_nowhere_else(&h->handle) ? answer : UV_EFAULT;
}

static void count_exit(uv_process_t *child, int64_t status, int signal)
{
    *(int *)child->data = 1000 + 10 * (int)status + signal;
}

static int ask_child_with_a_callback(uv_loop_t *loop, union uv_any_handle *h)
{
    int reported = 0;
    uv_process_options_t o = { .exit_cb = count_exit };
    h->process.data = &reported;
    int answer = spawn_script(loop, &h->process, &o, "exit 3");
    run_after(loop, h->process.pid);
    return answer < 0 ? answer : reported;
}

static int ask_child_ended_by_a_signal(uv_loop_t *loop, union uv_any_handle *h)
{
    int reported = 0;
    uv_process_options_t o = { .exit_cb = count_exit };
    h->process.data = &reported;
    int answer = spawn_script(loop, &h->process, &o, "exec sleep 100");
    answer = answer < 0 ? answer : uv_process_kill(&h->process, SIGTERM);
    run_after(loop, h->process.pid);
    return answer < 0 ? answer : reported;
}

static int ask_child_detached_is_waited_for(uv_loop_t *loop, union uv_any_handle *h)
{
    int reported = 0;
    uv_process_options_t o = { .exit_cb = count_exit, .flags = UV_PROCESS_DETACHED };
    h->process.data = &reported;
    int answer = spawn_script(loop, &h->process, &o, "exit 0");
    if (answer < 0)
        return answer;
    answer = uv_has_ref(&h->handle) && uv_loop_alive(loop) != 0;
    run_after(loop, h->process.pid);
    return answer + 2 * (reported == 1000);
}

static int ask_child_unreferenced_is_not_waited_for(uv_loop_t *loop, union uv_any_handle *h)
{
    int reported = 0;
    uv_process_options_t o = { .exit_cb = count_exit, .flags = UV_PROCESS_DETACHED };
    h->process.data = &reported;
    int answer = spawn_script(loop, &h->process, &o, "exec sleep 100");
    if (answer < 0)
        return answer;
    uv_unref(&h->handle);
    answer = !uv_loop_alive(loop);
    uv_run(loop, UV_RUN_DEFAULT);
    answer += 2 * (reported == 0);
    uv_process_kill(&h->process, SIGKILL);
    wait_for(h->process.pid);
    return answer;
}

static int ask_child_number(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_options_t o = { 0 };
    int answer = spawn_script(loop, &h->process, &o, "exit 0");
    if (answer < 0)
        return answer;
    answer = (h->process.pid > 0) + 2 * (uv_process_get_pid(&h->process) == h->process.pid) +
             4 * (uv_kill(h->process.pid, 0) == 0);
    int pid = h->process.pid;
    run_after(loop, pid);
    return answer + 8 * (uv_process_get_pid(&h->process) == pid);
}

static int ask_child_killed_too_late(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_options_t o = { 0 };
    int answer = spawn_script(loop, &h->process, &o, "exit 0");
    if (answer < 0)
        return answer;
    run_after(loop, h->process.pid);
    return uv_process_kill(&h->process, SIGTERM);
}

static int ask_child_of_another_group(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_options_t o = { .flags = UV_PROCESS_SETGID, .gid = getuid() ? getgid() : 12345 };
    int answer = spawn_script(loop, &h->process, &o,
                              getuid() ? "exit 7" : "[ `id -g` = 12345 ] && exit 7");
    return answer < 0 ? answer : wait_for(h->process.pid);
}

static int ask_child_of_another_user(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_options_t o = { .flags = UV_PROCESS_SETUID, .uid = getuid() ? getuid() : 12345 };
    int answer = spawn_script(loop, &h->process, &o,
                              getuid() ? "exit 7" : "[ `id -u` = 12345 ] && exit 7");
    return answer < 0 ? answer : wait_for(h->process.pid);
}

/* The path is absolute. With a name alone, a folder of PATH that the user may not search would make
 * the error EACCES. */
static int ask_child_of_no_program(uv_loop_t *loop, union uv_any_handle *h)
{
    char *args[] = { "none", NULL };
    int reported = 0;
    uv_process_options_t o = { .exit_cb = count_exit, .file = "/no-such-program", .args = args };
    h->process.data = &reported;
    int answer = uv_spawn(loop, &h->process, &o) == UV_ENOENT;
    uv_run(loop, UV_RUN_DEFAULT);
    return answer + 2 * (reported == 0);
}

static int ask_child_of_no_right(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    make_test_file(&f);
    char *args[] = { f.path, NULL };
    uv_process_options_t o = { .file = f.path, .args = args };
    int answer = uv_spawn(loop, &h->process, &o) == UV_EACCES;
    answer += 2 * !uv_is_active(&h->handle);
    remove_test_file(&f);
    return answer;
}

static int ask_child_writes_to_nothing(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_stdio_container_t none[3] = { { .flags = UV_IGNORE },
                                     { .flags = UV_IGNORE },
                                     { .flags = UV_IGNORE } };
    uv_process_options_t o = { .stdio = none, .stdio_count = 3 };
    int answer = spawn_script(loop, &h->process, &o, "echo x && echo y >&2 && ! read z && exit 7");
    return answer < 0 ? answer : wait_for(h->process.pid);
}

static int ask_child_that_on_the_path(uv_loop_t *loop, union uv_any_handle *h)
{
    char *args[] = { "sh", "-c", "exit 7", NULL };
    uv_process_options_t o = { .file = "sh", .args = args };
    int answer = uv_spawn(loop, &h->process, &o);
    return answer < 0 ? answer : wait_for(h->process.pid);
}

static int ask_child_sees_its_own_name(uv_loop_t *loop, union uv_any_handle *h)
{
    char *args[] = { "asked", "-c", "exit 8", NULL };
    uv_process_options_t o = { .file = "/bin/sh", .args = args };
    args[2] = "case $0 in asked) exit 7;; esac";
    int answer = uv_spawn(loop, &h->process, &o);
    return answer < 0 ? answer : wait_for(h->process.pid);
}

/* ---- ASK-44 ---- */
struct poll_result {
    int calls, status;
    long old_size, new_size, old_time, new_time;
    int old_mode, new_mode;
};

static void note_fs_poll(uv_fs_poll_t *poll, int status, const uv_stat_t *old, const uv_stat_t *now)
{
    struct poll_result *result = poll->data;
    result->calls++;
    result->status = status;
    result->old_size = (long)old->st_size;
    result->new_size = (long)now->st_size;
    result->old_time = (long)old->st_mtim.tv_sec;
    result->new_time = (long)now->st_mtim.tv_sec;
    result->old_mode = (int)(old->st_mode & 0777);
    result->new_mode = (int)(now->st_mode & 0777);
}

/* Start uv_fs_poll on a file, change the file, and wait until the change is reported. Returns how
 * often the callback came before the change, or an error. */
static int poll_changed_file(uv_loop_t *loop, uv_fs_poll_t *poll, struct poll_result *result,
                             void (*change)(struct test_file *), int gone_first)
{
    struct test_file f;
    struct timespec times[2] = { { 10, 0 }, { 10, 0 } };
    make_test_file(&f);
    utimensat(AT_FDCWD, f.path, times, 0);
    memset(result, 0, sizeof *result);
    if (gone_first)
        unlink(f.path);
    uv_fs_poll_init(loop, poll);
    poll->data = result;
    int answer = uv_fs_poll_start(poll, note_fs_poll, f.path, 1);
    for (int i = 0; i < 9; i++)
        uv_run(loop, UV_RUN_ONCE);
    int before = result->calls;
    change(&f);
    for (int i = 0; i < 99 && result->calls == before; i++)
        uv_run(loop, UV_RUN_ONCE);
    for (int i = 0; i < 9; i++)
        uv_run(loop, UV_RUN_ONCE);
    result->calls -= before;
    uv_fs_poll_stop(poll);
    uv_close((uv_handle_t *)poll, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    remove_test_file(&f);
    return answer < 0 ? answer : before;
}

static void grow_file(struct test_file *f)
{
    struct timespec times[2] = { { 10, 0 }, { 10, 0 } };
    if (pwrite(f->fd, "more", 4, 5) == 4)
        utimensat(AT_FDCWD, f->path, times, 0);
}

static int ask_look_at_a_file_that_grows(uv_loop_t *loop, union uv_any_handle *h)
{
    struct poll_result result;
    int answer = poll_changed_file(loop, &h->fs_poll, &result, grow_file, 0);
    return answer                               ? answer
           : result.calls != 1 || result.status ? UV_EPROTO
                                                : (int)(10 * result.old_size + result.new_size);
}

static void touch_file(struct test_file *f)
{
    struct timespec times[2] = { { 10, 0 }, { 20, 0 } };
    utimensat(AT_FDCWD, f->path, times, 0);
}

static int ask_look_at_a_file_that_is_touched(uv_loop_t *loop, union uv_any_handle *h)
{
    struct poll_result result;
    int answer = poll_changed_file(loop, &h->fs_poll, &result, touch_file, 0);
    return answer                               ? answer
           : result.calls != 1 || result.status ? UV_EPROTO
                                                : (int)(100 * result.old_time + result.new_time);
}

static void allow_others(struct test_file *f)
{
    chmod(f->path, 0644);
}

static int ask_look_at_a_file_that_is_opened_to_others(uv_loop_t *loop, union uv_any_handle *h)
{
    struct poll_result result;
    int answer = poll_changed_file(loop, &h->fs_poll, &result, allow_others, 0);
    return answer ? answer
           : result.calls != 1 || result.status
               ? UV_EPROTO
               : result.old_mode == 0600 && result.new_mode == 0644;
}

static void leave_file(struct test_file *f)
{
    (void)f;
}

static int ask_look_at_a_file_that_stays(uv_loop_t *loop, union uv_any_handle *h)
{
    struct poll_result result;
    int answer = poll_changed_file(loop, &h->fs_poll, &result, leave_file, 0);
    return answer ? answer : result.calls;
}

static void unlink_file(struct test_file *f)
{
    unlink(f->path);
}

static int ask_look_at_a_file_that_goes(uv_loop_t *loop, union uv_any_handle *h)
{
    struct poll_result result;
    int answer = poll_changed_file(loop, &h->fs_poll, &result, unlink_file, 0);
    return answer                                    ? answer
           : result.calls != 1                       ? UV_EPROTO
           : result.old_size != 5 || result.new_size ? UV_EILSEQ
                                                     : result.status;
}

static void create_file(struct test_file *f)
{
    close(open(f->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
}

static int ask_look_at_a_file_that_comes(uv_loop_t *loop, union uv_any_handle *h)
{
    struct poll_result result;
    int answer = poll_changed_file(loop, &h->fs_poll, &result, create_file, 1);
    return answer != 1         ? UV_EALREADY
           : result.calls != 1 ? UV_EPROTO
           : result.status     ? result.status
                               : 10 + (int)result.old_size;
}

static int ask_look_at_nothing(uv_loop_t *loop, union uv_any_handle *h)
{
    struct poll_result result;
    int answer = poll_changed_file(loop, &h->fs_poll, &result, leave_file, 1);
    return answer != 1 || result.calls
               ? UV_EALREADY
               : result.status == UV_ENOENT && result.old_size == 0 && result.new_size == 0;
}

static int ask_look_stopped_twice(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_fs_poll_init(loop, &h->fs_poll);
    int answer = uv_fs_poll_stop(&h->fs_poll);
    uv_fs_poll_start(&h->fs_poll, note_fs_poll, "/", 1000);
    answer = answer < 0 ? answer : uv_fs_poll_stop(&h->fs_poll);
    return answer < 0 ? answer : uv_fs_poll_stop(&h->fs_poll);
}

static int ask_look_started_twice(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_fs_poll_init(loop, &h->fs_poll);
    uv_fs_poll_start(&h->fs_poll, note_fs_poll, "/", 1000);
    int answer = uv_fs_poll_start(&h->fs_poll, note_fs_poll, "/tmp", 1000);
    char path[16];
    size_t size = sizeof path;
    answer = answer < 0 ? answer : uv_fs_poll_getpath(&h->fs_poll, path, &size);
    uv_fs_poll_stop(&h->fs_poll);
    return answer < 0 ? answer : size != 1 || path[0] != '/';
}

static int ask_look_without_a_path(uv_loop_t *loop, union uv_any_handle *h)
{
    char path[16];
    size_t size = sizeof path;
    uv_fs_poll_init(loop, &h->fs_poll);
    return uv_fs_poll_getpath(&h->fs_poll, path, &size);
}

static void no_change(uv_fs_event_t *watch, const char *name, int events, int status)
{
    (void)watch, (void)name, (void)events, (void)status;
}

static int ask_watch_stopped_twice(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_fs_event_init(loop, &h->fs_event);
    int answer = uv_fs_event_stop(&h->fs_event);
    uv_fs_event_start(&h->fs_event, no_change, "/", 0);
    answer = answer < 0 ? answer : uv_fs_event_stop(&h->fs_event);
    return answer < 0 ? answer : uv_fs_event_stop(&h->fs_event);
}

static void note_change(uv_fs_event_t *watch, const char *name, int events, int status)
{
    *(int *)watch->data += (events == UV_CHANGE) + 10 * (status == 0) +
                           100 * (strcmp(name, "f") == 0);
}

static int ask_watch_told(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    int reported = 0;
    make_test_file(&f);
    uv_fs_event_init(loop, &h->fs_event);
    h->fs_event.data = &reported;
    int answer = uv_fs_event_start(&h->fs_event, note_change, f.folder, 0);
    if (write(f.fd, "x", 1) == 1)
        uv_run(loop, UV_RUN_NOWAIT);
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    remove_test_file(&f);
    return answer < 0 ? answer : reported;
}

static int ask_watch_started_twice(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_fs_event_init(loop, &h->fs_event);
    int answer = uv_fs_event_start(&h->fs_event, no_change, "/", 0);
    return answer < 0 ? answer : uv_fs_event_start(&h->fs_event, no_change, "/", 0);
}

static int ask_watch_of_nothing(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_fs_event_init(loop, &h->fs_event);
    return uv_fs_event_start(&h->fs_event, no_change, "/no/such/file", 0);
}

static int ask_watch_without_a_path(uv_loop_t *loop, union uv_any_handle *h)
{
    char path[16];
    size_t size = sizeof path;
    uv_fs_event_init(loop, &h->fs_event);
    return uv_fs_event_getpath(&h->fs_event, path, &size);
}

/* ---- what a child is given: variables, streams and signals ---- */
static int ask_child_without_variables(uv_loop_t *loop, union uv_any_handle *h)
{
    char *none[] = { NULL };
    uv_process_options_t o = { .env = none };
    uv_os_setenv("ASKING", "yes");
    return script_exit_status(loop, &h->process, &o, (char *)"test -z \"$ASKING\" && exit 7");
}

/* The child's output arrives through a stream of the parent. */
static int ask_child_with_a_stream(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    char text[8] = "";
    uv_stdio_container_t of[2] = { { .flags = UV_IGNORE }, { .flags = UV_INHERIT_STREAM } };
    uv_process_options_t o = { .stdio = of, .stdio_count = 2 };
    if (pipe(ends) < 0)
        return -errno;
    uv_pipe_init(loop, &h[1].pipe, 0);
    uv_pipe_open(&h[1].pipe, ends[1]);
    of[1].data.stream = &h[1].stream;
    int answer = script_exit_status(loop, &h->process, &o, (char *)"echo hi && exit 7");
    ssize_t size = answer == 7 ? read(ends[0], text, sizeof text) : 0;
    close(ends[0]);
    return answer == 7 ? size == 3 && memcmp(text, "hi\n", 3) == 0 : answer;
}

static int ask_child_whose_input_blocks(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    uv_stdio_container_t of[1] = { { .flags = UV_INHERIT_FD } };
    uv_process_options_t o = { .stdio = of, .stdio_count = 1 };
    if (pipe(ends) < 0)
        return -errno;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    of[0].data.fd = ends[0];
    int answer = script_exit_status(loop, &h->process, &o, (char *)"exit 7");
    if (answer == 7)
        answer = !(fcntl(ends[0], F_GETFL) & O_NONBLOCK);
    close(ends[0]);
    close(ends[1]);
    return answer;
}

/* The child ignores no signal, whatever its parent ignores. Exceptions: signals 32 and 33 belong to
 * the C library. Its posix_spawn(), with which make starts programs, leaves them ignored. */
static int ask_child_that_ignores_no_signal(uv_loop_t *loop, union uv_any_handle *h)
{
    const int numbers[] = { SIGHUP,  SIGINT,  SIGQUIT, SIGPIPE, SIGUSR1, SIGUSR2, SIGTERM,
                            SIGTSTP, SIGTTIN, SIGTTOU, SIGURG,  SIGXCPU, SIGWINCH };
    enum { COUNT = sizeof numbers / sizeof *numbers };
    struct sigaction former[COUNT], ignored = { .sa_handler = SIG_IGN };
    uv_process_options_t o = { .flags = 0 };
    for (int i = 0; i < COUNT; i++)
        sigaction(numbers[i], &ignored, &former[i]);
    int answer = script_exit_status(
        loop, &h->process, &o,
        (char *)"grep -q '^SigIgn:[^1-9a-f]*[01][08]0000000$' /proc/self/status && exit 7");
    for (int i = 0; i < COUNT; i++)
        sigaction(numbers[i], &former[i], NULL);
    return answer;
}

#endif
