/* builtin.h - the backends that are part of the program. */
#ifndef BACKEND_BUILTIN_H
#define BACKEND_BUILTIN_H
#include "backend/backend.h"

extern const struct loop_backend backend_reference; /* our own loop, after the profile */
const struct loop_backend *backend_libuv(void);     /* whichever libuv is loaded */
#endif
