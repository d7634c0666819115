#include "scenario/words.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "interface/can.h"
#include "interface/question.h"
#include "base/mem.h"

#define CORE       LAYER_BIT(LAYER_CORE)
#define NODE       LAYER_BIT(LAYER_NODE)
#define BROWSER    LAYER_BIT(LAYER_BROWSER)
#define HOSTED     (NODE | BROWSER)
#define EVERYWHERE (CORE | HOSTED)

#define PARTS(...)    .part = { __VA_ARGS__ }
#define MAYBE(part)   (PART_##part | PART_OPTIONAL)
#define CAN(name)     LOOP_CAN_##name
#define WATCHER       (TRAIT(HANDLE) | TRAIT(STARTED) | TRAIT(RANKED))
#define GIVEN         (TRAIT(GIVEN) | TRAIT(BARE))
#define STREAMS       (TRAIT(HANDLE) | TRAIT(STREAM))
#define DATAGRAMS     (TRAIT(HANDLE) | TRAIT(STARTED) | TRAIT(FED) | TRAIT(DATAGRAM))
#define TUNED         (TRAIT(STREAM) | TRAIT(DATAGRAM))
#define SOCKETS       (TUNED | TRAIT(LISTENER) | TRAIT(BOUND))
#define CAN_SEE_TUNED (CAN(TUNE) | CAN(DESCRIPTOR))

static const struct word words[] = {
#define WORD(kind, ...) [STEP_##kind] = { __VA_ARGS__ },
#include "scenario/word_table.h"
};
static const struct choice observations[] = {
#define OBSERVATION(kind, ...) [OBSERVE_##kind] = { __VA_ARGS__ },
#include "scenario/word_table.h"
};
static const struct choice process_events[] = {
#define EVENT(kind, ...) [EVENT_##kind] = { __VA_ARGS__ },
#include "scenario/word_table.h"
};
static const struct choice signals[] = {
#define SIGNAL(kind, ...) [SIGNAL_##kind] = { __VA_ARGS__ },
#include "scenario/word_table.h"
};
static const struct choice modes[] = {
#define MODE(kind, ...) [RUN_##kind] = { __VA_ARGS__ },
#include "scenario/word_table.h"
};
static const struct choice poll_events[] = {
#define READINESS(kind, ...) [POLL_##kind] = { __VA_ARGS__ },
#include "scenario/word_table.h"
};
static const struct choice transports[] = {
#define TRANSPORT(kind, ...) [TRANSPORT_##kind] = { __VA_ARGS__ },
#include "scenario/word_table.h"
};
static const struct choice options[] = {
#define OPTION(kind, ...) [CONFIGURE_##kind] = { __VA_ARGS__ },
#include "scenario/word_table.h"
};

static const struct choice questions[] = {
#define Q(kind, function, word) { word, .layers = CORE },
#include "question_rows.inc"
#undef Q
};
static const struct choice tunings[] = {
#define TUNING(kind, ...) [TUNE_##kind] = { __VA_ARGS__ },
#include "scenario/word_table.h"
};

/* clang-format off */
static const struct part_form parts[] = {
    [PART_NAME]      = { .shown = "NAME" },
    [PART_FROM]      = { .shown = "NAME" },
    [PART_OVER]      = { "over NAME", .lead = "over" },
    [PART_IN]        = { "in NAME", .lead = "in" },
    [PART_DELAY]     = { .shown = "AFTER" },
    [PART_EVERY]     = { "repeat EVERY", .lead = "repeat" },
    [PART_SPAN]      = { .shown = "AFTER" },
    [PART_AFTER]     = { "after AFTER", .lead = "after" },
    [PART_STOPPED]   = { "stopped", .lead = "stopped" },
    [PART_EVENT]     = { "EVENT", .group = GROUP_EVENT, .expected = "what to poll for", .key = "event", .again = true },
    [PART_SIGNAL]    = { "SIGNAL", .group = GROUP_SIGNAL, .expected = "a signal", .key = "signal" },
    [PART_TRANSPORT] = { .group = GROUP_TRANSPORT, .expected = "a kind of stream", .key = "transport" },
    [PART_OPTION]    = { .group = GROUP_OPTION, .expected = "an option of the loop", .key = "option" },
    [PART_QUESTION]  = { "QUESTION", .group = GROUP_QUESTION, .expected = "a question", .key = "question" },
    [PART_TUNING]    = { "TUNING", .group = GROUP_TUNING, .expected = "an option of a socket", .key = "tuning" },
    [PART_ON]        = { .group = GROUP_ON, .expected = "an event of the process", .key = "event" },
    [PART_MODE]      = { .group = GROUP_MODE, .expected = "a run mode", .key = "mode" },
    [PART_WHAT]      = { "WHAT [NAME]", .group = GROUP_OBSERVE, .expected = "what to observe", .key = "what" },
    [PART_COUNT]     = { "COUNT", .counts = true },
    [PART_TIMES]     = { "times COUNT", .lead = "times", .counts = true },
    [PART_BYTES]     = { "COUNT", .counts = true },
    [PART_BY]        = { "by COUNT", .lead = "by", .counts = true },
    [PART_LABELS]    = { .shown = "LABEL..." },
    [PART_BODY]      = { .shown = "{ }" },
    [PART_ELSE]      = { "else { }", .lead = "else" },
    [PART_THEN]      = { "then { }", .lead = "then", .again = true },
    [PART_THOROUGH]  = { "thorough", .lead = "thorough", .option = DATAGRAM_THOROUGH },
    [PART_ROOMLESS]  = { "roomless", .lead = "roomless", .option = DATAGRAM_ROOMLESS },
    [PART_CRAMPED]   = { "cramped", .lead = "cramped", .option = DATAGRAM_CRAMPED },
    [PART_MISADDRESSED] = { "misaddressed", .lead = "misaddressed", .option = SEND_MISADDRESSED },
    [PART_EMPTY]     = { "empty", .lead = "empty", .option = FEED_EMPTY },
    [PART_DOUBLE]    = { "double", .lead = "double", .option = FEED_DOUBLE },
    [PART_ONCE]      = { "once", .lead = "once" },
    [PART_EXITS]     = { "exits STATUS", .lead = "exits", .counts = true },
    [PART_LASTS]     = { "lasts", .lead = "lasts" },
};
static_assert(ARRAY_SIZE(parts) == PART_KIND_COUNT, "a part has no form");

/* The same in every layer. */
#define PLAIN(word) { word, .layers = EVERYWHERE }
static const struct choice headers[] = {
    [HEADER_TITLE] = PLAIN("title"),     [HEADER_RULES] = PLAIN("rules"),
    [HEADER_LAYER] = PLAIN("layer"),     [HEADER_NEEDS] = PLAIN("needs"),
    [HEADER_WORKERS] = PLAIN("workers"), [HEADER_BUDGET] = PLAIN("budget"),
    [HEADER_UPTIME] = PLAIN("uptime"),
};
static const struct choice layers[] = {
    [LAYER_CORE] = PLAIN("core"), [LAYER_NODE] = PLAIN("node"), [LAYER_BROWSER] = PLAIN("browser"),
};
static const struct choice others[] = {
    PLAIN("repeat"), PLAIN("after"), PLAIN("stopped"), PLAIN("times"), PLAIN("forever"), PLAIN("else"),
    PLAIN("then"),   PLAIN("loop"),  PLAIN("time"),    PLAIN("by"),    PLAIN("nowhere"),
    PLAIN("nothing"),
    PLAIN("pair"),   PLAIN("batch"), PLAIN("thorough"), PLAIN("roomless"), PLAIN("misaddressed"),
    PLAIN("empty"),  PLAIN("over"),  PLAIN("cramped"), PLAIN("double"),
    PLAIN("in"),
    PLAIN("exits"),  PLAIN("lasts"),
};
static_assert(ARRAY_SIZE(headers) == HEADER_COUNT, "a header has no word");
static_assert(ARRAY_SIZE(layers) == LAYER_COUNT, "a layer has no name");

#define GROUP(rows) { rows, ARRAY_SIZE(rows) }
static const struct {
    const struct choice *row;
    size_t count;
} groups[] = {
    [GROUP_HEADER] = GROUP(headers), [GROUP_LAYER] = GROUP(layers),
    [GROUP_EVENT] = GROUP(poll_events), [GROUP_SIGNAL] = GROUP(signals),
    [GROUP_TRANSPORT] = GROUP(transports), [GROUP_OPTION] = GROUP(options), [GROUP_TUNING] = GROUP(tunings), [GROUP_QUESTION] = GROUP(questions), [GROUP_ON] = GROUP(process_events),
    [GROUP_MODE] = GROUP(modes), [GROUP_OBSERVE] = GROUP(observations), [GROUP_OTHER] = GROUP(others),
};
/* clang-format on */
static_assert(ARRAY_SIZE(groups) == GROUP_COUNT, "a group has no words");

const struct word *word_of(enum step_kind kind)
{
    assert(kind < STEP_KIND_COUNT);
    return &words[kind];
}

enum step_kind word_kind(const struct word *w)
{
    return (enum step_kind)(w - words);
}

bool word_makes(const struct word *w)
{
    return w->made != 0;
}

bool word_in_layer(const struct word *w, enum program_layer layer)
{
    return w->layers & LAYER_BIT(layer);
}

/* The part as in the row, with PART_OPTIONAL; PART_NONE if it has none. */
static unsigned find_part(const struct word *w, enum part part)
{
    for (size_t i = 0; i < WORD_PARTS_MAX && w->part[i]; i++)
        if ((w->part[i] & ~PART_OPTIONAL) == part)
            return w->part[i];
    return PART_NONE;
}

bool word_has(const struct word *w, enum part part)
{
    return find_part(w, part) != PART_NONE;
}

bool word_may_lack(const struct word *w, enum part part)
{
    return find_part(w, part) & PART_OPTIONAL;
}

bool word_may_lie_still(const struct word *w)
{
    return word_may_lack(w, PART_STOPPED) && word_may_lack(w, PART_BODY);
}

const struct part_form *part_form(enum part part)
{
    assert(part < PART_KIND_COUNT);
    return &parts[part];
}

char *word_whole(const struct word *w, char buffer[WORD_TEXT_SIZE])
{
    snprintf(buffer, WORD_TEXT_SIZE, "%s%s%s", w->text, w->second ? " " : "",
             w->second ? w->second : "");
    return buffer;
}

/* Append the form of a part, or the words that it can be: "pipe|tcp". */
static size_t add_shown(char *buffer, size_t used, enum part part)
{
    int n = snprintf(buffer + used, WORD_SYNTAX_SIZE - used, "%s",
                     parts[part].shown ? parts[part].shown : "");
    for (size_t i = 0; !parts[part].shown && word_name(parts[part].group, i); i++)
        n += snprintf(buffer + used + n, WORD_SYNTAX_SIZE - used - (size_t)n, "%s%s", i ? "|" : "",
                      word_name(parts[part].group, i));
    return used + (size_t)n;
}

char *word_syntax(const struct word *w, char buffer[WORD_SYNTAX_SIZE])
{
    char whole[WORD_TEXT_SIZE];
    size_t n = (size_t)snprintf(buffer, WORD_SYNTAX_SIZE, "%s", word_whole(w, whole));
    for (size_t i = 0; i < WORD_PARTS_MAX && w->part[i]; i++) {
        bool optional = w->part[i] & PART_OPTIONAL;
        enum part part = (enum part)(w->part[i] & ~PART_OPTIONAL);
        n += (size_t)snprintf(buffer + n, WORD_SYNTAX_SIZE - n, "%s", optional ? " [" : " ");
        n = add_shown(buffer, n, part);
        n += (size_t)snprintf(buffer + n, WORD_SYNTAX_SIZE - n, "%s%s", optional ? "]" : "",
                              parts[part].again ? "..." : "");
        assert(n < WORD_SYNTAX_SIZE);
    }
    return buffer;
}

const char *word_name(enum word_group group, size_t i)
{
    assert(group < GROUP_COUNT);
    return i < groups[group].count ? groups[group].row[i].text : NULL;
}

const struct choice *word_choice(enum word_group group, size_t i)
{
    assert(group < GROUP_COUNT);
    assert(i < groups[group].count);
    return &groups[group].row[i];
}

const struct choice *step_choice(const struct step *s)
{
    static const struct choice none = { .text = NULL };
    const struct word *w = word_of(s->kind);
    for (size_t i = 0; i < WORD_PARTS_MAX && w->part[i]; i++) {
        enum word_group group = parts[w->part[i] & ~PART_OPTIONAL].group;
        if (group && s->option != NO_OPTION)
            return word_choice(group, s->option);
    }
    return &none;
}

int word_find(enum word_group group, const char *text)
{
    assert(group < GROUP_COUNT);
    for (size_t i = 0; i < groups[group].count; i++)
        if (text_equals(groups[group].row[i].text, text))
            return (int)i;
    return -1;
}

bool word_is_reserved(const char *text)
{
    for (size_t i = 0; i < ARRAY_SIZE(words); i++)
        if (text_equals(words[i].text, text))
            return true;
    for (size_t group = 0; group < GROUP_COUNT; group++)
        if (word_find((enum word_group)group, text) >= 0)
            return true;
    return false;
}

/* Needs of the run, not of the loop, come first. */
const char *word_need(size_t i)
{
    static const char *const terms[] = { "exact-time", "real-clock", "file-pool" };
    if (i < ARRAY_SIZE(terms))
        return terms[i];
    i -= ARRAY_SIZE(terms);
    return i < loop_can_count() ? loop_can_name(i) : NULL;
}

bool word_is_need(const char *text)
{
    for (size_t i = 0; word_need(i); i++)
        if (strcmp(word_need(i), text) == 0)
            return true;
    return false;
}
