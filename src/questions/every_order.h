/* every_order.h - questions about options and modes in every order and every set, about errors that
 * follow each other, and about requests and handles without a callback. */
#ifndef QUESTIONS_EVERY_ORDER_H
#define QUESTIONS_EVERY_ORDER_H
#include "questions/child.h"
#include "questions/common.h"
#include "questions/file.h"
#include "questions/fork.h"
#include "questions/socket_options.h"
#include "questions/terminal.h"

/* ---- ASK-66 ---- */
/* How many of nine orders in which options are turned on and off before the socket exists leave it
 * with what came last. The socket is made by a bind, or an open one is given. */
static int ask_tcp_tuned_in_each_order(uv_loop_t *loop, union uv_any_handle *h)
{
    static const char *const orders[9] = {
        "", "+", "-", "+-", "-+", "++", "--", "+-+", "-+-",
    };
    struct sockaddr_in at = local_port(0);
    int right = 0;
    for (int i = 0; i < 18; i++) {
        const char *steps = orders[i / 2];
        int on = 0;
        uv_tcp_init(loop, &h->tcp);
        for (; *steps; steps++) {
            on = *steps == '+';
            uv_tcp_nodelay(&h->tcp, on);
            uv_tcp_keepalive(&h->tcp, on, 60);
        }
        if (i % 2)
            uv_tcp_open(&h->tcp, socket(AF_INET, SOCK_STREAM, 0));
        else
            uv_tcp_bind(&h->tcp, (struct sockaddr *)&at, 0);
        right += socket_option(&h->handle, IPPROTO_TCP, TCP_NODELAY) == on &&
                 socket_option(&h->handle, SOL_SOCKET, SO_KEEPALIVE) == on &&
                 (!on || (socket_option(&h->handle, IPPROTO_TCP, TCP_KEEPINTVL) == 1 &&
                          socket_option(&h->handle, IPPROTO_TCP, TCP_KEEPCNT) == 10));
        uv_close(&h->handle, NULL);
        uv_run(loop, UV_RUN_DEFAULT);
    }
    return right;
}

/* ---- ASK-257 ---- */
/* Which of the flags 1 (IPv6 only), 4 (addresses), 32 (errors) and 64 (ports) a socket has. */
static unsigned flags_of_udp(uv_handle_t *handle, int six)
{
    unsigned flags = socket_option(handle, SOL_SOCKET, SO_REUSEADDR) ? 4 : 0;
    flags += socket_option(handle, SOL_SOCKET, SO_REUSEPORT) ? 64 : 0;
    if (!six)
        return flags + (socket_option(handle, IPPROTO_IP, IP_RECVERR) ? 32 : 0);
    flags += socket_option(handle, IPPROTO_IPV6, IPV6_RECVERR) ? 32 : 0;
    return flags + (socket_option(handle, IPPROTO_IPV6, IPV6_V6ONLY) ? 1 : 0);
}

static int has_ipv6(void)
{
    struct sockaddr_in6 at;
    int fd = socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    uv_ip6_addr("::1", 0, &at);
    int found = fd >= 0 && bind(fd, (struct sockaddr *)&at, sizeof at) == 0;
    close(fd);
    return found;
}

/* The address is any, since the kernel limits a socket to IPv6 once it is bound to another.
 * How many of the 8 sets of flags for IPv4 and the 16 for IPv6 are set on the socket, and no
 * others. On a machine without IPv6 those count as right. libuv < 1.49 lacks some flags. */
static int ask_udp_bound_with_each_set_of_flags(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in four = local_port(0);
    struct sockaddr_in6 six;
    const int sets = has_ipv6() ? 24 : 8;
    int right = 24 - sets;
    if (uv_version() < 0x013100)
        return UV_ENOSYS;
    uv_ip6_addr("::", 0, &six);
    for (int set = 0; set < sets; set++) {
        unsigned flags = (set & 1 ? 4 : 0) | (set & 2 ? 32 : 0) | (set & 4 ? 64 : 0);
        int is_six = set >= 8;
        flags |= set >= 16 ? 1 : 0;
        uv_udp_init(loop, &h->udp);
        int answer = uv_udp_bind(
            &h->udp, is_six ? (struct sockaddr *)&six : (struct sockaddr *)&four, flags);
        right += answer == 0 && flags_of_udp(&h->handle, is_six) == flags;
        uv_close(&h->handle, NULL);
        uv_run(loop, UV_RUN_DEFAULT);
    }
    return right;
}

/* The same for TCP: IPv6 only is 1, sharing the port is 2. An address can always be reused. */
static int ask_tcp_bound_with_each_set_of_flags(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in four = local_port(0);
    struct sockaddr_in6 six;
    const int sets = has_ipv6() ? 6 : 2;
    int right = 6 - sets;
    if (uv_version() < 0x013100)
        return UV_ENOSYS;
    uv_ip6_addr("::", 0, &six);
    for (int set = 0; set < sets; set++) {
        unsigned flags = (set & 1 ? 2 : 0) | (set >= 4 ? 1 : 0);
        int is_six = set >= 2;
        uv_tcp_init(loop, &h->tcp);
        int answer = uv_tcp_bind(
            &h->tcp, is_six ? (struct sockaddr *)&six : (struct sockaddr *)&four, flags);
        right += answer == 0 && socket_option(&h->handle, SOL_SOCKET, SO_REUSEADDR) == 1 &&
                 socket_option(&h->handle, SOL_SOCKET, SO_REUSEPORT) == (int)(flags & 2) / 2 &&
                 (!is_six ||
                  socket_option(&h->handle, IPPROTO_IPV6, IPV6_V6ONLY) == (int)(flags & 1));
        uv_close(&h->handle, NULL);
        uv_run(loop, UV_RUN_DEFAULT);
    }
    return right;
}

/* ---- ASK-258 ---- */
/* What uv_fs_poll has told, as letters: n ENOENT, d ENOTDIR, l ELOOP, f the file, F the file with
 * the old state being the one that was last there. */
struct looks {
    char told[32];
    int calls;
    uv_timespec_t last_there;
};

static void note_look(uv_fs_poll_t *look, int status, const uv_stat_t *old, const uv_stat_t *now)
{
    struct looks *l = look->data;
    char letter = '?';
    if (status == UV_ENOENT)
        letter = 'n';
    else if (status == UV_ENOTDIR)
        letter = 'd';
    else if (status == UV_ELOOP)
        letter = 'l';
    else if (status == 0)
        letter = old->st_mtim.tv_sec == l->last_there.tv_sec ? 'F' : 'f';
    if (status == 0)
        l->last_there = now->st_mtim;
    if (l->calls < (int)sizeof l->told - 1)
        l->told[l->calls++] = letter;
}

/* A look is over once its timer is what the loop waits for. So none is under way when this returns,
 * and what is done to the file next is seen at once, not in part. */
static void look_on(uv_loop_t *loop, int looks)
{
    for (int i = 0; i < looks; i++)
        for (int runs = 0; runs < 50 && (runs == 0 || uv_backend_timeout(loop) <= 0); runs++)
            uv_run(loop, UV_RUN_ONCE);
}

static void set_time(const char *path, time_t at)
{
    struct timespec times[2] = { { at, 0 }, { at, 0 } };
    utimensat(AT_FDCWD, path, times, 0);
}

/* The file's folder goes, becomes a file, then a link to itself, and is back, twice. Each error is
 * told once, and so is the return, with the state in which the file was seen last; meanwhile it has
 * changed. */
static int ask_looks_through_each_error(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    struct looks l = { .last_there = { 10, 0 } };
    char away[64], file_away[80];
    make_test_file(&f);
    set_time(f.path, 10);
    snprintf(away, sizeof away, "%s.away", f.folder);
    snprintf(file_away, sizeof file_away, "%s/f", away);
    uv_fs_poll_init(loop, &h->fs_poll);
    h->fs_poll.data = &l;
    uv_fs_poll_start(&h->fs_poll, note_look, f.path, 20);
    look_on(loop, 2);
    for (int i = 0; i < 2; i++) {
        int failed = rename(f.folder, away);
        look_on(loop, 2);
        close(open(f.folder, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
        look_on(loop, 2);
        unlink(f.folder);
        failed += symlink(f.folder, f.folder);
        look_on(loop, 2);
        unlink(f.folder);
        look_on(loop, 2);
        set_time(file_away, 30 + i);
        failed += rename(away, f.folder);
        if (failed < 0)
            return UV_EILSEQ;
        look_on(loop, 2);
        set_time(f.path, 20 + i);
        look_on(loop, 2);
    }
    uv_fs_poll_stop(&h->fs_poll);
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    remove_test_file(&f);
    return strcmp(l.told, "ndlnFFndlnFF") == 0 ? l.calls : -1000 - l.calls;
}

/* Give a file a further name and take it away, until the time of its last change of state is
 * another: the kernel's clock for files moves in steps. Nothing else of the file changes. */
static int change_state_only(const struct test_file *f)
{
    struct stat before = { 0 }, now = { 0 };
    int failed = stat(f->path, &before);
    do
        failed += link(f->path, f->other) + unlink(f->other) + stat(f->path, &now);
    while (!failed && now.st_ctim.tv_sec == before.st_ctim.tv_sec &&
           now.st_ctim.tv_nsec == before.st_ctim.tv_nsec);
    return failed;
}

/* How many of four changes of state are told, each once. */
static int ask_looks_at_a_file_that_gets_names(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    struct looks l = { .calls = 0 };
    int told = 0;
    make_test_file(&f);
    uv_fs_poll_init(loop, &h->fs_poll);
    h->fs_poll.data = &l;
    uv_fs_poll_start(&h->fs_poll, note_look, f.path, 20);
    look_on(loop, 2);
    for (int i = 0; i < 4; i++) {
        int before = l.calls;
        if (change_state_only(&f) < 0)
            return UV_EILSEQ;
        look_on(loop, 2);
        told += l.calls == before + 1;
    }
    uv_fs_poll_stop(&h->fs_poll);
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    remove_test_file(&f);
    return told;
}

/* ---- ASK-259 ---- */
/* Each call without a callback does its work, and the loop ends: 1 for a connect, 2 for the bytes
 * of writes, 4 for the end by a shutdown, 8 for a datagram, 16 for the loop, which is left with no
 * request. */
static int ask_requests_without_callbacks(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0), to = local_port(0);
    socklen_t size = sizeof at, size_to = sizeof to;
    uv_buf_t byte = uv_buf_init((char *)"ab", 2);
    uv_connect_t connect_req;
    uv_write_t write_req[2];
    uv_shutdown_t shutdown_req;
    uv_udp_send_t send_req;
    char bytes[8] = "";
    int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int receiver = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (bind(server, (struct sockaddr *)&at, size) < 0 || listen(server, 1) < 0 ||
        bind(receiver, (struct sockaddr *)&to, size_to) < 0)
        return UV_EILSEQ;
    getsockname(server, (struct sockaddr *)&at, &size);
    getsockname(receiver, (struct sockaddr *)&to, &size_to);
    uv_tcp_init(loop, &h[0].tcp);
    uv_udp_init(loop, &h[1].udp);
    uv_tcp_connect(&connect_req, &h[0].tcp, (struct sockaddr *)&at, NULL);
    uv_udp_send(&send_req, &h[1].udp, &byte, 1, (struct sockaddr *)&to, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    int end = accept(server, NULL, NULL);
    int answer = end >= 0;
    for (int i = 0; i < 2; i++)
        uv_write(&write_req[i], &h[0].stream, &byte, 1, NULL);
    uv_shutdown(&shutdown_req, &h[0].stream, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    answer += 2 * (recv(end, bytes, sizeof bytes - 1, MSG_WAITALL | MSG_DONTWAIT) == 4 &&
                   strcmp(bytes, "abab") == 0);
    answer += 4 * (recv(end, bytes, sizeof bytes, MSG_DONTWAIT) == 0);
    answer += 8 * (recv(receiver, bytes, sizeof bytes, 0) == 2);
    answer += 16 * !uv_loop_alive(loop);
    close(end);
    close(server);
    close(receiver);
    return answer;
}

static void count_seven(uv_process_t *process, int64_t status, int signal)
{
    *(int *)process->data += status == 7 && signal == 0;
}

/* Five children that end while SIGCHLD is blocked, so that one signal is there for all; the first,
 * the third and the fifth have no callback. Returns how many callbacks came, plus 10 for each child
 * that is not active any more. */
static int told_by_one_signal(void)
{
    char *args[] = { "sh", "-c", "exit 7", NULL };
    uv_process_options_t o = { .file = "/bin/sh", .args = args };
    uv_process_t children[5];
    uv_loop_t loop;
    sigset_t sigchld;
    siginfo_t end;
    int told = 0, ended = 0;
    if (uv_loop_init(&loop) < 0)
        return 0;
    sigemptyset(&sigchld);
    sigaddset(&sigchld, SIGCHLD);
    pthread_sigmask(SIG_BLOCK, &sigchld, NULL);
    for (int i = 0; i < 5; i++) {
        o.exit_cb = i % 2 ? count_seven : NULL;
        children[i].data = &told;
        if (uv_spawn(&loop, &children[i], &o) < 0)
            return 0;
    }
    for (int i = 0; i < 5; i++)
        waitid(P_PID, (id_t)children[i].pid, &end, WEXITED | WNOWAIT);
    pthread_sigmask(SIG_UNBLOCK, &sigchld, NULL);
    for (int i = 0; i < 3; i++)
        uv_run(&loop, UV_RUN_NOWAIT);
    for (int i = 0; i < 5; i++)
        ended += !uv_is_active((uv_handle_t *)&children[i]);
    return told + 10 * ended;
}

/* Asked in a forked child, which has no other thread that could take the signals. */
static int ask_children_told_by_one_signal(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return in_forked_child(told_by_one_signal);
}

/* ---- ASK-37 ---- */
/* How many of the orders of three modes set each of them: 64, or 27 before libuv 1.51, which lacks
 * the fourth. On Unix that is the second, raw. */
static int ask_terminal_in_each_order_of_modes(uv_loop_t *loop, union uv_any_handle *h)
{
    const int modes = uv_version() < 0x013300 ? 3 : 4;
    int ends[2], right = 0;
    if (open_terminal(ends) < 0)
        return UV_ENODEV;
    uv_tty_init(loop, &h->tty, ends[1], 1);
    int normal = terminal_mode(ends[0]);
    const int set[4] = { normal, normal & 16, 0, normal & 16 };
    for (int i = 0; i < modes * modes * modes; i++) {
        const int order[4] = { i % modes, i / modes % modes, i / modes / modes, 0 };
        int each = 0;
        for (int j = 0; j < 4; j++)
            each += uv_tty_set_mode(&h->tty, (uv_tty_mode_t)order[j]) == 0 &&
                    terminal_mode(ends[0]) == set[order[j]];
        right += each == 4;
    }
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    close(ends[0]);
    return right;
}

#endif
