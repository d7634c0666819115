/* Memory: what an arena returns is zeroed, aligned, separate from all else, and freed with the
 * arena. */
#include "base/mem.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "tap/tap.h"

static void test_arena(void)
{
    static const size_t sizes[] = { 1, 0, 3, 16, 17, 4096, 16384, 16385, 100000, 2 };
    struct arena a = { 0 };
    unsigned char *block[ARRAY_SIZE(sizes)];
    bool zeroed = true, aligned = true, apart = true;
    for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
        block[i] = arena_alloc(&a, sizes[i]);
        aligned = aligned && (uintptr_t)block[i] % alignof(max_align_t) == 0;
        for (size_t j = 0; j < sizes[i]; j++)
            zeroed = zeroed && block[i][j] == 0;
        memset(block[i], (int)i + 1, sizes[i]);
    }
    for (size_t i = 0; i < ARRAY_SIZE(sizes); i++)
        for (size_t j = 0; j < sizes[i]; j++)
            apart = apart && block[i][j] == i + 1;
    ok(zeroed, "what is allocated is zeroed");
    ok(aligned, "and aligned");
    ok(apart, "and used by nothing else");
    arena_release(&a);
    ok(!a.chunk, "a released arena is empty");
    is(arena_strndup(&a, "hello", 4), "hell", "and can be used again");
    arena_release(&a);
    arena_release(&a);
    pass("releasing twice is fine");
}

static void test_strings(void)
{
    char *text = xasprintf("%s-%d", "a", 7);
    is(text, "a-7", "xasprintf");
    char *copy = xstrdup(text), *part = xstrndup(text, 1);
    is(copy, text, "xstrdup");
    ok(copy != text, "  is a copy");
    is(part, "a", "xstrndup cuts");
    char *whole = xstrndup("a\0b", 3);
    ok(memcmp(whole, "a\0b", 4) == 0, "and copies what follows a byte 0");
    free(whole);
    free(text);
    free(copy);
    free(part);
}

static void test_stream(void)
{
    char *text = NULL;
    size_t size = 1;
    FILE *out = xopen_memstream(&text, &size);
    ok(size == 0 && text[0] == '\0', "a stream into memory begins empty");
    fprintf(out, "%s-%d", "a", 7);
    ok(size == 3 && strcmp(text, "a-7") == 0, "what it was given is there at once");
    for (int i = 0; i < 1000; i++)
        fputs("0123456789", out);
    putc('\0', out);
    putc('x', out);
    fclose(out);
    ok(size == 10005 && memcmp(text + 9999, "6789", 4) == 0 && text[10004] == 'x', "all of it is");
    free(text);
    ok(mem_ends_with_report("a\nloopspec: error: out of memory\n") && !mem_ends_with_report("a\n"),
       "the end for want of memory is known by its line");
}

static void test_grow(void)
{
    int *a = NULL;
    size_t n = 0, room = 0;
    bool kept = true;
    for (int i = 0; i < 1000; i++) {
        GROW(a, n, room);
        kept = kept && n < room;
        a[n++] = i;
    }
    for (int i = 0; i < 1000; i++)
        kept = kept && a[i] == i;
    ok(kept, "a growing array keeps what it holds");
    free(a);
}

/* Zero bytes are a valid pointer, too: callers check no result. */
static void test_nothing(void)
{
    void *a = xmalloc(0), *b = xcalloc(0, 8), *c = xrealloc(NULL, 0, 8);
    ok(a && b && c, "nothing is never NULL");
    free(a);
    free(b);
    free(c);
}

int main(void)
{
    test_arena();
    test_strings();
    test_stream();
    test_grow();
    test_nothing();
    return done_testing();
}
