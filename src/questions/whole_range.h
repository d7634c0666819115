/* whole_range.h - questions that give an argument values from all of its range: ids that are left
 * as they are, rights beyond the usual nine, long intervals, NULL, calls that few handles begin
 * with. */
#ifndef QUESTIONS_WHOLE_RANGE_H
#define QUESTIONS_WHOLE_RANGE_H
#include "questions/common.h"
#include "questions/file.h"
#include "questions/folder.h"
#include "questions/socket_options.h"
#include "questions/terminal.h"
#include "questions/thread.h"

/* ---- ASK-78 ---- */
/* Make the same thing by libuv and by the system, remove both, and compare their rights. `way`: 0
 * to open a file, 1 to make a folder, 2 and 3 to change a file. */
static int rights_made(uv_loop_t *loop, struct test_file *f, int way, int mode, int by_system)
{
    struct stat s = { 0 };
    uv_fs_t req;
    int fd = -1;
    if (way == 0) {
        fd = by_system ? open(f->other, O_WRONLY | O_CREAT | O_CLOEXEC, mode)
                       : uv_fs_open(loop, &req, f->other, O_WRONLY | O_CREAT, mode, NULL);
    } else if (way == 1) {
        if (by_system)
            mkdir(f->other, (mode_t)mode);
        else
            uv_fs_mkdir(loop, &req, f->other, mode, NULL);
    } else {
        fd = open(f->other, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        if (by_system)
            fchmod(fd, (mode_t)mode);
        else if (way == 2)
            uv_fs_chmod(loop, &req, f->other, mode, NULL);
        else
            uv_fs_fchmod(loop, &req, fd, mode, NULL);
    }
    stat(f->other, &s);
    if (fd >= 0)
        close(fd);
    remove(f->other);
    return (int)s.st_mode;
}

/* How many of four ways and six rights end as with the system's call? */
static int ask_rights_beyond_the_usual(uv_loop_t *loop, union uv_any_handle *h)
{
    static const int modes[6] = { 0640, 0000, 04711, 02750, 01777, 07777 };
    struct test_file f;
    int right = 0;
    (void)h;
    make_test_file(&f);
    uv_fs_stat(loop, &f.req, f.path, NULL);
    for (int way = 0; way < 4; way++)
        for (int i = 0; i < 6; i++)
            right += rights_made(loop, &f, way, modes[i], 0) ==
                     rights_made(loop, &f, way, modes[i], 1);
    remove_test_file(&f);
    return right;
}

/* An id of -1 leaves the owner or the group. Only root can give a file away; for anybody else the
 * system's call fails, and so must libuv's. */
static int ask_owners_left_as_they_are(uv_loop_t *loop, union uv_any_handle *h)
{
    static const int ids[4][2] = { { -1, -1 }, { 1001, -1 }, { -1, 1002 }, { 1003, 1004 } };
    int right = 0;
    (void)h;
    for (int way = 0; way < 3; way++)
        for (int i = 0; i < 4; i++) {
            struct stat s[2] = { { .st_uid = 0 }, { .st_uid = 0 } };
            uid_t uid = (uid_t)ids[i][0];
            gid_t gid = (gid_t)ids[i][1];
            for (int by_system = 0; by_system < 2; by_system++) {
                struct test_file f;
                make_test_file(&f);
                int ignored = fchown(f.fd, 1005, 1006);
                if (by_system)
                    ignored = fchown(f.fd, uid, gid);
                else if (way == 0)
                    uv_fs_chown(loop, &f.req, f.path, uid, gid, NULL);
                else if (way == 1)
                    uv_fs_fchown(loop, &f.req, f.fd, uid, gid, NULL);
                else
                    uv_fs_lchown(loop, &f.req, f.path, uid, gid, NULL);
                (void)ignored;
                fstat(f.fd, &s[by_system]);
                remove_test_file(&f);
            }
            right += s[0].st_uid == s[1].st_uid && s[0].st_gid == s[1].st_gid;
        }
    return right;
}

/* Each of: a time of its own, now, left as it is; for both times, and by three calls. */
static int ask_each_time_left_or_now(uv_loop_t *loop, union uv_any_handle *h)
{
    double forever = 1e300 * 1e300, times[3] = { 5000, forever, forever - forever };
    int right = 0;
    int (*of_link)(uv_loop_t *, uv_fs_t *, const char *, double, double, uv_fs_cb);
    (void)h;
    find_call("uv_fs_lutime", &of_link);
    if (uv_version() < 0x013300 || !of_link)
        return UV_ENOSYS;
    for (int i = 0; i < 27; i++) {
        struct test_file f;
        struct stat s = { 0 };
        struct timespec before[2] = { { .tv_sec = 1000 }, { .tv_sec = 2000 } };
        double first = times[i % 3], other = times[i / 3 % 3];
        make_test_file(&f);
        futimens(f.fd, before);
        if (i < 9)
            uv_fs_utime(loop, &f.req, f.path, first, other, NULL);
        else if (i < 18)
            uv_fs_futime(loop, &f.req, f.fd, first, other, NULL);
        else
            of_link(loop, &f.req, f.path, first, other, NULL);
        fstat(f.fd, &s);
        const time_t is[2] = { s.st_atim.tv_sec, s.st_mtim.tv_sec };
        const int ways[2] = { i % 3, i / 3 % 3 };
        int same = 0;
        for (int j = 0; j < 2; j++)
            same += ways[j] == 0   ? is[j] == 5000
                    : ways[j] == 1 ? is[j] > 1000000000
                                   : is[j] == before[j].tv_sec;
        right += same == 2;
        remove_test_file(&f);
    }
    return right;
}

/* ---- ASK-31 ---- */
static void note_path(uv_fs_t *req)
{
    *(int *)req->data = req->path && strstr(req->path, "/f") != NULL;
}

/* A request about two paths reports the first: renamed, linked, linked by name, copied; at once and
 * later. */
static int ask_first_of_two_paths(uv_loop_t *loop, union uv_any_handle *h)
{
    int right = 0;
    (void)h;
    for (int i = 0; i < 8; i++) {
        struct test_file f;
        uv_fs_t req;
        int later = 0;
        uv_fs_cb cb = i % 2 ? note_path : NULL;
        make_test_file(&f);
        req.data = &later;
        switch (i / 2) {
        case 0: uv_fs_rename(loop, &req, f.path, f.other, cb); break;
        case 1: uv_fs_link(loop, &req, f.path, f.other, cb); break;
        case 2: uv_fs_symlink(loop, &req, f.path, f.other, 0, cb); break;
        default: uv_fs_copyfile(loop, &req, f.path, f.other, 0, cb); break;
        }
        uv_run(loop, UV_RUN_DEFAULT);
        right += later || (!cb && req.path && strcmp(req.path, f.path) == 0);
        uv_fs_req_cleanup(&req);
        remove_test_file(&f);
    }
    return right;
}

/* ---- ASK-45 ---- */
struct same_result {
    uv_getaddrinfo_t *req;
    int same;
};

static void note_same_result(uv_getaddrinfo_t *req, int status, struct addrinfo *found)
{
    struct same_result *r = req->data;
    r->same = r->req == req && req->addrinfo == found && (status == 0) == (found != NULL);
    uv_freeaddrinfo(found);
}

/* In the callback the request has the same result as the callback: 1 for one that is found, 2 for
 * one that is not. */
static int ask_result_of_a_lookup_in_its_request(uv_loop_t *loop, union uv_any_handle *h)
{
    const struct addrinfo hints = { .ai_flags = AI_NUMERICHOST };
    int answer = 0;
    (void)h;
    for (int i = 0; i < 2; i++) {
        uv_getaddrinfo_t req;
        struct same_result r = { .req = &req };
        req.data = &r;
        uv_getaddrinfo(loop, &req, note_same_result, i ? "no.address" : "127.0.0.1", "80", &hints);
        uv_run(loop, UV_RUN_DEFAULT);
        answer += r.same << i;
    }
    return answer;
}

/* ---- ASK-180 ---- */
static void calls_nobody(uv_stream_t *server, int status)
{
    (void)server, (void)status;
}

/* Handles that were unreferenced stay so through calls that make them active, other than the usual
 * start. A bit for each: TCP that listens, a pipe that listens, a datagram handle that sends, a
 * poll handle whose events are changed, a one-shot signal, a timer that is told to repeat. */
static int ask_unreferenced_through_other_calls(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0), nobody = local_port(9);
    union uv_any_handle *poll = h + 1;
    uv_udp_send_t send;
    uv_buf_t byte = uv_buf_init((char *)"x", 1);
    int ends[2], answer = 0;
    uv_tcp_init(loop, &h->tcp);
    uv_tcp_bind(&h->tcp, (struct sockaddr *)&at, 0);
    uv_unref(&h->handle);
    answer += uv_listen(&h->stream, 1, calls_nobody) == 0 && !uv_has_ref(&h->handle) &&
              uv_is_active(&h->handle) && !uv_loop_alive(loop);
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    int bound = bind_own(loop, &h->pipe);
    uv_unref(&h->handle);
    answer += 2 * (bound == 0 && uv_listen(&h->stream, 1, calls_nobody) == 0 &&
                   !uv_has_ref(&h->handle) && !uv_loop_alive(loop));
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    uv_udp_init(loop, &h->udp);
    uv_unref(&h->handle);
    answer += 4 * (uv_udp_send(&send, &h->udp, &byte, 1, (struct sockaddr *)&nobody, NULL) == 0 &&
                   !uv_has_ref(&h->handle));
    uv_run(loop, UV_RUN_DEFAULT);
    answer += 8 * !uv_has_ref(&h->handle);
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0)
        return -errno;
    uv_poll_init(loop, &poll->poll, ends[0]);
    uv_unref(&poll->handle);
    uv_poll_start(&poll->poll, UV_READABLE, no_event);
    uv_poll_start(&poll->poll, UV_READABLE | UV_DISCONNECT, no_event);
    answer += 16 * (!uv_has_ref(&poll->handle) && !uv_loop_alive(loop));
    uv_poll_stop(&poll->poll);
    close(ends[0]);
    close(ends[1]);
    uv_signal_init(loop, &h->signal);
    uv_unref(&h->handle);
    uv_signal_start_oneshot(&h->signal, no_signal, SIGUSR1);
    answer += 32 * (!uv_has_ref(&h->handle) && !uv_loop_alive(loop));
    uv_timer_init(loop, &h[2].timer);
    uv_unref(&h[2].handle);
    uv_timer_start(&h[2].timer, no_timer, 5, 7);
    uv_timer_again(&h[2].timer);
    return answer + 64 * (!uv_has_ref(&h[2].handle) && !uv_loop_alive(loop));
}

/* ---- ASK-40 ---- */
/* Times from the shortest to the longest that Linux has. libuv < 1.52 sets only the first. */
static int ask_tcp_kept_alive_for_any_time(uv_loop_t *loop, union uv_any_handle *h)
{
    static const unsigned sets[4][3] = {
        { 1, 1, 1 }, { 7201, 76, 10 }, { 20000, 8000, 64 }, { 32767, 32767, 127 }
    };
    int (*call)(uv_tcp_t *, int, unsigned, unsigned, unsigned);
    int right = 0;
    find_call("uv_tcp_keepalive_ex", &call);
    uv_tcp_init_ex(loop, &h->tcp, AF_INET);
    for (int i = 0; i < 4; i++) {
        const unsigned *set = sets[i];
        right += uv_tcp_keepalive(&h->tcp, 1, set[0]) == 0 &&
                 socket_option(&h->handle, IPPROTO_TCP, TCP_KEEPIDLE) == (int)set[0];
        right += !call || (call(&h->tcp, 1, set[0], set[1], set[2]) == 0 &&
                           socket_option(&h->handle, IPPROTO_TCP, TCP_KEEPIDLE) == (int)set[0] &&
                           socket_option(&h->handle, IPPROTO_TCP, TCP_KEEPINTVL) == (int)set[1] &&
                           socket_option(&h->handle, IPPROTO_TCP, TCP_KEEPCNT) == (int)set[2]);
    }
    return right;
}

/* ---- ASK-11 ---- */
/* A connect that the system refuses at once, because nobody can have the address, is the system's
 * error. */
static int ask_tcp_connected_to_everybody(uv_loop_t *loop, union uv_any_handle *h)
{
    static const char *const addresses[2] = { "255.255.255.255", "224.0.0.1" };
    int right = 0;
    for (int i = 0; i < 2; i++) {
        struct sockaddr_in at;
        uv_connect_t req;
        int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        uv_ip4_addr(addresses[i], 80, &at);
        int error = connect(fd, (struct sockaddr *)&at, sizeof at) < 0 ? -errno : 0;
        close(fd);
        uv_tcp_init(loop, &h[i].tcp);
        int answer = uv_tcp_connect(&req, &h[i].tcp, (struct sockaddr *)&at, no_connect);
        right += error < 0 && answer == error;
        if (answer == 0) {
            uv_close(&h[i].handle, NULL);
            uv_run(loop, UV_RUN_DEFAULT);
        }
    }
    return right;
}

/* ---- ASK-38 ---- */
/* A pipe that is bound and connected has a name of its own and the name of its peer. */
static int ask_names_of_one_bound_and_connected(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_un at = { .sun_family = AF_UNIX };
    char own[108] = "", peer[108] = "", path[64];
    size_t own_size = sizeof own, peer_size = sizeof peer;
    uv_connect_t req;
    int status = 1, answer = bind_own(loop, &h[0].pipe);
    snprintf(path, sizeof path, "/tmp/asked-%d.sock", (int)getpid());
    snprintf(at.sun_path, sizeof at.sun_path, "/tmp/asked-%d.peer", (int)getpid());
    unlink(at.sun_path);
    int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (answer == 0 && bind(server, (struct sockaddr *)&at, sizeof at) == 0 &&
        listen(server, 4) == 0) {
        req.data = &status;
        uv_pipe_connect(&req, &h[0].pipe, at.sun_path, note_connect);
        uv_run(loop, UV_RUN_DEFAULT);
        answer = (status == 0) +
                 2 * (uv_pipe_getsockname(&h[0].pipe, own, &own_size) == 0 &&
                      own_size == strlen(path) && memcmp(own, path, own_size) == 0) +
                 4 * (uv_pipe_getpeername(&h[0].pipe, peer, &peer_size) == 0 &&
                      peer_size == strlen(at.sun_path) &&
                      memcmp(peer, at.sun_path, peer_size) == 0);
    }
    close(server);
    unlink(at.sun_path);
    return answer;
}

/* ---- ASK-37 ---- */
/* Terminals whose modes are not the usual ones: after being raw, and after being for bytes only,
 * the normal mode is the one that was found. */
static int ask_unusual_terminals_left_as_they_were(uv_loop_t *loop, union uv_any_handle *h)
{
    int right = 0;
    for (int i = 0; i < 8; i++) {
        struct termios unusual, restored;
        int ends[2];
        union uv_any_handle *one = h + i % 3;
        if (open_terminal(ends) < 0 || tcgetattr(ends[1], &unusual) < 0)
            return UV_ENODEV;
        if (i / 2 == 0)
            unusual.c_lflag &= ~(tcflag_t)ECHO;
        else if (i / 2 == 1)
            unusual.c_lflag &= ~(tcflag_t)(ISIG | ICANON);
        else if (i / 2 == 2)
            unusual.c_oflag &= ~(tcflag_t)OPOST;
        else
            unusual.c_iflag |= INLCR;
        tcsetattr(ends[1], TCSANOW, &unusual);
        uv_tty_init(loop, &one->tty, ends[1], 1);
        uv_tty_set_mode(&one->tty, i % 2 ? UV_TTY_MODE_RAW : UV_TTY_MODE_IO);
        uv_tty_set_mode(&one->tty, UV_TTY_MODE_NORMAL);
        right += tcgetattr(ends[0], &restored) == 0 && restored.c_lflag == unusual.c_lflag &&
                 restored.c_oflag == unusual.c_oflag && restored.c_iflag == unusual.c_iflag &&
                 restored.c_cflag == unusual.c_cflag;
        uv_close(&one->handle, NULL);
        uv_run(loop, UV_RUN_DEFAULT);
        close(ends[0]);
    }
    return right;
}

/* ---- ASK-75 ---- */
static void note_each_priority(void *with)
{
    struct thread_shared *of = with;
    int (*get)(uv_thread_t, int *);
    int (*put)(uv_thread_t, int);
    find_call("uv_thread_getpriority", &get);
    find_call("uv_thread_setpriority", &put);
    if (!get || !put)
        return;
    of->value = 0;
    for (int priority = 2, before = -99; priority >= -2; priority--) {
        int reported = 99, answer = put(uv_thread_self(), priority);
        if (answer == UV_EACCES || answer == UV_EPERM) {
            of->value++; /* not without the right to */
            continue;
        }
        of->value += answer == 0 && get(uv_thread_self(), &reported) == 0 && reported > before &&
                     reported == getpriority(PRIO_PROCESS, 0);
        before = reported;
    }
}

/* From the highest to the lowest, each is lower than the one before, and is the system's. */
static int ask_each_priority_of_a_thread(uv_loop_t *loop, union uv_any_handle *h)
{
    struct thread_shared with = { .value = UV_ENOSYS };
    (void)loop, (void)h;
    int answer = run_thread(&with, note_each_priority);
    return answer < 0 ? answer : with.value;
}

/* ---- LOOP-6 ---- */
static void count_with_null(uv_handle_t *handle, void *arg)
{
    ++*(int *)handle->data;
    *(int *)handle->data += arg ? 10 : 0;
}

static int ask_walk_with_null(uv_loop_t *loop, union uv_any_handle *h)
{
    int count = 0;
    uv_timer_init(loop, &h[0].timer);
    uv_idle_init(loop, &h[1].idle);
    h[0].handle.data = h[1].handle.data = &count;
    uv_walk(loop, count_with_null, NULL);
    return count;
}

/* ---- ASK-24 ---- */
static int ask_sleep_of_more_than_a_second(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    uint64_t before = uv_hrtime();
    uv_sleep(1002);
    return uv_hrtime() - before >= 1002000000;
}

#endif
