/* libuv_system_questions.h - questions about what is not a socket: descriptors, signals, children,
 * names. Included by libuv_questions.h, which says what Q and L are. */
/* clang-format off */

/* ---- descriptors, terminals and signals ---- */
Q(POLL_OF_A_FILE, poll_of_a_file, "poll-of-a-file",
  L(int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);)
  L(int answer = uv_poll_init(loop, &h->poll, fd);)
  L(close(fd);)
  L(return answer;))
Q(POLL_OF_A_WATCHED_ONE, poll_of_a_watched_one, "poll-of-a-watched-one",
  L(int ends[2];)
  L(socketpair(AF_UNIX, SOCK_STREAM, 0, ends);)
  L(uv_poll_init(loop, &h[0].poll, ends[0]);)
  L(uv_poll_start(&h[0].poll, UV_READABLE, no_event);)
  L(int answer = uv_poll_init(loop, &h[1].poll, ends[0]);)
  L(uv_poll_stop(&h[0].poll);)
  L(close(ends[0]);)
  L(close(ends[1]);)
  L(return answer;))
Q(POLL_FOR_NOTHING, poll_for_nothing, "poll-for-nothing",
  L(int ends[2];)
  L(socketpair(AF_UNIX, SOCK_STREAM, 0, ends);)
  L(uv_poll_init(loop, &h->poll, ends[0]);)
  L(uv_poll_start(&h->poll, UV_READABLE, no_event);)
  L(int answer = uv_poll_start(&h->poll, 0, no_event);)
  L(close(ends[0]);)
  L(close(ends[1]);)
  L(return answer < 0 ? answer : uv_is_active(&h->handle);))
Q(TERMINAL_OF_A_FILE, terminal_of_a_file, "terminal-of-a-file",
  L(int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);)
  L(int answer = uv_tty_init(loop, &h->tty, fd, 0);)
  L(close(fd);)
  L(return answer;))
Q(SIGNAL_ZERO, signal_zero, "signal-zero",
  L(uv_signal_init(loop, &h->signal);)
  L(return uv_signal_start(&h->signal, no_signal, 0);))
Q(SIGNAL_NUMBER, signal_number, "signal-number",
  L(uv_signal_init(loop, &h->signal);)
  L(int answer = uv_signal_start(&h->signal, no_signal, SIGUSR2);)
  L(return answer < 0 ? answer : h->signal.signum;))
Q(SIGNAL_NUMBER_AFTER_STOP, signal_number_after_stop, "signal-number-after-stop",
  L(uv_signal_init(loop, &h->signal);)
  L(uv_signal_start(&h->signal, no_signal, SIGUSR2);)
  L(int answer = uv_signal_stop(&h->signal);)
  L(return answer < 0 ? answer : h->signal.signum;))
Q(SIGNAL_GIVEN_BACK, signal_given_back, "signal-given-back",
  L(struct sigaction before, later;)
  L(uv_signal_init(loop, &h->signal);)
  L(int answer = uv_signal_start(&h->signal, no_signal, SIGUSR2);)
  L(sigaction(SIGUSR2, NULL, &before);)
  L(uv_signal_stop(&h->signal);)
  L(sigaction(SIGUSR2, NULL, &later);)
  L(return answer < 0 ? answer : before.sa_handler != SIG_DFL && later.sa_handler == SIG_DFL;))
Q(KILL_WITH_ZERO, kill_with_zero, "kill-with-zero",
  L((void)loop, (void)h;)
  L(return uv_kill((int)getpid(), 0);))
Q(KILL_OF_NOBODY, kill_of_nobody, "kill-of-nobody",
  L((void)loop, (void)h;)
  L(return uv_kill(0x3fffffff, 0);))

/* ---- children ---- */
Q(CHILD_IN_NO_FOLDER, child_in_no_folder, "child-in-no-folder",
  L(uv_process_options_t o = { .file = "/bin/true", .cwd = "/no/such/folder" };)
  L(char *args[] = { "true", NULL };)
  L(o.args = args;)
  L(return uv_spawn(loop, &h->process, &o);))
Q(CHILD_THAT_FAILED, child_that_failed, "child-that-failed",
  L(uv_process_options_t o = { .file = "/no/such/program" };)
  L(char *args[] = { "none", NULL };)
  L(o.args = args;)
  L(int answer = uv_spawn(loop, &h->process, &o);)
  L(return answer != UV_ENOENT ? answer : uv_is_active(&h->handle);))
Q(CHILD_WITH_NO_INPUT, child_with_no_input, "child-with-no-input",
  L(uv_process_options_t o = { .file = "/bin/true", .stdio_count = 1 };)
  L(uv_stdio_container_t input = { .flags = UV_INHERIT_FD, .data.fd = -1 };)
  L(char *args[] = { "true", NULL };)
  L(o.args = args;)
  L(o.stdio = &input;)
  L(return uv_spawn(loop, &h->process, &o);))
Q(CHILD_WITH_TCP, child_with_tcp, "child-with-tcp",
  L(uv_process_options_t o = { .file = "/bin/true", .stdio_count = 1 };)
  L(uv_tcp_init(loop, &h[1].tcp);)
  L(uv_stdio_container_t input = { .flags = UV_CREATE_PIPE, .data.stream = &h[1].stream };)
  L(char *args[] = { "true", NULL };)
  L(o.args = args;)
  L(o.stdio = &input;)
  L(return uv_spawn(loop, &h->process, &o);))
Q(CHILD_STATUS, child_status, "child-status",
  L(uv_process_options_t o = { 0 };)
  L(return child_says(loop, &h->process, &o, "exit 7");))
Q(CHILD_FOLDER, child_folder, "child-folder",
  L(uv_process_options_t o = { .cwd = "/proc" };)
  L(return child_says(loop, &h->process, &o, "pwd | grep -qx /proc && exit 7");))
Q(CHILD_VARIABLES, child_variables, "child-variables",
  L(char *variables[] = { "ASKED=yes", NULL };)
  L(uv_process_options_t o = { .env = variables };)
  L(uv_os_setenv("ASKING", "yes");)
  L(return child_says(loop, &h->process, &o, "env | grep -qx ASKED=yes && ! env | grep -q ASKING && exit 7");))
Q(CHILD_INHERITS_VARIABLES, child_inherits_variables, "child-inherits-variables",
  L(uv_process_options_t o = { 0 };)
  L(uv_os_setenv("ASKED", "yes");)
  L(int answer = child_says(loop, &h->process, &o, "env | grep -qx ASKED=yes && exit 7");)
  L(uv_os_unsetenv("ASKED");)
  L(return answer;))
Q(CHILD_WITHOUT_OUTPUT, child_without_output, "child-without-output",
  L(uv_stdio_container_t none[3] = { { .flags = UV_IGNORE }, { .flags = UV_IGNORE }, { .flags = UV_IGNORE } };)
  L(uv_process_options_t o = { .stdio = none, .stdio_count = 3 };)
  L(return child_says(loop, &h->process, &o, "cd /dev/fd && [ 0 -ef /dev/null ] && [ 1 -ef /dev/null ] && [ 2 -ef /dev/null ] && exit 7");))
Q(CHILD_WITH_A_FOURTH, child_with_a_fourth, "child-with-a-fourth",
  L(int ends[2];)
  L(uv_stdio_container_t files[4] = { { 0 } };)
  L(uv_process_options_t o = { .stdio = files, .stdio_count = 4 };)
  L(if (pipe(ends) < 0) return -errno;)
  L(files[3].flags = UV_INHERIT_FD;)
  L(files[3].data.fd = ends[0];)
  L(write(ends[1], "asked\n", 6);)
  L(int answer = child_says(loop, &h->process, &o, "grep -qx asked <&3 && exit 7");)
  L(close(ends[0]);)
  L(close(ends[1]);)
  L(return answer;))
Q(CHILD_WITH_A_SWAP, child_with_a_swap, "child-with-a-swap",
  L(int ends[2];)
  L(uv_stdio_container_t files[4] = { { 0 } };)
  L(uv_process_options_t o = { .stdio = files, .stdio_count = 4 };)
  L(if (pipe(ends) < 0) return -errno;)
  L(files[2].flags = files[3].flags = UV_INHERIT_FD;)
  L(files[2].data.fd = ends[1];)
  L(files[3].data.fd = 2;)
  L(int answer = child_says(loop, &h->process, &o, "cd /dev/fd && [ 2 -ef 3 ] || exit 7");)
  L(close(ends[0]);)
  L(close(ends[1]);)
  L(return answer;))
Q(CHILD_THAT_WRITES, child_that_writes, "child-that-writes",
  L(uv_pipe_init(loop, &h[1].pipe, 0);)
  L(uv_stdio_container_t files[1] = { { .data.stream = &h[1].stream } };)
  L(uv_process_options_t o = { .stdio = files, .stdio_count = 1 };)
  L(files[0].flags = (uv_stdio_flags)(UV_CREATE_PIPE | UV_WRITABLE_PIPE);)
  L(int answer = child_says(loop, &h->process, &o, "exit 7");)
  L(return answer != 7 ? answer : directions(&h[1].stream);))
Q(CHILD_THAT_READS, child_that_reads, "child-that-reads",
  L(uv_pipe_init(loop, &h[1].pipe, 0);)
  L(uv_stdio_container_t files[1] = { { .data.stream = &h[1].stream } };)
  L(uv_process_options_t o = { .stdio = files, .stdio_count = 1 };)
  L(files[0].flags = (uv_stdio_flags)(UV_CREATE_PIPE | UV_READABLE_PIPE);)
  L(int answer = child_says(loop, &h->process, &o, "exit 7");)
  L(return answer != 7 ? answer : directions(&h[1].stream);))
Q(CHILD_THAT_DOES_BOTH, child_that_does_both, "child-that-does-both",
  L(uv_pipe_init(loop, &h[1].pipe, 0);)
  L(uv_stdio_container_t files[1] = { { .data.stream = &h[1].stream } };)
  L(uv_process_options_t o = { .stdio = files, .stdio_count = 1 };)
  L(files[0].flags = (uv_stdio_flags)(UV_CREATE_PIPE | UV_READABLE_PIPE | UV_WRITABLE_PIPE);)
  L(int answer = child_says(loop, &h->process, &o, "exit 7");)
  L(return answer != 7 ? answer : directions(&h[1].stream);))
Q(CHILD_OUTPUT, child_output, "child-output",
  L(char bytes[8];)
  L(uv_os_fd_t fd;)
  L(uv_pipe_init(loop, &h[1].pipe, 0);)
  L(uv_stdio_container_t files[2] = { { 0 }, { .data.stream = &h[1].stream } };)
  L(uv_process_options_t o = { .stdio = files, .stdio_count = 2 };)
  L(files[1].flags = (uv_stdio_flags)(UV_CREATE_PIPE | UV_WRITABLE_PIPE);)
  L(int answer = child_says(loop, &h->process, &o, "echo x; exit 7");)
  L(uv_fileno(&h[1].handle, &fd);)
  L(int first = (int)read(fd, bytes, 8);)
  L(return answer != 7 ? answer : first == 2 && read(fd, bytes, 8) == 0;))
Q(CHILD_DETACHED, child_detached, "child-detached",
  L(uv_process_options_t o = { .flags = UV_PROCESS_DETACHED };)
  L(int answer = child_says(loop, &h->process, &o, "exit 7");)
  L(return answer != 7 ? answer : h->process.data == &h->process;))
Q(CHILD_NOT_DETACHED, child_not_detached, "child-not-detached",
  L(uv_process_options_t o = { 0 };)
  L(int answer = child_says(loop, &h->process, &o, "exit 7");)
  L(return answer != 7 ? answer : h->process.data == &h->process;))
Q(CHILD_ASKED_AND_KILLED, child_asked_and_killed, "child-asked-and-killed",
  L(uv_process_options_t o = { .file = "/bin/sleep" };)
  L(char *args[] = { "sleep", "100", NULL };)
  L(o.args = args;)
  L(int answer = uv_spawn(loop, &h->process, &o);)
  L(answer = answer < 0 ? answer : uv_process_kill(&h->process, 0);)
  L(answer = answer < 0 ? answer : uv_process_kill(&h->process, SIGTERM);)
  L(return answer < 0 ? answer : wait_for(h->process.pid);))
Q(CHILD_CLOSED_LIVES, child_closed_lives, "child-closed-lives",
  L(uv_process_options_t o = { .file = "/bin/sleep" };)
  L(char *args[] = { "sleep", "100", NULL };)
  L(o.args = args;)
  L(int answer = uv_spawn(loop, &h->process, &o), pid = h->process.pid;)
  L(if (answer < 0) return answer;)
  L(uv_close(&h->handle, NULL);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(uv_kill(pid, SIGUSR2);)
  L(return wait_for(pid);))

/* ---- names, random bytes and the machine ---- */
Q(LOOKUP_OF_NOTHING, lookup_of_nothing, "lookup-of-nothing",
  L(uv_getaddrinfo_t req;)
  L((void)h;)
  L(return uv_getaddrinfo(loop, &req, NULL, NULL, NULL, NULL);))
Q(LOOKUP_THAT_FAILS, lookup_that_fails, "lookup-that-fails",
  L(uv_getaddrinfo_t req;)
  L(struct addrinfo hints = { .ai_flags = AI_NUMERICHOST };)
  L((void)h;)
  L(int answer = uv_getaddrinfo(loop, &req, NULL, "x", NULL, &hints);)
  L(return answer == UV_EAI_NONAME ? !req.addrinfo : answer;))
Q(LOOKUP_THAT_FINDS, lookup_that_finds, "lookup-that-finds",
  L(uv_getaddrinfo_t req;)
  L(struct addrinfo hints = { .ai_flags = AI_NUMERICHOST };)
  L((void)h;)
  L(int answer = uv_getaddrinfo(loop, &req, NULL, "127.0.0.1", NULL, &hints);)
  L(if (answer < 0) return answer;)
  L(answer = req.addrinfo != NULL;)
  L(uv_freeaddrinfo(req.addrinfo);)
  L(uv_freeaddrinfo(NULL);)
  L(return answer;))
Q(NAME_OF_NO_FAMILY, name_of_no_family, "name-of-no-family",
  L(uv_getnameinfo_t req;)
  L(struct sockaddr path = { .sa_family = AF_UNIX };)
  L((void)h;)
  L(return uv_getnameinfo(loop, &req, NULL, &path, 0);))
Q(NAME_THAT_IS_FOUND, name_that_is_found, "name-that-is-found",
  L(uv_getnameinfo_t req;)
  L(struct sockaddr_in at = local_port(80);)
  L((void)h;)
  L(int answer = uv_getnameinfo(loop, &req, NULL, (struct sockaddr *)&at, NI_NUMERICHOST | NI_NUMERICSERV);)
  L(return answer < 0 ? answer : strcmp(req.host, "127.0.0.1") == 0 && strcmp(req.service, "80") == 0;))
Q(RANDOM_WITH_FLAGS, random_with_flags, "random-with-flags",
  L(char byte;)
  L((void)loop, (void)h;)
  L(return uv_random(NULL, NULL, &byte, 1, 1, NULL);))
Q(RANDOM_WITHOUT_END, random_without_end, "random-without-end",
  L(char byte;)
  L((void)loop, (void)h;)
  L(return uv_random(NULL, NULL, &byte, (size_t)-1, 0, NULL);))
Q(RANDOM_TO_THE_LAST_BYTE, random_to_the_last_byte, "random-to-the-last-byte",
  L(char bytes[512] = { 0 };)
  L(int zeros = 0;)
  L((void)loop, (void)h;)
  L(int answer = uv_random(NULL, NULL, bytes, sizeof bytes, 0, NULL);)
  L(for (size_t i = 448; i < sizeof bytes; i++) zeros += bytes[i] == 0;)
  L(return answer < 0 ? answer : zeros < 16;))
Q(ROOM_FOR_FOLDER, room_for_folder, "room-for-folder",
  L((void)loop, (void)h;)
  L(return fits(uv_cwd);))
Q(ROOM_FOR_HOME, room_for_home, "room-for-home",
  L((void)loop, (void)h;)
  L(return fits(uv_os_homedir);))
Q(ROOM_FOR_TEMPORARY, room_for_temporary, "room-for-temporary",
  L((void)loop, (void)h;)
  L(return fits(uv_os_tmpdir);))
Q(ROOM_FOR_HOST, room_for_host, "room-for-host",
  L((void)loop, (void)h;)
  L(return fits(uv_os_gethostname);))
Q(ROOM_FOR_VARIABLE, room_for_variable, "room-for-variable",
  L((void)loop, (void)h;)
  L(uv_os_setenv("ASKED", "some-value");)
  L(int answer = fits(get_asked);)
  L(uv_os_unsetenv("ASKED");)
  L(return answer;))
Q(ROOM_FOR_TITLE, room_for_title, "room-for-title",
  L((void)loop, (void)h;)
  L(return uv_get_process_title(NULL, 0);))
Q(VARIABLE_THAT_IS_NOT_SET, variable_that_is_not_set, "variable-that-is-not-set",
  L(char value[8];)
  L(size_t size = sizeof value;)
  L((void)loop, (void)h;)
  L(int answer = uv_os_unsetenv("ASKED");)
  L(return answer < 0 ? answer : uv_os_getenv("ASKED", value, &size);))
Q(ALLOCATOR_IN_PART, allocator_in_part, "allocator-in-part",
  L((void)loop, (void)h;)
  L(return uv_replace_allocator(malloc, realloc, NULL, free);))
Q(ADDRESS_OF_FOUR, address_of_four, "address-of-four",
  L(struct sockaddr_in at;)
  L((void)loop, (void)h;)
  L(return uv_ip4_addr("127.0.0.256", 80, &at);))
Q(ADDRESS_OF_SIX, address_of_six, "address-of-six",
  L(struct sockaddr_in6 at;)
  L((void)loop, (void)h;)
  L(return uv_ip6_addr("::g", 80, &at);))
Q(ADDRESS_AND_BACK, address_and_back, "address-and-back",
  L(struct sockaddr_in at;)
  L(char name[16];)
  L((void)loop, (void)h;)
  L(int answer = uv_ip4_addr("127.0.0.255", 80, &at);)
  L(answer = answer < 0 ? answer : uv_ip4_name(&at, name, sizeof name);)
  L(return answer < 0 ? answer : strcmp(name, "127.0.0.255") == 0 && ntohs(at.sin_port) == 80;))
Q(ADDRESS_WITHOUT_ROOM, address_without_room, "address-without-room",
  L(unsigned char at[4] = { 127, 0, 0, 255 };)
  L(char name[11];)
  L((void)loop, (void)h;)
  L(return uv_inet_ntop(AF_INET, at, name, sizeof name);))
Q(ADDRESS_OF_NO_FAMILY, address_of_no_family, "address-of-no-family",
  L(char at[16];)
  L((void)loop, (void)h;)
  L(return uv_inet_pton(AF_UNIX, "127.0.0.1", at);))
Q(PRIORITY_BEYOND, priority_beyond, "priority-beyond",
  L((void)loop, (void)h;)
  L(return uv_os_setpriority(0, 20);))
Q(KIND_OF_A_FILE, kind_of_a_file, "kind-of-a-file",
  L(int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);)
  L((void)loop, (void)h;)
  L(uv_handle_type kind = uv_guess_handle(fd);)
  L(close(fd);)
  L(return kind == UV_FILE;))
Q(KIND_OF_A_SOCKET, kind_of_a_socket, "kind-of-a-socket",
  L(int fd = socket(AF_INET, SOCK_STREAM, 0);)
  L((void)loop, (void)h;)
  L(uv_handle_type kind = uv_guess_handle(fd);)
  L(close(fd);)
  L(return kind == UV_TCP;))
Q(KIND_OF_DATAGRAMS, kind_of_datagrams, "kind-of-datagrams",
  L(int fd = socket(AF_INET, SOCK_DGRAM, 0);)
  L((void)loop, (void)h;)
  L(uv_handle_type kind = uv_guess_handle(fd);)
  L(close(fd);)
  L(return kind == UV_UDP;))
Q(KIND_OF_A_PIPE, kind_of_a_pipe, "kind-of-a-pipe",
  L(int ends[2];)
  L((void)loop, (void)h;)
  L(if (pipe(ends) < 0) return -errno;)
  L(uv_handle_type kind = uv_guess_handle(ends[0]);)
  L(close(ends[0]);)
  L(close(ends[1]);)
  L(return kind == UV_NAMED_PIPE;))
Q(KIND_OF_NOTHING, kind_of_nothing, "kind-of-nothing",
  L((void)loop, (void)h;)
  L(return (int)uv_guess_handle(-1);))
Q(SLEEP_OF_3MS, sleep_of_3ms, "sleep-of-3ms",
  L((void)loop, (void)h;)
  L(uint64_t before = uv_hrtime();)
  L(uv_sleep(3);)
  L(return uv_hrtime() - before >= 3000000;))
/* clang-format on */
