/* builtin.h - the backends that are part of the program. */
#ifndef BACKEND_BUILTIN_H
#define BACKEND_BUILTIN_H
#include <stdbool.h>
#include "interface/backend.h"
#include "base/diag.h"

/* Our own loop; behaves as the profile's version. */
extern const struct loop_backend backend_reference;
/* The libuv that is loaded. With `ring` it must be opened with that argument, and it has no virtual
 * clock, since the kernel decides when io_uring is done. */
#define BACKEND_ARG_RING "io_uring"
const struct loop_backend *backend_libuv(bool ring);
/* Can the loaded libuv use io_uring on this machine? -1 with `*d`, a system error, if not. */
int backend_libuv_has_ring(struct diag *d);
#endif
