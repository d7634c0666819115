/* Every form of the trace language parses as documented and prints canonically; every mistake is an
 * error at its location. */
#include "match/expect.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "tap/tap.h"

static struct expect *parse(const char *source, struct diag *d)
{
    return expect_parse("x.trace", source, strlen(source), d);
}

static struct program *program_of(const char *layer, const char *steps)
{
    struct diag d = { 0 };
    char *source = xasprintf("title \"t\"\nrules TIMER-1\nlayer %s\n\n%s\n", layer, steps);
    struct program *p = program_parse("x.loop", source, strlen(source), &d);
    if (!p)
        diag("%u:%u: %s", d.at.line, d.at.column, d.message);
    free(source);
    return p;
}

/* --- the canonical form --- */

static void test_canonical(void)
{
    static const struct {
        const char *name, *source, *printed;
    } rows[] = {
        { "labels of one line are items", "t1 p1 t2 p2", "t1\np1\nt2\np2\n" },
        { "pins", "a=1*3@check  in 2 5ms\n", "a = 1 * 3 @check in 2 5ms\n" },
        { "pins go to the label before them", "a @poll b 5ms c", "a @poll\nb 5ms\nc\n" },
        { "a count of one is not written", "a * 1", "a\n" },
        { "durations", "a 1.5ms\nb 2s\nc 0ms", "a 1500us\nb 2000ms\nc 0ms\n" },
        { "errno names", "result = EBUSY\nstatus = -125\ntimeout = -1\n",
          "result = EBUSY\nstatus = ECANCELED\ntimeout = -1\n" },
        { "results that are no errors", "result = 0\nresult = 1", "result = 0\nresult = 1\n" },
        { "a name stays on a pattern", "/^res/ = EBUSY\n", "/^res/ = EBUSY\n" },
        { "quotes only where needed", "\"a\" \"in\" \"5ms\" \"x y\" \"7\" \"...\"",
          "a\n\"in\"\n\"5ms\"\n\"x y\"\n7\n\"...\"\n" },
        { "escapes", "\"a\\\"b\\\\c\\n\\t\"", "\"a\\\"b\\\\c\\n\\t\"\n" },
        { "common words are labels", "timer read close poll timeout of order",
          "timer\nread\nclose\npoll\ntimeout\nof\norder\n" },
        { "patterns", "/^w-[0-3]$/ * 4\n/a\\/b/", "/^w-[0-3]$/ * 4\n/a\\/b/\n" },
        { "gaps", "... a ... b ...", "...\na\n...\nb\n...\n" },
        { "promises", "never  x\nnever /^y/\na", "never x\nnever /^y/\na\n" },
        { "nothing", "nothing # at all", "nothing  # at all\n" },
        { "a short block is one line", "[libuv>=1.48]{a\nb ... c}",
          "[libuv >= 1.48] { a b ... c }\n" },
        { "so is an empty one", "a\n[node]{\n}\n", "a\n[node] { }\n" },
        { "and one of a single item", "[browser] {\n\n  never x\n\n}\n[node] { a @poll 5ms }",
          "[browser] { never x }\n[node] { a @poll 5ms }\n" },
        { "pins open a block", "[linux] { a b @poll }", "[linux] {\n    a\n    b @poll\n}\n" },
        { "comments open a block", "[linux] { # why\n a # is\n # end\n}",
          "[linux] {\n    # why\n    a  # is\n    # end\n}\n" },
        { "80 columns open a block",
          "[linux] { aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb }\n"
          "[linux] { aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb ccc }",
          "[linux] { aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb }\n"
          "[linux] {\n    aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n"
          "    bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\n    ccc\n}\n" },
        { "comments stay", "\n\n# head\n\n\n# of a\na b # b's\n\n# tail\n\n",
          "# head\n\n# of a\na\nb  # b's\n\n# tail\n" },
        { "blank lines stay, one each", "a\n\n\n\nb\nc\n\n", "a\n\nb\nc\n" },
        { "blank lines in blocks", "[node] {\n\na @poll\n\nb\n\n# z\n\n}\n# w",
          "[node] {\n    a @poll\n\n    b\n\n    # z\n}\n# w\n" },
        { "choices", "one of{a\nb}or{b a}", "one of { a b } or { b a }\n" },
        { "an empty choice", "a one of { } or { b ... c } d", "a\none of { } or { b ... c }\nd\n" },
        { "choices with pins are opened", "one of { a @poll b } or { b }",
          "one of {\n    a @poll\n    b\n} or {\n    b\n}\n" },
        { "but not a single line", "one of { a @poll } or { b 5ms }",
          "one of { a @poll } or { b 5ms }\n" },
        { "groups within groups", "one of { a any order { b c } } or { one of { b } or { c } d }",
          "one of { a any order { b c } } or { one of { b } or { c } d }\n" },
        { "deeper ones stand further in",
          "[node] { one of { any order { a * 2\n/b/ } c } or { d # e\n } }",
          "[node] {\n    one of {\n        any order {\n            a * 2\n            /b/\n"
          "        }\n        c\n    } or {\n        d  # e\n    }\n}\n" },
        { "any order", "any order{ a\nb\n\nc }# f",
          "any order {\n    a\n    b\n\n    c\n}  # f\n" },
        { "a group that fits", "any  order { a b c } # f", "any order { a b c }  # f\n" },
        { "pairs", "a  before \"in\"\n/x/ before b # c\n[node] { a before b }",
          "a before \"in\"\n/x/ before b  # c\n[node] { a before b }\n" },
        { "an open world", "\n# why\nopen # so\na b", "# why\nopen  # so\na\nb\n" },
        { "figures", "drift t==5ms\nlateness<=1.5ms\nlateness.p99 \"t\" >= 0ms",
          "drift t == 5ms\nlateness <= 1500us\nlateness.p99 t >= 0ms\n" },
        { "figures of the whole",
          "starvation <= 10ms\nstarvation<=100 callbacks\niterations>=2\nbusy-time == 2s",
          "starvation <= 10ms\nstarvation <= 100 callbacks\niterations >= 2\n"
          "busy-time == 2000ms\n" },
        { "a handle named like a word", "calls \"drift\" == 3\ncalls timer == 1",
          "calls \"drift\" == 3\ncalls timer == 1\n" },
        { "figures' names are quoted as labels",
          "\"drift\" \"lateness.p99\" lateness.p98 latency-x",
          "\"drift\"\n\"lateness.p99\"\nlateness.p98\nlatency-x\n" },
        { "DOS line ends", "a\r\nb # x\r\n", "a\nb  # x\n" },
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct diag d = { 0 };
        struct expect *e = parse(rows[i].source, &d);
        ok(e != NULL, "%s: parses%s%s", rows[i].name, d.message[0] ? ": " : "", d.message);
        if (!e)
            continue;
        char *printed = expect_print(e);
        is(printed, rows[i].printed, "%s: canonical", rows[i].name);
        expect_free(e);
        e = parse(printed, &d);
        char *again = e ? expect_print(e) : xstrdup(d.message);
        is(again, printed, "%s: a fixed point", rows[i].name);
        expect_free(e);
        free(printed);
        free(again);
    }
}

static void test_items(void)
{
    struct diag d;
    struct expect *e = parse("a = EBUSY * 7 @closing in 9 3us\n[node < 11] { /b/ }\n", &d);
    const struct expect_item *a = e->item[0], *b = e->item[1];
    is_int(e->item_count, 2, "two items");
    is_int(a->kind, EXPECT_LINE, "a line");
    is(a->label, "a", "its label");
    is_int(a->value, -EBUSY, "its value");
    is_int(a->count, 7, "its count");
    is_int(a->phase, PHASE_CLOSING, "its phase");
    is_int(a->iteration, 9, "its iteration");
    is_int(a->time_ns, 3000, "its time");
    is_int(b->kind, EXPECT_BLOCK, "a block");
    is_int(b->at.line, 2, "its line");
    is_int(b->item_count, 1, "its items");
    ok(b->item[0]->label == NULL && b->item[0]->pattern != NULL, "a pattern has no label");
    ok(!b->item[0]->has_value && b->item[0]->phase == -1 && b->item[0]->time_ns == NO_TIME &&
           b->item[0]->iteration == 0 && b->item[0]->count == 1,
       "what is not written is not pinned");
    expect_free(e);
    expect_free(NULL);
}

/* --- errors of the file itself --- */

static void test_parse_errors(void)
{
    static const struct {
        const char *source, *message, *hint;
        uint32_t line, column;
    } rows[] = {
        { "", "the trace is empty", "write 'nothing'", 1, 1 },
        { "\n# only\n", "the trace is empty", "write 'nothing'", 1, 1 },
        { "\n...\n", "can never fail", "", 2, 1 },
        { "[node] { ... }\n[browser] { }", "can never fail", "", 1, 1 },
        { "a open", "'open' begins a line of its own", "", 1, 3 },
        { "a\nopen", "'open' is the first line of its file", "quote", 2, 1 },
        { "[node] { open }", "'open' is the first line of its file", "", 1, 10 },
        { "open", "can never fail", "", 1, 1 },
        { "open\none of { a } or { }", "can never fail", "", 1, 1 },
        { "... one of { a } or { }", "can never fail", "", 1, 1 },
        { "one of { a } or { ... }", "can never fail", "", 1, 1 },
        { "open\nnothing", "'nothing' stands alone", "", 2, 1 },
        { "or", "'or' is a reserved word", "quote", 1, 1 },
        { "one a", "expected 'of', found 'a'", "quote it if it is a label: \"one\"", 1, 5 },
        { "any a", "expected 'order', found 'a'", "quote it if it is a label: \"any\"", 1, 5 },
        { "one of a", "expected '{', found 'a'", "as in: one of", 1, 8 },
        { "one of { a }", "expected 'or', found the end of the file", "as in: one of", 1, 13 },
        { "one of { a } or", "expected '{', found the end of the file", "", 1, 16 },
        { "\none of {\n a\n", "group is not closed", "", 2, 8 },
        { "any order { a", "group is not closed", "", 1, 1 },
        { "any order { a }", "two lines at least", "any order { a b c }", 1, 1 },
        { "any order { a ... }", "only lines have any order, found '...'", "", 1, 15 },
        { "any order { a one of { b } or { c } }", "only lines have any order, found 'one'", "", 1,
          15 },
        { "one of { never a } or { b }", "'never' is about the whole trace", "outside", 1, 10 },
        { "any order { a\niterations == 3 }", "'iterations' is about the whole trace", "", 2, 1 },
        { "one of { a before b } or { c }", "'before' stands between two labels", "", 1, 12 },
        { "one of { [node] { a } } or { b }", "blocks do not nest", "", 1, 10 },
        { "one of { one of { one of { one of { one of { one of { one of { one of { one of { a",
          "groups nest at most 8 deep", "", 1, 73 },
        { "a before", "expected a label, found the end of the file", "", 1, 9 },
        { "a before b c", "expected the end of the line, found 'c'", "", 1, 12 },
        { "a 5ms before b", "'before' stands between two labels", "a before b", 1, 7 },
        { "a b before c", "'before' stands between two labels", "", 1, 5 },
        { "before a", "'before' stands between two labels", "", 1, 1 },
        { "drift", "expected the name of a handle, found the end of the file", "drift t == 5ms", 1,
          6 },
        { "drift t", "expected ==, <= or >=, found the end of the file", "", 1, 8 },
        { "drift t = 5ms", "expected ==, <= or >=, found '='", "", 1, 9 },
        { "drift t < 5ms", "expected ==, <= or >=, found '<'", "", 1, 9 },
        { "drift t == 5", "expected a duration, found '5'", "unit", 1, 12 },
        { "iterations == 5ms", "expected a number, found '5ms'", "plain number", 1, 15 },
        { "iterations == -1", "a number from 0 on, not -1", "", 1, 15 },
        { "iterations t == 5", "'iterations' is of the whole trace", "", 1, 12 },
        { "starvation <= 10", "expected 'callbacks' or a unit", "100 callbacks", 1, 17 },
        { "starvation <= x", "expected a duration or a number of callbacks, found 'x'", "", 1, 15 },
        { "a drift", "'drift' begins a line of its own", "", 1, 3 },
        { "drift t == 5ms a", "expected the end of the line, found 'a'", "", 1, 16 },
        { "in 3", "'in' is a reserved word", "", 1, 1 },
        { "never in", "'in' is a reserved word", "", 1, 7 },
        { "5ms", "expected a label, found the time '5ms'", "after its label", 1, 1 },
        { "a 5ms 6ms", "'6ms' is out of order or there twice", "the order is LABEL", 1, 7 },
        { "a 5ms @poll", "'@' is out of order", "the order is", 1, 7 },
        { "a @poll * 2", "'*' is out of order", "the order is", 1, 9 },
        { "a in 2 @poll", "'@' is out of order", "the order is", 1, 8 },
        { "a * 2 = 1", "'=' is out of order", "the order is", 1, 7 },
        { "a == 1", "unexpected '=='", "one '='", 1, 3 },
        { "drft t == 1ms", "unexpected '=='", "figures are: lateness drift ", 1, 8 },
        { "a = b", "expected a value, found 'b'", "EBUSY", 1, 5 },
        { "a = 5ms", "expected a value, found '5ms'", "", 1, 5 },
        { "a =\n", "expected a value, found the end of the line", "", 1, 4 },
        { "a * 0", "a count is from 1 to 20000000, not 0", "never LABEL", 1, 5 },
        { "a * -3", "a count is from 1", "", 1, 5 },
        { "a * 20000001", "a count is from 1", "", 1, 5 },
        { "a * b", "expected a count, found 'b'", "", 1, 5 },
        { "a in 0", "an iteration is from 1", "@main", 1, 6 },
        { "a in 16777216", "an iteration is from 1", "", 1, 6 },
        { "a in b", "expected an iteration, found 'b'", "", 1, 6 },
        { "a @timer", "expected a phase (main timers pending idle prepare poll check closing)",
          "did you mean 'timers'?", 1, 4 },
        { "a @ 3", "expected a phase", "", 1, 5 },
        { "a never b", "'never' begins a line of its own", "", 1, 3 },
        { "a nothing", "'nothing' begins a line of its own", "", 1, 3 },
        { "a [node] { b }", "'[' begins a line of its own", "", 1, 3 },
        { "never a b", "expected the end of the line, found 'b'", "", 1, 9 },
        { "never a 5ms", "expected the end of the line, found '5ms'", "", 1, 9 },
        { "never", "expected a label, found the end of the file", "", 1, 6 },
        { "nothing\na", "'nothing' stands alone", "", 1, 1 },
        { "[node] {\n  a\n  nothing\n}", "'nothing' stands alone", "", 3, 3 },
        { "[node] { [linux] { a } }", "blocks do not nest", "join conditions with 'and'", 1, 10 },
        { "[node] a", "expected '{', found 'a'", "", 1, 8 },
        { "\n[node] {\n a\n", "block is not closed", "", 2, 1 },
        { "[node] { a } b", "expected the end of the line, found 'b'", "", 1, 14 },
        { "[nod] { a }", "found 'nod'", "did you mean 'node'?", 1, 2 },
        { "a }", "expected a label, found '}'", "", 1, 3 },
        { "a; b", "expected a label, found ';'", "", 1, 2 },
        { "... @poll", "expected a label, found '@'", "", 1, 5 },
        { "a /b(c/", "bad pattern: missing closing parenthesis", "", 1, 7 },
        { "/b", "pattern is not closed", "", 1, 1 },
        { "\"\"", "a label has 1 to 64 bytes", "", 1, 1 },
        { "a \xff", "invalid UTF-8", "", 1, 3 },
        { "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
          "a label has 1 to 64 bytes", "", 1, 1 },
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct diag d = { 0 };
        ok(parse(rows[i].source, &d) == NULL, "'%s' is refused", rows[i].source);
        ok(strstr(d.message, rows[i].message) != NULL, "'%s': %s", rows[i].source, d.message);
        ok(strstr(d.hint, rows[i].hint) != NULL, "'%s': hint: %s", rows[i].source, d.hint);
        is_int(d.at.line, rows[i].line, "'%s': the line", rows[i].source);
        is_int(d.at.column, rows[i].column, "'%s': the column", rows[i].source);
        is(d.at.file, "x.trace", "'%s': the file", rows[i].source);
    }
}

/* --- does it fit the program? --- */

static void test_check(void)
{
    static const char steps[] =
        "log begin a b worker-1 7\n"
        "t = timer 5ms { log tick; first 2 { log early } else { log late } }\n"
        "i = idle { stop i }\nw = work 1ms { }\n"
        "observe alive\nobserve active t\nobserve result\n";
    static const char hosted_steps[] = "log a b\n"; /* a scenario without a timer */
    static const struct {
        const char *layer, *source, *message, *hint; /* message NULL: no error */
        uint32_t line, column;
    } rows[] = {
        { "core", "begin a b ... never-mind", "nothing logs 'never-mind'", "", 1, 15 },
        { "core", "begin\nbegni\n", "nothing logs 'begni'", "did you mean 'begin'?", 2, 1 },
        { "core", "begin tick early late alive = 1 active.t = 0 result = 0", NULL, NULL, 0, 0 },
        { "core", "t", "nothing logs 't'", "", 1, 1 }, /* a handle's name is no label */
        { "core", "a\nnever x", "nothing logs 'x'", "can never fail", 2, 1 },
        { "core", "a 7", NULL, NULL, 0, 0 },
        { "core", "a 5", "nothing logs '5'", "give it a unit: 5ms", 1, 3 },
        { "core", "a = 1", "'a' is a log and has no value", "observe", 1, 1 },
        { "core", "alive", "'alive' is an observation", "write the value: alive = 1", 1, 1 },
        { "core", "a\n/^al/", "'^al' is an observation", "write the value: /^al/ = 1", 2, 1 },
        { "core", "/^wor/ = 1", "'^wor' is a log and has no value", "", 1, 1 },
        { "core", "/^al/ = 1", NULL, NULL, 0, 0 },
        { "core", "/^x/", "nothing logs a label that /^x/ matches", "", 1, 1 },
        { "core", "never alive", NULL, NULL, 0, 0 },
        { "core", "nothing", NULL, NULL, 0, 0 },
        { "core", "...\nnever tick", NULL, NULL, 0, 0 },
        { "core", "a\n...\n...\nb", "a gap follows a gap", "", 3, 1 },
        { "core", "a\n...\nnever b\n...", "a gap follows a gap", "", 4, 1 },
        { "core", "a ...\n[libuv < 1.45] { ... b }\n[libuv >= 1.45] { b }", "a gap follows a gap",
          "", 2, 18 },
        /* groups and pairs */
        { "core", "one of { a b } or { b a } or { }", NULL, NULL, 0, 0 },
        { "core", "one of { a b } or { b } or { a # why\n b }",
          "this choice is the same as that on line 1, column 8", "", 1, 28 },
        { "core", "one of { a b } or { a b @main }", NULL, NULL, 0, 0 },
        { "core", "any order { a /wor/ b * 2 }", NULL, NULL, 0, 0 },
        { "core", "any order { a begni }", "nothing logs 'begni'", "did you mean 'begin'?", 1, 15 },
        { "core", "one of { a alive } or { b }", "'alive' is an observation", "", 1, 12 },
        { "core", "one of { a ... ... b } or { b }", "a gap follows a gap", "", 1, 16 },
        { "core", "open\none of { a ... b } or { b }", "an open trace needs no gaps", "", 2, 12 },
        { "core", "open\na\n...", "an open trace needs no gaps", "", 3, 1 },
        { "core", "open\na b\nnever tick", NULL, NULL, 0, 0 },
        { "core", "open\n[libuv < 1.45] { a }\n[libuv >= 1.45] { }",
          "this expectation can never fail for libuv-1.45.0", "", 1, 1 },
        { "core", "a before b\n...", NULL, NULL, 0, 0 },
        { "core", "a before begni\n...", "nothing logs 'begni'", "", 1, 10 },
        { "core", "a before a\n...", "nothing comes before itself", "", 1, 1 },
        { "core", "alive before a\n...", NULL, NULL, 0, 0 },
        /* figures */
        { "core", "...\ndrift t == 5ms\nlateness.max t <= 5ms\nperiod t >= 0ms", NULL, NULL, 0, 0 },
        { "core", "...\nlateness >= 0ms\niterations == 3\nstarvation <= 0 callbacks", NULL, NULL, 0,
          0 },
        { "core", "...\nlatency w <= 0ms\nlatency <= 0ms\ncalls i == 3\ncalls w == 1", NULL, NULL,
          0, 0 },
        { "core", "...\ndrift x == 5ms", "nothing is named 'x'", "a name is given where", 2, 1 },
        { "core", "...\ndrift begin == 5ms", "nothing is named 'begin'", "", 2, 1 },
        { "core", "...\ndrift i == 5ms", "'drift' is of timers; 'i' is made by 'idle' on line 7",
          "", 2, 1 },
        { "core", "...\nlatency t == 5ms", "'latency' is of I/O; 't' is made by 'timer'", "", 2,
          1 },
        { "core", "...\niterations >= 0", "this bound can never fail", "", 2, 1 },
        { "core", "...\nstarvation >= 0 callbacks", "this bound can never fail", "", 2, 1 },
        { "core", "...\ncalls t >= 0", "this bound can never fail", "", 2, 1 },
        { "core", "...\nlateness t >= 0ms", NULL, NULL, 0, 0 }, /* it may be early */
        /* blocks */
        { "core", "[libuv < 1.48] { a }\n# and\n\n[libuv >= 1.48] { b }", NULL, NULL, 0, 0 },
        { "core", "a\n[libuv < 1.48] { a }\n[libuv >= 1.48] { }", NULL, NULL, 0, 0 },
        { "core", "[libuv < 1.48] { a }", "no block here holds for libuv-1.48.0",
          "cover each known profile exactly once", 1, 1 },
        { "core", "[libuv < 1.48] { a }\n[libuv > 1.48] { b }",
          "no block here holds for libuv-1.48.0", "", 1, 1 },
        { "core", "[libuv <= 1.48] { a }\n[libuv >= 1.48] { b }",
          "both this block and line 1 hold for libuv-1.48.0", "", 2, 1 },
        { "core", "[libuv < 1.48] { a }\nb\n[libuv >= 1.48] { b }",
          "no block here holds for libuv-1.48.0", "", 1, 1 }, /* b separates them */
        { "core", "[libuv < 1.45] { a }\n[libuv == 1.45] { b }\n[libuv >= 1.46] { a b }", NULL,
          NULL, 0, 0 },
        { "core", "[node < 11] { a }\n[node >= 11] { b }", "no block here holds for browser", "", 1,
          1 },
        { "core", "[node < 11] { a }\n[node >= 11] { b }\n[browser] { }",
          "this expectation can never fail for browser", "write 'nothing'", 1, 1 },
        { "core", "[node < 11] { a }\n[node >= 11] { b }\n[browser] { nothing }", NULL, NULL, 0,
          0 },
        { "node", "[node < 11] { a }\n[node >= 11] { b }", NULL, NULL, 0, 0 },
        { "node", "[node < 11] { a }\n[node >= 12] { b }", "no block here holds for node-11", "", 1,
          1 },
        { "node", "[node] { a }\n[browser] { b }", NULL, NULL, 0, 0 }, /* runs on both hosts */
        { "node", "[node] { a }\n[browser] { b }\n[libuv > 1.50 and browser] { b }",
          "both this block and line 2 hold for browser", "", 3, 1 },
        { "any", "[libuv] { a }\n[libev] { b }\n[libevent] { b }\n[glib] { b }",
          "no block here holds for any", "", 1, 1 },
        { "any", "a", NULL, NULL, 0, 0 },
        { "core", "[libuv] { a }\n[libev] { b }", NULL, NULL, 0,
          0 }, /* the browser needs no answer */
        { "core", "[libev] { a }", "no block here holds for libuv-1.34.2", "", 1, 1 },
        { "browser", "[browser] { a }", NULL, NULL, 0, 0 },
        { "browser", "[node] { a }", "no block here holds for browser", "", 1, 1 },
        { "core", "[libuv < 1.20] { a }\n[libuv >= 1.20] { b }", "holds for no known profile",
          "never be judged", 1, 1 },
        { "core", "a\n[libuv < 1.45] { nothing }\n[libuv >= 1.45] { b }",
          "'nothing' promises an empty trace, but more is expected for libuv-1.34.2",
          "an empty block", 2, 18 },
        { "core", "[libuv < 1.45] { nothing }\n[libuv >= 1.45] { a }", NULL, NULL, 0, 0 },
        { "core", "[libuv < 1.45] { ... }\n[libuv >= 1.45] { a }",
          "can never fail for libuv-1.34.2", "", 1, 18 },
#ifdef __linux__
        { "core", "[linux] { a }", NULL, NULL, 0, 0 },
#endif
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        const char *source = rows[i].source;
        struct diag d = { 0 };
        bool any = strcmp(rows[i].layer, "any") == 0; /* layer core, with rules about every loop */
        bool core = any || strcmp(rows[i].layer, "core") == 0;
        struct program *p = program_of(any ? "core" : rows[i].layer, core ? steps : hosted_steps);
        struct expect *e = parse(source, &d);
        ok(p && e, "'%s' parses %s", source, d.message);
        if (p && e) {
            struct scenario s;
            scenario_init(&s, p);
            s.families |= any ? FAMILY_BIT(FAMILY_ANY) : 0;
            int status = expect_check(e, source, strlen(source), &s, &d);
            is_int(status, rows[i].message ? -1 : 0, "'%s' %s: %s", source,
                   rows[i].message ? "does not fit" : "fits", d.message);
        }
        if (rows[i].message) {
            ok(strstr(d.message, rows[i].message) != NULL, "'%s': %s", source, d.message);
            ok(strstr(d.hint, rows[i].hint) != NULL, "'%s': hint: %s", source, d.hint);
            is_int(d.at.line, rows[i].line, "'%s': the line", source);
            is_int(d.at.column, rows[i].column, "'%s': the column", source);
            ok(d.source[0] != '\0', "'%s': the line is shown", source);
        }
        expect_free(e);
        program_free(p);
    }
}

static void test_runaway_is_told(void)
{
    char steps[80] = "log ";
    memset(steps + 4, 'a', 62);
    strcpy(steps + 66, "_");
    struct diag d = { 0 };
    struct program *p = program_of("core", steps);
    struct expect *e = parse("/^(a+)+$/", &d);
    struct scenario s;
    scenario_init(&s, p);
    is_int(expect_check(e, "/^(a+)+$/", 9, &s, &d), -1, "a pattern that runs away is an error");
    ok(strstr(d.message, "ran into its limit") != NULL, "%s", d.message);
    expect_free(e);
    program_free(p);
}

static void test_flatten(void)
{
    static const char source[] = "a\n[libuv < 1.45] { b c }\n[libuv >= 1.45] { d }\n...\ne";
    static const struct {
        const char *profile, *labels;
    } rows[] = { { "libuv-1.44.2", "abc.e" }, { "libuv-1.45", "ad.e" } };
    struct diag d;
    struct expect *e = parse(source, &d);
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct profile profile;
        size_t count;
        char labels[8] = "";
        profile_parse(rows[i].profile, &profile, &d);
        const struct expect_item **flat = expect_flatten(e, &profile, &count);
        for (size_t j = 0; j < count; j++)
            labels[j] = flat[j]->label ? flat[j]->label[0] : '.';
        is(labels, rows[i].labels, "%s sees its own items", rows[i].profile);
        free(flat);
    }
    expect_free(e);
}

/* --- fuzz: text that parses prints to a fixed point, text that does not has an error with a
 * location; the seed is fixed, so that a failure can be repeated --- */

static uint32_t draw(uint64_t *state, uint32_t below)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)(*state % below);
}

static void build_source(uint64_t *state, char *out, size_t size)
{
    static const char *const pieces[] = {
        "a",
        "b-1",
        "timer",
        "\"in\"",
        "\"x y\"",
        "/^w$/",
        "/a\\/b/",
        " = 3",
        " = EBUSY",
        " * 4",
        " @poll",
        " @main",
        " in 2",
        " 5ms",
        " 1500us",
        " ...",
        "\nnever a\n",
        "\n",
        "\n\n",
        "\n",
        "\n",
        " # note",
        "\n# own\n",
        "\n[node] {",
        "\n}\n",
        "\n[libuv < 1.45 and linux] {",
        " ",
        " }\n",
        "nothing",
        "[",
        "drift t == 5ms",
        "\nstarvation <= 3 callbacks\n",
        "\t",
        "one of {",
        " } or {",
        " or { b }",
        "any order { a b",
        " before ",
        "open\n",
        "# \xc3\xa4\n",
    };
    size_t n = 0;
    for (uint32_t left = 1 + draw(state, 14); left > 0; left--) {
        const char *piece = pieces[draw(state, ARRAY_SIZE(pieces))];
        n += (size_t)snprintf(out + n, size - n, "%s%s", draw(state, 3) ? " " : "", piece);
    }
}

static void test_fuzz(void)
{
    enum { ROUNDS = 40000 };
    uint64_t state = 0x10095eec;
    unsigned parsed = 0, bad = 0;
    for (int round = 0; round < ROUNDS; round++) {
        char source[600];
        struct diag d = { 0 };
        build_source(&state, source, sizeof source);
        struct expect *e = parse(source, &d);
        if (!e) {
            bad += d.message[0] == '\0' || d.at.line == 0 || d.at.column == 0;
            continue;
        }
        parsed++;
        char *printed = expect_print(e);
        expect_free(e);
        e = parse(printed, &d);
        char *again = e ? expect_print(e) : xstrdup(d.message);
        if (strcmp(printed, again) != 0) {
            bad++;
            diag("not a fixed point:\n%s\n---\n%s\n---\n%s", source, printed, again);
        }
        expect_free(e);
        free(printed);
        free(again);
    }
    is_int(bad, 0, "printing is a fixed point and every error has a place");
    ok(parsed > ROUNDS / 20, "%u of %d sources parsed", parsed, ROUNDS);
}

int main(void)
{
    test_canonical();
    test_items();
    test_parse_errors();
    test_check();
    test_runaway_is_told();
    test_flatten();
    test_fuzz();
    return done_testing();
}
