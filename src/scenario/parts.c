#include "scenario/parser.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/suggest.h"

int expected(struct parser *p, const struct word *word, const char *what)
{
    char syntax[WORD_SYNTAX_SIZE], hint[WORD_SYNTAX_SIZE + 24];
    snprintf(hint, sizeof hint, "it is written: %s", word_syntax(word, syntax));
    return lex_error(&p->lx, hint, "expected %s, got %s", what, lex_shown(&p->lx));
}

void add_word(char *list, size_t size, const char *word)
{
    size_t n = strlen(list);
    assert(n < size);
    snprintf(list + n, size - n, " %s", word);
}

/* --- names and labels --- */

static bool is_name(const char *text)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
    static const char more[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-0123456789";
    return *text && strchr(letters, *text) && strspn(text, more) == strlen(text);
}

int check_name(struct parser *p, const struct token *t)
{
    if (t->kind == LEX_WORD && word_is_reserved(t->text))
        return lex_error_at(&p->lx, t->at, "choose another name",
                            "'%s' is a word of the language, not a name", t->text);
    if (t->kind != LEX_WORD || !is_name(t->text))
        return lex_error_at(&p->lx, t->at,
                            "a name is letters, digits, '_' and '-', beginning with a letter",
                            "'%.80s' is not a name", t->text);
    if (t->length > PROGRAM_LABEL_MAX)
        return lex_error_at(&p->lx, t->at, NULL, "the name is longer than %d bytes",
                            PROGRAM_LABEL_MAX);
    return 0;
}

static int parse_name(struct parser *p, struct statement *st)
{
    const struct token *t = &p->lx.token;
    if (t->kind != LEX_WORD)
        return expected(p, st->word, "the name of a handle");
    if (check_name(p, t) < 0)
        return -1;
    st->step.name = names_id(p, t->text);
    st->use = names_use(p,
                        &(struct use){
                            .name = st->step.name,
                            .takes = st->word->takes,
                            .at = t->at,
                            .word = st->word,
                            .early = !st->scope.callback && !p->names.string[st->step.name].maker,
                        });
    return lex_next(&p->lx);
}

/* What it is made from; its own name comes before '='. */
static int parse_from(struct parser *p, struct statement *st)
{
    uint32_t made = st->step.name;
    if (parse_name(p, st) < 0)
        return -1;
    st->step.from = st->step.name;
    st->step.name = made;
    return 0;
}

/* A second name, besides the one acted on. */
static int parse_over(struct parser *p, struct statement *st)
{
    size_t use = st->use;
    if (parse_from(p, st) < 0)
        return -1;
    st->use = use;
    return 0;
}

static int check_label(struct parser *p, const struct token *t)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-";
    if (t->length == 0 || strspn(t->text, allowed) != t->length)
        return lex_error(&p->lx, "a label is letters, digits, '_', '.' and '-'",
                         "%s is not a label", lex_shown(&p->lx));
    if (t->length > PROGRAM_LABEL_MAX)
        return lex_error(&p->lx, NULL, "the label is longer than %d bytes", PROGRAM_LABEL_MAX);
    /* A label may be a word of the language: labels go on to the end of the statement, so `log
     * timer` is not ambiguous. */
    if (t->kind == LEX_NUMBER || t->kind == LEX_WORD || t->kind == LEX_STRING)
        return 0;
    char hint[96];
    snprintf(hint, sizeof hint, "as a label it is quoted: \"%s\"", t->text);
    return lex_error(&p->lx, hint, "'%s' is %s, not a label", t->text,
                     t->kind == LEX_DURATION ? "a duration" : "a gap");
}

bool at_statement_end(const struct parser *p)
{
    enum lex_kind kind = p->lx.token.kind;
    return kind == LEX_NEWLINE || kind == LEX_COMMENT || kind == LEX_END ||
           lex_is(&p->lx, LEX_PUNCT, ";") || lex_is(&p->lx, LEX_PUNCT, "}");
}

static void add_label(struct parser *p, const char *text)
{
    PUSH(p->label, p->label_count, p->label_room, names_id(p, text));
}

static void keep_labels(struct parser *p, struct step *s)
{
    s->label = keep_array(p, p->label, p->label_count, sizeof *p->label);
    s->label_count = (uint32_t)p->label_count;
    p->label_count = 0;
}

static int parse_labels(struct parser *p, struct statement *st)
{
    if (at_statement_end(p))
        return expected(p, st->word, "a label");
    p->label_count = 0;
    while (!at_statement_end(p)) {
        const struct token *t = &p->lx.token;
        if (t->kind == LEX_PUNCT || t->kind == LEX_REGEX)
            return expected(p, st->word, "a label");
        if (check_label(p, t) < 0)
            return -1;
        add_label(p, t->text);
        if (lex_next(&p->lx) < 0)
            return -1;
    }
    keep_labels(p, &st->step);
    return 0;
}

/* --- times and counts --- */

/* Does the token look like a duration, perhaps a wrong one? */
static bool looks_like_duration(const struct token *t)
{
    return t->kind == LEX_DURATION || t->kind == LEX_NUMBER ||
           (t->kind == LEX_WORD &&
            (strcmp(t->text, "forever") == 0 || strchr("0123456789-.", *t->text)));
}

static int not_a_duration(struct parser *p, const struct statement *st)
{
    const struct token *t = &p->lx.token;
    char hint[96];
    if (t->kind == LEX_NUMBER && t->number >= 0) {
        snprintf(hint, sizeof hint, "durations carry a unit: %sms", t->text);
        return lex_error(&p->lx, hint, "'%s' is not a duration", t->text);
    }
    if (looks_like_duration(t))
        return lex_error(&p->lx,
                         "a duration is like 10ms; the units are ns, us, ms, s, min, h and d",
                         "'%s' is not a duration", t->text);
    return expected(p, st->word, "a duration");
}

static int parse_duration(struct parser *p, const struct statement *st, bool timer, uint64_t *out)
{
    const struct token *t = &p->lx.token;
    if (lex_is(&p->lx, LEX_WORD, "forever")) {
        if (!timer)
            return lex_error(&p->lx, NULL, "'forever' is for timer, start and set only");
        *out = FOR_EVER;
        return lex_next(&p->lx);
    }
    if (t->kind != LEX_DURATION)
        return not_a_duration(p, st);
    if (timer && t->ns % 1000000 != 0)
        return lex_error(&p->lx, NULL, "a timer counts whole milliseconds, and '%s' is not whole",
                         t->text);
    if (t->ns > PROGRAM_TIME_MAX)
        return lex_error(&p->lx, timer ? "'forever' is the longest that a timer takes" : NULL,
                         "'%s' is longer than %llums", t->text, PROGRAM_TIME_MAX / 1000000);
    *out = t->ns;
    p->program->is_fine |= t->ns % 1000000 != 0;
    return lex_next(&p->lx);
}

static int parse_delay(struct parser *p, struct statement *st)
{
    return parse_duration(p, st, true, &st->step.after_ns);
}

static int parse_every(struct parser *p, struct statement *st)
{
    return parse_duration(p, st, true, &st->step.repeat_ns);
}

static int parse_span(struct parser *p, struct statement *st)
{
    return parse_duration(p, st, false, &st->step.after_ns);
}

static int parse_number(struct parser *p, struct statement *st, const char *what, int least)
{
    const struct token *t = &p->lx.token;
    if (t->kind != LEX_NUMBER)
        return expected(p, st->word, "a count");
    if (t->number < least || t->number > PROGRAM_COUNT_MAX)
        return lex_error(&p->lx, NULL, "a %s is from %d to %d, not %s", what, least,
                         PROGRAM_COUNT_MAX, t->text);
    st->step.count = (uint32_t)t->number;
    return lex_next(&p->lx);
}

static int parse_count(struct parser *p, struct statement *st)
{
    return parse_number(p, st, "count", 1);
}

/* 0 is permitted: writing nothing and reading without room both have a meaning. */
static int parse_bytes(struct parser *p, struct statement *st)
{
    return parse_number(p, st, "count of bytes", 0);
}

/* The size of a read, or the number of datagrams in a batch. */
static int parse_by(struct parser *p, struct statement *st)
{
    return word_has(st->word, PART_NAME) ? parse_bytes(p, st) : parse_count(p, st);
}

static int parse_status(struct parser *p, struct statement *st)
{
    const struct token *t = &p->lx.token;
    if (t->kind != LEX_NUMBER)
        return expected(p, st->word, "a status");
    if (t->number < 0 || t->number > PROGRAM_STATUS_MAX)
        return lex_error(&p->lx, NULL, "a status is from 0 to %d, not %s", PROGRAM_STATUS_MAX,
                         t->text);
    st->step.count = (uint32_t)t->number;
    return lex_next(&p->lx);
}

/* --- words within a statement --- */

static int parse_once(struct parser *p, struct statement *st)
{
    (void)p;
    st->step.once = true;
    return 0;
}

static int parse_lasts(struct parser *p, struct statement *st)
{
    (void)p;
    st->step.lasts = true;
    return 0;
}

static int parse_stopped(struct parser *p, struct statement *st)
{
    (void)p;
    st->step.stopped = true;
    return 0;
}

static int parse_flag(struct parser *p, struct statement *st, enum part part)
{
    /* Room for several datagrams is room for a large one. */
    bool excluded = part == PART_CRAMPED && st->step.count != NO_COUNT;
    if (st->step.option || excluded)
        return lex_error(&p->lx, NULL, "'%s' comes after another word that it excludes",
                         part_form(part)->lead);
    st->step.option = part_form(part)->option;
    if (!word_makes(st->word))
        p->names.use[st->use].flag = part_form(part)->lead;
    return 0;
}

/* The current token is no word of the group in this layer; it may be `option` of another layer. */
static int no_such_option(struct parser *p, enum word_group group, int option, const char *what)
{
    struct suggest s;
    enum program_layer layer = p->program->layer;
    char all[sizeof p->lx.diag->hint];
    snprintf(all, sizeof all, "it is one of:");
    suggest_init(&s, p->lx.token.text);
    for (size_t i = 0; word_name(group, i); i++) {
        if (!(word_choice(group, i)->layers & LAYER_BIT(layer)))
            continue;
        suggest_offer(&s, word_name(group, i));
        add_word(all, sizeof all, word_name(group, i));
    }
    if (option >= 0)
        return other_layer(p, p->lx.token.at, all, p->lx.token.text,
                           word_choice(group, (size_t)option)->layers);
    return lex_error(&p->lx, suggest_hint(&s, all), "expected %s, got %s", what, lex_shown(&p->lx));
}

/* One word of the part's group; its number becomes the step's option. */
static int parse_option(struct parser *p, struct statement *st, enum part part)
{
    const struct part_form *form = part_form(part);
    const struct token *t = &p->lx.token;
    uint64_t layer = LAYER_BIT(p->program->layer);
    int option = t->kind == LEX_WORD ? word_find(form->group, t->text) : -1;
    if (option < 0 || !(word_choice(form->group, (size_t)option)->layers & layer)) {
        bool page = part == PART_ON && p->program->layer == LAYER_BROWSER;
        return no_such_option(p, form->group, option,
                              page ? "an event of the page" : form->expected);
    }
    st->step.option = (uint16_t)option;
    return lex_next(&p->lx);
}

static bool at_event(const struct parser *p)
{
    return p->lx.token.kind == LEX_WORD && word_find(GROUP_EVENT, p->lx.token.text) >= 0;
}

/* One or several events. The first in the order of the table becomes the option. */
static int parse_events(struct parser *p, struct statement *st)
{
    uint16_t option = st->step.option;
    do {
        struct location at = p->lx.token.at;
        if (parse_option(p, st, PART_EVENT) < 0)
            return -1;
        uint8_t bit = (uint8_t)(1u << st->step.option);
        if (st->step.events & bit)
            return lex_error_at(&p->lx, at, NULL, "'%s' is there already",
                                word_name(GROUP_EVENT, st->step.option));
        st->step.events |= bit;
    } while (at_event(p));
    st->step.option = option;
    if (st->step.kind == STEP_POLL)
        while (!(st->step.events >> st->step.option & 1))
            st->step.option++;
    return 0;
}

static int parse_what(struct parser *p, struct statement *st)
{
    struct location at = p->lx.token.at;
    if (parse_option(p, st, PART_WHAT) < 0)
        return -1;
    enum observe_what what = (enum observe_what)st->step.option;
    bool of_callback = what == OBSERVE_STATUS || what == OBSERVE_SIGNAL || what == OBSERVE_EVENTS ||
                       what == OBSERVE_NAMED || what == OBSERVE_FLAGS;
    if (of_callback && !st->scope.callback) {
        char hint[64];
        snprintf(hint, sizeof hint, "'observe %s' stands in a callback", observe_word(what));
        return lex_error_at(&p->lx, at, hint, "no callback is running here");
    }
    if (what == OBSERVE_CODE && !st->scope.exiting)
        return lex_error_at(&p->lx, at,
                            "'observe code' stands in the block of 'on exit' or 'on before-exit'",
                            "nobody is told the exit code here");
    char label[2 * PROGRAM_LABEL_MAX];
    int n = snprintf(label, sizeof label, "%s", observe_word(what));
    if (step_choice(&st->step)->takes) {
        struct location name_at = p->lx.token.at;
        if (parse_name(p, st) < 0)
            return -1;
        p->names.use[st->use].takes = step_choice(&st->step)->takes;
        n += snprintf(label + n, sizeof label - (size_t)n, ".%s", p->names.text[st->step.name]);
        if (n > PROGRAM_LABEL_MAX)
            return lex_error_at(&p->lx, name_at, "choose a shorter name",
                                "the label '%s' is longer than %d bytes", label, PROGRAM_LABEL_MAX);
    }
    p->label_count = 0;
    add_label(p, label);
    keep_labels(p, &st->step);
    return 0;
}

/* --- blocks --- */

static int parse_inner(struct parser *p, struct statement *st, const struct block **out)
{
    if (!lex_is(&p->lx, LEX_PUNCT, "{"))
        return expected(p, st->word, "'{'");
    enum word_body body = (enum word_body)st->word->body;
    struct scope scope = st->scope;
    scope.callback |= body == BODY_CALLBACK || body == BODY_FLOW;
    scope.thread |= body == BODY_THREAD;
    scope.loop |= body == BODY_LOOP;
    scope.flow = body == BODY_FLOW;
    if (body != BODY_INLINE)
        scope.exiting = step_choice(&st->step)->tells_code;
    return parse_block(p, scope, out);
}

static int parse_body(struct parser *p, struct statement *st)
{
    return parse_inner(p, st, &st->step.body);
}

static int parse_else(struct parser *p, struct statement *st)
{
    return parse_inner(p, st, &st->step.otherwise);
}

/* The blocks of a chain, after the first `then`. */
static int parse_then(struct parser *p, struct statement *st)
{
    struct block *link = NULL;
    size_t count = 0, room = 0;
    int result;
    do {
        const struct block *block = NULL;
        result = parse_inner(p, st, &block);
        if (result < 0)
            break;
        assert(block);
        PUSH(link, count, room, *block);
        if (!lex_is(&p->lx, LEX_WORD, part_form(PART_THEN)->lead))
            break;
        result = lex_next(&p->lx);
    } while (result == 0);
    st->step.then = keep_array(p, link, count, sizeof *link);
    st->step.then_count = (uint32_t)count;
    free(link);
    return result;
}

/* --- the parts of a statement, one after the other --- */

/* Called after the part's lead word, if it has one; NULL for a word of a group. */
static int (*const part_parse[PART_KIND_COUNT])(struct parser *p, struct statement *st) = {
    [PART_NAME] = parse_name,    [PART_DELAY] = parse_delay, [PART_EVERY] = parse_every,
    [PART_SPAN] = parse_span,    [PART_AFTER] = parse_span,  [PART_STOPPED] = parse_stopped,
    [PART_WHAT] = parse_what,    [PART_COUNT] = parse_count, [PART_TIMES] = parse_count,
    [PART_BYTES] = parse_bytes,  [PART_BY] = parse_by,       [PART_LABELS] = parse_labels,
    [PART_BODY] = parse_body,    [PART_ELSE] = parse_else,   [PART_THEN] = parse_then,
    [PART_FROM] = parse_from,    [PART_OVER] = parse_over,   [PART_IN] = parse_from,
    [PART_EVENT] = parse_events, [PART_ONCE] = parse_once,   [PART_EXITS] = parse_status,
    [PART_LASTS] = parse_lasts,
};

static int parse_part(struct parser *p, struct statement *st, enum part part)
{
    if (part_form(part)->option)
        return parse_flag(p, st, part);
    return part_parse[part] ? part_parse[part](p, st) : parse_option(p, st, part);
}

static bool part_begins(const struct parser *p, enum part part)
{
    if (part_form(part)->lead)
        return lex_is(&p->lx, LEX_WORD, part_form(part)->lead);
    if (part == PART_BODY)
        return lex_is(&p->lx, LEX_PUNCT, "{");
    if (part == PART_FROM)
        return p->lx.token.kind == LEX_WORD;
    if (part == PART_EVENT)
        return at_event(p);
    if (part == PART_SIGNAL)
        return p->lx.token.kind == LEX_WORD && word_find(GROUP_SIGNAL, p->lx.token.text) >= 0;
    assert(part == PART_DELAY); /* no other is optional */
    return looks_like_duration(&p->lx.token);
}

int parse_parts(struct parser *p, struct statement *st)
{
    for (size_t i = 0; i < WORD_PARTS_MAX && st->word->part[i]; i++) {
        enum part part = (enum part)(st->word->part[i] & ~PART_OPTIONAL);
        const char *lead = part_form(part)->lead;
        if ((st->word->part[i] & PART_OPTIONAL) && !part_begins(p, part))
            continue;
        if (lead && !lex_is(&p->lx, LEX_WORD, lead)) {
            char quoted[32];
            snprintf(quoted, sizeof quoted, "'%s'", lead);
            return expected(p, st->word, quoted);
        }
        if (lead && lex_next(&p->lx) < 0)
            return -1;
        if (parse_part(p, st, part) < 0)
            return -1;
    }
    return at_statement_end(p) ? 0 : expected(p, st->word, "the end of the line");
}
