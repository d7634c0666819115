/* names.c - observations of what a loop reports of a handle: paths, addresses, names, and options
 * of its socket. */
#include "host/inside.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/un.h>

/* The name that the loop is expected to report. */
struct expected_name {
    char text[sizeof(struct sockaddr_storage)];
    size_t size;
    bool is_terminated; /* by a zero byte, which takes room and is not counted */
};

/* 1 if the loop reports exactly this name; else 0, or its error. With a buffer one byte too small
 * it must fail and report how much it needs. */
static int64_t reports_name(const struct loop_backend *b, struct loop_handle *handle,
                            enum loop_name which, const char *text, size_t length,
                            bool is_terminated)
{
    char buffer[4096];
    const size_t needed = length + is_terminated;
    size_t size = needed;
    if (is_terminated && length > 0) {
        size = length;
        int result = b->handle_name(handle, which, buffer, &size);
        if (result != -ENOBUFS || size != needed)
            return result < 0 && result != -ENOBUFS ? result : 0;
        memset(buffer, 'x', needed);
    } else {
        size = sizeof buffer;
    }
    int result = b->handle_name(handle, which, buffer, &size);
    if (result < 0)
        return result;
    bool ends = !is_terminated || length == 0 || buffer[length] == '\0';
    return size == length && memcmp(buffer, text, length) == 0 && ends;
}

int64_t name_path(struct host *h, const struct step *s)
{
    const struct object *o = object_find(h, s);
    return reports_name(h->backend, o->handle, LOOP_NAME_PATH, o->path, strlen(o->path), true);
}

/* The name as the kernel has it. If the kernel has none, the size is 0: then the loop's answer
 * cannot be compared. */
static struct expected_name kernel_name(const struct object *o, int fd, bool is_own)
{
    struct sockaddr_storage name = { 0 };
    struct expected_name expected = { .size = 0 };
    socklen_t size = sizeof name;
    int result = fd < 0   ? -1
                 : is_own ? getsockname(fd, (struct sockaddr *)&name, &size)
                          : getpeername(fd, (struct sockaddr *)&name, &size);
    if (result < 0)
        return expected;
    expected.is_terminated = name.ss_family == AF_UNIX && o->kind != TRACE_DATAGRAM;
    if (expected.is_terminated) {
        const struct sockaddr_un *un = (const struct sockaddr_un *)&name;
        expected.size = strnlen(un->sun_path, sizeof un->sun_path);
        memcpy(expected.text, un->sun_path, expected.size);
    } else {
        expected.size = size;
        memcpy(expected.text, &name, size);
    }
    return expected;
}

int64_t name_address(struct host *h, const struct step *s)
{
    const struct object *o = object_find(h, s);
    bool is_own = s->option == OBSERVE_ADDRESS;
    enum loop_name which = is_own ? LOOP_NAME_ADDRESS : LOOP_NAME_PARTNER;
    struct expected_name expected = kernel_name(o, h->backend->descriptor(o->handle), is_own);
    return reports_name(h->backend, o->handle, which, expected.text, expected.size,
                        expected.is_terminated);
}

void name_note_changed_file(struct object *o, enum trace_kind kind)
{
    struct host *h = o->host;
    size_t size = sizeof h->changed;
    h->changed[0] = '\0';
    if (kind != TRACE_WATCH || !(h->backend->can & LOOP_CAN_NAMES))
        return;
    if (h->backend->handle_name(o->handle, LOOP_NAME_CHANGED, h->changed, &size) < 0)
        h->changed[0] = '\0';
}

int64_t name_is_changed(struct host *h, const struct step *s)
{
    const char *path = world_file_path(object_find(h, s)->file), *slash = strrchr(path, '/');
    return strcmp(h->changed, slash ? slash + 1 : path) == 0;
}

/* ---- options of a socket ---- */

void tune_set(struct host *h, const struct step *s)
{
    static const enum loop_tuning tunings[] = {
        [TUNE_NODELAY] = LOOP_TUNE_NODELAY,
        [TUNE_DELAY] = LOOP_TUNE_NODELAY,
        [TUNE_KEEP_ALIVE] = LOOP_TUNE_KEEP_ALIVE,
        [TUNE_KEEP_ALIVE_1] = LOOP_TUNE_KEEP_ALIVE,
        [TUNE_KEEP_ALIVE_0] = LOOP_TUNE_KEEP_ALIVE,
        [TUNE_NO_KEEP_ALIVE] = LOOP_TUNE_KEEP_ALIVE,
        [TUNE_TTL_0] = LOOP_TUNE_TTL,
        [TUNE_TTL_1] = LOOP_TUNE_TTL,
        [TUNE_TTL_255] = LOOP_TUNE_TTL,
        [TUNE_TTL_256] = LOOP_TUNE_TTL,
        [TUNE_BROADCAST] = LOOP_TUNE_BROADCAST,
        [TUNE_NO_BROADCAST] = LOOP_TUNE_BROADCAST,
    };
    static_assert(sizeof tunings / sizeof *tunings == TUNE_COUNT, "a tuning has no option");
    struct object *o = object_find_open(h, s);
    h->result = h->backend->tune(o->handle, tunings[s->option], step_choice(s)->number);
}

static int look(int fd, int level, int option)
{
    int value = 0;
    socklen_t size = sizeof value;
    return getsockopt(fd, level, option, &value, &size) < 0 ? -errno : value;
}

/* The kernel's count of probes has no meaning if keep-alive is off. */
static int look_at_probes(int fd, int option)
{
    int is_on = look(fd, SOL_SOCKET, SO_KEEPALIVE);
    return is_on > 0 ? look(fd, IPPROTO_TCP, option) : is_on;
}

int64_t tune_look(struct host *h, const struct step *s)
{
    int fd = h->backend->descriptor(object_find(h, s)->handle);
    if (fd < 0)
        return fd;
    switch (s->option) {
    case OBSERVE_NODELAY: return look(fd, IPPROTO_TCP, TCP_NODELAY);
    case OBSERVE_KEEP_ALIVE: return look_at_probes(fd, TCP_KEEPIDLE);
    case OBSERVE_PROBES: return look_at_probes(fd, TCP_KEEPCNT);
    case OBSERVE_SPACING: return look_at_probes(fd, TCP_KEEPINTVL);
    case OBSERVE_TTL: return look(fd, IPPROTO_IP, IP_TTL);
    default: return look(fd, SOL_SOCKET, SO_BROADCAST);
    }
}
