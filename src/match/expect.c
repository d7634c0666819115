#include "match/expect.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "match/bound.h"
#include "match/expect_parser.h"
#include "match/pattern.h"

/* Words that begin or join something, apart from the figures. Words that only follow one of these
 * (of, order, callbacks) are not reserved: labels like `timeout`, `poll` and `close` are too common
 * to need quotes. */
static const char *const reserved[] = {
    "never", "nothing", "in", "one", "or", "any", "open", "before",
};

/* Where a list stands, which decides what it may contain. */
enum context { IN_FILE, IN_BLOCK, IN_CHOICE, IN_ANY_ORDER };

struct list { /* pointers to items, until their number is known */
    struct expect_item **item;
    size_t count, room;
};

bool expect_is_reserved(const char *word)
{
    struct expect_bound bound;
    for (size_t i = 0; i < ARRAY_SIZE(reserved); i++)
        if (strcmp(reserved[i], word) == 0)
            return true;
    return bound_find(word, &bound);
}

const char *expect_keep(struct expect_parser *ps, const char *text)
{
    return arena_strndup(ps->e->arena, text, strlen(text));
}

static struct expect_item *new_item(struct expect_parser *ps, enum expect_kind kind)
{
    struct expect_item *item = arena_alloc(ps->e->arena, sizeof *item);
    *item = (struct expect_item){ .kind = kind, .count = 1, .phase = -1, .time_ns = NO_TIME };
    item->id = ++ps->e->id_max;
    item->at = ps->lx.token.at;
    item->at.file = ps->e->file;
    return item;
}

/* A new item at the current token, with the comments above it. */
static struct expect_item *add_item(struct expect_parser *ps, struct list *list,
                                    enum expect_kind kind)
{
    struct expect_item *item = new_item(ps, kind);
    PUSH(list->item, list->count, list->room, item);
    item->blank_before = comments_take(&ps->comments, &item->comment, &item->comment_count);
    ps->comments.line_used = true;
    return item;
}

/* --- lines --- */

static bool at_line_end(const struct expect_parser *ps, enum context context)
{
    enum lex_kind kind = ps->lx.token.kind;
    return kind == LEX_NEWLINE || kind == LEX_END || kind == LEX_COMMENT ||
           (context != IN_FILE && lex_is(&ps->lx, LEX_PUNCT, "}"));
}

/* Items that need a line of their own, about the whole trace or a profile. */
static bool stands_alone(const struct expect_parser *ps)
{
    static const char *const words[] = { "never", "nothing", "open" };
    struct expect_bound bound;
    const struct lexer *lx = &ps->lx;
    for (size_t i = 0; i < ARRAY_SIZE(words); i++)
        if (lex_is(lx, LEX_WORD, words[i]))
            return true;
    return lex_is(lx, LEX_PUNCT, "[") ||
           (lx->token.kind == LEX_WORD && bound_find(lx->token.text, &bound));
}

static int parse_list(struct expect_parser *ps, struct list *list, enum context context);

/* Move a list into the arena and attach it to its owner. */
static void attach_items(struct expect_parser *ps, struct list *list, struct expect_item *owner)
{
    void *items = arena_alloc(ps->e->arena, list->count * sizeof *list->item);
    if (list->count > 0)
        memcpy(items, list->item, list->count * sizeof *list->item);
    owner->item = items;
    owner->item_count = list->count;
    free(list->item);
}

/* The items of `owner`, and the comments after the last one. */
static int parse_items(struct expect_parser *ps, struct expect_item *owner, enum context context)
{
    struct list list = { 0 };
    int status = parse_list(ps, &list, context);
    if (status == 0)
        comments_take_last(&ps->comments, list.count > 0, &owner->last_comment,
                           &owner->last_comment_count);
    attach_items(ps, &list, owner);
    return status;
}

/* "{ items }" into `owner`; the current token is the opening brace. */
static int parse_braces(struct expect_parser *ps, struct expect_item *owner, enum context context,
                        const char *form)
{
    struct lexer *lx = &ps->lx;
    if (!lex_is(lx, LEX_PUNCT, "{"))
        return lex_error(lx, form, "expected '{', found %s", lex_shown(lx));
    if (lex_next(lx) < 0 || parse_items(ps, owner, context) < 0)
        return -1;
    if (!lex_is(lx, LEX_PUNCT, "}"))
        return lex_error_at(lx, owner->at, NULL, "%s is not closed",
                            context == IN_BLOCK ? "block" : "group");
    ps->comments.line_used = true;
    return lex_next(lx);
}

static int parse_block(struct expect_parser *ps, struct list *list, enum context context)
{
    if (context != IN_FILE)
        return lex_error(&ps->lx, context == IN_BLOCK ? "join conditions with 'and'" : NULL,
                         "blocks do not nest");
    struct expect_item *block = add_item(ps, list, EXPECT_BLOCK);
    if (condition_parse(&ps->lx, &block->condition) < 0)
        return -1;
    return parse_braces(ps, block, IN_BLOCK, "as in [libuv >= 1.48] { a b c }");
}

/* --- groups --- */

static int parse_choices(struct expect_parser *ps, struct expect_item *group)
{
    static const char form[] = "as in: one of { a b } or { b a }";
    struct lexer *lx = &ps->lx;
    struct list choices = { 0 };
    int status = 0;
    do {
        struct expect_item *choice = add_item(ps, &choices, EXPECT_CHOICE);
        status = choices.count > 1 && lex_next(lx) < 0 ? -1 : 0;
        choice->at = lx->token.at;
        choice->at.file = ps->e->file;
        if (status == 0)
            status = parse_braces(ps, choice, IN_CHOICE, form);
    } while (status == 0 && lex_is(lx, LEX_WORD, "or"));
    if (status == 0 && choices.count < 2)
        status = lex_error(lx, form, "expected 'or', found %s", lex_shown(lx));
    attach_items(ps, &choices, group);
    return status;
}

static int check_any_order(struct expect_parser *ps, const struct expect_item *group)
{
    if (group->item_count < 2)
        return lex_error_at(&ps->lx, group->at, "as in: any order { a b c }",
                            "an order takes two lines at least");
    if (group->item_count > EXPECT_ANY_ORDER_MAX)
        return lex_error_at(&ps->lx, group->at, NULL, "more than %d lines in any order",
                            EXPECT_ANY_ORDER_MAX);
    return 0;
}

static int parse_group_body(struct expect_parser *ps, struct expect_item *group)
{
    struct lexer *lx = &ps->lx;
    bool one_of = group->kind == EXPECT_ONE_OF;
    const char *second = one_of ? "of" : "order";
    if (lex_next(lx) < 0)
        return -1;
    if (!lex_is(lx, LEX_WORD, second))
        return lex_error(lx,
                         one_of ? "quote it if it is a label: \"one\""
                                : "quote it if it is a label: \"any\"",
                         "expected '%s', found %s", second, lex_shown(lx));
    if (lex_next(lx) < 0)
        return -1;
    if (one_of)
        return parse_choices(ps, group);
    if (parse_braces(ps, group, IN_ANY_ORDER, "as in: any order { a b c }") < 0)
        return -1;
    return check_any_order(ps, group);
}

static bool at_group(const struct expect_parser *ps)
{
    return lex_is(&ps->lx, LEX_WORD, "one") || lex_is(&ps->lx, LEX_WORD, "any");
}

static int parse_group(struct expect_parser *ps, struct list *list)
{
    bool one_of = lex_is(&ps->lx, LEX_WORD, "one");
    if (ps->depth == EXPECT_DEPTH_MAX)
        return lex_error(&ps->lx, NULL, "groups nest at most %d deep", EXPECT_DEPTH_MAX);
    ps->depth++;
    int status = parse_group_body(ps,
                                  add_item(ps, list, one_of ? EXPECT_ONE_OF : EXPECT_ANY_ORDER));
    ps->depth--;
    return status;
}

/* --- items of a line --- */

/* The rest of `a before b`, after `a`. */
static int parse_before(struct expect_parser *ps, struct expect_item *item)
{
    struct expect_item **pair = arena_alloc(ps->e->arena, 2 * sizeof *pair);
    pair[0] = new_item(ps, EXPECT_SUBJECT);
    pair[0]->at = item->at;
    pair[0]->label = item->label;
    pair[0]->pattern = item->pattern;
    pair[0]->pattern_text = item->pattern_text;
    item->label = item->pattern_text = NULL;
    item->pattern = NULL;
    item->kind = EXPECT_BEFORE;
    if (lex_next(&ps->lx) < 0)
        return -1;
    pair[1] = new_item(ps, EXPECT_SUBJECT);
    item->item = (const struct expect_item *const *)pair;
    item->item_count = 2;
    return expect_parse_subject(ps, pair[1]);
}

static int parse_item(struct expect_parser *ps, struct list *list, enum context context,
                      bool may_pair)
{
    struct lexer *lx = &ps->lx;
    bool gap = lx->token.kind == LEX_GAP;
    if (stands_alone(ps))
        return lex_error(lx, NULL, "%s begins a line of its own", lex_shown(lx));
    if (context == IN_ANY_ORDER && (gap || at_group(ps)))
        return lex_error(lx, NULL, "only lines have any order, found %s", lex_shown(lx));
    if (at_group(ps))
        return parse_group(ps, list);
    struct expect_item *item = add_item(ps, list, gap ? EXPECT_GAP : EXPECT_LINE);
    if (gap)
        return lex_next(lx);
    if (expect_parse_subject(ps, item) < 0)
        return -1;
    if (may_pair && lex_is(lx, LEX_WORD, "before"))
        return parse_before(ps, item);
    return expect_parse_pins(ps, item);
}

static int parse_plain(struct expect_parser *ps, struct list *list, enum context context)
{
    bool may_pair = context == IN_FILE || context == IN_BLOCK;
    do {
        if (parse_item(ps, list, context, may_pair) < 0)
            return -1;
        may_pair = false;
    } while (list->item[list->count - 1]->kind != EXPECT_BEFORE && !at_line_end(ps, context));
    return 0;
}

static int parse_promise(struct expect_parser *ps, struct list *list, enum context context)
{
    struct lexer *lx = &ps->lx;
    if (context == IN_CHOICE || context == IN_ANY_ORDER)
        return lex_error(lx, "write it outside of the group", "%s is about the whole trace",
                         lex_shown(lx));
    if (lex_is(lx, LEX_WORD, "open") && (context != IN_FILE || list->count > 0))
        return lex_error(lx, "quote it if it is a label: \"open\"",
                         "'open' is the first line of its file");
    enum expect_kind kind = lex_is(lx, LEX_WORD, "never")     ? EXPECT_NEVER
                            : lex_is(lx, LEX_WORD, "nothing") ? EXPECT_NOTHING
                            : lex_is(lx, LEX_WORD, "open")    ? EXPECT_OPEN
                                                              : EXPECT_FIGURE;
    struct expect_item *item = add_item(ps, list, kind);
    if (kind == EXPECT_FIGURE)
        return expect_parse_figure(ps, item);
    if (lex_next(lx) < 0)
        return -1;
    return kind == EXPECT_NEVER ? expect_parse_subject(ps, item) : 0;
}

static int parse_line(struct expect_parser *ps, struct list *list, enum context context)
{
    struct lexer *lx = &ps->lx;
    int status = lex_is(lx, LEX_PUNCT, "[") ? parse_block(ps, list, context)
                 : stands_alone(ps)         ? parse_promise(ps, list, context)
                                            : parse_plain(ps, list, context);
    if (status < 0)
        return -1;
    if (!at_line_end(ps, context))
        return lex_error(lx, NULL, "expected the end of the line, found %s", lex_shown(lx));
    if (lx->token.kind != LEX_COMMENT)
        return 0;
    assert(list->count > 0);
    list->item[list->count - 1]->trailing = expect_keep(ps, lx->token.text);
    return lex_next(lx);
}

static int check_nothing_alone(struct expect_parser *ps, const struct list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->item[i]->kind == EXPECT_NOTHING && list->count > 1)
            return lex_error_at(&ps->lx, list->item[i]->at, NULL,
                                "'nothing' stands alone in its file or block");
    return 0;
}

static int parse_list(struct expect_parser *ps, struct list *list, enum context context)
{
    for (;;) {
        if (comments_pass(&ps->comments, &ps->lx) < 0)
            return -1;
        if (ps->lx.token.kind == LEX_END || (context != IN_FILE && lex_is(&ps->lx, LEX_PUNCT, "}")))
            return check_nothing_alone(ps, list);
        if (parse_line(ps, list, context) < 0)
            return -1;
    }
}

/* --- the file --- */

static int parse_file(struct expect_parser *ps)
{
    struct expect *e = ps->e;
    struct expect_item whole = { .kind = EXPECT_BLOCK };
    int status = parse_items(ps, &whole, IN_FILE);
    e->item = whole.item;
    e->item_count = whole.item_count;
    e->comment = whole.last_comment;
    e->comment_count = whole.last_comment_count;
    if (status < 0 || expect_can_fail(e->item, e->item_count))
        return status;
    if (e->item_count == 0)
        return lex_error_at(&ps->lx, (struct location){ ps->lx.file, 1, 1 },
                            "write 'nothing' if no log is expected", "the trace is empty");
    return lex_error_at(&ps->lx, e->item[0]->at, "expect a label, or write 'nothing'",
                        "this expectation can never fail");
}

struct expect *expect_parse(const char *file, const char *source, size_t length, struct diag *d)
{
    struct expect_parser ps = { 0 };
    if (lex_init(&ps.lx, file, source, length, d) < 0)
        return NULL;
    ps.e = xcalloc(1, sizeof *ps.e);
    ps.e->arena = ps.comments.arena = xcalloc(1, sizeof *ps.e->arena);
    ps.e->file = file ? expect_keep(&ps, file) : NULL;
    int status = parse_file(&ps);
    comments_release(&ps.comments);
    lex_release(&ps.lx);
    if (status == 0)
        return ps.e;
    /* The location outlives the expectation, so it must point to the caller's string. */
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
