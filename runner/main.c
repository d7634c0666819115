/* main.c - the command line: which command, or which help. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "runner/command/commands.h"
#include "runner/options/completion.h"
#include "base/wrap.h"
#include "runner/server/startup.h"

static int cmd_completion(struct options *o);

static const struct command commands[] = {
    {
        .name = "run",
        .operands = "[CASE|FOLDER|GLOB|RULE]...",
        .summary = "run cases on backends and judge the traces",
        .about = "Without operands every case runs, without -b on 'reference' and on 'libuv'. A "
                 "CASE is a name or the path of a .loop or .js file with its .trace beside it. "
                 "A '*' in a GLOB crosses folders. Reports go to standard output, or to FILE "
                 "for FMT:FILE.",
        .examples = "loopspec run\n"
                    "loopspec run 'timers*' -b libuv -x '*repeat*'\n"
                    "loopspec run TIMER-9 -b ./my-loop.so --profile libuv-1.44.2\n"
                    "loopspec run -b node -b bun:./bun -b 'exec:./my-adapter'\n"
                    "loopspec run --format tap --format json:results.json --min-cases 100\n"
                    "loopspec run --shard 2/8 --format json:part-2.json\n"
                    "loopspec run -b ./my-loop.so --grade",
        .takes = TAKES_CHOICE | TAKES(BACKEND) | TAKES(PROFILE) | TAKES(CLOCK) | TAKES(BEGIN) |
                 TAKES(JOBS) | TAKES(TIMEOUT) | TAKES(REPEAT) | TAKES(SHARD) | TAKES(MIN_CASES) |
                 TAKES(FAIL_FAST) | TAKES(GRADE) | TAKES(FORMAT) | TAKES(BASELINE) | TAKES(COLOR) |
                 TAKES(QUIET),
        .operands_max = OPERANDS_ANY,
        .run = cmd_run,
    },
    {
        .name = "list",
        .operands = "cases|rules|contradictions|bugs|sources|mutants|backends|profiles|"
                    "verdicts|figures",
        .summary = "list what there is",
        .about = "One a line, for people; an array of objects with --json. Contradictions are "
                 "what documents say and loops do not do. Bugs are real ones of the past, with the "
                 "number of cases that catch each and the kind of proof for that. A source is "
                 "followed by its sections, "
                 "snippets and sentences with their rules, the number of cases that prove them, "
                 "or why they carry no rule.",
        .examples = "loopspec list cases\n"
                    "loopspec list rules --json",
        .takes = TAKES_SUITE | TAKES(JSON),
        .operands_min = 1,
        .operands_max = 1,
        .is_read = true,
        .run = cmd_list,
    },
    {
        .name = "show",
        .operands = "CASE",
        .summary = "show a case: its program, its rules, its expected trace",
        .about = "The program is printed in its canonical form. With --as js it is a JavaScript "
                 "program of its own, for Node, Bun and Deno or for a page, and with --as c a C "
                 "program for libuv; it prints the labels in the order of the logs.",
        .examples = "loopspec show timers/equal-deadlines-by-start\n"
                    "loopspec show ./my.loop --as loop\n"
                    "loopspec show ./my.loop --as js >repro.cjs\n"
                    "loopspec show timers/equal-deadlines-by-start --as c >r.c && cc r.c -luv",
        .takes = TAKES_SUITE | TAKES(AS),
        .operands_min = 1,
        .operands_max = 1,
        .is_read = true,
        .run = cmd_show,
    },
    {
        .name = "explain",
        .operands = "RULE|CONTRADICTION|BUG",
        .summary = "explain a rule: its sentence, its sources, the cases that prove it",
        .about = "Rule ids are those that reports and 'loopspec list rules' show. Of a "
                 "contradiction, as 'loopspec list contradictions' shows them, it prints what is "
                 "said and where, what really happens, and the cases that prove it. Of a bug, as "
                 "'loopspec list bugs' shows them, it prints what went wrong in which versions, "
                 "where that was reported, the cases that catch it, and the proof that they do.",
        .examples = "loopspec explain TIMER-9\n"
                    "loopspec explain X-12\n"
                    "loopspec explain BUG-1",
        .takes = TAKES_SUITE,
        .operands_min = 1,
        .operands_max = 1,
        .is_read = true,
        .run = cmd_explain,
    },
    {
        .name = "trace",
        .operands = "CASE",
        .summary = "run one case and draw what happened as a timeline",
        .about = "Phases and queues are columns, time runs downwards; what a callback logs "
                 "stands below it. The case needs no expected trace; with one it is judged too. "
                 "The backend is 'reference' without -b. With --json each event is an object on "
                 "a line of its own. With --schedule it goes as a run of 'explore' did.",
        .examples = "loopspec trace timers/equal-deadlines-by-start\n"
                    "loopspec trace ./my.loop -b libuv --json\n"
                    "loopspec trace immediates/or-a-timeout-of-the-script --schedule 1",
        .takes = TAKES_SUITE | TAKES(BACKEND) | TAKES(PROFILE) | TAKES(CLOCK) | TAKES(BEGIN) |
                 TAKES(TIMEOUT) | TAKES(JSON) | TAKES(SCHEDULE) | TAKES(COLOR),
        .operands_min = 1,
        .operands_max = 1,
        .run = cmd_trace,
    },
    {
        .name = "explore",
        .operands = "[CASE|FOLDER|GLOB|RULE]...",
        .summary = "run cases in every order of events that the rules permit",
        .about = "Where the rules leave it open what comes first, both are tried: whether a "
                 "millisecond has passed, what becomes ready first, which job ends first, "
                 "before or after poll. No schedule may lead to anything but what is expected; "
                 "on 'reference', the backend without -b, each alternative of a 'one of' must "
                 "be reached. The schedules nearest to the usual run come first. A .loop file "
                 "that has no .trace beside it shows which orders it has.",
        .examples = "loopspec explore immediates/or-a-timeout-of-the-script\n"
                    "loopspec explore 'pool*' -b libuv --bound 100\n"
                    "loopspec explore ./my.loop --profile node-10",
        .takes = TAKES_CHOICE | TAKES(BACKEND) | TAKES(PROFILE) | TAKES(JOBS) | TAKES(TIMEOUT) |
                 TAKES(BOUND) | TAKES(FULL) | TAKES(QUIET),
        .operands_max = OPERANDS_ANY,
        .run = cmd_explore,
    },
    {
        .name = "fuzz",
        .operands = "",
        .summary = "run random programs on two backends and shrink what they disagree about",
        .about = "Each difference is shrunk to a smallest program, printed with both traces and "
                 "saved as a .loop with its .trace. A program is known by its seed and its "
                 "number; --shard I/N runs every Nth of them. Without --profile a backend that "
                 "has no version of its own follows the other; given twice, it is for one of "
                 "them each. A backend on the real clock, such as node, is held against all "
                 "orders that the other can have. Families: ticks, immediates, timers, "
                 "crowds, intervals, ends, pool, handles, polls, asyncs, modes, streams, "
                 "writes, datagrams, signals, files, pages, everything.",
        .examples = "loopspec fuzz -b reference -b libuv -n 100000 --seed 1\n"
                    "loopspec fuzz -b libuv -b libuv:/opt/uv/libuv.so.1 --seconds 60\n"
                    "loopspec fuzz -b reference -b ./my-loop.so --family timers --fail-fast\n"
                    "loopspec fuzz -b reference -b node --family ticks -n 500\n"
                    "loopspec fuzz -b reference --profile node-10 -b reference --profile node-20",
        .takes = TAKES(BACKEND) | TAKES(PROFILE) | TAKES(JOBS) | TAKES(TIMEOUT) | TAKES(FAIL_FAST) |
                 TAKES(PROGRAMS) | TAKES(SECONDS) | TAKES(SEED) | TAKES(FAMILY) | TAKES(SHARD) |
                 TAKES(SAVE) | TAKES(QUIET),
        .run = cmd_fuzz,
    },
    {
        .name = "report",
        .operands = "RESULTS.json...",
        .summary = "make reports from results that were stored",
        .about = "The files are those that 'run --format json:FILE' writes. Shards of one run "
                 "become that run again; other runs stand beside each other. Without --format "
                 "the report is 'pretty'. The exit status is that of a run with these results.",
        .examples = "loopspec report results.json --format html:index.html\n"
                    "loopspec report shard-*.json --format tap --min-cases 1000\n"
                    "loopspec report node-18.json node-20.json --format html:both.html",
        .takes = TAKES(FORMAT) | TAKES(MIN_CASES) | TAKES(COLOR) | TAKES(QUIET),
        .operands_min = 1,
        .operands_max = OPERANDS_ANY,
        .run = cmd_report,
    },
    {
        .name = "diff",
        .operands = "OLD.json [NEW.json]",
        .summary = "show what changed between two results; exit 1 only on a regression",
        .about = "The files are those that 'run --format json:FILE' writes. Runs of the same "
                 "backend are held against each other; -b names those that count. With one "
                 "file, -b OLD -b NEW name two of its runs: two backends, or two versions of "
                 "one, as in -b 'node 18.19.0'. A regression is a case that was as expected and "
                 "is not any more. A new case that fails is none.",
        .examples = "loopspec diff before.json after.json\n"
                    "loopspec diff before.json after.json -b libuv\n"
                    "loopspec diff results.json -b reference -b libuv",
        .takes = TAKES(BACKEND),
        .operands_min = 1,
        .operands_max = 2,
        .run = cmd_diff,
    },
    {
        .name = "bless",
        .operands = "CASE...",
        .summary = "write expected traces from a run, after showing the difference",
        .about = "Read what it wrote: a blessed trace says what the backend did, not what the "
                 "documents say. A trace that the run meets stays as it is; one with "
                 "conditions, groups, bounds or comments is a person's work and is not "
                 "overwritten.",
        .examples = "loopspec bless timers/equal-deadlines-by-start -b reference",
        .takes = TAKES_SUITE | TAKES(BACKEND) | TAKES(PROFILE) | TAKES(TIMEOUT),
        .operands_min = 1,
        .operands_max = OPERANDS_ANY,
        .run = cmd_bless,
    },
    {
        .name = "baseline",
        .operands = "update|lint [CASE|FOLDER|GLOB|RULE]...",
        .summary = "keep the known failures of a backend, with a reason each",
        .about = "'update' runs the cases on the backend and writes what failed to its "
                 "baseline: reasons stay, entries that pass or whose case is gone go, new ones "
                 "are 'unexplained' until a person writes why. 'lint' runs nothing: an entry "
                 "without a reason, one that has expired and one whose case is gone are "
                 "findings, in the baseline of each backend or in FILE.",
        .examples = "loopspec baseline update -b bun\n"
                    "loopspec baseline lint\n"
                    "loopspec baseline lint --baseline my.baseline",
        .takes = TAKES_CHOICE | TAKES(BACKEND) | TAKES(PROFILE) | TAKES(CLOCK) | TAKES(JOBS) |
                 TAKES(TIMEOUT) | TAKES(BASELINE) | TAKES(QUIET),
        .operands_min = 1,
        .operands_max = OPERANDS_ANY,
        .run = cmd_baseline,
    },
    {
        .name = "lint",
        .operands = "",
        .summary = "check that catalogue, cases and expectations agree",
        .about = "Rules without a case, unknown rules, missing and stray traces, labels that "
                 "nothing logs, titles used twice, files not in canonical form, promises that "
                 "no document makes, contradictions whose cases do not prove them, parts of a "
                 "document without a rule or a reason, bugs without a case or a proof: each is a "
                 "finding, and one is enough for "
                 "exit 1.",
        .examples = "loopspec lint",
        .takes = TAKES_SUITE,
        .run = cmd_lint,
    },
    {
        .name = "fmt",
        .operands = "FILE...",
        .summary = "rewrite .loop, .js and .trace files in their canonical form",
        .about = "The names of the files that change are printed; the others are not touched. "
                 "Of a script (.js) only the head has such a form.",
        .examples = "loopspec fmt cases/timers/*.loop\n"
                    "loopspec fmt --check my.loop my.trace",
        .takes = TAKES(CHECK),
        .operands_min = 1,
        .operands_max = OPERANDS_ANY,
        .run = cmd_fmt,
    },
    {
        .name = "smoke",
        .operands = "[CHECK|GLOB]...",
        .summary = "test a backend's adapter itself: is it sound?",
        .about = "For authors of an adapter: run this first, the suite afterwards. A check that "
                 "fails is shown with its program and the command that repeats it; declared "
                 "capabilities that no check could ask about are named at the end. Operands are "
                 "the sentences of checks, or globs of them.",
        .examples = "loopspec smoke -b ./my-loop.so\n"
                    "loopspec smoke -b ./my-loop.so '*timer*'\n"
                    "loopspec smoke -b 'exec:./my-adapter'",
        .takes = TAKES(BACKEND) | TAKES(TIMEOUT),
        .operands_max = OPERANDS_ANY,
        .run = cmd_smoke,
    },
    {
        .name = "mutants",
        .operands = "[MUTANT]...",
        .summary = "break the reference, a rule at a time: does the suite notice?",
        .about = "Every mutant must be killed, for each rule that it breaks, by a case that "
                 "names the rule; one that only other cases kill survives. 'loopspec list "
                 "mutants' names them, and any of them is a backend: -b reference:mutant=NAME. "
                 "Without operands all are run, and rules that must hold and have no mutant "
                 "are listed with the reason; with --idle-cases the cases, too, that kill none. "
                 "Exit 1 if a mutant survives or a reason is missing.",
        .examples = "loopspec mutants\n"
                    "loopspec mutants ties-in-reverse\n"
                    "loopspec run TIMER-2 -b reference:mutant=ties-in-reverse",
        .takes = TAKES_SUITE | TAKES(PROFILE) | TAKES(JOBS) | TAKES(TIMEOUT) | TAKES(JSON) |
                 TAKES(IDLE_CASES) | TAKES(QUIET),
        .operands_max = OPERANDS_ANY,
        .run = cmd_mutants,
    },
    {
        .name = "world",
        .operands = "[--] PROGRAM [ARGUMENT]...",
        .summary = "run any program in virtual time",
        .about = "The program, unmodified, runs in the world that cases run in: its clocks stand "
                 "still while it computes, its waits take no real time, one thread runs at a time, "
                 "and the programs that it starts share its time. At the end it prints how much "
                 "virtual time has passed. Wrappers such as timeout, env and nice stay outside. A "
                 "program into which nothing can be preloaded (static, set-uid) is refused. The "
                 "exit status is the program's, 128 + N after signal N, and 86 if nothing in it "
                 "could ever run again.",
        .examples = "loopspec world -- sleep 3600\n"
                    "loopspec world -- sh -c 'date; sleep 86400; date'\n"
                    "loopspec world -- timeout 10 ./my-tests --all\n"
                    "loopspec world --ticking -- node script.js",
        .takes = TAKES(TICKING) | TAKES(QUIET),
        .operands_min = 1,
        .operands_max = OPERANDS_ANY,
        .is_wrapper = true,
        .run = cmd_world,
    },
    {
        .name = "completion",
        .operands = "bash|zsh|fish",
        .summary = "print what a shell needs to complete commands and options",
        .about = "'make install' puts these where the shells look for them.",
        .examples = "loopspec completion bash >~/.local/share/bash-completion/completions/loopspec",
        .takes = 0,
        .operands_min = 1,
        .operands_max = 1,
        .is_read = true,
        .run = cmd_completion,
    },
    { .name = NULL },
};

static int cmd_completion(struct options *o)
{
    struct diag d;
    return completion_print(o->operand[0], commands, &d) < 0 ? diag_report(&d) : STATUS_EXPECTED;
}

static const struct command *find_command(const char *name)
{
    for (const struct command *c = commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

static void print_help(FILE *out)
{
    fputs("usage: loopspec COMMAND [OPTION]... [OPERAND]...\n\n", out);
    wrap_print(out, 0,
               "loopspec is a conformance checker for event loops: it runs small scenario programs "
               "against a loop, in exact virtual time, and judges what happened by documented "
               "rules.");
    fputs("\ncommands:\n", out);
    for (const struct command *c = commands; c->name; c++)
        command_print_entry(out, c->name, c->summary);
    fputs("\n'loopspec help COMMAND' describes one, 'loopspec --version' prints the version.\n\n"
          "examples:\n"
          "  loopspec run                    every case, on our reference loop and on libuv\n"
          "  loopspec run -b ./my-loop.so    every case, on a loop of your own\n"
          "  loopspec explain TIMER-9        a rule, where it is written, what proves it\n",
          out);
    command_print_statuses(out);
}

/* What other programs call it. */
static const struct {
    const char *word, *here;
} elsewhere[] = {
    { "test", "run" },     { "check", "run" },  { "verify", "run" },        { "draw", "trace" },
    { "compare", "diff" }, { "format", "fmt" }, { "version", "--version" }, { "accept", "bless" },
    { "cat", "show" },     { "ls", "list" },
};

static int unknown_command(const char *word)
{
    struct diag d;
    struct suggest s;
    suggest_init(&s, word);
    suggest_offer(&s, "help");
    for (const struct command *c = commands; c->name; c++)
        suggest_offer(&s, c->name);
    for (size_t i = 0; i < ARRAY_SIZE(elsewhere); i++)
        if (strcmp(elsewhere[i].word, word) == 0)
            s.nearest = elsewhere[i].here;
    if (word[0] == '-')
        diag_usage(&d, "options follow the command: loopspec COMMAND [OPTION]...",
                   "'%s' is not a command", word);
    else
        diag_usage(&d, suggest_hint(&s, "'loopspec help' lists them all"), "unknown command '%s'",
                   word);
    diag_print(&d, stderr);
    return STATUS_USAGE;
}

static int help(int argc, char **argv)
{
    command_may_be_cut();
    if (argc < 2) {
        print_help(stdout);
        return STATUS_EXPECTED;
    }
    const struct command *c = find_command(argv[1]);
    if (!c)
        return unknown_command(argv[1]);
    command_print_help(c);
    return STATUS_EXPECTED;
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return STATUS_USAGE;
    }
    const char *word = argv[1];
    if (strcmp(word, "--version") == 0) {
        command_print_version();
        return STATUS_EXPECTED;
    }
    if (strcmp(word, "help") == 0 || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return help(argc - 1, argv + 1);
    const struct command *c = find_command(word);
    return c ? command_run(c, argc - 1, argv + 1) : unknown_command(word);
}

int main(int argc, char **argv)
{
    return startup_main(argc, argv, dispatch);
}
