/* large_counts.h - questions about more items than one batch, one call or one counter holds. */
#ifndef QUESTIONS_LARGE_COUNTS_H
#define QUESTIONS_LARGE_COUNTS_H
#include "questions/common.h"
#include "questions/folder.h"
#include "questions/machine.h"

/* ---- ASK-184 ---- */
/* How many of the machine's first 100 users libuv reports otherwise than the system does. */
static int ask_users_told_otherwise(uv_loop_t *loop, union uv_any_handle *h)
{
    uid_t numbers[100];
    int count = 0, wrong = 0;
    int (*call)(uv_passwd_t *, uv_uid_t);
    (void)loop, (void)h;
    find_call("uv_os_get_passwd2", &call);
    if (!call)
        return UV_ENOSYS;
    setpwent();
    for (const struct passwd *user; count < 100 && (user = getpwent()) != NULL;)
        numbers[count++] = user->pw_uid;
    endpwent();
    for (int i = 0; i < count; i++) {
        uv_passwd_t reported;
        if (call(&reported, numbers[i]) < 0) {
            wrong++;
            continue;
        }
        const struct passwd *user = getpwuid(numbers[i]);
        wrong += !user || !same_user(&reported, user);
        uv_os_free_passwd(&reported);
    }
    return wrong;
}

static int same_group(const struct group_entry *a, const struct group *b)
{
    int i = 0;
    while (a->members[i] && b->gr_mem[i] && strcmp(a->members[i], b->gr_mem[i]) == 0)
        i++;
    return strcmp(a->name, b->gr_name) == 0 && a->gid == (unsigned long)b->gr_gid &&
           !a->members[i] && !b->gr_mem[i];
}

static int ask_groups_told_otherwise(uv_loop_t *loop, union uv_any_handle *h)
{
    gid_t numbers[100];
    int count = 0, wrong = 0;
    int (*call)(struct group_entry *, uv_uid_t);
    void (*release)(struct group_entry *);
    (void)loop, (void)h;
    find_call("uv_os_get_group", &call);
    find_call("uv_os_free_group", &release);
    if (!call || !release)
        return UV_ENOSYS;
    setgrent();
    for (const struct group *group; count < 100 && (group = getgrent()) != NULL;)
        numbers[count++] = group->gr_gid;
    endgrent();
    for (int i = 0; i < count; i++) {
        struct group_entry reported;
        if (call(&reported, numbers[i]) < 0) {
            wrong++;
            continue;
        }
        const struct group *group = getgrgid(numbers[i]);
        wrong += !group || !same_group(&reported, group);
        release(&reported);
    }
    return wrong;
}

/* ---- DGRAM-17 ---- */
/* Send `count` datagrams, each with its number as its only byte. 1 if all are reported as sent,
 * plus 2 if all arrive in order. */
static int try_many(uv_loop_t *loop, union uv_any_handle *h, int count)
{
    struct sockaddr_in at = local_port(0);
    int size = sizeof at, arrived = 0;
    char bytes[64], byte;
    uv_buf_t parts[64], *buffers[64];
    unsigned sizes[64];
    struct sockaddr *to[64];
    uv_os_fd_t fd = -1;
    int (*call)(uv_udp_t *, unsigned, uv_buf_t **, unsigned *, struct sockaddr **, unsigned);
    find_call("uv_udp_try_send2", &call);
    if (!call)
        return UV_ENOSYS;
    uv_udp_init(loop, &h[0].udp);
    uv_udp_init_ex(loop, &h[1].udp, AF_INET);
    uv_udp_bind(&h[0].udp, (struct sockaddr *)&at, 0);
    uv_udp_getsockname(&h[0].udp, (struct sockaddr *)&at, &size);
    uv_fileno(&h[0].handle, &fd);
    for (int i = 0; i < count; i++) {
        bytes[i] = (char)i;
        parts[i] = uv_buf_init(&bytes[i], 1);
        buffers[i] = &parts[i];
        sizes[i] = 1;
        to[i] = (struct sockaddr *)&at;
    }
    int answer = call(&h[1].udp, (unsigned)count, buffers, sizes, to, 0);
    if (answer < 0)
        return answer;
    while (recv(fd, &byte, 1, MSG_DONTWAIT) == 1 && byte == arrived)
        arrived++;
    return (answer == count) + 2 * (arrived == count);
}

static int ask_udp_tries_twenty(uv_loop_t *loop, union uv_any_handle *h)
{
    return try_many(loop, h, 20);
}

static int ask_udp_tries_forty_five(uv_loop_t *loop, union uv_any_handle *h)
{
    return try_many(loop, h, 45);
}

/* ---- ASK-132 ---- */
/* 1 if `count` parts of one byte each, sent with one call, all arrive in order. */
static int arrives_in_order(int fd, int sent, int count)
{
    char room[1024];
    ssize_t size = sent == count ? recv(fd, room, sizeof room, MSG_DONTWAIT) : -1;
    for (int i = 0; i < size; i++)
        if (room[i] != (char)(i % 251))
            return 0;
    return size == count;
}

static int ask_tried_in_any_number_of_parts(uv_loop_t *loop, union uv_any_handle *h)
{
    static const int counts[7] = { 1, 2, 4, 5, 17, 300, 1024 };
    struct sockaddr_in at = local_port(0);
    int size = sizeof at, ends[2], datagrams = 0, streams = 0;
    char bytes[1024];
    uv_buf_t parts[1024];
    uv_os_fd_t fd = -1;
    for (int i = 0; i < 1024; i++) {
        bytes[i] = (char)(i % 251);
        parts[i] = uv_buf_init(&bytes[i], 1);
    }
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_udp_init(loop, &h[0].udp);
    uv_udp_init(loop, &h[1].udp);
    uv_pipe_init(loop, &h[2].pipe, 0);
    uv_pipe_open(&h[2].pipe, ends[0]);
    uv_udp_bind(&h[0].udp, (struct sockaddr *)&at, 0);
    uv_udp_getsockname(&h[0].udp, (struct sockaddr *)&at, &size);
    uv_fileno(&h[0].handle, &fd);
    for (int i = 0; i < 7; i++) {
        int n = counts[i];
        int sent = uv_udp_try_send(&h[1].udp, parts, (unsigned)n, (struct sockaddr *)&at);
        datagrams += arrives_in_order(fd, sent, n);
        sent = uv_try_write(&h[2].stream, parts, (unsigned)n);
        streams += arrives_in_order(ends[1], sent, n);
    }
    close(ends[1]);
    return datagrams + 10 * streams;
}

/* ---- ASK-185 ---- */
/* A connection with everything to poll for: bytes to read, an urgent byte, room to write, and the
 * other side's end. */
static int connection_with_everything(int *other)
{
    struct sockaddr_in at = local_port(0);
    socklen_t size = sizeof at;
    const short all = POLLIN | POLLPRI | POLLOUT | POLLRDHUP;
    int listener = socket(AF_INET, SOCK_STREAM, 0), fd = socket(AF_INET, SOCK_STREAM, 0);
    int stands = bind(listener, (struct sockaddr *)&at, sizeof at) == 0 &&
                 listen(listener, 1) == 0 &&
                 getsockname(listener, (struct sockaddr *)&at, &size) == 0 &&
                 connect(fd, (struct sockaddr *)&at, sizeof at) == 0;
    *other = stands ? accept(listener, NULL, NULL) : -1;
    close(listener);
    send(*other, "a", 1, 0);
    send(*other, "b", 1, MSG_OOB);
    shutdown(*other, SHUT_WR);
    struct pollfd poll_fd = { .fd = fd, .events = all };
    for (int i = 0; i < 99 && poll_fd.revents != all; i++)
        poll(&poll_fd, 1, 10);
    return fd;
}

static void note_set_of_events(uv_poll_t *poll, int status, int events)
{
    *(int *)poll->data = status < 0 ? status : events;
}

/* Restart a poll handle from each of the 15 sets of events to each other one, before the loop runs
 * and after. Counts how often exactly the new set is reported. */
static int ask_each_set_of_events(uv_loop_t *loop, union uv_any_handle *h)
{
    int other, reported = 0, at_once = 0, later = 0;
    int fd = connection_with_everything(&other);
    uv_poll_init(loop, &h->poll, fd);
    h->handle.data = &reported;
    for (int before = 1; before < 16; before++)
        for (int events = 1; events < 16; events++) {
            uv_poll_start(&h->poll, before, note_set_of_events);
            uv_run(loop, UV_RUN_NOWAIT);
            uv_poll_start(&h->poll, events, note_set_of_events);
            reported = 0;
            uv_run(loop, UV_RUN_NOWAIT);
            later += reported == events;
            uv_poll_stop(&h->poll);
            uv_poll_start(&h->poll, before, note_set_of_events);
            uv_poll_start(&h->poll, events, note_set_of_events);
            reported = 0;
            uv_run(loop, UV_RUN_NOWAIT);
            at_once += reported == events;
        }
    uv_poll_stop(&h->poll);
    uv_run(loop, UV_RUN_NOWAIT);
    close(fd);
    close(other);
    return at_once + 1000 * later;
}

/* ---- TIMER-2 ---- */
static void note_order(uv_timer_t *timer)
{
    int *order = timer->data;
    *order = 10 * *order + (uv_timer_get_repeat(timer) == 7 ? 1 : 2);
}

/* Timer 2 is started almost 65536 times after timer 1, so that a counter of 16 bits would wrap. */
static int ask_timers_started_often(uv_loop_t *loop, union uv_any_handle *h)
{
    int order = 0;
    for (int i = 0; i < 2; i++) {
        uv_timer_init(loop, &h[i].timer);
        h[i].handle.data = &order;
    }
    uv_timer_start(&h[1].timer, note_order, 1, 0);
    for (int i = 0; i < 99; i++)
        uv_timer_start(&h[0].timer, note_order, 1, 7);
    for (int i = 0; i < 65500; i++)
        uv_timer_start(&h[1].timer, note_order, 1, 0);
    while (order < 10)
        uv_run(loop, UV_RUN_ONCE);
    uv_timer_stop(&h[0].timer);
    return order;
}

/* ---- ASK-9 ---- */
/* The pipe listens, and a connection waits to be accepted. */
static int ask_pipe_path_after_close_while_it_listens(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_un at = { .sun_family = AF_UNIX };
    int answer = bind_own(loop, &h->pipe);
    snprintf(at.sun_path, sizeof at.sun_path, "/tmp/asked-%d.sock", (int)getpid());
    answer = answer < 0 ? answer : uv_listen(&h->stream, 1, no_connection);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (answer == 0 && connect(fd, (struct sockaddr *)&at, sizeof at) < 0)
        answer = -errno;
    uv_run(loop, UV_RUN_NOWAIT);
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    close(fd);
    return answer < 0 ? answer : access(at.sun_path, F_OK) < 0 ? -errno : 0;
}

#endif
