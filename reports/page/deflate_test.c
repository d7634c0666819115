/* What is compressed comes back byte for byte, and text that repeats itself gets small. */
#include "reports/page/deflate.h"

#include <stdint.h>
#include "reports/page/inflate_test.h"
#include "tap/tap.h"

/* Compresses and reads back; returns the length of the compressed text. */
static size_t comes_back(const char *text, size_t size, const char *what)
{
    char *packed = NULL;
    FILE *out = xopen_memstream(&packed, NULL);
    deflate_print(text, size, out);
    fclose(out);
    size_t length = strlen(packed), got;
    char *back = inflate_read(packed, &got);
    ok(got == size && memcmp(back, text, size) == 0, "%s comes back", what);
    is_int(length % 4, 0, "in whole groups of base 64");
    free(back);
    free(packed);
    return length;
}

static void test_small(void)
{
    static const char *const texts[] = { "",
                                         "a",
                                         "ab",
                                         "abc",
                                         "abcd",
                                         "aaaa",
                                         "abcdabcd",
                                         "abcdabcdabcdabcdabcd",
                                         "\xff\xfe\x90\x8f grüße" };
    for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
        comes_back(texts[i], strlen(texts[i]), texts[i]);
}

/* Every length of a copy, and distances of each class up to the farthest. */
static void test_copies(void)
{
    enum { SIZE = 100000 };
    char *text = xmalloc(SIZE);
    for (size_t length = 1; length <= 600; length += length < 300 ? 1 : 37) {
        memset(text, 'x', length);
        comes_back(text, length, "a run");
    }
    for (size_t distance = 4; distance < 70000; distance = distance * 5 / 4 + 1) {
        uint32_t random = (uint32_t)distance;
        for (size_t i = 0; i < SIZE; i++) {
            random = random * 1664525 + 1013904223;
            text[i] = i < distance ? (char)(random >> 24) : text[i - distance];
        }
        size_t length = comes_back(text, SIZE, "a text that repeats itself");
        if (distance <= 32768)
            ok(length < 2 * distance + 4000, "and is stored once: %zu for %zu", length, distance);
    }
    free(text);
}

static void test_base64(void)
{
    char *text = NULL;
    FILE *out = xopen_memstream(&text, NULL);
    for (size_t n = 0; n <= 3; n++) {
        struct base64 b = { .out = out };
        for (size_t i = 0; i < n; i++)
            base64_put(&b, (unsigned char)"\xfb\xef\xff"[i]);
        base64_end(&b);
        putc('.', out);
    }
    fclose(out);
    is(text, ".+w==.++8=.++//.", "base 64, with its padding");
    free(text);
}

int main(void)
{
    test_small();
    test_copies();
    test_base64();
    return done_testing();
}
