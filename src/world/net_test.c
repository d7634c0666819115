/* Sockets whose other side is the world's: what is sent has arrived, at its instant, and what takes
 * the kernel time takes no virtual time. */
#include "world/net.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "base/mem.h"
#include "world/fixture_test.h"

static ssize_t receive(int fd, size_t size)
{
    static char bytes[4096];
    return recv(fd, bytes, size, MSG_DONTWAIT);
}

static bool is_at(struct world_socket *s, uint32_t count, uint64_t ms)
{
    return world_socket_read_ns(s, count) == (ms == UINT64_MAX ? ms : ms * MS);
}

static void feeds(struct record *r)
{
    struct world_socket *s = world_socket_open(WORLD_STREAM);
    int fd = world_socket_number(s);
    struct pollfd pfd = { fd, POLLIN, 0 };
    world_socket_feed(s, 3, 1);
    world_socket_feed_after(s, 5, 1, 10 * MS);
    note(r, receive(fd, 100) == 3 ? "three" : "wrong");
    note(r, receive(fd, 100) < 0 && errno == EAGAIN ? "none" : "wrong");
    note(r, poll(&pfd, 1, -1) == 1 && receive(fd, 100) == 5 ? "five" : "wrong");
    note(r, is_at(s, 3, 0) && is_at(s, 5, 10) && is_at(s, 1, UINT64_MAX) ? "known" : "wrong");
    close(fd);
    world_socket_feed(s, 1, 1); /* nobody is there to miss it */
    note(r, "closed");
    world_socket_close(s);
}

static void reads_over_feeds(struct record *r)
{
    struct world_socket *s = world_socket_open(WORLD_STREAM);
    world_socket_feed(s, 2, 1);
    world_busy(5 * MS);
    world_socket_feed(s, 2, 1);
    note(r, is_at(s, 3, 0) ? "both" : "wrong");
    note(r, is_at(s, 9, 5) ? "rest" : "wrong");
    close(world_socket_number(s));
    world_socket_close(s);
}

static size_t fill(int fd)
{
    static const char bytes[200000];
    size_t sum = 0;
    ssize_t n;
    while ((n = send(fd, bytes, sizeof bytes, MSG_NOSIGNAL)) > 0)
        sum += (size_t)n;
    return sum;
}

static void peers(struct record *r)
{
    struct world_socket *s = world_socket_open(WORLD_STREAM);
    int fd = world_socket_number(s);
    note(r, world_socket_has_peer(s) ? "wrong" : "alone");
    int peer = world_socket_take_peer(s);
    note(r, world_socket_has_peer(s) && world_socket_take_peer(s) < 0 ? "taken" : "wrong");
    size_t out = fill(fd), in = fill(peer);
    note(r, out == in && out > 1000 && out < 20000 ? "small" : "wrong");
    world_socket_feed(s, 1, 1);
    close(fd);
    close(peer);
    world_socket_close(s);
}

static void no_room(struct record *r)
{
    struct world_socket *s = world_socket_open(WORLD_STREAM);
    struct world_socket *u = world_socket_open(WORLD_DATAGRAM);
    world_socket_feed(s, 1000000, 1);
    world_socket_feed(u, 100000, 1);
    note(r, "reported");
    close(world_socket_number(s));
    close(world_socket_number(u));
    world_socket_close(s);
    world_socket_close(u);
}

/* Bytes of the datagram that is there; -1 for none. */
static ssize_t take(int fd)
{
    char byte[8];
    return recv(fd, byte, sizeof byte, MSG_DONTWAIT);
}

static void datagram_pair(struct record *r)
{
    struct world_socket *s = world_socket_open(WORLD_DATAGRAMS);
    int fd = world_socket_number(s);
    world_socket_feed(s, 1, 0);
    world_socket_feed(s, 1, 1);
    int first = take(fd), second = take(fd);
    note(r, first == 0 && second == 1 && take(fd) < 0 ? "fed" : "wrong");
    note(r, send(fd, "abc", 3, 0) == 3 ? "room" : "wrong");
    world_socket_hold(s);
    note(r, send(fd, "", 1, 0) < 0 && errno == EAGAIN ? "none" : "wrong");
    world_socket_make_room(s);
    note(r, send(fd, "", 1, 0) < 0 ? "still-none" : "wrong");
    world_socket_release_after(s, 5 * MS);
    struct pollfd pfd = { fd, POLLOUT, 0 };
    note(r, poll(&pfd, 1, -1) == 1 && send(fd, "", 1, 0) == 1 ? "room" : "wrong");
    note(r, world_socket_other_address(s) ? "wrong" : "connected");
    close(fd);
    world_socket_hold(s); /* nobody is there to miss it */
    world_socket_close(s);
}

/* A port outlasts a connection, and what is sent to the world leaves room. */
static void datagram_port(struct record *r)
{
    struct world_socket *s = world_socket_open(WORLD_DATAGRAM);
    int fd = world_socket_number(s);
    struct sockaddr none = { .sa_family = AF_UNSPEC };
    const struct sockaddr *to = world_socket_other_address(s);
    socklen_t size = sizeof(struct sockaddr_in);
    note(r, sendto(fd, "", 1, 0, to, size) == 1 ? "sent" : "wrong");
    note(r,
         connect(fd, to, size) == 0 && connect(fd, &none, sizeof none) == 0 ? "undone" : "wrong");
    world_socket_feed(s, 2, 1);
    int first = take(fd), second = take(fd);
    note(r, first == 1 && second == 1 ? "fed" : "wrong");
    close(fd);
    world_socket_close(s);
}

static void datagrams(struct record *r)
{
    struct world_socket *s = world_socket_open(WORLD_DATAGRAM);
    int fd = world_socket_number(s);
    world_socket_feed(s, 100, 1);
    world_socket_feed_after(s, 2, 1, 7 * MS);
    int n = 0;
    while (receive(fd, 100) == 1)
        n++;
    note(r, n == 100 ? "hundred" : "wrong");
    struct pollfd pfd = { fd, POLLIN, 0 };
    note(r, poll(&pfd, 1, -1) == 1 && receive(fd, 100) == 1 ? "one" : "wrong");
    note(r, is_at(s, 100, 0) && is_at(s, 1, 7) ? "known" : "wrong");
    close(fd);
    int other = dup(0); /* has the number now */
    world_socket_feed(s, 1, 1);
    note(r, other == fd ? "closed" : "wrong");
    world_socket_close(s);
}

static int error_of(int fd)
{
    int error = 0;
    socklen_t size = sizeof error;
    getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size);
    return error;
}

static void ports(struct record *r)
{
    struct world_socket *s = world_socket_open(WORLD_TCP);
    const struct sockaddr *to = world_socket_address(s);
    int listener = world_socket_number(s), fd[2];
    listen(listener, 8);
    for (size_t i = 0; i < 2; i++) {
        fd[i] = world_socket_dial(s);
        int result = connect(fd[i], to, sizeof(struct sockaddr_in));
        note(r, result < 0 && errno == EINPROGRESS ? "begun" : "wrong");
        world_socket_await_kernel(s, fd[i]);
    }
    for (size_t i = 0; i < 2; i++) {
        int accepted = accept(listener, NULL, NULL);
        note(r, accepted >= 0 && error_of(fd[i]) == 0 ? "accepted" : "wrong");
        close(accepted);
        close(fd[i]);
    }
    close(listener);
    world_socket_close(s);
}

static void paths(struct record *r)
{
    struct world_socket *s = world_socket_open(WORLD_PIPE);
    const struct sockaddr *to = world_socket_address(s);
    const struct sockaddr_un *path = (const struct sockaddr_un *)to;
    struct stat info;
    int listener = world_socket_number(s);
    listen(listener, 8);
    note(r, stat(path->sun_path, &info) == 0 && S_ISSOCK(info.st_mode) ? "socket" : "wrong");
    note(r, info.st_nlink == 0 ? "nothing-is-left" : "wrong");
    note(r, world_socket_dial(s) == -1 ? "own" : "wrong");
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    note(r, connect(fd, to, sizeof *path) == 0 ? "connected" : "wrong");
    world_socket_await_kernel(s, -1);
    note(r, accept(listener, NULL, NULL) >= 0 ? "accepted" : "wrong");
    world_socket_close(s);
}

static void nowhere(struct record *r)
{
    struct world_socket *path = world_socket_open(WORLD_PIPE_NOWHERE);
    struct world_socket *port = world_socket_open(WORLD_TCP_NOWHERE);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    bool failed = connect(fd, world_socket_address(path), sizeof(struct sockaddr_un)) < 0;
    note(r, failed && errno == ENOENT ? "missing" : "wrong");
    close(fd);
    fd = world_socket_dial(port);
    failed = connect(fd, world_socket_address(port), sizeof(struct sockaddr_in)) < 0;
    note(r, failed && errno == EINPROGRESS ? "begun" : "wrong");
    world_socket_await_kernel(port, fd);
    note(r, error_of(fd) == ECONNREFUSED ? "refused" : "wrong");
    close(fd);
    world_socket_close(path);
    world_socket_close(port);
}

static const struct stage_row rows[] = {
    { "bytes are there at their instant", feeds, "three@0 none@0 five@10 known@10 closed@10", 1 },
    { "a read is due when its first byte came", reads_over_feeds, "both@5 rest@5", 1 },
    { "the other end is given away once, and nobody feeds it then", peers,
      "alone@0 taken@0 small@0 a feed of 1 bytes comes after the stream was given a peer@0", 1 },
    { "a feed without room is reported", no_room,
      "the stream has no room for a feed of 1000000 bytes@0 "
      "the socket has no room for a feed of 100000 datagrams@0 reported@0",
      1 },
    { "all datagrams are there when they were fed", datagrams, "hundred@0 one@7 known@7 closed@7",
      20 },
    { "a pair has room for datagrams or not, as it is told", datagram_pair,
      "fed@0 room@0 none@0 still-none@0 room@5 connected@5", 1 },
    { "a datagram socket keeps its port", datagram_port, "sent@0 undone@0 fed@0", 1 },
    { "connections over TCP are there when they are settled", ports,
      "begun@0 begun@0 accepted@0 accepted@0", 20 },
    { "a path leads to a listener, and leaves no file", paths,
      "socket@0 nothing-is-left@0 own@0 connected@0 accepted@0", 1 },
    { "where nobody listens the connection is refused", nowhere, "missing@0 begun@0 refused@0",
      20 },
};

int main(void)
{
    plan(ARRAY_SIZE(rows));
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        run_row(&rows[i]);
    return done_testing();
}
