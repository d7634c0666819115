/* libuv_questions.h - the questions of backend.h in the words of libuv.
 *
 * Each is the body of a function that gets a `loop` of its own and `h`, room for three handles,
 * which whoever asks closes. The backend for libuv compiles them; the export to C writes them into
 * programs, line by line. The includer defines Q(kind, name, lines) for a question,
 * H(name, signature, lines) for what several of them call, and L(line). Only what libuv 1.34 has
 * is called. No line has a dollar, which the export would fill in. */
/* clang-format off */

H(local_port, L(static struct sockaddr_in local_port(int port)),
  L(struct sockaddr_in at;)
  L(uv_ip4_addr("127.0.0.1", port, &at);)
  L(return at;))
/* 2 for one that can be read, 1 for one that can be written. */
H(directions, L(static int directions(uv_stream_t *stream)),
  L(return 2 * uv_is_readable(stream) + uv_is_writable(stream);))
H(has_port, L(static int has_port(uv_udp_t *udp)),
  L(struct sockaddr_in at = { 0 };)
  L(int size = sizeof at;)
  L(int answer = uv_udp_getsockname(udp, (struct sockaddr *)&at, &size);)
  L(return answer < 0 ? answer : at.sin_port != 0;))
H(no_room, L(static void no_room(uv_handle_t *handle, size_t size, uv_buf_t *buffer)),
  L((void)handle, (void)size;)
  L(*buffer = uv_buf_init(NULL, 0);))
H(note_room, L(static void note_room(uv_handle_t *handle, size_t size, uv_buf_t *buffer)),
  L(*(size_t *)handle->data = size;)
  L(*buffer = uv_buf_init(NULL, 0);))
H(no_datagram, L(static void no_datagram(uv_udp_t *udp, ssize_t size, const uv_buf_t *buffer, const struct sockaddr *from, unsigned flags)),
  L((void)udp, (void)size, (void)buffer, (void)from, (void)flags;))
H(no_bytes, L(static void no_bytes(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)),
  L((void)stream, (void)size, (void)buffer;))
H(no_connect, L(static void no_connect(uv_connect_t *req, int status)),
  L((void)req, (void)status;))
H(note_connect, L(static void note_connect(uv_connect_t *req, int status)),
  L(*(int *)req->data = status;))
H(no_event, L(static void no_event(uv_poll_t *poll, int status, int events)),
  L((void)poll, (void)status, (void)events;))
H(no_signal, L(static void no_signal(uv_signal_t *signal, int number)),
  L((void)signal, (void)number;))
H(bind_own, L(static int bind_own(uv_loop_t *loop, uv_pipe_t *pipe)),
  L(char path[64];)
  L(snprintf(path, sizeof path, "/tmp/asked-%d.sock", (int)getpid());)
  L(unlink(path);)
  L(uv_pipe_init(loop, pipe, 0);)
  L(return uv_pipe_bind(pipe, path);))
/* Its status, or the signal that ended it. */
H(wait_for, L(static int wait_for(int pid)),
  L(siginfo_t end = { 0 };)
  L(waitid(P_PID, (id_t)pid, &end, WEXITED);)
  L(return end.si_status;))
/* How the script ends. `data` is the process itself if it leads a session. */
H(child_says, L(static int child_says(uv_loop_t *loop, uv_process_t *child, uv_process_options_t *o, char *script)),
  L(char *args[] = { "sh", "-c", script, "asked", NULL };)
  L(o->file = "/bin/sh";)
  L(o->args = args;)
  L(int answer = uv_spawn(loop, child, o);)
  L(if (answer < 0) return answer;)
  L(child->data = getsid(child->pid) == child->pid ? child : NULL;)
  L(return wait_for(child->pid);))
/* 1 if a text fits into its length and a zero, which is not counted, and not into less. */
H(fits, L(static int fits(int (*get)(char *, size_t *))),
  L(char text[1024];)
  L(size_t length = sizeof text, less, enough;)
  L(int answer = get(text, &length);)
  L(if (answer < 0) return answer;)
  L(less = length;)
  L(enough = length + 1;)
  L(return strlen(text) == length && get(text, &less) == UV_ENOBUFS && less == length + 1 && get(text, &enough) == 0 && enough == length;))
H(get_asked, L(static int get_asked(char *text, size_t *size)),
  L(return uv_os_getenv("ASKED", text, size);))

/* ---- when a socket is made ---- */
Q(TCP_OF_NO_FAMILY, tcp_of_no_family,
  L(return uv_tcp_init_ex(loop, &h->tcp, 99);))
Q(TCP_WITH_UNKNOWN_FLAGS, tcp_with_unknown_flags,
  L(return uv_tcp_init_ex(loop, &h->tcp, AF_INET | 256);))
Q(UDP_OF_NO_FAMILY, udp_of_no_family,
  L(return uv_udp_init_ex(loop, &h->udp, 99);))
Q(UDP_WITH_UNKNOWN_FLAGS, udp_with_unknown_flags,
  L(return uv_udp_init_ex(loop, &h->udp, AF_INET | 1 << 20);))
Q(TCP_WITHOUT_FAMILY, tcp_without_family,
  L(uv_os_fd_t fd;)
  L(uv_tcp_init(loop, &h->tcp);)
  L(return uv_fileno(&h->handle, &fd);))
Q(TCP_OF_A_FAMILY, tcp_of_a_family,
  L(uv_os_fd_t fd;)
  L(uv_tcp_init_ex(loop, &h->tcp, AF_INET);)
  L(return uv_fileno(&h->handle, &fd);))
Q(UDP_WITHOUT_FAMILY, udp_without_family,
  L(uv_os_fd_t fd;)
  L(uv_udp_init(loop, &h->udp);)
  L(return uv_fileno(&h->handle, &fd);))
Q(UDP_OF_A_FAMILY, udp_of_a_family,
  L(uv_os_fd_t fd;)
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(return uv_fileno(&h->handle, &fd);))

/* ---- what is opened ---- */
Q(TCP_OPENED, tcp_opened,
  L(int fd = socket(AF_INET, SOCK_STREAM, 0);)
  L(uv_tcp_init(loop, &h->tcp);)
  L(int answer = uv_tcp_open(&h->tcp, fd);)
  L(return answer < 0 ? answer : (fcntl(fd, F_GETFL) & O_NONBLOCK) != 0;))
Q(UDP_OPENED, udp_opened,
  L(int fd = socket(AF_INET, SOCK_DGRAM, 0);)
  L(uv_udp_init(loop, &h->udp);)
  L(int answer = uv_udp_open(&h->udp, fd);)
  L(return answer < 0 ? answer : (fcntl(fd, F_GETFL) & O_NONBLOCK) != 0;))
Q(PIPE_OPENED, pipe_opened,
  L(int ends[2];)
  L(socketpair(AF_UNIX, SOCK_STREAM, 0, ends);)
  L(uv_pipe_init(loop, &h->pipe, 0);)
  L(int answer = uv_pipe_open(&h->pipe, ends[0]);)
  L(answer = answer < 0 ? answer : (fcntl(ends[0], F_GETFL) & O_NONBLOCK) != 0;)
  L(close(ends[1]);)
  L(return answer;))
Q(POLL_OPENED, poll_opened,
  L(int ends[2];)
  L(socketpair(AF_UNIX, SOCK_STREAM, 0, ends);)
  L(int answer = uv_poll_init(loop, &h->poll, ends[0]);)
  L(answer = answer < 0 ? answer : (fcntl(ends[0], F_GETFL) & O_NONBLOCK) != 0;)
  L(close(ends[0]);)
  L(close(ends[1]);)
  L(return answer;))
Q(TCP_OPENED_ELSEWHERE, tcp_opened_elsewhere,
  L(uv_os_fd_t fd;)
  L(uv_tcp_init_ex(loop, &h[0].tcp, AF_INET);)
  L(uv_tcp_init(loop, &h[1].tcp);)
  L(uv_fileno(&h[0].handle, &fd);)
  L(uv_listen(&h[0].stream, 1, NULL);)
  L(return uv_tcp_open(&h[1].tcp, fd);))
Q(PIPE_OPENED_ELSEWHERE, pipe_opened_elsewhere,
  L(int ends[2];)
  L(socketpair(AF_UNIX, SOCK_STREAM, 0, ends);)
  L(uv_poll_init(loop, &h[0].poll, ends[0]);)
  L(uv_poll_start(&h[0].poll, UV_READABLE, no_event);)
  L(uv_pipe_init(loop, &h[1].pipe, 0);)
  L(int answer = uv_pipe_open(&h[1].pipe, ends[0]);)
  L(uv_poll_stop(&h[0].poll);)
  L(close(ends[0]);)
  L(close(ends[1]);)
  L(return answer;))
Q(TCP_OPENED_TWICE, tcp_opened_twice,
  L(int fd = socket(AF_INET, SOCK_STREAM, 0);)
  L(uv_tcp_init_ex(loop, &h->tcp, AF_INET);)
  L(int answer = uv_tcp_open(&h->tcp, fd);)
  L(close(fd);)
  L(return answer;))
Q(UDP_OPENED_TWICE, udp_opened_twice,
  L(int fd = socket(AF_INET, SOCK_DGRAM, 0);)
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(int answer = uv_udp_open(&h->udp, fd);)
  L(close(fd);)
  L(return answer;))
Q(PIPE_OF_NO_DESCRIPTOR, pipe_of_no_descriptor,
  L(uv_pipe_init(loop, &h->pipe, 0);)
  L(return uv_pipe_open(&h->pipe, 9999);))
Q(PIPE_END_THAT_READS, pipe_end_that_reads,
  L(int ends[2];)
  L(uv_pipe_init(loop, &h->pipe, 0);)
  L(int answer = pipe(ends) < 0 ? -errno : uv_pipe_open(&h->pipe, ends[0]);)
  L(close(ends[1]);)
  L(return answer < 0 ? answer : directions(&h->stream);))
Q(PIPE_END_THAT_WRITES, pipe_end_that_writes,
  L(int ends[2];)
  L(uv_pipe_init(loop, &h->pipe, 0);)
  L(int answer = pipe(ends) < 0 ? -errno : uv_pipe_open(&h->pipe, ends[1]);)
  L(close(ends[0]);)
  L(return answer < 0 ? answer : directions(&h->stream);))
Q(PIPE_THAT_DOES_BOTH, pipe_that_does_both,
  L(int ends[2];)
  L(socketpair(AF_UNIX, SOCK_STREAM, 0, ends);)
  L(uv_pipe_init(loop, &h->pipe, 0);)
  L(int answer = uv_pipe_open(&h->pipe, ends[0]);)
  L(close(ends[1]);)
  L(return answer < 0 ? answer : directions(&h->stream);))

/* ---- addresses and names ---- */
Q(TCP_BOUND_TO_SIX_ONLY, tcp_bound_to_six_only,
  L(struct sockaddr_in at = local_port(0);)
  L(uv_tcp_init(loop, &h->tcp);)
  L(return uv_tcp_bind(&h->tcp, (struct sockaddr *)&at, UV_TCP_IPV6ONLY);))
Q(UDP_BOUND_TO_SIX_ONLY, udp_bound_to_six_only,
  L(struct sockaddr_in at = local_port(0);)
  L(uv_udp_init(loop, &h->udp);)
  L(return uv_udp_bind(&h->udp, (struct sockaddr *)&at, UV_UDP_IPV6ONLY);))
Q(UDP_BOUND_WITH_UNKNOWN_FLAGS, udp_bound_with_unknown_flags,
  L(struct sockaddr_in at = local_port(0);)
  L(uv_udp_init(loop, &h->udp);)
  L(return uv_udp_bind(&h->udp, (struct sockaddr *)&at, 1 << 20);))
Q(UDP_PORT_TAKEN, udp_port_taken,
  L(struct sockaddr_in at = local_port(0);)
  L(int size = sizeof at;)
  L(uv_udp_init(loop, &h[0].udp);)
  L(uv_udp_init(loop, &h[1].udp);)
  L(uv_udp_bind(&h[0].udp, (struct sockaddr *)&at, 0);)
  L(uv_udp_getsockname(&h[0].udp, (struct sockaddr *)&at, &size);)
  L(return uv_udp_bind(&h[1].udp, (struct sockaddr *)&at, 0);))
Q(UDP_PORT_REUSED, udp_port_reused,
  L(struct sockaddr_in at = local_port(0);)
  L(int size = sizeof at;)
  L(uv_udp_init(loop, &h[0].udp);)
  L(uv_udp_init(loop, &h[1].udp);)
  L(uv_udp_bind(&h[0].udp, (struct sockaddr *)&at, UV_UDP_REUSEADDR);)
  L(uv_udp_getsockname(&h[0].udp, (struct sockaddr *)&at, &size);)
  L(return uv_udp_bind(&h[1].udp, (struct sockaddr *)&at, UV_UDP_REUSEADDR);))
Q(UDP_PORT_REUSED_BY_ONE, udp_port_reused_by_one,
  L(struct sockaddr_in at = local_port(0);)
  L(int size = sizeof at;)
  L(uv_udp_init(loop, &h[0].udp);)
  L(uv_udp_init(loop, &h[1].udp);)
  L(uv_udp_bind(&h[0].udp, (struct sockaddr *)&at, UV_UDP_REUSEADDR);)
  L(uv_udp_getsockname(&h[0].udp, (struct sockaddr *)&at, &size);)
  L(return uv_udp_bind(&h[1].udp, (struct sockaddr *)&at, 0);))
Q(UDP_BOUND_TO_SEND, udp_bound_to_send,
  L(struct sockaddr_in at = local_port(9);)
  L(uv_buf_t none = uv_buf_init(NULL, 0);)
  L(uv_udp_init(loop, &h->udp);)
  L(int answer = uv_udp_try_send(&h->udp, &none, 1, (struct sockaddr *)&at);)
  L(return answer < 0 ? answer : has_port(&h->udp);))
Q(UDP_BOUND_TO_RECEIVE, udp_bound_to_receive,
  L(uv_udp_init(loop, &h->udp);)
  L(int answer = uv_udp_recv_start(&h->udp, no_room, no_datagram);)
  L(return answer < 0 ? answer : has_port(&h->udp);))
Q(TCP_BOUND_TO_LISTEN, tcp_bound_to_listen,
  L(struct sockaddr_in at = local_port(0);)
  L(int size = sizeof at;)
  L(uv_tcp_init(loop, &h->tcp);)
  L(int answer = uv_listen(&h->stream, 1, NULL);)
  L(uv_tcp_getsockname(&h->tcp, (struct sockaddr *)&at, &size);)
  L(return answer < 0 ? answer : at.sin_port != 0;))
Q(UDP_ROOM, udp_room,
  L(struct sockaddr_in at = local_port(0);)
  L(int size = sizeof at;)
  L(size_t room = 0;)
  L(uv_buf_t none = uv_buf_init(NULL, 0);)
  L(uv_udp_init(loop, &h->udp);)
  L(h->udp.data = &room;)
  L(uv_udp_bind(&h->udp, (struct sockaddr *)&at, 0);)
  L(uv_udp_getsockname(&h->udp, (struct sockaddr *)&at, &size);)
  L(uv_udp_recv_start(&h->udp, note_room, no_datagram);)
  L(uv_udp_try_send(&h->udp, &none, 1, (struct sockaddr *)&at);)
  L(uv_run(loop, UV_RUN_ONCE);)
  L(return (int)room;))
Q(UDP_GROUP_WITHOUT_ADDRESS, udp_group_without_address,
  L(uv_udp_init(loop, &h->udp);)
  L(return uv_udp_set_membership(&h->udp, "here", NULL, UV_JOIN_GROUP);))
Q(UDP_INTERFACE_WITHOUT_ADDRESS, udp_interface_without_address,
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(return uv_udp_set_multicast_interface(&h->udp, "here");))
Q(UDP_MULTICAST_LOOP, udp_multicast_loop,
  L(uv_os_fd_t fd;)
  L(unsigned char value = 99;)
  L(socklen_t size = sizeof value;)
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(uv_fileno(&h->handle, &fd);)
  L(int answer = uv_udp_set_multicast_loop(&h->udp, 0);)
  L(getsockopt(fd, IPPROTO_IP, IP_MULTICAST_LOOP, &value, &size);)
  L(return answer < 0 ? answer : value;))
Q(UDP_MULTICAST_TTL, udp_multicast_ttl,
  L(uv_os_fd_t fd;)
  L(unsigned char value = 99;)
  L(socklen_t size = sizeof value;)
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(uv_fileno(&h->handle, &fd);)
  L(int answer = uv_udp_set_multicast_ttl(&h->udp, 7);)
  L(getsockopt(fd, IPPROTO_IP, IP_MULTICAST_TTL, &value, &size);)
  L(return answer < 0 ? answer : value;))
Q(UDP_MULTICAST_TTL_OF_256, udp_multicast_ttl_of_256,
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(return uv_udp_set_multicast_ttl(&h->udp, 256);))
Q(PIPE_BOUND_TWICE, pipe_bound_twice,
  L(int answer = bind_own(loop, &h->pipe);)
  L(return answer < 0 ? answer : uv_pipe_bind(&h->pipe, "another");))
Q(PIPE_PATH_AFTER_CLOSE, pipe_path_after_close,
  L(char path[64];)
  L(size_t size = sizeof path;)
  L(int answer = bind_own(loop, &h->pipe);)
  L(uv_pipe_getsockname(&h->pipe, path, &size);)
  L(uv_close(&h->handle, NULL);)
  L(return answer < 0 ? answer : access(path, F_OK) < 0 ? -errno : 0;))
Q(PIPE_LISTENS_UNBOUND, pipe_listens_unbound,
  L(uv_pipe_init(loop, &h->pipe, 0);)
  L(return uv_listen(&h->stream, 1, NULL);))
Q(PIPE_RIGHTS_UNBOUND, pipe_rights_unbound,
  L(uv_pipe_init(loop, &h->pipe, 0);)
  L(return uv_pipe_chmod(&h->pipe, UV_READABLE);))
Q(PIPE_RIGHTS_TO_NOTHING, pipe_rights_to_nothing,
  L(int answer = bind_own(loop, &h->pipe);)
  L(return answer < 0 ? answer : uv_pipe_chmod(&h->pipe, 0);))
Q(PIPE_RIGHTS_TO_READ, pipe_rights_to_read,
  L(struct stat s = { 0 };)
  L(char path[64];)
  L(size_t size = sizeof path;)
  L(int answer = bind_own(loop, &h->pipe);)
  L(uv_pipe_getsockname(&h->pipe, path, &size);)
  L(chmod(path, 0);)
  L(answer = answer < 0 ? answer : uv_pipe_chmod(&h->pipe, UV_READABLE);)
  L(stat(path, &s);)
  L(return answer < 0 ? answer : (int)(s.st_mode & 7);))
Q(PIPE_RIGHTS_TO_WRITE, pipe_rights_to_write,
  L(struct stat s = { 0 };)
  L(char path[64];)
  L(size_t size = sizeof path;)
  L(int answer = bind_own(loop, &h->pipe);)
  L(uv_pipe_getsockname(&h->pipe, path, &size);)
  L(chmod(path, 0);)
  L(answer = answer < 0 ? answer : uv_pipe_chmod(&h->pipe, UV_WRITABLE);)
  L(stat(path, &s);)
  L(return answer < 0 ? answer : (int)(s.st_mode & 7);))
Q(PIPE_RIGHTS_TO_DO_BOTH, pipe_rights_to_do_both,
  L(struct stat s = { 0 };)
  L(char path[64];)
  L(size_t size = sizeof path;)
  L(int answer = bind_own(loop, &h->pipe);)
  L(uv_pipe_getsockname(&h->pipe, path, &size);)
  L(chmod(path, 0);)
  L(answer = answer < 0 ? answer : uv_pipe_chmod(&h->pipe, UV_READABLE | UV_WRITABLE);)
  L(stat(path, &s);)
  L(return answer < 0 ? answer : (int)(s.st_mode & 7);))
Q(PIPE_WITH_NOTHING_PASSED, pipe_with_nothing_passed,
  L(uv_pipe_init(loop, &h->pipe, 1);)
  L(return uv_pipe_pending_count(&h->pipe) + (int)uv_pipe_pending_type(&h->pipe);))

/* ---- streams that cannot ---- */
Q(ACCEPT_OF_NOTHING, accept_of_nothing,
  L(uv_tcp_init(loop, &h[0].tcp);)
  L(uv_tcp_init(loop, &h[1].tcp);)
  L(uv_listen(&h[0].stream, 1, NULL);)
  L(return uv_accept(&h[0].stream, &h[1].stream);))
Q(READ_OF_NO_CONNECTION, read_of_no_connection,
  L(uv_tcp_init(loop, &h->tcp);)
  L(return uv_read_start(&h->stream, no_room, no_bytes);))
Q(WRITE_TO_NO_CONNECTION, write_to_no_connection,
  L(uv_write_t req;)
  L(uv_buf_t none = uv_buf_init(NULL, 0);)
  L(uv_tcp_init(loop, &h->tcp);)
  L(return uv_write(&req, &h->stream, &none, 1, NULL);))
Q(SHUTDOWN_OF_NO_CONNECTION, shutdown_of_no_connection,
  L(uv_shutdown_t req;)
  L(uv_tcp_init(loop, &h->tcp);)
  L(return uv_shutdown(&req, &h->stream, NULL);))
Q(CONNECT_FROM_A_TAKEN_PORT, connect_from_a_taken_port,
  L(uv_connect_t req;)
  L(int status = 0;)
  L(struct sockaddr_in at = local_port(0);)
  L(int size = sizeof at;)
  L(uv_tcp_init(loop, &h[0].tcp);)
  L(uv_tcp_init(loop, &h[1].tcp);)
  L(uv_tcp_bind(&h[0].tcp, (struct sockaddr *)&at, 0);)
  L(uv_listen(&h[0].stream, 1, NULL);)
  L(uv_tcp_getsockname(&h[0].tcp, (struct sockaddr *)&at, &size);)
  L(req.data = &status;)
  L(int answer = uv_tcp_bind(&h[1].tcp, (struct sockaddr *)&at, 0);)
  L(at = local_port(9);)
  L(answer = answer < 0 ? 1 : uv_tcp_connect(&req, &h[1].tcp, (struct sockaddr *)&at, note_connect);)
  L(uv_run(loop, UV_RUN_NOWAIT);)
  L(return answer < 0 ? 2 : status;))
Q(SECOND_CONNECT, second_connect,
  L(uv_connect_t req[2];)
  L(struct sockaddr_in at = local_port(9);)
  L(uv_tcp_init(loop, &h->tcp);)
  L(int answer = uv_tcp_connect(&req[0], &h->tcp, (struct sockaddr *)&at, no_connect);)
  L(answer = answer < 0 ? answer : uv_tcp_connect(&req[1], &h->tcp, (struct sockaddr *)&at, no_connect);)
  L(uv_close(&h->handle, NULL);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(return answer;))

/* ---- descriptors, terminals and signals ---- */
Q(POLL_OF_A_FILE, poll_of_a_file,
  L(int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);)
  L(int answer = uv_poll_init(loop, &h->poll, fd);)
  L(close(fd);)
  L(return answer;))
Q(POLL_OF_A_WATCHED_ONE, poll_of_a_watched_one,
  L(int ends[2];)
  L(socketpair(AF_UNIX, SOCK_STREAM, 0, ends);)
  L(uv_poll_init(loop, &h[0].poll, ends[0]);)
  L(uv_poll_start(&h[0].poll, UV_READABLE, no_event);)
  L(int answer = uv_poll_init(loop, &h[1].poll, ends[0]);)
  L(uv_poll_stop(&h[0].poll);)
  L(close(ends[0]);)
  L(close(ends[1]);)
  L(return answer;))
Q(POLL_FOR_NOTHING, poll_for_nothing,
  L(int ends[2];)
  L(socketpair(AF_UNIX, SOCK_STREAM, 0, ends);)
  L(uv_poll_init(loop, &h->poll, ends[0]);)
  L(uv_poll_start(&h->poll, UV_READABLE, no_event);)
  L(int answer = uv_poll_start(&h->poll, 0, no_event);)
  L(close(ends[0]);)
  L(close(ends[1]);)
  L(return answer < 0 ? answer : uv_is_active(&h->handle);))
Q(TERMINAL_OF_A_FILE, terminal_of_a_file,
  L(int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);)
  L(int answer = uv_tty_init(loop, &h->tty, fd, 0);)
  L(close(fd);)
  L(return answer;))
Q(SIGNAL_ZERO, signal_zero,
  L(uv_signal_init(loop, &h->signal);)
  L(return uv_signal_start(&h->signal, no_signal, 0);))
Q(SIGNAL_NUMBER, signal_number,
  L(uv_signal_init(loop, &h->signal);)
  L(int answer = uv_signal_start(&h->signal, no_signal, SIGUSR2);)
  L(return answer < 0 ? answer : h->signal.signum;))
Q(SIGNAL_NUMBER_AFTER_STOP, signal_number_after_stop,
  L(uv_signal_init(loop, &h->signal);)
  L(uv_signal_start(&h->signal, no_signal, SIGUSR2);)
  L(int answer = uv_signal_stop(&h->signal);)
  L(return answer < 0 ? answer : h->signal.signum;))
Q(SIGNAL_GIVEN_BACK, signal_given_back,
  L(struct sigaction before, later;)
  L(uv_signal_init(loop, &h->signal);)
  L(int answer = uv_signal_start(&h->signal, no_signal, SIGUSR2);)
  L(sigaction(SIGUSR2, NULL, &before);)
  L(uv_signal_stop(&h->signal);)
  L(sigaction(SIGUSR2, NULL, &later);)
  L(return answer < 0 ? answer : before.sa_handler != SIG_DFL && later.sa_handler == SIG_DFL;))
Q(KILL_WITH_ZERO, kill_with_zero,
  L((void)loop, (void)h;)
  L(return uv_kill((int)getpid(), 0);))
Q(KILL_OF_NOBODY, kill_of_nobody,
  L((void)loop, (void)h;)
  L(return uv_kill(0x3fffffff, 0);))

/* ---- children ---- */
Q(CHILD_IN_NO_FOLDER, child_in_no_folder,
  L(uv_process_options_t o = { .file = "/bin/true", .cwd = "/no/such/folder" };)
  L(char *args[] = { "true", NULL };)
  L(o.args = args;)
  L(return uv_spawn(loop, &h->process, &o);))
Q(CHILD_THAT_FAILED, child_that_failed,
  L(uv_process_options_t o = { .file = "/no/such/program" };)
  L(char *args[] = { "none", NULL };)
  L(o.args = args;)
  L(int answer = uv_spawn(loop, &h->process, &o);)
  L(return answer != UV_ENOENT ? answer : uv_is_active(&h->handle);))
Q(CHILD_WITH_NO_INPUT, child_with_no_input,
  L(uv_process_options_t o = { .file = "/bin/true", .stdio_count = 1 };)
  L(uv_stdio_container_t input = { .flags = UV_INHERIT_FD, .data.fd = -1 };)
  L(char *args[] = { "true", NULL };)
  L(o.args = args;)
  L(o.stdio = &input;)
  L(return uv_spawn(loop, &h->process, &o);))
Q(CHILD_WITH_TCP, child_with_tcp,
  L(uv_process_options_t o = { .file = "/bin/true", .stdio_count = 1 };)
  L(uv_tcp_init(loop, &h[1].tcp);)
  L(uv_stdio_container_t input = { .flags = UV_CREATE_PIPE, .data.stream = &h[1].stream };)
  L(char *args[] = { "true", NULL };)
  L(o.args = args;)
  L(o.stdio = &input;)
  L(return uv_spawn(loop, &h->process, &o);))
Q(CHILD_STATUS, child_status,
  L(uv_process_options_t o = { 0 };)
  L(return child_says(loop, &h->process, &o, "exit 7");))
Q(CHILD_FOLDER, child_folder,
  L(uv_process_options_t o = { .cwd = "/proc" };)
  L(return child_says(loop, &h->process, &o, "pwd | grep -qx /proc && exit 7");))
Q(CHILD_VARIABLES, child_variables,
  L(char *variables[] = { "ASKED=yes", NULL };)
  L(uv_process_options_t o = { .env = variables };)
  L(uv_os_setenv("ASKING", "yes");)
  L(return child_says(loop, &h->process, &o, "env | grep -qx ASKED=yes && ! env | grep -q ASKING && exit 7");))
Q(CHILD_INHERITS_VARIABLES, child_inherits_variables,
  L(uv_process_options_t o = { 0 };)
  L(uv_os_setenv("ASKED", "yes");)
  L(int answer = child_says(loop, &h->process, &o, "env | grep -qx ASKED=yes && exit 7");)
  L(uv_os_unsetenv("ASKED");)
  L(return answer;))
Q(CHILD_WITHOUT_OUTPUT, child_without_output,
  L(uv_stdio_container_t none[3] = { { .flags = UV_IGNORE }, { .flags = UV_IGNORE }, { .flags = UV_IGNORE } };)
  L(uv_process_options_t o = { .stdio = none, .stdio_count = 3 };)
  L(return child_says(loop, &h->process, &o, "cd /dev/fd && [ 0 -ef /dev/null ] && [ 1 -ef /dev/null ] && [ 2 -ef /dev/null ] && exit 7");))
Q(CHILD_WITH_A_FOURTH, child_with_a_fourth,
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
Q(CHILD_WITH_A_SWAP, child_with_a_swap,
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
Q(CHILD_THAT_WRITES, child_that_writes,
  L(uv_pipe_init(loop, &h[1].pipe, 0);)
  L(uv_stdio_container_t files[1] = { { .data.stream = &h[1].stream } };)
  L(uv_process_options_t o = { .stdio = files, .stdio_count = 1 };)
  L(files[0].flags = (uv_stdio_flags)(UV_CREATE_PIPE | UV_WRITABLE_PIPE);)
  L(int answer = child_says(loop, &h->process, &o, "exit 7");)
  L(return answer != 7 ? answer : directions(&h[1].stream);))
Q(CHILD_THAT_READS, child_that_reads,
  L(uv_pipe_init(loop, &h[1].pipe, 0);)
  L(uv_stdio_container_t files[1] = { { .data.stream = &h[1].stream } };)
  L(uv_process_options_t o = { .stdio = files, .stdio_count = 1 };)
  L(files[0].flags = (uv_stdio_flags)(UV_CREATE_PIPE | UV_READABLE_PIPE);)
  L(int answer = child_says(loop, &h->process, &o, "exit 7");)
  L(return answer != 7 ? answer : directions(&h[1].stream);))
Q(CHILD_THAT_DOES_BOTH, child_that_does_both,
  L(uv_pipe_init(loop, &h[1].pipe, 0);)
  L(uv_stdio_container_t files[1] = { { .data.stream = &h[1].stream } };)
  L(uv_process_options_t o = { .stdio = files, .stdio_count = 1 };)
  L(files[0].flags = (uv_stdio_flags)(UV_CREATE_PIPE | UV_READABLE_PIPE | UV_WRITABLE_PIPE);)
  L(int answer = child_says(loop, &h->process, &o, "exit 7");)
  L(return answer != 7 ? answer : directions(&h[1].stream);))
Q(CHILD_OUTPUT, child_output,
  L(char bytes[8];)
  L(uv_os_fd_t fd;)
  L(uv_pipe_init(loop, &h[1].pipe, 0);)
  L(uv_stdio_container_t files[2] = { { 0 }, { .data.stream = &h[1].stream } };)
  L(uv_process_options_t o = { .stdio = files, .stdio_count = 2 };)
  L(files[1].flags = (uv_stdio_flags)(UV_CREATE_PIPE | UV_WRITABLE_PIPE);)
  L(int answer = child_says(loop, &h->process, &o, "echo x; exit 7");)
  L(uv_fileno(&h[1].handle, &fd);)
  L(return answer != 7 ? answer : read(fd, bytes, 8) == 2 && read(fd, bytes, 8) == 0;))
Q(CHILD_DETACHED, child_detached,
  L(uv_process_options_t o = { .flags = UV_PROCESS_DETACHED };)
  L(int answer = child_says(loop, &h->process, &o, "exit 7");)
  L(return answer != 7 ? answer : h->process.data == &h->process;))
Q(CHILD_NOT_DETACHED, child_not_detached,
  L(uv_process_options_t o = { 0 };)
  L(int answer = child_says(loop, &h->process, &o, "exit 7");)
  L(return answer != 7 ? answer : h->process.data == &h->process;))
Q(CHILD_ASKED_AND_KILLED, child_asked_and_killed,
  L(uv_process_options_t o = { .file = "/bin/sleep" };)
  L(char *args[] = { "sleep", "100", NULL };)
  L(o.args = args;)
  L(int answer = uv_spawn(loop, &h->process, &o);)
  L(answer = answer < 0 ? answer : uv_process_kill(&h->process, 0);)
  L(answer = answer < 0 ? answer : uv_process_kill(&h->process, SIGTERM);)
  L(return answer < 0 ? answer : wait_for(h->process.pid);))
Q(CHILD_CLOSED_LIVES, child_closed_lives,
  L(uv_process_options_t o = { .file = "/bin/sleep" };)
  L(char *args[] = { "sleep", "100", NULL };)
  L(o.args = args;)
  L(int answer = uv_spawn(loop, &h->process, &o), pid = h->process.pid;)
  L(if (answer < 0) return answer;)
  L(uv_close(&h->handle, NULL);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(uv_kill(pid, SIGTERM);)
  L(return wait_for(pid);))

/* ---- names, random bytes and the machine ---- */
Q(LOOKUP_OF_NOTHING, lookup_of_nothing,
  L(uv_getaddrinfo_t req;)
  L((void)h;)
  L(return uv_getaddrinfo(loop, &req, NULL, NULL, NULL, NULL);))
Q(LOOKUP_THAT_FAILS, lookup_that_fails,
  L(uv_getaddrinfo_t req;)
  L(struct addrinfo hints = { .ai_flags = AI_NUMERICHOST };)
  L((void)h;)
  L(int answer = uv_getaddrinfo(loop, &req, NULL, "x", NULL, &hints);)
  L(return answer == UV_EAI_NONAME ? !req.addrinfo : answer;))
Q(LOOKUP_THAT_FINDS, lookup_that_finds,
  L(uv_getaddrinfo_t req;)
  L(struct addrinfo hints = { .ai_flags = AI_NUMERICHOST };)
  L((void)h;)
  L(int answer = uv_getaddrinfo(loop, &req, NULL, "127.0.0.1", NULL, &hints);)
  L(if (answer < 0) return answer;)
  L(answer = req.addrinfo != NULL;)
  L(uv_freeaddrinfo(req.addrinfo);)
  L(uv_freeaddrinfo(NULL);)
  L(return answer;))
Q(NAME_OF_NO_FAMILY, name_of_no_family,
  L(uv_getnameinfo_t req;)
  L(struct sockaddr path = { .sa_family = AF_UNIX };)
  L((void)h;)
  L(return uv_getnameinfo(loop, &req, NULL, &path, 0);))
Q(NAME_THAT_IS_FOUND, name_that_is_found,
  L(uv_getnameinfo_t req;)
  L(struct sockaddr_in at = local_port(80);)
  L((void)h;)
  L(int answer = uv_getnameinfo(loop, &req, NULL, (struct sockaddr *)&at, NI_NUMERICHOST | NI_NUMERICSERV);)
  L(return answer < 0 ? answer : strcmp(req.host, "127.0.0.1") == 0 && strcmp(req.service, "80") == 0;))
Q(RANDOM_WITH_FLAGS, random_with_flags,
  L(char byte;)
  L((void)loop, (void)h;)
  L(return uv_random(NULL, NULL, &byte, 1, 1, NULL);))
Q(RANDOM_WITHOUT_END, random_without_end,
  L(char byte;)
  L((void)loop, (void)h;)
  L(return uv_random(NULL, NULL, &byte, (size_t)-1, 0, NULL);))
Q(RANDOM_TO_THE_LAST_BYTE, random_to_the_last_byte,
  L(char bytes[512] = { 0 };)
  L(int zeros = 0;)
  L((void)loop, (void)h;)
  L(int answer = uv_random(NULL, NULL, bytes, sizeof bytes, 0, NULL);)
  L(for (size_t i = 448; i < sizeof bytes; i++) zeros += bytes[i] == 0;)
  L(return answer < 0 ? answer : zeros < 16;))
Q(ROOM_FOR_FOLDER, room_for_folder,
  L((void)loop, (void)h;)
  L(return fits(uv_cwd);))
Q(ROOM_FOR_HOME, room_for_home,
  L((void)loop, (void)h;)
  L(return fits(uv_os_homedir);))
Q(ROOM_FOR_TEMPORARY, room_for_temporary,
  L((void)loop, (void)h;)
  L(return fits(uv_os_tmpdir);))
Q(ROOM_FOR_HOST, room_for_host,
  L((void)loop, (void)h;)
  L(return fits(uv_os_gethostname);))
Q(ROOM_FOR_VARIABLE, room_for_variable,
  L((void)loop, (void)h;)
  L(uv_os_setenv("ASKED", "some-value");)
  L(int answer = fits(get_asked);)
  L(uv_os_unsetenv("ASKED");)
  L(return answer;))
Q(ROOM_FOR_TITLE, room_for_title,
  L((void)loop, (void)h;)
  L(return uv_get_process_title(NULL, 0);))
Q(VARIABLE_THAT_IS_NOT_SET, variable_that_is_not_set,
  L(char value[8];)
  L(size_t size = sizeof value;)
  L((void)loop, (void)h;)
  L(int answer = uv_os_unsetenv("ASKED");)
  L(return answer < 0 ? answer : uv_os_getenv("ASKED", value, &size);))
Q(ALLOCATOR_IN_PART, allocator_in_part,
  L((void)loop, (void)h;)
  L(return uv_replace_allocator(malloc, realloc, NULL, free);))
Q(ADDRESS_OF_FOUR, address_of_four,
  L(struct sockaddr_in at;)
  L((void)loop, (void)h;)
  L(return uv_ip4_addr("127.0.0.256", 80, &at);))
Q(ADDRESS_OF_SIX, address_of_six,
  L(struct sockaddr_in6 at;)
  L((void)loop, (void)h;)
  L(return uv_ip6_addr("::g", 80, &at);))
Q(ADDRESS_AND_BACK, address_and_back,
  L(struct sockaddr_in at;)
  L(char name[16];)
  L((void)loop, (void)h;)
  L(int answer = uv_ip4_addr("127.0.0.255", 80, &at);)
  L(answer = answer < 0 ? answer : uv_ip4_name(&at, name, sizeof name);)
  L(return answer < 0 ? answer : strcmp(name, "127.0.0.255") == 0 && ntohs(at.sin_port) == 80;))
Q(ADDRESS_WITHOUT_ROOM, address_without_room,
  L(unsigned char at[4] = { 127, 0, 0, 255 };)
  L(char name[11];)
  L((void)loop, (void)h;)
  L(return uv_inet_ntop(AF_INET, at, name, sizeof name);))
Q(ADDRESS_OF_NO_FAMILY, address_of_no_family,
  L(char at[16];)
  L((void)loop, (void)h;)
  L(return uv_inet_pton(AF_UNIX, "127.0.0.1", at);))
Q(PRIORITY_BEYOND, priority_beyond,
  L((void)loop, (void)h;)
  L(return uv_os_setpriority(0, 20);))
Q(KIND_OF_A_FILE, kind_of_a_file,
  L(int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);)
  L((void)loop, (void)h;)
  L(uv_handle_type kind = uv_guess_handle(fd);)
  L(close(fd);)
  L(return kind == UV_FILE;))
Q(KIND_OF_A_SOCKET, kind_of_a_socket,
  L(int fd = socket(AF_INET, SOCK_STREAM, 0);)
  L((void)loop, (void)h;)
  L(uv_handle_type kind = uv_guess_handle(fd);)
  L(close(fd);)
  L(return kind == UV_TCP;))
Q(KIND_OF_DATAGRAMS, kind_of_datagrams,
  L(int fd = socket(AF_INET, SOCK_DGRAM, 0);)
  L((void)loop, (void)h;)
  L(uv_handle_type kind = uv_guess_handle(fd);)
  L(close(fd);)
  L(return kind == UV_UDP;))
Q(KIND_OF_A_PIPE, kind_of_a_pipe,
  L(int ends[2];)
  L((void)loop, (void)h;)
  L(if (pipe(ends) < 0) return -errno;)
  L(uv_handle_type kind = uv_guess_handle(ends[0]);)
  L(close(ends[0]);)
  L(close(ends[1]);)
  L(return kind == UV_NAMED_PIPE;))
Q(KIND_OF_NOTHING, kind_of_nothing,
  L((void)loop, (void)h;)
  L(return (int)uv_guess_handle(-1);))
Q(SLEEP_OF_3MS, sleep_of_3ms,
  L((void)loop, (void)h;)
  L(uint64_t before = uv_hrtime();)
  L(uv_sleep(3);)
  L(return uv_hrtime() - before >= 3000000;))
/* clang-format on */
#undef H
#undef L
#undef Q
