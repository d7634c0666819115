/* socket.h - questions about sockets, their addresses and streams. */
#ifndef QUESTIONS_SOCKET_H
#define QUESTIONS_SOCKET_H
#include "questions/common.h"

/* ---- making a socket ---- */
static int ask_tcp_of_no_family(uv_loop_t *loop, union uv_any_handle *h)
{
    return uv_tcp_init_ex(loop, &h->tcp, 99);
}

static int ask_tcp_with_unknown_flags(uv_loop_t *loop, union uv_any_handle *h)
{
    return uv_tcp_init_ex(loop, &h->tcp, AF_INET | 256);
}

static int ask_udp_of_no_family(uv_loop_t *loop, union uv_any_handle *h)
{
    return uv_udp_init_ex(loop, &h->udp, 99);
}

static int ask_udp_with_unknown_flags(uv_loop_t *loop, union uv_any_handle *h)
{
    return uv_udp_init_ex(loop, &h->udp, AF_INET | 1 << 20);
}

static int ask_tcp_without_family(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_os_fd_t fd;
    uv_tcp_init(loop, &h->tcp);
    return uv_fileno(&h->handle, &fd);
}

static int ask_tcp_of_a_family(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_os_fd_t fd;
    uv_tcp_init_ex(loop, &h->tcp, AF_INET);
    return uv_fileno(&h->handle, &fd);
}

static int ask_udp_without_family(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_os_fd_t fd;
    uv_udp_init(loop, &h->udp);
    return uv_fileno(&h->handle, &fd);
}

static int ask_udp_of_a_family(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_os_fd_t fd;
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    return uv_fileno(&h->handle, &fd);
}

/* ---- adopting a descriptor ---- */
static int ask_tcp_opened(uv_loop_t *loop, union uv_any_handle *h)
{
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    uv_tcp_init(loop, &h->tcp);
    int answer = uv_tcp_open(&h->tcp, fd);
    return answer < 0 ? answer : (fcntl(fd, F_GETFL) & O_NONBLOCK) != 0;
}

static int ask_udp_opened(uv_loop_t *loop, union uv_any_handle *h)
{
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    uv_udp_init(loop, &h->udp);
    int answer = uv_udp_open(&h->udp, fd);
    return answer < 0 ? answer : (fcntl(fd, F_GETFL) & O_NONBLOCK) != 0;
}

static int ask_pipe_opened(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_init(loop, &h->pipe, 0);
    int answer = uv_pipe_open(&h->pipe, ends[0]);
    answer = answer < 0 ? answer : (fcntl(ends[0], F_GETFL) & O_NONBLOCK) != 0;
    close(ends[1]);
    return answer;
}

static int ask_poll_opened(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    int answer = uv_poll_init(loop, &h->poll, ends[0]);
    answer = answer < 0 ? answer : (fcntl(ends[0], F_GETFL) & O_NONBLOCK) != 0;
    close(ends[0]);
    close(ends[1]);
    return answer;
}

static int ask_tcp_opened_elsewhere(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_os_fd_t fd;
    uv_tcp_init_ex(loop, &h[0].tcp, AF_INET);
    uv_tcp_init(loop, &h[1].tcp);
    uv_fileno(&h[0].handle, &fd);
    uv_listen(&h[0].stream, 1, NULL);
    return uv_tcp_open(&h[1].tcp, fd);
}

static int ask_pipe_opened_elsewhere(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_poll_init(loop, &h[0].poll, ends[0]);
    uv_poll_start(&h[0].poll, UV_READABLE, no_event);
    uv_pipe_init(loop, &h[1].pipe, 0);
    int answer = uv_pipe_open(&h[1].pipe, ends[0]);
    uv_poll_stop(&h[0].poll);
    close(ends[0]);
    close(ends[1]);
    return answer;
}

static int ask_tcp_opened_twice(uv_loop_t *loop, union uv_any_handle *h)
{
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    uv_tcp_init_ex(loop, &h->tcp, AF_INET);
    int answer = uv_tcp_open(&h->tcp, fd);
    close(fd);
    return answer;
}

static int ask_udp_opened_twice(uv_loop_t *loop, union uv_any_handle *h)
{
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    int answer = uv_udp_open(&h->udp, fd);
    close(fd);
    return answer;
}

static int ask_pipe_of_no_descriptor(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_pipe_init(loop, &h->pipe, 0);
    return uv_pipe_open(&h->pipe, 9999);
}

static int ask_pipe_end_that_reads(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    uv_pipe_init(loop, &h->pipe, 0);
    int answer = pipe(ends) < 0 ? -errno : uv_pipe_open(&h->pipe, ends[0]);
    close(ends[1]);
    return answer < 0 ? answer : directions(&h->stream);
}

static int ask_pipe_end_that_writes(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    uv_pipe_init(loop, &h->pipe, 0);
    int answer = pipe(ends) < 0 ? -errno : uv_pipe_open(&h->pipe, ends[1]);
    close(ends[0]);
    return answer < 0 ? answer : directions(&h->stream);
}

static int ask_pipe_that_does_both(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_init(loop, &h->pipe, 0);
    int answer = uv_pipe_open(&h->pipe, ends[0]);
    close(ends[1]);
    return answer < 0 ? answer : directions(&h->stream);
}

/* ---- addresses and names ---- */
static int ask_tcp_bound_to_six_only(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    uv_tcp_init(loop, &h->tcp);
    return uv_tcp_bind(&h->tcp, (struct sockaddr *)&at, UV_TCP_IPV6ONLY);
}

static int ask_udp_bound_to_six_only(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    uv_udp_init(loop, &h->udp);
    return uv_udp_bind(&h->udp, (struct sockaddr *)&at, UV_UDP_IPV6ONLY);
}

static int ask_udp_bound_with_unknown_flags(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    uv_udp_init(loop, &h->udp);
    return uv_udp_bind(&h->udp, (struct sockaddr *)&at, 1 << 20);
}

static int ask_udp_port_taken(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    int size = sizeof at;
    uv_udp_init(loop, &h[0].udp);
    uv_udp_init(loop, &h[1].udp);
    uv_udp_bind(&h[0].udp, (struct sockaddr *)&at, 0);
    uv_udp_getsockname(&h[0].udp, (struct sockaddr *)&at, &size);
    return uv_udp_bind(&h[1].udp, (struct sockaddr *)&at, 0);
}

static int ask_udp_port_reused(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    int size = sizeof at;
    uv_udp_init(loop, &h[0].udp);
    uv_udp_init(loop, &h[1].udp);
    uv_udp_bind(&h[0].udp, (struct sockaddr *)&at, UV_UDP_REUSEADDR);
    uv_udp_getsockname(&h[0].udp, (struct sockaddr *)&at, &size);
    return uv_udp_bind(&h[1].udp, (struct sockaddr *)&at, UV_UDP_REUSEADDR);
}

static int ask_udp_port_reused_by_one(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    int size = sizeof at;
    uv_udp_init(loop, &h[0].udp);
    uv_udp_init(loop, &h[1].udp);
    uv_udp_bind(&h[0].udp, (struct sockaddr *)&at, UV_UDP_REUSEADDR);
    uv_udp_getsockname(&h[0].udp, (struct sockaddr *)&at, &size);
    return uv_udp_bind(&h[1].udp, (struct sockaddr *)&at, 0);
}

static int ask_udp_bound_to_send(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(9);
    uv_buf_t none = uv_buf_init(NULL, 0);
    uv_udp_init(loop, &h->udp);
    int answer = uv_udp_try_send(&h->udp, &none, 1, (struct sockaddr *)&at);
    return answer < 0 ? answer : has_port(&h->udp);
}

static int ask_udp_bound_to_receive(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init(loop, &h->udp);
    int answer = uv_udp_recv_start(&h->udp, no_room, no_datagram);
    return answer < 0 ? answer : has_port(&h->udp);
}

static int ask_tcp_bound_to_listen(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    int size = sizeof at;
    uv_tcp_init(loop, &h->tcp);
    int answer = uv_listen(&h->stream, 1, NULL);
    uv_tcp_getsockname(&h->tcp, (struct sockaddr *)&at, &size);
    return answer < 0 ? answer : at.sin_port != 0;
}

static int ask_udp_room(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    int size = sizeof at;
    size_t room = 0;
    uv_buf_t none = uv_buf_init(NULL, 0);
    uv_udp_init(loop, &h->udp);
    h->udp.data = &room;
    uv_udp_bind(&h->udp, (struct sockaddr *)&at, 0);
    uv_udp_getsockname(&h->udp, (struct sockaddr *)&at, &size);
    uv_udp_recv_start(&h->udp, note_room, no_datagram);
    uv_udp_try_send(&h->udp, &none, 1, (struct sockaddr *)&at);
    uv_run(loop, UV_RUN_ONCE);
    return (int)room;
}

static int ask_udp_group_without_address(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init(loop, &h->udp);
    return uv_udp_set_membership(&h->udp, "here", NULL, UV_JOIN_GROUP);
}

static int ask_udp_interface_without_address(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    return uv_udp_set_multicast_interface(&h->udp, "here");
}

static int ask_udp_multicast_loop(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_os_fd_t fd;
    unsigned char value = 99;
    socklen_t size = sizeof value;
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    uv_fileno(&h->handle, &fd);
    int answer = uv_udp_set_multicast_loop(&h->udp, 0);
    getsockopt(fd, IPPROTO_IP, IP_MULTICAST_LOOP, &value, &size);
    return answer < 0 ? answer : value;
}

static int ask_udp_multicast_ttl(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_os_fd_t fd;
    unsigned char value = 99;
    socklen_t size = sizeof value;
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    uv_fileno(&h->handle, &fd);
    int answer = uv_udp_set_multicast_ttl(&h->udp, 7);
    getsockopt(fd, IPPROTO_IP, IP_MULTICAST_TTL, &value, &size);
    return answer < 0 ? answer : value;
}

static int ask_udp_multicast_ttl_of_256(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    return uv_udp_set_multicast_ttl(&h->udp, 256);
}

static int ask_pipe_bound_twice(uv_loop_t *loop, union uv_any_handle *h)
{
    int answer = bind_own(loop, &h->pipe);
    return answer < 0 ? answer : uv_pipe_bind(&h->pipe, "another");
}

static int ask_pipe_path_after_close(uv_loop_t *loop, union uv_any_handle *h)
{
    char path[64];
    size_t size = sizeof path;
    int answer = bind_own(loop, &h->pipe);
    uv_pipe_getsockname(&h->pipe, path, &size);
    uv_close(&h->handle, NULL);
    return answer < 0 ? answer : access(path, F_OK) < 0 ? -errno : 0;
}

static int ask_pipe_listens_unbound(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_pipe_init(loop, &h->pipe, 0);
    return uv_listen(&h->stream, 1, NULL);
}

static int ask_pipe_rights_unbound(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_pipe_init(loop, &h->pipe, 0);
    return uv_pipe_chmod(&h->pipe, UV_READABLE);
}

static int ask_pipe_rights_to_nothing(uv_loop_t *loop, union uv_any_handle *h)
{
    int answer = bind_own(loop, &h->pipe);
    return answer < 0 ? answer : uv_pipe_chmod(&h->pipe, 0);
}

static int ask_pipe_rights_to_read(uv_loop_t *loop, union uv_any_handle *h)
{
    struct stat s = { 0 };
    char path[64];
    size_t size = sizeof path;
    int answer = bind_own(loop, &h->pipe);
    uv_pipe_getsockname(&h->pipe, path, &size);
    chmod(path, 0);
    answer = answer < 0 ? answer : uv_pipe_chmod(&h->pipe, UV_READABLE);
    stat(path, &s);
    return answer < 0 ? answer : (int)(s.st_mode & 7);
}

static int ask_pipe_rights_to_write(uv_loop_t *loop, union uv_any_handle *h)
{
    struct stat s = { 0 };
    char path[64];
    size_t size = sizeof path;
    int answer = bind_own(loop, &h->pipe);
    uv_pipe_getsockname(&h->pipe, path, &size);
    chmod(path, 0);
    answer = answer < 0 ? answer : uv_pipe_chmod(&h->pipe, UV_WRITABLE);
    stat(path, &s);
    return answer < 0 ? answer : (int)(s.st_mode & 7);
}

static int ask_pipe_rights_to_do_both(uv_loop_t *loop, union uv_any_handle *h)
{
    struct stat s = { 0 };
    char path[64];
    size_t size = sizeof path;
    int answer = bind_own(loop, &h->pipe);
    uv_pipe_getsockname(&h->pipe, path, &size);
    chmod(path, 0);
    answer = answer < 0 ? answer : uv_pipe_chmod(&h->pipe, UV_READABLE | UV_WRITABLE);
    stat(path, &s);
    return answer < 0 ? answer : (int)(s.st_mode & 7);
}

static int ask_pipe_with_nothing_passed(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_pipe_init(loop, &h->pipe, 1);
    return uv_pipe_pending_count(&h->pipe) + (int)uv_pipe_pending_type(&h->pipe);
}

/* ---- calls on streams in the wrong state ---- */
static int ask_accept_of_nothing(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_tcp_init(loop, &h[0].tcp);
    uv_tcp_init(loop, &h[1].tcp);
    uv_listen(&h[0].stream, 1, NULL);
    return uv_accept(&h[0].stream, &h[1].stream);
}

static int ask_read_of_no_connection(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_tcp_init(loop, &h->tcp);
    return uv_read_start(&h->stream, no_room, no_bytes);
}

static int ask_write_to_no_connection(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_write_t req;
    uv_buf_t none = uv_buf_init(NULL, 0);
    uv_tcp_init(loop, &h->tcp);
    return uv_write(&req, &h->stream, &none, 1, NULL);
}

static int ask_shutdown_of_no_connection(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_shutdown_t req;
    uv_tcp_init(loop, &h->tcp);
    return uv_shutdown(&req, &h->stream, NULL);
}

static int ask_connect_from_a_taken_port(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_connect_t req;
    int status = 0;
    struct sockaddr_in at = local_port(0);
    int size = sizeof at;
    uv_tcp_init(loop, &h[0].tcp);
    uv_tcp_init(loop, &h[1].tcp);
    uv_tcp_bind(&h[0].tcp, (struct sockaddr *)&at, 0);
    uv_listen(&h[0].stream, 1, NULL);
    uv_tcp_getsockname(&h[0].tcp, (struct sockaddr *)&at, &size);
    req.data = &status;
    int answer = uv_tcp_bind(&h[1].tcp, (struct sockaddr *)&at, 0);
    at = local_port(9);
    answer = answer < 0 ? 1 : uv_tcp_connect(&req, &h[1].tcp, (struct sockaddr *)&at, note_connect);
    uv_run(loop, UV_RUN_NOWAIT);
    return answer < 0 ? 2 : status;
}

static int ask_second_connect(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_connect_t req[2];
    struct sockaddr_in at = local_port(9);
    uv_tcp_init(loop, &h->tcp);
    int answer = uv_tcp_connect(&req[0], &h->tcp, (struct sockaddr *)&at, no_connect);
    answer = answer < 0 ? answer
                        : uv_tcp_connect(&req[1], &h->tcp, (struct sockaddr *)&at, no_connect);
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    return answer;
}

#endif
