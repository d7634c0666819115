#include "scenario/words.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include "backend/can.h"
#include "base/mem.h"

#define TIMER       WORD_BIT(STEP_TIMER)
#define POLL        WORD_BIT(STEP_POLL)
#define ASYNC       WORD_BIT(STEP_ASYNC)
#define WATCHERS    (WORD_BIT(STEP_IDLE) | WORD_BIT(STEP_PREPARE) | WORD_BIT(STEP_CHECK))
#define STARTED     (TIMER | WATCHERS | POLL) /* what is started and stopped */
#define HANDLES     (STARTED | ASYNC)         /* what is closed */
#define REQUESTS    (WORD_BIT(STEP_WORK) | WORD_BIT(STEP_STAT))
#define MAYBE(part) ((part) | PART_OPTIONAL)

static const struct word words[] = {
    [STEP_TIMER] = { .text = "timer",
                     .says = "a timer, due AFTER from now and then every EVERY",
                     .part = { MAYBE(PART_DELAY), MAYBE(PART_EVERY), MAYBE(PART_STOPPED),
                               PART_BODY },
                     .body = BODY_CALLBACK },
    [STEP_IDLE] = { .text = "idle",
                    .says = "called once in every iteration; keeps the loop from waiting",
                    .part = { MAYBE(PART_STOPPED), PART_BODY },
                    .body = BODY_CALLBACK },
    [STEP_PREPARE] = { .text = "prepare",
                       .says = "called once in every iteration, right before the wait",
                       .part = { MAYBE(PART_STOPPED), PART_BODY },
                       .body = BODY_CALLBACK },
    [STEP_CHECK] = { .text = "check",
                     .says = "called once in every iteration, right after the wait",
                     .part = { MAYBE(PART_STOPPED), PART_BODY },
                     .body = BODY_CALLBACK },
    [STEP_POLL] = { .text = "poll",
                    .says = "watches a descriptor of its own, ready AFTER from now or by `ready`",
                    .part = { PART_EVENT, MAYBE(PART_AFTER), MAYBE(PART_STOPPED), PART_BODY },
                    .body = BODY_CALLBACK },
    [STEP_ASYNC] = { .text = "async",
                     .says = "a wake-up, called after a `send`",
                     .part = { PART_BODY },
                     .body = BODY_CALLBACK },
    [STEP_WORK] = { .text = "work",
                    .says = "a job that takes a pool thread for AFTER, then calls back",
                    .part = { PART_SPAN, MAYBE(PART_BODY) },
                    .body = BODY_CALLBACK },
    [STEP_STAT] = { .text = "stat",
                    .says = "an asynchronous file request, then calls back",
                    .part = { MAYBE(PART_BODY) },
                    .body = BODY_CALLBACK },

    [STEP_START] = { .text = "start",
                     .says = "start a handle; a timer, and only a timer, needs AFTER",
                     .part = { PART_NAME, MAYBE(PART_DELAY), MAYBE(PART_EVERY) },
                     .takes = STARTED },
    [STEP_STOP] = { .text = "stop",
                    .says = "stop a handle; it can be started again",
                    .part = { PART_NAME },
                    .takes = STARTED },
    [STEP_CLOSE] = { .text = "close",
                     .says = "close a handle; the block is its close callback",
                     .part = { PART_NAME, MAYBE(PART_BODY) },
                     .body = BODY_CALLBACK,
                     .takes = HANDLES },
    [STEP_REF] = { .text = "ref",
                   .says = "let a handle keep the loop alive, as it does at first",
                   .part = { PART_NAME },
                   .takes = HANDLES },
    [STEP_UNREF] = { .text = "unref",
                     .says = "let a handle not keep the loop alive",
                     .part = { PART_NAME },
                     .takes = HANDLES },
    [STEP_AGAIN] = { .text = "again",
                     .says = "restart a timer with its repeat value",
                     .part = { PART_NAME },
                     .takes = TIMER },
    [STEP_SET_REPEAT] = { .text = "set",
                          .says = "change a timer's repeat value; 0ms makes it a one-shot",
                          .part = { PART_NAME, PART_EVERY },
                          .takes = TIMER },
    [STEP_READY] = { .text = "ready",
                     .says = "make a poll's descriptor ready, now or AFTER from now",
                     .part = { PART_NAME, MAYBE(PART_AFTER) },
                     .takes = POLL },
    [STEP_DRAIN] = { .text = "drain",
                     .says = "make a poll's descriptor not ready any more",
                     .part = { PART_NAME },
                     .takes = POLL },
    [STEP_SEND] = { .text = "send",
                    .says = "wake the loop for an async; allowed from a thread",
                    .part = { PART_NAME },
                    .in_thread = true,
                    .takes = ASYNC },
    [STEP_CANCEL] = { .text = "cancel",
                      .says = "ask for a request that has not begun to be dropped",
                      .part = { PART_NAME },
                      .takes = REQUESTS },

    [STEP_LOG] = { .text = "log", .says = "write labels into the trace", .part = { PART_LABELS } },
    [STEP_OBSERVE] = { .text = "observe",
                       .says = "write a value into the trace",
                       .part = { PART_WHAT } },
    [STEP_BUSY] = { .text = "busy",
                    .says = "compute for AFTER: time passes and this thread does nothing else",
                    .part = { PART_SPAN },
                    .in_thread = true },
    [STEP_REPEAT] = { .text = "repeat",
                      .says = "run the block COUNT times, at once",
                      .part = { PART_COUNT, PART_BODY } },
    [STEP_FIRST] = { .text = "first",
                     .says = "run the block the first COUNT times this is reached, then the other",
                     .part = { PART_COUNT, PART_BODY, MAYBE(PART_ELSE) } },
    [STEP_THREAD] = { .text = "thread",
                      .says = "run the block in a thread of its own",
                      .part = { PART_BODY },
                      .body = BODY_THREAD },
    [STEP_INTERRUPT] = { .text = "interrupt",
                         .says = "interrupt the wait AFTER from now, COUNT times at that distance",
                         .part = { PART_AFTER, MAYBE(PART_TIMES) } },
    [STEP_RUN] = { .text = "run",
                   .says = "run the loop",
                   .part = { PART_MODE },
                   .main_only = true },
    [STEP_STOP_LOOP] = { .text = "stop",
                         .second = "loop",
                         .says = "make the loop return from its run at the next chance" },
    [STEP_CLOSE_LOOP] = { .text = "close",
                          .second = "loop",
                          .says = "close the loop itself; refused while handles are open",
                          .main_only = true },
    [STEP_UPDATE_TIME] = { .text = "update",
                           .second = "time",
                           .says = "refresh the loop's cached clock" },
};
static_assert(ARRAY_SIZE(words) == STEP_KIND_COUNT, "a step has no word");
static_assert(STEP_STAT < 32, "kinds that are made fit the bits of `takes`");

/* How a part shows in a syntax line, and the word it begins with. */
static const struct {
    const char *shown, *lead;
} parts[] = {
    [PART_NAME] = { "NAME", NULL },
    [PART_DELAY] = { "AFTER", NULL },
    [PART_EVERY] = { "repeat EVERY", "repeat" },
    [PART_SPAN] = { "AFTER", NULL },
    [PART_AFTER] = { "after AFTER", "after" },
    [PART_STOPPED] = { "stopped", "stopped" },
    [PART_EVENT] = { "readable|writable", NULL },
    [PART_MODE] = { "default|once|nowait", NULL },
    [PART_WHAT] = { "WHAT [NAME]", NULL },
    [PART_COUNT] = { "COUNT", NULL },
    [PART_TIMES] = { "times COUNT", "times" },
    [PART_LABELS] = { "LABEL...", NULL },
    [PART_BODY] = { "{ }", NULL },
    [PART_ELSE] = { "else { }", "else" },
};
static_assert(ARRAY_SIZE(parts) == PART_KIND_COUNT, "a part has no form");

static const char *const headers[] = {
    [HEADER_TITLE] = "title", [HEADER_RULES] = "rules",     [HEADER_LAYER] = "layer",
    [HEADER_NEEDS] = "needs", [HEADER_WORKERS] = "workers", [HEADER_BUDGET] = "budget",
};
static const char *const layers[] = {
    [LAYER_CORE] = "core",
    [LAYER_NODE] = "node",
    [LAYER_BROWSER] = "browser",
};
static const char *const events[] = { [POLL_READABLE] = "readable", [POLL_WRITABLE] = "writable" };
static const char *const modes[] = {
    [RUN_DEFAULT] = "default",
    [RUN_ONCE] = "once",
    [RUN_NOWAIT] = "nowait",
};
static const char *const observed[] = {
    [OBSERVE_ALIVE] = "alive",
    [OBSERVE_TIMEOUT] = "timeout",
    [OBSERVE_NOW] = "now",
    [OBSERVE_RESULT] = "result",
    [OBSERVE_STATUS] = "status",
    [OBSERVE_ACTIVE] = "active",
    [OBSERVE_CLOSING] = "closing",
    [OBSERVE_DUE] = "due",
    [OBSERVE_REFERENCED] = "referenced",
};
static const char *const others[] = { "repeat",  "after", "stopped", "times",
                                      "forever", "else",  "loop",    "time" };
static_assert(ARRAY_SIZE(headers) == HEADER_COUNT, "a header has no word");
static_assert(ARRAY_SIZE(layers) == LAYER_COUNT, "a layer has no name");
static_assert(ARRAY_SIZE(observed) == OBSERVE_COUNT, "an observation has no word");

static const struct {
    const char *const *name;
    size_t count;
} groups[] = {
    [GROUP_HEADER] = { headers, ARRAY_SIZE(headers) },
    [GROUP_LAYER] = { layers, ARRAY_SIZE(layers) },
    [GROUP_EVENT] = { events, ARRAY_SIZE(events) },
    [GROUP_MODE] = { modes, ARRAY_SIZE(modes) },
    [GROUP_OBSERVE] = { observed, ARRAY_SIZE(observed) },
    [GROUP_OTHER] = { others, ARRAY_SIZE(others) },
};
static_assert(ARRAY_SIZE(groups) == GROUP_COUNT, "a group has no words");

uint32_t word_observe_takes(enum observe_what what)
{
    return what < OBSERVE_ACTIVE ? 0 : what == OBSERVE_DUE ? TIMER : HANDLES;
}

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
    return word_kind(w) <= STEP_STAT;
}

const char *part_lead(enum part part)
{
    assert(part < PART_KIND_COUNT);
    return parts[part].lead;
}

char *word_syntax(const struct word *w, char buffer[WORD_SYNTAX_SIZE])
{
    int n = snprintf(buffer, WORD_SYNTAX_SIZE, "%s%s%s", w->text, w->second ? " " : "",
                     w->second ? w->second : "");
    for (size_t i = 0; i < WORD_PARTS_MAX && w->part[i]; i++) {
        bool optional = w->part[i] & PART_OPTIONAL;
        const char *shown = parts[w->part[i] & ~PART_OPTIONAL].shown;
        n += snprintf(buffer + n, WORD_SYNTAX_SIZE - (size_t)n, optional ? " [%s]" : " %s", shown);
        assert(n < WORD_SYNTAX_SIZE);
    }
    return buffer;
}

const char *word_name(enum word_group group, size_t i)
{
    assert(group < GROUP_COUNT);
    return i < groups[group].count ? groups[group].name[i] : NULL;
}

int word_find(enum word_group group, const char *text)
{
    for (size_t i = 0; word_name(group, i); i++)
        if (strcmp(word_name(group, i), text) == 0)
            return (int)i;
    return -1;
}

bool word_is_reserved(const char *text)
{
    for (size_t i = 0; i < ARRAY_SIZE(words); i++)
        if (strcmp(words[i].text, text) == 0)
            return true;
    for (size_t group = 0; group < GROUP_COUNT; group++)
        if (word_find((enum word_group)group, text) >= 0)
            return true;
    return false;
}

/* What is asked of the clock, not of the loop, comes first. */
const char *word_need(size_t i)
{
    return i == 0 ? "exact-time" : i - 1 < loop_can_count() ? loop_can_name(i - 1) : NULL;
}

bool word_is_need(const char *text)
{
    for (size_t i = 0; word_need(i); i++)
        if (strcmp(word_need(i), text) == 0)
            return true;
    return false;
}
