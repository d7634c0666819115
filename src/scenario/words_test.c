/* The table of words is complete, and cases/README.md describes all of it. */
#include "scenario/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "interface/can.h"
#include "base/lex.h"
#include "tap/tap.h"

static void test_rows(void)
{
    for (size_t kind = 0; kind < STEP_KIND_COUNT; kind++) {
        const struct word *w = word_of((enum step_kind)kind);
        char syntax[WORD_SYNTAX_SIZE];
        bool has_name = word_has(w, PART_NAME) || word_has(w, PART_FROM) || word_has(w, PART_IN);
        is(step_word((enum step_kind)kind), w->text, "%s", word_syntax(w, syntax));
        is_int(word_kind(w), kind, "  has its own row");
        ok(w->says && w->says[0], "  says what it does");
        ok(word_is_reserved(w->text) && (!w->second || word_is_reserved(w->second)),
           "  is reserved");
        ok(has_name == (w->takes != 0), "  takes kinds exactly if it takes a name");
        ok(!w->ended_by || word_has(w, PART_BODY), "  has a callback if that can come again");
        ok(w->layers, "  belongs to a layer");
        ok(!(w->needs & ~loop_can_known()), "  needs what has a name");
        ok(!w->elsewhere || word_is_reserved(w->elsewhere), "  has a neighbour that exists");
    }
}

static const struct {
    enum step_kind kind;
    const char *syntax;
} syntaxes[] = {
    { STEP_TIMER, "timer [AFTER] [repeat EVERY] [stopped] [{ }]" },
    { STEP_POLL, "poll EVENT... [after AFTER] [stopped] { }" },
    { STEP_WORK, "work AFTER [{ }]" },
    { STEP_SIGNAL, "signal SIGNAL [once] [stopped] { }" },
    { STEP_CHILD, "child [exits STATUS] [after AFTER] [lasts] { }" },
    { STEP_START, "start NAME [AFTER] [repeat EVERY] [SIGNAL] [once] [EVENT]..." },
    { STEP_CONNECT, "connect NAME { }" },
    { STEP_CONNECT_NOWHERE, "connect nowhere pipe|tcp { }" },
    { STEP_READ, "read NAME [by COUNT] { }" },
    { STEP_WRITE, "write NAME COUNT [misaddressed] [{ }]" },
    { STEP_RAISE, "raise SIGNAL [after AFTER]" },
    { STEP_DATAGRAM, "datagram [by COUNT] [thorough] [roomless] [cramped] [stopped] { }" },
    { STEP_TUNE, "tune NAME TUNING" },
    { STEP_TRY_BATCH, "try batch NAME COUNT" },
    { STEP_SET_REPEAT, "set NAME repeat EVERY" },
    { STEP_PREFER, "prefer NAME [by COUNT]" },
    { STEP_FIRST, "first COUNT { } [else { }]" },
    { STEP_INTERRUPT, "interrupt after AFTER [times COUNT]" },
    { STEP_UPDATE_TIME, "update time" },
    { STEP_CONFIGURE, "configure idle-time|unknown|io-uring" },
    { STEP_WAIT, "wait" },
    { STEP_RENEW_LOOP, "renew loop" },
    { STEP_TIMEOUT, "timeout AFTER { }" },
    { STEP_SOCKET, "socket" },
    { STEP_STAT, "stat [NAME] [{ }]" },
    { STEP_FILE, "file [in NAME]" },
    { STEP_INSPECT, "inspect NAME repeat EVERY [stopped] { }" },
    { STEP_PROMISE, "promise { } [then { }]..." },
    { STEP_ON, "on uncaught|rejection|handled|before-exit|exit { }" },
};

static void test_syntax(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(syntaxes); i++) {
        char buffer[WORD_SYNTAX_SIZE];
        is(word_syntax(word_of(syntaxes[i].kind), buffer), syntaxes[i].syntax, "syntax of %s",
           step_word(syntaxes[i].kind));
    }
}

static void test_lookup(void)
{
    for (size_t group = 0; group < GROUP_COUNT; group++)
        for (size_t i = 0; word_name((enum word_group)group, i); i++) {
            const char *name = word_name((enum word_group)group, i);
            is_int(word_find((enum word_group)group, name), i, "'%s' is found", name);
            ok(word_is_reserved(name), "  and reserved");
        }
    is_int(word_find(GROUP_MODE, "twice"), -1, "an unknown word is not found");
    ok(!word_is_reserved("t"), "a name is not reserved");
    is(program_layer_name(LAYER_BROWSER), "browser", "layers have names");
    is(observe_word(OBSERVE_REFERENCED), "referenced", "observations have words");
}

/* Which words each layer has. It is written out again here: a slip in the table would give a
 * program another meaning, or let it run where it cannot. */
static const char *const layer_words[] = {
    [LAYER_CORE] =
        "timer idle prepare check poll async work stat lookup signal child stream peer listen "
        "accept connect connect nowhere datagram datagram pair reverse-lookup random channel bind "
        "folder file watch inspect child nowhere soon post at-exit start stop close ref unref "
        "again set prefer defer "
        "ready drain send cancel read write shutdown feed change touch create remove rename tangle "
        "kill break free try try batch attach detach block unblock pass reset tune give give "
        "nothing "
        "log observe "
        "busy repeat first thread loop raise blocked interrupt run stop loop close loop update "
        "time "
        "configure ask hold wait renew loop",
    [LAYER_NODE] = "poll work stat lookup timeout interval immediate read-file socket reject tick "
                   "microtask close ref unref again ready drain clear refresh catch promise flow "
                   "await on throw exit log observe busy repeat first",
    [LAYER_BROWSER] =
        "timeout interval reject microtask frame again clear catch promise flow await on throw log "
        "busy repeat first",
};

static void test_layers(void)
{
    for (size_t layer = 0; layer < LAYER_COUNT; layer++) {
        char list[STEP_KIND_COUNT * (WORD_TEXT_SIZE + 1)] = "", whole[WORD_TEXT_SIZE];
        for (size_t kind = 0; kind < STEP_KIND_COUNT; kind++) {
            const struct word *w = word_of((enum step_kind)kind);
            if (!word_in_layer(w, (enum program_layer)layer))
                continue;
            strcat(list, *list ? " " : "");
            strcat(list, word_whole(w, whole));
        }
        is(list, layer_words[layer], "layer %s", program_layer_name((enum program_layer)layer));
    }
}

/* Which words each word can act on, in a layer that has both. It is written out again here: a trait
 * too many would let a program ask a loop for what it need not do. */
static const struct {
    enum step_kind kind;
    const char *makers;
} acts[] = {
    { STEP_PEER, "stream channel" },
    { STEP_ACCEPT, "stream peer listen accept connect connect nowhere channel" },
    { STEP_CONNECT, "listen" },
    { STEP_STAT, "folder file" },
    { STEP_FILE, "folder" },
    { STEP_WATCH, "folder file" },
    { STEP_INSPECT, "file" },
    { STEP_START, "timer idle prepare check poll signal datagram datagram pair bind watch inspect "
                  "soon post at-exit" },
    { STEP_STOP,
      "timer idle prepare check poll signal stream peer accept connect connect nowhere datagram "
      "datagram pair channel watch inspect soon post at-exit" },
    { STEP_CLOSE, "timer idle prepare check poll async signal child stream peer listen accept "
                  "connect connect nowhere datagram datagram pair channel bind watch inspect soon "
                  "post at-exit socket" },
    { STEP_REF, "timer idle prepare check poll async signal child stream peer listen accept "
                "connect connect nowhere datagram datagram pair channel bind watch inspect soon "
                "post at-exit timeout interval "
                "immediate socket" },
    { STEP_UNREF, "timer idle prepare check poll async signal child stream peer listen accept "
                  "connect connect nowhere datagram datagram pair channel bind watch inspect soon "
                  "post at-exit timeout interval "
                  "immediate socket" },
    { STEP_AGAIN, "timer timeout immediate tick microtask frame" },
    { STEP_SET_REPEAT, "timer" },
    { STEP_PREFER, "timer idle prepare check poll async soon post at-exit" },
    { STEP_DEFER, "timer idle prepare check poll async soon post at-exit" },
    { STEP_READY, "poll datagram pair" },
    { STEP_DRAIN, "poll datagram pair" },
    { STEP_SEND, "async" },
    { STEP_CANCEL, "work stat lookup reverse-lookup random" },
    { STEP_READ, "stream peer accept connect connect nowhere channel" },
    { STEP_WRITE, "stream peer accept connect connect nowhere datagram datagram pair channel" },
    { STEP_SHUTDOWN, "stream peer accept connect connect nowhere channel" },
    { STEP_FEED, "stream datagram datagram pair" },
    { STEP_TRY, "stream peer accept connect connect nowhere datagram datagram pair channel" },
    { STEP_TRY_BATCH, "datagram datagram pair" },
    { STEP_ATTACH, "datagram" },
    { STEP_DETACH, "datagram" },
    { STEP_CHANGE, "file" },
    { STEP_TOUCH, "file" },
    { STEP_CREATE, "file" },
    { STEP_REMOVE, "file" },
    { STEP_RENAME, "file" },
    { STEP_TANGLE, "file" },
    { STEP_KILL, "child child nowhere" },
    { STEP_BREAK, "poll" },
    { STEP_FREE, "poll" },
    { STEP_CLEAR, "timeout interval immediate frame" },
    { STEP_REFRESH, "timeout interval" },
    { STEP_CATCH, "reject" },
    { STEP_BIND, "listen" },
    { STEP_BLOCK, "stream peer accept connect connect nowhere channel" },
    { STEP_UNBLOCK, "stream peer accept connect connect nowhere channel" },
    { STEP_PASS, "stream peer accept connect connect nowhere channel" },
    { STEP_RESET, "stream peer accept connect connect nowhere channel" },
    { STEP_TUNE, "stream peer accept connect connect nowhere datagram datagram pair channel" },
    { STEP_GIVE, "timer idle prepare check poll signal" },
    { STEP_GIVE_NOTHING, "timer idle prepare check" },
};

static void test_acts(void)
{
    size_t count = 0;
    for (size_t i = 0; i < STEP_KIND_COUNT; i++)
        count += word_of((enum step_kind)i)->takes != 0;
    is_int(count, ARRAY_SIZE(acts), "every word that takes a name is looked at");
    for (size_t i = 0; i < ARRAY_SIZE(acts); i++) {
        const struct word *act = word_of(acts[i].kind);
        char list[STEP_KIND_COUNT * (WORD_TEXT_SIZE + 1)] = "", whole[WORD_TEXT_SIZE];
        for (size_t kind = 0; kind < STEP_KIND_COUNT; kind++) {
            const struct word *w = word_of((enum step_kind)kind);
            if (!(w->made & act->takes) || !(w->layers & act->layers))
                continue;
            strcat(list, *list ? " " : "");
            strcat(list, word_whole(w, whole));
        }
        is(list, acts[i].makers, "'%s' acts on these", act->text);
    }
}

static void test_needs(void)
{
    size_t count = 0;
    for (; word_need(count); count++)
        ok(word_is_need(word_need(count)), "'%s' can be needed", word_need(count));
    is_int(count, 3 + loop_can_count(), "exact-time, real-clock, file-pool and every capability");
    ok(!word_is_need("luck"), "luck cannot");
}

/* Is `word` in the text, and not as a piece of a longer one? */
static bool mentions(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) {
        char before = at > text ? at[-1] : ' ', after = at[length];
        if (!isalnum((unsigned char)before) && before != '-' && !isalnum((unsigned char)after) &&
            after != '-')
            return true;
    }
    return false;
}

/* The table row of a statement: | `syntax` | `example` | what it does |. Inside a
 * table, Markdown wants a '|' escaped. NULL if there is none. */
static const char *find_row(const char *text, const struct word *w)
{
    char syntax[WORD_SYNTAX_SIZE], row[2 * WORD_SYNTAX_SIZE] = "\n| `", *at = row + strlen(row);
    for (const char *s = word_syntax(w, syntax); *s; s++) {
        if (*s == '|')
            *at++ = '\\';
        *at++ = *s;
    }
    strcpy(at, "` | `");
    const char *found = strstr(text, row);
    return found ? found + strlen(row) : NULL;
}

/* Handles for the examples to act on. */
static const char *const preludes[] = {
    [LAYER_CORE] = "t = timer 10ms { }\ni = idle { }\np = poll readable disconnect { }\n"
                   "e = async { }\nk = child { }\nw = work 5ms { }\na = stream\n"
                   "l = listen tcp { }\nu = datagram { }\nh = channel\nd = folder\nf = file\n",
    [LAYER_NODE] = "t = timeout 10ms { }\np = poll readable { }\ns = socket\nr = reject\n",
    [LAYER_BROWSER] = "t = timeout 10ms { }\nr = reject\n",
};

/* Is the statement one of `kind`, or does it have one right in its block? */
static bool shows(const struct step *s, enum step_kind kind)
{
    for (uint32_t i = 0; s->body && i < s->body->count; i++)
        if (s->body->step[i].kind == kind)
            return true;
    return s->kind == kind;
}

/* An example stands in the layers that have the word, and in no other. */
static void check_example(const char *example, const struct word *w, enum program_layer layer)
{
    struct diag d = { 0 };
    const char *name = program_layer_name(layer);
    char *source = xasprintf("title \"t\"\nrules A-1\nlayer %s\n%s%.*s", name, preludes[layer],
                             (int)strcspn(example, "`"), example);
    struct program *p = program_parse("README.md", source, strlen(source), &d);
    if (!word_in_layer(w, layer))
        like(d.message, "is a word of layers? .*, this file is", "  not in layer %s", name);
    else if (!p)
        fail("  whose example parses in layer %s: %s", name, d.message);
    else
        ok(shows(&p->main.step[p->main.count - 1], word_kind(w)),
           "  whose example in layer %s shows one", name);
    program_free(p);
    free(source);
}

static void check_row(const char *text, const struct word *w)
{
    const char *row = find_row(text, w);
    if (!ok(row, "it has a row for %s", w->text))
        return;
    char *line = xstrndup(row, strcspn(row, "\n"));
    for (size_t layer = 0; layer < LAYER_COUNT; layer++)
        check_example(row, w, (enum program_layer)layer);
    ok(strstr(line, w->says), "  and which says: %s", w->says);
    free(line);
}

/* The section of each layer names all of the layer's words. */
static void check_section(const char *text, enum program_layer layer)
{
    char *title = xasprintf("\n## Layer %s\n", program_layer_name(layer));
    const char *begin = strstr(text, title);
    if (ok(begin, "it has a section for layer %s", program_layer_name(layer))) {
        const char *end = strstr(begin + 1, "\n## ");
        char *section = xstrndup(begin, end ? (size_t)(end - begin) : strlen(begin));
        for (size_t kind = 0; kind < STEP_KIND_COUNT; kind++)
            if (word_in_layer(word_of((enum step_kind)kind), layer))
                ok(mentions(section, step_word((enum step_kind)kind)), "  which has '%s'",
                   step_word((enum step_kind)kind));
        free(section);
    }
    free(title);
}

static void check_readme(const char *text)
{
    for (size_t layer = 0; layer < LAYER_COUNT; layer++)
        check_section(text, (enum program_layer)layer);
    for (size_t kind = 0; kind < STEP_KIND_COUNT; kind++)
        check_row(text, word_of((enum step_kind)kind));
    /* The questions stand in files of their own, which the document links. */
    for (size_t group = 0; group < GROUP_COUNT; group++)
        for (size_t i = 0; group != GROUP_QUESTION && word_name((enum word_group)group, i); i++)
            ok(mentions(text, word_name((enum word_group)group, i)), "it mentions '%s'",
               word_name((enum word_group)group, i));
    for (size_t i = 0; word_need(i); i++)
        ok(mentions(text, word_need(i)), "it mentions the need '%s'", word_need(i));
}

/* Every program in the document is one, and in canonical form. */
static void check_examples(const char *text)
{
    static const char fence[] = "```loop\n";
    unsigned examples = 0;
    for (const char *at = strstr(text, fence); at; at = strstr(at, fence)) {
        const char *begin = at + strlen(fence), *end = strstr(begin, "```");
        struct diag d = { 0 };
        struct program *p = program_parse("README.md", begin, (size_t)(end - begin), &d);
        char *form = p ? program_print(p) : xstrdup("");
        char *shown = xstrndup(begin, (size_t)(end - begin));
        examples++;
        ok(p, "example %u parses %s", examples, d.message);
        is(form, shown, "  and is in canonical form");
        free(form);
        free(shown);
        program_free(p);
        at = end;
    }
    ok(examples > 0, "there are examples");
}

static void test_readme(void)
{
    size_t length;
    struct diag d;
    char *text = lex_read_file("cases/README.md", &length, &d);
    if (!text) {
        skip(1, "cases/README.md is not below the current folder");
        return;
    }
    check_readme(text);
    check_examples(text);
    free(text);
}

int main(void)
{
    test_rows();
    test_syntax();
    test_lookup();
    test_layers();
    test_acts();
    test_needs();
    test_readme();
    return done_testing();
}
