#include "scenario/parser.h"

#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "base/suggest.h"

/* `stop` and `stop loop` are two rows but one word. */
static bool is_listed_first(enum step_kind kind)
{
    for (size_t before = 0; before < kind; before++)
        if (strcmp(step_word((enum step_kind)before), step_word(kind)) == 0)
            return false;
    return true;
}

/* "there are: timer idle ..." */
static void list_words(enum program_layer layer, char *list, size_t size)
{
    snprintf(list, size, "there are:");
    for (size_t kind = 0; kind < STEP_KIND_COUNT; kind++)
        if (word_in_layer(word_of((enum step_kind)kind), layer) &&
            is_listed_first((enum step_kind)kind))
            add_word(list, size, step_word((enum step_kind)kind));
}

int other_layer(struct parser *p, struct location at, const char *hint, const char *word,
                uint64_t layers)
{
    char list[64] = "";
    bool several = layers & (layers - 1);
    for (int layer = 0; layers; layer++) {
        size_t n = strlen(list);
        if (!(layers & LAYER_BIT(layer)))
            continue;
        layers &= ~LAYER_BIT(layer);
        snprintf(list + n, sizeof list - n, "%s%s", n ? " and " : "",
                 program_layer_name((enum program_layer)layer));
    }
    return lex_error_at(&p->lx, at, hint, "'%s' is a word of layer%s %s, this file is layer %s",
                        word, several ? "s" : "", list, program_layer_name(p->program->layer));
}

/* Check that the word belongs to the file's layer. */
static int check_layer(struct parser *p, const struct token *t, const struct word *w)
{
    enum program_layer layer = p->program->layer;
    char whole[WORD_TEXT_SIZE], hint[sizeof p->lx.diag->hint];
    if (word_in_layer(w, layer))
        return 0;
    int first = 0; /* the first of its layers */
    while (!(w->layers & LAYER_BIT(first)))
        first++;
    const char *name = program_layer_name((enum program_layer)first);
    snprintf(hint, sizeof hint, "for a program of that layer write 'layer %s' below the rules",
             name);
    for (size_t kind = 0; w->elsewhere && kind < STEP_KIND_COUNT; kind++)
        if (strcmp(step_word((enum step_kind)kind), w->elsewhere) == 0 &&
            word_in_layer(word_of((enum step_kind)kind), layer))
            snprintf(hint, sizeof hint,
                     "did you mean '%s'? or else write 'layer %s' below the rules", w->elsewhere,
                     name);
    return other_layer(p, t->at, hint, word_whole(w, whole), w->layers);
}

/* Words that only continue a statement, after a block's '}'. */
static const struct {
    const char *word, *hint;
} continuing[] = {
    { "else", "write '} else {' on one line, in a 'first'" },
    { "then", "write '} then {' on one line, in a 'promise'" },
};

static int unknown_word(struct parser *p, const struct token *t)
{
    struct suggest s;
    char all[sizeof p->lx.diag->hint];
    if (word_find(GROUP_HEADER, t->text) >= 0)
        return lex_error_at(&p->lx, t->at, "header lines stand above the first statement",
                            "'%s' comes too late", t->text);
    for (size_t i = 0; i < ARRAY_SIZE(continuing); i++)
        if (strcmp(t->text, continuing[i].word) == 0)
            return lex_error_at(&p->lx, t->at, continuing[i].hint, "'%s' follows no block",
                                t->text);
    list_words(p->program->layer, all, sizeof all);
    suggest_init(&s, t->text);
    for (size_t kind = 0; kind < STEP_KIND_COUNT; kind++)
        if (word_in_layer(word_of((enum step_kind)kind), p->program->layer))
            suggest_offer(&s, step_word((enum step_kind)kind));
    for (size_t i = 0; word_name(GROUP_HEADER, i); i++)
        suggest_offer(&s, word_name(GROUP_HEADER, i));
    return lex_error_at(&p->lx, t->at, suggest_hint(&s, all), "unknown word '%.80s'", t->text);
}

/* Find the row of the word `t`, which has been read. The current token may be its second half, as
 * in `stop loop`, and is then read, too. The longer form comes later in the table, so the last row
 * that fits is the right one. */
static int find_word(struct parser *p, const struct token *t, const struct word **out)
{
    const struct word *found = NULL;
    for (size_t kind = 0; kind < STEP_KIND_COUNT; kind++) {
        const struct word *w = word_of((enum step_kind)kind);
        if (!text_equals(w->text, t->text))
            continue;
        bool fits = !w->second || lex_is(&p->lx, LEX_WORD, w->second);
        if (fits || !found)
            found = w;
    }
    *out = found;
    if (!found)
        return unknown_word(p, t);
    if (check_layer(p, t, found) < 0)
        return -1;
    if (!found->second)
        return 0;
    if (!lex_is(&p->lx, LEX_WORD, found->second)) {
        char quoted[32];
        snprintf(quoted, sizeof quoted, "'%s'", found->second);
        return expected(p, found, quoted);
    }
    return lex_next(&p->lx);
}

static int check_scope(struct parser *p, const struct token *t, const struct statement *st)
{
    if (st->scope.thread && !st->word->in_thread)
        return lex_error_at(&p->lx, t->at, "handles belong to the loop's thread",
                            "a thread's block holds only busy and send, not '%s'", t->text);
    char whole[WORD_TEXT_SIZE];
    if (st->word->main_only && (st->scope.callback || st->scope.loop))
        return lex_error_at(&p->lx, t->at, NULL, "'%s' cannot stand in %s",
                            word_whole(st->word, whole),
                            st->scope.callback ? "a callback" : "the block of a loop");
    if (st->word->flow_only && !st->scope.flow)
        return lex_error_at(&p->lx, t->at, "it is written: flow { log a; await; log b }",
                            "'%s' stands right in the body of a flow only, not in a block within",
                            t->text);
    return 0;
}

/* A timer has a delay or is stopped: with neither we would guess, with both one would be
 * ignored. */
static int check_timer(struct parser *p, const struct step *s)
{
    bool timed = s->after_ns != NO_TIME || s->repeat_ns != NO_TIME;
    if (s->stopped && timed)
        return lex_error_at(&p->lx, s->at, "give the duration to 'start', or leave out 'stopped'",
                            "a stopped timer has no duration");
    if (!s->stopped && s->after_ns == NO_TIME)
        return lex_error_at(&p->lx, s->at, "write 'timer 10ms { }', or 'timer stopped { }'",
                            "the timer has no duration");
    return 0;
}

/* Only the core layer has the word to start it. */
static int check_poll(struct parser *p, const struct step *s)
{
    if (s->stopped && p->program->layer != LAYER_CORE)
        return lex_error_at(&p->lx, s->at, "leave out 'stopped'",
                            "layer %s has no word to start a stopped poll",
                            program_layer_name(p->program->layer));
    return 0;
}

/* Node has no lookup that blocks. */
static int check_lookup(struct parser *p, const struct step *s)
{
    if (!s->body && p->program->layer != LAYER_CORE)
        return lex_error_at(&p->lx, s->at, "it is written: lookup AFTER { }",
                            "layer %s has no lookup without a callback",
                            program_layer_name(p->program->layer));
    return 0;
}

/* Which events can be made together: readiness to write comes from a full buffer, urgent bytes from
 * TCP. */
static int check_events(struct parser *p, const struct step *s)
{
    unsigned both = 1u << POLL_WRITABLE | 1u << POLL_PRIORITIZED;
    bool several = s->events & (s->events - 1);
    if (several && p->program->layer != LAYER_CORE)
        return lex_error_at(&p->lx, s->at, NULL, "in layer %s a poll has one event",
                            program_layer_name(p->program->layer));
    if ((s->events & both) == both)
        return lex_error_at(&p->lx, s->at, "make two of them",
                            "no descriptor is made for 'writable' and 'prioritized'");
    if (s->name) {
        uint8_t *known = &p->names.string[s->name].events;
        *known = (*known ? *known & s->events : s->events) | ANY_EVENTS;
    }
    return 0;
}

static int check_child(struct parser *p, const struct step *s)
{
    if (s->lasts && (s->after_ns != NO_TIME || s->count != NO_COUNT))
        return lex_error_at(&p->lx, s->at, "leave out 'lasts', or what stands before it",
                            "a child that lasts does not end by itself");
    return 0;
}

/* The time of the last interruption, its number times the interval, must not overflow. */
static int check_interrupt(struct parser *p, const struct step *s)
{
    if (s->after_ns > PROGRAM_TIME_MAX / s->count)
        return lex_error_at(&p->lx, s->at, NULL, "the last interruption comes after %llums",
                            PROGRAM_TIME_MAX / 1000000);
    return 0;
}

/* libuv stores it in an unsigned int. */
static int check_inspect(struct parser *p, const struct step *s)
{
    if (s->repeat_ns / 1000000 > UINT32_MAX)
        return lex_error_at(&p->lx, s->at, NULL, "a file is inspected at least every %ums",
                            UINT32_MAX);
    return 0;
}

static int push_step(struct parser *p, struct statement *st)
{
    if (++p->steps_in_all > PROGRAM_STEPS_MAX)
        return lex_error_at(&p->lx, st->step.at, NULL, "there are more than %d statements",
                            PROGRAM_STEPS_MAX);
    st->step.at.file = p->program->file;
    PUSH(p->step, p->step_count, p->step_room, st->step);
    return 0;
}

/* Read the statement's word, or the name before '='. */
static int parse_word(struct parser *p, struct token *out)
{
    *out = p->lx.token;
    if (out->kind != LEX_WORD)
        return lex_error(&p->lx, NULL, "expected a statement, got %s", lex_shown(&p->lx));
    return lex_next(&p->lx);
}

/* The token before '=' is the name of what the statement makes. */
static int give_name(struct parser *p, const struct token *name, struct statement *st)
{
    if (!word_makes(st->word))
        return lex_error_at(&p->lx, name->at, "leave out the name and '='",
                            "'%s' makes nothing that could be named", st->word->text);
    st->step.name = names_id(p, name->text);
    return names_make(p, st->step.name, st->word, name->at);
}

/* Parse [NAME =] WORD. Afterwards the word is known to be permitted here. */
static int parse_opening(struct parser *p, struct statement *st)
{
    struct token name, word;
    if (parse_word(p, &word) < 0)
        return -1;
    bool named = lex_is(&p->lx, LEX_PUNCT, "=");
    if (named) {
        name = word;
        if (check_name(p, &name) < 0 || lex_next(&p->lx) < 0 || parse_word(p, &word) < 0)
            return -1;
    }
    if (find_word(p, &word, &st->word) < 0 || check_scope(p, &word, st) < 0)
        return -1;
    st->step.kind = word_kind(st->word);
    return named ? give_name(p, &name, st) : 0;
}

int parse_step(struct parser *p, struct scope scope)
{
    struct statement st = {
        .scope = scope,
        .step = { .at = p->lx.token.at, .count = 1, .after_ns = NO_TIME, .repeat_ns = NO_TIME }
    };
    st.step.blank_before = comments_take(&p->comments, &st.step.comment, &st.step.comment_count);
    if (parse_opening(p, &st) < 0)
        return -1;
    if (st.step.kind == STEP_FIRST)
        st.step.slot = p->program->slot_count++;
    if (word_may_lack(st.word, PART_BY) || st.step.kind == STEP_CHILD)
        st.step.count = NO_COUNT;
    if (st.step.kind == STEP_START)
        st.step.option = NO_OPTION;
    if (parse_parts(p, &st) < 0)
        return -1;
    if (word_may_lie_still(st.word) && !st.step.body && !st.step.stopped)
        return expected(p, st.word, "'{'");
    if (st.step.kind == STEP_TIMER && check_timer(p, &st.step) < 0)
        return -1;
    if (st.step.kind == STEP_POLL && (check_poll(p, &st.step) < 0 || check_events(p, &st.step) < 0))
        return -1;
    if (st.step.kind == STEP_CHILD && check_child(p, &st.step) < 0)
        return -1;
    if (st.step.kind == STEP_LOOKUP && check_lookup(p, &st.step) < 0)
        return -1;
    if (st.step.kind == STEP_INTERRUPT && check_interrupt(p, &st.step) < 0)
        return -1;
    if (st.step.kind == STEP_INSPECT && check_inspect(p, &st.step) < 0)
        return -1;
    if (st.step.kind == STEP_START) {
        p->names.use[st.use].has_after = st.step.after_ns != NO_TIME;
        p->names.use[st.use].has_repeat = st.step.repeat_ns != NO_TIME;
        p->names.use[st.use].has_signal = st.step.option != NO_OPTION || st.step.once;
    }
    if (st.step.kind == STEP_BREAK)
        p->names.use[st.use].events = 1u << POLL_DISCONNECT;
    else if (st.word->takes && st.step.events)
        p->names.use[st.use].events = st.step.events;
    return push_step(p, &st);
}
