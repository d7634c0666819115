#include "scenario/words.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include "interface/can.h"
#include "base/mem.h"

#define TIMER    WORD_BIT(STEP_TIMER)
#define POLL     WORD_BIT(STEP_POLL)
#define ASYNC    WORD_BIT(STEP_ASYNC)
#define WATCHERS (WORD_BIT(STEP_IDLE) | WORD_BIT(STEP_PREPARE) | WORD_BIT(STEP_CHECK))
#define STARTED  (TIMER | WATCHERS | POLL) /* what is started and stopped */
#define SIGNAL   WORD_BIT(STEP_SIGNAL)
#define LISTENER WORD_BIT(STEP_LISTEN)
#define DATAGRAM WORD_BIT(STEP_DATAGRAM)
#define STREAMS                                                            \
    (WORD_BIT(STEP_STREAM) | WORD_BIT(STEP_PEER) | WORD_BIT(STEP_ACCEPT) | \
     WORD_BIT(STEP_CONNECT) | WORD_BIT(STEP_CONNECT_NOWHERE))
/* What is closed. */
#define HANDLES     (STARTED | ASYNC | SIGNAL | WORD_BIT(STEP_CHILD) | STREAMS | LISTENER | DATAGRAM)
#define REQUESTS    (WORD_BIT(STEP_WORK) | WORD_BIT(STEP_STAT) | WORD_BIT(STEP_LOOKUP))
#define DELAYED     (WORD_BIT(STEP_TIMEOUT) | WORD_BIT(STEP_INTERVAL))
#define CLEARED     (DELAYED | WORD_BIT(STEP_IMMEDIATE))
#define JOBS        (WORD_BIT(STEP_TICK) | WORD_BIT(STEP_MICROTASK))
#define FRAME       WORD_BIT(STEP_FRAME)
#define QUEUED      (WORD_BIT(STEP_TIMEOUT) | WORD_BIT(STEP_IMMEDIATE) | JOBS | FRAME) /* called once */
#define SOCKET      WORD_BIT(STEP_SOCKET)
#define MAYBE(part) ((part) | PART_OPTIONAL)

#define CORE       LAYER_BIT(LAYER_CORE)
#define NODE       LAYER_BIT(LAYER_NODE)
#define BROWSER    LAYER_BIT(LAYER_BROWSER)
#define HOSTED     (NODE | BROWSER)
#define EVERYWHERE (CORE | HOSTED)

static const struct word words[] = {
    [STEP_TIMER] = { .text = "timer",
                     .says = "a timer, due AFTER from now and then every EVERY",
                     .layers = CORE,
                     .elsewhere = "timeout",
                     .part = { MAYBE(PART_DELAY), MAYBE(PART_EVERY), MAYBE(PART_STOPPED),
                               MAYBE(PART_BODY) },
                     .body = BODY_CALLBACK },
    [STEP_IDLE] = { .text = "idle",
                    .says = "called once in every iteration; keeps the loop from waiting",
                    .layers = CORE,
                    .part = { MAYBE(PART_STOPPED), MAYBE(PART_BODY) },
                    .body = BODY_CALLBACK },
    [STEP_PREPARE] = { .text = "prepare",
                       .says = "called once in every iteration, right before the wait",
                       .layers = CORE,
                       .part = { MAYBE(PART_STOPPED), MAYBE(PART_BODY) },
                       .body = BODY_CALLBACK },
    [STEP_CHECK] = { .text = "check",
                     .says = "called once in every iteration, right after the wait",
                     .layers = CORE,
                     .elsewhere = "immediate",
                     .part = { MAYBE(PART_STOPPED), MAYBE(PART_BODY) },
                     .body = BODY_CALLBACK },
    [STEP_POLL] = { .text = "poll",
                    .says = "watches a descriptor of its own, ready AFTER from now or by `ready`",
                    .layers = CORE | NODE,
                    .part = { PART_EVENT, MAYBE(PART_AFTER), MAYBE(PART_STOPPED), PART_BODY },
                    .body = BODY_CALLBACK },
    [STEP_ASYNC] = { .text = "async",
                     .says = "a wake-up, called after a `send`",
                     .layers = CORE,
                     .part = { PART_BODY },
                     .body = BODY_CALLBACK },
    [STEP_WORK] = { .text = "work",
                    .says = "a job that takes a pool thread for AFTER, then calls back",
                    .layers = CORE | NODE,
                    .part = { PART_SPAN, MAYBE(PART_BODY) },
                    .body = BODY_CALLBACK },
    [STEP_STAT] = { .text = "stat",
                    .says = "a file request, then calls back; without a block it is made at once",
                    .layers = CORE | NODE,
                    .part = { MAYBE(PART_BODY) },
                    .body = BODY_CALLBACK },
    [STEP_LOOKUP] = { .text = "lookup",
                      .says = "a name lookup that takes a pool thread for AFTER, then calls back",
                      .layers = CORE | NODE,
                      .part = { PART_SPAN, PART_BODY },
                      .body = BODY_CALLBACK },
    [STEP_SIGNAL] = { .text = "signal",
                      .says = "watches a signal, called once for each `raise`",
                      .layers = CORE,
                      .part = { PART_SIGNAL, PART_BODY },
                      .body = BODY_CALLBACK },
    [STEP_CHILD] = { .text = "child",
                     .says = "a process that ends at once, called when the loop learns of it",
                     .layers = CORE,
                     .part = { PART_BODY },
                     .body = BODY_CALLBACK },
    [STEP_STREAM] = { .text = "stream",
                      .says = "a stream that is connected, for `read` and `write`",
                      .layers = CORE,
                      .elsewhere = "socket" },
    [STEP_PEER] = { .text = "peer",
                    .says = "the other end of a stream",
                    .layers = CORE,
                    .part = { PART_FROM },
                    .takes = WORD_BIT(STEP_STREAM) },
    [STEP_LISTEN] = { .text = "listen",
                      .says = "waits for connections, called once for each",
                      .layers = CORE,
                      .part = { PART_TRANSPORT, PART_BODY },
                      .body = BODY_CALLBACK },
    [STEP_ACCEPT] = { .text = "accept",
                      .says = "the stream of the connection that a listener's callback tells of",
                      .layers = CORE,
                      .part = { PART_FROM },
                      .takes = LISTENER },
    [STEP_CONNECT] = { .text = "connect",
                       .says = "a stream to a listener, called when it is connected",
                       .layers = CORE,
                       .part = { PART_FROM, PART_BODY },
                       .body = BODY_CALLBACK,
                       .takes = LISTENER },
    [STEP_CONNECT_NOWHERE] = { .text = "connect",
                               .second = "nowhere",
                               .says = "a stream to where nobody listens, called with the error",
                               .layers = CORE,
                               .part = { PART_TRANSPORT, PART_BODY },
                               .body = BODY_CALLBACK },
    [STEP_DATAGRAM] = { .text = "datagram",
                        .says = "a UDP socket, called once for each datagram of a `feed`",
                        .layers = CORE,
                        .part = { PART_BODY },
                        .body = BODY_CALLBACK },

    [STEP_TIMEOUT] = { .text = "timeout",
                       .says = "called once, AFTER from now in the host's whole milliseconds",
                       .layers = HOSTED,
                       .elsewhere = "timer",
                       .part = { PART_SPAN, PART_BODY },
                       .body = BODY_CALLBACK },
    [STEP_INTERVAL] = { .text = "interval",
                        .says = "called again and again, every AFTER",
                        .layers = HOSTED,
                        .elsewhere = "timer",
                        .part = { PART_SPAN, PART_BODY },
                        .body = BODY_CALLBACK },
    [STEP_IMMEDIATE] = { .text = "immediate",
                         .says = "called in the next check phase, right after the wait",
                         .layers = NODE,
                         .elsewhere = "check",
                         .part = { PART_BODY },
                         .body = BODY_CALLBACK },
    [STEP_READ_FILE] = { .text = "read-file",
                         .says = "reads a whole file, in as many requests as the host makes of it",
                         .layers = NODE,
                         .elsewhere = "stat",
                         .part = { PART_BODY },
                         .body = BODY_CALLBACK },
    [STEP_SOCKET] = { .text = "socket",
                      .says = "a socket that is connected, for `close`",
                      .layers = NODE,
                      .elsewhere = "poll" },
    [STEP_REJECT] = { .text = "reject",
                      .says = "a promise that is rejected and has no handler yet, for `catch`",
                      .layers = HOSTED },
    [STEP_TICK] = { .text = "tick",
                    .says = "queue the block for right after this callback, before all microtasks",
                    .layers = NODE,
                    .elsewhere = "microtask",
                    .part = { PART_BODY },
                    .body = BODY_CALLBACK },
    [STEP_MICROTASK] = { .text = "microtask",
                         .says = "queue the block as a microtask",
                         .layers = HOSTED,
                         .part = { PART_BODY },
                         .body = BODY_CALLBACK },
    [STEP_FRAME] = { .text = "frame",
                     .says = "called once, when the page is drawn next",
                     .layers = BROWSER,
                     .part = { PART_BODY },
                     .body = BODY_CALLBACK },

    [STEP_START] = { .text = "start",
                     .says = "start a handle; a timer, and only a timer, needs AFTER",
                     .layers = CORE,
                     .part = { PART_NAME, MAYBE(PART_DELAY), MAYBE(PART_EVERY) },
                     .takes = STARTED | SIGNAL },
    [STEP_STOP] = { .text = "stop",
                    .says = "stop a handle, or the reads of a stream; it can be started again",
                    .layers = CORE,
                    .elsewhere = "clear",
                    .part = { PART_NAME },
                    .takes = STARTED | SIGNAL | STREAMS },
    [STEP_CLOSE] = { .text = "close",
                     .says = "close a handle; the block is called when that is done",
                     .layers = CORE | NODE,
                     .part = { PART_NAME, MAYBE(PART_BODY) },
                     .body = BODY_CALLBACK,
                     .takes = HANDLES | SOCKET },
    [STEP_REF] = { .text = "ref",
                   .says = "let a handle keep the loop alive, as it does at first",
                   .layers = CORE | NODE,
                   .part = { PART_NAME },
                   .takes = HANDLES | SOCKET | CLEARED },
    [STEP_UNREF] = { .text = "unref",
                     .says = "let a handle not keep the loop alive",
                     .layers = CORE | NODE,
                     .part = { PART_NAME },
                     .takes = HANDLES | SOCKET | CLEARED },
    [STEP_AGAIN] = { .text = "again",
                     .says = "restart a timer with its repeat value; in node and browser, queue "
                             "the same callback once more",
                     .layers = EVERYWHERE,
                     .part = { PART_NAME },
                     .takes = TIMER | QUEUED },
    [STEP_SET_REPEAT] = { .text = "set",
                          .says = "change a timer's repeat value; 0ms makes it a one-shot",
                          .layers = CORE,
                          .part = { PART_NAME, PART_EVERY },
                          .takes = TIMER },
    [STEP_PREFER] = { .text = "prefer",
                      .says = "give a stopped handle a priority above the usual one",
                      .layers = CORE,
                      .part = { PART_NAME },
                      .takes = STARTED | ASYNC },
    [STEP_DEFER] = { .text = "defer",
                     .says = "give a stopped handle a priority below the usual one",
                     .layers = CORE,
                     .part = { PART_NAME },
                     .takes = STARTED | ASYNC },
    [STEP_READY] = { .text = "ready",
                     .says = "make a poll's descriptor ready, now or AFTER from now",
                     .layers = CORE | NODE,
                     .part = { PART_NAME, MAYBE(PART_AFTER) },
                     .takes = POLL },
    [STEP_DRAIN] = { .text = "drain",
                     .says = "make a poll's descriptor not ready any more",
                     .layers = CORE | NODE,
                     .part = { PART_NAME },
                     .takes = POLL },
    [STEP_SEND] = { .text = "send",
                    .says = "wake the loop for an async; allowed from a thread",
                    .layers = CORE,
                    .part = { PART_NAME },
                    .in_thread = true,
                    .takes = ASYNC },
    [STEP_CANCEL] = { .text = "cancel",
                      .says = "ask for a request that has not begun to be dropped",
                      .layers = CORE,
                      .part = { PART_NAME },
                      .takes = REQUESTS },
    [STEP_READ] = { .text = "read",
                    .says = "read what comes over a stream, at most COUNT bytes a call",
                    .layers = CORE,
                    .part = { PART_NAME, MAYBE(PART_BY), PART_BODY },
                    .body = BODY_CALLBACK,
                    .takes = STREAMS },
    [STEP_WRITE] = { .text = "write",
                     .says = "write COUNT bytes to a stream; the block is called when that is done",
                     .layers = CORE,
                     .part = { PART_NAME, PART_BYTES, MAYBE(PART_BODY) },
                     .body = BODY_CALLBACK,
                     .takes = STREAMS },
    [STEP_SHUTDOWN] = { .text = "shutdown",
                        .says =
                            "end a stream's writing side; the block is called when that is done",
                        .layers = CORE,
                        .part = { PART_NAME, MAYBE(PART_BODY) },
                        .body = BODY_CALLBACK,
                        .takes = STREAMS },
    [STEP_FEED] = { .text = "feed",
                    .says = "send a stream COUNT bytes, a datagram handle COUNT datagrams",
                    .layers = CORE,
                    .part = { PART_NAME, PART_BYTES, MAYBE(PART_AFTER) },
                    .takes = WORD_BIT(STEP_STREAM) | DATAGRAM },
    [STEP_CLEAR] = { .text = "clear",
                     .says = "call a timeout, an interval, an immediate or a frame no more",
                     .layers = HOSTED,
                     .elsewhere = "stop",
                     .part = { PART_NAME },
                     .takes = CLEARED | FRAME },
    [STEP_REFRESH] = { .text = "refresh",
                       .says = "let a timeout or an interval start over from now",
                       .layers = NODE,
                       .elsewhere = "again",
                       .part = { PART_NAME },
                       .takes = DELAYED },
    [STEP_CATCH] = { .text = "catch",
                     .says = "give a rejected promise its handler",
                     .layers = HOSTED,
                     .part = { PART_NAME, PART_BODY },
                     .body = BODY_CALLBACK,
                     .takes = WORD_BIT(STEP_REJECT) },

    [STEP_PROMISE] = { .text = "promise",
                       .says = "react to a resolved promise; each `then` reacts to the one before",
                       .layers = HOSTED,
                       .part = { PART_BODY, MAYBE(PART_THEN) },
                       .body = BODY_CALLBACK },
    [STEP_FLOW] = { .text = "flow",
                    .says = "call an asynchronous function: at once up to its first `await`",
                    .layers = HOSTED,
                    .part = { PART_BODY },
                    .body = BODY_FLOW },
    [STEP_AWAIT] = { .text = "await",
                     .says = "leave the flow; a microtask goes on behind it",
                     .layers = HOSTED,
                     .flow_only = true },

    [STEP_ON] = { .text = "on",
                  .says = "call the block whenever the event comes",
                  .layers = HOSTED,
                  .part = { PART_ON, PART_BODY },
                  .body = BODY_CALLBACK },
    [STEP_THROW] = { .text = "throw",
                     .says = "throw an error that nothing around it catches",
                     .layers = HOSTED,
                     .ends_block = true },
    [STEP_EXIT] = { .text = "exit",
                    .says = "end the process, here and now",
                    .layers = NODE,
                    .ends_block = true },

    [STEP_LOG] = { .text = "log",
                   .says = "write labels into the trace",
                   .layers = EVERYWHERE,
                   .part = { PART_LABELS } },
    [STEP_OBSERVE] = { .text = "observe",
                       .says = "write a value into the trace",
                       .layers = CORE | NODE,
                       .part = { PART_WHAT } },
    [STEP_BUSY] = { .text = "busy",
                    .says = "compute for AFTER: time passes and this thread does nothing else",
                    .layers = EVERYWHERE,
                    .part = { PART_SPAN },
                    .in_thread = true },
    [STEP_REPEAT] = { .text = "repeat",
                      .says = "run the block COUNT times, at once",
                      .layers = EVERYWHERE,
                      .part = { PART_COUNT, PART_BODY } },
    [STEP_FIRST] = { .text = "first",
                     .says = "run the block the first COUNT times this is reached, then the other",
                     .layers = EVERYWHERE,
                     .part = { PART_COUNT, PART_BODY, MAYBE(PART_ELSE) } },
    [STEP_THREAD] = { .text = "thread",
                      .says = "run the block in a thread of its own",
                      .layers = CORE,
                      .part = { PART_BODY },
                      .body = BODY_THREAD },
    [STEP_LOOP] = { .text = "loop",
                    .says = "a second loop, in a thread of its own, which performs the block",
                    .layers = CORE,
                    .part = { PART_BODY },
                    .body = BODY_LOOP,
                    .main_only = true },
    [STEP_RAISE] = { .text = "raise",
                     .says = "raise a signal, now or AFTER from now",
                     .layers = CORE,
                     .part = { PART_SIGNAL, MAYBE(PART_AFTER) } },
    [STEP_INTERRUPT] = { .text = "interrupt",
                         .says = "interrupt the wait AFTER from now, COUNT times at that distance",
                         .layers = CORE,
                         .part = { PART_AFTER, MAYBE(PART_TIMES) } },
    [STEP_RUN] = { .text = "run",
                   .says = "run the loop",
                   .layers = CORE,
                   .part = { PART_MODE },
                   .main_only = true },
    [STEP_STOP_LOOP] = { .text = "stop",
                         .second = "loop",
                         .says = "make the loop return from its run at the next chance",
                         .layers = CORE },
    [STEP_CLOSE_LOOP] = { .text = "close",
                          .second = "loop",
                          .says = "close the loop itself; refused while handles are open",
                          .layers = CORE,
                          .main_only = true },
    [STEP_UPDATE_TIME] = { .text = "update",
                           .second = "time",
                           .says = "refresh the loop's cached clock",
                           .layers = CORE },
};
static_assert(ARRAY_SIZE(words) == STEP_KIND_COUNT, "a step has no word");
static_assert(STEP_START <= 64, "kinds that are made fit the bits of `takes`");

/* How a part shows in a syntax line, and the word it begins with. */
static const struct {
    const char *shown, *lead;
    bool again; /* any number of times */
} parts[] = {
    [PART_NAME] = { "NAME", NULL, false },
    [PART_FROM] = { "NAME", NULL, false },
    [PART_SIGNAL] = { "hup|usr1|winch", NULL, false },
    [PART_TRANSPORT] = { "pipe|tcp", NULL, false },
    [PART_BYTES] = { "COUNT", NULL, false },
    [PART_BY] = { "by COUNT", "by", false },
    [PART_DELAY] = { "AFTER", NULL, false },
    [PART_EVERY] = { "repeat EVERY", "repeat", false },
    [PART_SPAN] = { "AFTER", NULL, false },
    [PART_AFTER] = { "after AFTER", "after", false },
    [PART_STOPPED] = { "stopped", "stopped", false },
    [PART_EVENT] = { "readable|writable", NULL, false },
    [PART_ON] = { "uncaught|rejection|handled|before-exit|exit", NULL, false },
    [PART_MODE] = { "default|once|nowait", NULL, false },
    [PART_WHAT] = { "WHAT [NAME]", NULL, false },
    [PART_COUNT] = { "COUNT", NULL, false },
    [PART_TIMES] = { "times COUNT", "times", false },
    [PART_LABELS] = { "LABEL...", NULL, false },
    [PART_BODY] = { "{ }", NULL, false },
    [PART_ELSE] = { "else { }", "else", false },
    [PART_THEN] = { "then { }", "then", true },
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
static const char *const signals[] = {
    [SIGNAL_HUP] = "hup",
    [SIGNAL_USR1] = "usr1",
    [SIGNAL_WINCH] = "winch",
};
static const char *const transports[] = { [TRANSPORT_PIPE] = "pipe", [TRANSPORT_TCP] = "tcp" };
static const char *const process_events[] = {
    [EVENT_UNCAUGHT] = "uncaught", [EVENT_REJECTION] = "rejection",
    [EVENT_HANDLED] = "handled",   [EVENT_BEFORE_EXIT] = "before-exit",
    [EVENT_EXIT] = "exit",
};
static const uint8_t process_event_layers[] = {
    [EVENT_UNCAUGHT] = HOSTED,  [EVENT_REJECTION] = HOSTED, [EVENT_HANDLED] = NODE,
    [EVENT_BEFORE_EXIT] = NODE, [EVENT_EXIT] = NODE,
};
static const char *const modes[] = {
    [RUN_DEFAULT] = "default",
    [RUN_ONCE] = "once",
    [RUN_NOWAIT] = "nowait",
};
static const char *const observed[] = {
    [OBSERVE_ALIVE] = "alive",           [OBSERVE_TIMEOUT] = "timeout", [OBSERVE_NOW] = "now",
    [OBSERVE_RESULT] = "result",         [OBSERVE_STATUS] = "status",   [OBSERVE_CODE] = "code",
    [OBSERVE_ACTIVE] = "active",         [OBSERVE_CLOSING] = "closing", [OBSERVE_DUE] = "due",
    [OBSERVE_REFERENCED] = "referenced", [OBSERVE_THREADS] = "threads", [OBSERVE_TURNS] = "turns",
};
static const uint8_t observed_layers[] = {
    [OBSERVE_ALIVE] = CORE,  [OBSERVE_TIMEOUT] = CORE,       [OBSERVE_NOW] = CORE | NODE,
    [OBSERVE_RESULT] = CORE, [OBSERVE_STATUS] = CORE | NODE, [OBSERVE_CODE] = NODE,
    [OBSERVE_ACTIVE] = CORE, [OBSERVE_CLOSING] = CORE,       [OBSERVE_REFERENCED] = CORE,
    [OBSERVE_DUE] = CORE,    [OBSERVE_THREADS] = CORE,       [OBSERVE_TURNS] = CORE,
};
static const char *const others[] = { "repeat", "after", "stopped", "times", "forever", "else",
                                      "then",   "loop",  "time",    "by",    "nowhere" };
static_assert(ARRAY_SIZE(headers) == HEADER_COUNT, "a header has no word");
static_assert(ARRAY_SIZE(layers) == LAYER_COUNT, "a layer has no name");
static_assert(ARRAY_SIZE(process_events) == EVENT_COUNT, "an event has no word");
static_assert(ARRAY_SIZE(process_event_layers) == EVENT_COUNT, "an event has no layer");
static_assert(ARRAY_SIZE(signals) == SIGNAL_COUNT, "a signal has no word");
static_assert(ARRAY_SIZE(observed) == OBSERVE_COUNT, "an observation has no word");
static_assert(ARRAY_SIZE(observed_layers) == OBSERVE_COUNT, "an observation has no layer");

static const struct {
    const char *const *name;
    size_t count;
    const uint8_t *layers; /* by name; NULL: they are the same everywhere */
} groups[] = {
    [GROUP_HEADER] = { headers, ARRAY_SIZE(headers), NULL },
    [GROUP_LAYER] = { layers, ARRAY_SIZE(layers), NULL },
    [GROUP_EVENT] = { events, ARRAY_SIZE(events), NULL },
    [GROUP_SIGNAL] = { signals, ARRAY_SIZE(signals), NULL },
    [GROUP_TRANSPORT] = { transports, ARRAY_SIZE(transports), NULL },
    [GROUP_ON] = { process_events, ARRAY_SIZE(process_events), process_event_layers },
    [GROUP_MODE] = { modes, ARRAY_SIZE(modes), NULL },
    [GROUP_OBSERVE] = { observed, ARRAY_SIZE(observed), observed_layers },
    [GROUP_OTHER] = { others, ARRAY_SIZE(others), NULL },
};
static_assert(ARRAY_SIZE(groups) == GROUP_COUNT, "a group has no words");

uint64_t word_observe_takes(enum observe_what what)
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
    return word_kind(w) < STEP_START;
}

bool word_in_layer(const struct word *w, enum program_layer layer)
{
    return w->layers & LAYER_BIT(layer);
}

uint64_t word_made_in(enum program_layer layer)
{
    uint64_t kinds = 0;
    for (size_t kind = 0; word_makes(&words[kind]); kind++)
        if (word_in_layer(&words[kind], layer))
            kinds |= WORD_BIT(kind);
    return kinds;
}

const char *part_lead(enum part part)
{
    assert(part < PART_KIND_COUNT);
    return parts[part].lead;
}

char *word_whole(const struct word *w, char buffer[WORD_TEXT_SIZE])
{
    snprintf(buffer, WORD_TEXT_SIZE, "%s%s%s", w->text, w->second ? " " : "",
             w->second ? w->second : "");
    return buffer;
}

char *word_syntax(const struct word *w, char buffer[WORD_SYNTAX_SIZE])
{
    char whole[WORD_TEXT_SIZE];
    int n = snprintf(buffer, WORD_SYNTAX_SIZE, "%s", word_whole(w, whole));
    for (size_t i = 0; i < WORD_PARTS_MAX && w->part[i]; i++) {
        bool optional = w->part[i] & PART_OPTIONAL;
        enum part part = (enum part)(w->part[i] & ~PART_OPTIONAL);
        n += snprintf(buffer + n, WORD_SYNTAX_SIZE - (size_t)n, optional ? " [%s]%s" : " %s%s",
                      parts[part].shown, parts[part].again ? "..." : "");
        assert(n < WORD_SYNTAX_SIZE);
    }
    return buffer;
}

const char *word_name(enum word_group group, size_t i)
{
    assert(group < GROUP_COUNT);
    return i < groups[group].count ? groups[group].name[i] : NULL;
}

unsigned word_name_layers(enum word_group group, size_t i)
{
    assert(group < GROUP_COUNT);
    assert(i < groups[group].count);
    return groups[group].layers ? groups[group].layers[i] : EVERYWHERE;
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

/* What is asked of the terms of the run, not of the loop, comes first. */
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
