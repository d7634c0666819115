/* script_logs.c - finds the calls of log() in a script. It does not parse JavaScript, it only reads
 * tokens: comments, strings, templates and regular expressions are skipped, names are examined.
 * log('label') and log('label', value) name their label. Any other use of the name `log` means that
 * labels may come which cannot be found in the text. */
#include "scenario/script.h"

#include <ctype.h>
#include <string.h>

#include "base/mem.h"

enum before { /* what comes before a token, as far as it matters */
              BEFORE_NOTHING,
              BEFORE_OPERATOR, /* a '/' after it begins a regular expression */
              BEFORE_DOT,
              BEFORE_VALUE, /* a '/' after it is a division */
};

struct scan {
    struct script *script;
    const char *file, *source;
    size_t length, pos;
    enum before before;
    bool global; /* the latest name was the global object's */
    size_t logs;
    struct diag *diag;
};

static char peek(const struct scan *sc, size_t ahead)
{
    return sc->pos + ahead < sc->length ? sc->source[sc->pos + ahead] : '\0';
}

static bool at_end(const struct scan *sc)
{
    return sc->pos >= sc->length;
}

static struct location location_of(const struct scan *sc, size_t pos)
{
    struct location at = { sc->file, 1, 1 };
    for (size_t i = 0; i < pos; i++) {
        at.column++;
        if (sc->source[i] == '\n') {
            at.line++;
            at.column = 1;
        }
    }
    return at;
}

static int error_at(struct scan *sc, size_t pos, const char *hint, const char *message)
{
    return diag_set(sc->diag, location_of(sc, pos), hint, "%s", message);
}

/* ---- passing over ---- */

static bool skip_comment(struct scan *sc)
{
    const char *rest = sc->source + sc->pos;
    size_t left = sc->length - sc->pos;
    if (peek(sc, 0) != '/' || (peek(sc, 1) != '/' && peek(sc, 1) != '*'))
        return false;
    bool line = peek(sc, 1) == '/';
    const char *end = line ? memchr(rest, '\n', left) : memmem(rest + 2, left - 2, "*/", 2);
    sc->pos = end ? (size_t)(end - sc->source) + (line ? 0 : 2) : sc->length;
    return true;
}

static void skip_blanks(struct scan *sc)
{
    while (!at_end(sc) && (isspace((unsigned char)peek(sc, 0)) || skip_comment(sc)))
        if (isspace((unsigned char)peek(sc, 0)))
            sc->pos++;
}

/* Skip a string; it ends at the end of its line at the latest. */
static void skip_string(struct scan *sc)
{
    char quote = peek(sc, 0);
    sc->pos++;
    while (!at_end(sc) && peek(sc, 0) != quote && peek(sc, 0) != '\n')
        sc->pos += peek(sc, 0) == '\\' ? 2 : 1;
    sc->pos++;
}

/* Skip a regular expression; a slash in a class does not end it. */
static void skip_regex(struct scan *sc)
{
    bool class = false;
    sc->pos++;
    while (!at_end(sc) && (class || peek(sc, 0) != '/') && peek(sc, 0) != '\n') {
        class = peek(sc, 0) == '[' || (class && peek(sc, 0) != ']');
        sc->pos += peek(sc, 0) == '\\' ? 2 : 1;
    }
    sc->pos++;
}

static int scan_code(struct scan *sc, bool in_template);

static int scan_template(struct scan *sc)
{
    sc->pos++;
    while (!at_end(sc) && peek(sc, 0) != '`') {
        if (peek(sc, 0) == '$' && peek(sc, 1) == '{') {
            sc->pos += 2;
            if (scan_code(sc, true) < 0)
                return -1;
        } else {
            sc->pos += peek(sc, 0) == '\\' ? 2 : 1;
        }
    }
    sc->pos++;
    return 0;
}

/* ---- calls ---- */

/* Read a string without escapes at the current position; `*size` is its length. */
static bool take_literal(struct scan *sc, const char **text, size_t *size)
{
    char quote = peek(sc, 0);
    if (quote != '\'' && quote != '"' && quote != '`')
        return false;
    const char *from = sc->source + sc->pos + 1;
    const char *end = memchr(from, quote, sc->length - sc->pos - 1);
    if (!end || memchr(from, '\n', (size_t)(end - from)) ||
        memmem(from, (size_t)(end - from), "${", 2) || memchr(from, '\\', (size_t)(end - from)))
        return false;
    *text = from;
    *size = (size_t)(end - from);
    sc->pos = (size_t)(end - sc->source) + 1;
    return true;
}

static int note_label(struct scan *sc, size_t pos, const char *text, size_t size, unsigned use)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-";
    struct script *s = sc->script;
    char label[PROGRAM_LABEL_MAX + 1];
    if (size == 0 || size > PROGRAM_LABEL_MAX)
        return error_at(sc, pos, NULL,
                        size ? "a label has at most 64 bytes" : "the label is empty");
    memcpy(label, text, size);
    label[size] = '\0';
    if (strspn(label, plain) != size)
        return error_at(sc, pos, "a label is letters, digits, '_', '.' and '-'",
                        "this is no label");
    uint32_t id = label_table_add(&s->labels, label);
    while (s->use_count <= id) {
        PUSH(s->use, s->use_count, s->use_room, 0);
    }
    s->use[id] |= (uint8_t)use;
    return 0;
}

/* After the name `log` that is no member: `('label')`, `('label', 1)`, or something that is known
 * only at run time. */
static int take_log(struct scan *sc)
{
    const char *text;
    size_t size;
    sc->logs++;
    size_t after_name = sc->pos;
    skip_blanks(sc);
    if (peek(sc, 0) == '(') {
        sc->pos++;
        skip_blanks(sc);
        size_t pos = sc->pos;
        if (take_literal(sc, &text, &size)) {
            skip_blanks(sc);
            if (peek(sc, 0) == ')')
                return note_label(sc, pos, text, size, SCRIPT_LOGS);
            if (peek(sc, 0) == ',')
                return note_label(sc, pos, text, size, SCRIPT_VALUE);
        }
    }
    sc->script->computes = true;
    sc->pos = after_name; /* the arguments may contain further calls */
    sc->before = BEFORE_VALUE;
    return 0;
}

static bool is_name_byte(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static bool is_one_of(const char *name, size_t size, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(list[i]) == size && memcmp(list[i], name, size) == 0)
            return true;
    return false;
}

static int take_name(struct scan *sc)
{
    static const char *const operators[] = { "return", "typeof", "case",  "in",        "of",
                                             "delete", "void",   "throw", "new",       "do",
                                             "else",   "yield",  "await", "instanceof" };
    static const char *const globals[] = { "global", "globalThis", "window", "self" };
    static const char *const ours[] = { "log" };
    const char *name = sc->source + sc->pos;
    size_t size = 0;
    while (is_name_byte(peek(sc, size)))
        size++;
    bool member = sc->before == BEFORE_DOT && !sc->global;
    sc->pos += size;
    sc->global = is_one_of(name, size, globals, ARRAY_SIZE(globals));
    sc->before = is_one_of(name, size, operators, ARRAY_SIZE(operators)) ? BEFORE_OPERATOR
                                                                         : BEFORE_VALUE;
    if (!member && is_one_of(name, size, ours, ARRAY_SIZE(ours)))
        return take_log(sc);
    return 0;
}

/* ---- the walk ---- */

static int scan_token(struct scan *sc)
{
    char c = peek(sc, 0);
    if (is_name_byte(c))
        return take_name(sc);
    if (c == '`') {
        sc->before = BEFORE_VALUE;
        return scan_template(sc);
    }
    if (c == '\'' || c == '"') {
        skip_string(sc);
        sc->before = BEFORE_VALUE;
    } else if (c == '/' && sc->before != BEFORE_VALUE) {
        skip_regex(sc);
        sc->before = BEFORE_VALUE;
    } else {
        /* `...name` spreads a value and is no member access. */
        bool spread = peek(sc, 1) == '.' || sc->source[sc->pos - 1] == '.';
        sc->before = c == ')' || c == ']'  ? BEFORE_VALUE
                     : c == '.' && !spread ? BEFORE_DOT
                                           : BEFORE_OPERATOR;
        sc->pos++;
    }
    return 0;
}

/* Scan to the end of the file, or after the '}' that ends a template's expression. */
static int scan_code(struct scan *sc, bool in_template)
{
    sc->before = BEFORE_NOTHING;
    for (size_t open = 0;;) {
        skip_blanks(sc);
        char c = peek(sc, 0);
        if (at_end(sc))
            return 0;
        if (in_template && c == '}' && open == 0) {
            sc->pos++;
            return 0;
        }
        open += (c == '{');
        open -= (c == '}' && open > 0);
        if (scan_token(sc) < 0)
            return -1;
    }
}

int script_find_logs(struct script *s, const char *file, const char *source, size_t length,
                     size_t from, struct diag *d)
{
    struct scan sc = {
        .script = s, .file = file, .source = source, .length = length, .pos = from, .diag = d
    };
    if (scan_code(&sc, false) < 0)
        return -1;
    if (sc.logs == 0)
        return error_at(&sc, from, "it writes its trace with log('label')",
                        "nothing in the script calls log()");
    return 0;
}
