/* libuv_child_questions.h - questions about children and looks at files; a part of libuv_questions.h. */
/* clang-format off */


/* ---- ASK-43 ---- */
H(spawn_script, S(static int spawn_script(uv_loop_t *loop, uv_process_t *child, uv_process_options_t *o, char *script)),
  L(char *args[] = { "sh", "-c", script, NULL };)
  L(o->file = "/bin/sh";)
  L(o->args = args;)
  L(return uv_spawn(loop, child, o);))
/* Until the child has ended, and then the loop. */
H(run_after, S(static void run_after(uv_loop_t *loop, int pid)),
  L(siginfo_t end = { 0 };)
  L(while (waitid(P_PID, (id_t)pid, &end, WEXITED | WNOWAIT) < 0 && errno == EINTR) continue;)
  L(uv_run(loop, UV_RUN_DEFAULT);))
Q(CHILD_WITHOUT_A_CALLBACK, child_without_a_callback, "child-without-a-callback",
  L(uv_process_options_t o = { 0 };)
  L(int answer = spawn_script(loop, &h->process, &o, "exit 3");)
  L(if (answer < 0) return answer;)
  L(answer = uv_is_active(&h->handle) && uv_loop_alive(loop);)
  L(run_after(loop, h->process.pid);)
  L(return answer + 2 * !uv_is_active(&h->handle);))
H(count_exit, S(static void count_exit(uv_process_t *child, int64_t status, int signal)),
  L(*(int *)child->data = 1000 + 10 * (int)status + signal;))
Q(CHILD_WITH_A_CALLBACK, child_with_a_callback, "child-with-a-callback",
  L(int told = 0;)
  L(uv_process_options_t o = { .exit_cb = count_exit };)
  L(h->process.data = &told;)
  L(int answer = spawn_script(loop, &h->process, &o, "exit 3");)
  L(run_after(loop, h->process.pid);)
  L(return answer < 0 ? answer : told;))
Q(CHILD_ENDED_BY_A_SIGNAL, child_ended_by_a_signal, "child-ended-by-a-signal",
  L(int told = 0;)
  L(uv_process_options_t o = { .exit_cb = count_exit };)
  L(h->process.data = &told;)
  L(int answer = spawn_script(loop, &h->process, &o, "exec sleep 100");)
  L(answer = answer < 0 ? answer : uv_process_kill(&h->process, SIGTERM);)
  L(run_after(loop, h->process.pid);)
  L(return answer < 0 ? answer : told;))
Q(CHILD_DETACHED_IS_WAITED_FOR, child_detached_is_waited_for, "child-detached-is-waited-for",
  L(int told = 0;)
  L(uv_process_options_t o = { .exit_cb = count_exit, .flags = UV_PROCESS_DETACHED };)
  L(h->process.data = &told;)
  L(int answer = spawn_script(loop, &h->process, &o, "exit 0");)
  L(if (answer < 0) return answer;)
  L(answer = uv_has_ref(&h->handle) && uv_loop_alive(loop) != 0;)
  L(run_after(loop, h->process.pid);)
  L(return answer + 2 * (told == 1000);))
Q(CHILD_UNREFERENCED_IS_NOT_WAITED_FOR, child_unreferenced_is_not_waited_for, "child-unreferenced-is-not-waited-for",
  L(int told = 0;)
  L(uv_process_options_t o = { .exit_cb = count_exit, .flags = UV_PROCESS_DETACHED };)
  L(h->process.data = &told;)
  L(int answer = spawn_script(loop, &h->process, &o, "exec sleep 100");)
  L(if (answer < 0) return answer;)
  L(uv_unref(&h->handle);)
  L(answer = !uv_loop_alive(loop);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(answer += 2 * (told == 0);)
  L(uv_process_kill(&h->process, SIGKILL);)
  L(wait_for(h->process.pid);)
  L(return answer;))
Q(CHILD_NUMBER, child_number, "child-number",
  L(uv_process_options_t o = { 0 };)
  L(int answer = spawn_script(loop, &h->process, &o, "exit 0");)
  L(if (answer < 0) return answer;)
  L(answer = (h->process.pid > 0) + 2 * (uv_process_get_pid(&h->process) == h->process.pid) + 4 * (uv_kill(h->process.pid, 0) == 0);)
  L(int pid = h->process.pid;)
  L(run_after(loop, pid);)
  L(return answer + 8 * (uv_process_get_pid(&h->process) == pid);))
Q(CHILD_KILLED_TOO_LATE, child_killed_too_late, "child-killed-too-late",
  L(uv_process_options_t o = { 0 };)
  L(int answer = spawn_script(loop, &h->process, &o, "exit 0");)
  L(if (answer < 0) return answer;)
  L(run_after(loop, h->process.pid);)
  L(return uv_process_kill(&h->process, SIGTERM);))
Q(CHILD_OF_ANOTHER_GROUP, child_of_another_group, "child-of-another-group",
  L(uv_process_options_t o = { .flags = UV_PROCESS_SETGID, .gid = getuid() ? getgid() : 12345 };)
  L(int answer = spawn_script(loop, &h->process, &o, getuid() ? "exit 7" : "[ `id -g` = 12345 ] && exit 7");)
  L(return answer < 0 ? answer : wait_for(h->process.pid);))
Q(CHILD_OF_ANOTHER_USER, child_of_another_user, "child-of-another-user",
  L(uv_process_options_t o = { .flags = UV_PROCESS_SETUID, .uid = getuid() ? getuid() : 12345 };)
  L(int answer = spawn_script(loop, &h->process, &o, getuid() ? "exit 7" : "[ `id -u` = 12345 ] && exit 7");)
  L(return answer < 0 ? answer : wait_for(h->process.pid);))
Q(CHILD_OF_NO_PROGRAM, child_of_no_program, "child-of-no-program",
  L(char *args[] = { "none", NULL };)
  L(int told = 0;)
  L(uv_process_options_t o = { .exit_cb = count_exit, .file = "no-such-program", .args = args };)
  L(h->process.data = &told;)
  L(int answer = uv_spawn(loop, &h->process, &o) == UV_ENOENT;)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(return answer + 2 * (told == 0);))
Q(CHILD_OF_NO_RIGHT, child_of_no_right, "child-of-no-right",
  L(struct asked_file f;)
  L(make_asked(&f);)
  L(char *args[] = { f.path, NULL };)
  L(uv_process_options_t o = { .file = f.path, .args = args };)
  L(int answer = uv_spawn(loop, &h->process, &o) == UV_EACCES;)
  L(answer += 2 * !uv_is_active(&h->handle);)
  L(drop_asked(&f);)
  L(return answer;))
Q(CHILD_WRITES_TO_NOTHING, child_writes_to_nothing, "child-writes-to-nothing",
  L(uv_stdio_container_t none[3] = { { .flags = UV_IGNORE }, { .flags = UV_IGNORE }, { .flags = UV_IGNORE } };)
  L(uv_process_options_t o = { .stdio = none, .stdio_count = 3 };)
  L(int answer = spawn_script(loop, &h->process, &o, "echo x && echo y >&2 && ! read z && exit 7");)
  L(return answer < 0 ? answer : wait_for(h->process.pid);))
Q(CHILD_THAT_ON_THE_PATH, child_that_on_the_path, "child-that-on-the-path",
  L(char *args[] = { "sh", "-c", "exit 7", NULL };)
  L(uv_process_options_t o = { .file = "sh", .args = args };)
  L(int answer = uv_spawn(loop, &h->process, &o);)
  L(return answer < 0 ? answer : wait_for(h->process.pid);))
Q(CHILD_SEES_ITS_OWN_NAME, child_sees_its_own_name, "child-sees-its-own-name",
  L(char *args[] = { "asked", "-c", "exit 8", NULL };)
  L(uv_process_options_t o = { .file = "/bin/sh", .args = args };)
  L(args[2] = "case $0 in asked) exit 7;; esac";)
  L(int answer = uv_spawn(loop, &h->process, &o);)
  L(return answer < 0 ? answer : wait_for(h->process.pid);))

/* ---- ASK-44 ---- */
T(asked_look,
  M(int calls, status;)
  M(long old_size, new_size, old_time, new_time;)
  M(int old_mode, new_mode;))
H(note_look, S(static void note_look(uv_fs_poll_t *poll, int status, const uv_stat_t *old, const uv_stat_t *now)),
  L(struct asked_look *seen = poll->data;)
  L(seen->calls++;)
  L(seen->status = status;)
  L(seen->old_size = (long)old->st_size;)
  L(seen->new_size = (long)now->st_size;)
  L(seen->old_time = (long)old->st_mtim.tv_sec;)
  L(seen->new_time = (long)now->st_mtim.tv_sec;)
  L(seen->old_mode = (int)(old->st_mode & 0777);)
  L(seen->new_mode = (int)(now->st_mode & 0777);))
/* A look at a file, a change, and the next look. */
H(look_at, S(static int look_at(uv_loop_t *loop, uv_fs_poll_t *poll, struct asked_look *seen, void (*change)(struct asked_file *), int gone_first)),
  L(struct asked_file f;)
  L(struct timespec times[2] = { { 10, 0 }, { 10, 0 } };)
  L(make_asked(&f);)
  L(utimensat(AT_FDCWD, f.path, times, 0);)
  L(memset(seen, 0, sizeof *seen);)
  L(if (gone_first) unlink(f.path);)
  L(uv_fs_poll_init(loop, poll);)
  L(poll->data = seen;)
  L(int answer = uv_fs_poll_start(poll, note_look, f.path, 1);)
  L(for (int i = 0; i < 9; i++) uv_run(loop, UV_RUN_ONCE);)
  L(int before = seen->calls;)
  L(change(&f);)
  L(for (int i = 0; i < 99 && seen->calls == before; i++) uv_run(loop, UV_RUN_ONCE);)
  L(for (int i = 0; i < 9; i++) uv_run(loop, UV_RUN_ONCE);)
  L(seen->calls -= before;)
  L(uv_fs_poll_stop(poll);)
  L(uv_close((uv_handle_t *)poll, NULL);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(drop_asked(&f);)
  L(return answer < 0 ? answer : before;))
H(grow_asked, S(static void grow_asked(struct asked_file *f)),
  L(struct timespec times[2] = { { 10, 0 }, { 10, 0 } };)
  L(if (pwrite(f->fd, "more", 4, 5) == 4) utimensat(AT_FDCWD, f->path, times, 0);))
Q(LOOK_AT_A_FILE_THAT_GROWS, look_at_a_file_that_grows, "look-at-a-file-that-grows",
  L(struct asked_look seen;)
  L(int answer = look_at(loop, &h->fs_poll, &seen, grow_asked, 0);)
  L(return answer ? answer : seen.calls != 1 || seen.status ? UV_EPROTO : (int)(10 * seen.old_size + seen.new_size);))
H(touch_asked, S(static void touch_asked(struct asked_file *f)),
  L(struct timespec times[2] = { { 10, 0 }, { 20, 0 } };)
  L(utimensat(AT_FDCWD, f->path, times, 0);))
Q(LOOK_AT_A_FILE_THAT_IS_TOUCHED, look_at_a_file_that_is_touched, "look-at-a-file-that-is-touched",
  L(struct asked_look seen;)
  L(int answer = look_at(loop, &h->fs_poll, &seen, touch_asked, 0);)
  L(return answer ? answer : seen.calls != 1 || seen.status ? UV_EPROTO : (int)(100 * seen.old_time + seen.new_time);))
H(open_asked, S(static void open_asked(struct asked_file *f)),
  L(chmod(f->path, 0644);))
Q(LOOK_AT_A_FILE_THAT_IS_OPENED_TO_OTHERS, look_at_a_file_that_is_opened_to_others, "look-at-a-file-that-is-opened-to-others",
  L(struct asked_look seen;)
  L(int answer = look_at(loop, &h->fs_poll, &seen, open_asked, 0);)
  L(return answer ? answer : seen.calls != 1 || seen.status ? UV_EPROTO : seen.old_mode == 0600 && seen.new_mode == 0644;))
H(leave_asked, S(static void leave_asked(struct asked_file *f)),
  L((void)f;))
Q(LOOK_AT_A_FILE_THAT_STAYS, look_at_a_file_that_stays, "look-at-a-file-that-stays",
  L(struct asked_look seen;)
  L(int answer = look_at(loop, &h->fs_poll, &seen, leave_asked, 0);)
  L(return answer ? answer : seen.calls;))
H(remove_asked, S(static void remove_asked(struct asked_file *f)),
  L(unlink(f->path);))
Q(LOOK_AT_A_FILE_THAT_GOES, look_at_a_file_that_goes, "look-at-a-file-that-goes",
  L(struct asked_look seen;)
  L(int answer = look_at(loop, &h->fs_poll, &seen, remove_asked, 0);)
  L(return answer ? answer : seen.calls != 1 ? UV_EPROTO : seen.old_size != 5 || seen.new_size ? UV_EILSEQ : seen.status;))
H(create_asked, S(static void create_asked(struct asked_file *f)),
  L(close(open(f->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));))
Q(LOOK_AT_A_FILE_THAT_COMES, look_at_a_file_that_comes, "look-at-a-file-that-comes",
  L(struct asked_look seen;)
  L(int answer = look_at(loop, &h->fs_poll, &seen, create_asked, 1);)
  L(return answer != 1 ? UV_EALREADY : seen.calls != 1 ? UV_EPROTO : seen.status ? seen.status : 10 + (int)seen.old_size;))
Q(LOOK_AT_NOTHING, look_at_nothing, "look-at-nothing",
  L(struct asked_look seen;)
  L(int answer = look_at(loop, &h->fs_poll, &seen, leave_asked, 1);)
  L(return answer != 1 || seen.calls ? UV_EALREADY : seen.status == UV_ENOENT && seen.old_size == 0 && seen.new_size == 0;))
Q(LOOK_STOPPED_TWICE, look_stopped_twice, "look-stopped-twice",
  L(uv_fs_poll_init(loop, &h->fs_poll);)
  L(int answer = uv_fs_poll_stop(&h->fs_poll);)
  L(uv_fs_poll_start(&h->fs_poll, note_look, "/", 1000);)
  L(answer = answer < 0 ? answer : uv_fs_poll_stop(&h->fs_poll);)
  L(return answer < 0 ? answer : uv_fs_poll_stop(&h->fs_poll);))
Q(LOOK_STARTED_TWICE, look_started_twice, "look-started-twice",
  L(uv_fs_poll_init(loop, &h->fs_poll);)
  L(uv_fs_poll_start(&h->fs_poll, note_look, "/", 1000);)
  L(int answer = uv_fs_poll_start(&h->fs_poll, note_look, "/tmp", 1000);)
  L(char path[16];)
  L(size_t size = sizeof path;)
  L(answer = answer < 0 ? answer : uv_fs_poll_getpath(&h->fs_poll, path, &size);)
  L(uv_fs_poll_stop(&h->fs_poll);)
  L(return answer < 0 ? answer : size != 1 || path[0] != '/';))
Q(LOOK_WITHOUT_A_PATH, look_without_a_path, "look-without-a-path",
  L(char path[16];)
  L(size_t size = sizeof path;)
  L(uv_fs_poll_init(loop, &h->fs_poll);)
  L(return uv_fs_poll_getpath(&h->fs_poll, path, &size);))
H(no_change, S(static void no_change(uv_fs_event_t *watch, const char *name, int events, int status)),
  L((void)watch, (void)name, (void)events, (void)status;))
Q(WATCH_STOPPED_TWICE, watch_stopped_twice, "watch-stopped-twice",
  L(uv_fs_event_init(loop, &h->fs_event);)
  L(int answer = uv_fs_event_stop(&h->fs_event);)
  L(uv_fs_event_start(&h->fs_event, no_change, "/", 0);)
  L(answer = answer < 0 ? answer : uv_fs_event_stop(&h->fs_event);)
  L(return answer < 0 ? answer : uv_fs_event_stop(&h->fs_event);))
H(note_change, S(static void note_change(uv_fs_event_t *watch, const char *name, int events, int status)),
  L(*(int *)watch->data += (events == UV_CHANGE) + 10 * (status == 0) + 100 * (strcmp(name, "f") == 0);))
Q(WATCH_TOLD, watch_told, "watch-told",
  L(struct asked_file f;)
  L(int told = 0;)
  L(make_asked(&f);)
  L(uv_fs_event_init(loop, &h->fs_event);)
  L(h->fs_event.data = &told;)
  L(int answer = uv_fs_event_start(&h->fs_event, note_change, f.folder, 0);)
  L(if (write(f.fd, "x", 1) == 1) uv_run(loop, UV_RUN_NOWAIT);)
  L(uv_close(&h->handle, NULL);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(drop_asked(&f);)
  L(return answer < 0 ? answer : told;))
Q(WATCH_STARTED_TWICE, watch_started_twice, "watch-started-twice",
  L(uv_fs_event_init(loop, &h->fs_event);)
  L(int answer = uv_fs_event_start(&h->fs_event, no_change, "/", 0);)
  L(return answer < 0 ? answer : uv_fs_event_start(&h->fs_event, no_change, "/", 0);))
Q(WATCH_OF_NOTHING, watch_of_nothing, "watch-of-nothing",
  L(uv_fs_event_init(loop, &h->fs_event);)
  L(return uv_fs_event_start(&h->fs_event, no_change, "/no/such/file", 0);))
Q(WATCH_WITHOUT_A_PATH, watch_without_a_path, "watch-without-a-path",
  L(char path[16];)
  L(size_t size = sizeof path;)
  L(uv_fs_event_init(loop, &h->fs_event);)
  L(return uv_fs_event_getpath(&h->fs_event, path, &size);))
/* clang-format on */
