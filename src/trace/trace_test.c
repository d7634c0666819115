/* A trace outlives the process that wrote it, is empty after a reset, and every kind, phase and
 * errno has one name. */
#include "trace/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "tap/tap.h"

static void write_and_die(int fd)
{
    struct trace *t = trace_map(fd);
    t->event[0] = (struct trace_event){ .at_ns = 7, .label = 3, .kind = TRACE_LOG };
    t->count = 1;
    _exit(9);
}

static void test_survives_its_writer(void)
{
    int fd = trace_create(), status = 0;
    ok(fd >= 0, "a memory file is made");
    struct trace *t = trace_map(fd);
    ok(t != NULL, "and mapped");
    is_int(t->count, 0, "a new trace is empty");
    pid_t child = fork();
    if (child == 0)
        write_and_die(fd);
    waitpid(child, &status, 0);
    is_int(t->count, 1, "what a dead child recorded is still there");
    is_int(t->event[0].at_ns, 7, "with its time");
    is_int(t->event[0].label, 3, "and its label");
    t->event[TRACE_EVENTS_MAX - 1].value = -5;
    is_int(t->event[TRACE_EVENTS_MAX - 1].value, -5, "the last event has room");
    trace_unmap(t);
    close(fd);
}

static void test_keeps_its_size(void)
{
    int fd = trace_create();
    struct stat st;
    fstat(fd, &st);
    ok(ftruncate(fd, 0) < 0, "a trace cannot be cut");
    ok(ftruncate(fd, 2 * st.st_size) < 0, "nor grow");
    ok(fcntl(fd, F_ADD_SEALS, F_SEAL_FUTURE_WRITE) < 0, "nor be kept from being mapped again");
    is_int(fcntl(fd, F_GETFD), FD_CLOEXEC, "and no program that is executed has it unasked");
    close(fd);
}

static long blocks_of(int fd)
{
    struct stat st;
    fstat(fd, &st);
    return (long)st.st_blocks;
}

static void test_reset(void)
{
    enum { MANY = 4 * 1000 * 1000 }; /* 128 MB */
    int fd = trace_create();
    struct trace *t = trace_map(fd);
    for (uint64_t i = 0; i < MANY; i++)
        t->event[i] = (struct trace_event){ .at_ns = i };
    t->count = MANY;
    t->callbacks = 5;
    t->outcome = OUTCOME_ERROR;
    strcpy(t->message, "oh");
    long before = blocks_of(fd);
    trace_reset(t);
    is_int(t->count, 0, "reset empties the trace");
    is_int(t->callbacks, 0, "and its count of callbacks");
    is_int(t->outcome, OUTCOME_NONE, "and its outcome");
    is(t->message, "", "and its message");
    ok(blocks_of(fd) < before / 8 * 5, "the pages of a large trace are given back");
    t->count = UINT64_MAX; /* a broken process */
    trace_reset(t);
    is_int(t->count, 0, "a count beyond the file does no harm");
    trace_unmap(t);
    close(fd);
    trace_unmap(NULL);
}

/* An impossible trace is rejected and emptied; each row breaks one thing. */
static void test_check(void)
{
    static const struct row {
        const char *what;
        uint64_t count;
        uint32_t outcome;
        struct trace_event event;
        bool sound;
    } rows[] = {
        { "a trace", 1, OUTCOME_FINISHED, { .kind = TRACE_LOG, .label = 4 }, true },
        { "more events than there is room", UINT64_MAX, OUTCOME_FINISHED, { .kind = 0 }, false },
        { "an outcome that is none", 1, 77, { .kind = TRACE_LOG }, false },
        { "a kind that is none", 1, OUTCOME_FINISHED, { .kind = TRACE_KIND_COUNT }, false },
        { "a label beyond the program's", 1, OUTCOME_FINISHED, { .label = 5 }, false },
        { "a cause that is still to come", 1, OUTCOME_FINISHED, { .cause = 1 }, false },
    };
    int fd = trace_create();
    struct trace *t = trace_map(fd);
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        trace_reset(t);
        t->count = rows[i].count;
        t->outcome = rows[i].outcome;
        t->event[0] = rows[i].event;
        is_int(trace_check(t, 5), rows[i].sound, "%s", rows[i].what);
        is_int(t->count, rows[i].sound ? 1 : 0, "  and what is left of it");
    }
    trace_reset(t);
    memset(t->message, 'x', sizeof t->message);
    ok(!trace_check(t, 5), "a message without an end");
    memset(t->shortage, 'x', sizeof t->shortage);
    ok(!trace_check(t, 5), "a shortage that is not terminated");
    is(t->shortage, "", "  and what is left of it");
    static const struct trace_site unsound[] = { { .label = 5 },
                                                 { .phase = PHASE_COUNT },
                                                 { .kind = TRACE_KIND_COUNT } };
    for (size_t i = 0; i < ARRAY_SIZE(unsound); i++) {
        t->site = unsound[i];
        ok(!trace_check(t, 5), "a place that is none");
        is_int(t->site.label, 0, "  and what is left of it");
    }
    trace_unmap(t);
    close(fd);
}

/* Likewise for choice points. */
static void test_choices(void)
{
    static const struct {
        const char *what;
        uint32_t choices;
        struct trace_choice choice; /* the first */
        bool sound, shifts;
        uint32_t open;
    } rows[] = {
        { "no choice", 0, { 9, 9, 9, 9, 0, 0 }, true, false, 0 },
        { "the usual way", 1, { 0, CHOICE_TIME, 2, 0, 0, 0 }, true, false, 1 },
        { "a millisecond", 1, { 0, CHOICE_TIME, 2, 1, 0, 0 }, true, true, 1 },
        { "a frame", 1, { 0, CHOICE_FRAME, 2, 1, 0, 0 }, true, true, 1 },
        { "another order takes no time", 1, { 0, CHOICE_TURN, 3, 2, 0, 0 }, true, false, 1 },
        { "another task neither", 1, { 0, CHOICE_TASK, 3, 2, 0, 0 }, true, false, 1 },
        { "a way that is none", 1, { 0, CHOICE_TURN, 2, 2, 0, 0 }, false, false, 0 },
        { "a kind that is none", 1, { 0, CHOICE_KIND_COUNT, 2, 0, 0, 0 }, false, false, 0 },
        { "after more events than there are", 1, { 1, CHOICE_TURN, 2, 0, 0, 0 }, false, false, 0 },
    };
    int fd = trace_create();
    struct trace *t = trace_map(fd);
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        trace_reset(t);
        t->choices = rows[i].choices;
        t->choice[0] = rows[i].choice;
        is_int(trace_check(t, 5), rows[i].sound, "choices: %s", rows[i].what);
        is_int(trace_shifts_time(t), rows[i].shifts, "  and whether time is shifted");
        is_int(trace_open_choices(t), rows[i].open, "  and how many are open");
    }
    trace_reset(t);
    t->choices = TRACE_CHOICES_MAX + 1;
    is_int(trace_open_choices(t), TRACE_CHOICES_MAX, "what has no room is not open");
    for (int i = 0; i < CHOICE_KIND_COUNT; i++)
        ok(trace_choice_name((enum trace_choice_kind)i)[0], "choice %d has a name", i);
    trace_unmap(t);
    close(fd);
}

static void test_names(void)
{
    static const struct {
        enum trace_kind kind;
        const char *name;
        bool callback;
    } kinds[] = {
        { TRACE_LOG, "log", false },        { TRACE_OBSERVE, "observe", false },
        { TRACE_TIMER, "timer", true },     { TRACE_IDLE, "idle", true },
        { TRACE_PREPARE, "prepare", true }, { TRACE_CHECK, "check", true },
        { TRACE_POLL, "poll", true },       { TRACE_ASYNC, "async", true },
        { TRACE_WORK, "work", true },       { TRACE_STAT, "stat", true },
        { TRACE_CLOSE, "close", true },
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        is(trace_kind_name(kinds[i].kind), kinds[i].name, "kind %s", kinds[i].name);
        ok(trace_is_callback(kinds[i].kind) == kinds[i].callback, "%s is%s a callback",
           kinds[i].name, kinds[i].callback ? "" : " not");
    }
    static const char *const phases[] = { "main",    "timers", "pending", "idle",
                                          "prepare", "poll",   "check",   "closing" };
    for (int i = 0; i < PHASE_COUNT; i++) {
        is(trace_phase_name((enum trace_phase)i), phases[i], "phase %s", phases[i]);
        is_int(trace_phase_find(phases[i]), i, "phase %s is found", phases[i]);
    }
    is_int(trace_phase_find("timer"), -1, "a kind is no phase");
}

static void test_values(void)
{
    static const struct {
        int64_t value;
        bool named;
        const char *text;
    } rows[] = {
        { 0, true, "0" },
        { 1, true, "1" },
        { -EBUSY, true, "EBUSY" },
        { -EBUSY, false, "-16" },
        { -EOPNOTSUPP, true, "ENOTSUP" },
        { TRACE_END_OF_FILE, true, "EOF" },
        { TRACE_END_OF_FILE, false, "-4095" },
        { -1, false, "-1" },
        { -ECANCELED, true, "ECANCELED" },
        { -4000, true, "-4000" },
        { INT64_MIN, true, "-9223372036854775808" },
        { -9999, true, "-9999" },
        { INT64_MAX, false, "9223372036854775807" },
    };
    char buffer[32];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        is(trace_value_print(rows[i].value, rows[i].named, buffer), rows[i].text, "value %s",
           rows[i].text);

    static const struct {
        const char *name;
        int64_t value;
    } errors[] = {
        { "EOF", TRACE_END_OF_FILE },  { "EBUSY", -EBUSY },     { "EINVAL", -EINVAL },
        { "ECANCELED", -ECANCELED },   { "EAGAIN", -EAGAIN },   { "EWOULDBLOCK", -EWOULDBLOCK },
        { "EOPNOTSUPP", -EOPNOTSUPP }, { "ENOTSUP", -ENOTSUP },
    };
    int64_t value = 0;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        ok(trace_errno_find(errors[i].name, &value), "%s is an errno", errors[i].name);
        is_int(value, errors[i].value, "%s has its number", errors[i].name);
    }
    ok(!trace_errno_find("EBUSYY", &value), "EBUSYY is none");
    ok(!trace_errno_find("ebusy", &value), "nor is ebusy");
    ok(!trace_errno_find("", &value), "nor is the empty word");
}

int main(void)
{
    test_survives_its_writer();
    test_keeps_its_size();
    test_reset();
    test_check();
    test_choices();
    test_names();
    test_values();
    return done_testing();
}
