/* The printer: one canonical form, in which nothing that was written is lost, and
 * which is its own canonical form. */
#include "scenario/program.h"

#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "scenario/words.h"
#include "tap/tap.h"

#define HEAD "title \"t\"\nrules A-1\n"
#define NODE HEAD "layer node\n"
#define TOP  HEAD "\n" /* as the canonical form begins */
#define NTOP NODE "\n"

/* The canonical form of `source`, or the message that refuses it. */
static char *canonical(const char *source)
{
    struct diag d;
    struct program *p = program_parse("t.loop", source, strlen(source), &d);
    if (!p)
        return xasprintf("%u:%u: %s", d.at.line, d.at.column, d.message);
    char *text = program_print(p);
    program_free(p);
    return text;
}

static void check_form(const char *source, const char *form, const char *what)
{
    char *once = canonical(source);
    char *twice = canonical(once);
    is(once, form, "%s", what);
    is(twice, once, "  and again");
    free(once);
    free(twice);
}

static const struct {
    const char *what, *source, *form;
} forms[] = {
    { "one statement a line", HEAD "log a;log b;\n log   c", TOP "log a\nlog b\nlog c\n" },
    { "a short block stays on its line", HEAD "work 95ms {\n log read\n\n busy 10ms\n}",
      TOP "work 95ms { log read; busy 10ms }\n" },
    { "an empty block", HEAD "idle {\n\n}\nwork 1ms {}", TOP "idle { }\nwork 1ms { }\n" },
    { "no block is not an empty block", HEAD "stat;stat{}", TOP "stat\nstat { }\n" },
    { "a block in a block opens the outer one", HEAD "idle { idle { log a } }",
      TOP "idle {\n    idle { log a }\n}\n" },
    { "both blocks on the line", HEAD "first 2{log a}else{log b}",
      TOP "first 2 { log a } else { log b }\n" },
    { "both blocks opened", HEAD "first 2{log a}else{idle{}}",
      TOP "first 2 {\n    log a\n} else {\n    idle { }\n}\n" },
    { "an opened statement keeps an empty block shut", HEAD "first 2{}else{idle{}}",
      TOP "first 2 { } else {\n    idle { }\n}\n" },
    { "80 columns fit",
      HEAD "idle { log aaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb cccccc }",
      TOP "idle { log aaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb cccccc }\n" },
    { "81 columns do not",
      HEAD "idle { log aaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb ccccccc }",
      TOP "idle {\n"
          "    log aaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb ccccccc\n}\n" },
    { "the indent counts",
      HEAD "idle{idle{log aaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb ccc}}",
      TOP "idle {\n    idle {\n"
          "        log aaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb ccc\n"
          "    }\n}\n" },
    { "a comment behind does not",
      HEAD "idle { log aaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb cccccc } # d",
      TOP
      "idle { log aaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb cccccc }  # d\n" },

    { "durations in milliseconds where whole", HEAD "busy 1min;busy 0.5s;busy 1500us;busy 0.001us",
      TOP "busy 60000ms\nbusy 500ms\nbusy 1500us\nbusy 1ns\n" },
    { "quotes only where needed", HEAD "log \"a\" \"timer\" \"5s\" \"14\" \"...\" \"-\"",
      TOP "log a timer \"5s\" 14 \"...\" -\n" },
    { "a number too large for the lexer is quoted", HEAD "log \"99999999999999999999\"",
      TOP "log \"99999999999999999999\"\n" },
    { "times 1 is not said", HEAD "interrupt after 1ms times 1", TOP "interrupt after 1ms\n" },
    { "zero is not nothing", HEAD "timer 0ms repeat 0ms { }", TOP "timer 0ms repeat 0ms { }\n" },

    { "a chain on its line", NODE "promise{log a}then{log b;log c}then{}",
      NTOP "promise { log a } then { log b; log c } then { }\n" },
    { "a short chain is shut", NODE "promise {\n log a\n} then {\n\n log b\n}",
      NTOP "promise { log a } then { log b }\n" },
    { "a block in the last link opens all", NODE "promise{log a}then{}then{tick{throw}}",
      NTOP "promise {\n    log a\n} then { } then {\n    tick { throw }\n}\n" },
    { "a long chain is opened",
      NODE
      "promise{log aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}then{log bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb}",
      NTOP "promise {\n    log aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n} then {\n"
           "    log bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\n}\n" },
    { "comments in a chain", NODE "promise { # a\n} then { # b\n log c # d\n # e\n} then { } # f",
      NTOP "promise {\n    # a\n} then {\n    # b\n    log c  # d\n    # e\n} then { }  # f\n" },
    { "a chain in a block", NODE "tick{promise{log a}then{tick{}}}",
      NTOP "tick {\n    promise {\n        log a\n    } then {\n        tick { }\n    }\n}\n" },
    { "a chain opens the block around it", NODE "tick{promise{log a}then{log b}}",
      NTOP "tick {\n    promise { log a } then { log b }\n}\n" },
    { "a flow on its line", NODE "flow{log a;await;log b}", NTOP "flow { log a; await; log b }\n" },
    { "a delay keeps its fraction", NODE "timeout 1.9ms{}", NTOP "timeout 1900us { }\n" },

    { "header lines in order",
      "budget 7\nworkers 3\nneeds idle close\nlayer core\nrules A-1 B-2\ntitle \"a \\\"b\\\" "
      "\\\\\"\n"
      "log a",
      "title \"a \\\"b\\\" \\\\\"\nrules A-1 B-2\nlayer core\nneeds idle close\nworkers 3\nbudget "
      "7\n"
      "\nlog a\n" },
    { "layer core is written if it was", HEAD "layer core\nlog a", HEAD "layer core\n\nlog a\n" },
    { "another layer is written", HEAD "layer browser\nlog a", HEAD "layer browser\n\nlog a\n" },
    { "blank lines in the head go", "\n\ntitle \"t\"\n\n\nrules A-1\nlog a", TOP "log a\n" },

    { "one blank line is kept", HEAD "log a\n\n\n\nlog b\nlog c", TOP "log a\n\nlog b\nlog c\n" },
    { "none at the ends of a block", HEAD "\n\nidle {\n\n idle { }\n\n log b\n\n}\n\n\n",
      TOP "idle {\n    idle { }\n\n    log b\n}\n" },

    { "comments stay where they stood",
      HEAD "# above\nlog a # behind\n# between\n\n# own\n\nlog b\n# end",
      TOP "# above\nlog a  # behind\n# between\n\n# own\n\nlog b\n# end\n" },
    { "a blank line before the last comment", HEAD "log a\n\n\n# end\n\n# end\n\n",
      TOP "log a\n\n# end\n\n# end\n" },
    { "a comment behind '{' goes into the block", HEAD "idle { # c\n log a }",
      TOP "idle {\n    # c\n    log a\n}\n" },
    { "a comment alone in a block", HEAD "idle {\n\n # c\n\n}", TOP "idle {\n    # c\n}\n" },
    { "comments at the end of a block", HEAD "idle { log a\n\n # c\n # d\n}",
      TOP "idle {\n    log a\n\n    # c\n    # d\n}\n" },
    { "a comment behind '}'", HEAD "idle {\n log a\n} # c", TOP "idle { log a }  # c\n" },
    { "a comment behind ';'", HEAD "log a; # c\nlog b;log c;#d",
      TOP "log a  # c\nlog b\nlog c  #d\n" },
    { "a comment behind a step in a block", HEAD "idle { log a # c\n}",
      TOP "idle {\n    log a  # c\n}\n" },
    { "comments in both blocks of first", HEAD "first 1 { # a\n} else { # b\n} # c",
      TOP "first 1 {\n    # a\n} else {\n    # b\n}  # c\n" },
    { "comments in the head move with their lines",
      "# top\n\n# rules\nrules A-1 # r\n# title\ntitle \"t\" # t\n#n\nneeds idle #i\n# first\nlog "
      "a",
      "# top\n\n# rules\n# title\ntitle \"t\"  # t\nrules A-1  # r\n#n\nneeds idle  #i\n"
      "\n# first\nlog a\n" },
    { "a comment below the head", HEAD "\n# one\n\n\n# two\nlog a", TOP "# one\n\n# two\nlog a\n" },
    { "an empty comment", HEAD "log a #\n#\nlog b", TOP "log a  #\n#\nlog b\n" },
    { "any text in a comment", HEAD "log a # } { ; \" \xc3\xa9\t#",
      TOP "log a  # } { ; \" \xc3\xa9\t#\n" },
    { "CRLF becomes LF", "title \"t\"\r\nrules A-1\r\n\r\n# c  \r\nlog a\r\n", TOP "# c\nlog a\n" },
};

static void test_forms(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(forms); i++)
        check_form(forms[i].source, forms[i].form, forms[i].what);
}

/* One line per form of every word, already canonical. */
static const char every_core_word[] = TOP "t = timer 10ms repeat 5ms { log a }\n"
                                          "timer forever repeat forever { log a }\n"
                                          "u = timer stopped { }\n"
                                          "i = idle { }\n"
                                          "idle stopped { }\n"
                                          "prepare { }\n"
                                          "prepare stopped { }\n"
                                          "check { }\n"
                                          "check stopped\n"
                                          "check stopped { }\n"
                                          "p = poll readable after 5ms { }\n"
                                          "poll writable after 1us stopped { }\n"
                                          "poll readable { }\n"
                                          "a = async { observe status }\n"
                                          "w = work 5ms { }\n"
                                          "work 1ns\n"
                                          "s = stat { }\n"
                                          "stat\n"
                                          "start i\n"
                                          "start t 5ms\n"
                                          "start t 5ms repeat forever\n"
                                          "stop t\n"
                                          "close t { log closed }\n"
                                          "close u\n"
                                          "ref i\n"
                                          "unref i\n"
                                          "again t\n"
                                          "set t repeat 0ms\n"
                                          "prefer t\n"
                                          "defer t by 2\n"
                                          "soon { log a }\n"
                                          "post stopped { log a }\n"
                                          "at-exit { log a }\n"
                                          "defer t\n"
                                          "ready p\n"
                                          "ready p after 3us\n"
                                          "drain p\n"
                                          "send a\n"
                                          "cancel w\n"
                                          "l = lookup 20ms { log a }\n"
                                          "cancel l\n"
                                          "g = signal usr1 { stop g }\n"
                                          "start g\n"
                                          "raise hup\n"
                                          "raise winch after 3ms\n"
                                          "o = signal term once stopped { }\n"
                                          "start o hup once\n"
                                          "start o\n"
                                          "e = child exits 3 after 5ms { }\n"
                                          "child exits 0 { }\n"
                                          "child lasts { observe signal }\n"
                                          "child nowhere { log a }\n"
                                          "kill e kill\n"
                                          "blocked { raise hup }\n"
                                          "qq = poll readable disconnect { }\n"
                                          "start qq disconnect\n"
                                          "ready qq readable after 5ms\n"
                                          "drain qq readable disconnect\n"
                                          "break qq\n"
                                          "break qq after 5ms\n"
                                          "free qq\n"
                                          "poll readable prioritized { }\n"
                                          "configure idle-time\n"
                                          "hold prof\n"
                                          "wait\n"
                                          "renew loop\n"
                                          "child { observe status }\n"
                                          "x = stream\n"
                                          "y = peer x\n"
                                          "n = listen tcp { z = accept n }\n"
                                          "c = connect n { log a }\n"
                                          "connect nowhere pipe { observe status }\n"
                                          "d = datagram { log a }\n"
                                          "datagram by 4 thorough stopped { log a }\n"
                                          "datagram roomless { log a }\n"
                                          "q = datagram pair stopped { log a }\n"
                                          "reverse-lookup 5ms { log a }\n"
                                          "reverse-lookup 5ms\n"
                                          "random 16 { log a }\n"
                                          "random 16\n"
                                          "try d 5\n"
                                          "try d 5 misaddressed\n"
                                          "try batch q 5\n"
                                          "attach d\n"
                                          "detach d\n"
                                          "drain q\n"
                                          "ready q after 5ms\n"
                                          "write q 5 misaddressed { log a }\n"
                                          "observe queued q\n"
                                          "observe unsent q\n"
                                          "feed d 3 empty\n"
                                          "feed d 3 empty after 5ms\n"
                                          "dir = folder\n"
                                          "one = file\n"
                                          "two = file in dir\n"
                                          "watch dir { observe status }\n"
                                          "watch one stopped { log a }\n"
                                          "inspect one repeat 10ms { log a }\n"
                                          "inspect two repeat 0ms stopped { log a }\n"
                                          "stat one\n"
                                          "stat dir { observe status }\n"
                                          "change one\n"
                                          "touch two after 5ms\n"
                                          "create one\n"
                                          "remove one after 2ms\n"
                                          "rename two\n"
                                          "tangle two after 3ms\n"
                                          "read x by 1 { stop x }\n"
                                          "read y { observe status }\n"
                                          "write x 3\n"
                                          "write x 200000 { log a }\n"
                                          "shutdown x\n"
                                          "shutdown y { log a }\n"
                                          "feed d 100\n"
                                          "feed d 3 after 5ms\n"
                                          "loop { log a }\n"
                                          "log a b 14 8p log\n"
                                          "observe alive\n"
                                          "observe timeout\n"
                                          "observe now\n"
                                          "observe result\n"
                                          "observe threads\n"
                                          "observe turns\n"
                                          "observe active t\n"
                                          "observe closing t\n"
                                          "observe referenced t\n"
                                          "observe due t\n"
                                          "busy 10ms\n"
                                          "repeat 3 { log a }\n"
                                          "first 2 { log a }\n"
                                          "first 2 { log a } else { log b }\n"
                                          "thread { busy 5ms; send a }\n"
                                          "interrupt after 5ms\n"
                                          "interrupt after 5ms times 3\n"
                                          "run default\n"
                                          "run once\n"
                                          "run nowait\n"
                                          "stop loop\n"
                                          "h = channel\n"
                                          "ee = bind n { log a }\n"
                                          "start ee\n"
                                          "try h 0\n"
                                          "block h\n"
                                          "unblock h\n"
                                          "pass h over h\n"
                                          "pass h over h { log passed }\n"
                                          "t = timer 1ms { log a }\n"
                                          "give t { log b }\n"
                                          "give nothing t\n"
                                          "reset h\n"
                                          "tune h probe-after-60\n"
                                          "ask udp-room\n"
                                          "reset h { log reset }\n"
                                          "observe unwritten h\n"
                                          "close loop\n"
                                          "update time\n";

static const char every_hosted_word[] = NTOP "t = timeout 10ms { log a }\n"
                                             "timeout 1900us { }\n"
                                             "v = interval 0ms { log a }\n"
                                             "i = immediate { clear v }\n"
                                             "read-file { observe status }\n"
                                             "s = socket\n"
                                             "socket\n"
                                             "r = reject\n"
                                             "reject\n"
                                             "p = poll readable after 5ms { drain p }\n"
                                             "work 5ms { log a }\n"
                                             "stat\n"
                                             "lookup 5ms { log a }\n"
                                             "clear i\n"
                                             "refresh t\n"
                                             "ref p\n"
                                             "unref t\n"
                                             "ready p after 3us\n"
                                             "close p\n"
                                             "close s { log closed }\n"
                                             "catch r { log c }\n"
                                             "tick { log k }\n"
                                             "k = tick { log k; again k }\n"
                                             "microtask { log m }\n"
                                             "m = microtask { again m }\n"
                                             "promise { log a }\n"
                                             "promise { log a } then { log b }\n"
                                             "flow { log a; await; log b }\n"
                                             "on uncaught { log u }\n"
                                             "on rejection { }\n"
                                             "on handled { }\n"
                                             "on before-exit { observe code }\n"
                                             "on exit { observe code }\n"
                                             "first 1 { throw } else { exit }\n"
                                             "observe now\n"
                                             "busy 10ms\n"
                                             "repeat 3 { log a }\n";

static const char every_browser_word[] = HEAD "layer browser\n"
                                              "\n"
                                              "t = timeout 10ms { again t }\n"
                                              "v = interval 10ms { clear v }\n"
                                              "f = frame { log f; again f }\n"
                                              "frame { }\n"
                                              "clear f\n"
                                              "r = reject\n"
                                              "catch r { log c }\n"
                                              "m = microtask { again m }\n"
                                              "promise { log a } then { throw }\n"
                                              "flow { await }\n"
                                              "on uncaught { log u }\n"
                                              "on rejection { }\n"
                                              "first 1 { busy 10ms } else { log b }\n"
                                              "repeat 3 { log a }\n";

static void mark_kinds(const struct block *b, bool seen[STEP_KIND_COUNT])
{
    for (uint32_t i = 0; b && i < b->count; i++) {
        seen[b->step[i].kind] = true;
        mark_kinds(b->step[i].body, seen);
        mark_kinds(b->step[i].otherwise, seen);
        for (uint32_t link = 0; link < b->step[i].then_count; link++)
            mark_kinds(&b->step[i].then[link], seen);
    }
}

static void test_every_word(void)
{
    static const char *const programs[] = { every_core_word, every_hosted_word,
                                            every_browser_word };
    bool seen[STEP_KIND_COUNT] = { false };
    for (size_t i = 0; i < ARRAY_SIZE(programs); i++) {
        struct diag d;
        struct program *p = program_parse("t.loop", programs[i], strlen(programs[i]), &d);
        check_form(programs[i], programs[i], "every word in every form");
        if (p)
            mark_kinds(&p->main, seen);
        program_free(p);
    }
    for (size_t kind = 0; kind < STEP_KIND_COUNT; kind++)
        ok(seen[kind], "'%s' is among them", step_word((enum step_kind)kind));
}

/* The deepest program has the widest indent. */
static void test_deepest(void)
{
    char *source = xmalloc(4096), *at = stpcpy(source, HEAD);
    for (int i = 0; i < PROGRAM_DEPTH_MAX; i++)
        at = stpcpy(at, "idle {");
    at = stpcpy(at, "# c\nlog a # d\n # e\n");
    for (int i = 0; i < PROGRAM_DEPTH_MAX; i++)
        at = stpcpy(at, "}");
    char *once = canonical(source), *twice = canonical(once);
    is(twice, once, "32 blocks deep");
    free(once);
    free(twice);
    free(source);
}

int main(void)
{
    test_forms();
    test_every_word();
    test_deepest();
    return done_testing();
}
