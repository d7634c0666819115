/* net.h - sockets: the loop has one side and the world the other.
 *
 * Streams are AF_UNIX, where bytes arrive as they are sent. Over TCP and UDP the kernel takes its
 * time: the functions below then wait in real time until the kernel has the outcome. In virtual
 * time that takes none. */
#ifndef WORLD_NET_H
#define WORLD_NET_H
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

enum world_socket_kind {
    WORLD_STREAM,       /* one end of a pair; the loop's end has a small send buffer */
    WORLD_DATAGRAM,     /* UDP, bound to the loopback */
    WORLD_DATAGRAMS,    /* one of a pair of AF_UNIX sockets: only there can a sender find no room */
    WORLD_PIPE,         /* for a listener: AF_UNIX, bound to a path */
    WORLD_TCP,          /* for a listener: bound to a port of the loopback */
    WORLD_PIPE_NOWHERE, /* only an address: a path that does not exist */
    WORLD_TCP_NOWHERE,  /* only an address: a port that is taken, but nobody listens */
};

struct world_socket;

/* Can ports of this machine be reached? Not while its loopback interface is down. */
bool world_has_loopback(void);

struct world_socket *world_socket_open(enum world_socket_kind kind); /* NULL with errno */
/* Does not close the loop's descriptor. */
void world_socket_close(struct world_socket *s);

/* The loop's descriptor, for the loop to take over and close. */
int world_socket_number(const struct world_socket *s);

/* The world's end of a stream, for the loop to take over, too; -1 once it is taken. */
int world_socket_take_peer(struct world_socket *s);
bool world_socket_has_peer(const struct world_socket *s);

/* Send `count` bytes to a stream, or `count` datagrams of `size` bytes to a datagram socket, two at
 * most. It is a failure if they do not fit, but not if the loop has closed its side. */
void world_socket_feed(struct world_socket *s, uint32_t count, uint32_t size);
void world_socket_feed_after(struct world_socket *s, uint32_t count, uint32_t size,
                             uint64_t after_ns);
/* The loop has read `count` of them. When was the first of those fed? UINT64_MAX if it was not. */
uint64_t world_socket_read_ns(struct world_socket *s, uint32_t count);

/* Where the loop's datagrams go: the world's side, which reads none of them. Borrowed; NULL of
 * a pair, which is connected. */
const struct sockaddr *world_socket_other_address(const struct world_socket *s);
/* A pair: leave the loop's side no room to send a datagram, until world_socket_release(). */
void world_socket_hold(struct world_socket *s);
void world_socket_release(struct world_socket *s);
void world_socket_release_after(struct world_socket *s, uint64_t after_ns);
/* The loop is about to send: take what it sent before, so that this uses up no room; unless the
 * socket is held. */
void world_socket_make_room(struct world_socket *s);

/* Where it is bound: to connect to. Borrowed. */
const struct sockaddr *world_socket_address(const struct world_socket *s);
/* A descriptor to connect to that address with, for the loop to take over. -1 for AF_UNIX, where
 * the loop makes its own; -2 with errno. After connect() has begun, call
 * world_socket_await_kernel(). */
int world_socket_dial(struct world_socket *to);
void world_socket_await_kernel(const struct world_socket *to, int dialled);

/* The other end of a TCP connection, if it is in this process, and the state it was in. An action
 * on one end is complete when the other end's state has changed. A loop that has done nothing is
 * not waited for long. */
struct world_tcp_end {
    int fd; /* -1: it is not in this process */
    unsigned state;
};
struct world_tcp_end world_tcp_other_end(int fd);
void world_tcp_await_change(const struct world_tcp_end *end);
#endif
