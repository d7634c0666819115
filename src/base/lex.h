/* lex.h - the tokens that scenarios, expected traces and the catalogue share.
 * A run of [A-Za-z0-9_.-] is one token, classified afterwards: a number, a
 * duration, a gap or a word. So `8p` is a word, `5ms` a duration, `-1` a number
 * and `...` a gap, in all three languages alike. */
#ifndef BASE_LEX_H
#define BASE_LEX_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/diag.h"
#include "base/mem.h"

enum lex_kind {
    LEX_END,      /* end of the file; comes for ever */
    LEX_NEWLINE,  /* one a line, blank lines included */
    LEX_COMMENT,  /* from '#' to the end of the line, '#' included */
    LEX_WORD,     /* text */
    LEX_NUMBER,   /* number: an optional '-' and digits */
    LEX_DURATION, /* ns: digits, '.' digits, and ns us ms s min */
    LEX_STRING,   /* "..." on one line; \" \\ \n \t are escapes; text is what it means */
    LEX_REGEX,    /* /.../ ; text is what stands between the slashes, \/ made / */
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
    struct arena arena; /* owns the token texts */
};

enum { LEX_SOURCE_MAX = 1 << 20 }; /* bytes; a larger file is an error */

/* Start on `source`, which must outlive the lexer, and read the first token.
 * `diag` is filled by every call that returns -1, with place and source line. A
 * NUL byte, invalid UTF-8, a control character and a source over LEX_SOURCE_MAX
 * are errors; CRLF counts as a newline and a byte-order mark is passed over. */
int lex_init(struct lexer *lx, const char *file, const char *source, size_t length,
             struct diag *diag);
void lex_release(struct lexer *lx);

/* Is it text at all? The first of those errors that a whole source can have. */
int lex_check_text(const char *file, const char *source, size_t length, struct diag *diag);

/* Step to the next token, or to the next that is no comment. */
int lex_next(struct lexer *lx);
int lex_next_past_comments(struct lexer *lx);

/* Report an error at a place, or at the current token; both return -1:
 * (location, hint, format, ...) and (hint, format, ...). */
#define lex_error_at(lx, ...) diag_quoted((lx)->diag, (lx)->source, (lx)->length, __VA_ARGS__)
#define lex_error(lx, ...)    lex_error_at(lx, (lx)->token.at, __VA_ARGS__)

/* Is the current token this word, or this punctuation? */
bool lex_is(const struct lexer *lx, enum lex_kind kind, const char *text);

/* The current token as a message shows it: 'timout', end of line, ... Borrowed
 * until the next call. */
const char *lex_shown(struct lexer *lx);

/* A whole file as text, owned by the caller; NULL with `*d` filled in (exit 2:
 * no such file, a directory, unreadable, too large). */
char *lex_read_file(const char *path, size_t *length, struct diag *d);

/* Would the lexer read this text back as one word or number? If not, it has to be quoted. */
bool lex_is_bare(const char *text);
/* "a \"quoted\" text", as LEX_STRING reads it; owned. */
char *lex_quote(const char *text);

/* "95ms", "60000ms", "1500us": whole milliseconds where it can be. Returns `buffer`. */
char *lex_print_duration(uint64_t ns, char buffer[32]);
#endif
