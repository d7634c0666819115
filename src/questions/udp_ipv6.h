/* udp_ipv6.h - questions about datagrams of several parts and over IPv6. It also has those about
 * texts without a buffer, the process title, and a semaphore whose waiter gets a signal. */
#ifndef QUESTIONS_UDP_IPV6_H
#define QUESTIONS_UDP_IPV6_H
#include "questions/common.h"
#include "questions/folder.h"
#include "questions/thread.h"

/* A received datagram, and the address that it was sent to. */
struct received_datagram {
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } to;
    char text[64];
    ssize_t size;
    int family, reported;
};

static void datagram_buffer(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    struct received_datagram *l = handle->data;
    (void)size;
    *buffer = uv_buf_init(l->text, sizeof l->text);
}

static void keep_datagram(uv_udp_t *udp, ssize_t size, const uv_buf_t *buffer,
                          const struct sockaddr *from, unsigned flags)
{
    struct received_datagram *l = udp->data;
    (void)buffer, (void)flags;
    if (!from)
        return;
    l->size = size;
    l->family = from->sa_family;
    uv_udp_recv_stop(udp);
}

static void note_sent(uv_udp_send_t *req, int status)
{
    struct received_datagram *l = req->data;
    l->reported = status == 0 && req->handle->data == l;
}

/* `h[0]` is bound and receives. `h[1]` sends a datagram of five parts to it, by address or
 * connected. 1 for the right bytes, 2 for the right family, 4 if the send's callback came with
 * success. */
static int send_in_parts(uv_loop_t *loop, union uv_any_handle *h, struct received_datagram *l,
                         int connected)
{
    uv_udp_send_t req;
    uv_buf_t parts[5];
    int size = sizeof l->to;
    for (int i = 0; i < 5; i++)
        parts[i] = uv_buf_init((char *)"abcde" + i, 1);
    memset(&req, 0xa5, sizeof req);
    req.data = h[0].handle.data = h[1].handle.data = l;
    uv_udp_init(loop, &h[0].udp);
    uv_udp_init(loop, &h[1].udp);
    int answer = uv_udp_bind(&h[0].udp, &l->to.any, 0);
    if (answer == 0)
        answer = uv_udp_getsockname(&h[0].udp, &l->to.any, &size);
    if (answer == 0)
        answer = uv_udp_recv_start(&h[0].udp, datagram_buffer, keep_datagram);
    if (answer == 0 && connected)
        answer = uv_udp_connect(&h[1].udp, &l->to.any);
    if (answer == 0)
        answer = uv_udp_send(&req, &h[1].udp, parts, 5, connected ? NULL : &l->to.any, note_sent);
    if (answer < 0)
        return answer;
    uv_run(loop, UV_RUN_DEFAULT);
    return (l->size == 5 && memcmp(l->text, "abcde", 5) == 0) +
           2 * (l->family == l->to.any.sa_family) + 4 * l->reported;
}

/* A machine without IPv6 cannot be asked: that counts as right. */
static int send_in_parts_ipv6(uv_loop_t *loop, union uv_any_handle *h, int connected)
{
    struct received_datagram l = { .size = 0 };
    uv_ip6_addr("::1", 0, &l.to.six);
    int answer = send_in_parts(loop, h, &l, connected);
    return answer == UV_EAFNOSUPPORT || answer == UV_EADDRNOTAVAIL ? 7 : answer;
}

/* ---- ASK-86 ---- */
static int ask_udp_of_five_parts(uv_loop_t *loop, union uv_any_handle *h)
{
    struct received_datagram l = { .to.four = local_port(0) };
    return send_in_parts(loop, h, &l, 0);
}

static int ask_udp_sent_to_six(uv_loop_t *loop, union uv_any_handle *h)
{
    return send_in_parts_ipv6(loop, h, 0);
}

static int ask_udp_connected_to_six(uv_loop_t *loop, union uv_any_handle *h)
{
    return send_in_parts_ipv6(loop, h, 1);
}

static int ask_kinds_of_six(uv_loop_t *loop, union uv_any_handle *h)
{
    int datagrams = socket(AF_INET6, SOCK_DGRAM, 0), bytes = socket(AF_INET6, SOCK_STREAM, 0);
    (void)loop, (void)h;
    int answer = datagrams < 0 || bytes < 0 ? 3
                                            : (uv_guess_handle(datagrams) == UV_UDP) +
                                                  2 * (uv_guess_handle(bytes) == UV_TCP);
    close(datagrams);
    close(bytes);
    return answer;
}

static int ask_udp_connected_to_no_family(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_un none = { .sun_family = AF_UNIX };
    uv_udp_init(loop, &h->udp);
    return uv_udp_connect(&h->udp, (struct sockaddr *)&none);
}

/* ---- ASK-87 ---- */
static int ask_texts_without_a_place(uv_loop_t *loop, union uv_any_handle *h)
{
    char text[64];
    size_t size = sizeof text, none = 0;
    uv_fs_event_init(loop, &h[0].fs_event);
    uv_fs_poll_init(loop, &h[1].fs_poll);
    if (uv_version() >= 0x013200) { /* libuv < 1.50: getpath without a buffer aborts */
        uv_fs_event_start(&h[0].fs_event, no_change, "/", 0);
        uv_fs_poll_start(&h[1].fs_poll, note_fs_poll, "/", 1000);
    }
    int answer = uv_cwd(NULL, &size) == UV_EINVAL && uv_cwd(text, NULL) == UV_EINVAL &&
                 uv_cwd(text, &none) == UV_EINVAL;
    answer += 2 * (uv_exepath(NULL, &size) == UV_EINVAL && uv_exepath(text, &none) == UV_EINVAL);
    answer += 4 * (uv_fs_event_getpath(&h[0].fs_event, NULL, &size) == UV_EINVAL &&
                   uv_fs_event_getpath(&h[0].fs_event, text, &none) == UV_EINVAL);
    answer += 8 * (uv_fs_poll_getpath(&h[1].fs_poll, NULL, &size) == UV_EINVAL &&
                   uv_fs_poll_getpath(&h[1].fs_poll, text, &none) == UV_EINVAL);
    return answer;
}

/* 1 if the title is reported with exactly enough room, plus 2 if one byte less is refused. */
static int ask_title_of_this_process(uv_loop_t *loop, union uv_any_handle *h)
{
    static char words[] = "asked\0by-somebody";
    char *args[] = { words, words + 6, NULL }, text[16], name[16] = "";
    (void)loop, (void)h;
    pthread_getname_np(pthread_self(), name, sizeof name);
    uv_setup_args(2, args);
    int answer = uv_set_process_title("abc");
    if (answer == 0)
        answer = (uv_get_process_title(text, 4) == 0 && strcmp(text, "abc") == 0) +
                 2 * (uv_get_process_title(text, 3) == UV_ENOBUFS);
    pthread_setname_np(pthread_self(), name);
    return answer;
}

static void do_nothing(int number)
{
    (void)number;
}

static void post_after_a_signal(void *with)
{
    struct thread_shared *of = with;
    uv_sleep(10);
    of->value = 1;
    uv_sem_post(&of->has_begun);
}

static void interrupt_soon(void)
{
    const struct itimerval soon = { .it_value.tv_usec = 5000 };
    setitimer(ITIMER_REAL, &soon, NULL);
}

/* A signal interrupts the system's wait and sleep; it must not interrupt libuv's. */
static int ask_semaphore_after_a_signal(uv_loop_t *loop, union uv_any_handle *h)
{
    struct thread_shared with = { .value = 0 };
    struct sigaction action = { .sa_handler = do_nothing }, former;
    uv_thread_t thread;
    (void)loop, (void)h;
    sigaction(SIGALRM, &action, &former);
    if (uv_sem_init(&with.has_begun, 0) < 0 ||
        uv_thread_create(&thread, post_after_a_signal, &with) < 0)
        return UV_EILSEQ;
    interrupt_soon();
    uv_sem_wait(&with.has_begun);
    int answer = with.value;
    uv_thread_join(&thread);
    uint64_t before = uv_hrtime();
    interrupt_soon();
    uv_sleep(20);
    answer += 2 * (uv_hrtime() - before >= 20000000);
    sigaction(SIGALRM, &former, NULL);
    uv_sem_destroy(&with.has_begun);
    return answer;
}

static int ask_inheritance_forbidden(uv_loop_t *loop, union uv_any_handle *h)
{
    int flags[17];
    (void)loop, (void)h;
    int copied = fcntl(16, F_GETFD) == -1 && dup2(2, 16) == 16;
    for (int fd = 0; fd < 17; fd++)
        flags[fd] = fcntl(fd, F_GETFD);
    fcntl(2, F_SETFD, 0);
    fcntl(16, F_SETFD, 0);
    uv_disable_stdio_inheritance();
    int answer = fcntl(2, F_GETFD) == FD_CLOEXEC && fcntl(16, F_GETFD) == FD_CLOEXEC;
    for (int fd = 0; fd < 17; fd++)
        if (flags[fd] != -1)
            fcntl(fd, F_SETFD, flags[fd]);
    if (copied)
        close(16);
    return answer;
}

#endif
