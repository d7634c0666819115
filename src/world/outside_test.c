/* Could somebody outside make a descriptor ready? Yes for what another process has open or anybody
 * can reach, no for what only this process has. */
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tap/tap.h"
#include "world/inside.h"
#include "world/sched.h"

static int epoll_of(int fd)
{
    struct epoll_event e = { .events = EPOLLIN };
    int ep = epoll_create1(EPOLL_CLOEXEC);
    if (epoll_ctl(ep, EPOLL_CTL_ADD, fd, &e) < 0)
        abort();
    return ep;
}

static void test_own(void)
{
    int ends[2], pair[2];
    if (pipe(ends) < 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0)
        abort();
    ok(!outside_holds(ends[0]), "a pipe that only this process has");
    ok(!outside_holds(pair[0]), "a pair of sockets");
    ok(!outside_holds(eventfd(0, 0)), "a counter");
    ok(!outside_holds(timerfd_create(CLOCK_MONOTONIC, 0)), "a timer");
    ok(!outside_holds(open("/dev/null", O_RDWR)), "a device that is no terminal");
    ok(!outside_holds(9999), "what is not open");
    ok(!outside_holds(epoll_of(ends[0])), "an epoll of such");
    ok(!outside_holds(epoll_of(epoll_of(pair[0]))), "an epoll in an epoll");
}

static void test_shared(void)
{
    int ends[2];
    if (pipe(ends) < 0)
        abort();
    pid_t other = fork();
    if (other == 0)
        for (;;)
            pause();
    ok(outside_holds(ends[0]), "a pipe that another process has, too");
    ok(outside_holds(epoll_of(epoll_of(ends[0]))), "also deep in an epoll");
    struct pollfd fds[] = { { eventfd(0, 0), POLLIN, 0 }, { ends[0], POLLIN, 0 } };
    ok(!outside_holds_any(fds, 1), "of several: none");
    ok(outside_holds_any(fds, 2), "of several: one is enough");
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
    ok(!outside_holds(ends[0]), "until that has ended");
}

static void test_reachable(void)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } };
    int tcp = socket(AF_INET, SOCK_STREAM, 0), udp = socket(AF_INET, SOCK_DGRAM, 0);
    if (bind(tcp, (struct sockaddr *)&at, sizeof at) < 0 || listen(tcp, 1) < 0)
        abort();
    ok(outside_holds(tcp), "anybody can connect to a listener");
    ok(outside_holds(udp), "and send to a socket of datagrams");
    ok(outside_holds(inotify_init1(0)), "and change a file");
    ok(outside_holds(epoll_of(tcp)), "also in an epoll");
}

int main(void)
{
    test_own();
    test_shared();
    test_reachable();
    return done_testing();
}
