/* load.h - from what stands after -b to a backend in this process.
 *
 *     reference              our own loop
 *     reference:mutant=NAME  the same with a mistake in it, or none: mutants/mutants.h
 *     libuv                  the libuv that the system's loader finds
 *     libev, libevent, glib  by an adapter of ours: a plug-in that was built beside us
 *     libuv:PATH             this libuv.so.1; the process was started for it
 *     libuv:io_uring         with io_uring on, which is off else; also libuv:PATH,io_uring
 *     PATH.so, PATH.so:ARGS  a plug-in
 *
 * or to the name of a runtime outside of it, whose adapter runtime/find.h finds:
 *
 *     node, ...              the one that is installed; load.c has their rows
 *     node:PATH              this binary
 *     exec:COMMAND           an adapter of the user's
 */
#ifndef LOAD_LOAD_H
#define LOAD_LOAD_H
#include <stdbool.h>
#include <stddef.h>
#include "interface/backend.h"
#include "base/diag.h"
#include "mutants/mutants.h"

enum backend_class {
    BACKEND_REFERENCE,
    BACKEND_LIBUV,
    BACKEND_PLUGIN,
    BACKEND_RUNTIME, /* from here on: outside of this program */
    BACKEND_EXEC,
};

struct backend_spec {
    enum backend_class class;
    char path[4096]; /* of the library or the binary, "" for none; of BACKEND_EXEC the command */
    char args[256];  /* "" for none */
    char name[16];   /* "node" of BACKEND_RUNTIME, "libev" of an adapter that comes with us */
    bool is_woven;   /* the reference's twin, with its own host */
    const struct mutant *mutant; /* at work in it; NULL for none */
};

bool backend_spec_asks_ring(const struct backend_spec *spec);

/* -1 with `*d`: an unknown name or a path that does not exist, the user's fault. */
int backend_spec_parse(const char *text, struct backend_spec *out, struct diag *d);

bool backend_is_outside(const struct backend_spec *spec);

/* Load it into this process, if it is not outside. NULL with `*d`, the system's fault: it exists and does
 * not load, has another ABI, or declares a capability without its functions. */
const struct loop_backend *backend_load(const struct backend_spec *spec, struct diag *d);

/* The name of a function of struct loop_backend, by its offset there; NULL if there is none. */
const char *backend_call_name(size_t member);

/* What runs programs over it: host_run(), or its twin, for the woven loop has a host of its
 * own. */
typedef void backend_host(const struct host_config *config);
backend_host *backend_host_of(const struct backend_spec *spec);
/* The same for a process that goes on: host_play(), or its twin. */
backend_host *backend_player_of(const struct backend_spec *spec);

/* What has a name of its own after -b. A runtime's row also says how it is started. */
struct backend_builtin {
    const char *name;
    enum backend_class class;
    const char *what;      /* a line about it */
    const char *adapter;   /* a script that the runtime runs itself, or, for a browser, Node */
    const char *called[3]; /* as the binary may be called */
    const char *flag[4];   /* what it wants to hear before the name of a script */
    const char *package;   /* Debian's, of a browser; NULL for what is none */
};
const struct backend_builtin *backend_builtin(size_t i); /* NULL beyond the last */
/* "node, bun and deno": the runtimes from this one on, in `buffer`, which it returns. */
char *backend_list_runtimes(size_t first, const char *last, char *buffer, size_t size);
#endif
