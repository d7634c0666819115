/* deflate.h - text, compressed so that a browser can read it: "deflate-raw" of DecompressionStream,
 * which is RFC 1951, in base 64. Results repeat themselves, so the page is a quarter of its size.
 * One block with the fixed codes: a better compressor would save another sixth, at the price of a
 * library or of four times the code. */
#ifndef REPORTS_PAGE_DEFLATE_H
#define REPORTS_PAGE_DEFLATE_H
#include <stddef.h>
#include <stdio.h>

/* Print `size` bytes at `text`, compressed, in base 64. */
void deflate_print(const char *text, size_t size, FILE *out);

/* Bytes in base 64, written as they come. */
struct base64 {
    FILE *out;
    unsigned bits, held; /* of `bits` the lowest `held`, fewer than 6, are not written yet */
    unsigned letters;
};
void base64_put(struct base64 *b, unsigned char byte);
/* Write what is left, and the padding. */
void base64_end(struct base64 *b);
#endif
