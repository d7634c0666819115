#include "baseline/baseline.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/lex.h"

/* ---- reading ---- */

static int read_string(struct baseline *b, struct lexer *lx, const char *what, const char *hint,
                       const char **into)
{
    if (lx->token.kind != LEX_STRING)
        return lex_error(lx, hint, "expected %s, found %s", what, lex_shown(lx));
    if (lx->token.text[strspn(lx->token.text, " \t\n")] == '\0')
        return lex_error(lx, hint, "%s is empty", what);
    *into = arena_strndup(&b->arena, lx->token.text, lx->token.length);
    return lex_next_past_comments(lx);
}

/* Only dates that exist: a misspelt one would never expire. */
static bool is_date(const char *text)
{
    static const int days[] = { 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    int year, month, day;
    char rest;
    if (strlen(text) != strlen("2027-01-31") ||
        sscanf(text, "%4d-%2d-%2d%c", &year, &month, &day, &rest) != 3)
        return false;
    if (text[4] != '-' || text[7] != '-' || month < 1 || month > 12)
        return false;
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return day >= 1 && day <= days[month - 1] && (month != 2 || day < 29 || leap);
}

static int read_until(struct baseline *b, struct lexer *lx, struct baseline_entry *e)
{
    static const char hint[] = "year, month and day, as in: until 2027-01-31";
    if (!lex_is(lx, LEX_WORD, "until"))
        return 0;
    if (lex_next_past_comments(lx) < 0)
        return -1;
    if (lx->token.kind != LEX_WORD || !is_date(lx->token.text))
        return lex_error(lx, hint, "expected a date, found %s", lex_shown(lx));
    e->until = arena_strndup(&b->arena, lx->token.text, lx->token.length);
    return lex_next_past_comments(lx);
}

/* Two entries that hold for the same profile could give different reasons. */
static bool both_hold(const struct baseline_entry *a, const struct baseline_entry *b)
{
    for (size_t i = 0; i < profile_known_count(NULL); i++) {
        struct profile p = profile_known(NULL, i);
        if (condition_holds(&a->condition, &p) && condition_holds(&b->condition, &p))
            return true;
    }
    return false;
}

static int check_twice(const struct baseline *b, struct lexer *lx, const struct baseline_entry *e)
{
    char hint[80];
    assert(e->name);
    for (size_t i = 0; i < b->count; i++) {
        const struct baseline_entry *other = &b->entry[i];
        if (strcmp(other->name, e->name) != 0 || !both_hold(other, e))
            continue;
        snprintf(hint, sizeof hint, "line %u has it already", other->at.line);
        return lex_error_at(lx, e->at, hint, "case '%s' is given twice for one profile", e->name);
    }
    return 0;
}

static int read_entry(struct baseline *b, struct lexer *lx)
{
    static const char example[] = "as in: case \"timers/order\" \"why it fails\"";
    struct baseline_entry e = { 0 };
    if (!lex_is(lx, LEX_WORD, "case"))
        return lex_error(lx, example, "expected 'case', found %s", lex_shown(lx));
    if (lex_next_past_comments(lx) < 0)
        return -1;
    e.at = lx->token.at;
    e.at.file = b->file;
    if (read_string(b, lx, "the name of a case in quotes", example, &e.name) < 0 ||
        read_string(b, lx, "the reason in quotes", "every known failure has a reason", &e.reason) <
            0)
        return -1;
    e.sometimes = lex_is(lx, LEX_WORD, "sometimes");
    if (e.sometimes && lex_next_past_comments(lx) < 0)
        return -1;
    if (lex_is(lx, LEX_PUNCT, "[") && condition_parse(lx, &e.condition) < 0)
        return -1;
    if (lx->token.kind == LEX_COMMENT && lex_next_past_comments(lx) < 0)
        return -1;
    if (read_until(b, lx, &e) < 0)
        return -1;
    if (lx->token.kind != LEX_NEWLINE && lx->token.kind != LEX_END)
        return lex_error(lx,
                         "after the reason, in this order: sometimes [node < 11] until 2027-01-31",
                         "expected the end of the line, found %s", lex_shown(lx));
    if (check_twice(b, lx, &e) < 0)
        return -1;
    PUSH(b->entry, b->count, b->room, e);
    return 0;
}

static int read_entries(struct baseline *b, struct lexer *lx)
{
    while (lx->token.kind != LEX_END) {
        bool blank = lx->token.kind == LEX_NEWLINE || lx->token.kind == LEX_COMMENT;
        if ((blank ? lex_next_past_comments(lx) : read_entry(b, lx)) < 0)
            return -1;
    }
    return 0;
}

/* Takes `source`. */
static struct baseline *parse(const char *path, char *source, size_t length, struct diag *d)
{
    struct baseline *b = xcalloc(1, sizeof *b);
    struct lexer lx;
    b->file = arena_strndup(&b->arena, path, strlen(path));
    b->source = source;
    b->length = length;
    int status = lex_init(&lx, b->file, source, length, d);
    if (status == 0) {
        status = read_entries(b, &lx);
        lex_release(&lx);
    }
    if (status == 0)
        return b;
    baseline_free(b);
    return NULL;
}

struct baseline *baseline_parse(const char *path, const char *source, size_t length, struct diag *d)
{
    return parse(path, xstrndup(source, length), length, d);
}

struct baseline *baseline_read(const char *path, bool optional, struct diag *d)
{
    size_t length = 0;
    if (optional && access(path, F_OK) < 0 && (errno == ENOENT || errno == ENOTDIR))
        return parse(path, xstrdup(""), 0, d);
    char *source = lex_read_file(path, &length, d);
    return source ? parse(path, source, length, d) : NULL;
}

void baseline_free(struct baseline *b)
{
    if (!b)
        return;
    arena_release(&b->arena);
    free(b->entry);
    free(b->source);
    free(b);
}

/* ---- asking ---- */

const struct baseline_entry *baseline_find(const struct baseline *b, const char *name,
                                           const struct profile *p)
{
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->entry[i].name, name) == 0 && condition_holds(&b->entry[i].condition, p))
            return &b->entry[i];
    return NULL;
}

bool baseline_names(const struct baseline *b, const char *name)
{
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->entry[i].name, name) == 0)
            return true;
    return false;
}

bool baseline_has_expired(const struct baseline_entry *e, const char *today)
{
    return e->until && strcmp(e->until, today) <= 0;
}

bool baseline_is_unexplained(const struct baseline_entry *e)
{
    return strncmp(e->reason, BASELINE_UNEXPLAINED, strlen(BASELINE_UNEXPLAINED)) == 0;
}

/* ---- writing ---- */

char *baseline_print(const struct baseline_entry *e)
{
    char condition[160] = "", *name = lex_quote(e->name), *reason = lex_quote(e->reason);
    bool some = e->condition.count > 0;
    char *text = xasprintf("case %s %s%s%s%s%s%s\n", name, reason, e->sometimes ? " sometimes" : "",
                           some ? " " : "", some ? condition_print(&e->condition, condition) : "",
                           e->until ? " until " : "", e->until ? e->until : "");
    free(name);
    free(reason);
    return text;
}

static bool drops_line(const struct baseline *b, const bool *drop, uint32_t line)
{
    for (size_t i = 0; i < b->count; i++)
        if (b->entry[i].at.line == line)
            return drop[i];
    return false;
}

char *baseline_edit(const struct baseline *b, const bool *drop, const struct baseline_entry *fresh,
                    size_t fresh_count)
{
    char *text = NULL;
    uint32_t line = 1;
    FILE *out = xopen_memstream(&text, NULL);
    for (const char *at = b->source; *at; line++) {
        size_t length = strcspn(at, "\n");
        if (!drops_line(b, drop, line))
            fprintf(out, "%.*s\n", (int)length, at);
        at += length + (at[length] == '\n');
    }
    for (size_t i = 0; i < fresh_count; i++) {
        char *entry = baseline_print(&fresh[i]);
        fputs(entry, out);
        free(entry);
    }
    fclose(out);
    return text;
}
