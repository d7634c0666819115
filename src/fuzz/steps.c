/* steps.c - generates one step: its word, then its parts as the table of words lists them. So a new
 * word is generated as soon as a family gives it a weight. Names need care. A handle is used only
 * where it must exist by then: below the line that makes it, in its own callback, and in callbacks
 * made below. A handle that some step closes is used almost only in its own callback, since a run
 * ends with an error where it uses a closed handle. */
#include "fuzz/inside.h"

#include <assert.h>
#include "interface/question.h"

static const uint64_t ms = 1000000;

/* Sometimes the longest delays that a wait or a clock can hold. */
static uint64_t pick_delay(struct fuzz_generator *g)
{
    static const uint8_t delays[] = { 0, 0, 1, 1, 1, 2, 2, 3, 5, 10, 20 };
    static const uint64_t odd[] = { 150 * 1000000ull, (1ull << 31) * 1000000,
                                    ((1ull << 32) + 5) * 1000000, FOR_EVER };
    return chance(g, 2) ? PICK(g, odd) : PICK(g, delays) * ms;
}

static uint64_t pick_every(struct fuzz_generator *g, enum step_kind kind)
{
    static const uint8_t looks[] = { 0, 1, 2, 3, 5, 10 };
    return kind == STEP_INSPECT ? PICK(g, looks) * ms : pick_delay(g);
}

/* Sometimes not a whole number of milliseconds; for hosts also values that they must convert. */
uint64_t step_pick_span(struct fuzz_generator *g, enum step_kind kind)
{
    static const uint16_t spans[] = {
        0, 1000, 1000, 2000, 2000, 3000, 5000, 500, 1500, 10000, 20000
    };
    uint64_t ns = PICK(g, spans) * 1000ull;
    bool odd = kind == STEP_TIMEOUT && chance(g, 3);
    if (odd)
        return (2147483647ull + random_below(&g->random, 2)) * ms;
    return ns == 0 && kind == STEP_BUSY ? ms : ns;
}

static bool is_datagram(const struct handle *h)
{
    return word_of(h->kind)->made & TRAIT(DATAGRAM);
}

/* `on` is the handle acted on, or NULL. Datagrams that are sent must all have room at once. */
static uint32_t pick_count(struct fuzz_generator *g, enum step_kind kind, const struct handle *on)
{
    static const uint8_t few[] = { 1, 1, 2, 2, 3 };
    static const uint32_t bytes[] = { 0, 1, 1, 2, 5, 100, 70000 };
    static const uint32_t more[] = { 1, 1, 2, 100, 300000 }; /* more than a socket holds */
    static const uint8_t fed[] = { 1, 2, 5, 40, 70 };
    if (kind == STEP_WRITE && on && !is_datagram(on) && g->weight[STEP_WRITE] > 12)
        return PICK(g, more);
    if ((kind == STEP_WRITE || kind == STEP_TRY) && on && !is_datagram(on))
        return PICK(g, bytes);
    if (kind == STEP_WRITE && on && is_datagram(on) && chance(g, 8))
        return 70000; /* too long for an address: it fails; a pair has room for a few */
    if (kind == STEP_DATAGRAM)
        return 1 + random_below(&g->random, 25);
    if (kind == STEP_READ && chance(g, 5))
        return 0;
    if (kind == STEP_FEED)
        return PICK(g, fed);
    if (kind == STEP_REPEAT && g->weight[STEP_RAISE] && chance(g, 4))
        return 40; /* more signals than a loop reads at once */
    if (kind == STEP_REPEAT)
        return 2 + random_below(&g->random, 4);
    return PICK(g, few);
}

/* ---- handles ---- */

/* May a step of this kind act on this handle here? */
static bool fits(struct fuzz_generator *g, const struct scope *scope, const struct handle *h,
                 enum step_kind act)
{
    bool made_here = h->block == scope->number;
    bool is_own = h == scope->self;
    if (act ==
        STEP_CLOSE) /* libuv may still call a child's callback after another child's callback has closed it */
        return h->is_closable && !h->is_closed &&
               (is_own || h->kind != STEP_CHILD || !scope->in_child);
    /* libuv aborts if a file is inspected again while an earlier check is under way. */
    if (act == STEP_START && h->kind == STEP_INSPECT)
        return false;
    if (act == STEP_BREAK && !(h->events >> POLL_DISCONNECT & 1))
        return false;
    if (act == STEP_CANCEL)
        return made_here && h->has_body;
    if (act == STEP_PASS) /* it must still be open when it is written */
        return !h->is_closable;
    if (act == STEP_PEER || act == STEP_FEED)
        return !h->has_peer && (!h->is_closable || made_here);
    bool only_looks = act == STEP_OBSERVE;
    /* A send may reach a handle that is closing; only a run of the loop could end that here. */
    bool may_be_closing = act == STEP_SEND;
    return !h->is_closable || is_own || (made_here && (!h->is_closed || may_be_closing)) ||
           chance(g, only_looks ? 30 : 5);
}

struct handle *step_pick_handle(struct fuzz_generator *g, const struct scope *scope,
                                enum step_kind act, uint64_t takes)
{
    struct handle *found[HANDLES_MAX];
    uint32_t count = 0;
    /* Only `send` reaches handles of another loop. */
    uint32_t from = act == STEP_SEND ? 0 : scope->first_in_loop;
    for (uint32_t i = from; i < g->handles; i++)
        if ((takes & word_of(g->handle[i].kind)->made) && fits(g, scope, &g->handle[i], act))
            found[count++] = &g->handle[i];
    return count ? found[random_below(&g->random, count)] : NULL;
}

struct handle *step_name_handle(struct fuzz_generator *g, const struct scope *scope, struct step *s)
{
    if (g->handles == HANDLES_MAX || g->names == HANDLES_MAX || chance(g, 10))
        return NULL;
    const struct word *w = word_of(s->kind);
    bool can_be_closed = w->made & word_of(STEP_CLOSE)->takes;
    struct handle *h = &g->handle[g->handles++];
    s->name = handle_id(g->names++);
    *h = (struct handle){
        .name = s->name,
        .kind = s->kind,
        .option = s->option,
        .events = s->events,
        .is_closable = can_be_closed && chance(g, s->kind == STEP_INSPECT ? 15 : 40),
        .is_repeated = w->ended_by && (s->kind != STEP_TIMER || s->repeat_ns != NO_TIME),
        .block = scope->number
    };
    return h;
}

/* ---- the parts of a step ---- */

/* A step under construction. Functions return false if it cannot be made, since there is no handle
 * for it. */
struct making {
    struct fuzz_generator *g;
    struct scope *scope;
    struct step *s;
    const struct word *word;
    struct handle *self; /* the handle that it makes */
    struct handle *on;   /* the handle that it acts on */
};

static bool fill_name(struct making *m, uint64_t takes)
{
    m->on = step_pick_handle(m->g, m->scope, m->s->kind, takes);
    if (m->on)
        m->s->name = m->on->name;
    return m->on;
}

static bool fill_from(struct making *m)
{
    m->on = step_pick_handle(m->g, m->scope, m->s->kind, m->word->takes);
    if (m->on)
        m->s->from = m->on->name;
    return m->on;
}

/* The channel that carries the handle. */
static bool fill_over(struct making *m)
{
    struct handle *passed = m->on;
    bool found = fill_from(m);
    m->on = passed;
    return found;
}

static bool is_observable(const struct making *m, enum observe_what what)
{
    bool core = m->g->program.layer == LAYER_CORE;
    switch (what) {
    case OBSERVE_STATUS: return m->scope->in_callback && m->scope->has_status;
    case OBSERVE_CODE: return m->scope->in_exit;
    /* It counts threads of the whole process. */
    case OBSERVE_THREADS: return core && m->g->program.workers;
    case OBSERVE_TURNS: return false;
    case OBSERVE_SIGNAL:
    case OBSERVE_NAMED:
    case OBSERVE_FLAGS:
    case OBSERVE_EVENTS: return core && m->scope->in_callback;
    case OBSERVE_RECEIVED:
    case OBSERVE_WAITING:
    case OBSERVE_IDLED:
    case OBSERVE_TIMEOUT: return core && chance(m->g, 40); /* it needs a new loop */
    case OBSERVE_NOW: return true;
    default: return core;
    }
}

static bool fill_what(struct making *m)
{
    struct step *s = m->s;
    enum observe_what what = (enum observe_what)random_below(&m->g->random, OBSERVE_COUNT);
    uint32_t handle = 0;
    if (!is_observable(m, what))
        return false;
    s->option = (uint16_t)what;
    if (step_choice(s)->takes) {
        if (!fill_name(m, step_choice(s)->takes))
            return false;
        handle = s->name - handle_id(0);
    }
    s->label = &m->g->id[observe_id(what, handle)];
    s->label_count = 1;
    return true;
}

/* A signal to watch: one without a watcher, since two watchers of one signal may be called in
 * either order. A signal to raise: one with a watcher, since any other ends the process. */
static bool fill_signal(struct making *m)
{
    if (m->s->kind == STEP_HOLD) {
        m->s->option = chance(m->g, 80) ? SIGNAL_PROF : SIGNAL_USR1;
        return true;
    }
    if (m->s->kind == STEP_SIGNAL) {
        uint32_t option = random_below(&m->g->random, SIGNAL_COUNT);
        bool is_free = !(m->g->watched >> option & 1) && m->scope->depth == 0;
        m->g->watched |= UINT64_C(1) << option;
        m->s->option = (uint16_t)option;
        return is_free;
    }
    if (m->s->kind == STEP_KILL) {
        m->s->option = (uint16_t)random_below(&m->g->random, SIGNAL_COUNT);
        return true;
    }
    const struct handle *h = step_pick_handle(m->g, m->scope, STEP_REF, TRAIT(SIGNAL));
    if (h)
        m->s->option = h->option;
    return h;
}

/* Another signal for a started watcher: one without a watcher. */
static bool fill_other_signal(struct making *m)
{
    uint32_t option = random_below(&m->g->random, SIGNAL_COUNT);
    bool is_free = !(m->g->watched >> option & 1);
    m->g->watched |= UINT64_C(1) << option;
    m->s->option = is_free ? (uint16_t)option : m->on->option;
    return true;
}

static uint8_t pick_events(struct fuzz_generator *g)
{
    enum { IN = 1 << POLL_READABLE, OUT = 1 << POLL_WRITABLE, END = 1 << POLL_DISCONNECT };
    static const uint8_t sets[] = {
        IN | OUT, IN | OUT, IN | END, IN | OUT | END, END, IN | 1 << POLL_PRIORITIZED,
    };
    bool is_plain = g->program.layer != LAYER_CORE || chance(g, 80);
    return is_plain ? chance(g, 25) ? OUT : IN : PICK(g, sets);
}

/* At least one of the events that the poll was made with. */
static uint8_t pick_some_events(struct fuzz_generator *g, uint8_t events)
{
    uint8_t some = (uint8_t)(events & random_below(&g->random, 1u << POLL_EVENT_COUNT));
    return some ? some : events;
}

static bool fill_events(struct making *m)
{
    struct step *s = m->s;
    s->events = m->on ? pick_some_events(m->g, m->on->events) : pick_events(m->g);
    while (s->kind == STEP_POLL && !(s->events >> s->option & 1))
        s->option++;
    return true;
}

static bool fill_on(struct making *m)
{
    m->s->option = (uint16_t)random_below(&m->g->random, EVENT_COUNT);
    return step_choice(m->s)->layers & LAYER_BIT(m->g->program.layer);
}

static bool fill_then(struct making *m)
{
    struct fuzz_generator *g = m->g;
    uint32_t count = random_below(&g->random, 3);
    const struct block *made[2];
    if (count > BLOCKS_MAX - g->blocks || !block_has_room(g))
        return true;
    for (uint32_t i = 0; i < count; i++)
        made[i] = block_make(g, m->scope, m->s, NULL);
    m->s->then = &g->block[g->blocks];
    m->s->then_count = count;
    for (uint32_t i = 0; i < count; i++)
        g->block[g->blocks++] = *made[i];
    return true;
}

/* How often an optional part is written, in percent. */
static const uint8_t optional_percent[PART_KIND_COUNT] = {
    [PART_EVERY] = 30,    [PART_AFTER] = 65,   [PART_STOPPED] = 10,     [PART_TIMES] = 30,
    [PART_BY] = 40,       [PART_BODY] = 85,    [PART_ELSE] = 50,        [PART_THEN] = 60,
    [PART_THOROUGH] = 20, [PART_ROOMLESS] = 3, [PART_MISADDRESSED] = 8, [PART_EMPTY] = 15,
    [PART_FROM] = 60,     [PART_IN] = 50,      [PART_EXITS] = 40,       [PART_LASTS] = 40,
    [PART_ONCE] = 25,     [PART_SIGNAL] = 20,  [PART_EVENT] = 70,       [PART_CRAMPED] = 10,
    [PART_DOUBLE] = 15,
};

/* A timer has a delay or is stopped. In `start`, only a timer has a delay. */
static bool is_written(struct making *m, enum part part, bool optional)
{
    const struct step *s = m->s;
    bool core = m->g->program.layer == LAYER_CORE;
    if (!optional)
        return true;
    if (part == PART_DELAY)
        return s->kind == STEP_TIMER ? !chance(m->g, 8) : m->on && m->on->kind == STEP_TIMER;
    if (s->kind == STEP_TIMER && part == PART_STOPPED)
        return s->after_ns == NO_TIME;
    if (part == PART_EVERY && s->after_ns == NO_TIME)
        return false;
    if (part_form(part)->option && (s->option || (m->on && !is_datagram(m->on))))
        return false;
    if (part == PART_CRAMPED && s->count != NO_COUNT)
        return false;
    if (s->kind == STEP_POLL && part == PART_STOPPED && !core)
        return false;
    if (part == PART_LASTS && (s->count != NO_COUNT || s->after_ns != NO_TIME))
        return false;
    if (m->on && (part == PART_SIGNAL || part == PART_ONCE) && m->on->kind != STEP_SIGNAL)
        return false;
    if (part == PART_EVENT && !(m->on && m->on->events & (m->on->events - 1)))
        return false;
    /* A file request without a body is done at once. */
    if (part == PART_BODY && word_makes(m->word))
        return s->kind == STEP_STAT || s->kind == STEP_WORK || s->kind == STEP_RANDOM ||
                       s->kind == STEP_REVERSE_LOOKUP
                   ? chance(m->g, 90)
                   : !s->stopped || chance(m->g, 80);
    return chance(m->g, optional_percent[part]);
}

static bool fill_part(struct making *m, enum part part)
{
    struct fuzz_generator *g = m->g;
    struct step *s = m->s;
    switch (part) {
    case PART_NAME: return fill_name(m, m->word->takes);
    case PART_FROM:
    case PART_IN: return fill_from(m);
    case PART_OVER: return fill_over(m);
    case PART_DELAY: s->after_ns = pick_delay(g); return true;
    case PART_EVERY: s->repeat_ns = pick_every(g, s->kind); return true;
    case PART_SPAN:
    case PART_AFTER: s->after_ns = step_pick_span(g, s->kind); return true;
    case PART_STOPPED: s->stopped = true; return true;
    case PART_EVENT: return fill_events(m);
    case PART_SIGNAL: return s->kind == STEP_START ? fill_other_signal(m) : fill_signal(m);
    case PART_ONCE: s->once = true; return true;
    case PART_LASTS: s->lasts = true; return true;
    case PART_EXITS: s->count = random_below(&g->random, 4); return true;
    case PART_TRANSPORT: s->option = chance(g, 25) ? TRANSPORT_TCP : TRANSPORT_PIPE; return true;
    case PART_QUESTION: s->option = (uint16_t)random_below(&g->random, LOOP_ASK_COUNT); return true;
    case PART_TUNING: s->option = (uint16_t)random_below(&g->random, TUNE_COUNT); return true;
    case PART_OPTION: s->option = (uint16_t)random_below(&g->random, CONFIGURE_COUNT); return true;
    case PART_ON: return fill_on(m);
    case PART_MODE: s->option = (uint16_t)random_below(&g->random, RUN_MODE_COUNT); return true;
    case PART_WHAT: return fill_what(m);
    case PART_COUNT:
    case PART_TIMES:
    case PART_BYTES:
    case PART_BY: s->count = pick_count(g, s->kind, m->on); return true;
    case PART_LABELS: return false; /* logs are made elsewhere */
    case PART_BODY: s->body = block_make(g, m->scope, s, m->self); return true;
    case PART_ELSE: s->otherwise = block_make(g, m->scope, s, NULL); return true;
    case PART_THEN: return fill_then(m);
    case PART_THOROUGH:
    case PART_ROOMLESS:
    case PART_CRAMPED:
    case PART_DOUBLE:
    case PART_MISADDRESSED:
    case PART_EMPTY: s->option = part_form(part)->option; return true;
    case PART_NONE:
    case PART_KIND_COUNT: break;
    }
    assert(!"a part that a step can have");
    return false;
}

/* Parts come first, then the name, then the body, which may use the name. */
static bool fill_parts(struct making *m)
{
    for (size_t i = 0; i < WORD_PARTS_MAX && m->word->part[i]; i++) {
        enum part part = (enum part)(m->word->part[i] & ~PART_OPTIONAL);
        if (part == PART_BODY && word_makes(m->word))
            m->self = step_name_handle(m->g, m->scope, m->s);
        if (part == PART_BODY && m->s->kind == STEP_INSPECT && !m->self)
            return false; /* nothing could stop it */
        if (!is_written(m, part, m->word->part[i] & PART_OPTIONAL))
            continue;
        if (!fill_part(m, part))
            return false;
        if (m->self)
            m->self->has_body = m->s->body;
    }
    bool unnamed = word_makes(m->word) && !m->self && !m->s->body;
    if (unnamed)
        step_name_handle(m->g, m->scope, m->s);
    return true;
}

/* ---- a step ---- */

static bool may_stand(const struct fuzz_generator *g, const struct scope *scope,
                      const struct word *w)
{
    if (w->ends_block && !scope->in_callback)
        return false; /* little of the main program would be left */
    if (w->main_only && (scope->in_callback || scope->first_in_loop > 0 || scope->depth > 0))
        return false;
    if ((word_has(w, PART_BODY) || word_makes(w)) &&
        (scope->depth >= DEPTH_MAX || !block_has_room(g)))
        return false;
    bool is_single = w == word_of(STEP_CHILD) || w == word_of(STEP_INSPECT);
    if (is_single && scope->depth > 0)
        return false; /* it is ended by its name, which belongs to one handle only */
    return w != word_of(STEP_CLOSE_LOOP); /* closing the loop comes only at the very end */
}

/* Observe the result of the call; only the core layer can. */
static void add_answer(struct fuzz_generator *g, enum step_kind kind, struct draft *d)
{
    if (g->program.layer == LAYER_CORE && word_of(kind)->answers && chance(g, 20))
        block_add_observe(g, d, OBSERVE_RESULT);
}

/* Stop the inspection some time: a file that nobody changes would be inspected for ever. */
static void add_limit(struct fuzz_generator *g, const struct step *inspect, struct draft *d)
{
    struct step limit = block_blank_step(STEP_TIMER), stop = block_blank_step(STEP_STOP);
    struct draft body = { .count = 0 };
    stop.name = inspect->name;
    block_add(&body, &stop);
    limit.after_ns = (10 + random_below(&g->random, 20)) * ms;
    limit.body = block_keep(g, &body);
    block_add(d, &limit);
}

/* A step that ends or restarts a handle is guarded by `first` if it could run repeatedly. */
static void add_made(struct fuzz_generator *g, const struct making *m, struct draft *d)
{
    struct step s = *m->s;
    bool once = s.kind == STEP_CLOSE || (s.kind == STEP_AGAIN && m->on == m->scope->self);
    if (s.kind == STEP_CLOSE || s.kind == STEP_PEER)
        assert(m->on); /* its row in the table says that it takes a handle */
    if (s.kind == STEP_CLOSE)
        m->on->is_closed = true;
    if (s.kind == STEP_PEER)
        m->on->has_peer = true;
    if (s.kind == STEP_FREE) { /* an active descriptor must not be freed */
        struct step stop = block_blank_step(STEP_STOP);
        stop.name = s.name;
        block_add(d, &stop);
    }
    if (once && m->scope->may_repeat)
        s = block_guard(g, &s, s.kind == STEP_CLOSE ? 1 : 1 + random_below(&g->random, 3), false);
    block_add(d, &s);
    if (s.kind == STEP_INSPECT)
        add_limit(g, &s, d);
    add_answer(g, m->s->kind, d);
}

static enum step_kind pick_kind(struct fuzz_generator *g)
{
    uint32_t at = random_below(&g->random, g->weight_sum);
    int kind = 0;
    while (at >= g->weight[kind])
        at -= g->weight[kind++];
    return (enum step_kind)kind;
}

static bool try_step(struct fuzz_generator *g, struct scope *scope, struct draft *d,
                     enum step_kind kind)
{
    struct step s = block_blank_step(kind);
    struct making m = { .g = g, .scope = scope, .s = &s, .word = word_of(s.kind) };
    if (s.kind == STEP_LOG) {
        block_add_log(g, d);
        return true;
    }
    if (!may_stand(g, scope, m.word) || d->count + 2 > BLOCK_STEPS_MAX)
        return false;
    if (s.kind == STEP_FIRST)
        s.slot = g->slots++;
    if (word_may_lack(m.word, PART_BY) || s.kind == STEP_CHILD)
        s.count = NO_COUNT;
    if (s.kind == STEP_START)
        s.option = NO_OPTION;
    if (!fill_parts(&m))
        return false;
    add_made(g, &m, d);
    return true;
}

void step_add_random(struct fuzz_generator *g, struct scope *scope, struct draft *d)
{
    enum { TRIES = 6 };
    for (int i = 0; i < TRIES; i++)
        if (try_step(g, scope, d, pick_kind(g)))
            return;
}

void step_add(struct fuzz_generator *g, struct scope *scope, struct draft *d, enum step_kind kind)
{
    try_step(g, scope, d, kind);
}
