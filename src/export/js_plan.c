#include "export/js_inside.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"

/* A callback that comes again and again makes things again; so many are prepared. */
enum { CALLS_GUESSED = 16, JOBS_MAX = 16, PAIRS_MAX = 256 };

static const uint32_t kind_needs[STEP_KIND_COUNT] = {
    [STEP_LOG] = NEED_LOG,
    [STEP_OBSERVE] = NEED_LOG,
    [STEP_STAT] = NEED_FS,
    [STEP_READ_FILE] = NEED_FS,
    [STEP_LOOKUP] = NEED_DNS,
    [STEP_AWAIT] = NEED_RESOLVED,
    [STEP_MICROTASK] = NEED_MICROTASK,
    [STEP_BUSY] = NEED_BUSY,
    [STEP_WORK] = NEED_WORK,
    [STEP_SOCKET] = NEED_PAIRS | NEED_SOCKET,
    [STEP_POLL] = NEED_PAIRS | NEED_POLL,
    [STEP_DRAIN] = NEED_DRAIN,
};

/* ---- identifiers ---- */

/* Keywords, what the written program takes from its surroundings, and its helpers. */
static const char *const reserved[] = {
    "arguments", "async",        "await",      "break",         "case",         "catch",
    "class",     "const",        "continue",   "debugger",      "default",      "delete",
    "do",        "else",         "enum",       "eval",          "export",       "extends",
    "false",     "finally",      "for",        "function",      "if",           "implements",
    "import",    "in",           "instanceof", "interface",     "let",          "new",
    "null",      "of",           "package",    "private",       "protected",    "public",
    "return",    "static",       "super",      "switch",        "this",         "throw",
    "true",      "try",          "typeof",     "undefined",     "var",          "void",
    "while",     "with",         "yield",      "Array",         "Error",        "Infinity",
    "Math",      "NaN",          "Promise",    "clearInterval", "clearTimeout", "clearImmediate",
    "exports",   "global",       "globalThis", "module",        "process",      "queueMicrotask",
    "require",   "setInterval",  "setTimeout", "setImmediate",  "__dirname",    "__filename",
    "budget",    "busy",         "code",       "drain",         "err",          "childProcess",
    "dns",       "fs",           "log",        "net",           "now",          "os",
    "pairs",     "performance",  "poll",       "ready",         "readyAfter",   "resolved",
    "sleeper",   "sleeperCount", "sleepers",   "socket",        "spend",        "start",
    "withPairs", "work",
};

/* The same of a page: what is written, and what a script cannot declare again. */
static const char *const reserved_in_page[] = {
    "addEventListener", "cancelAnimationFrame",  "console", "document",
    "location",         "requestAnimationFrame", "top",     "window",
};

static bool is_taken(const struct js *js, const char *text)
{
    for (size_t i = 0; i < ARRAY_SIZE(reserved); i++)
        if (strcmp(reserved[i], text) == 0)
            return true;
    for (size_t i = 0; i < ARRAY_SIZE(reserved_in_page); i++)
        if (js->program->layer == LAYER_BROWSER && strcmp(reserved_in_page[i], text) == 0)
            return true;
    for (size_t i = 0; i < js->taken_count; i++)
        if (strcmp(js->taken[i], text) == 0)
            return true;
    return false;
}

/* `read-it` is readIt: dashes go, and a letter behind one grows. */
static char *camel_case(const char *name, size_t room)
{
    char *text = xmalloc(room);
    size_t n = 0;
    for (size_t i = 0; name[i]; i++) {
        bool behind_dash = i > 0 && name[i - 1] == '-';
        if (name[i] != '-')
            text[n++] = behind_dash ? (char)toupper((unsigned char)name[i]) : name[i];
    }
    text[n] = '\0';
    return text;
}

/* An identifier like `wanted` that is no keyword, helper or other variable. */
static char *take(struct js *js, const char *wanted)
{
    size_t room = strlen(wanted) + 12;
    char *text = camel_case(wanted, room);
    size_t length = strlen(text);
    for (unsigned n = 2; is_taken(js, text); n++)
        snprintf(text + length, room - length, "%u", n);
    GROW(js->taken, js->taken_count, js->taken_room);
    js->taken[js->taken_count++] = text;
    return text;
}

const char *js_loop_counter(struct js *js)
{
    char **counter = &js->loop[js->loops - 1];
    for (char letter[] = "i"; !*counter && letter[0] <= 'n'; letter[0]++)
        if (!is_taken(js, letter))
            *counter = take(js, letter);
    if (!*counter)
        *counter = take(js, "i");
    return *counter;
}

bool js_is_const(const struct js_name *n)
{
    return n->straight && n->made == 1;
}

/* ---- the walk ---- */

static uint32_t times(uint32_t a, uint32_t b)
{
    return b > PAIRS_MAX / a ? PAIRS_MAX : a * b; /* more is never prepared */
}

/* How often the step is performed, as far as can be told, and where it stands. */
struct stand {
    uint32_t calls;
    bool straight;
};

static void plan_name(struct js *js, const struct step *s, struct stand at)
{
    struct js_name *n = &js->name[s->name];
    if (!s->name)
        return;
    if (s->kind >= STEP_START) {
        *(s->kind == STEP_AGAIN ? &n->again : &n->used) = true;
        return;
    }
    n->several_delays |= n->maker && n->maker->after_ns != s->after_ns;
    n->maker = s;
    n->straight = at.straight;
    n->made++;
}

static void plan_needs(struct js *js, const struct step *s, struct stand at)
{
    js->needs |= kind_needs[s->kind];
    if (s->kind == STEP_LOG && s->label_count > 1)
        js->needs |= NEED_LOGS;
    if (s->kind == STEP_OBSERVE && s->option == OBSERVE_NOW)
        js->needs |= NEED_NOW;
    if (s->kind == STEP_READY || (s->kind == STEP_POLL && s->after_ns != NO_TIME))
        js->needs |= s->after_ns == NO_TIME ? NEED_READY : NEED_LATER;
    if (s->kind == STEP_WORK)
        js->jobs += at.calls;
    if (s->kind == STEP_SOCKET || s->kind == STEP_POLL)
        js->pairs += at.calls;
}

static struct stand stand_inside(const struct js *js, const struct step *s, struct stand at)
{
    bool again = s->kind == STEP_INTERVAL || s->kind == STEP_POLL || s->kind == STEP_ON ||
                 js->name[s->name].again;
    uint32_t calls = s->kind == STEP_REPEAT ? s->count : again ? CALLS_GUESSED : 1;
    return (struct stand){ .calls = times(at.calls, calls) };
}

/* One walk over all steps. What is needed hangs on names that are used further down,
 * so that there are two: one with plan_name(), one with plan_needs(). */
static void walk(struct js *js, const struct block *b, struct stand at,
                 void (*plan)(struct js *js, const struct step *s, struct stand at))
{
    for (uint32_t i = 0; b && i < b->count; i++) {
        const struct step *s = &b->step[i];
        struct stand inside = stand_inside(js, s, at);
        plan(js, s, at);
        walk(js, s->body, inside, plan);
        walk(js, s->otherwise, inside, plan);
        for (uint32_t k = 0; k < s->then_count; k++)
            walk(js, &s->then[k], inside, plan);
    }
}

static char *take_for(struct js *js, const char *name, const char *what)
{
    char *wanted = xasprintf("%s-%s", name, what);
    char *text = take(js, wanted);
    free(wanted);
    return text;
}

static void take_variables(struct js *js, struct js_name *n, const char *name)
{
    if (n->used)
        n->text = take(js, name);
    if (n->again)
        n->function = n->used ? take_for(js, name, "callback") : take(js, name);
    if (n->again && n->several_delays)
        n->delay = take_for(js, name, "delay");
}

void js_plan(struct js *js)
{
    const struct program *p = js->program;
    js->name = xcalloc(p->string_count, sizeof *js->name);
    js->reached = xcalloc(p->slot_count + 1, sizeof *js->reached);
    if (p->budget)
        js->needs |= NEED_SPEND;
    struct stand main = { .calls = 1, .straight = true };
    walk(js, &p->main, main, plan_name);
    walk(js, &p->main, main, plan_needs);
    js->jobs = js->jobs < JOBS_MAX ? js->jobs : JOBS_MAX;
    js->pairs = js->pairs < PAIRS_MAX ? js->pairs : PAIRS_MAX;
    for (uint32_t id = 1; id < p->string_count; id++)
        take_variables(js, &js->name[id], p->string[id]);
    for (uint32_t slot = 0; slot < p->slot_count; slot++)
        js->reached[slot] = take(js, "reached");
}

void js_plan_release(struct js *js)
{
    for (size_t i = 0; i < js->taken_count; i++)
        free(js->taken[i]);
    free(js->taken);
    free(js->reached);
    free(js->name);
}
