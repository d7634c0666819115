/* unversioned.c - a plug-in that declares nothing, and does not know its version either. */
#include "backend/backend.h"

static const char *version(void)
{
    return 0;
}

static struct loop *open_loop(const struct loop_config *config, char *error, size_t size)
{
    (void)config;
    (void)error;
    (void)size;
    return 0;
}

static int close_loop(struct loop *loop)
{
    (void)loop;
    return 0;
}

static int run(struct loop *loop, enum loop_mode mode)
{
    (void)loop;
    (void)mode;
    return 0;
}

const struct loop_backend loopspec_backend = {
    .abi = LOOP_BACKEND_ABI,
    .name = "unversioned",
    .version = version,
    .open = open_loop,
    .close = close_loop,
    .run = run,
};
