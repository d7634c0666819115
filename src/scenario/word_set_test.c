/* A set has the words that were added, at any depth of a program, and no others. */
#include "scenario/word_set.h"

#include <string.h>

#include "scenario/scenario.h"
#include "scenario/words.h"
#include "tap/tap.h"

static void test_adding(void)
{
    struct word_set set = { 0 };
    char whole[WORD_TEXT_SIZE];
    for (int kind = 0; kind < STEP_KIND_COUNT; kind++)
        ok(word_set_add(&set, word_whole(word_of((enum step_kind)kind), whole)), "'%s' is one",
           whole);
    ok(word_set_add(&set, "on uncaught"), "an event is one");
    ok(word_set_add(&set, "observe now"), "an observation is one");
    ok(!word_set_add(&set, "imediate"), "a misspelt word is none");
    ok(!word_set_add(&set, "on moonrise"), "nor is an event that there is not");
    ok(!word_set_add(&set, "observe "), "nor half an observation");
    ok(!word_set_add(&set, ""), "nor nothing");
}

static const struct {
    const char *layer, *steps, *lacks, *found;
} rows[] = {
    { "node", "immediate { log a }", "immediate", "immediate" },
    { "node", "timeout 1ms { log a }", "immediate", NULL },
    { "node", "timeout 1ms { immediate { log a } }", "immediate", "immediate" },
    { "node", "first 1 { log a } else { tick { log b } }", "tick", "tick" },
    { "node", "promise { log a } then { tick { log b } }", "tick", "tick" },
    { "node", "on uncaught { log a }", "on uncaught", "on uncaught" },
    { "node", "on uncaught { log a }", "on exit", NULL },
    { "node", "on uncaught { log a }", "on", "on" },
    { "browser", "f = frame { log a }\nclear f", "frame", "frame" },
    { "core", "timer 1ms { stop loop }", "stop loop", "stop loop" },
    { "core", "t = timer 1ms { stop t }", "stop loop", NULL },
    { "core", "timer 1ms { observe alive }", "observe alive", "observe alive" },
    { "core", "timer 1ms { observe alive }", "observe now", NULL },
};

static void test_finding(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char source[200], buffer[WORD_SET_TEXT_SIZE];
        struct scenario s;
        struct diag d;
        struct word_set set = { 0 };
        snprintf(source, sizeof source, "title \"t\"\nrules A-1\nlayer %s\n\n%s\n", rows[i].layer,
                 rows[i].steps);
        int parsed = scenario_parse(&s, "a.loop", source, strlen(source), &d);
        is_int(parsed, 0, "'%s' parses", rows[i].steps);
        if (parsed < 0)
            continue;
        word_set_add(&set, rows[i].lacks);
        is(word_set_first(&set, s.program, buffer), rows[i].found, "'%s' without '%s'",
           rows[i].steps, rows[i].lacks);
        scenario_release(&s);
    }
}

int main(void)
{
    test_adding();
    test_finding();
    return done_testing();
}
