/* net.h - sockets of which the loop has one side and the world the other.
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
    WORLD_PIPE,         /* for a listener: AF_UNIX, bound to a path */
    WORLD_TCP,          /* for a listener: bound to a port of the loopback */
    WORLD_PIPE_NOWHERE, /* only an address: a path that does not exist */
    WORLD_TCP_NOWHERE,  /* only an address: a port that is taken, but nobody listens */
};

struct world_socket;

struct world_socket *world_socket_open(enum world_socket_kind kind); /* NULL with errno */
/* Does not close the loop's descriptor. */
void world_socket_close(struct world_socket *s);

/* The loop's descriptor, for the loop to take over and close. */
int world_socket_number(const struct world_socket *s);

/* The world's end of a stream, for the loop to take over, too; -1 once it is taken. */
int world_socket_take_peer(struct world_socket *s);
bool world_socket_has_peer(const struct world_socket *s);

/* Send `count` bytes to a stream, or `count` datagrams of one byte. If there is no room for them,
 * the world's `failed` is called. It is no failure if the loop has closed its side. */
void world_socket_feed(struct world_socket *s, uint32_t count);
void world_socket_feed_after(struct world_socket *s, uint32_t count, uint64_t after_ns);
/* The loop has read `count` of them: when was the first of these fed? UINT64_MAX if it never
 * was. */
uint64_t world_socket_read_ns(struct world_socket *s, uint32_t count);

/* The address to connect to. Borrowed. */
const struct sockaddr *world_socket_address(const struct world_socket *s);
/* A descriptor to connect to that address with, for the loop to take over. -1 for AF_UNIX, where
 * the loop makes its own; -2 with errno. After connect() has begun, call
 * world_socket_await_kernel(). */
int world_socket_dial(struct world_socket *to);
void world_socket_await_kernel(const struct world_socket *to, int dialled);
#endif
