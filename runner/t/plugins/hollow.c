/* hollow.c - a plug-in that declares a capability and has no function for it. */
#include "interface/backend.h"

#ifndef HOLLOW_VERSION
#define HOLLOW_VERSION "1"
#define HOLLOW_CAN     LOOP_CAN_STOP
#endif

static const char *version(void)
{
    return HOLLOW_VERSION;
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
    .can = HOLLOW_CAN,
    .name = "hollow",
    .version = version,
    .open = open_loop,
    .close = close_loop,
    .run = run,
};
