/* Operands, -x and --level choose the cases that they name and no others. A fault in a suite is
 * reported with its location. Choosing nothing has a return value of its own. */
#include "runner/suite/suite.h"

#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "runner/options/command.h"
#include "tap/tap.h"

struct file {
    const char *name, *text;
};

#define CASE(title, rules) "title \"" title "\"\nrules " rules "\n\ntimer 1ms { log a }\n"

static const struct file good[] = {
    { "cases/catalogue/all.rules", "source doc \"A document\"\n"
                                   "rule TIMER-1 must core {\n says \"One.\"\n sources doc\n}\n"
                                   "rule TIMER-2 should core {\n says \"Two.\"\n sources doc\n}\n"
                                   "rule TIMER-3 may core {\n says \"Three.\"\n sources doc\n}\n"
                                   "rule TIMER-4 may core {\n says \"Four.\"\n sources doc\n}\n" },
    { "cases/timers/b.loop", CASE("b", "TIMER-1 TIMER-3") },
    { "cases/timers/a.loop", CASE("a", "TIMER-2") },
    { "cases/timers-late/c.loop", CASE("c", "TIMER-3") },
    { "cases/.hidden.loop", "nonsense" },
    { "cases/timers/notes.txt", "nonsense" },
    { "expected/timers/b.trace", "a 1ms\n" },
    { "expected/timers/a.trace", "a 1ms\n" },
    { "expected/timers-late/c.trace", "a 1ms\n" },
    { "own/mine.loop", CASE("mine", "TIMER-1") },
    { "own/mine.trace", "a 1ms\n" },
    { "own/bare.loop", CASE("bare", "TIMER-1") },
    { "empty/readme.txt", "no case here" },
};

/* A temporary folder, which is the working directory until folder_close(). */
struct folder {
    char path[64];
};

static void write_file(const struct file *file)
{
    char *path = xstrdup(file->name);
    for (char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    FILE *out = fopen(path, "w");
    if (!out || fputs(file->text, out) < 0 || fclose(out) != 0)
        abort();
    free(path);
}

static void folder_open(struct folder *f)
{
    strcpy(f->path, "/tmp/loopspec-suite-XXXXXX");
    if (!mkdtemp(f->path) || chdir(f->path) < 0)
        abort();
    for (size_t i = 0; i < ARRAY_SIZE(good); i++)
        write_file(&good[i]);
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st;
    (void)type;
    (void)ftw;
    return remove(path);
}

static void folder_close(const struct folder *f)
{
    if (chdir("/") < 0 || nftw(f->path, remove_entry, 16, FTW_DEPTH | FTW_PHYS) < 0)
        abort();
}

/* Options as the parser would leave them. */
struct request {
    const char *operand[4];
    const char *exclude[2];
    enum rule_level level;
    const char *cases_dir, *expected_dir;
};

static struct options options_of(const struct request *r)
{
    struct options o = { .level = r->level,
                         .cases_dir = r->cases_dir,
                         .expected_dir = r->expected_dir };
    o.operand = r->operand;
    while (o.operand_count < ARRAY_SIZE(r->operand) && r->operand[o.operand_count])
        o.operand_count++;
    o.exclude.item = (const char **)(uintptr_t)r->exclude;
    while (o.exclude.count < ARRAY_SIZE(r->exclude) && r->exclude[o.exclude.count])
        o.exclude.count++;
    return o;
}

static char *names_of(const struct suite *s)
{
    char *names = xstrdup("");
    for (size_t i = 0; i < s->count; i++) {
        char *longer = xasprintf("%s%s%s", names, i ? " " : "", s->item[i].name);
        free(names);
        names = longer;
    }
    return names;
}

static void test_choice(void)
{
    static const struct {
        const char *what;
        struct request request;
        const char *names;
    } rows[] = {
        { "everything, sorted by bytes",
          { .level = LEVEL_MAY },
          "timers-late/c timers/a timers/b" },
        { "a name", { { "timers/a" }, .level = LEVEL_MAY }, "timers/a" },
        { "a folder is not its prefix", { { "timers" }, .level = LEVEL_MAY }, "timers/a timers/b" },
        { "a folder may end in '/'", { { "timers/" }, .level = LEVEL_MAY }, "timers/a timers/b" },
        { "a glob crosses folders",
          { { "*"
              "/b" },
            .level = LEVEL_MAY },
          "timers/b" },
        { "globs look at the whole name", { { "tim*c" }, .level = LEVEL_MAY }, "timers-late/c" },
        { "a rule", { { "TIMER-3" }, .level = LEVEL_MAY }, "timers-late/c timers/b" },
        { "a rule in small letters", { { "timer-2" }, .level = LEVEL_MAY }, "timers/a" },
        { "several, each case once",
          { { "timers/b", "TIMER-1", "timers/a" }, .level = LEVEL_MAY },
          "timers/a timers/b" },
        { "a path into the suite is its case",
          { { "./cases/timers/a.loop" }, .level = LEVEL_MAY },
          "timers/a" },
        { "a path of a folder in the suite",
          { { "cases/timers/" }, .level = LEVEL_MAY },
          "timers/a timers/b" },
        { "and of the suite itself",
          { { "./cases" }, .level = LEVEL_MAY },
          "timers-late/c timers/a timers/b" },
        { "a path elsewhere is a case of its own",
          { { "own/mine.loop" }, .level = LEVEL_MAY },
          "own/mine.loop" },
        { "it joins the others",
          { { "own/mine.loop", "TIMER-2" }, .level = LEVEL_MAY },
          "timers/a own/mine.loop" },
        { "or those that are named",
          { { "own/mine.loop", "timers/b" }, .level = LEVEL_MAY },
          "timers/b own/mine.loop" },
        { "a name twice is one case",
          { { "timers/a", "cases/timers/a.loop" }, .level = LEVEL_MAY },
          "timers/a" },
        { "-x by glob", { .exclude = { "*a" }, .level = LEVEL_MAY }, "timers-late/c timers/b" },
        { "-x by folder and by name",
          { .exclude = { "timers-late", "timers/a" }, .level = LEVEL_MAY },
          "timers/b" },
        { "--level must: the strictest rule counts", { .level = LEVEL_MUST }, "timers/b" },
        { "--level should: must too", { .level = LEVEL_SHOULD }, "timers/a timers/b" },
        { "--cases brings its sibling",
          { .level = LEVEL_MAY, .cases_dir = "./cases/" },
          "timers-late/c timers/a timers/b" },
        { "traces beside the cases win over the sibling",
          { { "mine" }, .level = LEVEL_MAY, .cases_dir = "own" },
          "mine" },
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct options o = options_of(&rows[i].request);
        struct suite *s;
        struct diag d = { 0 };
        int answer = suite_open(&o, &s, &d);
        char *names = names_of(s);
        is(answer ? d.message : names, rows[i].names, "%s", rows[i].what);
        ok(answer == 0 && s->item[0].scenario.program && s->item[0].expect, "  loaded");
        free(names);
        suite_close(s);
    }
}

static void test_refusals(void)
{
    static const struct {
        struct request request;
        int answer;
        const char *message, *hint;
    } rows[] = {
        { { { "timers/aa" }, .level = LEVEL_MAY },
          -1,
          "^no case, folder or rule is called 'timers/aa'$",
          "^did you mean 'timers/a'\\?$" },
        { { { "TIMRE-1" }, .level = LEVEL_MAY },
          -1,
          "^no case, folder or rule is called 'TIMRE-1'$",
          "'TIMER-1'" },
        { { { "/" }, .level = LEVEL_MAY }, -1, "^no case, folder or rule is called '/'$", "." },
        { { { "own" }, .level = LEVEL_MAY }, -1, "^no case, folder or rule is called 'own'$", "." },
        { { { "quite-other" }, .level = LEVEL_MAY }, -1, "^no case, folder or rule", "list cases" },
        { { { "timers/a.loop" }, .level = LEVEL_MAY },
          -1,
          "^no file 'timers/a.loop'$",
          "^did you mean 'timers/a'\\?$" },
        { { { "own/bare.loop" }, .level = LEVEL_MAY },
          -1,
          "^no expected trace at 'own/bare.trace'",
          "bless" },
        { { { "x*" }, .level = LEVEL_MAY }, 1, "^nothing to run: no case matches 'x\\*'$", "." },
        { { { "timers/a", "x*" }, .level = LEVEL_MAY }, 1, "no case matches 'x\\*'$", "." },
        { { { "TIMER-4" }, .level = LEVEL_MAY },
          1,
          "^nothing to run: no case proves TIMER-4$",
          "explain TIMER-4" },
        { { .exclude = { "*" }, .level = LEVEL_MAY }, 1, "-x and --level leave none of 3", "^$" },
        { { { "TIMER-2" }, .level = LEVEL_MUST }, 1, "leave none of 1 case$", "^$" },
        { { .level = LEVEL_MAY, .cases_dir = "nowhere" }, -1, "no folder 'nowhere'", "^$" },
        { { .level = LEVEL_MAY, .expected_dir = "nowhere" }, -1, "no folder 'nowhere'", "^$" },
        { { .level = LEVEL_MAY, .cases_dir = "own" },
          -1,
          "no expected trace at 'own/bare.trace'",
          "bless" },
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct options o = options_of(&rows[i].request);
        struct suite *s;
        struct diag d = { 0 };
        is_int(suite_open(&o, &s, &d), rows[i].answer, "refused: %s", rows[i].message);
        like(d.message, rows[i].message, "  what is wrong");
        like(d.hint, rows[i].hint, "  what to do");
        suite_close(s);
    }
}

static void count_fault(void *arg, const struct diag *fault)
{
    (void)fault;
    ++*(size_t *)arg;
}

/* Each row spoils the good suite by one file. */
static void test_faults(void)
{
    static const struct {
        struct file file;
        const char *message;
        unsigned line, column;
        size_t left; /* cases that suite_open_all() keeps */
    } rows[] = {
        { { "cases/timers/a.loop", CASE("a", "TIMER-1 TIMER-22") },
          "unknown rule 'TIMER-22'",
          2,
          15,
          3 },
        { { "cases/timers/a.loop", "title \"a\"\nrules TIMER-1\n\ntimr 1ms { log a }\n" },
          "timr",
          4,
          1,
          2 },
        { { "expected/timers/a.trace", "aa 1ms\n" }, "aa", 1, 1, 3 },
        { { "expected/timers/a.trace", "never never never\n" }, ".", 1, 0, 3 },
        { { "expected/timers/z.trace", "a 1ms\n" }, "z.trace' belongs to no case", 0, 0, 3 },
        { { "cases/timers/z.loop", CASE("z", "TIMER-1") },
          "no expected trace at 'expected/timers/z",
          0,
          0,
          4 },
        { { "cases/timers/y z.loop", CASE("z", "TIMER-1") }, "bad file name", 0, 0, 0 },
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct folder f;
        struct suite *s;
        struct diag d = { 0 };
        struct options o = { .level = LEVEL_MAY };
        folder_open(&f);
        write_file(&rows[i].file);
        is_int(suite_open(&o, &s, &d), -1, "spoilt by %s", rows[i].file.name);
        like(d.message, rows[i].message, "  what is wrong");
        is_int(d.at.line, rows[i].line, "  in which line");
        if (rows[i].column)
            is_int(d.at.column, rows[i].column, "  and column");
        is_int(diag_exit_status(&d), STATUS_USAGE, "  bad input");
        suite_close(s);

        size_t faults = 0;
        int answer = suite_open_all(&o, &s, &d, count_fault, &faults);
        is_int(answer, rows[i].left ? 0 : -1, "  lint goes on");
        is_int(faults, answer == 0, "  with one fault");
        if (answer == 0)
            is_int(s->count, rows[i].left, "  and the cases that can be read");
        suite_close(s);
        folder_close(&f);
    }
}

static void test_single(void)
{
    struct suite *s;
    struct diag d = { 0 };
    struct options o = { .level = LEVEL_MAY };
    is_int(suite_load_case(&o, "own/bare.loop", &s, &d), 0, "a single case needs no trace");
    ok(s->count == 1 && s->item[0].scenario.program && !s->item[0].expect, "and has none");
    is(s->item[0].expect_path, "own/bare.trace", "but a place for it");
    suite_close(s);
    is_int(suite_load_case(&o, "timers/b", &s, &d), 0, "a name will do");
    ok(s->count == 1 && s->item[0].expect, "with its trace if there is one");
    is_int(suite_case_level(s, &s->item[0]), LEVEL_MUST, "its strictest rule is its level");
    suite_close(s);
    is_int(suite_load_case(&o, "timers*", &s, &d), -1, "a glob is not one case");
    like(d.message, "^no case, folder or rule", "and is refused");
    suite_close(s);
}

static void test_empty(void)
{
    struct suite *s;
    struct diag d = { 0 };
    struct options o = { .level = LEVEL_MAY, .cases_dir = "empty" };
    mkdir("empty/catalogue", 0700);
    struct file rules = { "empty/catalogue/a.rules", good[0].text };
    write_file(&rules);
    o.expected_dir = "empty";
    is_int(suite_open(&o, &s, &d), 1, "a folder without a case selects nothing");
    is(d.message, "nothing to run: no cases in 'empty'", "and is named");
    suite_close(s);
}

int main(void)
{
    struct folder f;
    folder_open(&f);
    test_choice();
    test_refusals();
    test_single();
    test_empty();
    folder_close(&f);
    test_faults();
    return done_testing();
}
