#include "load/load.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

#include "backend/builtin.h"
#include "interface/can.h"
#include "base/mem.h"
#include "base/own_path.h"
#include "base/suggest.h"

/* clang-format off */
static const struct backend_builtin builtins[] = {
    { "reference", BACKEND_REFERENCE, .what = "our own loop; it follows the rules of the profile asked for" },
    { "libuv", BACKEND_LIBUV, .what = "the libuv that this system loads; libuv:io_uring with io_uring on" },
    { "libev", BACKEND_PLUGIN, .what = "libev, by an adapter that was built with it" },
    { "libevent", BACKEND_PLUGIN, .what = "libevent, by an adapter that was built with it" },
    { "glib", BACKEND_PLUGIN, .what = "GLib's main loop, by an adapter that was built with it" },
    { "sd-event", BACKEND_PLUGIN, .what = "systemd's event loop, by an adapter that was built with it" },
    { "tevent", BACKEND_PLUGIN, .what = "Samba's event loop, by an adapter that was built with it" },
    { "libuev", BACKEND_PLUGIN, .what = "libuEv, by an adapter that was built with it" },
    { "node", BACKEND_RUNTIME, .what = "Node, on PATH or in build/runtimes",
      .adapter = "adapter.cjs", .called = { "node" } },
    { "bun", BACKEND_RUNTIME, .what = "Bun, on PATH or in build/runtimes",
      .adapter = "adapter.cjs", .called = { "bun" } },
    { "deno", BACKEND_RUNTIME, .what = "Deno, on PATH or in build/runtimes",
      .adapter = "adapter.cjs", .called = { "deno" }, .flag = { "run", "-A", "--quiet" } },
    { "chromium", BACKEND_RUNTIME, .what = "a page of Chromium, on PATH; needs Node",
      .adapter = "pages.cjs", .called = { "chromium" }, .package = "chromium", .is_page = true },
    { "firefox", BACKEND_RUNTIME, .what = "a page of Firefox, on PATH; needs Node",
      .adapter = "pages.cjs", .called = { "firefox-esr", "firefox" }, .package = "firefox-esr",
      .is_page = true },
    { "asyncio", BACKEND_RUNTIME, .what = "Python's asyncio, of /usr/bin/python3, else of the one on PATH",
      .adapter = "adapter.py", .called = { "/usr/bin/python3", "python3" }, .package = "python3",
      .argument = "asyncio" },
    { "uvloop", BACKEND_RUNTIME, .what = "uvloop in place of asyncio's own loop, of the same Python",
      .adapter = "adapter.py", .called = { "/usr/bin/python3", "python3" },
      .package = "python3-uvloop", .argument = "uvloop" },
};
/* clang-format on */

const struct backend_builtin *backend_builtin(size_t i)
{
    return i < ARRAY_SIZE(builtins) ? &builtins[i] : NULL;
}

/* "node, bun and deno": names joined by commas, `last` before the last one. */
static char *list_names(size_t from, size_t end, const char *last, char *buffer, size_t size)
{
    size_t n = 0;
    buffer[0] = '\0';
    for (size_t i = from; i < end && n < size; i++)
        n += (size_t)snprintf(buffer + n, size - n, "%s%s",
                              i == from      ? ""
                              : i + 1 == end ? last
                                             : ", ",
                              builtins[i].name);
    return buffer;
}

static size_t first_runtime(void)
{
    size_t i = 0;
    while (builtins[i].class != BACKEND_RUNTIME)
        i++;
    return i;
}

char *backend_list_runtimes(size_t first, const char *last, char *buffer, size_t size)
{
    return list_names(first_runtime() + first, ARRAY_SIZE(builtins), last, buffer, size);
}

/* ---- the name ---- */

static int unknown(const char *text, struct diag *d)
{
    struct suggest near;
    char all[sizeof d->hint], loops[100], runtimes[100];
    suggest_init(&near, text);
    for (size_t i = 0; i < ARRAY_SIZE(builtins); i++)
        suggest_offer(&near, builtins[i].name);
    snprintf(all, sizeof all,
             "the backends are %s, libuv:PATH/libuv.so.1, libuv:io_uring, ./PLUG-IN.so, %s, "
             "node:PATH and exec:COMMAND",
             list_names(0, first_runtime(), ", ", loops, sizeof loops),
             backend_list_runtimes(0, ", ", runtimes, sizeof runtimes));
    return diag_usage(d, suggest_hint(&near, all), "unknown backend '%s'", text);
}

static int take_path(const char *text, size_t length, struct backend_spec *out, struct diag *d)
{
    if (length >= sizeof out->path)
        return diag_usage(d, NULL, "the backend's path is too long");
    memcpy(out->path, text, length);
    out->path[length] = '\0';
    if (access(out->path, F_OK) < 0)
        return diag_usage(d, NULL, "no such file: '%s'", out->path);
    return 0;
}

static int take_command(const char *text, struct backend_spec *out, struct diag *d)
{
    out->class = BACKEND_EXEC;
    if (text[strspn(text, " ")] == '\0')
        return diag_usage(d, "-b 'exec:./my-adapter --flag'", "'exec:' names no command");
    if (strlen(text) >= sizeof out->path)
        return diag_usage(d, NULL, "the adapter's command is too long");
    strcpy(out->path, text);
    return 0;
}

static int take_mutant(const char *text, struct backend_spec *out, struct diag *d)
{
    static const char key[] = "mutant=";
    if (strncmp(text, key, sizeof key - 1) != 0)
        return diag_usage(d, "write reference, or reference:mutant=NAME",
                          "the reference loop does not know '%s'", text);
    out->is_woven = true;
    return mutant_find(text + sizeof key - 1, &out->mutant, d);
}

/* Adapters that come with this program are plug-ins, each in a library of its own: libev exports
 * functions with libevent's names, so one process must never load both. They are beside the program
 * that was built, or where it was installed. */
static int take_adapter(struct backend_spec *out, struct diag *d)
{
    static const char *const beside[] = { "adapters/", "../lib/loopspec/adapters/" };
    char name[sizeof out->name + 3], hint[160];
    snprintf(name, sizeof name, "%s.so", out->name);
    char *path = own_find(beside, ARRAY_SIZE(beside), name, R_OK);
    int status = path ? take_path(path, strlen(path), out, d) : 1;
    free(path);
    if (status <= 0)
        return status;
    snprintf(hint, sizeof hint, "install the development files of %s and run make again",
             out->name);
    return diag_usage(d, hint, "this program was built without an adapter for '%s'", out->name);
}

/* PATH, io_uring, or PATH,io_uring */
static int take_libuv(const char *text, struct backend_spec *out, struct diag *d)
{
    static const char ring[] = "," BACKEND_ARG_RING;
    size_t length = strlen(text), tail = strlen(ring);
    bool alone = strcmp(text, ring + 1) == 0;
    if (alone || (length > tail && strcmp(text + length - tail, ring) == 0)) {
        snprintf(out->args, sizeof out->args, "%s", BACKEND_ARG_RING);
        length -= alone ? length : tail;
    }
    return alone ? 0 : take_path(text, length, out, d);
}

bool backend_spec_asks_ring(const struct backend_spec *spec)
{
    return spec->class == BACKEND_LIBUV && strcmp(spec->args, BACKEND_ARG_RING) == 0;
}

int backend_spec_parse(const char *text, struct backend_spec *out, struct diag *d)
{
    memset(out, 0, sizeof *out);
    const char *colon = strchr(text, ':');
    size_t head = colon ? (size_t)(colon - text) : strlen(text);
    bool is_path = memchr(text, '/', head) || (head > 3 && memcmp(text + head - 3, ".so", 3) == 0);
    if (is_path) {
        out->class = BACKEND_PLUGIN;
        if (colon && strlen(colon + 1) >= sizeof out->args)
            return diag_usage(d, NULL, "the arguments of the plug-in are too long");
        strcpy(out->args, colon ? colon + 1 : "");
        return take_path(text, head, out, d);
    }
    if (head == strlen("exec") && memcmp(text, "exec", head) == 0)
        return take_command(colon ? colon + 1 : "", out, d);
    for (size_t i = 0; i < ARRAY_SIZE(builtins); i++) {
        if (strlen(builtins[i].name) != head || memcmp(builtins[i].name, text, head) != 0)
            continue;
        out->class = builtins[i].class;
        snprintf(out->name, sizeof out->name, "%s", builtins[i].name);
        if (!colon)
            return out->class == BACKEND_PLUGIN ? take_adapter(out, d) : 0;
        if (out->class == BACKEND_REFERENCE)
            return take_mutant(colon + 1, out, d);
        if (out->class == BACKEND_LIBUV)
            return take_libuv(colon + 1, out, d);
        if (out->class == BACKEND_PLUGIN)
            return diag_usage(d, NULL, "'%s' takes no arguments: '%s'", out->name, colon + 1);
        return take_path(colon + 1, strlen(colon + 1), out, d);
    }
    return unknown(text, d);
}

/* ---- the library ---- */

/* Capabilities that need handles made by handle_new(). */
#define CAN_HANDLES                                                                             \
    (LOOP_CAN_TIMER | LOOP_CAN_IDLE | LOOP_CAN_PREPARE | LOOP_CAN_CHECK | LOOP_CAN_POLL |       \
     LOOP_CAN_ASYNC | LOOP_CAN_SIGNAL | LOOP_CAN_STREAM | LOOP_CAN_LISTEN | LOOP_CAN_DATAGRAM | \
     LOOP_CAN_WATCH | LOOP_CAN_INSPECT | LOOP_CAN_SOON | LOOP_CAN_POST | LOOP_CAN_AT_EXIT)

/* The size of the struct when ABI 4 began. */
enum { ABI_4_SIZE = offsetof(struct loop_backend, handle_priority) + sizeof(void (*)(void)) };

/* Which functions a declared capability requires. */
static const struct promise {
    uint64_t can;
    size_t member; /* offset in struct loop_backend */
    const char *name;
} promises[] = {
#define PROMISE(can, member)                                \
    {                                                       \
        can, offsetof(struct loop_backend, member), #member \
    }
    PROMISE(0, version),
    PROMISE(0, open),
    PROMISE(0, close),
    PROMISE(0, run),
    PROMISE(LOOP_CAN_STOP, stop),
    PROMISE(LOOP_CAN_ALIVE, alive),
    PROMISE(LOOP_CAN_NOW, now),
    PROMISE(LOOP_CAN_UPDATE_TIME, update_time),
    PROMISE(LOOP_CAN_POLL_TIMEOUT | LOOP_CAN_EMBED, poll_timeout),
    PROMISE(LOOP_CAN_METRICS, turns),
    PROMISE(CAN_HANDLES, handle_new),
    PROMISE(CAN_HANDLES | LOOP_CAN_CHILD, handle_close),
    PROMISE(CAN_HANDLES & ~LOOP_CAN_ASYNC, handle_stop),
    PROMISE(CAN_HANDLES | LOOP_CAN_CHILD, handle_state),
    PROMISE(LOOP_CAN_TIMER, timer_start),
    /* No loop has this capability: these two functions may be missing. */
    PROMISE(CAN_JAVASCRIPT, timer_again),
    PROMISE(CAN_JAVASCRIPT, timer_set_repeat),
    PROMISE(LOOP_CAN_DUE_IN, timer_due_in),
    PROMISE(LOOP_CAN_IDLE | LOOP_CAN_PREPARE | LOOP_CAN_CHECK | LOOP_CAN_SOON | LOOP_CAN_POST |
                LOOP_CAN_AT_EXIT,
            watch_start),
    PROMISE(LOOP_CAN_POLL, poll_start),
    PROMISE(LOOP_CAN_ASYNC, async_send),
    PROMISE(LOOP_CAN_SIGNAL, signal_start),
    PROMISE(LOOP_CAN_REF | LOOP_CAN_PHASES, handle_ref),
    PROMISE(LOOP_CAN_WORK, work),
    PROMISE(LOOP_CAN_STAT, stat),
    PROMISE(LOOP_CAN_STAT, stat_inline),
    PROMISE(LOOP_CAN_LOOKUP, lookup),
    PROMISE(LOOP_CAN_CANCEL, cancel),
    PROMISE(LOOP_CAN_CHILD, spawn),
    PROMISE(LOOP_CAN_STREAM | LOOP_CAN_DATAGRAM, read_start),
    PROMISE(LOOP_CAN_STREAM, write),
    PROMISE(LOOP_CAN_STREAM, shutdown),
    PROMISE(LOOP_CAN_LISTEN, listen),
    PROMISE(LOOP_CAN_LISTEN, accept),
    PROMISE(LOOP_CAN_LISTEN, connect),
    PROMISE(LOOP_CAN_KILL, child_kill),
    PROMISE(LOOP_CAN_ONESHOT, signal_start_once),
    PROMISE(LOOP_CAN_TOLD, callback_told),
    PROMISE(LOOP_CAN_PRIORITY, handle_priority),
    PROMISE(LOOP_CAN_DATAGRAM_SEND, datagram_start),
    PROMISE(LOOP_CAN_DATAGRAM_BATCH, datagram_new),
    PROMISE(LOOP_CAN_DATAGRAM_SEND, datagram_connect),
    PROMISE(LOOP_CAN_DATAGRAM_SEND, send),
    PROMISE(LOOP_CAN_DATAGRAM_SEND, try_send),
    PROMISE(LOOP_CAN_SEND_BATCH, try_send_batch),
    PROMISE(LOOP_CAN_DATAGRAM_SEND, sends_queued),
    PROMISE(LOOP_CAN_DATAGRAM_SEND, bytes_queued),
    PROMISE(LOOP_CAN_REVERSE_LOOKUP, lookup_inline),
    PROMISE(LOOP_CAN_REVERSE_LOOKUP, reverse_lookup),
    PROMISE(LOOP_CAN_REVERSE_LOOKUP, reverse_lookup_inline),
    PROMISE(LOOP_CAN_RANDOM, random),
    PROMISE(LOOP_CAN_RANDOM, random_inline),
    PROMISE(LOOP_CAN_TRY_WRITE, try_write),
    PROMISE(LOOP_CAN_STREAM_STATE, unwritten),
    PROMISE(LOOP_CAN_STREAM_STATE, set_blocking),
    PROMISE(LOOP_CAN_RESET, close_reset),
    PROMISE(LOOP_CAN_DESCRIPTOR, descriptor),
    PROMISE(LOOP_CAN_BIND, bind),
    PROMISE(LOOP_CAN_PASS, pass),
    PROMISE(LOOP_CAN_PASS, passed),
    PROMISE(LOOP_CAN_WATCH, watch_file),
    PROMISE(LOOP_CAN_INSPECT, inspect_file),
    PROMISE(LOOP_CAN_EVENTS, events),
    PROMISE(LOOP_CAN_EVENTS, events_waiting),
    PROMISE(LOOP_CAN_IDLE_TIME, idle_time),
    PROMISE(LOOP_CAN_OPTIONS, configure),
    PROMISE(LOOP_CAN_EMBED, wait_fd),
    PROMISE(LOOP_CAN_WALK, visits),
    PROMISE(LOOP_CAN_RENEW, renew),
    PROMISE(LOOP_CAN_NAMES, handle_name),
    PROMISE(LOOP_CAN_NAMES, ask),
    PROMISE(LOOP_CAN_TUNE, tune),
    PROMISE(LOOP_CAN_GIVEN, timer_repeat),
    PROMISE(LOOP_CAN_GIVEN, handle_callback),
#undef PROMISE
};

const char *backend_call_name(size_t member)
{
    for (size_t i = 0; i < ARRAY_SIZE(promises); i++)
        if (promises[i].member == member)
            return promises[i].name;
    return NULL;
}

static int check_promises(const struct loop_backend *b, const char *path, struct diag *d)
{
    for (size_t i = 0; i < ARRAY_SIZE(promises); i++) {
        const struct promise *p = &promises[i];
        void (*function)(void);
        memcpy(&function, (const char *)b + p->member, sizeof function);
        if (!function && p->can == 0)
            return diag_system(d, NULL, "'%s' has no function '%s'", path, p->name);
        if (!function && (b->can & p->can))
            return diag_system(d, "leave the capability out, or fill the function in",
                               "'%s' declares '%s' but has no function '%s'", path,
                               loop_can_first(b->can & p->can), p->name);
    }
    uint64_t brackets = LOOP_CAN_PREPARE | LOOP_CAN_CHECK;
    if ((b->can & LOOP_CAN_PHASES) && (b->can & brackets) != brackets)
        return diag_system(d, "phases are observed by a prepare and a check handle",
                           "'%s' declares 'phases' without 'prepare' and 'check'", path);
    return 0;
}

static int check_backend(const struct loop_backend *b, const char *path, struct diag *d)
{
    if (!b->name)
        return diag_system(d, NULL, "'%s' has no name", path);
    if (check_promises(b, path, d) < 0)
        return -1;
    if (!b->version())
        return diag_system(d, "return \"\" if the loop has none",
                           "'%s' has a function 'version' that returns NULL", path);
    return 0;
}

/* Copy the part of the struct that the plug-in and this program both know; the rest is NULL. Lives
 * as long as the process, like the plug-in. NULL with `*d`. */
static const struct loop_backend *copy_backend(const struct loop_backend *from, const char *path,
                                               struct diag *d)
{
    const uint32_t abi = from->abi, number = abi >> 24, size = abi & 0xffffff;
    if (number != LOOP_BACKEND_ABI >> 24 || size < ABI_4_SIZE) {
        diag_system(d,
                    "compile it again with this version's backend.h; its source can stay as it is",
                    "'%s' was compiled for backend ABI %u, this program has ABI %u", path,
                    number ? number : abi, LOOP_BACKEND_ABI >> 24);
        return NULL;
    }
    struct loop_backend *b = xcalloc(1, sizeof *b);
    memcpy(b, from, size < sizeof *b ? size : sizeof *b);
    b->can &= loop_can_known(); /* a later version may declare more */
    return b;
}

static const struct loop_backend *load_plugin(const char *path, struct diag *d)
{
    /* dlopen() would look for a name without a slash in the system's folders. */
    char *full = mem_of(realpath(path, NULL));
    void *library = dlopen(full ? full : path, RTLD_NOW | RTLD_LOCAL);
    free(full);
    if (!library) {
        diag_system(d, NULL, "cannot load '%s': %s", path, dlerror());
        return NULL;
    }
    const struct loop_backend *b = dlsym(library, "loopspec_backend");
    if (!b) {
        diag_system(d,
                    "a plug-in exports: const struct loop_backend loopspec_backend; in C++ it is "
                    "extern \"C\" const, or it is not exported",
                    "'%s' is no plug-in: it has no symbol 'loopspec_backend'", path);
        return NULL;
    }
    b = copy_backend(b, path, d);
    return b && check_backend(b, path, d) == 0 ? b : NULL;
}

/* Two libuvs in one process would bind to each other's symbols, so the process was started with the
 * wanted one in its loader's path. Check that it was loaded. */
static bool is_loaded(const char *path, struct diag *d)
{
    if (path[0] == '\0')
        return true;
    Dl_info info;
    void *symbol = dlsym(RTLD_DEFAULT, "uv_version");
    char *wanted = mem_of(realpath(path, NULL));
    char *loaded = symbol && dladdr(symbol, &info) ? mem_of(realpath(info.dli_fname, NULL)) : NULL;
    bool same = wanted && loaded && strcmp(wanted, loaded) == 0;
    if (!same)
        diag_system(d, "is it a libuv for this machine, with the soname libuv.so.1?",
                    "'%s' was not loaded; the process has '%s'", path, loaded ? loaded : "none");
    free(wanted);
    free(loaded);
    return same;
}

/* libuv reads this once, at first use. loopspec decides whether file calls go through the pool:
 * neither the user's setting nor a version's default may change what a case tests. */
static void switch_ring(bool on)
{
    setenv("UV_USE_IO_URING", on ? "1" : "0", 1);
}

static const struct loop_backend *load_libuv(const struct backend_spec *spec, struct diag *d)
{
    bool ring = backend_spec_asks_ring(spec);
    if (!is_loaded(spec->path, d) || (ring && backend_libuv_has_ring(d) < 0))
        return NULL;
    switch_ring(ring);
    return backend_libuv(ring);
}

bool backend_is_outside(const struct backend_spec *spec)
{
    return spec->class >= BACKEND_RUNTIME;
}

const struct loop_backend *backend_load(const struct backend_spec *spec, struct diag *d)
{
    switch (spec->class) {
    case BACKEND_REFERENCE:
        mutant_choose(spec->mutant);
        switch_ring(false);
        return spec->is_woven ? &mutant_backend_reference : &backend_reference;
    case BACKEND_LIBUV: return load_libuv(spec, d);
    case BACKEND_PLUGIN: return load_plugin(spec->path, d);
    case BACKEND_RUNTIME:
    case BACKEND_EXEC: break;
    }
    return NULL;
}

backend_host *backend_host_of(const struct backend_spec *spec)
{
    return spec->is_woven ? mutant_host_run : host_run;
}

backend_host *backend_player_of(const struct backend_spec *spec)
{
    return spec->is_woven ? mutant_host_play : host_play;
}
