/* c_step.c - writes the statements of steps. */
#include "export/c_inside.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>
#include "interface/question.h"
#include "scenario/words.h"

/* ---- the values of a step ---- */

/* A word of the scenario in capitals, for the name of a constant. */
static const char *upper(struct c *c, enum word_group group, uint16_t option)
{
    char text[16] = "";
    const char *word = word_name(group, option);
    for (size_t i = 0; i < sizeof text - 1 && word[i]; i++)
        text[i] = (char)toupper((unsigned char)word[i]);
    return write_print(&c->w, "%s", text);
}

static const char *delay(struct c *c, uint64_t ns)
{
    return ns == FOR_EVER  ? "UINT64_MAX"
           : ns == NO_TIME ? "0"
                           : write_print(&c->w, "%llu", (unsigned long long)(ns / 1000000));
}

/* "95ms", as part of an identifier. */
static const char *job(struct c *c, const char *ms)
{
    size_t whole = strcspn(ms, ".");
    return write_print(&c->w, "%.*s%s%sms", (int)whole, ms, ms[whole] ? "_" : "",
                       ms + whole + !!ms[whole]);
}

static const char *const c_options[] = {
    [CONFIGURE_IDLE_TIME] = "UV_METRICS_IDLE_TIME",
    [CONFIGURE_UNKNOWN] = "(uv_loop_option)999",
    [CONFIGURE_RING] = "(uv_loop_option)2", /* UV_LOOP_USE_IO_URING_SQPOLL, from 1.49 on */
};
static_assert(sizeof c_options / sizeof c_options[0] == CONFIGURE_COUNT, "an option has no name");

/* The first for TCP, the second for datagrams; NULL: it has no such option. */
static const char *const c_tunings[][2] = {
    [TUNE_NODELAY] = { "uv_tcp_nodelay(%s, 1)" },
    [TUNE_DELAY] = { "uv_tcp_nodelay(%s, 0)" },
    [TUNE_KEEP_ALIVE] = { "uv_tcp_keepalive(%s, 1, 60)" },
    [TUNE_KEEP_ALIVE_1] = { "uv_tcp_keepalive(%s, 1, 1)" },
    [TUNE_KEEP_ALIVE_0] = { "uv_tcp_keepalive(%s, 1, 0)" },
    [TUNE_NO_KEEP_ALIVE] = { "uv_tcp_keepalive(%s, 0, 0)" },
    [TUNE_TTL_0] = { NULL, "uv_udp_set_ttl(%s, 0)" },
    [TUNE_TTL_1] = { NULL, "uv_udp_set_ttl(%s, 1)" },
    [TUNE_TTL_255] = { NULL, "uv_udp_set_ttl(%s, 255)" },
    [TUNE_TTL_256] = { NULL, "uv_udp_set_ttl(%s, 256)" },
    [TUNE_BROADCAST] = { NULL, "uv_udp_set_broadcast(%s, 1)" },
    [TUNE_NO_BROADCAST] = { NULL, "uv_udp_set_broadcast(%s, 0)" },
};
static_assert(sizeof c_tunings / sizeof c_tunings[0] == TUNE_COUNT, "a tuning has no call");

static const char *const c_questions[] = {
#define Q(kind, function, word) "ask_" #function,
#include "question_rows.inc"
#undef Q
};

static const char *callback_of(struct c *c, const struct plan_step *x)
{
    const char *function = x->step->kind == STEP_START ? x->object->maker->function : x->function;
    if (x->step->kind == STEP_START && x->object->callback_varies)
        return write_print(&c->w, "callback_of_%s", x->object->text);
    return function ? function : "NULL";
}

struct value *c_add(struct c_line *l, const char *key, const char *text)
{
    struct value *at = l->value;
    while (at->key)
        at++;
    assert(at < l->value + C_VALUES_MAX - 1);
    *at = (struct value){ key, text };
    return at;
}

/* The buffer has room for as many datagrams as one call may receive. */
static void add_datagram(struct c_line *l, const struct plan_object *o, bool pair)
{
    struct c *c = l->c;
    const struct step *maker = o->maker->step, *s = l->x->step;
    bool batched = !pair && maker->count != NO_COUNT;
    bool roomless = !pair && maker->option == DATAGRAM_ROOMLESS;
    bool cramped = !pair && maker->option == DATAGRAM_CRAMPED;
    bool astray = s->kind != STEP_TRY_BATCH && s->option == SEND_MISADDRESSED;
    c_add(l, "batched", write_if(batched));
    c_add(l, "thorough", write_if(!pair && maker->option == DATAGRAM_THOROUGH));
    c_add(l, "roomless", write_if(roomless));
    c_add(l, "sender", write_print(&c->w, pair ? "ends_of_%s[1]" : "sender_of_%s", o->text));
    c_add(l, "empty", write_if(s->kind == STEP_FEED && s->option == FEED_EMPTY));
    c_add(l, "double", write_if(s->kind == STEP_FEED && s->option == FEED_DOUBLE));
    c_add(l, "astray", write_if(astray));
    if (roomless)
        c_add(l, "room", "_nothing");
    else if (cramped)
        c_add(l, "room", "_1");
    else if (batched)
        c_add(l, "room", write_print(&c->w, "_of_%u", maker->count));
    if (cramped)
        c_add(l, "bytes", "1");
    else if (batched)
        c_add(l, "bytes", write_print(&c->w, "%u * 65536", maker->count));
}

static const char *events_text(struct c *c, uint8_t events)
{
    const char *text = "";
    for (int i = 0; i < POLL_EVENT_COUNT; i++)
        if (events >> i & 1)
            text = write_print(&c->w, "%s%sUV_%s", text, *text ? " | " : "",
                               upper(c, GROUP_EVENT, i));
    return text;
}

/* The events that the descriptor was made for, and those of the step. */
static void add_poll(struct c_line *l, const struct step *maker)
{
    const struct step *s = l->x->step;
    uint8_t events = s->events ? s->events : maker->events;
    c_add(l, "writable", write_if(maker->events >> POLL_WRITABLE & 1));
    c_add(l, "urgently", write_if(maker->events >> POLL_PRIORITIZED & 1));
    c_add(l, "events", events_text(l->c, events));
    c_add(l, "in", write_if(events >> POLL_READABLE & 1));
    c_add(l, "out", write_if(events >> POLL_WRITABLE & 1));
    c_add(l, "ended", write_if(events >> POLL_DISCONNECT & 1));
    c_add(l, "urgent", write_if(events >> POLL_PRIORITIZED & 1));
}

/* `start` may name another signal than the watcher was made with. */
static uint8_t signal_of(const struct step *s, const struct step *maker)
{
    return s->kind == STEP_START && s->option != NO_OPTION ? s->option : maker->option;
}

static const char *tuning(struct c_line *l, const struct plan_object *o, bool datagram)
{
    const char *const *calls = c_tunings[l->x->step->option], *call = NULL;
    if (datagram)
        call = calls[1];
    else if (strcmp(o->type, "uv_tcp_t") == 0)
        call = calls[0];
    return call ? write_print(&l->c->w, call, o->address) : "UV_EINVAL";
}

static void add_object(struct c_line *l, const struct plan_object *o)
{
    const struct step *maker = o->maker->step;
    bool lives = maker->kind == STEP_CHILD && (maker->lasts || maker->after_ns != NO_TIME);
    c_add(l, "name", o->text);
    c_add(l, "it", o->address);
    c_add(l, "type", o->type);
    c_add(l, "kind", write_print(&l->c->w, "%.*s", (int)strlen(o->type) - 5, o->type + 3));
    c_add(l, "tcp", write_if(strcmp(o->type, "uv_tcp_t") == 0));
    c_add(l, "interval", delay(l->c, maker->repeat_ns));
    c_add(l, "several", write_if(o->pointer));
    c_add(l, "local", write_if(o->local));
    c_add(l, "freed", write_if(o->pointer && !l->x->function));
    c_add(l, "switched", write_if(o->callback_varies));
    bool datagram = word_of(maker->kind)->made & TRAIT(DATAGRAM),
         pair = maker->kind == STEP_DATAGRAM_PAIR;
    c_add(l, "datagram", write_if(datagram));
    if (datagram)
        add_datagram(l, o, pair);
    if (l->x->step->kind == STEP_TUNE)
        c_add(l, "tuning", tuning(l, o, datagram));
    c_add(l, "reads", write_if(!c_word_for(o->maker)->start));
    c_add(l, "lives", write_if(lives));
    if (maker->kind == STEP_POLL)
        add_poll(l, maker);
    if (maker->kind == STEP_SIGNAL)
        c_add(l, "signal", upper(l->c, GROUP_SIGNAL, signal_of(l->x->step, maker)));
}

/* The path of the file from which the step, or the object it acts on, was made. */
static const char *path(struct c *c, const struct plan_step *x)
{
    const struct plan_object *from = x->from ? x->from : x->object ? x->object->maker->from : NULL;
    return from ? write_print(&c->w, from->pointer ? "%s->path" : "%s.path", from->text) : NULL;
}

static void add_step(struct c_line *l, const struct plan_step *x)
{
    struct c *c = l->c;
    const struct step *s = x->step;
    bool limited = s->kind == STEP_READ && s->count != NO_COUNT;
    const char *count = write_print(&c->w, "%u", s->count);
    const char *ms = s->after_ns == NO_TIME ? NULL : write_ms(&c->w, s->after_ns);
    c_add(l, "loop", x->loop->text);
    c_add(l, "own", x->own ? x->own->text : NULL);
    c_add(l, "from", x->from ? x->from->text : NULL);
    c_add(l, "fromit", x->from ? x->from->address : NULL);
    c_add(l, "passes", write_if(x->from && x->from->maker->step->kind == STEP_CHANNEL));
    c_add(l, "path", path(c, x));
    c_add(l, "callback", callback_of(c, x));
    c_add(l, "latest", x->loop->result);
    c_add(l, "status", c->inside ? c_callback_for(c->inside)->status : NULL);
    c_add(l, "named", c->inside ? c_callback_for(c->inside)->named : NULL);
    c_add(l, "reported", c->inside ? c_callback_for(c->inside)->reported : NULL);
    c_add(l, "oneshot", s->once ? "_oneshot" : "");
    c_add(l, "exits", s->count == NO_COUNT ? "0" : count);
    c_add(l, "deadly", write_if(s->option != SIGNAL_WINCH));
    c_add(l, "ms", ms);
    c_add(l, "job", ms ? job(c, ms) : NULL);
    c_add(l, "delay", delay(c, s->after_ns));
    c_add(l, "every", delay(c, s->repeat_ns));
    c_add(l, "count", count);
    c_add(l, "room", limited ? write_print(&c->w, "_%s", count) : "");
    c_add(l, "bytes", limited ? count : "65536");
    c_add(l, "roomless", write_if(limited && s->count == 0));
    c_add(l, "started", write_if(!s->stopped));
    c_add(l, "block", write_if(s->body));
    c_add(l, "otherwise", write_if(s->otherwise));
    c_add(l, "mode", s->kind == STEP_RUN ? upper(c, GROUP_MODE, s->option) : NULL);
    c_add(l, "question", s->kind == STEP_ASK ? write_use(&l->c->w, c_questions[s->option]) : NULL);
    c_add(l, "option", s->kind == STEP_CONFIGURE ? c_options[s->option] : NULL);
    c_add(l, "ran", write_if(c->plan.has[STEP_RUN]));
    c_add(l, "counted", write_if(c->counts_threads));
    c_add(l, "reached", s->kind == STEP_FIRST ? c->plan.reached[s->slot] : NULL);
    if (s->kind == STEP_RAISE || s->kind == STEP_KILL || s->kind == STEP_HOLD)
        c_add(l, "signal", upper(c, GROUP_SIGNAL, s->option));
}

/* ---- statements ---- */

/* The counter of the innermost `repeat`. */
static const char *counter(struct c *c)
{
    static const char letters[] = "ijklmn";
    return c->repeats < sizeof letters ? write_print(&c->w, "%c", letters[c->repeats - 1])
                                       : write_print(&c->w, "i%u", c->repeats);
}

static const char *repeated_text(struct c_line *l)
{
    struct c *c = l->c;
    uint32_t times = c->times, count = l->x->step->kind == STEP_REPEAT ? l->x->step->count : 1;
    c->times = count > PROGRAM_COUNT_MAX / times ? PROGRAM_COUNT_MAX : times * count;
    const char *text = c_block_text(c, l->x->step->body, l->x->body, l->depth + 1);
    c->times = times;
    return text;
}

/* Values that are made of templates themselves. */
static const char *more_values(void *context, const char *key)
{
    struct c_line *l = context;
    const struct plan_step *x = l->x;
    if (strcmp(key, "i") == 0)
        return counter(l->c);
    if (strcmp(key, "body") == 0)
        return repeated_text(l);
    if (strcmp(key, "else") == 0)
        return c_block_text(l->c, x->step->otherwise, x->otherwise, l->depth + 1);
    if (strcmp(key, "observation") == 0)
        return write_text(&l->c->w, l->depth, c_observes[x->step->option], &l->values);
    return strcmp(key, "start") == 0
               ? write_inline(&l->c->w, c_word_for(x->object->maker)->start, &l->values)
               : NULL;
}

void c_begin_line(struct c_line *l, struct c *c, struct plan_step *x, uint32_t depth)
{
    *l = (struct c_line){ .c = c, .x = x, .depth = depth };
    l->values = (struct values){ l->value, more_values, l };
    if (x->object) /* first, since more of its values depend on it */
        add_object(l, x->object);
    add_step(l, x);
}

static bool has_result(struct c *c, struct plan_step *x)
{
    struct c_line l;
    c_begin_line(&l, c, x, 0);
    return write_has_result(c_word_for(x)->call, &l.values);
}

/* Must the result of the call be stored, since it can be observed before the next call? If in
 * doubt, yes. */
static bool keeps(struct c *c, struct plan_step *x, uint32_t followers)
{
    bool in_thread = c->inside && c->inside->step->kind == STEP_THREAD;
    if (!x->loop->result || in_thread || !has_result(c, x))
        return false;
    for (struct plan_step *next = x + 1; followers-- > 0; next++) {
        const struct step *s = next->step;
        if ((s->kind == STEP_OBSERVE && s->option == OBSERVE_RESULT) || s->kind == STEP_RUN ||
            plan_is_inline(s))
            return true;
        if (has_result(c, next))
            return false;
    }
    return true;
}

/* If the object may not exist yet, write a check before the step. Handles and requests have a type
 * once they are made. */
static void put_existence_check(struct c *c, const struct plan_step *x, uint32_t depth)
{
    const struct step *s = x->step;
    const struct plan_object *o = word_makes(word_of(s->kind)) ? x->from : x->object;
    if (!maybe_missing_has(&c->plan.maybe_missing, s))
        return;
    const struct value value[] = {
        { "it", o->text },
        { "several", write_if(o->pointer) },
        { "line", write_number(&c->w, s->at.line) },
        { "name", c->w.program->string[maybe_missing_name(s)] },
        { 0 },
    };
    write_lines(&c->w, depth,
                "[several]made($it ? $it->type : 0, $line, \"$name\");\n"
                "[!several]made($it.type, $line, \"$name\");\n",
                &(struct values){ .value = value });
}

/* Written before the statements that make an object. */
static const char made[] = "[local]$type *$name = malloc(sizeof *$name);\n"
                           "[several][!local]$name = malloc(sizeof *$name);\n"
                           "[switched]callback_of_$name = $callback;\n";

static void note(struct c *c, struct c_line *l)
{
    const struct step *s = l->x->step;
    bool is_dead = s->stopped && !l->x->function; /* nothing starts it */
    if (c_word_for(l->x)->once && !is_dead) {
        const char *text = write_text(&c->w, 0, c_word_for(l->x)->once, &l->values);
        if (!strstr(c->once, text))
            c->once = write_print(&c->w, "%s%s", c->once, text);
    }
    if (s->kind == STEP_LOOP)
        c->seconds += c->times;
    bool writes = s->kind == STEP_WRITE || s->kind == STEP_TRY || s->kind == STEP_TRY_BATCH;
    if (writes && s->count > c->written)
        c->written = s->count;
    if (s->kind == STEP_START && !l->x->object->maker->written)
        l->x->object->maker->early = !l->x->object->callback_varies;
}

static void put_step(struct c *c, struct plan_step *x, uint32_t followers, uint32_t depth)
{
    const struct step *s = x->step;
    struct c_line l;
    c->repeats += s->kind == STEP_REPEAT;
    c_begin_line(&l, c, x, depth);
    c_add(&l, "=", keeps(c, x, followers) ? write_print(&c->w, "%s = ", x->loop->result) : "");
    note(c, &l);
    put_existence_check(c, x, depth);
    if (plan_makes(s))
        write_lines(&c->w, depth, made, &l.values);
    struct value *label = c_add(&l, "label", NULL);
    for (uint32_t i = 0; i == 0 || i < s->label_count; i++) {
        label->text = s->label_count ? c->w.program->string[s->label[i]] : "";
        write_lines(&c->w, depth, c_word_for(x)->call, &l.values);
    }
    c->repeats -= s->kind == STEP_REPEAT;
}

const char *c_block_text(struct c *c, const struct block *b, struct plan_step *steps,
                         uint32_t depth)
{
    struct capture text;
    write_begin(&c->w, &text);
    for (uint32_t i = 0; i < b->count; i++) {
        const struct step *s = &b->step[i];
        if (i > 0 && s->blank_before)
            putc('\n', c->w.out);
        write_comments(&c->w, s->comment, s->comment_count, depth);
        write_comments(&c->w, &s->trailing, s->trailing ? 1 : 0, depth);
        put_step(c, &steps[i], b->count - 1 - i, depth);
    }
    write_comments(&c->w, b->comment, b->comment_count, depth);
    return write_end(&c->w, &text);
}
