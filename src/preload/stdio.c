/* stdio.c - the C library's FILE. It reads and writes the descriptor by itself, so a thread that waits
 * for bytes, or for room, would keep the turn. Before the first byte it waits as in a read(); for the
 * rest of a line, or of a block, it steps aside (aside.c). It also steps aside where a pipe may not have
 * room for what is written. */
#include "preload/preload.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "preload/aside.h"
#include "world/real.h"
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

/* ---- reading by a format ---- */

/* The names that stdio.h gives to scanf() and the like. */
int __isoc99_vfscanf(FILE *restrict in, const char *restrict format, va_list args);
int __isoc99_vscanf(const char *restrict format, va_list args);
int __isoc99_fscanf(FILE *restrict in, const char *restrict format, ...);
int __isoc99_scanf(const char *restrict format, ...);

struct scan {
    int (*behind)(FILE *restrict in, const char *restrict format, va_list args);
    FILE *in;
    const char *format;
    va_list args;
    int result;
};

static void call_scan(void *arg)
{
    struct scan *s = arg;
    s->result = s->behind(s->in, s->format, s->args);
}

int __isoc99_vfscanf(FILE *restrict in, const char *restrict format, va_list args)
{
    struct scan s = { .in = in, .format = format, .result = EOF };
    void *address = look_up("__isoc99_vfscanf");
    if (!begins(in))
        return EOF;
    memcpy(&s.behind, &address, sizeof s.behind);
    va_copy(s.args, args);
    step(in, call_scan, &s);
    va_end(s.args);
    return s.result;
}

int __isoc99_vscanf(const char *restrict format, va_list args)
{
    return __isoc99_vfscanf(stdin, format, args);
}

int __isoc99_fscanf(FILE *restrict in, const char *restrict format, ...)
{
    va_list args;
    va_start(args, format);
    int result = __isoc99_vfscanf(in, format, args);
    va_end(args);
    return result;
}

int __isoc99_scanf(const char *restrict format, ...)
{
    va_list args;
    va_start(args, format);
    int result = __isoc99_vfscanf(stdin, format, args);
    va_end(args);
    return result;
}

/* ---- writing ---- */

/* A pipe that can be written to has room for PIPE_BUF bytes. */
static bool may_lack_room(FILE *out, size_t size)
{
    if (!sched_has_turn() || fileno(out) < 0 || !io_may_block(fileno(out)))
        return false;
    struct pollfd p = { fileno(out), POLLOUT, 0 };
    return (size_t)(out->_IO_write_ptr - out->_IO_write_base) + size > PIPE_BUF ||
           real()->poll(&p, 1, 0) == 0;
}

/* Programs write often, and a look-up takes longer than a write to a buffer. Two threads that both look
 * up store the same. */
static void *look_up_once(void *_Atomic *found, const char *name)
{
    void *address = *found;
    if (!address)
        *found = address = look_up(name);
    return address;
}

struct output {
    FILE *out; /* NULL: all of them */
    const void *from;
    size_t size, count, written;
    int result;
};

static void call_fwrite(void *arg)
{
    struct output *o = arg;
    size_t (*behind)(const void *restrict, size_t, size_t, FILE *restrict);
    static void *_Atomic found;
    void *address = look_up_once(&found, "fwrite");
    memcpy(&behind, &address, sizeof behind);
    o->written = behind(o->from, o->size, o->count, o->out);
}

static void call_fputs(void *arg)
{
    struct output *o = arg;
    int (*behind)(const char *restrict, FILE *restrict);
    static void *_Atomic found;
    void *address = look_up_once(&found, "fputs");
    memcpy(&behind, &address, sizeof behind);
    o->result = behind(o->from, o->out);
}

static void call_fflush(void *arg)
{
    struct output *o = arg;
    int (*behind)(FILE *);
    static void *_Atomic found;
    void *address = look_up_once(&found, "fflush");
    memcpy(&behind, &address, sizeof behind);
    o->result = behind(o->out);
}

static void write_out(void (*call)(void *arg), struct output *o, size_t size)
{
    if (o->out && may_lack_room(o->out, size))
        step(o->out, call, o);
    else
        call(o);
}

size_t fwrite(const void *restrict from, size_t size, size_t count, FILE *restrict out)
{
    struct output o = { .out = out, .from = from, .size = size, .count = count };
    write_out(call_fwrite, &o, size * count);
    return o.written;
}

int fputs(const char *restrict text, FILE *restrict out)
{
    struct output o = { .out = out, .from = text };
    write_out(call_fputs, &o, strlen(text));
    return o.result;
}

int fflush(FILE *out)
{
    struct output o = { .out = out };
    write_out(call_fflush, &o, 0);
    return o.result;
}
