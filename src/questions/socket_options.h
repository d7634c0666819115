/* socket_options.h - questions about options of TCP and UDP sockets, batches of datagrams, and
 * multicast groups. */
#ifndef QUESTIONS_SOCKET_OPTIONS_H
#define QUESTIONS_SOCKET_OPTIONS_H
#include "questions/common.h"
#include "questions/folder.h"

/* ---- ASK-40 ---- */
static int socket_option(uv_handle_t *handle, int level, int name)
{
    uv_os_fd_t fd;
    int value = 99;
    socklen_t size = sizeof value;
    int answer = uv_fileno(handle, &fd);
    if (answer == 0 && getsockopt(fd, level, name, &value, &size) < 0)
        answer = -errno;
    return answer < 0 ? answer : value;
}

static int ask_tcp_tuned_before_it_has_a_socket(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_tcp_init(loop, &h->tcp);
    int answer = uv_tcp_nodelay(&h->tcp, 1);
    answer = answer < 0 ? answer : uv_tcp_open(&h->tcp, socket(AF_INET, SOCK_STREAM, 0));
    return answer < 0 ? answer : socket_option(&h->handle, IPPROTO_TCP, 1);
}

static int ask_tcp_tuned_with_a_socket(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_tcp_init_ex(loop, &h->tcp, AF_INET);
    int answer = uv_tcp_nodelay(&h->tcp, 1);
    int on = socket_option(&h->handle, IPPROTO_TCP, 1);
    answer = answer < 0 ? answer : uv_tcp_nodelay(&h->tcp, 0);
    return answer < 0 ? answer : 10 * on + socket_option(&h->handle, IPPROTO_TCP, 1);
}

static int ask_tcp_kept_alive_before_it_has_a_socket(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_tcp_init(loop, &h->tcp);
    int answer = uv_tcp_keepalive(&h->tcp, 1, 60);
    answer = answer < 0 ? answer : uv_tcp_open(&h->tcp, socket(AF_INET, SOCK_STREAM, 0));
    return answer < 0 ? answer : socket_option(&h->handle, SOL_SOCKET, SO_KEEPALIVE);
}

static int ask_tcp_accepts_at_once(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_tcp_init(loop, &h->tcp);
    return uv_tcp_simultaneous_accepts(&h->tcp, 1);
}

static int ask_tcp_address_reused(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    uv_tcp_init(loop, &h->tcp);
    int answer = uv_tcp_bind(&h->tcp, (struct sockaddr *)&at, 0);
    return answer < 0 ? answer : socket_option(&h->handle, SOL_SOCKET, SO_REUSEADDR);
}

static int ask_tcp_port_shared(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    uv_tcp_init(loop, &h->tcp);
    int answer = uv_tcp_bind(&h->tcp, (struct sockaddr *)&at, 2);
    return answer < 0 ? answer : socket_option(&h->handle, SOL_SOCKET, SO_REUSEPORT);
}

static int ask_tcp_port_not_shared(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    uv_tcp_init(loop, &h->tcp);
    int answer = uv_tcp_bind(&h->tcp, (struct sockaddr *)&at, 0);
    return answer < 0 ? answer : socket_option(&h->handle, SOL_SOCKET, SO_REUSEPORT);
}

/* 10 if the socket accepts IPv6 only, else 0. */
static int bind_ipv6_only(uv_loop_t *loop, uv_tcp_t *tcp, unsigned flags)
{
    struct sockaddr_in6 at;
    int fd = socket(AF_INET6, SOCK_STREAM, 0);
    if (fd < 0)
        return UV_ENODEV;
    close(fd);
    uv_ip6_addr("::", 0, &at);
    uv_tcp_init(loop, tcp);
    int answer = uv_tcp_bind(tcp, (struct sockaddr *)&at, flags);
    return answer < 0 ? answer : 10 * socket_option((uv_handle_t *)tcp, IPPROTO_IPV6, IPV6_V6ONLY);
}

static int ask_tcp_of_six_alone(uv_loop_t *loop, union uv_any_handle *h)
{
    return bind_ipv6_only(loop, &h->tcp, UV_TCP_IPV6ONLY);
}

static int ask_tcp_of_six_and_four(uv_loop_t *loop, union uv_any_handle *h)
{
    return bind_ipv6_only(loop, &h->tcp, 0);
}

static int ask_tcp_bound_while_closing(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    uv_tcp_init(loop, &h->tcp);
    uv_close(&h->handle, NULL);
    return uv_tcp_bind(&h->tcp, (struct sockaddr *)&at, 0);
}

static int ask_tcp_bound_to_no_family(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr path = { .sa_family = AF_UNIX };
    uv_tcp_init(loop, &h->tcp);
    return uv_tcp_bind(&h->tcp, &path, 0);
}

static int ask_tcp_connect_to_no_family(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_connect_t req;
    struct sockaddr path = { .sa_family = AF_UNIX };
    uv_tcp_init(loop, &h->tcp);
    return uv_tcp_connect(&req, &h->tcp, &path, no_connect);
}

static int ask_tcp_without_a_partner(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at;
    int size = sizeof at;
    uv_tcp_init_ex(loop, &h->tcp, AF_INET);
    return uv_tcp_getpeername(&h->tcp, (struct sockaddr *)&at, &size);
}

static int ask_tcp_without_an_address(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at;
    int size = sizeof at;
    uv_tcp_init(loop, &h->tcp);
    return uv_tcp_getsockname(&h->tcp, (struct sockaddr *)&at, &size);
}

static int ask_tcp_connecting(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_connect_t req;
    struct sockaddr_in at = local_port(9);
    uv_tcp_init(loop, &h->tcp);
    int answer = uv_tcp_connect(&req, &h->tcp, (struct sockaddr *)&at, no_connect);
    answer = answer < 0 ? answer : directions(&h->stream);
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    return answer;
}

static int ask_tcp_refused(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_connect_t req;
    struct sockaddr_in at = local_port(9);
    int status = 1;
    uv_tcp_init(loop, &h->tcp);
    req.data = &status;
    int answer = uv_tcp_connect(&req, &h->tcp, (struct sockaddr *)&at, note_connect);
    answer = answer < 0 ? answer : 10 * (status == 1 && uv_loop_alive(loop) != 0);
    for (int i = 0; i < 100 && status == 1; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    return answer < 0 ? answer : answer + 2 * (status == UV_ECONNREFUSED);
}

/* ---- ASK-41 ---- */
static int ask_udp_empty_try(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(9);
    uv_buf_t none = uv_buf_init(NULL, 0);
    uv_udp_init(loop, &h->udp);
    return uv_version() < 0x013200 ? UV_ENOSYS
                                   : uv_udp_try_send(&h->udp, &none, 0, (struct sockaddr *)&at);
}

static int ask_udp_without_a_destination(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_send_t req;
    uv_buf_t none = uv_buf_init(NULL, 0);
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    return uv_udp_send(&req, &h->udp, &none, 1, NULL, NULL);
}

static int ask_udp_room_for_a_batch(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    int size = sizeof at;
    size_t room = 0;
    uv_buf_t none = uv_buf_init(NULL, 0);
    h->udp.data = &room;
    if (uv_version() < 0x012800 || uv_udp_init_ex(loop, &h->udp, AF_INET | 256) < 0)
        return 0;
    uv_udp_bind(&h->udp, (struct sockaddr *)&at, 0);
    uv_udp_getsockname(&h->udp, (struct sockaddr *)&at, &size);
    uv_udp_recv_start(&h->udp, note_room, no_datagram);
    uv_udp_try_send(&h->udp, &none, 1, (struct sockaddr *)&at);
    uv_run(loop, UV_RUN_ONCE);
    return (int)room;
}

static int ask_udp_sends_unbound(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_send_t req;
    struct sockaddr_in at = local_port(9);
    uv_buf_t one = uv_buf_init((char *)"x", 1);
    uv_udp_init(loop, &h->udp);
    int answer = uv_udp_send(&req, &h->udp, &one, 1, (struct sockaddr *)&at, NULL);
    answer = answer < 0 ? answer : has_port(&h->udp);
    uv_run(loop, UV_RUN_NOWAIT);
    return answer;
}

static int ask_udp_queue_of_two_parts(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_send_t req;
    struct sockaddr_in at = local_port(9);
    uv_buf_t parts[2] = { uv_buf_init((char *)"abc", 3), uv_buf_init((char *)"defg", 4) };
    uv_udp_init(loop, &h->udp);
    int answer = uv_udp_send(&req, &h->udp, parts, 2, (struct sockaddr *)&at, NULL);
    answer = answer < 0 ? answer
                        : 100 * (int)uv_udp_get_send_queue_count(&h->udp) +
                              (int)uv_udp_get_send_queue_size(&h->udp);
    uv_run(loop, UV_RUN_NOWAIT);
    return answer + 1000 * (int)uv_udp_get_send_queue_size(&h->udp);
}

static int ask_udp_receives_twice(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init(loop, &h->udp);
    int answer = uv_udp_recv_start(&h->udp, no_room, no_datagram);
    return answer < 0 ? answer : uv_udp_recv_start(&h->udp, no_room, no_datagram);
}

static int ask_udp_receives_without_a_callback(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init(loop, &h->udp);
    return uv_udp_recv_start(&h->udp, NULL, no_datagram) == UV_EINVAL
               ? uv_udp_recv_start(&h->udp, no_room, NULL)
               : 1;
}

static int ask_udp_stopped_twice(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init(loop, &h->udp);
    uv_udp_recv_start(&h->udp, no_room, no_datagram);
    int answer = uv_udp_recv_stop(&h->udp);
    return answer < 0 ? answer : uv_udp_recv_stop(&h->udp) + 2 * uv_is_active(&h->handle);
}

static int ask_udp_queue_at_first(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init(loop, &h->udp);
    return (int)uv_udp_get_send_queue_size(&h->udp) + (int)uv_udp_get_send_queue_count(&h->udp);
}

static int ask_udp_without_a_partner(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at;
    int size = sizeof at;
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    return uv_udp_getpeername(&h->udp, (struct sockaddr *)&at, &size);
}

static int ask_udp_connected_twice(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(9);
    uv_udp_init(loop, &h->udp);
    int answer = uv_udp_connect(&h->udp, (struct sockaddr *)&at);
    return answer < 0 ? answer : uv_udp_connect(&h->udp, (struct sockaddr *)&at);
}

static int ask_udp_disconnected_twice(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(9);
    uv_udp_init(loop, &h->udp);
    uv_udp_connect(&h->udp, (struct sockaddr *)&at);
    int answer = uv_udp_connect(&h->udp, NULL);
    return answer < 0 ? answer : uv_udp_connect(&h->udp, NULL);
}

static int ask_udp_opened_can_be_reused(uv_loop_t *loop, union uv_any_handle *h)
{
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    uv_udp_init(loop, &h->udp);
    int answer = uv_udp_open(&h->udp, fd);
    return answer < 0 ? answer : socket_option(&h->handle, SOL_SOCKET, SO_REUSEADDR);
}

static int ask_udp_opened_with_unknown_flags(uv_loop_t *loop, union uv_any_handle *h)
{
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    int (*call)(uv_udp_t *, uv_os_sock_t, unsigned);
    find_call("uv_udp_open_ex", &call);
    uv_udp_init(loop, &h->udp);
    int answer = call ? call(&h->udp, fd, 1 << 20) : UV_ENOSYS;
    close(fd);
    return answer;
}

static int ask_udp_port_shared(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    uv_udp_init(loop, &h->udp);
    int answer = uv_udp_bind(&h->udp, (struct sockaddr *)&at, 64);
    return answer < 0 ? answer : socket_option(&h->handle, SOL_SOCKET, SO_REUSEPORT);
}

static int ask_udp_port_not_shared(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    uv_udp_init(loop, &h->udp);
    int answer = uv_udp_bind(&h->udp, (struct sockaddr *)&at, 0);
    return answer < 0 ? answer : socket_option(&h->handle, SOL_SOCKET, SO_REUSEPORT);
}

static int ask_udp_ttl_of_7(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    int answer = uv_udp_set_ttl(&h->udp, 7);
    return answer < 0 ? answer : socket_option(&h->handle, IPPROTO_IP, IP_TTL);
}

static int ask_udp_to_all_before_it_has_a_socket(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init(loop, &h->udp);
    return uv_udp_set_broadcast(&h->udp, 1);
}

/* With 1000 as `flags`, the second datagram is too long to be sent. */
static int try_two(uv_udp_t *udp, unsigned count, unsigned flags)
{
    struct sockaddr_in at = local_port(9);
    uv_buf_t one = uv_buf_init((char *)"x", 1);
    uv_buf_t big = uv_buf_init(calloc(1, 70000), 70000);
    uv_buf_t *buffers[2] = { &one, flags == 1000 ? &big : &one };
    unsigned sizes[2] = { 1, 1 };
    struct sockaddr *to[2] = { (struct sockaddr *)&at, (struct sockaddr *)&at };
    int (*call)(uv_udp_t *, unsigned, uv_buf_t **, unsigned *, struct sockaddr **, unsigned);
    find_call("uv_udp_try_send2", &call);
    int answer = call ? call(udp, count, buffers, sizes, to, flags % 1000) : UV_ENOSYS;
    free(big.base);
    return answer;
}

static int ask_udp_tries_two(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    return try_two(&h->udp, 2, 0);
}

static int ask_udp_tries_two_of_which_one_fits(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    return try_two(&h->udp, 2, 1000);
}

static int ask_udp_tries_none(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    return try_two(&h->udp, 0, 0);
}

static int ask_udp_tries_with_flags(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    return try_two(&h->udp, 2, 1);
}

static int ask_udp_tries_without_a_socket(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init(loop, &h->udp);
    return try_two(&h->udp, 2, 0);
}

/* ---- ASK-42 ---- */
static int ask_udp_joins_and_leaves(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    int answer = uv_udp_set_membership(&h->udp, "239.255.0.1", "127.0.0.1", UV_JOIN_GROUP);
    return answer < 0 ? answer
                      : uv_udp_set_membership(&h->udp, "239.255.0.1", "127.0.0.1", UV_LEAVE_GROUP);
}

static int ask_udp_joins_twice(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    int answer = uv_udp_set_membership(&h->udp, "239.255.0.1", "127.0.0.1", UV_JOIN_GROUP);
    return answer < 0 ? answer
                      : uv_udp_set_membership(&h->udp, "239.255.0.1", "127.0.0.1", UV_JOIN_GROUP);
}

static int ask_udp_leaves_twice(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    uv_udp_set_membership(&h->udp, "239.255.0.1", "127.0.0.1", UV_JOIN_GROUP);
    int answer = uv_udp_set_membership(&h->udp, "239.255.0.1", "127.0.0.1", UV_LEAVE_GROUP);
    return answer < 0 ? answer
                      : uv_udp_set_membership(&h->udp, "239.255.0.1", "127.0.0.1", UV_LEAVE_GROUP);
}

static int ask_udp_neither_joins_nor_leaves(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    return uv_udp_set_membership(&h->udp, "239.255.0.1", "127.0.0.1", (uv_membership)9);
}

static int ask_udp_joins_unbound(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init(loop, &h->udp);
    int answer = uv_udp_set_membership(&h->udp, "239.255.0.1", "127.0.0.1", UV_JOIN_GROUP);
    return answer < 0
               ? answer
               : 10 * has_port(&h->udp) + socket_option(&h->handle, SOL_SOCKET, SO_REUSEADDR);
}

static int ask_udp_joins_one_source(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    int answer = uv_udp_set_source_membership(&h->udp, "239.255.0.1", "127.0.0.1", "127.0.0.1",
                                              UV_JOIN_GROUP);
    return answer < 0 ? answer
                      : uv_udp_set_source_membership(&h->udp, "239.255.0.1", "127.0.0.1",
                                                     "127.0.0.1", UV_LEAVE_GROUP);
}

static int ask_udp_multicast_interface(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_os_fd_t fd;
    struct in_addr at = { 0 };
    socklen_t size = sizeof at;
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    int answer = uv_udp_set_multicast_interface(&h->udp, "127.0.0.1");
    uv_fileno(&h->handle, &fd);
    getsockopt(fd, IPPROTO_IP, IP_MULTICAST_IF, &at, &size);
    return answer < 0 ? answer : at.s_addr == htonl(INADDR_LOOPBACK);
}

static int ask_udp_multicast_ttl_of_0(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    int answer = uv_udp_set_multicast_ttl(&h->udp, 255);
    answer = answer < 0 ? answer : uv_udp_set_multicast_ttl(&h->udp, 0);
    return answer < 0 ? answer : socket_option(&h->handle, IPPROTO_IP, IP_MULTICAST_TTL);
}

static int ask_udp_multicast_ttl_below_0(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    return uv_udp_set_multicast_ttl(&h->udp, -1);
}

static int ask_udp_multicast_loop_on(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    uv_udp_set_multicast_loop(&h->udp, 0);
    int answer = uv_udp_set_multicast_loop(&h->udp, 1);
    return answer < 0 ? answer : socket_option(&h->handle, IPPROTO_IP, IP_MULTICAST_LOOP);
}

/* ---- ASK-40, keep-alive ---- */
static int ask_tcp_kept_alive_no_more(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_tcp_init(loop, &h->tcp);
    int answer = uv_tcp_keepalive(&h->tcp, 1, 60);
    answer = answer < 0 ? answer : uv_tcp_keepalive(&h->tcp, 0, 0);
    answer = answer < 0 ? answer : uv_tcp_open(&h->tcp, socket(AF_INET, SOCK_STREAM, 0));
    return answer < 0 ? answer : socket_option(&h->handle, SOL_SOCKET, SO_KEEPALIVE);
}

static int ask_tcp_kept_alive_by_nothing(uv_loop_t *loop, union uv_any_handle *h)
{
    int (*call)(uv_tcp_t *, int, unsigned, unsigned, unsigned);
    find_call("uv_tcp_keepalive_ex", &call);
    if (!call)
        return UV_ENOSYS;
    uv_tcp_init_ex(loop, &h->tcp, AF_INET);
    return (call(&h->tcp, 1, 0, 1, 1) == UV_EINVAL) + 2 * (call(&h->tcp, 1, 1, 0, 1) == UV_EINVAL) +
           4 * (call(&h->tcp, 1, 1, 1, 0) == UV_EINVAL) + 8 * (call(&h->tcp, 0, 0, 0, 0) == 0) +
           16 * (call(&h->tcp, 1, 50, 5, 3) == 0 &&
                 socket_option(&h->handle, IPPROTO_TCP, TCP_KEEPIDLE) == 50 &&
                 socket_option(&h->handle, IPPROTO_TCP, TCP_KEEPINTVL) == 5 &&
                 socket_option(&h->handle, IPPROTO_TCP, TCP_KEEPCNT) == 3);
}

static int ask_tcp_opened_both_ways(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_tcp_init(loop, &h->tcp);
    int answer = uv_tcp_open(&h->tcp, socket(AF_INET, SOCK_STREAM, 0));
    return answer < 0 ? answer : directions(&h->stream);
}

static void note_shutdown(uv_shutdown_t *req, int status)
{
    *(int *)req->data = status;
}

/* The system's shutdown() fails because nobody is connected, and the callback gets that error. */
static int ask_shutdown_that_fails(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_shutdown_t req;
    int status = 1;
    req.data = &status;
    uv_tcp_init(loop, &h->tcp);
    int answer = uv_tcp_open(&h->tcp, socket(AF_INET, SOCK_STREAM, 0));
    answer = answer < 0 ? answer : uv_shutdown(&req, &h->stream, note_shutdown);
    uv_run(loop, UV_RUN_NOWAIT);
    return answer < 0 ? UV_EILSEQ : status;
}

/* libuv < 1.52: this call aborts. */
static int ask_stream_writes_no_buffers(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_write_t req;
    uv_buf_t none = uv_buf_init(NULL, 0);
    if (uv_version() < (1 << 16 | 52 << 8))
        return UV_ENOSYS;
    uv_tcp_init(loop, &h->tcp);
    uv_tcp_open(&h->tcp, socket(AF_INET, SOCK_STREAM, 0));
    return (uv_write(&req, &h->stream, &none, 0, NULL) == UV_EINVAL) +
           2 * (uv_try_write(&h->stream, &none, 0) == UV_EINVAL);
}

#endif
