/* struct options holds what the command line says. Anything that does not belong there is refused
 * by name, with a hint. */
#include "runner/options/options.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "runner/options/command.h"
#include "tap/tap.h"

enum { WORDS_MAX = 12 };

static int no_run(struct options *o)
{
    (void)o;
    return 0;
}

static const struct command everything = {
    .name = "everything",
    .operands = "[WORD]...",
    .takes = (UINT64_C(1) << OPTION_COUNT) - 1,
    .operands_max = OPERANDS_ANY,
    .run = no_run,
};
static const struct command narrow = {
    .name = "narrow",
    .operands = "WORD",
    .takes = TAKES(JSON) | TAKES(CASES) | TAKES(CHECK),
    .operands_min = 1,
    .operands_max = 1,
    .run = no_run,
};

/* The words of a line, split at blanks; `''` is an empty word. */
struct line {
    char *text;
    char *word[WORDS_MAX + 1];
    int count;
};

static void line_init(struct line *l, const char *name, const char *text)
{
    *l = (struct line){ .text = xasprintf("%s %s", name, text) };
    for (char *w = strtok(l->text, " "); w && l->count < WORDS_MAX; w = strtok(NULL, " "))
        l->word[l->count++] = strcmp(w, "''") == 0 ? w + 2 : w;
}

static int parse(struct line *l, const struct command *c, const char *text, struct options *o,
                 struct diag *d)
{
    *d = (struct diag){ 0 };
    line_init(l, c->name, text);
    return options_parse(o, c, l->count, l->word, d);
}

static void test_defaults(void)
{
    struct line l;
    struct options o;
    struct diag d;
    is_int(parse(&l, &everything, "", &o, &d), 0, "no words are fine");
    is_int(o.level, LEVEL_MAY, "every level counts");
    is_int(o.timeout_ms, 10000, "a case has ten seconds");
    is_int(o.repeat, 1, "and runs once");
    ok(o.jobs >= 1, "there is at least one job");
    ok(!o.real_clock && !o.json && !o.fail_fast && !o.profile && !o.cases_dir, "the rest is off");
    is_int(o.operand_count + o.backend.count + o.format.count + o.exclude.count, 0, "and empty");
    options_release(&o);
    free(l.text);
}

static void test_values(void)
{
    struct line l;
    struct options o;
    struct diag d;
    is_int(parse(&l, &everything,
                 "one -b libuv --backend=./x.so -xA* --exclude B* two --level should", &o, &d),
           0, "options and operands mix");
    is_int(o.backend.count, 2, "-b may come twice");
    is(o.backend.item[0], "libuv", "in order");
    is(o.backend.item[1], "./x.so", "also as --backend=VALUE");
    is(o.exclude.item[0], "A*", "a value may touch its letter");
    is_int(o.exclude.count, 2, "-x may come twice");
    is_int(o.level, LEVEL_SHOULD, "--level");
    is_int(o.operand_count, 2, "operands are what is left");
    is(o.operand[1], "two", "in order");
    options_release(&o);
    free(l.text);

    is_int(
        parse(&l, &everything, "--clock real -j 7 --timeout 1.5s --repeat 3 --min-cases 0", &o, &d),
        0, "values are read");
    ok(o.real_clock, "--clock");
    is_int(o.jobs, 7, "-j");
    is_int(o.timeout_ms, 1500, "--timeout, in fractions too");
    is_int(o.repeat, 3, "--repeat");
    options_release(&o);
    free(l.text);

    is_int(
        parse(&l, &everything, "--format pretty --format tap:a.tap --json -- --check -j", &o, &d),
        0, "-- ends the options");
    is_int(o.format.count, 2, "reports may be several, one on standard output");
    is(o.format.item[1], "tap:a.tap", "with their files");
    ok(o.json && !o.check, "what follows -- is no option");
    is(o.operand[0], "--check", "but an operand");
    options_release(&o);
    free(l.text);
}

/* A report shows the same selection however it was spelled and however it is run. */
static void test_said(void)
{
    static const char *const same[] = {
        "one -b libuv --fail-fast --exclude A*",
        "-blibuv --format json:x one --fail-f -j 7 -xA* --shard 2/3",
    };
    for (size_t i = 0; i < ARRAY_SIZE(same); i++) {
        struct line l;
        struct options o;
        struct diag d;
        is_int(parse(&l, &everything, same[i], &o, &d), 0, "read: %s", same[i]);
        is(o.said, "loopspec everything -b libuv --fail-fast -x 'A*' one", "and said again");
        options_release(&o);
        free(l.text);
    }
}

static void test_abbreviations(void)
{
    struct line l;
    struct options o;
    struct diag d;
    is_int(parse(&l, &narrow, "--ca x word", &o, &d), 0, "an abbreviation is enough");
    is(o.cases_dir, "x", "if it is one option of this command");
    options_release(&o);
    free(l.text);
    is_int(parse(&l, &narrow, "--c x word", &o, &d), -1, "not if it could be two");
    is(d.message, "option '--c' is ambiguous", "which is said");
    is(d.hint, "write '--cases' or '--check'", "with both");
    options_release(&o);
    free(l.text);
}

static void test_help(void)
{
    struct line l;
    struct options o;
    struct diag d;
    is_int(parse(&l, &narrow, "--help", &o, &d), 0, "--help needs no operand");
    ok(o.help, "and is kept");
    options_release(&o);
    free(l.text);
    is_int(parse(&l, &narrow, "-h --nonsense", &o, &d), 0, "-h wins over what follows");
    ok(o.help, "and is help");
    options_release(&o);
    free(l.text);
    is_int(parse(&l, &narrow, "--version", &o, &d), 0, "every command has --version");
    ok(o.version, "and keeps it");
    options_release(&o);
    free(l.text);
}

static void test_faults(void)
{
    static const struct {
        const struct command *command;
        const char *words, *message, *hint;
    } rows[] = {
        { &everything, "--jbos 3", "^unknown option '--jbos'$", "^did you mean '--jobs'\\?$" },
        { &everything, "--jbos=3", "^unknown option '--jbos'$", "^did you mean '--jobs'\\?$" },
        { &everything, "--quantum", "^unknown option '--quantum'$", "help everything" },
        { &everything, "-Z", "^unknown option '-Z'$", "help everything" },
        { &everything, "--jobs", "^option '--jobs' needs a value$", "^write '--jobs N'$" },
        { &everything, "-j", "^option '-j' needs a value$", "^write '--jobs N'$" },
        { &everything, "--json=yes", "^option '--json' takes no value$", "^$" },
        { &narrow, "--format tap w", "^'narrow' does not take the option '--format'$",
          "help narrow" },
        { &narrow, "-j 3 w", "^'narrow' does not take the option '-j'$", "help narrow" },
        { &everything, "-j 0", "^'--jobs' cannot be '0'$", "from 1 to 1024" },
        { &everything, "-j 1025", "^'--jobs' cannot be '1025'$", "from 1 to 1024" },
        { &everything, "-j -1", "^'--jobs' cannot be '-1'$", "whole number" },
        { &everything, "-j +1", "^'--jobs' cannot be '\\+1'$", "whole number" },
        { &everything, "-j 3x", "^'--jobs' cannot be '3x'$", "whole number" },
        { &everything, "-j ''", "^'--jobs' cannot be ''$", "whole number" },
        { &everything, "--repeat 99999999999999999999", "^'--repeat' cannot be", "whole number" },
        { &everything, "--timeout 10", "^'--timeout' cannot be '10'$", "with its unit" },
        { &everything, "--timeout 10x", "^'--timeout' cannot be '10x'$", "500ms" },
        { &everything, "--begin 200", "^'--begin' cannot be '200'$", "from 1ms to 3650d" },
        { &everything, "--begin 999us", "^'--begin' cannot be '999us'$", "from 1ms" },
        { &everything, "--begin 3651d", "^'--begin' cannot be '3651d'$", "to 3650d" },
        { &everything, "--begin 1d2h", "^'--begin' cannot be '1d2h'$", "as 200d" },
        { &everything, "--timeout 0s", "^'--timeout' cannot be '0s'$", "from 1ms" },
        { &everything, "--timeout 5s;", "^'--timeout' cannot be '5s;'$", "500ms" },
        { &everything, "--timeout 1441min", "^'--timeout' cannot be", "to 1440min" },
        { &everything, "--level shuold", "^'--level' does not know 'shuold'$",
          "^did you mean 'should'\\? known: must, should, may$" },
        { &everything, "--clock wall", "^'--clock' does not know 'wall'$", "virtual, real" },
        { &everything, "--as d", "^'--as' does not know 'd'$", "^known: loop, js, c$" },
        { &everything, "--format tpa:x", "^'--format' does not know 'tpa'$",
          "^did you mean 'tap'\\? known: pretty, tap" },
        { &everything, "--format tap:", "^'--format tap:' names no file$", "FMT:FILE" },
        { &everything, "--format tap --format json",
          "^two reports in one place: 'tap' and "
          "'json'$",
          "to another file" },
        { &everything, "--format tap:x --format json:./x", "^two reports in one place", "file" },
        { &everything, "--profile nod-20", "nod-20", "." },
        { &everything, "-b ''", "^'--backend' has an empty value$", "^$" },
        { &everything, "''", "^operand 1 of 'everything' is empty$", "usage" },
        { &narrow, "", "^'narrow' needs WORD$", "^usage: loopspec narrow" },
        { &narrow, "one two", "^'narrow' has no use for 'two'$", "^usage: loopspec narrow" },
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct line l;
        struct options o;
        struct diag d;
        is_int(parse(&l, rows[i].command, rows[i].words, &o, &d), -1, "%s %s",
               rows[i].command->name, rows[i].words);
        like(d.message, rows[i].message, "  what is wrong");
        like(d.hint, rows[i].hint, "  what to do");
        is_int(diag_exit_status(&d), STATUS_USAGE, "  the user's fault");
        options_release(&o);
        free(l.text);
    }
}

static void test_help_text(void)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    options_print_help(narrow.takes, out);
    fclose(out);
    like(text, "--json +write JSON", "an option has its line");
    like(text, "-h, --help", "letters come first");
    ok(!strstr(text, "--format"), "options of others are not shown");
    size_t longest = 0;
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        if (strcspn(line, "\n") > longest)
            longest = strcspn(line, "\n");
    free(text);
    out = open_memstream(&text, &size);
    options_print_help(everything.takes, out);
    fclose(out);
    for (int id = 0; id < OPTION_COUNT; id++)
        ok(strstr(text, option_name((enum option_id)id)) != NULL, "help names --%s",
           option_name((enum option_id)id));
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        if (strcspn(line, "\n") > longest)
            longest = strcspn(line, "\n");
    ok(longest <= 100, "no line of help is longer than 100 columns");
    free(text);
}

int main(void)
{
    test_defaults();
    test_values();
    test_said();
    test_abbreviations();
    test_help();
    test_faults();
    test_help_text();
    return done_testing();
}
