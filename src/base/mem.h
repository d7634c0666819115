/* mem.h - memory that is there or the program is not.
 * Running out of memory is nobody's input: these print one line and exit 4, so
 * that no caller carries an error path that no test can reach. Libraries that allocate by
 * themselves are given these, and what the C library allocates is looked at by mem_of(). */
#ifndef BASE_MEM_H
#define BASE_MEM_H
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *old, size_t count, size_t size);
char *xstrdup(const char *text);
char *xstrndup(const char *text, size_t length); /* all of these bytes, a 0 among them too */
__attribute__((format(printf, 1, 2))) char *xasprintf(const char *fmt, ...);
__attribute__((format(printf, 1, 0))) char *xvasprintf(const char *fmt, va_list args);

/* As open_memstream(), which does not tell when it ran out of memory. The text is whole, and
 * ends in a 0, at any time. */
FILE *xopen_memstream(char **text, size_t *size);

/* What a call of the C library returned. A NULL for want of memory is the end; one for another
 * reason is handed on, with its errno. */
void *mem_of(void *p);

/* That end. */
_Noreturn void mem_ran_out(void);
/* Do these lines, which a process has printed, end with the line that it prints? */
bool mem_told_so(const char *output);

/* Make room for one more element: `a` is the array, `n` how many it holds,
 * `room` how many fit. */
#define GROW(a, n, room)                              \
    do {                                              \
        if ((n) == (room)) {                          \
            (room) = (room) ? 2 * (room) : 16;        \
            (a) = xrealloc((a), (room), sizeof *(a)); \
        }                                             \
    } while (0)

/* Make room for it and put it there. */
#define PUSH(a, n, room, ...)       \
    do {                            \
        GROW(a, n, room);           \
        (a)[(n)++] = (__VA_ARGS__); \
    } while (0)

/* An arena: many small things that are freed together. */
struct arena {
    struct arena_chunk *chunk; /* newest first */
};

void *arena_alloc(struct arena *a, size_t size); /* zeroed, aligned for anything */
char *arena_strndup(struct arena *a, const char *text, size_t length); /* likewise */
void arena_release(struct arena *a);
#endif
