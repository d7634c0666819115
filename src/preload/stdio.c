/* stdio.c - reading by the C library's FILE. It reads the descriptor by itself, so a thread that
 * waits for bytes would keep the turn. Before the first of them it waits as in a read(); for the rest
 * of a line, or of a block, it steps aside (world/aside.c). */
#include "preload/preload.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "preload/aside.h"
#include "world/sched.h"

enum { ERROR_SEEN = 0x20 }; /* what ferror() looks at */

static bool is_outside(void *arg)
{
    return outside_holds(fileno(arg));
}

/* False if the wait for the first byte was interrupted: the stream has an error then. */
static bool begins(FILE *stream)
{
    if (stream->_IO_read_ptr < stream->_IO_read_end || !sched_has_turn() || fileno(stream) < 0)
        return true;
    if (io_await_readable(fileno(stream)) == 0)
        return true;
    stream->_flags |= ERROR_SEEN;
    return false;
}

static void step(FILE *stream, void (*call)(void *arg), void *arg)
{
    struct sched_wait wait = { .what = "a stream", .is_outside = is_outside, .arg = stream };
    if (sched_has_turn() && fileno(stream) >= 0 && io_may_block(fileno(stream)))
        aside_call(call, arg, &wait, false);
    else
        call(arg);
}

static void *look_up(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

static int fread_byte(FILE *in)
{
    flockfile(in);
    int c = getc_unlocked(in);
    funlockfile(in);
    return c;
}

/* A call that reads until it has what it wants. `members` declares what call_NAME() needs, `values`
 * are the arguments in that order. */
#define STEPS(type, name, parameters, members, values, stream, arguments, on_error) \
    struct call_##name {                                                            \
        type(*behind) parameters;                                                   \
        type result;                                                                \
        members                                                                     \
    };                                                                              \
    static void call_##name(void *arg)                                              \
    {                                                                               \
        struct call_##name *c = arg;                                                \
        c->result = c->behind arguments;                                            \
    }                                                                               \
    type name parameters                                                            \
    {                                                                               \
        void *address = look_up(#name);                                             \
        if (!begins(stream))                                                        \
            return on_error;                                                        \
        struct call_##name c = { NULL, on_error, values };                          \
        memcpy(&c.behind, &address, sizeof address);                                \
        step(stream, call_##name, &c);                                              \
        return c.result;                                                            \
    }
#define LIST(...) __VA_ARGS__

char *__fgets_chk(char *restrict to, size_t room, int size, FILE *restrict in);
size_t __fread_chk(void *restrict to, size_t room, size_t size, size_t count, FILE *restrict in);
ssize_t __getdelim(char **restrict to, size_t *restrict room, int delimiter, FILE *restrict in);

STEPS(char *, fgets, (char *restrict to, int size, FILE *restrict in), char *to; int size;
      FILE * in;, LIST(to, size, in), in, (c->to, c->size, c->in), NULL)
STEPS(char *, __fgets_chk, (char *restrict to, size_t room, int size, FILE *restrict in), char *to;
      size_t room; int size; FILE * in;
      , LIST(to, room, size, in), in, (c->to, c->room, c->size, c->in), NULL)
STEPS(ssize_t, getline, (char **restrict to, size_t *restrict room, FILE *restrict in), char **to;
      size_t * room; FILE * in;, LIST(to, room, in), in, (c->to, c->room, c->in), -1)
STEPS(ssize_t, getdelim, (char **restrict to, size_t *restrict room, int end, FILE *restrict in),
      char **to;
      size_t * room; int end; FILE * in;
      , LIST(to, room, end, in), in, (c->to, c->room, c->end, c->in), -1)
STEPS(ssize_t, __getdelim, (char **restrict to, size_t *restrict room, int end, FILE *restrict in),
      char **to;
      size_t * room; int end; FILE * in;
      , LIST(to, room, end, in), in, (c->to, c->room, c->end, c->in), -1)
STEPS(size_t, fread, (void *restrict to, size_t size, size_t count, FILE *restrict in), void *to;
      size_t size; size_t count; FILE * in;
      , LIST(to, size, count, in), in, (c->to, c->size, c->count, c->in), 0)
STEPS(size_t, __fread_chk,
      (void *restrict to, size_t room, size_t size, size_t count, FILE *restrict in), void *to;
      size_t room; size_t size; size_t count; FILE * in;
      , LIST(to, room, size, count, in), in, (c->to, c->room, c->size, c->count, c->in), 0)

/* A single byte needs no step. */
#undef getc
#undef getchar
int fgetc(FILE *in)
{
    return begins(in) ? fread_byte(in) : EOF;
}

int getc(FILE *in)
{
    return fgetc(in);
}

int getchar(void)
{
    return fgetc(stdin);
}
