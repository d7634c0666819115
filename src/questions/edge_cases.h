/* edge_cases.h - questions about calls that fail only with an unusual argument or at an unusual
 * moment. */
#ifndef QUESTIONS_EDGE_CASES_H
#define QUESTIONS_EDGE_CASES_H
#include "questions/common.h"
#include "questions/file.h"
#include "questions/folder.h"
#include "questions/terminal.h"
#include "questions/lookup_environment.h"
#include "questions/machine.h"

/* ---- ASK-81 ---- */
static void count_sent(uv_async_t *async)
{
    ++*(int *)async->data;
}

static void send_from_handler(int number, siginfo_t *info, void *context)
{
    (void)number, (void)context;
    uv_async_send(info->si_value.sival_ptr);
}

/* A signal handler on this thread sends to the async handle. */
static int ask_async_sent_by_a_handler(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sigaction mine = { .sa_sigaction = send_from_handler, .sa_flags = SA_SIGINFO }, usual;
    int calls = 0;
    uv_async_init(loop, &h->async, count_sent);
    h->async.data = &calls;
    sigaction(SIGUSR2, &mine, &usual);
    for (int i = 0; i < 2; i++)
        pthread_sigqueue(pthread_self(), SIGUSR2, (union sigval){ .sival_ptr = &h->async });
    int before = calls;
    uv_run(loop, UV_RUN_NOWAIT);
    sigaction(SIGUSR2, &usual, NULL);
    return (before == 0) + 2 * (calls == 1);
}

static int ask_lookup_without_a_loop(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_getaddrinfo_t req;
    (void)loop, (void)h;
    if (uv_version() < 0x013401)
        return UV_ENOSYS;
    return uv_getaddrinfo(NULL, &req, note_address, "127.0.0.1", NULL, NULL);
}

static int ask_lookup_with_other_dots(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_getaddrinfo_t req;
    struct addrinfo hints = { .ai_family = AF_INET, .ai_flags = AI_NUMERICHOST };
    (void)h;
    int answer = uv_getaddrinfo(loop, &req, NULL,
                                "127\xe3\x80\x82"
                                "0\xef\xbc\x8e"
                                "0\xef\xbd\xa1"
                                "1",
                                NULL, &hints);
    if (answer < 0)
        return answer;
    answer = ((struct sockaddr_in *)req.addrinfo->ai_addr)->sin_addr.s_addr ==
             htonl(INADDR_LOOPBACK);
    uv_freeaddrinfo(req.addrinfo);
    return answer;
}

static int ask_name_of_six(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_getnameinfo_t req;
    struct sockaddr_in6 at;
    (void)h;
    uv_ip6_addr("::1", 80, &at);
    int answer = uv_getnameinfo(loop, &req, NULL, (struct sockaddr *)&at,
                                NI_NUMERICHOST | NI_NUMERICSERV);
    return answer < 0 ? answer : strcmp(req.host, "::1") == 0 && strcmp(req.service, "80") == 0;
}

static int ask_interface_without_room(uv_loop_t *loop, union uv_any_handle *h)
{
    char name[32];
    size_t two = 2, some = sizeof name;
    (void)loop, (void)h;
    if (if_nametoindex("lo") == 0)
        return UV_ENODEV;
    int answer = uv_if_indextoname(if_nametoindex("lo"), name, &two) == UV_ENOBUFS && two == 3;
    return answer + 2 * (uv_if_indextoname(12345678, name, &some) == UV_ENXIO);
}

static void note_return(uv_fs_poll_t *poll, int status, const uv_stat_t *before,
                        const uv_stat_t *now)
{
    (void)before, (void)now;
    *(int *)poll->data = 10 * *(int *)poll->data + (status == 0 ? 1 : status == UV_ENOENT ? 2 : 3);
}

/* The file's folder is moved away and back. The file itself does not change, so it is reported
 * twice: gone, then there. */
static int ask_look_at_what_came_back(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    char elsewhere[64];
    int reports = 0;
    make_test_file(&f);
    snprintf(elsewhere, sizeof elsewhere, "%s.away", f.folder);
    uv_fs_poll_init(loop, &h->fs_poll);
    h->fs_poll.data = &reports;
    uv_fs_poll_start(&h->fs_poll, note_return, f.path, 5);
    for (int i = 0; i < 4; i++)
        uv_run(loop, UV_RUN_ONCE);
    int moved = rename(f.folder, elsewhere);
    for (int i = 0; i < 20 && reports == 0; i++)
        uv_run(loop, UV_RUN_ONCE);
    for (int i = 0; i < 4; i++)
        uv_run(loop, UV_RUN_ONCE);
    moved += rename(elsewhere, f.folder);
    for (int i = 0; i < 8; i++)
        uv_run(loop, UV_RUN_ONCE);
    uv_fs_poll_stop(&h->fs_poll);
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    remove_test_file(&f);
    return moved < 0 ? UV_EILSEQ : reports;
}

static int ask_terminal_only_read(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    if (open_terminal(ends) < 0)
        return UV_ENODEV;
    int fd = open(ptsname(ends[0]), O_RDONLY | O_NOCTTY | O_CLOEXEC);
    int answer = uv_tty_init(loop, &h->tty, fd, 1);
    answer = answer < 0 ? answer : directions(&h->stream);
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    close(ends[0]);
    close(ends[1]);
    return answer;
}

/* The terminal is gone when it is reset, so the call fails. */
static int ask_terminals_leave_errno(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    uv_os_fd_t fd = -1;
    if (open_terminal(ends) < 0)
        return UV_ENODEV;
    int answer = uv_tty_init(loop, &h->tty, ends[1], 1);
    answer = answer < 0 ? answer : uv_tty_set_mode(&h->tty, UV_TTY_MODE_RAW);
    uv_fileno(&h->handle, &fd);
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(nothing, fd);
    close(nothing);
    errno = EXDEV;
    int undone = uv_tty_reset_mode();
    answer = answer < 0 ? answer : undone == 0 ? 2 : errno == EXDEV;
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    close(ends[0]);
    return answer;
}

static void close_on_error(uv_udp_t *udp, ssize_t size, const uv_buf_t *buffer,
                           const struct sockaddr *from, unsigned flags)
{
    (void)buffer, (void)from, (void)flags;
    ++*(int *)udp->data;
    if (size < 0 && !uv_is_closing((uv_handle_t *)udp))
        uv_close((uv_handle_t *)udp, NULL);
}

static int ask_udp_closed_when_told(uv_loop_t *loop, union uv_any_handle *h)
{
    int reports[32] = { 0 };
    struct sockaddr_in at = local_port(0), gone = local_port(0);
    socklen_t size = sizeof gone;
    uv_buf_t byte = uv_buf_init((char *)"x", 1);
    if (uv_version() < 0x013401)
        return UV_ENOSYS;
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    if (bind(fd, (struct sockaddr *)&gone, sizeof gone) < 0 ||
        getsockname(fd, (struct sockaddr *)&gone, &size) < 0)
        return -errno;
    close(fd);
    uv_udp_init(loop, &h->udp);
    h->udp.data = reports;
    uv_udp_bind(&h->udp, (struct sockaddr *)&at, 32);
    uv_udp_recv_start(&h->udp, some_room, close_on_error);
    uv_udp_try_send(&h->udp, &byte, 1, (struct sockaddr *)&gone);
    uv_run(loop, UV_RUN_NOWAIT);
    uv_run(loop, UV_RUN_NOWAIT);
    return reports[0] + 2 * !uv_loop_alive(loop);
}

static int ask_udp_options_of_six(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in6 any;
    uv_ip6_addr("::", 0, &any);
    uv_udp_init(loop, &h->udp);
    int answer = uv_udp_bind(&h->udp, (struct sockaddr *)&any, 0);
    if (answer == UV_EAFNOSUPPORT || answer == UV_EADDRNOTAVAIL)
        return 7;
    answer = uv_udp_set_ttl(&h->udp, 9) == 0 &&
             udp_option(&h->udp, IPPROTO_IPV6, IPV6_UNICAST_HOPS) == 9;
    answer += 2 * (uv_udp_set_multicast_ttl(&h->udp, 8) == 0 &&
                   udp_option(&h->udp, IPPROTO_IPV6, IPV6_MULTICAST_HOPS) == 8);
    return answer + 4 * (uv_udp_set_multicast_loop(&h->udp, 0) == 0 &&
                         udp_option(&h->udp, IPPROTO_IPV6, IPV6_MULTICAST_LOOP) == 0);
}

static int ask_link_of_many_bytes(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    char target[900];
    (void)h;
    make_test_file(&f);
    memset(target, 'x', sizeof target - 1);
    for (int i = 100; i < 899; i += 100)
        target[i] = '/';
    target[sizeof target - 1] = 0;
    if (symlink(target, f.other) < 0)
        return UV_EILSEQ;
    int answer = uv_fs_readlink(loop, &f.req, f.other, NULL);
    answer = answer < 0 ? answer : strcmp(f.req.ptr, target) == 0;
    remove_test_file(&f);
    return answer;
}

/* More parts than one call of the system takes: the rest is written behind them. */
static int many_far_out(uv_loop_t *loop, struct test_file *f)
{
    uv_buf_t parts[1030];
    char last = 0;
    for (int i = 0; i < 1030; i++)
        parts[i] = uv_buf_init((char *)"x", 1);
    parts[1029].base = (char *)"y";
    return uv_fs_write(loop, &f->req, f->fd, parts, 1030, 5000000000, NULL) == 1030 &&
           pread(f->fd, &last, 1, 5000001029) == 1 && last == 'y';
}

static int ask_file_written_far_out(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    char bytes[4] = "";
    (void)h;
    make_test_file(&f);
    f.buffer[0] = uv_buf_init((char *)"HE", 2);
    f.buffer[1] = uv_buf_init((char *)"LO", 2);
    int answer = uv_fs_write(loop, &f.req, f.fd, f.buffer, 2, 5000000000, NULL);
    answer = answer == UV_EFBIG || (answer == 4 && pread(f.fd, bytes, 4, 5000000000) == 4 &&
                                    memcmp(bytes, "HELO", 4) == 0 && many_far_out(loop, &f));
    remove_test_file(&f);
    return answer;
}

static int ask_folder_of_all(uv_loop_t *loop, union uv_any_handle *h)
{
    char usual[512], now[512];
    size_t size = sizeof usual, length = sizeof now;
    (void)loop, (void)h;
    if (uv_cwd(usual, &size) < 0 || uv_chdir("/") < 0)
        return UV_EILSEQ;
    int answer = uv_cwd(now, &length) == 0 && strcmp(now, "/") == 0 && length == 1;
    return uv_chdir(usual) < 0 ? UV_EILSEQ : answer;
}

static int ask_path_with_own_memory(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_fs_t req;
    (void)h;
    if (uv_version() < 0x013100)
        return UV_ENOSYS;
    uv_replace_allocator(own_malloc, own_realloc, own_calloc, own_free);
    int answer = uv_fs_realpath(loop, &req, "/proc/..", NULL);
    int own = answer == 0 && ((unsigned char *)req.ptr)[-16] == 0xa5;
    if (own)
        uv_fs_req_cleanup(&req);
    uv_replace_allocator(malloc, realloc, calloc, free);
    return answer < 0 ? answer : own;
}

static int ask_pipe_named_nowhere(uv_loop_t *loop, union uv_any_handle *h)
{
    size_t some = 10, none = 0;
    char text[10];
    if (uv_version() < 0x013200)
        return UV_ENOSYS;
    if (bind_own(loop, &h->pipe) < 0)
        return UV_EILSEQ;
    return (uv_pipe_getsockname(&h->pipe, NULL, &some) == UV_EINVAL) +
           2 * (uv_pipe_getsockname(&h->pipe, text, &none) == UV_EINVAL);
}

static int has_address_of_four(const uv_interface_address_t *reported, const struct ifaddrs *i)
{
    return reported->address.address4.sin_family == AF_INET &&
           reported->address.address4.sin_addr.s_addr ==
               ((struct sockaddr_in *)i->ifa_addr)->sin_addr.s_addr &&
           reported->netmask.netmask4.sin_addr.s_addr ==
               ((struct sockaddr_in *)i->ifa_netmask)->sin_addr.s_addr;
}

static int has_address_of_six(const uv_interface_address_t *reported, const struct ifaddrs *i)
{
    const struct sockaddr_in6 *at = (const struct sockaddr_in6 *)i->ifa_addr;
    return reported->address.address6.sin6_family == AF_INET6 &&
           reported->address.address6.sin6_scope_id == at->sin6_scope_id &&
           memcmp(&reported->address.address6.sin6_addr, &at->sin6_addr, 16) == 0 &&
           memcmp(&reported->netmask.netmask6.sin6_addr,
                  &((const struct sockaddr_in6 *)i->ifa_netmask)->sin6_addr, 16) == 0;
}

/* Count the system's addresses that libuv reports with the right mask and kind. Only the families
 * that libuv reports are compared. */
static int ask_interfaces_as_they_are(uv_loop_t *loop, union uv_any_handle *h)
{
    struct ifaddrs *all;
    uv_interface_address_t *reported;
    int count, wrong = 0;
    (void)loop, (void)h;
    if (getifaddrs(&all) < 0)
        return UV_ENODEV;
    if (uv_interface_addresses(&reported, &count) < 0)
        return UV_EILSEQ;
    for (struct ifaddrs *i = all; i; i = i->ifa_next) {
        if (!i->ifa_addr || !(i->ifa_flags & IFF_UP) || !(i->ifa_flags & IFF_RUNNING))
            continue;
        const int six = i->ifa_addr->sa_family == AF_INET6;
        if (!six && i->ifa_addr->sa_family != AF_INET)
            continue;
        int same = 0;
        for (int k = 0; k < count; k++)
            same += strcmp(reported[k].name, i->ifa_name) == 0 &&
                    reported[k].is_internal == !!(i->ifa_flags & IFF_LOOPBACK) &&
                    (six ? has_address_of_six(&reported[k], i)
                         : has_address_of_four(&reported[k], i));
        wrong += same != 1;
    }
    for (struct ifaddrs *i = all; i; i = i->ifa_next) {
        for (int k = 0; k < count; k++)
            wrong += i->ifa_addr && i->ifa_addr->sa_family == AF_PACKET &&
                     strcmp(reported[k].name, i->ifa_name) == 0 &&
                     memcmp(reported[k].phys_addr, ((struct sockaddr_ll *)i->ifa_addr)->sll_addr,
                            6) != 0;
    }
    uv_free_interface_addresses(reported, count);
    freeifaddrs(all);
    return wrong == 0;
}

/* The process gets a name that adds three fields to /proc/self/stat, as a careless parser reads
 * it. */
static int ask_memory_under_a_strange_name(uv_loop_t *loop, union uv_any_handle *h)
{
    char usual[16] = "";
    size_t size = 0;
    (void)loop, (void)h;
    if (uv_version() < 0x013200)
        return UV_ENOSYS;
    pthread_getname_np(pthread_self(), usual, sizeof usual);
    pthread_setname_np(pthread_self(), "a) 1 2 (b");
    int answer = uv_resident_set_memory(&size);
    pthread_setname_np(pthread_self(), usual);
    return answer < 0 ? answer : size > 100000;
}

static int ask_abstract_name_to_the_byte(uv_loop_t *loop, union uv_any_handle *h)
{
    char name[32];
    size_t exact = 15, less = 14;
    if (uv_version() < 0x013200)
        return UV_ENOSYS;
    int answer = bind_by_length(loop, &h->pipe, "\0asked-abstract", 15, 1);
    if (answer < 0)
        return answer;
    answer = uv_pipe_getsockname(&h->pipe, name, &exact) == 0 && exact == 15 &&
             memcmp(name, "\0asked-abstract", 15) == 0;
    return answer + 2 * (uv_pipe_getsockname(&h->pipe, name, &less) == UV_ENOBUFS && less == 15);
}

/* "a", e with an acute accent, a euro sign and a smiling face are converted to UTF-16 and back. */
static int ask_text_of_sixteen_bits(uv_loop_t *loop, union uv_any_handle *h)
{
    static const uint16_t wide[] = { 'a', 0xe9, 0x20ac, 0xd83d, 0xde00, 0 };
    static const char narrow[] = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80";
    size_t (*as_narrow)(const uint16_t *, ssize_t);
    ssize_t (*as_wide)(const char *);
    int (*to_narrow)(const uint16_t *, ssize_t, char **, size_t *);
    void (*to_wide)(const char *, uint16_t *, size_t);
    uint16_t back[8] = { 0 };
    char room[16] = "xxxxxxxxxxxxxxx";
    char *text = NULL;
    char *little = room;
    size_t size = 0, few = 4, enough = 12;
    (void)loop, (void)h;
    find_call("uv_utf16_length_as_wtf8", &as_narrow);
    find_call("uv_wtf8_length_as_utf16", &as_wide);
    find_call("uv_utf16_to_wtf8", &to_narrow);
    find_call("uv_wtf8_to_utf16", &to_wide);
    if (!as_narrow || !as_wide || !to_narrow || !to_wide || uv_version() < 0x013200)
        return UV_ENOSYS;
    int answer = as_narrow(wide, -1) == 10 && as_narrow(wide, 5) == 10 && as_wide(narrow) == 6;
    to_wide(narrow, back, 6);
    answer += 2 * (memcmp(back, wide, sizeof wide) == 0);
    answer += 4 * (to_narrow(wide, -1, &text, &size) == 0 && size == 10 && text &&
                   memcmp(text, narrow, 11) == 0);
    free(text);
    answer += 8 * (to_narrow(wide, -1, &little, &few) == UV_ENOBUFS && few == 10);
    memset(room, 'x', sizeof room);
    return answer + 16 * (to_narrow(wide, -1, &little, &enough) == 0 && enough == 10 &&
                          memcmp(room, narrow, 11) == 0);
}

#endif
