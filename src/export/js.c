#include "export/js.h"

#include <assert.h>
#include <stdlib.h>
#include "base/mem.h"
#include "export/js_inside.h"

enum { INDENT = 2 };

/* The process's and the page's names of what `on` says. */
static const struct {
    const char *node, *browser;
} events[] = {
    [EVENT_UNCAUGHT] = { "uncaughtException", "error" },
    [EVENT_REJECTION] = { "unhandledRejection", "unhandledrejection" },
    [EVENT_HANDLED] = { "rejectionHandled", NULL },
    [EVENT_BEFORE_EXIT] = { "beforeExit", NULL },
    [EVENT_EXIT] = { "exit", NULL },
};
static_assert(ARRAY_SIZE(events) == EVENT_COUNT, "an event has no name");

static void put_steps(struct js *js, const struct block *b, uint32_t depth);

/* ---- within a line ---- */

static void put(struct js *js, const char *text)
{
    fputs(text, js->out);
}

static void put_indent(struct js *js, uint32_t depth)
{
    fprintf(js->out, "%*s", (int)(INDENT * depth), "");
}

/* Milliseconds, with what they have behind the point. */
static void put_ms(struct js *js, uint64_t ns)
{
    char fraction[8];
    int digits = snprintf(fraction, sizeof fraction, ".%06u", (unsigned)(ns % 1000000));
    while (digits > 0 && (fraction[digits - 1] == '0' || fraction[digits - 1] == '.'))
        fraction[--digits] = '\0';
    fprintf(js->out, "%llu%s", (unsigned long long)(ns / 1000000), fraction);
}

static const char *name_of(const struct js *js, const struct step *s)
{
    return js->name[s->name].text;
}

static void put_log(struct js *js, const struct step *s)
{
    put(js, "log(");
    for (uint32_t i = 0; i < s->label_count; i++)
        fprintf(js->out, "%s'%s'", i ? ", " : "", js->program->string[s->label[i]]);
    put(js, ")");
}

static void put_observe(struct js *js, const struct step *s)
{
    const char *label = js->program->string[s->label[0]];
    switch (s->option) {
    case OBSERVE_NOW: fprintf(js->out, "log(`%s = ${now()}`)", label); break;
    case OBSERVE_CODE: fprintf(js->out, "log(`%s = ${code}`)", label); break;
    default:
        assert(s->option == OBSERVE_STATUS);
        fprintf(js->out, js->has_err ? "log(`%s = ${err ? err.code : 0}`)" : "log('%s = 0')",
                label);
    }
}

/* ---- functions ---- */

/* Does a function of this body ask for what it is told? */
static bool asks(const struct block *b, enum observe_what what)
{
    bool found = false;
    for (uint32_t i = 0; b && i < b->count && !found; i++) {
        const struct step *s = &b->step[i];
        if (s->kind == STEP_OBSERVE)
            found = s->option == what;
        else if (s->kind == STEP_REPEAT || s->kind == STEP_FIRST)
            found = asks(s->body, what) || asks(s->otherwise, what);
    }
    return found;
}

static bool is_one_log(const struct js *js, const struct block *b)
{
    const struct step *s = b->step;
    return b->count == 1 && (s->kind == STEP_LOG || s->kind == STEP_OBSERVE) &&
           b->comment_count + s->comment_count == 0 && !s->trailing && !(js->needs & NEED_SPEND);
}

static void put_body(struct js *js, const struct block *b, uint32_t depth)
{
    bool empty = !b || b->count + b->comment_count == 0;
    if (empty && !(js->needs & NEED_SPEND)) {
        put(js, "{}");
        return;
    }
    put(js, "{\n");
    if (js->needs & NEED_SPEND) {
        put_indent(js, depth + 1);
        put(js, "spend();\n");
    }
    if (b)
        put_steps(js, b, depth + 1);
    put_indent(js, depth);
    put(js, "}");
}

/* The callback of a step, with one of its blocks as the body. A log alone is written
 * as an expression; nothing else, since a reaction's value would count. */
static void put_function(struct js *js, const struct step *s, const struct block *b, uint32_t depth)
{
    bool outer = js->has_err;
    bool takes_err = s->kind == STEP_STAT || s->kind == STEP_READ_FILE || s->kind == STEP_WORK ||
                     s->kind == STEP_LOOKUP;
    js->has_err = takes_err && asks(b, OBSERVE_STATUS);
    bool has_code = s->kind == STEP_ON && asks(b, OBSERVE_CODE);
    fprintf(js->out, "(%s) => ", js->has_err ? "err" : has_code ? "code" : "");
    if (!b || !is_one_log(js, b))
        put_body(js, b, depth);
    else if (b->step->kind == STEP_LOG)
        put_log(js, b->step);
    else
        put_observe(js, b->step);
    js->has_err = outer;
}

/* ---- statements; the indent and the semicolon are the caller's ---- */

/* "const k = () => { };" and the begin of the next line, where a callback has a name
 * since it is queued again. */
static void put_definition(struct js *js, const struct step *s, uint32_t depth)
{
    const struct js_name *n = &js->name[s->name];
    if (!n->function)
        return;
    fprintf(js->out, "%s%s = ", js_is_const(n) ? "const " : "", n->function);
    put_function(js, s, s->body, depth);
    put(js, ";\n");
    put_indent(js, depth);
    if (!n->delay)
        return;
    fprintf(js->out, "%s = ", n->delay);
    put_ms(js, s->after_ns);
    put(js, ";\n");
    put_indent(js, depth);
}

/* "const t = " where the step makes something that others act on. */
static void put_variable(struct js *js, const struct step *s)
{
    const struct js_name *n = &js->name[s->name];
    if (n->text)
        fprintf(js->out, "%s%s = ", js_is_const(n) && !n->again ? "const " : "", n->text);
}

static void put_callback(struct js *js, const struct step *s, uint32_t depth)
{
    if (js->name[s->name].function)
        put(js, js->name[s->name].function);
    else
        put_function(js, s, s->body, depth);
}

static void put_call(struct js *js, const struct step *s, uint32_t depth, const char *call)
{
    put(js, call);
    put_callback(js, s, depth);
    put(js, ")");
}

static void put_timer(struct js *js, const struct step *s, uint32_t depth)
{
    put(js, s->kind == STEP_TIMEOUT ? "setTimeout(" : "setInterval(");
    put_callback(js, s, depth);
    put(js, ", ");
    if (js->name[s->name].delay)
        put(js, js->name[s->name].delay);
    else
        put_ms(js, s->after_ns);
    put(js, ")");
}

static void put_work(struct js *js, const struct step *s, uint32_t depth)
{
    put(js, "work(");
    put_ms(js, s->after_ns);
    put(js, ", ");
    put_function(js, s, s->body, depth);
    put(js, ")");
}

static void put_ready(struct js *js, const struct step *s)
{
    fprintf(js->out, s->after_ns == NO_TIME ? "ready(%s" : "readyAfter(%s, ", name_of(js, s));
    if (s->after_ns != NO_TIME)
        put_ms(js, s->after_ns);
    put(js, ")");
}

/* One that nobody names is made and given its time in one statement. */
static void put_poll(struct js *js, const struct step *s, uint32_t depth)
{
    bool timed = s->after_ns != NO_TIME, named = name_of(js, s);
    put_call(js, s, depth, timed && !named ? "readyAfter(poll(" : "poll(");
    if (!timed)
        return;
    if (named) {
        put(js, ";\n");
        put_indent(js, depth);
        put_ready(js, s);
        return;
    }
    put(js, ", ");
    put_ms(js, s->after_ns);
    put(js, ")");
}

static void put_close(struct js *js, const struct step *s, uint32_t depth)
{
    if (s->body) {
        fprintf(js->out, "%s.on('close', ", name_of(js, s));
        put_function(js, s, s->body, depth);
        put(js, ");\n");
        put_indent(js, depth);
    }
    fprintf(js->out, "%s.destroy()", name_of(js, s));
}

static void put_clear(struct js *js, const struct step *s)
{
    enum step_kind made = js->name[s->name].maker->kind;
    fprintf(js->out, "%s(%s)",
            made == STEP_TIMEOUT    ? "clearTimeout"
            : made == STEP_INTERVAL ? "clearInterval"
            : made == STEP_FRAME    ? "cancelAnimationFrame"
                                    : "clearImmediate",
            name_of(js, s));
}

static void put_catch(struct js *js, const struct step *s, uint32_t depth)
{
    fprintf(js->out, "%s.catch(", name_of(js, s));
    put_function(js, s, s->body, depth);
    put(js, ")");
}

static void put_on(struct js *js, const struct step *s, uint32_t depth)
{
    if (js->program->layer == LAYER_BROWSER)
        fprintf(js->out, "addEventListener('%s', ", events[s->option].browser);
    else
        fprintf(js->out, "process.on('%s', ", events[s->option].node);
    put_function(js, s, s->body, depth);
    put(js, ")");
}

/* A chain of several links has a line for each. */
static void put_promise(struct js *js, const struct step *s, uint32_t depth)
{
    uint32_t inner = s->then_count ? depth + 1 : depth;
    put(js, "Promise.resolve()");
    for (uint32_t i = 0; i <= s->then_count; i++) {
        if (s->then_count) {
            put(js, "\n");
            put_indent(js, inner);
        }
        put(js, ".then(");
        put_function(js, s, i ? &s->then[i - 1] : s->body, inner);
        put(js, ")");
    }
}

static void put_flow(struct js *js, const struct step *s, uint32_t depth)
{
    bool outer = js->has_err;
    js->has_err = false;
    put(js, "(async () => ");
    put_body(js, s->body, depth);
    put(js, ")()");
    js->has_err = outer;
}

static void put_repeat(struct js *js, const struct step *s, uint32_t depth)
{
    js->loops++;
    const char *i = js_loop_counter(js);
    fprintf(js->out, "for (let %s = 0; %s < %u; %s++) {\n", i, i, s->count, i);
    put_steps(js, s->body, depth + 1);
    put_indent(js, depth);
    put(js, "}");
    js->loops--;
}

static void put_first(struct js *js, const struct step *s, uint32_t depth)
{
    fprintf(js->out, "if (%s++ < %u) {\n", js->reached[s->slot], s->count);
    put_steps(js, s->body, depth + 1);
    if (s->otherwise) {
        put_indent(js, depth);
        put(js, "} else {\n");
        put_steps(js, s->otherwise, depth + 1);
    }
    put_indent(js, depth);
    put(js, "}");
}

/* What a step makes; `again` has it made once more. */
static void put_made(struct js *js, const struct step *s, uint32_t depth)
{
    put_variable(js, s);
    switch (s->kind) {
    case STEP_TIMEOUT:
    case STEP_INTERVAL: put_timer(js, s, depth); break;
    case STEP_IMMEDIATE: put_call(js, s, depth, "setImmediate("); break;
    case STEP_TICK: put_call(js, s, depth, "process.nextTick("); break;
    case STEP_MICROTASK: put_call(js, s, depth, "queueMicrotask("); break;
    case STEP_FRAME: put_call(js, s, depth, "requestAnimationFrame("); break;
    case STEP_STAT:
        if (s->body)
            put_call(js, s, depth, "fs.stat('/', ");
        else
            put(js, "fs.statSync('/')");
        break;
    case STEP_LOOKUP: put_call(js, s, depth, "dns.lookup('localhost', "); break;
    case STEP_READ_FILE: put_call(js, s, depth, "fs.readFile('/etc/passwd', "); break;
    case STEP_WORK: put_work(js, s, depth); break;
    case STEP_POLL: put_poll(js, s, depth); break;
    case STEP_SOCKET: put(js, "socket()"); break;
    case STEP_REJECT: put(js, "Promise.reject(new Error('rejected by the scenario'))"); break;
    default: assert(!"what a node or a browser program makes");
    }
}

static void put_statement(struct js *js, const struct step *s, uint32_t depth)
{
    if (s->kind < STEP_START) {
        put_definition(js, s, depth);
        put_made(js, s, depth);
        return;
    }
    switch (s->kind) {
    case STEP_AGAIN: put_made(js, js->name[s->name].maker, depth); break;
    case STEP_CLOSE: put_close(js, s, depth); break;
    case STEP_REF: fprintf(js->out, "%s.ref()", name_of(js, s)); break;
    case STEP_UNREF: fprintf(js->out, "%s.unref()", name_of(js, s)); break;
    case STEP_REFRESH: fprintf(js->out, "%s.refresh()", name_of(js, s)); break;
    case STEP_CLEAR: put_clear(js, s); break;
    case STEP_READY: put_ready(js, s); break;
    case STEP_DRAIN: fprintf(js->out, "drain(%s)", name_of(js, s)); break;
    case STEP_CATCH: put_catch(js, s, depth); break;
    case STEP_PROMISE: put_promise(js, s, depth); break;
    case STEP_FLOW: put_flow(js, s, depth); break;
    case STEP_AWAIT: put(js, "await resolved"); break;
    case STEP_ON: put_on(js, s, depth); break;
    case STEP_THROW: put(js, "throw new Error('thrown by the scenario')"); break;
    case STEP_EXIT: put(js, "process.exit()"); break;
    case STEP_LOG: put_log(js, s); break;
    case STEP_OBSERVE: put_observe(js, s); break;
    case STEP_BUSY:
        put(js, "busy(");
        put_ms(js, s->after_ns);
        put(js, ")");
        break;
    case STEP_REPEAT: put_repeat(js, s, depth); break;
    case STEP_FIRST: put_first(js, s, depth); break;
    default: assert(!"a word of layer node or browser");
    }
}

/* ---- blocks ---- */

static void put_comments(struct js *js, const char *const *comment, uint32_t count, uint32_t depth)
{
    for (uint32_t i = 0; i < count; i++) {
        if (comment[i][0]) {
            put_indent(js, depth);
            put(js, "//");
            js_put_comment(js, comment[i] + 1); /* without its '#' */
        }
        put(js, "\n");
    }
}

static void put_steps(struct js *js, const struct block *b, uint32_t depth)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const struct step *s = &b->step[i];
        if (i > 0 && s->blank_before)
            put(js, "\n");
        put_comments(js, s->comment, s->comment_count, depth);
        put_indent(js, depth);
        put_statement(js, s, depth);
        put(js, s->kind == STEP_REPEAT || s->kind == STEP_FIRST ? "" : ";");
        if (s->trailing) {
            put(js, " //");
            js_put_comment(js, s->trailing + 1);
        }
        put(js, "\n");
    }
    put_comments(js, b->comment, b->comment_count, depth);
}

static void put_main(struct js *js)
{
    const struct block *b = &js->program->main;
    if (!(js->needs & NEED_PAIRS)) {
        put_steps(js, b, 0);
        return;
    }
    fprintf(js->out, "withPairs(%u, () => {\n", js->pairs);
    if (js->needs & NEED_NOW) {
        put_indent(js, 1);
        put(js, "start = performance.now();\n");
    }
    put_steps(js, b, 1);
    put(js, "});\n");
}

/* ---- the whole ---- */

/* What a stream of the platform cannot show; it has no word for a writable one that
 * calls back for as long as it is. */
static const struct step *find_writable(const struct block *b)
{
    const struct step *found = NULL;
    for (uint32_t i = 0; b && i < b->count && !found; i++) {
        const struct step *s = &b->step[i];
        if (s->kind == STEP_POLL && s->option == POLL_WRITABLE)
            return s;
        found = find_writable(s->body);
        if (!found)
            found = find_writable(s->otherwise);
        for (uint32_t k = 0; k < s->then_count && !found; k++)
            found = find_writable(&s->then[k]);
    }
    return found;
}

char *export_js(const struct program *p, struct diag *d)
{
    const struct step *writable = find_writable(&p->main);
    if (p->layer == LAYER_CORE) {
        diag_set(d, (struct place){ .file = p->file },
                 "programs of layers node and browser have one",
                 "a %s program has no JavaScript form", program_layer_name(p->layer));
        return NULL;
    }
    if (writable) {
        diag_set(d, writable->at, "'poll readable' has one",
                 "'poll writable' has no JavaScript form");
        return NULL;
    }
    char *text = NULL;
    size_t length = 0;
    struct js js = { .program = p, .out = open_memstream(&text, &length) };
    if (!js.out) { /* it fails only for want of memory */
        fputs("loopspec: error: out of memory\n", stderr);
        exit(4);
    }
    js_plan(&js);
    js_put_head(&js);
    put_main(&js);
    js_plan_release(&js);
    fclose(js.out);
    return text;
}
