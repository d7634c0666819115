/* missing_function.c - a plug-in that declares a capability and has no function for it. */
#include "interface/backend.h"

#ifndef MISSING_FUNCTION_VERSION
#define MISSING_FUNCTION_VERSION "1"
#define MISSING_FUNCTION_CAN     LOOP_CAN_STOP
#endif

static const char *version(void)
{
    return MISSING_FUNCTION_VERSION;
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
    .can = MISSING_FUNCTION_CAN,
    .name = "missing_function",
    .version = version,
    .open = open_loop,
    .close = close_loop,
    .run = run,
};
