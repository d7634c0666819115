/* other_abi.c - a plug-in that was built for another version of backend.h. */
#include "interface/backend.h"

const struct loop_backend loopspec_backend = { .abi = 3, .name = "other" };
