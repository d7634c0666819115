#include "match/expect.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/lex.h"
#include "base/mem.h"
#include "base/suggest.h"
#include "match/pattern.h"

/* Words that begin or join something, now or in a later version of the language.
 * Words that only follow one of these (of, order, timeout) stay free: labels like
 * `timeout`, `poll` and `close` are too common to be quoted. */
static const char *const reserved[] = {
    "never", "nothing", "in",    "one",        "or",         "any",
    "open",  "before",  "drift", "starvation", "iterations",
};

static const char pin_order[] = "the order is LABEL = VALUE * COUNT @PHASE in ITERATION TIME";

struct list { /* items in the making; moved into the arena when complete */
    struct expect_item *item;
    size_t count, room;
};

struct parser {
    struct lexer lx;
    struct expect *e;
    const char **comment; /* read, and waiting for the item below them */
    size_t comment_count, comment_room;
    bool blank;      /* a blank line stood before them */
    bool line_start; /* no item and no brace yet on this line */
};

bool expect_is_reserved(const char *word)
{
    for (size_t i = 0; i < ARRAY_SIZE(reserved); i++)
        if (strcmp(reserved[i], word) == 0)
            return true;
    return false;
}

static const char *keep(struct parser *ps, const char *text)
{
    return arena_strndup(ps->e->arena, text, strlen(text));
}

static void push_comment(struct parser *ps, const char *text)
{
    GROW(ps->comment, ps->comment_count, ps->comment_room);
    ps->comment[ps->comment_count++] = text;
}

/* Pass over blank lines and whole-line comments; what they say is for the item
 * that follows. Blank lines that touch each other are one. */
static int skim(struct parser *ps)
{
    struct lexer *lx = &ps->lx;
    for (; lx->token.kind == LEX_NEWLINE || lx->token.kind == LEX_COMMENT;) {
        if (lx->token.kind == LEX_COMMENT) {
            push_comment(ps, keep(ps, lx->token.text));
            ps->line_start = false;
        } else if (!ps->line_start) {
            ps->line_start = true;
        } else if (ps->comment_count == 0) {
            ps->blank = true;
        } else if (ps->comment[ps->comment_count - 1][0] != '\0') {
            push_comment(ps, "");
        }
        if (lex_next(lx) < 0)
            return -1;
    }
    return 0;
}

static const char *const *take_comments(struct parser *ps, uint32_t *count)
{
    size_t bytes = ps->comment_count * sizeof *ps->comment;
    const char **copy = arena_alloc(ps->e->arena, bytes);
    if (bytes > 0)
        memcpy(copy, ps->comment, bytes);
    *count = (uint32_t)ps->comment_count;
    ps->comment_count = 0;
    ps->blank = false;
    return copy;
}

/* Those after the last item: a blank line above them is a first "", one below
 * them is dropped. */
static const char *const *take_last_comments(struct parser *ps, bool after_items, uint32_t *count)
{
    if (ps->comment_count > 0 && ps->comment[ps->comment_count - 1][0] == '\0')
        ps->comment_count--;
    if (ps->comment_count > 0 && ps->blank && after_items) {
        push_comment(ps, "");
        memmove(ps->comment + 1, ps->comment, (ps->comment_count - 1) * sizeof *ps->comment);
        ps->comment[0] = "";
    }
    return take_comments(ps, count);
}

/* A new item at the current token, with the comments above it. The pointer is
 * good until the next one. */
static struct expect_item *add_item(struct parser *ps, struct list *list, enum expect_kind kind)
{
    GROW(list->item, list->count, list->room);
    struct expect_item *item = &list->item[list->count++];
    *item = (struct expect_item){ .kind = kind, .count = 1, .phase = -1, .time_ns = NO_TIME };
    item->at = ps->lx.token.at;
    item->at.file = ps->e->file;
    item->blank_before = ps->blank;
    item->comment = take_comments(ps, &item->comment_count);
    ps->line_start = false;
    return item;
}

/* --- a label or a pattern --- */

static int parse_pattern(struct parser *ps, struct expect_item *item)
{
    struct lexer *lx = &ps->lx;
    struct expect *e = ps->e;
    struct pattern *pattern = pattern_new(lx->token.text, lx->token.at, lx->diag);
    if (!pattern) {
        diag_quote(lx->diag, lx->source, lx->length);
        return -1;
    }
    GROW(e->pattern, e->pattern_count, e->pattern_room);
    e->pattern[e->pattern_count++] = pattern;
    item->pattern = pattern;
    item->pattern_text = keep(ps, lx->token.text);
    return lex_next(lx);
}

static int parse_subject(struct parser *ps, struct expect_item *item)
{
    struct lexer *lx = &ps->lx;
    const struct token *t = &lx->token;
    if (t->kind == LEX_REGEX)
        return parse_pattern(ps, item);
    if (t->kind == LEX_DURATION)
        return lex_error(lx,
                         "a time stands behind its label; a label that looks like one is quoted",
                         "expected a label, found the time '%s'", t->text);
    if (t->kind != LEX_WORD && t->kind != LEX_NUMBER && t->kind != LEX_STRING)
        return lex_error(lx, "a line is a label, a \"quoted label\", a /pattern/, ... or never",
                         "expected a label, found %s", lex_shown(lx));
    if (t->kind == LEX_WORD && expect_is_reserved(t->text)) {
        char hint[96];
        snprintf(hint, sizeof hint, "quote it if it is a label: \"%.40s\"", t->text);
        return lex_error(lx, hint, "'%s' is a reserved word", t->text);
    }
    if (t->length == 0 || t->length > PROGRAM_LABEL_MAX)
        return lex_error(lx, NULL, "a label has 1 to %d bytes", PROGRAM_LABEL_MAX);
    item->label = keep(ps, t->text);
    return lex_next(lx);
}

/* --- pins, each at its turn --- */

static int parse_value(struct lexer *lx, struct expect_item *item)
{
    item->has_value = true;
    if (lx->token.kind == LEX_NUMBER)
        item->value = lx->token.number;
    else if (lx->token.kind == LEX_WORD && trace_errno_find(lx->token.text, &item->value))
        item->value_named = true;
    else
        return lex_error(lx, "a value is a number or an errno name such as EBUSY",
                         "expected a value, found %s", lex_shown(lx));
    return lex_next(lx);
}

static int parse_natural(struct lexer *lx, const char *what, const char *hint, uint32_t most,
                         uint32_t *out)
{
    if (lx->token.kind != LEX_NUMBER)
        return lex_error(lx, hint, "expected %s, found %s", what, lex_shown(lx));
    if (lx->token.number < 1 || lx->token.number > most)
        return lex_error(lx, hint, "%s is from 1 to %u, not %s", what, most, lx->token.text);
    *out = (uint32_t)lx->token.number;
    return lex_next(lx);
}

static int parse_phase(struct lexer *lx, struct expect_item *item)
{
    item->phase = lx->token.kind == LEX_WORD ? trace_phase_find(lx->token.text) : -1;
    if (item->phase >= 0)
        return lex_next(lx);

    char hint[96], names[96] = "";
    struct suggest s;
    suggest_init(&s, lx->token.text);
    for (int i = 0; i < PHASE_COUNT; i++) {
        const char *name = trace_phase_name((enum trace_phase)i);
        suggest_offer(&s, name);
        strcat(names, i ? " " : "");
        strcat(names, name);
    }
    const char *nearest = lx->token.kind == LEX_WORD ? suggest_hint(&s, NULL, hint, sizeof hint)
                                                     : NULL;
    return lex_error(lx, nearest, "expected a phase (%s), found %s", names, lex_shown(lx));
}

static int parse_pins(struct parser *ps, struct expect_item *item)
{
    struct lexer *lx = &ps->lx;
    if (lex_is(lx, LEX_PUNCT, "=") && (lex_next(lx) < 0 || parse_value(lx, item) < 0))
        return -1;
    if (lex_is(lx, LEX_PUNCT, "*") &&
        (lex_next(lx) < 0 ||
         parse_natural(lx, "a count", "what never happens is written never LABEL", EXPECT_COUNT_MAX,
                       &item->count) < 0))
        return -1;
    if (lex_is(lx, LEX_PUNCT, "@") && (lex_next(lx) < 0 || parse_phase(lx, item) < 0))
        return -1;
    if (lex_is(lx, LEX_WORD, "in") &&
        (lex_next(lx) < 0 ||
         parse_natural(lx, "an iteration", "what the main program logs before any run is @main",
                       EXPECT_ITERATION_MAX, &item->iteration) < 0))
        return -1;
    if (lx->token.kind == LEX_DURATION) {
        item->time_ns = lx->token.ns;
        if (lex_next(lx) < 0)
            return -1;
    }
    if (lex_is(lx, LEX_PUNCT, "=="))
        return lex_error(lx, "a value is written with one '='", "unexpected '=='");
    if (lex_is(lx, LEX_PUNCT, "=") || lex_is(lx, LEX_PUNCT, "*") || lex_is(lx, LEX_PUNCT, "@") ||
        lex_is(lx, LEX_WORD, "in") || lx->token.kind == LEX_DURATION)
        return lex_error(lx, pin_order, "%s is out of order or there twice", lex_shown(lx));
    return 0;
}

/* --- lines --- */

static bool at_line_end(const struct parser *ps, bool inside)
{
    enum lex_kind kind = ps->lx.token.kind;
    return kind == LEX_NEWLINE || kind == LEX_END || kind == LEX_COMMENT ||
           (inside && lex_is(&ps->lx, LEX_PUNCT, "}"));
}

static bool stands_alone(const struct parser *ps)
{
    return lex_is(&ps->lx, LEX_WORD, "never") || lex_is(&ps->lx, LEX_WORD, "nothing") ||
           lex_is(&ps->lx, LEX_PUNCT, "[");
}

static int parse_plain(struct parser *ps, struct list *list, bool inside)
{
    struct lexer *lx = &ps->lx;
    do {
        if (stands_alone(ps))
            return lex_error(lx, NULL, "%s begins a line of its own", lex_shown(lx));
        bool gap = lx->token.kind == LEX_GAP;
        struct expect_item *item = add_item(ps, list, gap ? EXPECT_GAP : EXPECT_LINE);
        if (gap ? lex_next(lx) < 0 : parse_subject(ps, item) < 0 || parse_pins(ps, item) < 0)
            return -1;
    } while (!at_line_end(ps, inside));
    return 0;
}

static int parse_list(struct parser *ps, struct list *list, bool inside);

/* Move a finished list into the arena. */
static struct expect_item *settle(struct parser *ps, const struct list *list)
{
    struct expect_item *items = arena_alloc(ps->e->arena, list->count * sizeof *items);
    if (list->count > 0)
        memcpy(items, list->item, list->count * sizeof *items);
    return items;
}

static int parse_block_body(struct parser *ps, struct expect_item *block, struct list *list)
{
    struct lexer *lx = &ps->lx;
    if (condition_parse(lx, &block->condition) < 0)
        return -1;
    if (!lex_is(lx, LEX_PUNCT, "{"))
        return lex_error(lx, "as in [libuv >= 1.48] { a b c }", "expected '{', found %s",
                         lex_shown(lx));
    if (lex_next(lx) < 0 || parse_list(ps, list, true) < 0)
        return -1;
    if (!lex_is(lx, LEX_PUNCT, "}"))
        return lex_error_at(lx, block->at, NULL, "block is not closed");
    block->last_comment = take_last_comments(ps, list->count > 0, &block->last_comment_count);
    block->item = settle(ps, list);
    block->item_count = list->count;
    return lex_next(lx);
}

static int parse_block(struct parser *ps, struct list *list, bool inside)
{
    if (inside)
        return lex_error(&ps->lx, "join conditions with 'and'", "blocks do not nest");
    struct list inner = { 0 };
    int status = parse_block_body(ps, add_item(ps, list, EXPECT_BLOCK), &inner);
    free(inner.item);
    ps->line_start = false;
    return status;
}

static int parse_promise(struct parser *ps, struct list *list)
{
    bool never = lex_is(&ps->lx, LEX_WORD, "never");
    struct expect_item *item = add_item(ps, list, never ? EXPECT_NEVER : EXPECT_NOTHING);
    if (lex_next(&ps->lx) < 0)
        return -1;
    return never ? parse_subject(ps, item) : 0;
}

static int parse_line(struct parser *ps, struct list *list, bool inside)
{
    struct lexer *lx = &ps->lx;
    int status = lex_is(lx, LEX_PUNCT, "[") ? parse_block(ps, list, inside)
                 : stands_alone(ps)         ? parse_promise(ps, list)
                                            : parse_plain(ps, list, inside);
    if (status < 0)
        return -1;
    if (!at_line_end(ps, inside))
        return lex_error(lx, NULL, "expected the end of the line, found %s", lex_shown(lx));
    if (lx->token.kind != LEX_COMMENT)
        return 0;
    assert(list->count > 0);
    list->item[list->count - 1].trailing = keep(ps, lx->token.text);
    return lex_next(lx);
}

static int check_nothing_alone(struct parser *ps, const struct list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->item[i].kind == EXPECT_NOTHING && list->count > 1)
            return lex_error_at(&ps->lx, list->item[i].at, NULL,
                                "'nothing' stands alone in its file or block");
    return 0;
}

static int parse_list(struct parser *ps, struct list *list, bool inside)
{
    for (;;) {
        if (skim(ps) < 0)
            return -1;
        if (ps->lx.token.kind == LEX_END || (inside && lex_is(&ps->lx, LEX_PUNCT, "}")))
            return check_nothing_alone(ps, list);
        if (parse_line(ps, list, inside) < 0)
            return -1;
    }
}

/* --- the file --- */

static bool can_fail(const struct expect_item *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (items[i].kind == EXPECT_BLOCK ? can_fail(items[i].item, items[i].item_count)
                                          : items[i].kind != EXPECT_GAP)
            return true;
    return false;
}

static int parse_file(struct parser *ps)
{
    struct expect *e = ps->e;
    struct list list = { 0 };
    int status = parse_list(ps, &list, false);
    if (status == 0) {
        e->comment = take_last_comments(ps, list.count > 0, &e->comment_count);
        e->item = settle(ps, &list);
        e->item_count = list.count;
    }
    free(list.item);
    if (status < 0 || can_fail(e->item, e->item_count))
        return status;
    if (e->item_count == 0)
        return lex_error_at(&ps->lx, (struct place){ ps->lx.file, 1, 1 },
                            "write 'nothing' if no log is expected", "the trace is empty");
    return lex_error_at(&ps->lx, e->item[0].at, "expect a label, or write 'nothing'",
                        "this expectation can never fail");
}

struct expect *expect_parse(const char *file, const char *source, size_t length, struct diag *d)
{
    struct parser ps = { .line_start = true };
    if (lex_init(&ps.lx, file, source, length, d) < 0)
        return NULL;
    ps.e = xcalloc(1, sizeof *ps.e);
    ps.e->arena = xcalloc(1, sizeof *ps.e->arena);
    ps.e->file = file ? keep(&ps, file) : NULL;
    int status = parse_file(&ps);
    free(ps.comment);
    lex_release(&ps.lx);
    if (status == 0)
        return ps.e;
    /* The place outlives the expectation, so it names the caller's string again. */
    d->at.file = file;
    expect_free(ps.e);
    return NULL;
}

void expect_free(struct expect *e)
{
    if (!e)
        return;
    for (size_t i = 0; i < e->pattern_count; i++)
        pattern_free(e->pattern[i]);
    free(e->pattern);
    arena_release(e->arena);
    free(e->arena);
    free(e);
}

const struct expect_item **expect_flatten(const struct expect *e, const struct profile *profile,
                                          size_t *count)
{
    const struct expect_item **flat = NULL;
    size_t n = 0, room = 0;
    for (size_t i = 0; i < e->item_count; i++) {
        const struct expect_item *item = &e->item[i];
        bool block = item->kind == EXPECT_BLOCK;
        size_t inner = !block                                       ? 1
                       : condition_holds(&item->condition, profile) ? item->item_count
                                                                    : 0;
        for (size_t j = 0; j < inner; j++) {
            GROW(flat, n, room);
            flat[n++] = block ? &item->item[j] : item;
        }
    }
    *count = n;
    return flat;
}
