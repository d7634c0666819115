/* inflate_test.h - reads what deflate.h writes, by other code: for tests. It knows fixed codes only,
 * and asserts that all else is as RFC 1951 wants it. */
#ifndef REPORTS_PAGE_INFLATE_TEST_H
#define REPORTS_PAGE_INFLATE_TEST_H
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"

struct inflate {
    const char *at; /* the next letter of base 64 */
    unsigned bits, held;
};

static inline unsigned inflate_byte(struct inflate *in)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (; in->held < 8; in->held += 6) {
        const char *letter = strchr(letters, *in->at++);
        assert(letter && *letter);
        in->bits = in->bits << 6 | (unsigned)(letter - letters);
    }
    in->held -= 8;
    return in->bits >> in->held & 0xff;
}

struct inflate_bits {
    struct inflate in;
    unsigned byte, left;
};

static inline unsigned inflate_bit(struct inflate_bits *b)
{
    if (b->left == 0) {
        b->byte = inflate_byte(&b->in);
        b->left = 8;
    }
    return b->byte >> (8 - b->left--) & 1;
}

static inline unsigned inflate_number(struct inflate_bits *b, unsigned count)
{
    unsigned value = 0;
    for (unsigned i = 0; i < count; i++)
        value |= inflate_bit(b) << i;
    return value;
}

/* Adds `count` bits, highest first, to `code`. */
static inline unsigned inflate_code(struct inflate_bits *b, unsigned code, unsigned count)
{
    while (count-- > 0)
        code = code << 1 | inflate_bit(b);
    return code;
}

static inline unsigned inflate_symbol(struct inflate_bits *b)
{
    unsigned code = inflate_code(b, 0, 7);
    if (code < 24)
        return 256 + code;
    code = inflate_code(b, code, 1);
    if (code >= 48 && code < 192)
        return code - 48;
    if (code >= 192 && code < 200)
        return 280 + code - 192;
    code = inflate_code(b, code, 1);
    assert(code >= 400);
    return 144 + code - 400;
}

/* The text; owned by the caller, with a 0 at its end. */
static inline char *inflate_read(const char *base64, size_t *size)
{
    static const unsigned length_base[] = { 3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                            15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                            67, 83, 99, 115, 131, 163, 195, 227, 258 };
    static const unsigned length_more[] = { 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                            2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0 };
    static const unsigned distance_base[] = { 1,    2,    3,    4,     5,     7,    9,    13,
                                              17,   25,   33,   49,    65,    97,   129,  193,
                                              257,  385,  513,  769,   1025,  1537, 2049, 3073,
                                              4097, 6145, 8193, 12289, 16385, 24577 };
    struct inflate_bits b = { .in = { .at = base64 } };
    char *text = NULL;
    size_t count = 0, room = 0;
    unsigned header = inflate_number(&b, 3);
    assert(header == 3); /* the last block, with fixed codes */
    (void)header;
    for (unsigned symbol; (symbol = inflate_symbol(&b)) != 256;) {
        if (symbol < 256) {
            PUSH(text, count, room, (char)symbol);
            continue;
        }
        assert(symbol - 257 < ARRAY_SIZE(length_base));
        unsigned length = length_base[symbol - 257] + inflate_number(&b, length_more[symbol - 257]);
        unsigned class = inflate_code(&b, 0, 5);
        assert(class < ARRAY_SIZE(distance_base));
        size_t distance = distance_base[class] + inflate_number(&b, class < 4 ? 0 : class / 2 - 1);
        assert(text);
        assert(distance <= count);
        for (; length > 0; length--) {
            char byte = text[count - distance];
            PUSH(text, count, room, byte);
        }
    }
    PUSH(text, count, room, '\0');
    *size = count - 1;
    return text;
}
#endif
