/* libuv_ring.c - checks whether libuv can use io_uring for file calls here. */
#include "backend/builtin.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <uv.h>

enum {
    SINCE = 0x012d00,         /* libuv 1.45 */
    SETUP_SQPOLL = 2u,        /* the flag with which libuv sets up a ring */
    FEAT_RSRC_TAGS = 1u << 10 /* the feature by which it recognises Linux 5.13 */
};

/* struct io_uring_params; some systems' headers lack it. */
struct ring_params {
    uint32_t entries[2], flags, sq_thread_cpu, sq_thread_idle, features, wq_fd, others[3 + 20];
};

static int kernel_has_ring(void)
{
#ifdef SYS_io_uring_setup
    struct ring_params params = { .flags = SETUP_SQPOLL };
    long fd = syscall(SYS_io_uring_setup, 1, &params);
    if (fd < 0)
        return -errno;
    close((int)fd);
    return params.features & FEAT_RSRC_TAGS ? 0 : -ENOSYS;
#else
    return -ENOSYS;
#endif
}

int backend_libuv_has_ring(struct diag *d)
{
    if (uv_version() < SINCE)
        return diag_system(d, "name a later one: libuv:PATH/libuv.so.1,io_uring",
                           "libuv %s has no io_uring; 1.45 was the first to use it",
                           uv_version_string());
    int result = kernel_has_ring();
    if (result < 0)
        return diag_system(d, "containers and kernel.io_uring_disabled may forbid it",
                           "this machine has no io_uring for libuv: %s", strerror(-result));
    return 0;
}
