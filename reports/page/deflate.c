#include "reports/page/deflate.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"

/* ---- base 64 ---- */

static void put_letter(struct base64 *b, unsigned six)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    putc(letters[six & 63], b->out);
    b->letters++;
}

void base64_put(struct base64 *b, unsigned char byte)
{
    b->bits = b->bits << 8 | byte;
    for (b->held += 8; b->held >= 6; b->held -= 6)
        put_letter(b, b->bits >> (b->held - 6));
}

void base64_end(struct base64 *b)
{
    if (b->held > 0)
        put_letter(b, b->bits << (6 - b->held));
    for (; b->letters % 4 != 0; b->letters++)
        putc('=', b->out);
}

/* ---- bits and codes ---- */

struct bits {
    struct base64 out;
    uint64_t value; /* of it the lowest `count`, fewer than 8 between calls, are not written yet */
    unsigned count;
};

/* Numbers begin with their lowest bit. */
static void put_bits(struct bits *b, uint32_t value, unsigned count)
{
    b->value |= (uint64_t)value << b->count;
    for (b->count += count; b->count >= 8; b->count -= 8, b->value >>= 8)
        base64_put(&b->out, b->value & 0xff);
}

/* Codes begin with their highest bit. */
static void put_code(struct bits *b, uint32_t code, unsigned count)
{
    while (count-- > 0)
        put_bits(b, code >> count & 1, 1);
}

/* A byte, the end (256), or the class of a length: the fixed codes of RFC 1951, 3.2.6. */
static void put_symbol(struct bits *b, unsigned symbol)
{
    if (symbol < 144)
        put_code(b, 0x30 + symbol, 8);
    else if (symbol < 256)
        put_code(b, 0x190 + symbol - 144, 9);
    else if (symbol < 280)
        put_code(b, symbol - 256, 7);
    else
        put_code(b, 0xc0 + symbol - 280, 8);
}

enum { END = 256, LENGTH_MIN = 4, LENGTH_MAX = 258, DISTANCE_MAX = 32768 };

/* Values from 0 come in classes. The first two groups of 2^`group` classes have no further bits,
 * the classes of each later group have one bit more than those before. Return the class, and in
 * `*more` how many low bits of the value tell its members apart. */
static unsigned class_of(uint32_t value, unsigned group, unsigned *more)
{
    *more = 0;
    while (value >> *more >= 2u << group)
        ++*more;
    return (*more << group) + (value >> *more);
}

static void put_copy(struct bits *b, uint32_t length, uint32_t distance)
{
    unsigned more;
    unsigned class = class_of(length - 3, 2, &more);
    if (length == LENGTH_MAX) { /* it has a class of its own */
        class = 28;
        more = 0;
    }
    put_symbol(b, 257 + class);
    put_bits(b, (length - 3) & ((1u << more) - 1), more);
    class = class_of(distance - 1, 1, &more);
    put_code(b, class, 5);
    put_bits(b, (distance - 1) & ((1u << more) - 1), more);
}

/* ---- finding what was there before ---- */

enum { SLOTS = 1 << 15, TRIES_MAX = 24, NOWHERE = UINT32_MAX };

struct window {
    const char *text;
    size_t size;
    uint32_t latest[SLOTS];        /* by hash: the latest position with it */
    uint32_t before[DISTANCE_MAX]; /* by position modulo the size: the one before with its hash */
};

static uint32_t hash_at(const struct window *w, size_t at)
{
    uint32_t four;
    memcpy(&four, w->text + at, sizeof four);
    return four * 0x9e3779b1u >> 17;
}

static void remember(struct window *w, size_t at)
{
    if (at + LENGTH_MIN > w->size)
        return;
    uint32_t hash = hash_at(w, at);
    w->before[at % DISTANCE_MAX] = w->latest[hash];
    w->latest[hash] = (uint32_t)at;
}

static uint32_t common_length(const struct window *w, size_t from, size_t at)
{
    uint32_t length = 0, most = w->size - at < LENGTH_MAX ? (uint32_t)(w->size - at) : LENGTH_MAX;
    while (length < most && w->text[from + length] == w->text[at + length])
        length++;
    return length;
}

/* The longest earlier text that begins as the one at `at`; 0 if there is none worth a copy. */
static uint32_t find_copy(const struct window *w, size_t at, uint32_t *distance)
{
    uint32_t longest = 0;
    if (at + LENGTH_MIN > w->size)
        return 0;
    uint32_t from = w->latest[hash_at(w, at)];
    for (int tries = 0; tries < TRIES_MAX && from != NOWHERE && at - from <= DISTANCE_MAX;
         tries++) {
        uint32_t length = common_length(w, from, at);
        if (length > longest) {
            longest = length;
            *distance = (uint32_t)(at - from);
        }
        from = w->before[from % DISTANCE_MAX];
    }
    return longest >= LENGTH_MIN ? longest : 0;
}

void deflate_print(const char *text, size_t size, FILE *out)
{
    struct bits b = { 0 };
    struct window *w = xmalloc(sizeof *w);
    assert(size < NOWHERE);
    b.out.out = out;
    w->text = text;
    w->size = size;
    memset(w->latest, 0xff, sizeof w->latest);
    put_bits(&b, 1, 1); /* the last block */
    put_bits(&b, 1, 2); /* with fixed codes */
    for (size_t at = 0, end; at < size; at = end) {
        uint32_t distance, length = find_copy(w, at, &distance);
        if (length > 0)
            put_copy(&b, length, distance);
        else
            put_symbol(&b, (unsigned char)text[at]);
        end = at + (length > 0 ? length : 1);
        for (size_t i = at; i < end; i++)
            remember(w, i);
    }
    put_symbol(&b, END);
    put_bits(&b, 0, 7); /* fill the last byte */
    base64_end(&b.out);
    free(w);
}
