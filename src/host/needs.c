/* needs.c - which capabilities a program's words call for. */
#include "host/inside.h"

#include "interface/can.h"

static const uint64_t step_needs[STEP_KIND_COUNT] = {
    [STEP_TIMER] = LOOP_CAN_TIMER,
    [STEP_IDLE] = LOOP_CAN_IDLE,
    [STEP_PREPARE] = LOOP_CAN_PREPARE,
    [STEP_CHECK] = LOOP_CAN_CHECK,
    [STEP_POLL] = LOOP_CAN_POLL,
    [STEP_ASYNC] = LOOP_CAN_ASYNC,
    [STEP_WORK] = LOOP_CAN_WORK,
    [STEP_STAT] = LOOP_CAN_STAT,
    [STEP_READ_FILE] = LOOP_CAN_STAT,
    [STEP_SOCKET] = LOOP_CAN_POLL,
    [STEP_CLOSE] = LOOP_CAN_CLOSE,
    [STEP_REF] = LOOP_CAN_REF,
    [STEP_UNREF] = LOOP_CAN_REF,
    [STEP_AGAIN] = LOOP_CAN_REPEAT,
    [STEP_SET_REPEAT] = LOOP_CAN_REPEAT,
    [STEP_PREFER] = LOOP_CAN_PRIORITY,
    [STEP_DEFER] = LOOP_CAN_PRIORITY,
    [STEP_CANCEL] = LOOP_CAN_CANCEL,
    [STEP_LOOKUP] = LOOP_CAN_LOOKUP,
    [STEP_SIGNAL] = LOOP_CAN_SIGNAL,
    [STEP_CHILD] = LOOP_CAN_CHILD,
    [STEP_STREAM] = LOOP_CAN_STREAM,
    [STEP_READ] = LOOP_CAN_STREAM,
    [STEP_WRITE] = LOOP_CAN_STREAM,
    [STEP_SHUTDOWN] = LOOP_CAN_STREAM,
    [STEP_LISTEN] = LOOP_CAN_LISTEN,
    [STEP_CONNECT_NOWHERE] = LOOP_CAN_LISTEN,
    [STEP_DATAGRAM] = LOOP_CAN_DATAGRAM,
    [STEP_LOOP] = LOOP_CAN_LOOPS | LOOP_CAN_ENDS, /* each is to come to its end */
    [STEP_STOP_LOOP] = LOOP_CAN_STOP,
    [STEP_UPDATE_TIME] = LOOP_CAN_UPDATE_TIME,
};

static const uint64_t observe_needs[OBSERVE_COUNT] = {
    [OBSERVE_ALIVE] = LOOP_CAN_ALIVE, [OBSERVE_TIMEOUT] = LOOP_CAN_POLL_TIMEOUT,
    [OBSERVE_NOW] = LOOP_CAN_NOW,     [OBSERVE_REFERENCED] = LOOP_CAN_REF,
    [OBSERVE_DUE] = LOOP_CAN_DUE_IN,  [OBSERVE_TURNS] = LOOP_CAN_METRICS,
};

static const uint64_t mode_needs[] = {
    [RUN_DEFAULT] = LOOP_CAN_ENDS, /* what stands behind it is to be reached */
    [RUN_ONCE] = LOOP_CAN_ONCE,
    [RUN_NOWAIT] = LOOP_CAN_NOWAIT,
};

/* What a host itself is built of. */
static const uint64_t layer_needs[LAYER_COUNT] = {
    [LAYER_NODE] = LOOP_CAN_TIMER | LOOP_CAN_IDLE | LOOP_CAN_PREPARE | LOOP_CAN_CHECK |
                   LOOP_CAN_REF | LOOP_CAN_CLOCK | LOOP_CAN_ALIVE | LOOP_CAN_CLOSE,
    [LAYER_BROWSER] = LOOP_CAN_TIMER | LOOP_CAN_CLOCK,
};

/* Is the latest call before this step a run? What is written into the trace is no call. */
static bool is_of_run(const struct block *b, uint32_t i)
{
    while (i > 0 && (b->step[i - 1].kind == STEP_LOG || b->step[i - 1].kind == STEP_OBSERVE))
        i--;
    return i > 0 && b->step[i - 1].kind == STEP_RUN;
}

static uint64_t block_needs(const struct block *b)
{
    uint64_t needs = 0;
    if (!b)
        return 0;
    for (uint32_t i = 0; i < b->count; i++) {
        const struct step *s = &b->step[i];
        needs |= step_needs[s->kind] | block_needs(s->body) | block_needs(s->otherwise);
        for (uint32_t k = 0; k < s->then_count; k++)
            needs |= block_needs(&s->then[k]);
        if (s->kind == STEP_OBSERVE)
            needs |= observe_needs[s->option];
        if (s->kind == STEP_RUN)
            needs |= mode_needs[s->option];
        if (s->kind == STEP_OBSERVE && s->option == OBSERVE_RESULT && is_of_run(b, i))
            needs |= LOOP_CAN_ENDS;
        if (s->repeat_ns != NO_TIME)
            needs |= LOOP_CAN_REPEAT;
    }
    return needs;
}

/* Of a program that is run to its end: what is unreferenced ends the run, and nothing else
 * comes of it. */
static uint64_t end_needs(const struct program *p)
{
    bool is_about_end = p->layer == LAYER_CORE && !host_has_step(&p->main, STEP_RUN) &&
                        host_has_step(&p->main, STEP_UNREF);
    return is_about_end ? LOOP_CAN_ENDS : 0;
}

uint64_t host_needs(const struct program *p)
{
    return host_needs_of_words(p) | layer_needs[p->layer] | end_needs(p);
}

uint64_t host_needs_of_words(const struct program *p)
{
    uint64_t needs = block_needs(&p->main);
    if (p->layer != LAYER_CORE) /* whose `again` is the host's affair; no other word repeats */
        needs &= ~LOOP_CAN_REPEAT;
    for (uint32_t i = 0; i < p->need_count; i++)
        needs |= loop_can_find(p->need[i]);
    return needs;
}
