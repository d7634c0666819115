#include "match/expect_parser.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "match/bound.h"
#include "match/pattern.h"

static const char pin_order[] = "the order is LABEL = VALUE * COUNT @PHASE in ITERATION TIME";

/* --- a label or a pattern --- */

static int parse_pattern(struct expect_parser *ps, struct expect_item *item)
{
    struct lexer *lx = &ps->lx;
    struct expect *e = ps->e;
    struct pattern *pattern = pattern_new(lx->token.text, lx->token.at, lx->diag);
    if (!pattern) {
        diag_quote(lx->diag, lx->source, lx->length);
        return -1;
    }
    PUSH(e->pattern, e->pattern_count, e->pattern_room, pattern);
    item->pattern = pattern;
    item->pattern_text = expect_keep(ps, lx->token.text);
    return lex_next(lx);
}

int expect_parse_subject(struct expect_parser *ps, struct expect_item *item)
{
    struct lexer *lx = &ps->lx;
    const struct token *t = &lx->token;
    if (t->kind == LEX_REGEX)
        return parse_pattern(ps, item);
    if (t->kind == LEX_DURATION)
        return lex_error(
            lx, "a time comes after its label; a label that looks like a time needs quotes",
            "expected a label, found the time '%s'", t->text);
    if (t->kind != LEX_WORD && t->kind != LEX_NUMBER && t->kind != LEX_STRING)
        return lex_error(lx, "a line is a label, a \"quoted label\", a /pattern/, ... or never",
                         "expected a label, found %s", lex_shown(lx));
    if (lex_is(lx, LEX_WORD, "before"))
        return lex_error(lx, "as in: a before b",
                         "'before' stands between two labels on a line of their own");
    if (t->kind == LEX_WORD && expect_is_reserved(t->text)) {
        char hint[96];
        snprintf(hint, sizeof hint, "quote it if it is a label: \"%.40s\"", t->text);
        return lex_error(lx, hint, "'%s' is a reserved word", t->text);
    }
    if (t->length == 0 || t->length > PROGRAM_LABEL_MAX)
        return lex_error(lx, NULL, "a label has 1 to %d bytes", PROGRAM_LABEL_MAX);
    item->label = expect_keep(ps, t->text);
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

    char names[96] = "";
    struct suggest s;
    suggest_init(&s, lx->token.text);
    for (int i = 0; i < PHASE_COUNT; i++) {
        const char *name = trace_phase_name((enum trace_phase)i);
        suggest_offer(&s, name);
        strcat(names, i ? " " : "");
        strcat(names, name);
    }
    const char *nearest = lx->token.kind == LEX_WORD ? suggest_hint(&s, NULL) : NULL;
    return lex_error(lx, nearest, "expected a phase (%s), found %s", names, lex_shown(lx));
}

/* Decide what to hint at: a label with a value, or a misspelt figure? */
static int unexpected_equals(struct lexer *lx)
{
    char hint[sizeof lx->diag->hint] = "a value is written with one '='; figures are:";
    for (int i = 0; i < BOUND_FIGURE_COUNT; i++) {
        const char *text = bound_word((enum bound_figure)i)->text;
        size_t used = strlen(hint);
        snprintf(hint + used, sizeof hint - used, "%s%s", text ? " " : "", text ? text : "");
    }
    return lex_error(lx, hint, "unexpected '=='");
}

int expect_parse_pins(struct expect_parser *ps, struct expect_item *item)
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
        return unexpected_equals(lx);
    if (lex_is(lx, LEX_PUNCT, "=") || lex_is(lx, LEX_PUNCT, "*") || lex_is(lx, LEX_PUNCT, "@") ||
        lex_is(lx, LEX_WORD, "in") || lx->token.kind == LEX_DURATION)
        return lex_error(lx, pin_order, "%s is out of order or there twice", lex_shown(lx));
    return 0;
}

/* --- figures --- */

static const char figure_form[] = "as in: drift t == 5ms, starvation <= 10ms, iterations >= 2";

static int parse_relation(struct lexer *lx, struct expect_bound *b)
{
    static const struct {
        const char *text;
        enum condition_relation relation;
    } relations[] = { { "==", REL_EQ }, { "<=", REL_LE }, { ">=", REL_GE } };
    for (size_t i = 0; i < ARRAY_SIZE(relations); i++) {
        if (lex_is(lx, LEX_PUNCT, relations[i].text)) {
            b->relation = (uint8_t)relations[i].relation;
            return lex_next(lx);
        }
    }
    return lex_error(lx, figure_form, "expected ==, <= or >=, found %s", lex_shown(lx));
}

static int parse_amount(struct lexer *lx, struct expect_bound *b)
{
    const struct bound_word *word = bound_word((enum bound_figure)b->figure);
    bool either = word->is & BOUND_OR_CALLBACKS, is_time = word->is & BOUND_IS_TIME;
    if (lx->token.kind == LEX_DURATION && is_time) {
        if (lx->token.ns > INT64_MAX)
            return lex_error(lx, NULL, "duration '%s' is too long", lx->token.text);
        b->amount = lx->token.ns;
        return lex_next(lx);
    }
    if (lx->token.kind != LEX_NUMBER || (is_time && !either))
        return lex_error(lx, is_time ? "times carry a unit: 5ms" : "it is a plain number",
                         "expected a %s, found %s",
                         either    ? "duration or a number of callbacks"
                         : is_time ? "duration"
                                   : "number",
                         lex_shown(lx));
    if (lx->token.number < 0)
        return lex_error(lx, NULL, "a number from 0 on, not %s", lx->token.text);
    b->amount = (uint64_t)lx->token.number;
    if (lex_next(lx) < 0)
        return -1;
    if (!either)
        return 0;
    b->callbacks = true;
    if (!lex_is(lx, LEX_WORD, "callbacks"))
        return lex_error(lx, "starvation <= 10ms, or starvation <= 100 callbacks",
                         "expected 'callbacks' or a unit, found %s", lex_shown(lx));
    return lex_next(lx);
}

int expect_parse_figure(struct expect_parser *ps, struct expect_item *item)
{
    struct lexer *lx = &ps->lx;
    bool known = bound_find(lx->token.text, &item->bound);
    const struct bound_word *word = bound_word((enum bound_figure)item->bound.figure);
    if (!known || lex_next(lx) < 0)
        return -1;
    const struct token *t = &lx->token;
    bool named = t->kind == LEX_WORD || t->kind == LEX_STRING || t->kind == LEX_NUMBER;
    if (named && word->subject == SUBJECT_NONE)
        return lex_error(lx, figure_form, "'%s' is of the whole trace, not of a handle",
                         word->text);
    if (!named && word->subject == SUBJECT_REQUIRED)
        return lex_error(lx, figure_form, "expected the name of a handle, found %s", lex_shown(lx));
    if (named) {
        if (t->length == 0 || t->length > PROGRAM_LABEL_MAX)
            return lex_error(lx, NULL, "a name has 1 to %d bytes", PROGRAM_LABEL_MAX);
        item->label = expect_keep(ps, t->text);
        if (lex_next(lx) < 0)
            return -1;
    }
    if (parse_relation(lx, &item->bound) < 0)
        return -1;
    return parse_amount(lx, &item->bound);
}
