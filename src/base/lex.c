#include "base/lex.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/patient.h"
#include "base/text.h"

static const struct unit {
    const char *name;
    uint64_t ns;
} units[] = {
    { "ns", 1 },
    { "us", 1000 },
    { "ms", 1000 * 1000 },
    { "s", 1000 * 1000 * 1000 },
    { "min", 60ull * 1000 * 1000 * 1000 },
    { "h", 3600ull * 1000 * 1000 * 1000 },
    { "d", 24 * 3600ull * 1000 * 1000 * 1000 },
};

static bool is_word_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '-';
}

static struct location here(const struct lexer *lx)
{
    return (struct location){ lx->file, lx->line, lx->column };
}

/* How many of these bytes, from the first on, are printable ASCII: almost all, so eight at a time.
 * In a word of only such bytes neither sum carries, and no highest bit is set. */
static size_t plain_length(const unsigned char *s, size_t length)
{
    const uint64_t ones = 0x0101010101010101;
    size_t n = 0;
    for (uint64_t word; n + sizeof word <= length; n += sizeof word) {
        memcpy(&word, s + n, sizeof word);
        if ((word | (word - 0x20 * ones) | (word + ones)) & 0x80 * ones)
            break;
    }
    while (n < length && s[n] >= 0x20 && s[n] < 0x7f)
        n++;
    return n;
}

static int check_bytes(struct lexer *lx)
{
    struct location at = { lx->file, 1, 1 };
    if (lx->length > LEX_SOURCE_MAX) {
        diag_set(lx->diag, (struct location){ .file = lx->file }, "split it into several files",
                 "file is larger than %d bytes", LEX_SOURCE_MAX);
        return -1;
    }
    const unsigned char *s = (const unsigned char *)lx->source;
    uint32_t character;
    for (size_t i = lx->pos; i < lx->length;) {
        size_t plain = plain_length(s + i, lx->length - i);
        at.column += (uint32_t)plain;
        i += plain;
        if (i == lx->length)
            break;
        size_t n = text_decode(lx->source + i, lx->length - i, &character);
        bool crlf = s[i] == '\r' && i + 1 < lx->length && s[i + 1] == '\n';
        if (s[i] == '\0')
            return lex_error_at(lx, at, "this is a text file; remove the byte", "NUL byte");
        if (n == 0)
            return lex_error_at(lx, at, "save the file as UTF-8", "invalid UTF-8 byte 0x%02x",
                                s[i]);
        if ((s[i] < 0x20 && s[i] != '\n' && s[i] != '\t' && !crlf) || s[i] == 0x7f)
            return lex_error_at(lx, at, NULL, "control character 0x%02x", s[i]);
        if (s[i] == '\n') {
            at.line++;
            at.column = 1;
        } else {
            at.column += (uint32_t)n;
        }
        i += n;
    }
    return 0;
}

int lex_init(struct lexer *lx, const char *file, const char *source, size_t length,
             struct diag *diag)
{
    *lx = (struct lexer){
        .file = file, .source = source, .length = length, .line = 1, .column = 1, .diag = diag
    };
    if (length >= 3 && memcmp(source, "\xef\xbb\xbf", 3) == 0)
        lx->pos = 3;
    if (check_bytes(lx) < 0 || lex_next(lx) < 0) {
        lex_release(lx);
        return -1;
    }
    return 0;
}

int lex_check_text(const char *file, const char *source, size_t length, struct diag *diag)
{
    struct lexer lx = { .file = file, .source = source, .length = length, .diag = diag };
    return check_bytes(&lx);
}

void lex_release(struct lexer *lx)
{
    arena_release(&lx->arena);
}

static char peek(const struct lexer *lx, size_t ahead)
{
    return lx->pos + ahead < lx->length ? lx->source[lx->pos + ahead] : '\0';
}

static void skip(struct lexer *lx, size_t n)
{
    lx->pos += n;
    lx->column += (uint32_t)n;
}

static void take(struct lexer *lx, enum lex_kind kind, size_t n)
{
    lx->token.kind = kind;
    lx->token.text = arena_strndup(&lx->arena, lx->source + lx->pos, n);
    lx->token.length = n;
    skip(lx, n);
}

static const struct unit *find_unit(const char *name)
{
    for (size_t i = 0; i < ARRAY_SIZE(units); i++)
        if (strcmp(name, units[i].name) == 0)
            return &units[i];
    return NULL;
}

/* A duration is digits, perhaps '.' and digits, and a unit. A fraction must be exact to the
 * nanosecond; if not, it is an error. Any other text stays a word. */
static int classify_duration(struct lexer *lx)
{
    const char *text = lx->token.text;
    size_t digits = strspn(text, "0123456789");
    const char *fraction = text + digits + (text[digits] == '.');
    size_t decimals = text[digits] == '.' ? strspn(fraction, "0123456789") : 0;
    const struct unit *unit = find_unit(fraction + decimals);
    if (!unit || digits == 0 || (text[digits] == '.' && decimals == 0))
        return 0;

    uint64_t ns = 0, scale = unit->ns;
    bool fits = true;
    for (size_t i = 0; i < digits; i++)
        fits = fits && !__builtin_mul_overflow(ns, 10, &ns) &&
               !__builtin_add_overflow(ns, (uint64_t)(text[i] - '0'), &ns);
    fits = fits && !__builtin_mul_overflow(ns, scale, &ns);
    for (size_t i = 0; i < decimals; i++) {
        if (scale % 10 != 0)
            return lex_error(lx, "one nanosecond is the smallest step", "duration '%s' is too fine",
                             text);
        scale /= 10;
        fits = fits && !__builtin_add_overflow(ns, scale * (uint64_t)(fraction[i] - '0'), &ns);
    }
    if (!fits)
        return lex_error(lx, NULL, "duration '%s' is too long", text);
    lx->token.kind = LEX_DURATION;
    lx->token.ns = ns;
    return 0;
}

static int classify_word(struct lexer *lx)
{
    struct token *t = &lx->token;
    if (!strchr("0123456789-.", t->text[0])) /* almost every word */
        return 0;
    if (strcmp(t->text, "...") == 0) {
        t->kind = LEX_GAP;
        return 0;
    }
    const char *digits = t->text[0] == '-' ? t->text + 1 : t->text;
    if (*digits && strspn(digits, "0123456789") == strlen(digits)) {
        errno = 0;
        t->number = strtoll(t->text, NULL, 10);
        if (errno)
            return lex_error(lx, NULL, "number '%s' is too large", t->text);
        t->kind = LEX_NUMBER;
        return 0;
    }
    return classify_duration(lx);
}

/* The distance to the closing delimiter; 0 if the line has none. A backslash escapes any next
 * byte. */
static size_t closing(const struct lexer *lx, char delimiter)
{
    for (size_t n = 1; lx->pos + n < lx->length && peek(lx, n) != '\n'; n++) {
        if (peek(lx, n) == delimiter)
            return n;
        if (peek(lx, n) == '\\' && peek(lx, n + 1) != '\n')
            n++;
    }
    return 0;
}

/* What a backslash and `c` mean in a string; '\0': nothing. */
static char unescape(char c)
{
    static const char from[] = "nt\\\"", to[] = "\n\t\\\"";
    const char *known = c ? strchr(from, c) : NULL;
    return known ? to[known - from] : '\0';
}

/* Read the text between two delimiters and resolve its escapes. A pattern keeps its own escapes,
 * except that of the delimiter. */
static int read_quoted(struct lexer *lx, enum lex_kind kind, char delimiter)
{
    size_t n = 0, end = lx->pos + closing(lx, delimiter);
    if (end == lx->pos)
        return lex_error(lx,
                         kind == LEX_STRING ? "close it with '\"' on the same line"
                                            : "close it with '/' on the same line",
                         kind == LEX_STRING ? "string is not closed" : "pattern is not closed");
    char *text = arena_alloc(&lx->arena, end - lx->pos);
    for (skip(lx, 1);; skip(lx, 2)) {
        const char *from = lx->source + lx->pos, *escape = memchr(from, '\\', end - lx->pos);
        size_t plain = escape ? (size_t)(escape - from) : end - lx->pos;
        memcpy(text + n, from, plain);
        n += plain;
        skip(lx, plain);
        if (!escape)
            break;
        char next = peek(lx, 1), c = kind == LEX_STRING ? unescape(next) : next;
        if (!c)
            return lex_error_at(lx, here(lx), "the escapes are \\\" \\\\ \\n \\t",
                                "unknown escape in a string");
        if (kind != LEX_STRING && next != delimiter)
            text[n++] = '\\';
        text[n++] = c;
    }
    skip(lx, 1);
    lx->token.kind = kind;
    lx->token.text = text;
    lx->token.length = n;
    return 0;
}

int lex_next(struct lexer *lx)
{
    while (peek(lx, 0) == ' ' || peek(lx, 0) == '\t' || peek(lx, 0) == '\r')
        skip(lx, 1);
    lx->token = (struct token){ .at = here(lx), .text = "" };

    char c = peek(lx, 0);
    if (lx->pos >= lx->length) {
        lx->token.kind = LEX_END;
        return 0;
    }
    if (c == '\n') {
        take(lx, LEX_NEWLINE, 1);
        lx->line++;
        lx->column = 1;
        return 0;
    }
    if (c == '#') {
        const char *start = lx->source + lx->pos;
        const char *end = memchr(start, '\n', lx->length - lx->pos);
        size_t n = end ? (size_t)(end - start) : lx->length - lx->pos;
        while (n > 1 && strchr(" \t\r", lx->source[lx->pos + n - 1]))
            n--;
        take(lx, LEX_COMMENT, n);
        return 0;
    }
    if (c == '"')
        return read_quoted(lx, LEX_STRING, '"');
    if (c == '/')
        return read_quoted(lx, LEX_REGEX, '/');
    if (is_word_byte(c)) {
        size_t n = 1;
        while (is_word_byte(peek(lx, n)))
            n++;
        take(lx, LEX_WORD, n);
        if (peek(lx, 0) == '#') /* else `log a#2` would silently mean `log a` */
            return lex_error_at(lx, here(lx),
                                "a label is letters, digits, '_', '.' and '-'; a comment begins "
                                "after a blank",
                                "'#' cannot follow '%.80s' directly", lx->token.text);
        return classify_word(lx);
    }
    if (strchr("<>=", c) && peek(lx, 1) == '=') {
        take(lx, LEX_PUNCT, 2);
        return 0;
    }
    if (strchr("{};=*,<>[]@():", c)) {
        take(lx, LEX_PUNCT, 1);
        return 0;
    }
    uint32_t character;
    size_t n = text_decode(lx->source + lx->pos, lx->length - lx->pos, &character);
    return lex_error(lx, n > 1 ? "letters beyond ASCII belong in strings and comments" : NULL,
                     "unexpected character '%.*s'", (int)n, lx->source + lx->pos);
}

int lex_next_past_comments(struct lexer *lx)
{
    do {
        if (lex_next(lx) < 0)
            return -1;
    } while (lx->token.kind == LEX_COMMENT);
    return 0;
}

bool lex_is(const struct lexer *lx, enum lex_kind kind, const char *text)
{
    return lx->token.kind == kind && strcmp(lx->token.text, text) == 0;
}

const char *lex_shown(struct lexer *lx)
{
    const struct token *t = &lx->token;
    char shown[96];
    switch (t->kind) {
    case LEX_END: return "the end of the file";
    case LEX_NEWLINE: return "the end of the line";
    case LEX_COMMENT: return "a comment";
    case LEX_STRING: snprintf(shown, sizeof shown, "\"%.80s\"", t->text); break;
    case LEX_REGEX: snprintf(shown, sizeof shown, "/%.80s/", t->text); break;
    default: snprintf(shown, sizeof shown, "'%.80s'", t->text); break;
    }
    return arena_strndup(&lx->arena, shown, strlen(shown));
}

/* A regular file has its bytes at hand: no wait, and a read of fewer bytes was the last. */
static bool read_all(int fd, bool is_regular, char *text, size_t room, size_t *length)
{
    ssize_t n = 1;
    bool is_last = false;
    for (*length = 0; n > 0 && !is_last && *length < room; *length += (size_t)(n > 0 ? n : 0)) {
        size_t left = room - *length;
        n = is_regular ? read(fd, text + *length, left) : patient_read(fd, text + *length, left);
        is_last = is_regular && n > 0 && (size_t)n < left;
    }
    return n >= 0;
}

char *lex_read_file(const char *path, size_t *length, struct diag *d)
{
    struct location at = { .file = path };
    struct stat st;
    int fd = patient_open(path, O_RDONLY);
    if (fd < 0 || fstat(fd, &st) < 0) {
        diag_unreadable(d, at, NULL, "cannot read: %s", strerror(errno));
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    if (S_ISDIR(st.st_mode)) {
        diag_set(d, at, "name a file, not a folder", "is a directory");
        close(fd);
        return NULL;
    }
    /* Reading one byte over the limit distinguishes a file of the largest size from a longer one.
     * What is no regular file does not know its size, and may be that long. */
    bool sized = S_ISREG(st.st_mode) && st.st_size <= LEX_SOURCE_MAX;
    size_t room = sized ? (size_t)st.st_size + 1 : LEX_SOURCE_MAX + 1;
    char *text = xmalloc(room + 1);
    bool failed = !read_all(fd, S_ISREG(st.st_mode), text, room, length);
    if (failed)
        diag_unreadable(d, at, NULL, "cannot be read: %s", strerror(errno));
    close(fd);
    if (failed || *length > LEX_SOURCE_MAX) {
        if (!failed)
            diag_set(d, at, NULL, "file is larger than %d bytes", LEX_SOURCE_MAX);
        free(text);
        return NULL;
    }
    text[*length] = '\0';
    return text;
}

bool lex_is_bare(const char *text)
{
    struct lexer lx;
    struct diag ignored;
    if (lex_init(&lx, NULL, text, strlen(text), &ignored) < 0)
        return false;
    bool bare = (lx.token.kind == LEX_WORD || lx.token.kind == LEX_NUMBER) &&
                lx.token.length == strlen(text);
    lex_release(&lx);
    return bare;
}

char *lex_quote(const char *text)
{
    char *quoted = xmalloc(2 * strlen(text) + 3), *to = quoted;
    *to++ = '"';
    for (; *text; text++) {
        if (strchr("\n\t\"\\", *text))
            *to++ = '\\';
        *to++ = *text == '\n' ? 'n' : *text == '\t' ? 't' : *text;
    }
    *to++ = '"';
    *to = '\0';
    return quoted;
}

char *lex_print_duration(uint64_t ns, char buffer[32])
{
    /* Milliseconds are the unit of the loops; only finer times need another. */
    size_t u = ns % 1000000 == 0 ? 2 : ns % 1000 == 0 ? 1 : 0;
    snprintf(buffer, 32, "%llu%s", (unsigned long long)(ns / units[u].ns), units[u].name);
    return buffer;
}
