#include "base/mem.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arena_chunk {
    struct arena_chunk *next;
    size_t used, room;
    alignas(max_align_t) unsigned char bytes[];
};

/* Chunks begin small, since there are thousands of small programs, and double. */
enum { CHUNK_BYTES = 1024, CHUNK_BYTES_MAX = 64 * 1024 };

static void *checked(void *p)
{
    if (!p) {
        fputs("loopspec: error: out of memory\n", stderr);
        exit(4);
    }
    return p;
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

char *xasprintf(const char *fmt, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, fmt);
    int n = vasprintf(&text, fmt, args);
    va_end(args);
    return checked(n < 0 ? NULL : text);
}

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
