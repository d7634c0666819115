/* lex.h - the tokens of all three languages: scenarios, expected traces and the catalogue. A run of
 * [A-Za-z0-9_.-] is one token, which is then classified as a number, a duration, a gap or a word:
 * `8p` is a word, `5ms` a duration, `-1` a number, `...` a gap. */
#ifndef BASE_LEX_H
#define BASE_LEX_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/diag.h"
#include "base/mem.h"

enum lex_kind {
    LEX_END,      /* end of the file; may be read again and again */
    LEX_NEWLINE,  /* one per line, blank lines included */
    LEX_COMMENT,  /* from '#' to the end of the line, '#' included */
    LEX_WORD,     /* text */
    LEX_NUMBER,   /* number: an optional '-' and digits */
    LEX_DURATION, /* ns: digits, '.' digits, and ns us ms s min */
    LEX_STRING,   /* "..." on one line; escapes: \" \\   \t; text is without quotes and escapes */
    LEX_REGEX,    /* /.../ ; text is between the slashes, with / for \/ */
    LEX_GAP,      /* ... */
    LEX_PUNCT,    /* one of { } ; = * , < > [ ] @ ( ) : or <= >= == */
};

struct token {
    enum lex_kind kind;
    struct location at;
    const char *text; /* NUL-terminated, owned by the lexer until lex_release() */
    size_t length;
    int64_t number;
    uint64_t ns;
};

struct lexer {
    const char *file, *source;
    size_t length, pos;
    uint32_t line, column;
    struct token token; /* the current one, after lex_next() */
    struct diag *diag;
    struct arena arena; /* owns the tokens' texts */
};

enum { LEX_SOURCE_MAX = 1 << 20 }; /* bytes; a larger file is an error */

/* Start on `source`, which must outlive the lexer, and read the first token. Every call that
 * returns -1 fills `diag` with location and source line. Errors: a NUL byte, invalid UTF-8, a
 * control character, a source over LEX_SOURCE_MAX. CRLF counts as a newline; a byte-order mark is
 * skipped. */
int lex_init(struct lexer *lx, const char *file, const char *source, size_t length,
             struct diag *diag);
void lex_release(struct lexer *lx);

/* Is the whole source valid text? -1 with the first of these errors. */
int lex_check_text(const char *file, const char *source, size_t length, struct diag *diag);

/* Go to the next token, or to the next that is no comment. */
int lex_next(struct lexer *lx);
int lex_next_past_comments(struct lexer *lx);

/* Report an error at a location: (location, hint, format, ...); or at the current token: (hint,
 * format, ...). Both return -1. */
#define lex_error_at(lx, ...) diag_quoted((lx)->diag, (lx)->source, (lx)->length, __VA_ARGS__)
#define lex_error(lx, ...)    lex_error_at(lx, (lx)->token.at, __VA_ARGS__)

/* Is the current token this word or this punctuation? */
bool lex_is(const struct lexer *lx, enum lex_kind kind, const char *text);

/* The current token for a message: 'timout', end of line, ... Borrowed until the next call. */
const char *lex_shown(struct lexer *lx);

/* Read a whole file. Owned by the caller; NULL with `*d` filled in (exit 2: no such file, a
 * directory, unreadable, too large). */
char *lex_read_file(const char *path, size_t *length, struct diag *d);

/* Would the lexer read this text as one word or number? If not, it needs quotes. */
bool lex_is_bare(const char *text);
/* "a \"quoted\" text", as LEX_STRING reads it. Owned by the caller. */
char *lex_quote(const char *text);

/* "95ms", "60000ms", "1500us": in milliseconds if they are whole. Returns `buffer`. */
char *lex_print_duration(uint64_t ns, char buffer[32]);
#endif
