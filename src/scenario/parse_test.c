/* The parser: what is accepted means what it says. refusal_test.c has what is refused. */
#include "scenario/program.h"

#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "scenario/source_test.h"
#include "tap/tap.h"

static struct program *parse(const char *source, struct diag *d)
{
    return program_parse("t.loop", source, strlen(source), d);
}

static struct program *parse_good(const char *source)
{
    struct diag d;
    struct program *p = parse(source, &d);
    if (!p) {
        diag("%s:%u:%u: %s", source, d.at.line, d.at.column, d.message);
        fail("it parses");
        exit(done_testing());
    }
    return p;
}

static const char *string(const struct program *p, uint32_t id)
{
    return p->string[id];
}

static void test_head(void)
{
    struct program *p = parse_good("# c\ntitle \"say \\\"hi\\\"\"\nrules TIMER-9 DRIFT-10\n"
                                   "layer core\nneeds exact-time due-in\nworkers 1024\n"
                                   "budget 20000000\nuptime 49.5d\nlog a\n");
    is(p->file, "t.loop", "the file's name is kept");
    is(p->title, "say \"hi\"", "the title is what the string means");
    is_int(p->rule_count, 2, "two rules");
    is(p->rule[1], "DRIFT-10", "rules keep their order");
    is_int(p->need_count, 2, "two needs");
    is(p->need[1], "due-in", "needs keep their order");
    ok(p->exact_time && !p->real_clock, "exact-time is noticed");
    is(p->workers, "1024", "workers");
    is_int(p->budget, 20000000, "budget");
    is_int(p->begin_ns, 4276800000000000, "uptime");
    ok(!p->is_fine, "it is no duration of the program");
    is_int(p->layer, LAYER_CORE, "layer");
    program_free(p);

    p = parse_good(HEAD "log a");
    ok(!p->exact_time && !p->workers && !p->budget && !p->begin_ns && !p->need_count &&
           p->layer == LAYER_CORE,
       "optional lines have their defaults");
    program_free(p);

    p = parse_good("title \"t\"\nrules A-1\nlayer node\nlog a\n");
    is_int(p->layer, LAYER_NODE, "another layer");
    program_free(p);
    program_free(NULL);
    pass("program_free(NULL) is fine");
}

/* Every field that a statement can set, from the words to the struct. */
static void test_steps(void)
{
    struct program *p = parse_good(HEAD "t = timer 10ms repeat forever { log a b; stop t }\n"
                                        "u = timer stopped { }\n"
                                        "p = poll writable after 1500us stopped { drain p }\n"
                                        "work 5ns\n"
                                        "start u 1s repeat 0ms\n"
                                        "set t repeat 20ms\n"
                                        "observe due t\n"
                                        "observe alive\n"
                                        "first 2 { log \"timer\" } else { first 1 { } }\n"
                                        "interrupt after 3ms\n"
                                        "interrupt after 3ms times 7\n"
                                        "run nowait\n"
                                        "stop loop\n");
    const struct step *s = p->main.step;
    is_int(p->main.count, 13, "a step a line");
    ok(s[0].kind == STEP_TIMER && s[0].after_ns == 10000000 && s[0].repeat_ns == FOR_EVER,
       "timer with delay and repeat");
    is(string(p, s[0].name), "t", "its name");
    ok(s[0].body->count == 2 && s[0].body->step[0].label_count == 2, "its body");
    is(string(p, s[0].body->step[0].label[1]), "b", "a log's second label");
    ok(s[0].body->step[1].kind == STEP_STOP && s[0].body->step[1].name == s[0].name,
       "one name is one string");
    ok(s[1].stopped && s[1].after_ns == NO_TIME && s[1].body->count == 0, "a stopped timer");
    ok(s[2].kind == STEP_POLL && s[2].option == POLL_WRITABLE && s[2].after_ns == 1500000 &&
           s[2].stopped,
       "poll");
    ok(s[3].kind == STEP_WORK && s[3].after_ns == 5 && !s[3].body && !s[3].name,
       "work without callback or name");
    ok(s[4].kind == STEP_START && s[4].after_ns == 1000000000 && s[4].repeat_ns == 0, "start");
    ok(s[5].kind == STEP_SET_REPEAT && s[5].repeat_ns == 20000000, "set");
    ok(s[6].kind == STEP_OBSERVE && s[6].option == OBSERVE_DUE && s[6].name == s[0].name,
       "observe a handle");
    is(string(p, s[6].label[0]), "due.t", "its label is word.name");
    is(string(p, s[7].label[0]), "alive", "the label of an observation without a handle");
    ok(s[8].kind == STEP_FIRST && s[8].count == 2 && s[8].slot == 0, "first, and its slot");
    is_int(s[8].otherwise->step[0].slot, 1, "the second `first` has a slot of its own");
    is_int(p->slot_count, 2, "slots are counted");
    is_int(s[9].count, 1, "interrupt: once if not said");
    is_int(s[10].count, 7, "interrupt: times");
    ok(s[11].kind == STEP_RUN && s[11].option == RUN_NOWAIT, "run");
    is_int(s[12].kind, STEP_STOP_LOOP, "stop loop is not stop NAME");
    ok(s[12].at.line == 15 && s[12].at.column == 1 && s[12].at.file == p->file,
       "a step's place points into the program");
    program_free(p);
}

/* The same for the words of a node host. */
static void test_node_steps(void)
{
    struct program *p = parse_good(NODE "t = timeout 1.9ms { clear t }\n"
                                        "interval 2147483648ms { }\n"
                                        "i = immediate { }; s = socket; r = reject\n"
                                        "refresh t; clear i\n"
                                        "close s { log closed }\n"
                                        "catch r { log c }\n"
                                        "promise { log a } then { log b c } then { }\n"
                                        "flow { log a; await; log b }\n"
                                        "on before-exit { observe code }\n"
                                        "repeat 2 { throw }\n"
                                        "exit\n");
    const struct step *s = p->main.step;
    is_int(p->main.count, 14, "every statement is a step");
    ok(s[0].kind == STEP_TIMEOUT && s[0].after_ns == 1900000 && s[0].repeat_ns == NO_TIME,
       "timeout: the host makes whole milliseconds, not the parser");
    ok(s[0].body->step[0].kind == STEP_CLEAR && s[0].body->step[0].name == s[0].name, "clear");
    ok(s[1].kind == STEP_INTERVAL && s[1].after_ns == 2147483648000000, "interval, beyond 31 bits");
    ok(s[2].kind == STEP_IMMEDIATE && s[2].name, "immediate");
    ok(s[3].kind == STEP_SOCKET && s[3].name && !s[3].body, "socket");
    ok(s[4].kind == STEP_REJECT && s[4].name && !s[4].body, "reject");
    ok(s[5].kind == STEP_REFRESH && s[5].name == s[0].name, "refresh");
    ok(s[6].kind == STEP_CLEAR && s[6].name == s[2].name, "clear an immediate");
    ok(s[7].kind == STEP_CLOSE && s[7].name == s[3].name && s[7].body->count == 1, "close");
    ok(s[8].kind == STEP_CATCH && s[8].name == s[4].name && s[8].body->count == 1, "catch");
    ok(s[9].kind == STEP_PROMISE && s[9].body->count == 1 && !s[9].otherwise, "promise");
    is_int(s[9].then_count, 2, "two links follow");
    is_int(s[9].then[0].step[0].label_count, 2, "the first has its step");
    is_int(s[9].then[1].count, 0, "the second is empty");
    ok(s[10].kind == STEP_FLOW && s[10].body->step[1].kind == STEP_AWAIT, "flow and await");
    ok(s[11].kind == STEP_ON && s[11].option == EVENT_BEFORE_EXIT, "on");
    is_int(s[11].body->step[0].option, OBSERVE_CODE, "observe code");
    ok(program_find(p, "code"), "its label is its word");
    is_int(s[12].body->step[0].kind, STEP_THROW, "throw");
    is_int(s[13].kind, STEP_EXIT, "exit");
    program_free(p);

    p = parse_good(NODE "promise { }");
    ok(p->main.step[0].then_count == 0, "a promise without links");
    program_free(p);
}

/* All that is called once can be named, and name itself to be called once more. */
static void test_node_again(void)
{
    static const enum step_kind kinds[] = { STEP_TICK, STEP_MICROTASK, STEP_IMMEDIATE,
                                            STEP_TIMEOUT };
    struct program *p = parse_good(NODE "k = tick { again k }\n"
                                        "m = microtask { again m }\n"
                                        "i = immediate { again i }\n"
                                        "t = timeout 1ms { again t }\n"
                                        "again k\n");
    const struct step *s = p->main.step;
    for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
        const struct step *inner = s[i].body->step;
        ok(s[i].kind == kinds[i] && s[i].name, "%s has a name", step_word(kinds[i]));
        ok(inner->kind == STEP_AGAIN && inner->name == s[i].name, "  and uses it");
    }
    ok(s[4].kind == STEP_AGAIN && s[4].name == s[0].name, "again, from outside");
    program_free(p);
}

static void test_labels(void)
{
    struct program *p = parse_good(
        HEAD "log 14 8p -1 a.b_c-d \"5s\" \"...\" \"loop\"; t = idle { }; observe now\n"
             "observe active t");
    static const char *const logged[] = { "14",  "8p",   "-1",  "a.b_c-d", "5s",
                                          "...", "loop", "now", "active.t" };
    for (size_t i = 0; i < ARRAY_SIZE(logged); i++)
        ok(program_find(p, logged[i]), "'%s' can be logged", logged[i]);
    is_int(program_find(p, ""), 0, "the empty string has id 0");
    is_int(program_find(p, "nowhere"), 0, "an unknown string has id 0");
    is(string(p, program_find(p, "t")), "t", "a name is found");
    is(p->string[0], "", "string 0 is empty");
    program_free(p);
}

/* Where a name may be used. */
static const char *const good_bodies[] = {
    "timer 1ms { stop later }; later = idle { }",
    "t = timer 1ms { stop t }",
    "t = idle { }; repeat 2 { stop t }; first 1 { start t } else { stop t }",
    "repeat 2 { t = idle { } }; stop t",
    "t = timer 1ms { }; timer 2ms { t = timer 5ms { } }",
    "a = async { }; thread { busy 1us; send a }",
    "timer 1ms { thread { send a } }; a = async { }",
    "repeat 3 { run once }; close loop",
    "stop loop; run default",
    "idle { observe status; repeat 2 { observe status } }",
    "w = work 5ms; cancel w; s = stat; cancel s",
    "p = poll readable { }; ready p after 5us; drain p; start p; stop p; close p { }",
    "c = check stopped { }; ref c; unref c; observe referenced c; observe closing c",
    "t = timer forever { }; again t; start t forever repeat forever",
    "idle { log a; };",
    "idle {\n\n}",
    "log a; # comment",
};

static const char *const good_node_bodies[] = {
    "timeout 0ms { }; interval 1ns { }; timeout 2147483647ms { }; timeout 1000000000000ms { }",
    "t = timeout 5ms { }; v = interval 5ms { }; i = immediate { }; clear t; clear v; clear i",
    "t = timeout 5ms { }; v = interval 5ms { }; refresh t; refresh v",
    "t = timeout 5ms { }; v = interval 5ms { }; i = immediate { }; ref t; unref v; unref i",
    "s = socket; p = poll readable after 5ms { drain p }; unref s; ref p; close s; close p { }",
    "p = poll writable { }; ready p; ready p after 5us; drain p",
    "read-file { observe status }; work 5ms; work 5ms { observe status }; stat; stat { }",
    "r = reject; timeout 5ms { catch r { log c } }; reject",
    "tick { clear later }; later = immediate { }",
    "flow { clear later; await; clear later }; later = immediate { }",
    "flow { await; await }; timeout 5ms { flow { await } }; flow { tick { flow { await } } }",
    "flow { await; throw }",
    "flow { repeat 2 { log a }; await }",
    "promise { clear later } then { clear later }; later = immediate { }",
    "promise { promise { } then { } } then { promise { } then { } } then { }",
    "promise {\nlog a\n} then {\n} then { # c\n}",
    "on uncaught { }; on rejection { }; on handled { }; on before-exit { }; on exit { }",
    "on exit { observe code; repeat 2 { observe code }; first 1 { observe code } else { } }",
    "timeout 5ms { on uncaught { on exit { observe code; observe now } } }",
    "throw",
    "log a; exit # the end\n# of it",
    "tick { throw }; log b; first 1 { throw } else { exit }; log c",
    "repeat 2 { busy 1ms; observe now }; timeout 5ms { throw\n# nothing follows\n}",
};

static const char *const good_browser_bodies[] = {
    "t = timeout 1.9ms { log a }; v = interval 5ms { clear v }; clear t",
    "microtask { busy 5ms }; promise { } then { }; flow { await }",
    "frame { }; f = frame { log a; again f }; clear f; t = timeout 0ms { again t; clear t }",
    "r = reject; on rejection { catch r { log handled } }; m = microtask { again m }",
    "on uncaught { }; on rejection { }; repeat 2 { first 1 { } }; throw",
};

static void check_good(const char *head, const char *const *body, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct diag d = { 0 };
        char *source = xasprintf("%s%s", head, body[i]);
        struct program *p = parse(source, &d);
        ok(p, "%s", body[i]);
        if (!p)
            diag("%s", d.message);
        program_free(p);
        free(source);
    }
}

static void test_good_bodies(void)
{
    check_good(HEAD, good_bodies, ARRAY_SIZE(good_bodies));
    check_good(NODE, good_node_bodies, ARRAY_SIZE(good_node_bodies));
    check_good(BROWSER, good_browser_bodies, ARRAY_SIZE(good_browser_bodies));
}

/* `head`, then `unit` so many times, then `tail`. */
static char *repeated(const char *head, const char *unit, size_t count, const char *tail)
{
    size_t size = strlen(unit);
    char *text = xmalloc(strlen(head) + count * size + strlen(tail) + 1);
    char *at = stpcpy(text, head);
    for (size_t i = 0; i < count; i++)
        at = stpcpy(at, unit);
    strcpy(at, tail);
    return text;
}

static void check_bound(const char *what, char *source, const char *message)
{
    struct diag d = { 0 };
    struct program *p = parse(source, &d);
    if (!message)
        ok(p, "%s is fine (%s)", what, p ? "" : d.message);
    else if (ok(!p, "%s is refused", what))
        like(d.message, message, "  because %s", message);
    program_free(p);
    free(source);
}

/* A bound holds exactly: the last good value parses, the next one does not. */
static void test_bounds(void)
{
    char *inner = repeated("log a", "}", 32, "");
    check_bound("32 blocks deep", repeated(HEAD, "repeat 2 {", 32, inner), NULL);
    free(inner);
    check_bound("33 blocks deep", repeated(HEAD, "repeat 2 {", 33, ""), "more than 32 deep");
    check_bound("33 blocks deep in a chain", repeated(NODE, "promise { } then { } then {", 33, ""),
                "more than 32 deep");
    check_bound("a long chain", repeated(NODE "promise { }", " then { }", 50000, ""), NULL);
    check_bound("100000 blocks deep", repeated(HEAD, "idle{", 100000, ""), "more than 32 deep");
    check_bound("10000 statements", repeated(HEAD, "log a\n", 10000, ""), NULL);
    check_bound("10001 statements", repeated(HEAD, "log a\n", 10001, ""), "more than 10000");
    check_bound("a long title", repeated("title \"", "x", 200, "\"\nrules A-1\nlog a"), NULL);
    check_bound("a longer title", repeated("title \"", "x", 201, "\"\nrules A-1\nlog a"), "200");
    check_bound("a long name", repeated(HEAD, "x", 64, " = idle { }"), NULL);
    check_bound("a longer name", repeated(HEAD, "x", 65, " = idle { }"), "longer than 64");
    char *name = repeated("observe referenced ", "x", 54, "");
    check_bound("a long label of an observation", repeated(HEAD, name, 1, ""), "longer than 64");
    free(name);
    check_bound("a file of the largest size", repeated(HEAD, "#2345678\n", 100000, "log a"), NULL);
    check_bound("a larger file", repeated(HEAD, "#2345678\n", 120000, "log a"), "larger than");
    /* Quotes must not cost their distance to the end of the file each. */
    check_bound("200000 quoted labels", repeated(HEAD "log", " \"a\"", 200000, ""), NULL);
}

/* Strings by id: many of them, each once. */
static void test_many_strings(void)
{
    char *source = xmalloc(1 << 20), *at = stpcpy(source, HEAD "log");
    for (int i = 0; i < 50000; i++)
        at += sprintf(at, " l%d l%d", i, i / 2);
    struct program *p = parse_good(source);
    bool found = true;
    for (int i = 0; i < 50000; i++) {
        char label[16];
        snprintf(label, sizeof label, "l%d", i);
        uint32_t id = program_find(p, label);
        found = found && id && strcmp(p->string[id], label) == 0;
    }
    ok(found, "each of 50000 labels is found by its text");
    is_int(p->string_count, 50001, "and has one id");
    program_free(p);
    free(source);
}

/* CRLF, a byte-order mark and a missing last newline change nothing. */
static void test_encodings(void)
{
    struct program *p = parse_good(
        "\xef\xbb\xbftitle \"t\"\r\nrules A-1\r\n\r\nlog a # c\r\nlog b");
    is_int(p->main.count, 2, "two steps");
    is(p->main.step[0].trailing, "# c", "a comment has no carriage return");
    is_int(p->main.step[1].at.line, 5, "lines are counted once");
    program_free(p);

    /* The text need not end in a NUL. */
    char *exact = xmalloc(sizeof HEAD + 10);
    size_t length = (size_t)(stpcpy(exact, HEAD "log a # c") - exact);
    struct diag d;
    char *unended = memcpy(xmalloc(length), exact, length);
    p = program_parse("t.loop", unended, length, &d);
    ok(p && strcmp(p->main.step[0].trailing, "# c") == 0, "the length alone ends the text");
    program_free(p);
    free(unended);
    free(exact);
}

int main(void)
{
    test_head();
    test_steps();
    test_node_steps();
    test_node_again();
    test_labels();
    test_good_bodies();
    test_bounds();
    test_many_strings();
    test_encodings();
    return done_testing();
}
