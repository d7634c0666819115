/* load.h - turn the argument of -b into a backend in this process.
 *
 *     reference              our own loop
 *     reference:mutant=NAME  our own loop with this mistake in it, or with none: mutants/mutants.h
 *     libuv                  the libuv that the system's loader finds
 *     libev, libevent, glib  one of our adapters: a plug-in that was built with this program
 *     libuv:PATH             this libuv.so.1; the process was started with it
 *     libuv:io_uring         with io_uring, which is off by default; also libuv:PATH,io_uring
 *     PATH.so, PATH.so:ARGS  a plug-in
 *
 * or into the name of a runtime outside of it, whose adapter runtime/find.h finds:
 *
 *     node, ...              the one that is installed; their rows are in load.c
 *     node:PATH              this binary
 *     exec:COMMAND           the user's own adapter */
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
    char path[4096]; /* of the library or the binary, "": none; BACKEND_EXEC: the command */
    char args[256];  /* "": none */
    char name[16];   /* BACKEND_RUNTIME: "node"; an adapter that comes with us: "libev" */
    bool is_woven;   /* the copy of the reference that contains the mutants; it has its own host */
    const struct mutant *mutant; /* the active one; NULL: none */
};

bool backend_spec_asks_ring(const struct backend_spec *spec);

/* -1 with `*d` (the user's fault): an unknown name, or a path that does not exist. */
int backend_spec_parse(const char *text, struct backend_spec *out, struct diag *d);

bool backend_is_outside(const struct backend_spec *spec);

/* Load it into this process, unless it is outside. NULL with `*d` (the system's fault): it does not
 * load, has another ABI, or declares a capability without its functions. */
const struct loop_backend *backend_load(const struct backend_spec *spec, struct diag *d);

/* The name of a function of struct loop_backend, by its offset; NULL if there is none. */
const char *backend_call_name(size_t member);

/* The function that runs programs on it: host_run(), or the copy of it that contains the
 * mutants. */
typedef void backend_host(const struct host_config *config);
backend_host *backend_host_of(const struct backend_spec *spec);
/* As backend_host_of(), for a process that runs several programs: host_play() or its copy. */
backend_host *backend_player_of(const struct backend_spec *spec);

/* A name that -b knows. A runtime's row also says how it is started. */
struct backend_builtin {
    const char *name;
    enum backend_class class;
    const char *what; /* one line about it */
    /* A script that the runtime itself runs; of a page, one that Node runs. */
    const char *adapter;
    const char *called[3]; /* possible names of the binary, or paths */
    const char *flag[4];   /* arguments before the script's name */
    const char *argument;  /* after the script's name; or NULL */
    const char *package;   /* Debian's, if it comes from there; else NULL */
    bool is_page;          /* of a browser: Node runs the script */
};
const struct backend_builtin *backend_builtin(size_t i); /* NULL after the last */
/* "node, bun and deno": the runtimes from number `first` on. Returns `buffer`. */
char *backend_list_runtimes(size_t first, const char *last, char *buffer, size_t size);
#endif
