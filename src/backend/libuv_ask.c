/* libuv_ask.c - what libuv answers to calls that its documents speak of, each on a loop of its own. */
#include "backend/libuv.h"
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <ifaddrs.h>
#include <malloc.h>
#include <netdb.h>
#include <netpacket/packet.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <pthread.h>
#include <pwd.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include "interface/question.h"

#define S(...) __VA_ARGS__
#define L(...) __VA_ARGS__
#define M(...) __VA_ARGS__
#define T(name, ...) \
    struct name {    \
        __VA_ARGS__  \
    };
#define H(name, signature, ...) \
    signature                   \
    {                           \
        __VA_ARGS__             \
    }
#define Q(kind, name, spelling, ...)                               \
    static int ask_##name(uv_loop_t *loop, union uv_any_handle *h) \
    {                                                              \
        __VA_ARGS__                                                \
    }
#include "interface/libuv_questions.h"

static void close_one(uv_handle_t *handle, void *arg)
{
    (void)arg;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

/* A walk does not come to what libuv keeps for itself. */
int libuv_ask(struct loop *loop, uint32_t question)
{
    static int (*const questions[])(uv_loop_t *, union uv_any_handle *) = {
#define S(...)
#define L(...)
#define M(...)
#define T(...)
#define H(...)
#define Q(kind, name, ...) [LOOP_ASK_##kind] = ask_##name,
#include "interface/libuv_questions.h"
    };
    union uv_any_handle handles[3] = { 0 };
    uv_loop_t own;
    int answer = uv_loop_init(&own);

    (void)loop;
    if (answer < 0)
        return answer;
    answer = questions[question](&own, handles);
    uv_walk(&own, close_one, NULL);
    uv_run(&own, UV_RUN_DEFAULT);
    uv_loop_close(&own);
    return answer;
}
