/* combinations.h - questions about each function of a family, each of several handles and each set
 * of options: one of them alone may be broken. */
#ifndef QUESTIONS_COMBINATIONS_H
#define QUESTIONS_COMBINATIONS_H
#include "questions/child.h"
#include "questions/common.h"
#include "questions/fork.h"
#include "questions/machine.h"
#include "questions/past_bugs.h"

/* ---- ASK-197 ---- */
static int ask_sockets_polled_do_not_block(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    int answer = uv_poll_init(loop, &h[0].poll, ends[0]) == 0 &&
                 (fcntl(ends[0], F_GETFL) & O_NONBLOCK) != 0;
    answer += 2 * (uv_poll_init_socket(loop, &h[1].poll, ends[1]) == 0 &&
                   (fcntl(ends[1], F_GETFL) & O_NONBLOCK) != 0);
    for (int i = 0; i < 2; i++) {
        uv_close(&h[i].handle, NULL);
        close(ends[i]);
    }
    return answer;
}

/* ---- ASK-191 ---- */
/* Handles of two loops that watch one signal, every other one one-shot, and how often each was
 * called. */
struct signal_watchers {
    uv_loop_t other, *loops[2];
    uv_signal_t handles[8];
    int counts[8];
};

static void count_heard(uv_signal_t *signal, int number)
{
    *(int *)signal->data += number == SIGUSR2;
}

/* Start the handles of the set `on` and stop those of the set `off`. */
static void restart_watchers(struct signal_watchers *signal_watchers, int on, int off)
{
    for (int i = 0; i < 8; i++) {
        uv_signal_t *signal = &signal_watchers->handles[i];
        if (on & 1 << i && i % 2 == 0)
            uv_signal_start_oneshot(signal, count_heard, SIGUSR2);
        else if (on & 1 << i)
            uv_signal_start(signal, count_heard, SIGUSR2);
        if (off & 1 << i)
            uv_signal_stop(signal);
    }
}

/* How many handles are called for a signal that is raised once. */
static int count_watchers_called(struct signal_watchers *signal_watchers)
{
    int reported = 0;
    memset(signal_watchers->counts, 0, sizeof signal_watchers->counts);
    raise(SIGUSR2);
    for (int i = 0; i < 4; i++)
        uv_run(signal_watchers->loops[i % 2], UV_RUN_NOWAIT);
    for (int i = 0; i < 8; i++)
        reported += signal_watchers->counts[i] == 1;
    return reported;
}

/* Watching are, in turn: all handles, those that are not one-shot, the one-shot ones, all but one,
 * and one. */
static int ask_signal_for_all_that_watch_it(uv_loop_t *loop, union uv_any_handle *h)
{
    static const struct {
        int on, off;
    } steps[5] = { { 0xff, 0 }, { 0, 0 }, { 0x55, 0xaa }, { 0xff, 2 }, { 0, 0xa0 } };
    struct signal_watchers signal_watchers = { .loops = { loop, &signal_watchers.other } };
    int answer = 0;
    (void)h;
    uv_loop_init(&signal_watchers.other);
    for (int i = 0; i < 8; i++) {
        uv_signal_init(signal_watchers.loops[i / 4], &signal_watchers.handles[i]);
        signal_watchers.handles[i].data = &signal_watchers.counts[i];
    }
    for (int i = 0; i < 5; i++) {
        restart_watchers(&signal_watchers, steps[i].on, steps[i].off);
        answer = 10 * answer + count_watchers_called(&signal_watchers);
    }
    for (int i = 0; i < 8; i++)
        uv_close((uv_handle_t *)&signal_watchers.handles[i], NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    uv_run(&signal_watchers.other, UV_RUN_DEFAULT);
    uv_loop_close(&signal_watchers.other);
    return answer;
}

/* ---- ASK-192 ---- */
/* The child's script reports which of its options took effect, as a sum of bits: session, folder,
 * variables, user, group; 32 for a further descriptor. */
static int effects_of(uv_loop_t *loop, int set, uv_process_t *child)
{
    char script[440], *variables[] = { (char *)"ASKED=yes", NULL };
    const unsigned user = geteuid() == 0 ? 65534 : geteuid();
    const unsigned group = geteuid() == 0 ? 65534 : getegid();
    uv_stdio_container_t to[60] = { { .flags = UV_IGNORE } };
    uv_process_options_t o = { .cwd = set & 2 ? "/" : NULL, .env = set & 4 ? variables : NULL };
    to[59].flags = UV_INHERIT_FD;
    to[59].data.fd = 1;
    o.stdio = to;
    o.stdio_count = set & 32 ? 60 : 0;
    o.flags = (set & 1 ? UV_PROCESS_DETACHED : 0) | (set & 8 ? UV_PROCESS_SETUID : 0) |
              (set & 16 ? UV_PROCESS_SETGID : 0);
    o.uid = (uv_uid_t)user;
    o.gid = (uv_gid_t)group;
    snprintf(script, sizeof script,
             "n=0; while read what own rest; do case \"$what $own\" in \"Uid: %u\") n=$((n+8));; "
             "\"Gid: %u\") n=$((n+16));; esac; done </proc/self/status; "
             "[ \"$(pwd -P)\" = / ] && n=$((n+2)); [ \"$ASKED\" = yes ] && n=$((n+4)); [ -e "
             "/proc/self/fd/59 ] && n=$((n+32)); exit $n",
             user, group);
    int reported = script_exit_status(loop, child, &o, script);
    return reported < 0 ? reported : reported + (child->data != NULL);
}

/* How many of the 64 sets of options have exactly the effects of their members. */
static int ask_each_set_of_options(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_t children[64];
    char folder[4096];
    const int same =
        geteuid() == 0
            ? 0
            : 8 + 16; /* without the right to change its user, the child has its parent's */
    int right = 0;
    (void)h;
    int at_root = getcwd(folder, sizeof folder) && strcmp(folder, "/") == 0 ? 2 : 0;
    for (int set = 0; set < 64; set++) {
        int reported = effects_of(loop, set, &children[set]);
        right += reported == (set | same | at_root);
        uv_close((uv_handle_t *)&children[set], NULL);
    }
    uv_run(loop, UV_RUN_DEFAULT);
    return right;
}

/* ---- ASK-193 ---- */
/* Make a pipe whose write end has this number and is closed on exec. Returns the read end. */
static int pipe_at(int number)
{
    int ends[2];
    if (pipe(ends) < 0)
        return -1;
    dup2(ends[1], number);
    fcntl(number, F_SETFD, FD_CLOEXEC);
    int fd = fcntl(ends[0], F_DUPFD_CLOEXEC, 60);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

/* Runs in a forked child. A child of it writes each of six numbers to the descriptor of that
 * number; does each arrive at the pipe that it was given? */
static int numbers_arrive(const int *order)
{
    static const int numbers[6] = { 0, 1, 2, 40, 41, 42 };
    uv_loop_t loop;
    uv_process_t child;
    uv_stdio_container_t to[43] = { { .flags = UV_IGNORE } };
    uv_process_options_t o = { .stdio = to, .stdio_count = 43 };
    int pipes[6], right = 0;
    for (int i = 0; i < 6; i++) {
        pipes[i] = pipe_at(numbers[i]);
        to[numbers[i]].flags = UV_INHERIT_FD;
        to[numbers[i]].data.fd = numbers[order[i]];
    }
    if (uv_loop_init(&loop) == 0)
        script_exit_status(&loop, &child, &o,
                           (char *)"for i in 0 1 2 40 41 42; do echo $i >/proc/self/fd/$i; done");
    for (int i = 0; i < 6; i++) {
        char wanted[8], reported[8] = "";
        snprintf(wanted, sizeof wanted, "%d\n", numbers[i]);
        right += read(pipes[order[i]], reported, sizeof reported - 1) > 0 &&
                 strcmp(reported, wanted) == 0;
    }
    return right == 6;
}

/* How many of ten orders of six descriptors reach a child as they are given. */
static int ask_each_order_of_descriptors(uv_loop_t *loop, union uv_any_handle *h)
{
    static const int orders[10][6] = {
        { 0, 1, 2, 3, 4, 5 }, { 0, 2, 1, 3, 4, 5 }, { 1, 0, 2, 3, 4, 5 }, { 1, 2, 0, 3, 4, 5 },
        { 2, 0, 1, 3, 4, 5 }, { 2, 1, 0, 3, 4, 5 }, { 5, 4, 3, 2, 1, 0 }, { 1, 2, 3, 4, 5, 0 },
        { 5, 0, 1, 2, 3, 4 }, { 3, 4, 5, 0, 1, 2 },
    };
    int right = 0;
    (void)loop, (void)h;
    for (int i = 0; i < 10; i++) {
        pid_t child = fork();
        if (child == 0) {
            give_up_after(20);
            _exit(numbers_arrive(orders[i]));
        }
        right += wait_for(child) == 1;
    }
    return right;
}

/* ---- ASK-194 ---- */
/* How many of six messages, of one to six parts, bring the handle that they pass. */
static int passed_in_parts(uv_loop_t *loop, union uv_any_handle *h, int tries)
{
    uv_write_t requests[6];
    uv_buf_t parts[6];
    int ends[2], passed = 0, answer = 0;
    int (*call)(uv_stream_t *, const uv_buf_t *, unsigned, uv_stream_t *);
    find_call("uv_try_write2", &call);
    if (tries && !call)
        return UV_ENOSYS;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_init(loop, &h[0].pipe, 1);
    uv_pipe_open(&h[0].pipe, ends[0]);
    uv_tcp_init_ex(loop, &h[1].tcp, AF_INET);
    for (int i = 0; i < 6; i++)
        parts[i] = uv_buf_init((char *)"x", 1);
    for (unsigned n = 1; n < 7; n++) {
        int sent = tries ? call(&h[0].stream, parts, n, &h[1].stream)
                         : uv_write2(&requests[n - 1], &h[0].stream, parts, n, &h[1].stream, NULL);
        answer = sent < 0 ? sent : answer;
        if (read_all(loop, ends[1], &passed) != (long)n)
            return -EIO;
    }
    close(ends[1]);
    return answer < 0 ? answer : passed;
}

static int ask_passed_in_any_number_of_parts(uv_loop_t *loop, union uv_any_handle *h)
{
    return passed_in_parts(loop, h, 0);
}

static int ask_passed_at_once_in_any_number_of_parts(uv_loop_t *loop, union uv_any_handle *h)
{
    return passed_in_parts(loop, h, 1);
}

/* ---- ASK-195 ---- */
/* A connection is reported, and accepted only after the run. Then the next one must be reported,
 * and is accepted. */
static int accepts_later(uv_loop_t *loop, uv_stream_t *listener, const struct sockaddr *at,
                         socklen_t size, union uv_any_handle *accepted)
{
    int count = 0, answer = 0, clients[2];
    listener->data = &count;
    for (int i = 0; i < 2; i++) {
        clients[i] = socket(at->sa_family, SOCK_STREAM, 0);
        if (connect(clients[i], at, size) < 0)
            return -errno;
        for (int turns = 0; turns < 50 && count == i; turns++)
            uv_run(loop, UV_RUN_NOWAIT);
        answer += (count == i + 1 && uv_accept(listener, &accepted[i].stream) == 0) << i;
        uv_close(&accepted[i].handle, NULL);
    }
    uv_close((uv_handle_t *)listener, NULL);
    uv_run(loop, UV_RUN_NOWAIT);
    close(clients[0]);
    close(clients[1]);
    return answer;
}

static int ask_tcp_accepted_after_the_run(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    int size = sizeof at;
    for (int i = 0; i < 3; i++)
        uv_tcp_init(loop, &h[i].tcp);
    uv_tcp_bind(&h->tcp, (struct sockaddr *)&at, 0);
    int answer = uv_listen(&h->stream, 4, count_connection);
    uv_tcp_getsockname(&h->tcp, (struct sockaddr *)&at, &size);
    return answer < 0 ? answer
                      : accepts_later(loop, &h->stream, (struct sockaddr *)&at, sizeof at, h + 1);
}

static int ask_pipe_accepted_after_the_run(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_un at = { .sun_family = AF_UNIX };
    int answer = bind_own(loop, &h->pipe);
    snprintf(at.sun_path, sizeof at.sun_path, "/tmp/asked-%d.sock", (int)getpid());
    uv_pipe_init(loop, &h[1].pipe, 0);
    uv_pipe_init(loop, &h[2].pipe, 0);
    answer = answer < 0 ? answer : uv_listen(&h->stream, 4, count_connection);
    return answer < 0 ? answer
                      : accepts_later(loop, &h->stream, (struct sockaddr *)&at, sizeof at, h + 1);
}

/* ---- DGRAM-17 ---- */
/* The 41st datagram has an address of no family. Others are sent, so their number is returned and
 * not an error. */
static int ask_udp_tries_many_and_a_late_one_fails(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(9);
    struct sockaddr nowhere = { .sa_family = 99 }, *to[45];
    uv_buf_t part = uv_buf_init((char *)"x", 1), *buffers[45];
    unsigned sizes[45];
    int (*call)(uv_udp_t *, unsigned, uv_buf_t **, unsigned *, struct sockaddr **, unsigned);
    find_call("uv_udp_try_send2", &call);
    if (!call)
        return UV_ENOSYS;
    uv_udp_init_ex(loop, &h->udp, AF_INET);
    for (int i = 0; i < 45; i++) {
        buffers[i] = &part;
        sizes[i] = 1;
        to[i] = i == 40 ? &nowhere : (struct sockaddr *)&at;
    }
    int answer = call(&h->udp, 45, buffers, sizes, to, 0);
    return answer < 0 ? answer : answer > 0 && answer < 45;
}

/* ---- ASK-196 ---- */
struct cut {
    char room[2 * 65536];
    int reported;
};

static void room_for_two(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    struct cut *cut = handle->data;
    (void)size;
    *buffer = uv_buf_init(cut->room, sizeof cut->room);
}

static void room_for_one(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    struct cut *cut = handle->data;
    *buffer = uv_buf_init(cut->room, (unsigned)size);
}

static void note_cut(uv_udp_t *udp, ssize_t size, const uv_buf_t *buffer,
                     const struct sockaddr *from, unsigned flags)
{
    struct cut *cut = udp->data;
    (void)buffer, (void)from;
    if (size > 0)
        cut->reported = 10 * cut->reported + (flags & UV_UDP_PARTIAL ? 2 : 1);
}

/* Receive a datagram that fits and one of 70000 bytes that does not, one by one or in a batch. */
static int ask_datagrams_cut_either_way(uv_loop_t *loop, union uv_any_handle *h)
{
    struct cut cut = { .reported = 0 };
    static const char bytes[70000];
    for (int i = 0; i < 2; i++) {
        int ends[2];
        socketpair(AF_UNIX, SOCK_DGRAM, 0, ends);
        int answer = uv_udp_init_ex(loop, &h[i].udp, i ? 256 : AF_UNSPEC);
        if (answer < 0 || (answer = uv_udp_open(&h[i].udp, ends[0])) < 0)
            return answer;
        h[i].handle.data = &cut;
        uv_udp_recv_start(&h[i].udp, i ? room_for_two : room_for_one, note_cut);
        if (send(ends[1], bytes, 9, 0) < 0 || send(ends[1], bytes, sizeof bytes, 0) < 0)
            return -errno;
        uv_run(loop, UV_RUN_NOWAIT);
        uv_run(loop, UV_RUN_NOWAIT);
        uv_close(&h[i].handle, NULL);
        close(ends[1]);
    }
    return cut.reported;
}

#endif
