/* libuv_net_questions.h - questions about terminals, pipes and sockets; a part of libuv_questions.h. */
/* clang-format off */


/* ---- ASK-37 ---- */
Q(TERMINALS_NEVER_SET, terminals_never_set, "terminals-never-set",
  L((void)loop, (void)h;)
  L(return uv_tty_reset_mode();))
/* Both ends of a pseudo-terminal. A machine may have none: ENODEV. */
H(open_terminal, S(static int open_terminal(int ends[2])),
  L(ends[0] = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);)
  L(if (ends[0] < 0) return UV_ENODEV;)
  L(if (grantpt(ends[0]) < 0 || unlockpt(ends[0]) < 0) return UV_ENODEV;)
  L(ends[1] = open(ptsname(ends[0]), O_RDWR | O_NOCTTY | O_CLOEXEC);)
  L(return ends[1] < 0 ? UV_ENODEV : 0;))
/* What is switched on: 1 for whole lines, 2 for echo, 4 for signals, 8 for new lines on input, 16 for
 * processed output. */
H(terminal_mode, S(static int terminal_mode(int fd)),
  L(struct termios t = { 0 };)
  L(if (tcgetattr(fd, &t) < 0) return -errno;)
  L(return !!(t.c_lflag & ICANON) + 2 * !!(t.c_lflag & ECHO) + 4 * !!(t.c_lflag & ISIG) + 8 * !!(t.c_iflag & ICRNL) + 16 * !!(t.c_oflag & OPOST);))
H(mode_after, S(static int mode_after(uv_loop_t *loop, uv_tty_t *tty, uv_tty_mode_t mode, uv_tty_mode_t further, int way)),
  L(int ends[2];)
  L(if (open_terminal(ends) < 0) return UV_ENODEV;)
  L(int answer = uv_tty_init(loop, tty, ends[1], 1);)
  L(answer = answer < 0 ? answer : uv_tty_set_mode(tty, mode);)
  L(answer = answer < 0 || mode == further ? answer : uv_tty_set_mode(tty, further);)
  L(if (way == 1) uv_close((uv_handle_t *)tty, NULL);)
  L(if (way == 2) answer = uv_tty_reset_mode();)
  L(answer = answer < 0 ? answer : terminal_mode(ends[0]);)
  L(if (way != 1) uv_close((uv_handle_t *)tty, NULL);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(close(ends[0]);)
  L(return answer;))
Q(TERMINAL_RAW_AND_RESET, terminal_raw_and_reset, "terminal-raw-and-reset",
  L(return mode_after(loop, &h->tty, UV_TTY_MODE_RAW, UV_TTY_MODE_RAW, 2);))
Q(TERMINAL_OPENED, terminal_opened, "terminal-opened",
  L(int ends[2];)
  L(if (open_terminal(ends) < 0) return UV_ENODEV;)
  L(int kept = dup(ends[1]);)
  L(int answer = uv_tty_init(loop, &h->tty, ends[1], 0);)
  L(uv_os_fd_t fd = -1;)
  L(answer = answer < 0 ? answer : uv_fileno(&h->handle, &fd);)
  L(answer = answer < 0 ? answer : directions(&h->stream) + 4 * (h->handle.type != UV_TTY) + 8 * ((fcntl(fd, F_GETFL) & O_NONBLOCK) && !(fcntl(kept, F_GETFL) & O_NONBLOCK));)
  L(close(kept);)
  L(uv_close(&h->handle, NULL);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(close(ends[0]);)
  L(return answer;))
Q(TERMINAL_TO_WRITE_TO, terminal_to_write_to, "terminal-to-write-to",
  L(int ends[2];)
  L(if (open_terminal(ends) < 0) return UV_ENODEV;)
  L(int out = open(ptsname(ends[0]), O_WRONLY | O_NOCTTY | O_CLOEXEC);)
  L(int answer = uv_tty_init(loop, &h->tty, out, 1);)
  L(answer = answer < 0 ? answer : directions(&h->stream);)
  L(uv_close(&h->handle, NULL);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(close(ends[1]);)
  L(close(ends[0]);)
  L(return answer;))
Q(TERMINAL_AS_IT_IS, terminal_as_it_is, "terminal-as-it-is",
  L(return mode_after(loop, &h->tty, UV_TTY_MODE_NORMAL, UV_TTY_MODE_NORMAL, 0);))
Q(TERMINAL_RAW, terminal_raw, "terminal-raw",
  L(return mode_after(loop, &h->tty, UV_TTY_MODE_RAW, UV_TTY_MODE_RAW, 0);))
Q(TERMINAL_FOR_BYTES, terminal_for_bytes, "terminal-for-bytes",
  L(return mode_after(loop, &h->tty, UV_TTY_MODE_IO, UV_TTY_MODE_IO, 0);))
Q(TERMINAL_RAW_AND_BACK, terminal_raw_and_back, "terminal-raw-and-back",
  L(return mode_after(loop, &h->tty, UV_TTY_MODE_RAW, UV_TTY_MODE_NORMAL, 0);))
Q(TERMINAL_FOR_BYTES_THEN_RAW, terminal_for_bytes_then_raw, "terminal-for-bytes-then-raw",
  L(return mode_after(loop, &h->tty, UV_TTY_MODE_IO, UV_TTY_MODE_RAW, 0);))
Q(TERMINAL_SIZE, terminal_size, "terminal-size",
  L(int ends[2], width = 0, height = 0;)
  L(struct winsize size = { .ws_col = 80, .ws_row = 24 };)
  L(if (open_terminal(ends) < 0) return UV_ENODEV;)
  L(ioctl(ends[0], TIOCSWINSZ, &size);)
  L(int answer = uv_tty_init(loop, &h->tty, ends[1], 0);)
  L(answer = answer < 0 ? answer : uv_tty_get_winsize(&h->tty, &width, &height);)
  L(uv_close(&h->handle, NULL);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(close(ends[0]);)
  L(return answer ? answer : 100 * width + height;))
Q(TERMINAL_GUESSED, terminal_guessed, "terminal-guessed",
  L(int ends[2];)
  L((void)loop, (void)h;)
  L(if (open_terminal(ends) < 0) return UV_ENODEV;)
  L(int answer = uv_guess_handle(ends[1]) == UV_TTY;)
  L(close(ends[1]);)
  L(close(ends[0]);)
  L(return answer;))
Q(TERMINAL_SEQUENCES, terminal_sequences, "terminal-sequences",
  L(uv_tty_vtermstate_t state = UV_TTY_SUPPORTED;)
  L((void)loop, (void)h;)
  L(uv_tty_set_vterm_state(UV_TTY_SUPPORTED);)
  L(return uv_tty_get_vterm_state(&state);))
Q(TERMINAL_RAW_AND_CLOSED, terminal_raw_and_closed, "terminal-raw-and-closed",
  L(return mode_after(loop, &h->tty, UV_TTY_MODE_RAW, UV_TTY_MODE_RAW, 1);))

/* ---- ASK-38 ---- */
H(long_path, S(static char *long_path(char path[300])),
  L(snprintf(path, 300, "/tmp/asked-%d-", (int)getpid());)
  L(memset(path + strlen(path), 'x', 299 - strlen(path));)
  L(path[299] = 0;)
  L(return path;))
Q(PIPE_OF_A_LONG_PATH, pipe_of_a_long_path, "pipe-of-a-long-path",
  L(char path[300], name[128];)
  L(size_t size = sizeof name;)
  L(uv_pipe_init(loop, &h->pipe, 0);)
  L(int answer = uv_pipe_bind(&h->pipe, long_path(path));)
  L(if (answer < 0) return answer;)
  L(answer = uv_pipe_getsockname(&h->pipe, name, &size);)
  L(path[size < 108 ? size : 108] = 0;)
  L(unlink(path);)
  L(return answer < 0 ? answer : size < 100 || memcmp(path, name, 100) != 0;))
/* 1.46 and later: uv_pipe_bind2() and uv_pipe_connect2(), the latter with a callback that notes. */
H(bind_by_length, S(static int bind_by_length(uv_loop_t *loop, uv_pipe_t *pipe, const char *name, size_t size, unsigned flags)),
  L(int (*call)(uv_pipe_t *, const char *, size_t, unsigned);)
  L(find_call("uv_pipe_bind2", &call);)
  L(uv_pipe_init(loop, pipe, 0);)
  L(return call ? call(pipe, name, size, flags) : UV_ENOSYS;))
Q(PIPE_OF_A_LONG_PATH_NOT_CUT, pipe_of_a_long_path_not_cut, "pipe-of-a-long-path-not-cut",
  L(char path[300];)
  L(int answer = bind_by_length(loop, &h->pipe, long_path(path), 299, 1);)
  L(path[108] = 0;)
  L(unlink(path);)
  L(return answer;))
Q(PIPE_WITH_UNKNOWN_FLAGS, pipe_with_unknown_flags, "pipe-with-unknown-flags",
  L(return bind_by_length(loop, &h->pipe, "/tmp/asked-flags", 16, 2);))
Q(PIPE_WITH_A_ZERO_WITHIN, pipe_with_a_zero_within, "pipe-with-a-zero-within",
  L(return uv_version() < 0x013000 ? UV_ENOSYS : bind_by_length(loop, &h->pipe, "/tmp/as\0ked", 11, 0);))
Q(PIPE_OF_NO_PATH, pipe_of_no_path, "pipe-of-no-path",
  L(uv_pipe_init(loop, &h->pipe, 0);)
  L(return uv_pipe_bind(&h->pipe, "/no/such/folder/asked");))
Q(PIPE_OF_A_TAKEN_PATH, pipe_of_a_taken_path, "pipe-of-a-taken-path",
  L(char path[64];)
  L(size_t size = sizeof path;)
  L(int answer = bind_own(loop, &h[0].pipe);)
  L(uv_pipe_getsockname(&h[0].pipe, path, &size);)
  L(path[size < sizeof path ? size : sizeof path - 1] = 0;)
  L(uv_pipe_init(loop, &h[1].pipe, 0);)
  L(return answer < 0 ? answer : uv_pipe_bind(&h[1].pipe, path);))
Q(PIPE_BOUND_WHILE_CLOSING, pipe_bound_while_closing, "pipe-bound-while-closing",
  L(uv_pipe_init(loop, &h->pipe, 0);)
  L(uv_close(&h->handle, NULL);)
  L(return uv_pipe_bind(&h->pipe, "/no/such/folder/asked");))
Q(PIPE_FOR_HANDLES_LISTENS, pipe_for_handles_listens, "pipe-for-handles-listens",
  L(char path[64];)
  L(snprintf(path, sizeof path, "/tmp/asked-%d.ipc", (int)getpid());)
  L(unlink(path);)
  L(uv_pipe_init(loop, &h->pipe, 1);)
  L(int answer = uv_pipe_bind(&h->pipe, path);)
  L(return answer < 0 ? answer : uv_listen(&h->stream, 1, NULL);))
H(connect_by_length, S(static int connect_by_length(uv_loop_t *loop, uv_pipe_t *pipe, const char *name, size_t size, unsigned flags)),
  L(uv_connect_t req;)
  L(int status = 1;)
  L(int (*call)(uv_connect_t *, uv_pipe_t *, const char *, size_t, unsigned, uv_connect_cb);)
  L(find_call("uv_pipe_connect2", &call);)
  L(uv_pipe_init(loop, pipe, 0);)
  L(req.data = &status;)
  L(int answer = call ? call(&req, pipe, name, size, flags, note_connect) : UV_ENOSYS;)
  L(uv_run(loop, UV_RUN_NOWAIT);)
  L(uv_run(loop, UV_RUN_NOWAIT);)
  L(return answer < 0 ? answer : status;))
Q(CONNECT_WITH_UNKNOWN_FLAGS, connect_with_unknown_flags, "connect-with-unknown-flags",
  L(return connect_by_length(loop, &h->pipe, "/tmp/asked-flags", 16, 2);))
Q(CONNECT_TO_NO_LENGTH, connect_to_no_length, "connect-to-no-length",
  L(return connect_by_length(loop, &h->pipe, "/tmp/asked-flags", 0, 0);))
Q(CONNECT_TO_A_LONG_PATH_NOT_CUT, connect_to_a_long_path_not_cut, "connect-to-a-long-path-not-cut",
  L(char path[300];)
  L(return connect_by_length(loop, &h->pipe, long_path(path), 299, 1);))
Q(CONNECT_TO_A_LONG_PATH, connect_to_a_long_path, "connect-to-a-long-path",
  L(char path[300];)
  L(return connect_by_length(loop, &h->pipe, long_path(path), 299, 0);))
H(no_connection, S(static void no_connection(uv_stream_t *listener, int status)),
  L((void)listener, (void)status;))
Q(CONNECT_BY_LENGTH, connect_by_length, "connect-by-length",
  L(int answer = bind_by_length(loop, &h[0].pipe, "\0asked-abstract", 15, 1);)
  L(answer = answer < 0 ? answer : uv_listen(&h[0].stream, 1, no_connection);)
  L(return answer < 0 ? answer : connect_by_length(loop, &h[1].pipe, "\0asked-abstract", 15, 1);))
Q(CONNECT_TO_NO_PATH, connect_to_no_path, "connect-to-no-path",
  L(uv_connect_t req;)
  L(int status = 1;)
  L(uv_pipe_init(loop, &h->pipe, 0);)
  L(req.data = &status;)
  L(uv_pipe_connect(&req, &h->pipe, "/no/such/path", note_connect);)
  L(int answer = 10 * (status == 1 && uv_loop_alive(loop) != 0);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(return answer + 2 * (status == UV_ENOENT);))
Q(CONNECT_TO_AN_EMPTY_NAME, connect_to_an_empty_name, "connect-to-an-empty-name",
  L(uv_connect_t req;)
  L(int status = 1;)
  L(if (uv_version() < 0x013000) return UV_ENOSYS;)
  L(uv_pipe_init(loop, &h->pipe, 0);)
  L(req.data = &status;)
  L(uv_pipe_connect(&req, &h->pipe, "", note_connect);)
  L(int answer = 10 * (status == 1);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(return answer + 2 * (status == UV_EINVAL);))
Q(CONNECT_TO_WHO_DOES_NOT_LISTEN, connect_to_who_does_not_listen, "connect-to-who-does-not-listen",
  L(uv_connect_t req;)
  L(char path[64];)
  L(size_t size = sizeof path;)
  L(int status = 1;)
  L(int bound = bind_own(loop, &h[0].pipe);)
  L(uv_pipe_getsockname(&h[0].pipe, path, &size);)
  L(path[size < sizeof path ? size : sizeof path - 1] = 0;)
  L(uv_pipe_init(loop, &h[1].pipe, 0);)
  L(req.data = &status;)
  L(uv_pipe_connect(&req, &h[1].pipe, path, note_connect);)
  L(int answer = 10 * (bound == 0 && status == 1 && uv_loop_alive(loop) != 0);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(return answer + 2 * (status == UV_ECONNREFUSED);))

/* ---- ASK-39 ---- */
/* Whether the ends block, of a pair (1.41 and later) of sockets or of a pipe, and are closed on exec. */
H(ends_of_pair, S(static int ends_of_pair(const char *name, int first, int other)),
  L(int (*pair)(int, int, uv_os_sock_t *, int, int);)
  L(int (*pipe_of)(uv_file *, int, int);)
  L(int ends[2], is_pair = name[3] == 's';)
  L(find_call(name, is_pair ? (void *)&pair : (void *)&pipe_of);)
  L(if (is_pair ? !pair : !pipe_of) return UV_ENOSYS;)
  L(int answer = is_pair ? pair(SOCK_STREAM, 0, ends, first, other) : pipe_of(ends, first, other);)
  L(if (answer < 0) return answer;)
  L(for (int i = 0; i < 2; i++) answer = 10 * answer + 1 + !(fcntl(ends[i], F_GETFL) & O_NONBLOCK) + 2 * !(fcntl(ends[i], F_GETFD) & FD_CLOEXEC);)
  L(int moved = write(ends[1], "x", 1) == 1 && read(ends[0], (char[1]){ 0 }, 1) == 1;)
  L(close(ends[0]);)
  L(close(ends[1]);)
  L(return moved ? answer : UV_EPIPE;))
Q(PAIR_THAT_BLOCKS, pair_that_blocks, "pair-that-blocks",
  L((void)loop, (void)h;)
  L(return ends_of_pair("uv_socketpair", 0, 0);))
Q(PAIR_THAT_DOES_NOT_BLOCK, pair_that_does_not_block, "pair-that-does-not-block",
  L((void)loop, (void)h;)
  L(return ends_of_pair("uv_socketpair", UV_NONBLOCK_PIPE, UV_NONBLOCK_PIPE);))
Q(PAIR_THAT_BLOCKS_ON_ONE_SIDE, pair_that_blocks_on_one_side, "pair-that-blocks-on-one-side",
  L((void)loop, (void)h;)
  L(return ends_of_pair("uv_socketpair", UV_NONBLOCK_PIPE, 0);))
Q(PIPE_THAT_BLOCKS, pipe_that_blocks, "pipe-that-blocks",
  L((void)loop, (void)h;)
  L(return ends_of_pair("uv_pipe", 0, 0);))
Q(PIPE_THAT_DOES_NOT_BLOCK, pipe_that_does_not_block, "pipe-that-does-not-block",
  L((void)loop, (void)h;)
  L(return ends_of_pair("uv_pipe", UV_NONBLOCK_PIPE, UV_NONBLOCK_PIPE);))
Q(PIPE_WHOSE_END_DOES_NOT_BLOCK, pipe_whose_end_does_not_block, "pipe-whose-end-does-not-block",
  L((void)loop, (void)h;)
  L(return ends_of_pair("uv_pipe", 0, UV_NONBLOCK_PIPE);))

/* ---- ASK-40 ---- */
H(socket_option, S(static int socket_option(uv_handle_t *handle, int level, int name)),
  L(uv_os_fd_t fd;)
  L(int value = 99;)
  L(socklen_t size = sizeof value;)
  L(int answer = uv_fileno(handle, &fd);)
  L(if (answer == 0 && getsockopt(fd, level, name, &value, &size) < 0) answer = -errno;)
  L(return answer < 0 ? answer : value;))
Q(TCP_TUNED_BEFORE_IT_HAS_A_SOCKET, tcp_tuned_before_it_has_a_socket, "tcp-tuned-before-it-has-a-socket",
  L(uv_tcp_init(loop, &h->tcp);)
  L(int answer = uv_tcp_nodelay(&h->tcp, 1);)
  L(answer = answer < 0 ? answer : uv_tcp_open(&h->tcp, socket(AF_INET, SOCK_STREAM, 0));)
  L(return answer < 0 ? answer : socket_option(&h->handle, IPPROTO_TCP, 1);))
Q(TCP_TUNED_WITH_A_SOCKET, tcp_tuned_with_a_socket, "tcp-tuned-with-a-socket",
  L(uv_tcp_init_ex(loop, &h->tcp, AF_INET);)
  L(int answer = uv_tcp_nodelay(&h->tcp, 1);)
  L(int on = socket_option(&h->handle, IPPROTO_TCP, 1);)
  L(answer = answer < 0 ? answer : uv_tcp_nodelay(&h->tcp, 0);)
  L(return answer < 0 ? answer : 10 * on + socket_option(&h->handle, IPPROTO_TCP, 1);))
Q(TCP_KEPT_ALIVE_BEFORE_IT_HAS_A_SOCKET, tcp_kept_alive_before_it_has_a_socket, "tcp-kept-alive-before-it-has-a-socket",
  L(uv_tcp_init(loop, &h->tcp);)
  L(int answer = uv_tcp_keepalive(&h->tcp, 1, 60);)
  L(answer = answer < 0 ? answer : uv_tcp_open(&h->tcp, socket(AF_INET, SOCK_STREAM, 0));)
  L(return answer < 0 ? answer : socket_option(&h->handle, SOL_SOCKET, SO_KEEPALIVE);))
Q(TCP_ACCEPTS_AT_ONCE, tcp_accepts_at_once, "tcp-accepts-at-once",
  L(uv_tcp_init(loop, &h->tcp);)
  L(return uv_tcp_simultaneous_accepts(&h->tcp, 1);))
Q(TCP_ADDRESS_REUSED, tcp_address_reused, "tcp-address-reused",
  L(struct sockaddr_in at = local_port(0);)
  L(uv_tcp_init(loop, &h->tcp);)
  L(int answer = uv_tcp_bind(&h->tcp, (struct sockaddr *)&at, 0);)
  L(return answer < 0 ? answer : socket_option(&h->handle, SOL_SOCKET, SO_REUSEADDR);))
Q(TCP_PORT_SHARED, tcp_port_shared, "tcp-port-shared",
  L(struct sockaddr_in at = local_port(0);)
  L(uv_tcp_init(loop, &h->tcp);)
  L(int answer = uv_tcp_bind(&h->tcp, (struct sockaddr *)&at, 2);)
  L(return answer < 0 ? answer : socket_option(&h->handle, SOL_SOCKET, SO_REUSEPORT);))
Q(TCP_PORT_NOT_SHARED, tcp_port_not_shared, "tcp-port-not-shared",
  L(struct sockaddr_in at = local_port(0);)
  L(uv_tcp_init(loop, &h->tcp);)
  L(int answer = uv_tcp_bind(&h->tcp, (struct sockaddr *)&at, 0);)
  L(return answer < 0 ? answer : socket_option(&h->handle, SOL_SOCKET, SO_REUSEPORT);))
/* 10 if IPv6 alone was asked for and set, 0 if not and not. */
H(bound_to_six, S(static int bound_to_six(uv_loop_t *loop, uv_tcp_t *tcp, unsigned flags)),
  L(struct sockaddr_in6 at;)
  L(int fd = socket(AF_INET6, SOCK_STREAM, 0);)
  L(if (fd < 0) return UV_ENODEV;)
  L(close(fd);)
  L(uv_ip6_addr("::", 0, &at);)
  L(uv_tcp_init(loop, tcp);)
  L(int answer = uv_tcp_bind(tcp, (struct sockaddr *)&at, flags);)
  L(return answer < 0 ? answer : 10 * socket_option((uv_handle_t *)tcp, IPPROTO_IPV6, IPV6_V6ONLY);))
Q(TCP_OF_SIX_ALONE, tcp_of_six_alone, "tcp-of-six-alone",
  L(return bound_to_six(loop, &h->tcp, UV_TCP_IPV6ONLY);))
Q(TCP_OF_SIX_AND_FOUR, tcp_of_six_and_four, "tcp-of-six-and-four",
  L(return bound_to_six(loop, &h->tcp, 0);))
Q(TCP_BOUND_WHILE_CLOSING, tcp_bound_while_closing, "tcp-bound-while-closing",
  L(struct sockaddr_in at = local_port(0);)
  L(uv_tcp_init(loop, &h->tcp);)
  L(uv_close(&h->handle, NULL);)
  L(return uv_tcp_bind(&h->tcp, (struct sockaddr *)&at, 0);))
Q(TCP_BOUND_TO_NO_FAMILY, tcp_bound_to_no_family, "tcp-bound-to-no-family",
  L(struct sockaddr path = { .sa_family = AF_UNIX };)
  L(uv_tcp_init(loop, &h->tcp);)
  L(return uv_tcp_bind(&h->tcp, &path, 0);))
Q(TCP_CONNECT_TO_NO_FAMILY, tcp_connect_to_no_family, "tcp-connect-to-no-family",
  L(uv_connect_t req;)
  L(struct sockaddr path = { .sa_family = AF_UNIX };)
  L(uv_tcp_init(loop, &h->tcp);)
  L(return uv_tcp_connect(&req, &h->tcp, &path, no_connect);))
Q(TCP_WITHOUT_A_PARTNER, tcp_without_a_partner, "tcp-without-a-partner",
  L(struct sockaddr_in at;)
  L(int size = sizeof at;)
  L(uv_tcp_init_ex(loop, &h->tcp, AF_INET);)
  L(return uv_tcp_getpeername(&h->tcp, (struct sockaddr *)&at, &size);))
Q(TCP_WITHOUT_AN_ADDRESS, tcp_without_an_address, "tcp-without-an-address",
  L(struct sockaddr_in at;)
  L(int size = sizeof at;)
  L(uv_tcp_init(loop, &h->tcp);)
  L(return uv_tcp_getsockname(&h->tcp, (struct sockaddr *)&at, &size);))
Q(TCP_CONNECTING, tcp_connecting, "tcp-connecting",
  L(uv_connect_t req;)
  L(struct sockaddr_in at = local_port(9);)
  L(uv_tcp_init(loop, &h->tcp);)
  L(int answer = uv_tcp_connect(&req, &h->tcp, (struct sockaddr *)&at, no_connect);)
  L(answer = answer < 0 ? answer : directions(&h->stream);)
  L(uv_close(&h->handle, NULL);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(return answer;))
Q(TCP_REFUSED, tcp_refused, "tcp-refused",
  L(uv_connect_t req;)
  L(struct sockaddr_in at = local_port(9);)
  L(int status = 1;)
  L(uv_tcp_init(loop, &h->tcp);)
  L(req.data = &status;)
  L(int answer = uv_tcp_connect(&req, &h->tcp, (struct sockaddr *)&at, note_connect);)
  L(answer = answer < 0 ? answer : 10 * (status == 1 && uv_loop_alive(loop) != 0);)
  L(for (int i = 0; i < 100 && status == 1; i++) uv_run(loop, UV_RUN_NOWAIT);)
  L(return answer < 0 ? answer : answer + 2 * (status == UV_ECONNREFUSED);))

/* ---- ASK-41 ---- */
Q(UDP_EMPTY_TRY, udp_empty_try, "udp-empty-try",
  L(struct sockaddr_in at = local_port(9);)
  L(uv_buf_t none = uv_buf_init(NULL, 0);)
  L(uv_udp_init(loop, &h->udp);)
  L(return uv_version() < 0x013200 ? UV_ENOSYS : uv_udp_try_send(&h->udp, &none, 0, (struct sockaddr *)&at);))
Q(UDP_WITHOUT_A_DESTINATION, udp_without_a_destination, "udp-without-a-destination",
  L(uv_udp_send_t req;)
  L(uv_buf_t none = uv_buf_init(NULL, 0);)
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(return uv_udp_send(&req, &h->udp, &none, 1, NULL, NULL);))
Q(UDP_ROOM_FOR_A_BATCH, udp_room_for_a_batch, "udp-room-for-a-batch",
  L(struct sockaddr_in at = local_port(0);)
  L(int size = sizeof at;)
  L(size_t room = 0;)
  L(uv_buf_t none = uv_buf_init(NULL, 0);)
  L(h->udp.data = &room;)
  L(if (uv_version() < 0x012800 || uv_udp_init_ex(loop, &h->udp, AF_INET | 256) < 0) return 0;)
  L(uv_udp_bind(&h->udp, (struct sockaddr *)&at, 0);)
  L(uv_udp_getsockname(&h->udp, (struct sockaddr *)&at, &size);)
  L(uv_udp_recv_start(&h->udp, note_room, no_datagram);)
  L(uv_udp_try_send(&h->udp, &none, 1, (struct sockaddr *)&at);)
  L(uv_run(loop, UV_RUN_ONCE);)
  L(return (int)room;))
Q(UDP_SENDS_UNBOUND, udp_sends_unbound, "udp-sends-unbound",
  L(uv_udp_send_t req;)
  L(struct sockaddr_in at = local_port(9);)
  L(uv_buf_t one = uv_buf_init((char *)"x", 1);)
  L(uv_udp_init(loop, &h->udp);)
  L(int answer = uv_udp_send(&req, &h->udp, &one, 1, (struct sockaddr *)&at, NULL);)
  L(answer = answer < 0 ? answer : has_port(&h->udp);)
  L(uv_run(loop, UV_RUN_NOWAIT);)
  L(return answer;))
Q(UDP_QUEUE_OF_TWO_PARTS, udp_queue_of_two_parts, "udp-queue-of-two-parts",
  L(uv_udp_send_t req;)
  L(struct sockaddr_in at = local_port(9);)
  L(uv_buf_t parts[2] = { uv_buf_init((char *)"abc", 3), uv_buf_init((char *)"defg", 4) };)
  L(uv_udp_init(loop, &h->udp);)
  L(int answer = uv_udp_send(&req, &h->udp, parts, 2, (struct sockaddr *)&at, NULL);)
  L(answer = answer < 0 ? answer : 100 * (int)uv_udp_get_send_queue_count(&h->udp) + (int)uv_udp_get_send_queue_size(&h->udp);)
  L(uv_run(loop, UV_RUN_NOWAIT);)
  L(return answer + 1000 * (int)uv_udp_get_send_queue_size(&h->udp);))
Q(UDP_RECEIVES_TWICE, udp_receives_twice, "udp-receives-twice",
  L(uv_udp_init(loop, &h->udp);)
  L(int answer = uv_udp_recv_start(&h->udp, no_room, no_datagram);)
  L(return answer < 0 ? answer : uv_udp_recv_start(&h->udp, no_room, no_datagram);))
Q(UDP_RECEIVES_WITHOUT_A_CALLBACK, udp_receives_without_a_callback, "udp-receives-without-a-callback",
  L(uv_udp_init(loop, &h->udp);)
  L(return uv_udp_recv_start(&h->udp, NULL, no_datagram) == UV_EINVAL ? uv_udp_recv_start(&h->udp, no_room, NULL) : 1;))
Q(UDP_STOPPED_TWICE, udp_stopped_twice, "udp-stopped-twice",
  L(uv_udp_init(loop, &h->udp);)
  L(uv_udp_recv_start(&h->udp, no_room, no_datagram);)
  L(int answer = uv_udp_recv_stop(&h->udp);)
  L(return answer < 0 ? answer : uv_udp_recv_stop(&h->udp) + 2 * uv_is_active(&h->handle);))
Q(UDP_QUEUE_AT_FIRST, udp_queue_at_first, "udp-queue-at-first",
  L(uv_udp_init(loop, &h->udp);)
  L(return (int)uv_udp_get_send_queue_size(&h->udp) + (int)uv_udp_get_send_queue_count(&h->udp);))
Q(UDP_WITHOUT_A_PARTNER, udp_without_a_partner, "udp-without-a-partner",
  L(struct sockaddr_in at;)
  L(int size = sizeof at;)
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(return uv_udp_getpeername(&h->udp, (struct sockaddr *)&at, &size);))
Q(UDP_CONNECTED_TWICE, udp_connected_twice, "udp-connected-twice",
  L(struct sockaddr_in at = local_port(9);)
  L(uv_udp_init(loop, &h->udp);)
  L(int answer = uv_udp_connect(&h->udp, (struct sockaddr *)&at);)
  L(return answer < 0 ? answer : uv_udp_connect(&h->udp, (struct sockaddr *)&at);))
Q(UDP_DISCONNECTED_TWICE, udp_disconnected_twice, "udp-disconnected-twice",
  L(struct sockaddr_in at = local_port(9);)
  L(uv_udp_init(loop, &h->udp);)
  L(uv_udp_connect(&h->udp, (struct sockaddr *)&at);)
  L(int answer = uv_udp_connect(&h->udp, NULL);)
  L(return answer < 0 ? answer : uv_udp_connect(&h->udp, NULL);))
Q(UDP_OPENED_CAN_BE_REUSED, udp_opened_can_be_reused, "udp-opened-can-be-reused",
  L(int fd = socket(AF_INET, SOCK_DGRAM, 0);)
  L(uv_udp_init(loop, &h->udp);)
  L(int answer = uv_udp_open(&h->udp, fd);)
  L(return answer < 0 ? answer : socket_option(&h->handle, SOL_SOCKET, SO_REUSEADDR);))
Q(UDP_OPENED_WITH_UNKNOWN_FLAGS, udp_opened_with_unknown_flags, "udp-opened-with-unknown-flags",
  L(int fd = socket(AF_INET, SOCK_DGRAM, 0);)
  L(int (*call)(uv_udp_t *, uv_os_sock_t, unsigned);)
  L(find_call("uv_udp_open_ex", &call);)
  L(uv_udp_init(loop, &h->udp);)
  L(int answer = call ? call(&h->udp, fd, 1 << 20) : UV_ENOSYS;)
  L(close(fd);)
  L(return answer;))
Q(UDP_PORT_SHARED, udp_port_shared, "udp-port-shared",
  L(struct sockaddr_in at = local_port(0);)
  L(uv_udp_init(loop, &h->udp);)
  L(int answer = uv_udp_bind(&h->udp, (struct sockaddr *)&at, 64);)
  L(return answer < 0 ? answer : socket_option(&h->handle, SOL_SOCKET, SO_REUSEPORT);))
Q(UDP_PORT_NOT_SHARED, udp_port_not_shared, "udp-port-not-shared",
  L(struct sockaddr_in at = local_port(0);)
  L(uv_udp_init(loop, &h->udp);)
  L(int answer = uv_udp_bind(&h->udp, (struct sockaddr *)&at, 0);)
  L(return answer < 0 ? answer : socket_option(&h->handle, SOL_SOCKET, SO_REUSEPORT);))
Q(UDP_TTL_OF_7, udp_ttl_of_7, "udp-ttl-of-7",
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(int answer = uv_udp_set_ttl(&h->udp, 7);)
  L(return answer < 0 ? answer : socket_option(&h->handle, IPPROTO_IP, IP_TTL);))
Q(UDP_TO_ALL_BEFORE_IT_HAS_A_SOCKET, udp_to_all_before_it_has_a_socket, "udp-to-all-before-it-has-a-socket",
  L(uv_udp_init(loop, &h->udp);)
  L(return uv_udp_set_broadcast(&h->udp, 1);))
/* With 1000 as its flags the second is too long to be sent. */
H(try_two, S(static int try_two(uv_udp_t *udp, unsigned count, unsigned flags)),
  L(struct sockaddr_in at = local_port(9);)
  L(uv_buf_t one = uv_buf_init((char *)"x", 1);)
  L(uv_buf_t big = uv_buf_init(calloc(1, 70000), 70000);)
  L(uv_buf_t *buffers[2] = { &one, flags == 1000 ? &big : &one };)
  L(unsigned sizes[2] = { 1, 1 };)
  L(struct sockaddr *to[2] = { (struct sockaddr *)&at, (struct sockaddr *)&at };)
  L(int (*call)(uv_udp_t *, unsigned, uv_buf_t **, unsigned *, struct sockaddr **, unsigned);)
  L(find_call("uv_udp_try_send2", &call);)
  L(int answer = call ? call(udp, count, buffers, sizes, to, flags % 1000) : UV_ENOSYS;)
  L(free(big.base);)
  L(return answer;))
Q(UDP_TRIES_TWO, udp_tries_two, "udp-tries-two",
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(return try_two(&h->udp, 2, 0);))
Q(UDP_TRIES_TWO_OF_WHICH_ONE_FITS, udp_tries_two_of_which_one_fits, "udp-tries-two-of-which-one-fits",
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(return try_two(&h->udp, 2, 1000);))
Q(UDP_TRIES_NONE, udp_tries_none, "udp-tries-none",
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(return try_two(&h->udp, 0, 0);))
Q(UDP_TRIES_WITH_FLAGS, udp_tries_with_flags, "udp-tries-with-flags",
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(return try_two(&h->udp, 2, 1);))
Q(UDP_TRIES_WITHOUT_A_SOCKET, udp_tries_without_a_socket, "udp-tries-without-a-socket",
  L(uv_udp_init(loop, &h->udp);)
  L(return try_two(&h->udp, 2, 0);))

/* ---- ASK-42 ---- */
Q(UDP_JOINS_AND_LEAVES, udp_joins_and_leaves, "udp-joins-and-leaves",
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(int answer = uv_udp_set_membership(&h->udp, "239.255.0.1", "127.0.0.1", UV_JOIN_GROUP);)
  L(return answer < 0 ? answer : uv_udp_set_membership(&h->udp, "239.255.0.1", "127.0.0.1", UV_LEAVE_GROUP);))
Q(UDP_JOINS_TWICE, udp_joins_twice, "udp-joins-twice",
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(int answer = uv_udp_set_membership(&h->udp, "239.255.0.1", "127.0.0.1", UV_JOIN_GROUP);)
  L(return answer < 0 ? answer : uv_udp_set_membership(&h->udp, "239.255.0.1", "127.0.0.1", UV_JOIN_GROUP);))
Q(UDP_LEAVES_TWICE, udp_leaves_twice, "udp-leaves-twice",
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(uv_udp_set_membership(&h->udp, "239.255.0.1", "127.0.0.1", UV_JOIN_GROUP);)
  L(int answer = uv_udp_set_membership(&h->udp, "239.255.0.1", "127.0.0.1", UV_LEAVE_GROUP);)
  L(return answer < 0 ? answer : uv_udp_set_membership(&h->udp, "239.255.0.1", "127.0.0.1", UV_LEAVE_GROUP);))
Q(UDP_NEITHER_JOINS_NOR_LEAVES, udp_neither_joins_nor_leaves, "udp-neither-joins-nor-leaves",
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(return uv_udp_set_membership(&h->udp, "239.255.0.1", "127.0.0.1", (uv_membership)9);))
Q(UDP_JOINS_UNBOUND, udp_joins_unbound, "udp-joins-unbound",
  L(uv_udp_init(loop, &h->udp);)
  L(int answer = uv_udp_set_membership(&h->udp, "239.255.0.1", "127.0.0.1", UV_JOIN_GROUP);)
  L(return answer < 0 ? answer : 10 * has_port(&h->udp) + socket_option(&h->handle, SOL_SOCKET, SO_REUSEADDR);))
Q(UDP_JOINS_ONE_SOURCE, udp_joins_one_source, "udp-joins-one-source",
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(int answer = uv_udp_set_source_membership(&h->udp, "239.255.0.1", "127.0.0.1", "127.0.0.1", UV_JOIN_GROUP);)
  L(return answer < 0 ? answer : uv_udp_set_source_membership(&h->udp, "239.255.0.1", "127.0.0.1", "127.0.0.1", UV_LEAVE_GROUP);))
Q(UDP_MULTICAST_INTERFACE, udp_multicast_interface, "udp-multicast-interface",
  L(uv_os_fd_t fd;)
  L(struct in_addr at = { 0 };)
  L(socklen_t size = sizeof at;)
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(int answer = uv_udp_set_multicast_interface(&h->udp, "127.0.0.1");)
  L(uv_fileno(&h->handle, &fd);)
  L(getsockopt(fd, IPPROTO_IP, IP_MULTICAST_IF, &at, &size);)
  L(return answer < 0 ? answer : at.s_addr == htonl(INADDR_LOOPBACK);))
Q(UDP_MULTICAST_TTL_OF_0, udp_multicast_ttl_of_0, "udp-multicast-ttl-of-0",
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(int answer = uv_udp_set_multicast_ttl(&h->udp, 255);)
  L(answer = answer < 0 ? answer : uv_udp_set_multicast_ttl(&h->udp, 0);)
  L(return answer < 0 ? answer : socket_option(&h->handle, IPPROTO_IP, IP_MULTICAST_TTL);))
Q(UDP_MULTICAST_TTL_BELOW_0, udp_multicast_ttl_below_0, "udp-multicast-ttl-below-0",
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(return uv_udp_set_multicast_ttl(&h->udp, -1);))
Q(UDP_MULTICAST_LOOP_ON, udp_multicast_loop_on, "udp-multicast-loop-on",
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(uv_udp_set_multicast_loop(&h->udp, 0);)
  L(int answer = uv_udp_set_multicast_loop(&h->udp, 1);)
  L(return answer < 0 ? answer : socket_option(&h->handle, IPPROTO_IP, IP_MULTICAST_LOOP);))
/* clang-format on */
