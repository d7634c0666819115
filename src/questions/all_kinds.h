/* all_kinds.h - questions that are asked of every error name, every kind of handle and every kind
 * of request. */
#ifndef QUESTIONS_ALL_KINDS_H
#define QUESTIONS_ALL_KINDS_H
#include "questions/common.h"
#include "questions/child.h"
#include "questions/loop.h"
#include "questions/request.h"

/* `since` is the minor version of the first libuv 1.x that knows the error. */
struct known_error {
    int code, since;
    const char *name, *text;
};

static int has_name_and_text(const struct known_error *e)
{
    char name[64] = "", text[64] = "", number[64];
    if ((int)(uv_version() >> 8 & 255) < e->since) {
        snprintf(number, sizeof number, "Unknown system error %d", e->code);
        return same_text(uv_err_name_r(e->code, name, sizeof name), number);
    }
    return same_text(uv_err_name(e->code), e->name) && same_text(uv_strerror(e->code), e->text) &&
           same_text(uv_err_name_r(e->code, name, sizeof name), e->name) &&
           same_text(uv_strerror_r(e->code, text, sizeof text), e->text);
}

/* ---- ASK-36 ---- */
/* How many errors have the documented name and text in all four calls. */
static int ask_errors_of_every_name(uv_loop_t *loop, union uv_any_handle *h)
{
    static const struct known_error errors[] = {
        { UV_E2BIG, 34, "E2BIG", "argument list too long" },
        { UV_EACCES, 34, "EACCES", "permission denied" },
        { UV_EADDRINUSE, 34, "EADDRINUSE", "address already in use" },
        { UV_EADDRNOTAVAIL, 34, "EADDRNOTAVAIL", "address not available" },
        { UV_EAFNOSUPPORT, 34, "EAFNOSUPPORT", "address family not supported" },
        { UV_EAGAIN, 34, "EAGAIN", "resource temporarily unavailable" },
        { UV_EAI_ADDRFAMILY, 34, "EAI_ADDRFAMILY", "address family not supported" },
        { UV_EAI_AGAIN, 34, "EAI_AGAIN", "temporary failure" },
        { UV_EAI_BADFLAGS, 34, "EAI_BADFLAGS", "bad ai_flags value" },
        { UV_EAI_BADHINTS, 34, "EAI_BADHINTS", "invalid value for hints" },
        { UV_EAI_CANCELED, 34, "EAI_CANCELED", "request canceled" },
        { UV_EAI_FAIL, 34, "EAI_FAIL", "permanent failure" },
        { UV_EAI_FAMILY, 34, "EAI_FAMILY", "ai_family not supported" },
        { UV_EAI_MEMORY, 34, "EAI_MEMORY", "out of memory" },
        { UV_EAI_NODATA, 34, "EAI_NODATA", "no address" },
        { UV_EAI_NONAME, 34, "EAI_NONAME", "unknown node or service" },
        { UV_EAI_OVERFLOW, 34, "EAI_OVERFLOW", "argument buffer overflow" },
        { UV_EAI_PROTOCOL, 34, "EAI_PROTOCOL", "resolved protocol is unknown" },
        { UV_EAI_SERVICE, 34, "EAI_SERVICE", "service not available for socket type" },
        { UV_EAI_SOCKTYPE, 34, "EAI_SOCKTYPE", "socket type not supported" },
        { UV_EALREADY, 34, "EALREADY", "connection already in progress" },
        { UV_EBADF, 34, "EBADF", "bad file descriptor" },
        { UV_EBUSY, 34, "EBUSY", "resource busy or locked" },
        { UV_ECANCELED, 34, "ECANCELED", "operation canceled" },
        { UV_ECHARSET, 34, "ECHARSET", "invalid Unicode character" },
        { UV_ECONNABORTED, 34, "ECONNABORTED", "software caused connection abort" },
        { UV_ECONNREFUSED, 34, "ECONNREFUSED", "connection refused" },
        { UV_ECONNRESET, 34, "ECONNRESET", "connection reset by peer" },
        { UV_EDESTADDRREQ, 34, "EDESTADDRREQ", "destination address required" },
        { UV_EEXIST, 34, "EEXIST", "file already exists" },
        { UV_EFAULT, 34, "EFAULT", "bad address in system call argument" },
        { UV_EFBIG, 34, "EFBIG", "file too large" },
        { UV_EHOSTUNREACH, 34, "EHOSTUNREACH", "host is unreachable" },
        { UV_EINTR, 34, "EINTR", "interrupted system call" },
        { UV_EINVAL, 34, "EINVAL", "invalid argument" },
        { UV_EIO, 34, "EIO", "i/o error" },
        { UV_EISCONN, 34, "EISCONN", "socket is already connected" },
        { UV_EISDIR, 34, "EISDIR", "illegal operation on a directory" },
        { UV_ELOOP, 34, "ELOOP", "too many symbolic links encountered" },
        { UV_EMFILE, 34, "EMFILE", "too many open files" },
        { UV_EMSGSIZE, 34, "EMSGSIZE", "message too long" },
        { UV_ENAMETOOLONG, 34, "ENAMETOOLONG", "name too long" },
        { UV_ENETDOWN, 34, "ENETDOWN", "network is down" },
        { UV_ENETUNREACH, 34, "ENETUNREACH", "network is unreachable" },
        { UV_ENFILE, 34, "ENFILE", "file table overflow" },
        { UV_ENOBUFS, 34, "ENOBUFS", "no buffer space available" },
        { UV_ENODEV, 34, "ENODEV", "no such device" },
        { UV_ENOENT, 34, "ENOENT", "no such file or directory" },
        { UV_ENOMEM, 34, "ENOMEM", "not enough memory" },
        { UV_ENONET, 34, "ENONET", "machine is not on the network" },
        { UV_ENOPROTOOPT, 34, "ENOPROTOOPT", "protocol not available" },
        { UV_ENOSPC, 34, "ENOSPC", "no space left on device" },
        { UV_ENOSYS, 34, "ENOSYS", "function not implemented" },
        { UV_ENOTCONN, 34, "ENOTCONN", "socket is not connected" },
        { UV_ENOTDIR, 34, "ENOTDIR", "not a directory" },
        { UV_ENOTEMPTY, 34, "ENOTEMPTY", "directory not empty" },
        { UV_ENOTSOCK, 34, "ENOTSOCK", "socket operation on non-socket" },
        { UV_ENOTSUP, 34, "ENOTSUP", "operation not supported on socket" },
        { UV_EPERM, 34, "EPERM", "operation not permitted" },
        { UV_EPIPE, 34, "EPIPE", "broken pipe" },
        { UV_EPROTO, 34, "EPROTO", "protocol error" },
        { UV_EPROTONOSUPPORT, 34, "EPROTONOSUPPORT", "protocol not supported" },
        { UV_EPROTOTYPE, 34, "EPROTOTYPE", "protocol wrong type for socket" },
        { UV_ERANGE, 34, "ERANGE", "result too large" },
        { UV_EROFS, 34, "EROFS", "read-only file system" },
        { UV_ESHUTDOWN, 34, "ESHUTDOWN", "cannot send after transport endpoint shutdown" },
        { UV_ESPIPE, 34, "ESPIPE", "invalid seek" },
        { UV_ESRCH, 34, "ESRCH", "no such process" },
        { UV_ETIMEDOUT, 34, "ETIMEDOUT", "connection timed out" },
        { UV_ETXTBSY, 34, "ETXTBSY", "text file is busy" },
        { UV_EXDEV, 34, "EXDEV", "cross-device link not permitted" },
        { UV_UNKNOWN, 34, "UNKNOWN", "unknown error" },
        { UV_EOF, 34, "EOF", "end of file" },
        { UV_ENXIO, 34, "ENXIO", "no such device or address" },
        { UV_EMLINK, 34, "EMLINK", "too many links" },
        { UV_EHOSTDOWN, 34, "EHOSTDOWN", "host is down" },
        { UV_EREMOTEIO, 34, "EREMOTEIO", "remote I/O error" },
        { UV_ENOTTY, 34, "ENOTTY", "inappropriate ioctl for device" },
        { UV_EFTYPE, 34, "EFTYPE", "inappropriate file type or format" },
        { UV_EILSEQ, 34, "EILSEQ", "illegal byte sequence" },
        { -EOVERFLOW, 42, "EOVERFLOW", "value too large for defined data type" },
        { -ESOCKTNOSUPPORT, 42, "ESOCKTNOSUPPORT", "socket type not supported" },
        { -ENODATA, 45, "ENODATA", "no data available" },
        { -EUNATCH, 46, "EUNATCH", "protocol driver not attached" },
        { -ENOEXEC, 50, "ENOEXEC", "exec format error" },
    };
    int reported = 0;
    (void)loop, (void)h;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        reported += has_name_and_text(&errors[i]);
    return reported;
}

/* ---- ASK-33 ---- */
/* The twelve kinds of handles that make_each_handle() makes. */
static uv_handle_type handle_type(int i)
{
    static const uv_handle_type types[12] = { UV_ASYNC,      UV_PREPARE,  UV_CHECK,   UV_IDLE,
                                              UV_TIMER,      UV_SIGNAL,   UV_TCP,     UV_UDP,
                                              UV_NAMED_PIPE, UV_FS_EVENT, UV_FS_POLL, UV_POLL };
    return types[i];
}

/* Make a handle of each kind that needs no child process, and start it if that needs no other end.
 * Returns the descriptor that is polled; the caller closes it. */
static int make_each_handle(uv_loop_t *loop, union uv_any_handle *h)
{
    int end = socket(AF_INET, SOCK_DGRAM, 0);
    uv_async_init(loop, &h[0].async, no_async);
    uv_async_send(&h[0].async);
    uv_prepare_init(loop, &h[1].prepare);
    uv_prepare_start(&h[1].prepare, no_prepare);
    uv_check_init(loop, &h[2].check);
    uv_check_start(&h[2].check, no_check);
    uv_idle_init(loop, &h[3].idle);
    uv_idle_start(&h[3].idle, no_idle);
    uv_timer_init(loop, &h[4].timer);
    uv_timer_start(&h[4].timer, no_timer, 0, 1);
    uv_signal_init(loop, &h[5].signal);
    uv_signal_start(&h[5].signal, no_signal, SIGUSR2);
    raise(SIGUSR2);
    uv_tcp_init_ex(loop, &h[6].tcp, AF_INET);
    uv_udp_init_ex(loop, &h[7].udp, AF_INET);
    uv_pipe_init(loop, &h[8].pipe, 0);
    uv_fs_event_init(loop, &h[9].fs_event);
    uv_fs_event_start(&h[9].fs_event, no_change, "/", 0);
    uv_fs_poll_init(loop, &h[10].fs_poll);
    uv_poll_init(loop, &h[11].poll, end);
    uv_poll_start(&h[11].poll, UV_WRITABLE, no_event);
    return end;
}

/* From the close callback on, the handle's memory belongs to the user: libuv must not write
 * there. */
static void close_and_use(uv_handle_t *handle)
{
    ++*(int *)handle->data;
    memset(handle, 0xa5, uv_handle_size(handle->type));
}

static void close_in_a_walk(uv_handle_t *handle, void *count)
{
    handle->data = count;
    uv_close(handle, close_and_use);
}

static int is_unused(const union uv_any_handle *h, size_t size)
{
    const unsigned char *byte = (const unsigned char *)h;
    for (size_t i = 0; i < size; i++)
        if (byte[i] != 0xa5)
            return 0;
    return 1;
}

static int ask_each_closed_by_a_walk(uv_loop_t *loop, union uv_any_handle *h)
{
    union uv_any_handle each[12];
    int ended = 0, unused = 0;
    (void)h;
    int end = make_each_handle(loop, each);
    uv_walk(loop, close_in_a_walk, &ended);
    for (int i = 0; i < 4; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    for (int i = 0; i < 12; i++)
        unused += is_unused(&each[i], uv_handle_size(handle_type(i)));
    close(end);
    return ended + 100 * unused;
}

/* `data` is set before each handle is made and must stay. The handle must report its type and its
 * loop. */
static int ask_each_keeps_its_data(uv_loop_t *loop, union uv_any_handle *h)
{
    union uv_any_handle each[12];
    int kept = 0, right = 0, ended = 0;
    for (int i = 0; i < 12; i++)
        each[i].handle.data = h;
    int end = make_each_handle(loop, each);
    uv_run(loop, UV_RUN_NOWAIT);
    for (int i = 0; i < 12; i++) {
        kept += each[i].handle.data == h;
        right += uv_handle_get_type(&each[i].handle) == handle_type(i) &&
                 uv_handle_get_loop(&each[i].handle) == loop;
    }
    uv_walk(loop, close_in_a_walk, &ended);
    for (int i = 0; i < 4; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    close(end);
    return kept + 100 * right + 10000 * (ended == 12);
}

/* ---- ASK-34 ---- */
static void no_status(uv_write_t *req, int status)
{
    (void)req, (void)status;
}

static void no_shutdown(uv_shutdown_t *req, int status)
{
    (void)req, (void)status;
}

static void no_sending(uv_udp_send_t *req, int status)
{
    (void)req, (void)status;
}

static void no_file_call(uv_fs_t *req)
{
    uv_fs_req_cleanup(req);
}

static void no_addresses(uv_getaddrinfo_t *req, int status, struct addrinfo *addresses)
{
    (void)req, (void)status;
    uv_freeaddrinfo(addresses);
}

static void no_name(uv_getnameinfo_t *req, int status, const char *host, const char *service)
{
    (void)req, (void)status, (void)host, (void)service;
}

static void no_bytes_at_random(uv_random_t *req, int status, void *bytes, size_t size)
{
    (void)req, (void)status, (void)bytes, (void)size;
}

static void no_job(uv_work_t *req)
{
    (void)req;
}

/* Start a request of each kind. Those of streams use a socket pair, whose other end is returned;
 * the others go to a port where nobody listens. */
static int start_each_request(uv_loop_t *loop, union uv_any_handle *h, union uv_any_req *r)
{
    static char random;
    struct sockaddr_in at = local_port(1);
    uv_buf_t byte = uv_buf_init((char *)"a", 1);
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_pipe_init(loop, &h[0].pipe, 0);
    uv_pipe_open(&h[0].pipe, ends[0]);
    uv_tcp_init(loop, &h[1].tcp);
    uv_udp_init(loop, &h[2].udp);
    uv_tcp_connect(&r[0].connect, &h[1].tcp, (struct sockaddr *)&at, no_connect);
    uv_write(&r[1].write, &h[0].stream, &byte, 1, no_status);
    uv_shutdown(&r[2].shutdown, &h[0].stream, no_shutdown);
    uv_udp_send(&r[3].udp_send, &h[2].udp, &byte, 1, (struct sockaddr *)&at, no_sending);
    uv_fs_stat(loop, &r[4].fs, "/", no_file_call);
    uv_queue_work(loop, &r[5].work, no_job, NULL);
    uv_getaddrinfo(loop, &r[6].getaddrinfo, no_addresses, "127.0.0.1", NULL, NULL);
    uv_getnameinfo(loop, &r[7].getnameinfo, no_name, (struct sockaddr *)&at, NI_NUMERICHOST);
    uv_random(loop, &r[8].random, &random, 1, 0, no_bytes_at_random);
    return ends[1];
}

static int ask_each_request_keeps_its_data(uv_loop_t *loop, union uv_any_handle *h)
{
    static const uv_req_type types[9] = { UV_CONNECT,     UV_WRITE,       UV_SHUTDOWN,
                                          UV_UDP_SEND,    UV_FS,          UV_WORK,
                                          UV_GETADDRINFO, UV_GETNAMEINFO, UV_RANDOM };
    union uv_any_req each[9];
    int kept = 0, right = 0;
    for (int i = 0; i < 9; i++)
        each[i].req.data = h;
    int end = start_each_request(loop, h, each);
    for (int i = 0; i < 9; i++)
        right += uv_req_get_type(&each[i].req) == types[i];
    uv_run(loop, UV_RUN_DEFAULT);
    close(end);
    for (int i = 0; i < 9; i++)
        kept += each[i].req.data == h;
    return kept + 100 * right;
}

#endif
