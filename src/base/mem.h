/* mem.h - allocation that succeeds or ends the program. No input is at fault when memory runs out:
 * these functions print one line and exit 4, so that callers need no error path that no test can
 * reach. Libraries that allocate are given these functions; results of C library calls that
 * allocate are checked with mem_of(). */
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
char *xstrndup(const char *text,
               size_t length); /* `length` bytes, even if there is a 0 among them */
__attribute__((format(printf, 1, 2))) char *xasprintf(const char *fmt, ...);
__attribute__((format(printf, 1, 0))) char *xvasprintf(const char *fmt, va_list args);

/* As open_memstream(), which does not report that memory ran out. The text is complete and ends in
 * a 0 at any time. `size` may be NULL. */
FILE *xopen_memstream(char **text, size_t *size);

/* Check what a C library call returned. NULL with ENOMEM ends the program; any other NULL is
 * returned, with its errno. */
void *mem_of(void *p);

/* Print the line and exit 4. */
_Noreturn void mem_ran_out(void);
/* Does the output of a process end with that line? */
bool mem_ends_with_report(const char *output);

/* Make room for one more element in array `a`, which holds `n` and has space for `room`. */
#define GROW(a, n, room)                              \
    do {                                              \
        if ((n) == (room)) {                          \
            (room) = (room) ? 2 * (room) : 16;        \
            (a) = xrealloc((a), (room), sizeof *(a)); \
        }                                             \
    } while (0)

/* Make room for the element and append it. */
#define PUSH(a, n, room, ...)       \
    do {                            \
        GROW(a, n, room);           \
        (a)[(n)++] = (__VA_ARGS__); \
    } while (0)

/* An arena: many small allocations that are freed together. */
struct arena {
    struct arena_chunk *chunk; /* newest first */
};

void *arena_alloc(struct arena *a, size_t size); /* zeroed, aligned for any type */
char *arena_strndup(struct arena *a, const char *text, size_t length); /* as xstrndup() */
void arena_release(struct arena *a);
#endif
