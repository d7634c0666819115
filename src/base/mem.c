#include "base/mem.h"

#include <assert.h>
#include <errno.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arena_chunk {
    struct arena_chunk *next;
    size_t used, room;
    alignas(max_align_t) unsigned char bytes[];
};

/* Chunks begin small, since there are thousands of small programs, and double in size. */
enum { CHUNK_BYTES = 1024, CHUNK_BYTES_MAX = 64 * 1024 };

static const char end[] = "loopspec: error: out of memory\n";

void mem_ran_out(void)
{
    fputs(end, stderr);
    exit(4);
}

static void *checked(void *p)
{
    if (!p)
        mem_ran_out();
    return p;
}

void *mem_of(void *p)
{
    if (!p && errno == ENOMEM)
        mem_ran_out();
    return p;
}

bool mem_ends_with_report(const char *output)
{
    size_t length = strlen(output), tail = strlen(end);
    return length >= tail && strcmp(output + length - tail, end) == 0;
}

void *xmalloc(size_t size)
{
    return checked(malloc(size ? size : 1));
}

void *xcalloc(size_t count, size_t size)
{
    return checked(calloc(count ? count : 1, size ? size : 1));
}

void *xrealloc(void *old, size_t count, size_t size)
{
    return checked(reallocarray(old, count ? count : 1, size));
}

char *xstrdup(const char *text)
{
    return checked(strdup(text));
}

char *xstrndup(const char *text, size_t length)
{
    char *copy = xmalloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *xvasprintf(const char *fmt, va_list args)
{
    char *text = NULL;
    int n = vasprintf(&text, fmt, args);
    return checked(n < 0 ? NULL : text);
}

char *xasprintf(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    char *text = xvasprintf(fmt, args);
    va_end(args);
    return text;
}

/* ---- a stream into memory ---- */

struct memory {
    char **text;  /* the caller's pointer */
    size_t *size; /* the caller's, or `used` */
    size_t used, room;
};

static ssize_t append(void *cookie, const char *bytes, size_t count)
{
    struct memory *m = cookie;
    assert(*m->size < m->room); /* there is always room for the final 0 */
    if (m->room - *m->size <= count) {
        m->room = 2 * m->room + count;
        *m->text = xrealloc(*m->text, m->room, 1);
    }
    memcpy(*m->text + *m->size, bytes, count);
    *m->size += count;
    (*m->text)[*m->size] = '\0';
    return (ssize_t)count;
}

static int forget(void *cookie)
{
    free(cookie);
    return 0;
}

/* Unbuffered: text still in a buffer when memory runs out would be written at exit, which takes
 * memory. */
FILE *xopen_memstream(char **text, size_t *size)
{
    static const cookie_io_functions_t calls = { .write = append, .close = forget };
    struct memory *m = xmalloc(sizeof *m);
    *m = (struct memory){ text, size ? size : &m->used, .room = 64 };
    *text = xcalloc(m->room, 1);
    *m->size = 0;
    FILE *out = checked(fopencookie(m, "w", calls));
    setvbuf(out, NULL, _IONBF, 0);
    return out;
}

/* ---- arenas ---- */

void *arena_alloc(struct arena *a, size_t size)
{
    size = (size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
    if (!a->chunk || a->chunk->room - a->chunk->used < size) {
        size_t room = a->chunk ? 2 * a->chunk->room : CHUNK_BYTES;
        if (room > CHUNK_BYTES_MAX)
            room = CHUNK_BYTES_MAX;
        if (room < size)
            room = size;
        struct arena_chunk *chunk = xcalloc(1, sizeof *chunk + room);
        chunk->room = room;
        chunk->next = a->chunk;
        a->chunk = chunk;
    }
    void *p = a->chunk->bytes + a->chunk->used;
    a->chunk->used += size;
    assert(a->chunk->used <= a->chunk->room);
    return p;
}

char *arena_strndup(struct arena *a, const char *text, size_t length)
{
    char *copy = arena_alloc(a, length + 1);
    memcpy(copy, text, length);
    return copy;
}

void arena_release(struct arena *a)
{
    while (a->chunk) {
        struct arena_chunk *next = a->chunk->next;
        free(a->chunk);
        a->chunk = next;
    }
}
