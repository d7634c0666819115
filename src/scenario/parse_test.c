/* The parser: what is accepted means what it says, and what is refused is refused
 * at the right place with words that help. */
#include "scenario/program.h"

#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "tap/tap.h"

#define HEAD    "title \"t\"\nrules A-1\n" /* statements begin on line 3 */
#define NODE    HEAD "layer node\n"        /* statements begin on line 4 */
#define BROWSER HEAD "layer browser\n"

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

struct refusal {
    const char *source;
    uint32_t line, column;
    const char *message, *hint; /* patterns; NULL for "no hint" */
};

static void check_refusal(const struct refusal *r, const char *source, size_t length)
{
    struct diag d = { 0 };
    struct program *p = program_parse("t.loop", source, length, &d);
    if (!ok(!p, "refused: %s", r->source)) {
        program_free(p);
        return;
    }
    like(d.message, r->message, "  because %s", r->message);
    if (r->hint)
        like(d.hint, r->hint, "  with a hint");
    else
        is(d.hint, "", "  without a hint");
    ok(d.at.line == r->line && d.at.column == r->column, "  at %u:%u (%u:%u)", r->line, r->column,
       d.at.line, d.at.column);
    is(d.at.file, "t.loop", "  in the caller's file");
    is_int(d.fault, DIAG_USER, "  as the user's fault");
}

/* Below a good head. */
static const struct refusal bad_bodies[] = {
    { "timre 1ms { }", 3, 1, "unknown word 'timre'", "did you mean 'timer'\\?" },
    { "zzzzzz", 3, 1, "unknown word 'zzzzzz'", "there are: timer .* run update .*renew$" },
    { "need idle", 3, 1, "unknown word 'need'", "did you mean 'needs'\\?" },
    { "log a\nneeds idle", 4, 1, "'needs' comes too late", "above the first statement" },
    { "else { }", 3, 1, "'else' follows no block", "} else \\{" },
    { "first 1 { }\nelse { }", 4, 1, "'else' follows no block", "one line" },
    { "5", 3, 1, "expected a statement, got '5'", NULL },
    { "\"log\" a", 3, 1, "expected a statement", NULL },
    { "log a; ; log b", 3, 8, "expected a statement, got ';'", NULL },
    { "log a;; log b", 3, 7, "expected a statement, got ';'", NULL },
    { "{ log a }", 3, 1, "expected a statement, got '\\{'", NULL },
    { "}", 3, 1, "'}' closes no block", NULL },
    { "idle { log a } }", 3, 16, "'}' closes no block", NULL },
    { "idle { log a", 3, 6, "block is not closed", "close it" },
    { "idle {\nidle { }", 3, 6, "block is not closed", "close it" },
    { "idle", 3, 5, "expected '\\{', got the end of the file", "idle \\[stopped\\] \\[\\{ }\\]" },
    { "idle # c\n{ }", 3, 6, "expected '\\{', got a comment", "it is written" },
    { "idle { } idle { }", 3, 10, "expected the end of the line, got 'idle'", "written" },
    { "idle stopped stopped { }", 3, 14, "expected the end of the line, got 'stopped'", "written" },
    { "timer stopped 5ms { }", 3, 15, "expected the end of the line, got '5ms'", "written: timer" },
    /* durations */
    { "timer 10 { }", 3, 7, "'10' is not a duration", "durations carry a unit: 10ms" },
    { "timer -5 { }", 3, 7, "'-5' is not a duration", "the units are" },
    { "timer -5ms { }", 3, 7, "'-5ms' is not a duration", "the units are" },
    { "timer 1x { }", 3, 7, "'1x' is not a duration", "ns, us, ms, s, min, h and d" },
    { "timer 5.ms { }", 3, 7, "'5.ms' is not a duration", "the units are" },
    { "timer 1500us { }", 3, 7, "whole milliseconds", NULL },
    { "timer 0.5ms { }", 3, 7, "whole milliseconds", NULL },
    { "timer 1ms repeat 1us { }", 3, 18, "whole milliseconds", NULL },
    { "timer 1.0000001us { }", 3, 7, "too fine", "one nanosecond" },
    { "timer 99999999999999999999s { }", 3, 7, "too long", NULL },
    { "busy 18446744073.709551615s", 3, 6, "longer than 1000000000000ms", NULL },
    { "timer 1000000000001ms { }", 3, 7, "longer than", "forever" },
    { "timer { }", 3, 1, "no duration", "timer stopped" },
    { "timer repeat 5ms { }", 3, 1, "no duration", "timer stopped" },
    { "t = timer 5ms stopped { }", 3, 1, "a stopped timer has no duration", "start" },
    { "timer repeat 5ms stopped { }", 3, 1, "a stopped timer has no duration", "start" },
    { "timer repeat { }", 3, 14, "expected a duration, got '\\{'", "written: timer" },
    { "busy", 3, 5, "expected a duration, got the end of the file", "busy AFTER" },
    { "busy forever", 3, 6, "for timer, start and set only", NULL },
    { "work forever { }", 3, 6, "for timer, start and set only", NULL },
    { "interrupt 5ms", 3, 11, "expected 'after', got '5ms'", "interrupt after AFTER" },
    { "interrupt after 1000001s times 1000", 3, 1, "the last interruption comes after", NULL },
    /* counts */
    { "repeat 0 { }", 3, 8, "from 1 to 1000000, not 0", NULL },
    { "repeat -1 { }", 3, 8, "from 1 to 1000000, not -1", NULL },
    { "first 1000001 { }", 3, 7, "from 1 to 1000000", NULL },
    { "repeat 99999999999999999999 { }", 3, 8, "too large", NULL },
    { "repeat 3ms { }", 3, 8, "expected a count, got '3ms'", "repeat COUNT \\{ }" },
    { "repeat { }", 3, 8, "expected a count", "written" },
    { "interrupt after 1ms times 0", 3, 27, "from 1 to 1000000", NULL },
    /* labels */
    { "log", 3, 4, "expected a label", "log LABEL" },
    { "log 5s", 3, 5, "'5s' is a duration", "quoted: \"5s\"" },
    { "log ...", 3, 5, "'...' is a gap", "quoted" },
    { "log \"a b\"", 3, 5, "\"a b\" is not a label", "letters, digits" },
    { "log \"\"", 3, 5, "\"\" is not a label", "letters, digits" },
    { "log \"a\\n\"", 3, 5, "is not a label", "letters, digits" },
    { "log a = b", 3, 7, "expected a label, got '='", "log LABEL" },
    { "log a /b/", 3, 7, "expected a label, got /b/", "log LABEL" },
    { "log a \"b", 3, 7, "string is not closed", "close it" },
    { "log aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 3, 5,
      "longer than 64 bytes", NULL },
    /* names */
    { "timer = idle { }", 3, 1, "'timer' is a word of the language, not a name", "another" },
    { "time = idle { }", 3, 1, "'time' is a word of the language, not a name", "another" },
    { "8p = idle { }", 3, 1, "'8p' is not a name", "beginning with a letter" },
    { "a.b = idle { }", 3, 1, "'a.b' is not a name", "letters, digits" },
    { "t = ", 3, 5, "expected a statement", NULL },
    { "t = t = idle { }", 3, 5, "unknown word 't'", "there are" },
    { "t = log a", 3, 1, "'log' makes nothing", "leave out" },
    { "t = repeat 2 { }", 3, 1, "'repeat' makes nothing", "leave out" },
    { "t = idle { }; t = check { }", 3, 15, "'t' is made by 'idle' on line 3", "the same word" },
    { "stop t", 3, 6, "nothing is named 't'", "t = timer" },
    { "timer1 = idle { }; stop timr1", 3, 25, "nothing is named 'timr1'", "'timer1'\\?" },
    { "timer 1ms { stop elsewhere }", 3, 18, "nothing is named 'elsewhere'", "where the handle" },
    { "stop t\nt = idle { }", 3, 6, "before it exists: it is made on line 4", "first" },
    { "repeat 2 { stop t }; t = idle { }", 3, 17, "before it exists", "first" },
    { "first 2 { } else { stop t }; t = idle { }", 3, 25, "before it exists", "first" },
    { "thread { send a }; a = async { }", 3, 15, "before it exists", "first" },
    { "observe active t; t = idle { }", 3, 16, "before it exists", "first" },
    { "close a { stop b }; a = idle { }", 3, 7, "'a' is used before", "first" },
    { "stop 5", 3, 6, "expected the name of a handle, got '5'", "stop NAME" },
    { "ref loop", 3, 5, "'loop' is a word of the language", "another" },
    { "t = idle { }; observe active", 3, 29, "expected the name of a handle", "observe WHAT" },
    /* kinds */
    { "t = idle { }; again t", 3, 21, "'again' acts on timer; 't' is made by 'idle'", NULL },
    { "t = idle { }; set t repeat 5ms", 3, 19, "'set' acts on timer", NULL },
    { "t = idle { }; send t", 3, 20, "'send' acts on async", NULL },
    { "t = idle { }; ready t", 3, 21, "'ready' acts on poll", NULL },
    { "t = idle { }; drain t", 3, 21, "'drain' acts on poll", NULL },
    { "t = idle { }; cancel t", 3, 22,
      "'cancel' acts on work, stat, lookup, reverse-lookup or random", NULL },
    { "a = async { }; stop a", 3, 21,
      "acts on timer, .*, stream, peer, accept, connect, datagram, channel, watch or inspect; 'a'",
      NULL },
    { "w = work 1ms; stop w", 3, 20, "'stop' acts on", NULL },
    { "w = work 1ms; close w", 3, 21, "channel, bind, watch or inspect; 'w' is made by 'work'",
      NULL },
    { "t = idle { }; try t 1", 3, 19, "'try' acts on stream, .* datagram", NULL },
    { "s = stream; observe queued s", 3, 28, "'observe' acts on datagram; 's'", NULL },
    { "u = datagram { }; drain u", 3, 25, "'drain' acts on poll or datagram; 'u'", NULL },
    { "u = datagram pair { }; attach u", 3, 31, "'attach' acts on datagram; 'u'", NULL },
    { "u = datagram pear { }", 3, 14, "expected '.', got 'pear'",
      "datagram .by COUNT. .thorough. .roomless. .cramped. .stopped." },
    { "u = datagram thorough roomless { }", 3, 32, "'roomless' comes after another word", NULL },
    { "u = datagram by 2 cramped { }", 3, 27, "'cramped' comes after another word", NULL },
    { "u = datagram by 0 { }", 3, 17, "a count is from 1 to 1000000, not 0", NULL },
    { "u = datagram { }; try u", 3, 24, "expected a count", "try NAME COUNT .misaddressed." },
    { "u = datagram { }; try batch u", 3, 30, "expected a count", "try batch NAME COUNT" },
    { "s = stream; feed s 1 empty", 3, 18, "only a datagram can be empty; 's' is made by 'stream'",
      NULL },
    { "s = stream; write s 1 misaddressed", 3, 19, "only a datagram can be misaddressed", NULL },
    { "reverse-lookup { }", 3, 16, "expected a duration", "reverse-lookup AFTER" },
    { "random { }", 3, 8, "expected a count", "random COUNT" },
    { "f = file; watch f", 3, 18, "expected '[{]'", "watch NAME" },
    { "f = file; inspect f { }", 3, 21, "expected 'repeat'", "inspect NAME repeat EVERY" },
    { "f = file; inspect f repeat 5 { }", 3, 28, "'5' is not a duration", "5ms" },
    { "f = file; inspect f repeat 4294967296ms { }", 3, 11, "at least every 4294967295ms", NULL },
    { "f = file; inspect f repeat forever { }", 3, 11, "at least every 4294967295ms", NULL },
    { "d = folder; inspect d repeat 5ms { }", 3, 21, "'inspect' acts on file; 'd'", NULL },
    { "d = folder; touch d", 3, 19, "'touch' acts on file; 'd'", NULL },
    { "f = file; g = file in f", 3, 23, "'file' acts on folder; 'f'", NULL },
    { "g = file d", 3, 10, "expected the end of the line, got 'd'", "file \\[in NAME\\]" },
    { "t = timer 5ms { }; stat t { }", 3, 25, "'stat' acts on folder or file; 't'", NULL },
    { "watch nowhere { }", 3, 7, "is a word of the language", "another name" },
    { "f = file; close f", 3, 17, "'close' acts on", NULL },
    { "f = file; remove f 5ms", 3, 20, "expected the end of the line", "after AFTER" },
    { "f = file; w = watch f { }; start w 5ms", 3, 34, "only a timer is started with", NULL },
    { "s = stat; unref s", 3, 17, "'unref' acts on", NULL },
    { "s = stat; ref s", 3, 15, "'ref' acts on", NULL },
    { "s = stat; observe active s", 3, 26, "'observe' acts on", NULL },
    { "t = idle { }; observe due t", 3, 27, "'observe' acts on timer; 't'", NULL },
    { "timer 1ms { again t }; t = check { }", 3, 19, "'again' acts on timer", NULL },
    { "t = timer stopped { }; start t", 3, 30, "started with a duration", "start t 10ms" },
    { "t = timer stopped { }; start t repeat 5ms", 3, 30, "with a duration", "start t 10ms" },
    { "t = idle { }; start t 5ms", 3, 21, "only a timer is started with", NULL },
    { "t = idle { }; start t repeat 5ms", 3, 21, "only a timer is started with", NULL },
    { "a = async { }; start a", 3, 22, "'start' acts on", NULL },
    /* options */
    { "poll { }", 3, 6, "expected what to poll for", "readable writable" },
    { "poll readble { }", 3, 6, "expected what to poll for", "did you mean 'readable'" },
    { "run", 3, 4, "expected a run mode", "default once nowait" },
    { "run onec", 3, 5, "expected a run mode, got 'onec'", "did you mean 'once'" },
    { "observe", 3, 8, "expected what to observe", "alive timeout now" },
    { "observe alive t", 3, 15, "expected the end of the line, got 't'", "observe WHAT" },
    { "update", 3, 7, "expected 'time'", "update time" },
    { "set t", 3, 6, "expected 'repeat'", "set NAME repeat EVERY" },
    /* places */
    { "idle { run once }", 3, 8, "'run' cannot stand in a callback", NULL },
    { "idle { close loop }", 3, 8, "'close loop' cannot stand in a callback", NULL },
    { "idle { repeat 2 { run once } }", 3, 19, "'run' cannot stand in a callback", NULL },
    { "t = idle { }; close t { run once }", 3, 25, "'run' cannot stand in a callback", NULL },
    { "thread { log a }", 3, 10, "only busy and send, not 'log'", "loop's thread" },
    { "thread { thread { } }", 3, 10, "only busy and send, not 'thread'", "loop's thread" },
    { "thread { run once }", 3, 10, "only busy and send, not 'run'", "loop's thread" },
    { "observe status", 3, 9, "no callback is running here", "in a callback" },
    { "log caf\xc3\xa9", 3, 8, "unexpected character", "beyond ASCII" },
    /* layers */
    { "timeout 5ms { }", 3, 1, "'timeout' is a word of layers node and browser, this file is",
      "did you mean 'timer'\\?" },
    { "log a; t = immediate { }", 3, 12,
      "'immediate' is a word of layer node, this file is layer core", "did you mean 'check'\\?" },
    { "exit", 3, 1, "'exit' is a word of layer node", "write 'layer node' below the rules$" },
    { "await", 3, 1, "'await' is a word of layers node and browser", "write 'layer node'" },
    { "observe code", 3, 9, "'code' is a word of layer node, this", "one of: alive .* repeat$" },
    { "idle { }\nthen { }", 4, 1, "'then' follows no block", "} then \\{.*'promise'" },
    /* callbacks that are left out */
    { "timer 5ms; log a", 3, 10, "expected '\\{', got ';'", "written: timer" },
    { "poll readable stopped", 3, 22, "expected '\\{', got the end", "written: poll" },
    /* signals, streams, second loops */
    { "signal quit { }", 3, 8, "expected a signal, got 'quit'", "hup usr1 winch term kill prof" },
    { "signal { }", 3, 8, "expected a signal", "hup usr1 winch" },
    { "raise", 3, 6, "expected a signal, got the end", "hup usr1 winch" },
    /* children and polls */
    { "child exits { }", 3, 13, "expected a status", "child \\[exits STATUS\\]" },
    { "child exits 256 { }", 3, 13, "a status is from 0 to 255, not 256", NULL },
    { "child exits -1 { }", 3, 13, "a status is from 0 to 255, not -1", NULL },
    { "child after 5ms lasts { }", 3, 1, "a child that lasts does not end", "leave out 'lasts'" },
    { "child exits 3 lasts { }", 3, 1, "a child that lasts does not end", "leave out 'lasts'" },
    { "c = child { }; kill c", 3, 22, "expected a signal, got the end", "hup usr1" },
    { "s = signal hup { }; kill s hup", 3, 26, "'kill' acts on child; 's' is made by", NULL },
    { "t = timer 1ms { }; start t 5ms hup", 3, 26, "only a signal is started with a signal", NULL },
    { "i = idle { }; start i once", 3, 21, "only a signal is started with a signal", NULL },
    { "i = idle { }; start i readable", 3, 21, "only a poll has events; 'i' is made by", NULL },
    { "poll readable readable { }", 3, 15, "'readable' is there already", NULL },
    { "poll writable prioritized { }", 3, 1, "no descriptor is made for", "make two" },
    { "p = poll readable { }; start p writable", 3, 30, "'p' is not made for 'writable', on line 3",
      "poll \\.\\.\\. writable" },
    { "p = poll readable { }; ready p disconnect", 3, 30, "'p' is not made for 'disconnect'",
      "poll \\.\\.\\. disconnect" },
    { "p = poll readable { }; break p", 3, 30, "'p' is not made for 'disconnect'",
      "where the poll" },
    { "p = poll disconnect { }; break p readable", 3, 34, "expected the end of the line", "break" },
    { "observe signal", 3, 9, "no callback is running here", "'observe signal' stands in" },
    { "observe events", 3, 9, "no callback is running here", "'observe events' stands in" },
    { "observe flags", 3, 9, "no callback is running here", "'observe flags' stands in" },
    { "f = file; observe named f", 3, 19, "no callback is running here", "'observe named' stands" },
    { "observe path", 3, 13, "expected the name of a handle", "observe WHAT" },
    { "t = timer 1ms { }; observe path t", 3, 33, "acts on watch or inspect; 't' is made", NULL },
    { "u = datagram { }; tune u", 3, 25, "expected an option of a socket, got the end", "ttl-1" },
    { "u = datagram { }; tune u ttl", 3, 26, "expected an option of a socket, got 'ttl'", "ttl-" },
    { "t = timer 1ms { }; tune t ttl-1", 3, 25, "'tune' acts on stream, .*; 't' is", NULL },
    { "u = datagram { }; feed u 1 empty double", 3, 40, "'double' comes after another", NULL },
    { "hold quit", 3, 6, "expected a signal, got 'quit'", "hup usr1" },
    { "ask", 3, 4, "expected a question, got the end", "udp-room" },
    { "ask udp-roo", 3, 5, "expected a question, got 'udp-roo'", "udp-room" },
    { "configure", 3, 10, "expected an option of the loop, got the end", "idle-time unknown" },
    { "configure idle", 3, 11, "expected an option of the loop, got 'idle'", "idle-time" },
    { "timer 1ms { wait }", 3, 13, "'wait' cannot stand", "" },
    { "timer 1ms { renew loop }", 3, 13, "'renew loop' cannot stand", "" },
    { "renew t", 3, 7, "", "renew loop" },
    { "e = async { log a }; give e { log b }", 3, 27,
      "acts on timer, idle, prepare, check, poll or signal", "" },
    { "s = signal usr1 { log a }; give nothing s", 3, 41, "acts on timer, idle, prepare or check",
      "" },
    { "observe walked", 3, 15, "expected the name of a handle", "" },
    { "listen udp { }", 3, 8, "expected a kind of stream, got 'udp'", "pipe tcp|mean 'tcp'" },
    { "connect nowhere { }", 3, 17, "expected a kind of stream", "pipe tcp" },
    { "connect { }", 3, 9, "expected the name of a handle", "connect NAME \\{ }" },
    { "connect l { }", 3, 9, "nothing is named 'l'", "where the handle is made" },
    { "a = async { }; b = accept a", 3, 27, "'accept' acts on .*listen.*; 'a' is made by 'async'",
      NULL },
    { "a = stream; bind a { }", 3, 18, "'bind' acts on listen; 'a' is made by 'stream'", NULL },
    { "l = listen pipe { }; start l", 3, 28, "'start' acts on .* bind, .*; 'l' is made by 'listen'",
      NULL },
    { "a = channel; pass a", 3, 20, "expected 'over'", "pass NAME over NAME" },
    { "a = channel; pass a over", 3, 25, "expected the name of a handle", "pass NAME over NAME" },
    { "a = channel; t = timer 1ms { }; pass t over a", 3, 38, "'pass' acts on stream, .*; 't'",
      NULL },
    { "a = channel; t = timer 1ms { }; pass a over t", 3, 45, "'pass' acts on stream, .*; 't'",
      NULL },
    { "a = channel; pass a over b", 3, 26, "nothing is named 'b'", "where the handle is made" },
    { "a = stream; try a", 3, 18, "expected a count", "try NAME COUNT" },
    { "a = stream; try a 5 { }", 3, 21, "expected the end of the line", "try NAME COUNT" },
    { "a = stream; feed a 0", 3, 20, "a count is from 1 to 1000000, not 0", NULL },
    { "observe unwritten", 3, 18, "expected the name of a handle", "observe WHAT" },
    { "t = timer 1ms { }; observe readable t", 3, 37, "acts on stream, .*; 't' is made by 'timer'",
      NULL },
    { "a = stream; b = peer a; c = peer b", 3, 34,
      "'peer' acts on stream or channel; 'b' is made by", NULL },
    { "b = peer a; a = stream", 3, 10, "'a' is used before it exists", "made first" },
    { "a = stream { }", 3, 12, "expected the end of the line", "written: stream" },
    { "a = stream; read a by { }", 3, 23, "expected a count", "read NAME \\[by COUNT\\]" },
    { "a = stream; read a by -1 { }", 3, 23, "a count of bytes is from 0", NULL },
    { "a = stream; read a", 3, 19, "expected '\\{'", "written: read" },
    { "a = stream; write a { }", 3, 21, "expected a count", "write NAME COUNT" },
    { "a = stream; write a 1000001", 3, 21, "a count of bytes is from 0 to 1000000", NULL },
    { "t = timer 1ms { write t 3 }", 3, 23,
      "'write' acts on stream, peer, accept, connect, datagram or channel; 't' is made by 'timer'",
      NULL },
    { "c = child { }; start c", 3, 22,
      "'start' acts on timer, idle, prepare, check, poll, signal, datagram, bind, watch or inspect",
      NULL },
    { "l = loop { }", 3, 1, "'loop' makes nothing that could be named", "leave out the name" },
    { "loop { run once }", 3, 8, "'run' cannot stand in the block of a loop", NULL },
    { "loop { loop { } }", 3, 8, "'loop' cannot stand in the block of a loop", NULL },
    { "timer 1ms { loop { } }", 3, 13, "'loop' cannot stand in a callback", NULL },
    { "thread { raise hup }", 3, 10, "a thread's block holds only busy and send", "belong to" },
};

/* Below the head of a node program. */
static const struct refusal bad_node_bodies[] = {
    /* layers */
    { "timer 5ms { }", 4, 1, "'timer' is a word of layer core, this file is layer node",
      "did you mean 'timeout'\\?" },
    { "check { }", 4, 1, "'check' is a word of layer core", "did you mean 'immediate'\\?" },
    { "t = timeout 5ms { }; stop t", 4, 22, "'stop' is a word of layer core", "mean 'clear'" },
    { "run once", 4, 1, "'run' is a word of layer core", "^for a .* write 'layer core' below" },
    { "stop loop", 4, 1, "'stop loop' is a word of layer core", "'layer core'" },
    { "close loop", 4, 1, "'close loop' is a word of layer core", "'layer core'" },
    { "update", 4, 1, "'update time' is a word of layer core", "'layer core'" },
    { "tick { thread { } }", 4, 8, "'thread' is a word of layer core", "'layer core'" },
    { "timout 5ms { }", 4, 1, "unknown word 'timout'", "did you mean 'timeout'\\?" },
    { "zzzzzz", 4, 1, "unknown word 'zzzzzz'",
      "there are: poll work stat lookup timeout .* first$" },
    { "then { }", 4, 1, "'then' follows no block", "} then \\{' on one line" },
    { "promise { }\nthen { }", 5, 1, "'then' follows no block", "} then \\{" },
    { "observe alive", 4, 9, "'alive' is a word of layer core, this", "one of: now status code$" },
    { "t = timeout 1ms { }; observe due t", 4, 30, "'due' is a word of layer core", "one of" },
    { "observe nwo", 4, 9, "expected what to observe, got 'nwo'", "it is one of: now|did you" },
    { "lookup 5ms", 4, 1, "layer node has no lookup without a callback", "lookup AFTER" },
    { "p = poll readable stopped { }", 4, 1, "no word to start a stopped poll", "leave out" },
    /* durations and parts */
    { "timeout { }", 4, 9, "expected a duration, got '\\{'", "timeout AFTER \\{ }" },
    { "timeout 5 { }", 4, 9, "'5' is not a duration", "5ms" },
    { "timeout forever { }", 4, 9, "for timer, start and set only", NULL },
    { "interval 1000000000001ms { }", 4, 10, "longer than 1000000000000ms", NULL },
    { "timeout 5ms repeat 5ms { }", 4, 13, "expected '\\{', got 'repeat'", "written: timeout" },
    { "timeout 5ms", 4, 12, "expected '\\{', got the end", "written: timeout" },
    { "read-file", 4, 10, "expected '\\{'", "read-file \\{ }" },
    { "socket { }", 4, 8, "expected the end of the line, got '\\{'", "written: socket" },
    { "reject { }", 4, 8, "expected the end of the line, got '\\{'", "written: reject" },
    { "r = reject; catch r", 4, 20, "expected '\\{'", "catch NAME \\{ }" },
    { "promise", 4, 8, "expected '\\{'", "promise \\{ } \\[then \\{ }\\]\\.\\.\\." },
    { "promise then { }", 4, 9, "expected '\\{', got 'then'", "written: promise" },
    { "promise { } then", 4, 17, "expected '\\{', got the end", "written: promise" },
    { "promise { } then { } then log", 4, 27, "expected '\\{', got 'log'", "written: promise" },
    { "promise { } else { }", 4, 13, "expected the end of the line, got 'else'", "written" },
    { "promise { } then { zzzzzz }", 4, 20, "unknown word 'zzzzzz'", "there are" },
    { "promise { } then { } then {", 4, 27, "block is not closed", "close it" },
    { "tick { } then { }", 4, 10, "expected the end of the line, got 'then'", "tick" },
    { "first 1 { } then { }", 4, 13, "expected the end of the line, got 'then'", "first" },
    { "on { }", 4, 4, "expected an event of the process, got '\\{'",
      "one of: uncaught rejection handled before-exit exit$" },
    { "on exti { }", 4, 4, "expected an event of the process, got 'exti'", "'exit'\\?" },
    { "on exit", 4, 8, "expected '\\{'", "on uncaught\\|rejection" },
    { "throw up", 4, 7, "expected the end of the line, got 'up'", "written: throw" },
    { "exit 1", 4, 6, "expected the end of the line, got '1'", "written: exit" },
    /* names and kinds */
    { "t = promise { }", 4, 1, "'promise' makes nothing", "leave out" },
    { "t = flow { }", 4, 1, "'flow' makes nothing", "leave out" },
    { "tick = timeout 5ms { }", 4, 1, "'tick' is a word of the language", "another" },
    { "then = timeout 5ms { }", 4, 1, "'then' is a word of the language", "another" },
    { "clear t", 4, 7, "nothing is named 't'", "t = timeout 10ms" },
    { "clear t; t = timeout 5ms { }", 4, 7, "'t' is used before it exists", "first" },
    { "catch r { }; r = reject", 4, 7, "'r' is used before it exists", "first" },
    { "s = socket; clear s", 4, 19, "acts on timeout, interval or immediate; 's'", NULL },
    { "i = immediate { }; refresh i", 4, 28, "'refresh' acts on timeout or interval;", NULL },
    { "t = timeout 5ms { }; close t", 4, 28, "'close' acts on poll or socket; 't'", NULL },
    { "r = reject; unref r", 4, 19, "acts on poll, timeout, interval, immediate or socket;", NULL },
    { "w = work 5ms; ref w", 4, 19, "'ref' acts on", NULL },
    { "s = socket; ready s", 4, 19, "'ready' acts on poll", NULL },
    { "again k", 4, 7, "nothing is named 'k'", "t = timeout 10ms" },
    { "again k; k = tick { }", 4, 7, "'k' is used before it exists", "first" },
    { "v = interval 5ms { again v }", 4, 26,
      "'again' acts on timeout, immediate, tick or microtask; 'v' is made by 'interval'",
      "an interval comes again by itself" },
    { "s = socket; again s", 4, 19, "'again' acts on timeout, immediate, tick or microtask;",
      NULL },
    { "k = tick { }; clear k", 4, 21, "timeout, interval or immediate; 'k' is made by 'tick'",
      NULL },
    { "k = tick { }; unref k", 4, 21, "'unref' acts on poll, timeout,", NULL },
    { "m = microtask { }; ref m", 4, 24, "'m' is made by 'microtask' on line 4", NULL },
    { "m = microtask { refresh m }", 4, 25, "'refresh' acts on timeout or interval;", NULL },
    { "k = tick { }; k = microtask { }", 4, 15, "'k' is made by 'tick' on line 4", "same word" },
    { "s = socket; catch s { }", 4, 19, "'catch' acts on reject; 's' is made by 'socket'", NULL },
    /* places */
    { "await", 4, 1, "'await' stands right in the body of a flow only", "flow \\{ log a; await" },
    { "tick { await }", 4, 8, "right in the body of a flow only", "flow" },
    { "flow { repeat 2 { await } }", 4, 19, "not in a block within", "flow" },
    { "flow { first 2 { } else { await } }", 4, 27, "not in a block within", "flow" },
    { "flow { tick { await } }", 4, 15, "not in a block within", "flow" },
    { "throw; log a", 4, 8, "never reached: 'throw' on line 4 ends the block", "leave it out" },
    { "tick {\nexit\n# c\n\nlog a\n}", 8, 1, "never reached: 'exit' on line 5", "above" },
    { "flow { throw; await }", 4, 15, "never reached: 'throw'", "leave it out" },
    { "promise { } then { throw; throw }", 4, 27, "never reached: 'throw'", "leave it out" },
    { "observe status", 4, 9, "no callback is running here", "in a callback" },
    { "observe code", 4, 9, "nobody is told the exit code here", "'on exit' or 'on before-exit'" },
    { "on uncaught { observe code }", 4, 23, "nobody is told the exit code", "on exit" },
    { "on exit { tick { observe code } }", 4, 26, "nobody is told the exit code", "on exit" },
};

static const struct refusal bad_browser_bodies[] = {
    { "immediate { }", 4, 1, "'immediate' is a word of layer node", "'layer node'" },
    { "tick { }", 4, 1, "'tick' is a word of layer node, this file is layer browser",
      "did you mean 'microtask'\\?" },
    { "timer 5ms { }", 4, 1, "'timer' is a word of layer core", "did you mean 'timeout'\\?" },
    { "check { }", 4, 1, "'check' is a word of layer core", "'layer core'" },
    { "work 5ms { }", 4, 1, "'work' is a word of layers core and node, this", "'layer core'" },
    { "observe now", 4, 1, "'observe' is a word of layers core and node, this", "'layer core'" },
    { "on exit { }", 4, 4, "'exit' is a word of layer node", "one of: uncaught rejection$" },
    { "timeout 5ms { clear p }", 4, 21, "nothing is named 'p'", "t = timeout 10ms" },
    { "v = interval 5ms { again v }", 4, 26,
      "'again' acts on timeout, microtask or frame; 'v' is made by 'interval'",
      "an interval comes again by itself" },
    { "f = frame { unref f }", 4, 13, "'unref' is a word of layers core and node, this",
      "'layer core'" },
    { "f = frame { }; catch f { }", 4, 22, "'catch' acts on reject; 'f' is made by 'frame'", NULL },
    { "m = microtask { clear m }", 4, 23, "acts on timeout, interval or frame; 'm'", NULL },
    { "on { }", 4, 4, "expected an event of the page, got '\\{'", "one of: uncaught rejection$" },
    { "zzzzzz", 4, 1, "unknown word", "there are: timeout interval reject microtask frame again" },
};

static void check_refusals(const char *head, const struct refusal *r, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *source = xasprintf("%s%s", head, r[i].source);
        check_refusal(&r[i], source, strlen(source));
        free(source);
    }
}

static void test_bad_bodies(void)
{
    check_refusals(HEAD, bad_bodies, ARRAY_SIZE(bad_bodies));
    check_refusals(NODE, bad_node_bodies, ARRAY_SIZE(bad_node_bodies));
    check_refusals(BROWSER, bad_browser_bodies, ARRAY_SIZE(bad_browser_bodies));
}

/* Whole files. */
static const struct refusal bad_files[] = {
    { "", 1, 1, "'title' is missing", "begin the file with" },
    { "\xef\xbb\xbf", 1, 1, "'title' is missing", "begin the file with" },
    { "# only a comment\n", 2, 1, "'title' is missing", "begin" },
    { "log a\n", 1, 1, "'title' is missing", "begin" },
    { "titel \"x\"\n", 1, 1, "'title' is missing", "did you mean 'title'" },
    { "title \"x\"\nrule A-1\n", 2, 1, "unknown word 'rule'", "did you mean 'rules'" },
    { HEAD, 3, 1, "no statement", "log hello" },
    { HEAD "# nothing\n\n", 5, 1, "no statement", "log hello" },
    { HEAD "title \"u\"\nlog a\n", 3, 1, "'title' stands on line 1 already", NULL },
    { HEAD "rules A-2\nlog a\n", 3, 1, "'rules' stands on line 2 already", NULL },
    { "title x\n", 1, 7, "expected a title, got 'x'", "quoted" },
    { "title\n", 1, 6, "expected a title, got the end of the line", "quoted" },
    { "title \"\"\n", 1, 7, "the title is empty", NULL },
    { "title \"a\\nb\"\n", 1, 7, "one line", NULL },
    { "title \"a\\qb\"\n", 1, 9, "unknown escape", "the escapes are" },
    { "title \"a\" b\n", 1, 11, "expected the end of the line", "one a line" },
    { "title \"a\"; rules A-1\n", 1, 10, "expected the end of the line", "one a line" },
    { "title \"t\"\nrules\nlog a", 2, 6, "no rule is named", "TIMER-9" },
    { "title \"t\"\nrules timer-1\n", 2, 7, "expected a rule id, got 'timer-1'", "TIMER-9" },
    { "title \"t\"\nrules TIMER\n", 2, 7, "expected a rule id", "TIMER-9" },
    { "title \"t\"\nrules TIMER-\n", 2, 7, "expected a rule id", "TIMER-9" },
    { "title \"t\"\nrules -1\n", 2, 7, "expected a rule id", "TIMER-9" },
    { "title \"t\"\nrules A-1, A-2\n", 2, 10, "expected a rule id, got ','", "TIMER-9" },
    { "title \"t\"\nrules A-1 A-2 A-1\n", 2, 15, "'A-1' is listed twice", NULL },
    { HEAD "layer nodes\nlog a", 3, 7, "expected a layer, got 'nodes'", "core, node and" },
    { HEAD "layer node\ntick { log a }\nlayer core", 5, 1, "'layer' comes too late", "above" },
    { HEAD "needs\nlog a", 3, 6, "nothing is needed", "leave the line out" },
    { HEAD "needs exact-tme\nlog a", 3, 7, "'exact-tme' can be needed", "'exact-time'\\?" },
    { HEAD "needs magic-wand\nlog a", 3, 7, "'magic-wand' can",
      "there are: exact-time .*javascript$" },
    { HEAD "needs idle idle\nlog a", 3, 12, "'idle' is listed twice", NULL },
    { HEAD "workers 0\nlog a", 3, 9, "workers is from 1 to 1024, not 0", NULL },
    { HEAD "workers 1025\nlog a", 3, 9, "workers is from 1 to 1024, not 1025", NULL },
    { HEAD "workers four\nlog a", 3, 9, "expected a number of workers, got 'four'", NULL },
    { HEAD "workers \"four'\"\nlog a", 3, 9, "is no size of a pool", "a short text" },
    { HEAD "workers \"12345678901234567\"\nlog a", 3, 9, "is no size of a pool", "a short text" },
    { HEAD "budget 20000001\nlog a", 3, 8, "from 1 to 20000000", NULL },
    { HEAD "uptime 5\nlog a", 3, 8, "expected a time with its unit, got '5'", "1ms to 3650d" },
    { HEAD "uptime 999us\nlog a", 3, 8, "the uptime cannot be 999us", "1ms to 3650d" },
    { HEAD "uptime 3651d\nlog a", 3, 8, "the uptime cannot be 3651d", "1ms to 3650d" },
    { HEAD "budget 5 5\nlog a", 3, 10, "expected the end of the line, got '5'", "one a line" },
    { HEAD "log \x01", 3, 5, "control character 0x01", NULL },
    { HEAD "log a\rlog b", 3, 6, "control character 0x0d", NULL },
    { HEAD "log \xff", 3, 5, "invalid UTF-8 byte 0xff", "UTF-8" },
    { HEAD "# \xc3", 3, 3, "invalid UTF-8 byte 0xc3", "UTF-8" },
};

static void test_bad_files(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(bad_files); i++)
        check_refusal(&bad_files[i], bad_files[i].source, strlen(bad_files[i].source));
    static const char with_nul[] = HEAD "log a\0b\n";
    const struct refusal nul = { "a NUL byte", 3, 6, "NUL byte", "text file" };
    check_refusal(&nul, with_nul, sizeof with_nul - 1);
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
    test_bad_bodies();
    test_bad_files();
    test_bounds();
    test_many_strings();
    test_encodings();
    return done_testing();
}
