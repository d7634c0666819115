/* builtin.h - the backends that are part of the program. */
#ifndef BACKEND_BUILTIN_H
#define BACKEND_BUILTIN_H
#include <stdbool.h>
#include "interface/backend.h"
#include "base/diag.h"

extern const struct loop_backend backend_reference; /* our own loop, after the profile */
/* Whichever libuv is loaded; with a ring it is to be opened with that argument and has no virtual
 * clock, since what it hands to io_uring ends by the kernel's. */
#define BACKEND_ARG_RING "io_uring"
const struct loop_backend *backend_libuv(bool ring);
/* Can the libuv that is loaded use io_uring on this machine? -1 with `*d`, the system's fault. */
int backend_libuv_has_ring(struct diag *d);
#endif
