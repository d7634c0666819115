/* common.h - what the questions share: system headers, callbacks that do nothing, and small
 * helpers. */
#ifndef QUESTIONS_COMMON_H
#define QUESTIONS_COMMON_H
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <ifaddrs.h>
#include <malloc.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <netpacket/packet.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <uv.h>

static struct sockaddr_in local_port(int port)
{
    struct sockaddr_in at;
    uv_ip4_addr("127.0.0.1", port, &at);
    return at;
}

/* 2 if the stream is readable, plus 1 if it is writable. */
static int directions(uv_stream_t *stream)
{
    return 2 * uv_is_readable(stream) + uv_is_writable(stream);
}

static int has_port(uv_udp_t *udp)
{
    struct sockaddr_in at = { 0 };
    int size = sizeof at;
    int answer = uv_udp_getsockname(udp, (struct sockaddr *)&at, &size);
    return answer < 0 ? answer : at.sin_port != 0;
}

static void no_room(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    (void)handle, (void)size;
    *buffer = uv_buf_init(NULL, 0);
}

static void note_room(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    *(size_t *)handle->data = size;
    *buffer = uv_buf_init(NULL, 0);
}

static void no_datagram(uv_udp_t *udp, ssize_t size, const uv_buf_t *buffer,
                        const struct sockaddr *from, unsigned flags)
{
    (void)udp, (void)size, (void)buffer, (void)from, (void)flags;
}

static void no_bytes(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    (void)stream, (void)size, (void)buffer;
}

static void no_connect(uv_connect_t *req, int status)
{
    (void)req, (void)status;
}

static void note_connect(uv_connect_t *req, int status)
{
    *(int *)req->data = status;
}

static void no_event(uv_poll_t *poll, int status, int events)
{
    (void)poll, (void)status, (void)events;
}

static void no_signal(uv_signal_t *signal, int number)
{
    (void)signal, (void)number;
}

static int bind_own(uv_loop_t *loop, uv_pipe_t *pipe)
{
    char path[64];
    snprintf(path, sizeof path, "/tmp/asked-%d.sock", (int)getpid());
    unlink(path);
    uv_pipe_init(loop, pipe, 0);
    return uv_pipe_bind(pipe, path);
}

/* Wait for a child. Returns its exit status, or the number of the signal that ended it. */
static int wait_for(int pid)
{
    siginfo_t end = { 0 };
    waitid(P_PID, (id_t)pid, &end, WEXITED);
    return end.si_status;
}

/* Run a shell script in a child and return its exit status. Sets `child->data` to the handle if the
 * child leads a session, else to NULL. */
static int script_exit_status(uv_loop_t *loop, uv_process_t *child, uv_process_options_t *o,
                              char *script)
{
    char *args[] = { "sh", "-c", script, "asked", NULL };
    o->file = "/bin/sh";
    o->args = args;
    int answer = uv_spawn(loop, child, o);
    if (answer < 0)
        return answer;
    child->data = getsid(child->pid) == child->pid ? child : NULL;
    return wait_for(child->pid);
}

/* 1 if `get` needs exactly the length of the text and one byte for the zero, and does not count the
 * zero. With one byte less it must fail and report how much it needs. */
static int fits_exactly(int (*get)(char *, size_t *))
{
    char text[1024];
    size_t length = sizeof text, less, enough;
    int answer = get(text, &length);
    if (answer < 0)
        return answer;
    less = length;
    enough = length + 1;
    return strlen(text) == length && get(text, &less) == UV_ENOBUFS && less == length + 1 &&
           get(text, &enough) == 0 && enough == length;
}

static int get_test_variable(char *text, size_t *size)
{
    return uv_os_getenv("ASKED", text, size);
}

#endif
