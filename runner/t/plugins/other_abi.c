/* other_abi.c - a plug-in that was built for another version of backend.h. */
#include "backend/backend.h"

const struct loop_backend loopspec_backend = { .abi = LOOP_BACKEND_ABI + 1, .name = "other" };
