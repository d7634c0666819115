/* libuv_socket_questions.h - questions about sockets, their addresses and streams. Included by libuv_questions.h,
 * which says what Q and L are. */
/* clang-format off */

/* ---- when a socket is made ---- */
Q(TCP_OF_NO_FAMILY, tcp_of_no_family, "tcp-of-no-family",
  L(return uv_tcp_init_ex(loop, &h->tcp, 99);))
Q(TCP_WITH_UNKNOWN_FLAGS, tcp_with_unknown_flags, "tcp-with-unknown-flags",
  L(return uv_tcp_init_ex(loop, &h->tcp, AF_INET | 256);))
Q(UDP_OF_NO_FAMILY, udp_of_no_family, "udp-of-no-family",
  L(return uv_udp_init_ex(loop, &h->udp, 99);))
Q(UDP_WITH_UNKNOWN_FLAGS, udp_with_unknown_flags, "udp-with-unknown-flags",
  L(return uv_udp_init_ex(loop, &h->udp, AF_INET | 1 << 20);))
Q(TCP_WITHOUT_FAMILY, tcp_without_family, "tcp-without-family",
  L(uv_os_fd_t fd;)
  L(uv_tcp_init(loop, &h->tcp);)
  L(return uv_fileno(&h->handle, &fd);))
Q(TCP_OF_A_FAMILY, tcp_of_a_family, "tcp-of-a-family",
  L(uv_os_fd_t fd;)
  L(uv_tcp_init_ex(loop, &h->tcp, AF_INET);)
  L(return uv_fileno(&h->handle, &fd);))
Q(UDP_WITHOUT_FAMILY, udp_without_family, "udp-without-family",
  L(uv_os_fd_t fd;)
  L(uv_udp_init(loop, &h->udp);)
  L(return uv_fileno(&h->handle, &fd);))
Q(UDP_OF_A_FAMILY, udp_of_a_family, "udp-of-a-family",
  L(uv_os_fd_t fd;)
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(return uv_fileno(&h->handle, &fd);))

/* ---- what is opened ---- */
Q(TCP_OPENED, tcp_opened, "tcp-opened",
  L(int fd = socket(AF_INET, SOCK_STREAM, 0);)
  L(uv_tcp_init(loop, &h->tcp);)
  L(int answer = uv_tcp_open(&h->tcp, fd);)
  L(return answer < 0 ? answer : (fcntl(fd, F_GETFL) & O_NONBLOCK) != 0;))
Q(UDP_OPENED, udp_opened, "udp-opened",
  L(int fd = socket(AF_INET, SOCK_DGRAM, 0);)
  L(uv_udp_init(loop, &h->udp);)
  L(int answer = uv_udp_open(&h->udp, fd);)
  L(return answer < 0 ? answer : (fcntl(fd, F_GETFL) & O_NONBLOCK) != 0;))
Q(PIPE_OPENED, pipe_opened, "pipe-opened",
  L(int ends[2];)
  L(socketpair(AF_UNIX, SOCK_STREAM, 0, ends);)
  L(uv_pipe_init(loop, &h->pipe, 0);)
  L(int answer = uv_pipe_open(&h->pipe, ends[0]);)
  L(answer = answer < 0 ? answer : (fcntl(ends[0], F_GETFL) & O_NONBLOCK) != 0;)
  L(close(ends[1]);)
  L(return answer;))
Q(POLL_OPENED, poll_opened, "poll-opened",
  L(int ends[2];)
  L(socketpair(AF_UNIX, SOCK_STREAM, 0, ends);)
  L(int answer = uv_poll_init(loop, &h->poll, ends[0]);)
  L(answer = answer < 0 ? answer : (fcntl(ends[0], F_GETFL) & O_NONBLOCK) != 0;)
  L(close(ends[0]);)
  L(close(ends[1]);)
  L(return answer;))
Q(TCP_OPENED_ELSEWHERE, tcp_opened_elsewhere, "tcp-opened-elsewhere",
  L(uv_os_fd_t fd;)
  L(uv_tcp_init_ex(loop, &h[0].tcp, AF_INET);)
  L(uv_tcp_init(loop, &h[1].tcp);)
  L(uv_fileno(&h[0].handle, &fd);)
  L(uv_listen(&h[0].stream, 1, NULL);)
  L(return uv_tcp_open(&h[1].tcp, fd);))
Q(PIPE_OPENED_ELSEWHERE, pipe_opened_elsewhere, "pipe-opened-elsewhere",
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
Q(TCP_OPENED_TWICE, tcp_opened_twice, "tcp-opened-twice",
  L(int fd = socket(AF_INET, SOCK_STREAM, 0);)
  L(uv_tcp_init_ex(loop, &h->tcp, AF_INET);)
  L(int answer = uv_tcp_open(&h->tcp, fd);)
  L(close(fd);)
  L(return answer;))
Q(UDP_OPENED_TWICE, udp_opened_twice, "udp-opened-twice",
  L(int fd = socket(AF_INET, SOCK_DGRAM, 0);)
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(int answer = uv_udp_open(&h->udp, fd);)
  L(close(fd);)
  L(return answer;))
Q(PIPE_OF_NO_DESCRIPTOR, pipe_of_no_descriptor, "pipe-of-no-descriptor",
  L(uv_pipe_init(loop, &h->pipe, 0);)
  L(return uv_pipe_open(&h->pipe, 9999);))
Q(PIPE_END_THAT_READS, pipe_end_that_reads, "pipe-end-that-reads",
  L(int ends[2];)
  L(uv_pipe_init(loop, &h->pipe, 0);)
  L(int answer = pipe(ends) < 0 ? -errno : uv_pipe_open(&h->pipe, ends[0]);)
  L(close(ends[1]);)
  L(return answer < 0 ? answer : directions(&h->stream);))
Q(PIPE_END_THAT_WRITES, pipe_end_that_writes, "pipe-end-that-writes",
  L(int ends[2];)
  L(uv_pipe_init(loop, &h->pipe, 0);)
  L(int answer = pipe(ends) < 0 ? -errno : uv_pipe_open(&h->pipe, ends[1]);)
  L(close(ends[0]);)
  L(return answer < 0 ? answer : directions(&h->stream);))
Q(PIPE_THAT_DOES_BOTH, pipe_that_does_both, "pipe-that-does-both",
  L(int ends[2];)
  L(socketpair(AF_UNIX, SOCK_STREAM, 0, ends);)
  L(uv_pipe_init(loop, &h->pipe, 0);)
  L(int answer = uv_pipe_open(&h->pipe, ends[0]);)
  L(close(ends[1]);)
  L(return answer < 0 ? answer : directions(&h->stream);))

/* ---- addresses and names ---- */
Q(TCP_BOUND_TO_SIX_ONLY, tcp_bound_to_six_only, "tcp-bound-to-six-only",
  L(struct sockaddr_in at = local_port(0);)
  L(uv_tcp_init(loop, &h->tcp);)
  L(return uv_tcp_bind(&h->tcp, (struct sockaddr *)&at, UV_TCP_IPV6ONLY);))
Q(UDP_BOUND_TO_SIX_ONLY, udp_bound_to_six_only, "udp-bound-to-six-only",
  L(struct sockaddr_in at = local_port(0);)
  L(uv_udp_init(loop, &h->udp);)
  L(return uv_udp_bind(&h->udp, (struct sockaddr *)&at, UV_UDP_IPV6ONLY);))
Q(UDP_BOUND_WITH_UNKNOWN_FLAGS, udp_bound_with_unknown_flags, "udp-bound-with-unknown-flags",
  L(struct sockaddr_in at = local_port(0);)
  L(uv_udp_init(loop, &h->udp);)
  L(return uv_udp_bind(&h->udp, (struct sockaddr *)&at, 1 << 20);))
Q(UDP_PORT_TAKEN, udp_port_taken, "udp-port-taken",
  L(struct sockaddr_in at = local_port(0);)
  L(int size = sizeof at;)
  L(uv_udp_init(loop, &h[0].udp);)
  L(uv_udp_init(loop, &h[1].udp);)
  L(uv_udp_bind(&h[0].udp, (struct sockaddr *)&at, 0);)
  L(uv_udp_getsockname(&h[0].udp, (struct sockaddr *)&at, &size);)
  L(return uv_udp_bind(&h[1].udp, (struct sockaddr *)&at, 0);))
Q(UDP_PORT_REUSED, udp_port_reused, "udp-port-reused",
  L(struct sockaddr_in at = local_port(0);)
  L(int size = sizeof at;)
  L(uv_udp_init(loop, &h[0].udp);)
  L(uv_udp_init(loop, &h[1].udp);)
  L(uv_udp_bind(&h[0].udp, (struct sockaddr *)&at, UV_UDP_REUSEADDR);)
  L(uv_udp_getsockname(&h[0].udp, (struct sockaddr *)&at, &size);)
  L(return uv_udp_bind(&h[1].udp, (struct sockaddr *)&at, UV_UDP_REUSEADDR);))
Q(UDP_PORT_REUSED_BY_ONE, udp_port_reused_by_one, "udp-port-reused-by-one",
  L(struct sockaddr_in at = local_port(0);)
  L(int size = sizeof at;)
  L(uv_udp_init(loop, &h[0].udp);)
  L(uv_udp_init(loop, &h[1].udp);)
  L(uv_udp_bind(&h[0].udp, (struct sockaddr *)&at, UV_UDP_REUSEADDR);)
  L(uv_udp_getsockname(&h[0].udp, (struct sockaddr *)&at, &size);)
  L(return uv_udp_bind(&h[1].udp, (struct sockaddr *)&at, 0);))
Q(UDP_BOUND_TO_SEND, udp_bound_to_send, "udp-bound-to-send",
  L(struct sockaddr_in at = local_port(9);)
  L(uv_buf_t none = uv_buf_init(NULL, 0);)
  L(uv_udp_init(loop, &h->udp);)
  L(int answer = uv_udp_try_send(&h->udp, &none, 1, (struct sockaddr *)&at);)
  L(return answer < 0 ? answer : has_port(&h->udp);))
Q(UDP_BOUND_TO_RECEIVE, udp_bound_to_receive, "udp-bound-to-receive",
  L(uv_udp_init(loop, &h->udp);)
  L(int answer = uv_udp_recv_start(&h->udp, no_room, no_datagram);)
  L(return answer < 0 ? answer : has_port(&h->udp);))
Q(TCP_BOUND_TO_LISTEN, tcp_bound_to_listen, "tcp-bound-to-listen",
  L(struct sockaddr_in at = local_port(0);)
  L(int size = sizeof at;)
  L(uv_tcp_init(loop, &h->tcp);)
  L(int answer = uv_listen(&h->stream, 1, NULL);)
  L(uv_tcp_getsockname(&h->tcp, (struct sockaddr *)&at, &size);)
  L(return answer < 0 ? answer : at.sin_port != 0;))
Q(UDP_ROOM, udp_room, "udp-room",
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
Q(UDP_GROUP_WITHOUT_ADDRESS, udp_group_without_address, "udp-group-without-address",
  L(uv_udp_init(loop, &h->udp);)
  L(return uv_udp_set_membership(&h->udp, "here", NULL, UV_JOIN_GROUP);))
Q(UDP_INTERFACE_WITHOUT_ADDRESS, udp_interface_without_address, "udp-interface-without-address",
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(return uv_udp_set_multicast_interface(&h->udp, "here");))
Q(UDP_MULTICAST_LOOP, udp_multicast_loop, "udp-multicast-loop",
  L(uv_os_fd_t fd;)
  L(unsigned char value = 99;)
  L(socklen_t size = sizeof value;)
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(uv_fileno(&h->handle, &fd);)
  L(int answer = uv_udp_set_multicast_loop(&h->udp, 0);)
  L(getsockopt(fd, IPPROTO_IP, IP_MULTICAST_LOOP, &value, &size);)
  L(return answer < 0 ? answer : value;))
Q(UDP_MULTICAST_TTL, udp_multicast_ttl, "udp-multicast-ttl",
  L(uv_os_fd_t fd;)
  L(unsigned char value = 99;)
  L(socklen_t size = sizeof value;)
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(uv_fileno(&h->handle, &fd);)
  L(int answer = uv_udp_set_multicast_ttl(&h->udp, 7);)
  L(getsockopt(fd, IPPROTO_IP, IP_MULTICAST_TTL, &value, &size);)
  L(return answer < 0 ? answer : value;))
Q(UDP_MULTICAST_TTL_OF_256, udp_multicast_ttl_of_256, "udp-multicast-ttl-of-256",
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(return uv_udp_set_multicast_ttl(&h->udp, 256);))
Q(PIPE_BOUND_TWICE, pipe_bound_twice, "pipe-bound-twice",
  L(int answer = bind_own(loop, &h->pipe);)
  L(return answer < 0 ? answer : uv_pipe_bind(&h->pipe, "another");))
Q(PIPE_PATH_AFTER_CLOSE, pipe_path_after_close, "pipe-path-after-close",
  L(char path[64];)
  L(size_t size = sizeof path;)
  L(int answer = bind_own(loop, &h->pipe);)
  L(uv_pipe_getsockname(&h->pipe, path, &size);)
  L(uv_close(&h->handle, NULL);)
  L(return answer < 0 ? answer : access(path, F_OK) < 0 ? -errno : 0;))
Q(PIPE_LISTENS_UNBOUND, pipe_listens_unbound, "pipe-listens-unbound",
  L(uv_pipe_init(loop, &h->pipe, 0);)
  L(return uv_listen(&h->stream, 1, NULL);))
Q(PIPE_RIGHTS_UNBOUND, pipe_rights_unbound, "pipe-rights-unbound",
  L(uv_pipe_init(loop, &h->pipe, 0);)
  L(return uv_pipe_chmod(&h->pipe, UV_READABLE);))
Q(PIPE_RIGHTS_TO_NOTHING, pipe_rights_to_nothing, "pipe-rights-to-nothing",
  L(int answer = bind_own(loop, &h->pipe);)
  L(return answer < 0 ? answer : uv_pipe_chmod(&h->pipe, 0);))
Q(PIPE_RIGHTS_TO_READ, pipe_rights_to_read, "pipe-rights-to-read",
  L(struct stat s = { 0 };)
  L(char path[64];)
  L(size_t size = sizeof path;)
  L(int answer = bind_own(loop, &h->pipe);)
  L(uv_pipe_getsockname(&h->pipe, path, &size);)
  L(chmod(path, 0);)
  L(answer = answer < 0 ? answer : uv_pipe_chmod(&h->pipe, UV_READABLE);)
  L(stat(path, &s);)
  L(return answer < 0 ? answer : (int)(s.st_mode & 7);))
Q(PIPE_RIGHTS_TO_WRITE, pipe_rights_to_write, "pipe-rights-to-write",
  L(struct stat s = { 0 };)
  L(char path[64];)
  L(size_t size = sizeof path;)
  L(int answer = bind_own(loop, &h->pipe);)
  L(uv_pipe_getsockname(&h->pipe, path, &size);)
  L(chmod(path, 0);)
  L(answer = answer < 0 ? answer : uv_pipe_chmod(&h->pipe, UV_WRITABLE);)
  L(stat(path, &s);)
  L(return answer < 0 ? answer : (int)(s.st_mode & 7);))
Q(PIPE_RIGHTS_TO_DO_BOTH, pipe_rights_to_do_both, "pipe-rights-to-do-both",
  L(struct stat s = { 0 };)
  L(char path[64];)
  L(size_t size = sizeof path;)
  L(int answer = bind_own(loop, &h->pipe);)
  L(uv_pipe_getsockname(&h->pipe, path, &size);)
  L(chmod(path, 0);)
  L(answer = answer < 0 ? answer : uv_pipe_chmod(&h->pipe, UV_READABLE | UV_WRITABLE);)
  L(stat(path, &s);)
  L(return answer < 0 ? answer : (int)(s.st_mode & 7);))
Q(PIPE_WITH_NOTHING_PASSED, pipe_with_nothing_passed, "pipe-with-nothing-passed",
  L(uv_pipe_init(loop, &h->pipe, 1);)
  L(return uv_pipe_pending_count(&h->pipe) + (int)uv_pipe_pending_type(&h->pipe);))

/* ---- streams that cannot ---- */
Q(ACCEPT_OF_NOTHING, accept_of_nothing, "accept-of-nothing",
  L(uv_tcp_init(loop, &h[0].tcp);)
  L(uv_tcp_init(loop, &h[1].tcp);)
  L(uv_listen(&h[0].stream, 1, NULL);)
  L(return uv_accept(&h[0].stream, &h[1].stream);))
Q(READ_OF_NO_CONNECTION, read_of_no_connection, "read-of-no-connection",
  L(uv_tcp_init(loop, &h->tcp);)
  L(return uv_read_start(&h->stream, no_room, no_bytes);))
Q(WRITE_TO_NO_CONNECTION, write_to_no_connection, "write-to-no-connection",
  L(uv_write_t req;)
  L(uv_buf_t none = uv_buf_init(NULL, 0);)
  L(uv_tcp_init(loop, &h->tcp);)
  L(return uv_write(&req, &h->stream, &none, 1, NULL);))
Q(SHUTDOWN_OF_NO_CONNECTION, shutdown_of_no_connection, "shutdown-of-no-connection",
  L(uv_shutdown_t req;)
  L(uv_tcp_init(loop, &h->tcp);)
  L(return uv_shutdown(&req, &h->stream, NULL);))
Q(CONNECT_FROM_A_TAKEN_PORT, connect_from_a_taken_port, "connect-from-a-taken-port",
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
Q(SECOND_CONNECT, second_connect, "second-connect",
  L(uv_connect_t req[2];)
  L(struct sockaddr_in at = local_port(9);)
  L(uv_tcp_init(loop, &h->tcp);)
  L(int answer = uv_tcp_connect(&req[0], &h->tcp, (struct sockaddr *)&at, no_connect);)
  L(answer = answer < 0 ? answer : uv_tcp_connect(&req[1], &h->tcp, (struct sockaddr *)&at, no_connect);)
  L(uv_close(&h->handle, NULL);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(return answer;))
/* clang-format on */
