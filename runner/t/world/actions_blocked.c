#include "actions.h"

#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <pty.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { SIZE = 1 << 20 };

static char bytes[SIZE];
static int end[2]; /* of a pipe or a socket */

/* ---- what is too much for a socket or a pipe ---- */

static void *drain(void *arg)
{
    static char part[SIZE];
    size_t sum = 0;
    sleep(2);
    for (ssize_t n; (n = read(end[0], part, sizeof part)) > 0;)
        sum += (size_t)n;
    printf("%zu bytes\n", sum);
    return arg;
}

static void sent(const char *how, ssize_t n)
{
    printf("%s: %zd, ", how, n);
}

static void fill(void (*write_all)(void), bool is_pipe)
{
    if ((is_pipe ? pipe(end) : socketpair(AF_UNIX, SOCK_STREAM, 0, end)) < 0)
        return;
    pthread_t id = start(drain, NULL);
    write_all();
    close(end[1]);
    join(id);
    close(end[0]);
}

static void by_sendmsg(void)
{
    struct iovec part[] = { { bytes, 100 }, { bytes, SIZE - 100 } };
    sent("sendmsg", sendmsg(end[1], &(struct msghdr){ .msg_iov = part, .msg_iovlen = 2 }, 0));
}

static void by_sendmmsg(void)
{
    struct iovec part[] = { { bytes, SIZE / 2 }, { bytes, SIZE / 2 } };
    struct mmsghdr m[] = { { .msg_hdr = { .msg_iov = &part[0], .msg_iovlen = 1 } },
                           { .msg_hdr = { .msg_iov = &part[1], .msg_iovlen = 1 } } };
    sent("sendmmsg", sendmmsg(end[1], m, 2, 0));
}

static int file(void)
{
    int fd = memfd_create("actions", MFD_CLOEXEC);
    return ftruncate(fd, SIZE) < 0 ? -1 : fd;
}

static void by_sendfile(void)
{
    int fd = file();
    sent("sendfile", sendfile(end[1], fd, NULL, SIZE));
    close(fd);
}

static void by_splice(void)
{
    ssize_t sum = 0;
    off64_t at = 0;
    int fd = file();
    for (ssize_t n; (n = splice(fd, &at, end[1], NULL, SIZE, 0)) > 0;)
        sum += n;
    sent("splice", sum);
    close(fd);
}

void do_too_much(void)
{
    fill(by_sendmsg, false);
    fill(by_sendmmsg, false);
    fill(by_sendfile, false);
    fill(by_sendfile, true);
    fill(by_splice, true);
    put("all");
}

/* ---- queues and the like ---- */

static int id_of_ipc;
static mqd_t queue;

struct message {
    long type;
    char text[8];
};

static void *post(void *arg)
{
    struct sembuf up = { 0, 1, 0 };
    struct message m = { 1, "hello" };
    sleep(5);
    if (arg == semop)
        semop(id_of_ipc, &up, 1);
    else if (arg == msgrcv)
        msgsnd(id_of_ipc, &m, sizeof m.text, 0);
    else if (arg == mq_receive)
        mq_send(queue, m.text, sizeof m.text, 0);
    else
        eventfd_write(end[0], 1);
    return NULL;
}

static void do_semaphores(void)
{
    struct sembuf down = { 0, -1, 0 };
    id_of_ipc = semget(IPC_PRIVATE, 1, 0600);
    pthread_t id = start(post, (void *)semop);
    say("semop", semop(id_of_ipc, &down, 1) == 0);
    say("over", semtimedop(id_of_ipc, &down, 1, &(struct timespec){ 9, 0 }) < 0 && errno == EAGAIN);
    semctl(id_of_ipc, 0, IPC_RMID);
    join(id);
}

static void do_messages(void)
{
    struct message m = { 0 };
    id_of_ipc = msgget(IPC_PRIVATE, 0600);
    pthread_t id = start(post, (void *)msgrcv);
    say("msgrcv", msgrcv(id_of_ipc, &m, sizeof m.text, 0, 0) > 0);
    puts(m.text);
    msgctl(id_of_ipc, IPC_RMID, NULL);
    join(id);
}

static void do_queue(void)
{
    char name[32], text[8];
    struct timespec until;
    snprintf(name, sizeof name, "/loopspec-%d", (int)getpid());
    queue = mq_open(name, O_RDWR | O_CREAT, 0600,
                    &(struct mq_attr){ .mq_maxmsg = 1, .mq_msgsize = sizeof text });
    mq_unlink(name);
    pthread_t id = start(post, (void *)mq_receive);
    say("mq_receive", mq_receive(queue, text, sizeof text, NULL) > 0);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 9;
    say("over", mq_timedreceive(queue, text, sizeof text, NULL, &until) < 0 && errno == ETIMEDOUT);
    join(id);
}

void do_queues(void)
{
    eventfd_t value = 0;
    end[0] = eventfd(0, 0);
    pthread_t id = start(post, NULL);
    say("eventfd_read", eventfd_read(end[0], &value) == 0 && value == 1);
    join(id);
    put("event");
    do_semaphores();
    put("semaphores");
    do_messages();
    put("messages");
    if (syscall(SYS_mq_unlink, "no such queue") < 0 && errno == ENOSYS)
        puts("mq_receive\nover"), sleep(14); /* a kernel without them */
    else
        do_queue();
    put("queue");
}

/* ---- connections, locks, datagrams ---- */

static void *accept_late(void *arg)
{
    sleep(5);
    for (int i = 0; i < 3; i++)
        accept(*(int *)arg, NULL, NULL);
    return NULL;
}

void do_busy_listener(void)
{
    struct sockaddr_un at = { .sun_family = AF_UNIX };
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(at.sun_path + 1, sizeof at.sun_path - 1, "loopspec-%d", (int)getpid());
    if (bind(listener, (struct sockaddr *)&at, sizeof at) < 0)
        return;
    listen(listener, 0);
    pthread_t id = start(accept_late, &listener);
    for (int i = 0; i < 3; i++)
        if (connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&at, sizeof at) == 0)
            put("connected");
    join(id);
}

static void *unlock_late(void *arg)
{
    sleep(5);
    fcntl(*(int *)arg, F_OFD_SETLK, &(struct flock){ .l_type = F_UNLCK });
    return NULL;
}

void do_file_lock(void)
{
    char path[64];
    int one = file();
    snprintf(path, sizeof path, "/proc/self/fd/%d", one);
    int other = open(path, O_RDWR);
    fcntl(one, F_OFD_SETLKW, &(struct flock){ .l_type = F_WRLCK });
    pthread_t id = start(unlock_late, &one);
    say("locked", fcntl(other, F_OFD_SETLKW, &(struct flock){ .l_type = F_WRLCK }) == 0);
    put("lock");
    join(id);
}

static void *send_late(void *arg)
{
    sleep(3);
    send(end[1], "one", 3, 0);
    sleep(3);
    send(end[1], "two", 3, 0);
    return arg;
}

static int receive_two(int flags)
{
    char text[2][8];
    struct iovec part[] = { { text[0], 8 }, { text[1], 8 } };
    struct mmsghdr m[] = { { .msg_hdr = { .msg_iov = &part[0], .msg_iovlen = 1 } },
                           { .msg_hdr = { .msg_iov = &part[1], .msg_iovlen = 1 } } };
    return recvmmsg(end[0], m, 2, flags, NULL);
}

void do_several_datagrams(void)
{
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, end) < 0)
        return;
    pthread_t id = start(send_late, NULL);
    printf("%d\n", receive_two(0));
    put("both");
    join(id);
    id = start(send_late, NULL);
    printf("%d\n", receive_two(MSG_WAITFORONE));
    put("the first");
    join(id);
}

/* ---- system calls ---- */

void do_direct(void)
{
    struct timespec ts = { 5, 0 }, before, after;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &before);
    syscall(SYS_nanosleep, &ts, NULL);
    put("nanosleep");
    syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &ts, NULL);
    put("clock_nanosleep");
    syscall(SYS_ppoll, NULL, 0, &ts, NULL, 8);
    put("ppoll");
    struct epoll_event e;
    syscall(SYS_epoll_pwait, epoll_create1(0), &e, 1, 5000, NULL, 8);
    put("epoll_pwait");
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &after);
    printf("%ld s\n", (long)(after.tv_sec - before.tv_sec));
}

/* ---- popen and a terminal ---- */

void do_popen(void)
{
    char text[16] = "";
    FILE *in = popen("sleep 5; echo hello", "r");
    fputs(fgets(text, sizeof text, in), stdout);
    printf("%d\n", pclose(in));
    put("closed");
    FILE *out = popen("read word; sleep 5; exit $word", "w");
    fputs("7\n", out);
    printf("%d\n", pclose(out) >> 8);
    put("closed");
}

static void *feed(void *arg)
{
    int fd = *(int *)arg;
    char text[8192];
    memset(text, 'x', sizeof text);
    for (int i = 0; i < 8; i++)
        if (write(fd, text, sizeof text) != sizeof text)
            puts("wrong");
    close(fd);
    return NULL;
}

/* The kernel carries the bytes when it likes; no deadline may come before that. */
void do_pty_by_epoll(void)
{
    static char text[65536];
    size_t sum = 0;
    for (int i = 0, master, slave; i < 20 && openpty(&master, &slave, NULL, NULL, NULL) == 0; i++) {
        int ep = epoll_create1(0);
        struct epoll_event e = { .events = EPOLLIN };
        epoll_ctl(ep, EPOLL_CTL_ADD, master, &e);
        pthread_t id = start(feed, &slave);
        for (ssize_t n = 1; n > 0; sum += n > 0 ? (size_t)n : 0) {
            if (epoll_wait(ep, &e, 1, 5000) != 1)
                put("late");
            n = read(master, text, sizeof text);
        }
        join(id);
        close(master);
        close(ep);
    }
    printf("%zu bytes\n", sum);
    put("over");
}

/* ---- a slow connection ---- */

enum { SLOW_SIZE = 1 << 21, WRITE_SIZE = 1 << 18, READ_SIZE = 1 << 12 };

int connected(int ends[2])
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t size = sizeof at;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(listener, SOL_SOCKET, SO_RCVBUF, &(int){ 4096 }, sizeof(int));
    if (bind(listener, (struct sockaddr *)&at, sizeof at) < 0)
        return -1;
    listen(listener, 1);
    getsockname(listener, (struct sockaddr *)&at, &size);
    ends[1] = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(ends[1], (struct sockaddr *)&at, sizeof at) < 0)
        return -1;
    ends[0] = accept(listener, NULL, NULL);
    close(listener);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    return fcntl(ends[0], F_SETFL, O_NONBLOCK);
}

/* The kernel sends as its window allows, which opens by the kernel's timers. No deadline may come
 * before that, since nothing is slow in a world. */
void do_slow_connection(void)
{
    static char text[SLOW_SIZE];
    size_t sent = 0, got = 0;
    if (connected(end) < 0)
        return;
    while (got < SLOW_SIZE) {
        struct pollfd p[] = { { end[0], POLLIN, 0 },
                              { end[1], sent < SLOW_SIZE ? POLLOUT : 0, 0 } };
        if (poll(p, 2, 20) == 0) {
            put("late");
            return;
        }
        size_t left = SLOW_SIZE - sent;
        ssize_t n = p[1].revents ? write(end[1], text, left < WRITE_SIZE ? left : WRITE_SIZE) : 0;
        sent += n > 0 ? (size_t)n : 0;
        n = p[0].revents ? read(end[0], text, READ_SIZE) : 0;
        got += n > 0 ? (size_t)n : 0;
    }
    printf("%zu bytes\n", got);
    put("over");
}
