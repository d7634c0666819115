/* The catalogue contains what the .rules files say, in their order; each mistake is an error with
 * its location and its line. */
#include "catalogue/catalogue.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/mem.h"
#include "tap/tap.h"

/* A temporary cases folder with catalogue/ in it. */
struct folder {
    char path[64];
};

struct file {
    const char *name, *text;
};

static char *path_in(const struct folder *f, const char *name)
{
    return xasprintf("%s/catalogue%s%s", f->path, *name ? "/" : "", name);
}

static void folder_open(struct folder *f, const struct file *file, size_t count)
{
    strcpy(f->path, "/tmp/loopspec-catalogue-XXXXXX");
    if (!mkdtemp(f->path))
        abort();
    char *path = path_in(f, "");
    if (mkdir(path, 0700) < 0)
        abort();
    free(path);
    for (size_t i = 0; i < count; i++) {
        path = path_in(f, file[i].name);
        FILE *out = fopen(path, "w");
        if (!out || fputs(file[i].text, out) < 0 || fclose(out) != 0)
            abort();
        free(path);
    }
}

static void folder_close(const struct folder *f, const struct file *file, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *path = path_in(f, file[i].name);
        unlink(path);
        free(path);
    }
    char *path = path_in(f, "");
    rmdir(path);
    free(path);
    rmdir(f->path);
}

static void test_whole(void)
{
    static const struct file files[] = {
        { "b.rules", "# sources may stand behind the rules that name them\n"
                     "source s1 \"One\"   # a remark\n"
                     "    at \"https://example.org/one.html\" # another\n"
                     "source file.txt \"Two\"\n    no-address \"It is\"\n \"lost.\"" },
        { "a.rules", "\n# a comment\nrule TIMER-10 should node {\n"
                     "    says \"Ten\"\n\n         # between\n        \"and more.\"\n"
                     "    sources s1 \"here#there\"\n    sources file.txt # twice\n"
                     "    profiles \"p\"\n    note \"n\"\n    linux\n    loops libev any\n    "
                     "informative \"i\"\n}\n"
                     "rule TIMER-2 may browser { # short\n says \"Two.\"\n sources s1\n}\n" },
        { "c.rules", "rule ASYNC-1 must core {\n says \"A.\"\n sources s1\n}" },
        { ".hidden.rules", "nonsense\n" },
        { "notes.txt", "nonsense\n" },
    };
    struct folder f;
    struct diag d;
    folder_open(&f, files, ARRAY_SIZE(files));
    struct catalogue *c = catalogue_read(f.path, NULL, &d);
    folder_close(&f, files, ARRAY_SIZE(files));
    if (!ok(c != NULL, "a good catalogue is read")) {
        diag_print(&d, stderr);
        return;
    }
    is_int(c->rule_count, 3, "it has the rules of all .rules files");
    const struct rule *r = &c->rule[0];
    is(r->id, "TIMER-10", "files come in the order of their names, rules in that of the lines");
    is(c->rule[1].id, "TIMER-2", "numbers do not sort rules");
    is(c->rule[2].id, "ASYNC-1", "the last file comes last");
    is(r->says, "Ten and more.", "strings on following lines go on after a space");
    is(r->profiles, "p", "profiles");
    is(r->note, "n", "note");
    is(r->informative, "i", "informative");
    ok(r->on_linux, "linux");
    is_int(r->families, FAMILY_BIT(FAMILY_LIBEV) | FAMILY_BIT(FAMILY_ANY), "loops");
    is_int(c->rule[2].families, FAMILY_BIT(FAMILY_LIBUV), "without a word it is libuv's");
    is(rule_level_name(r->level), "should", "level");
    is_int(r->layer, LAYER_NODE, "layer");
    is_int(r->source_count, 2, "lines of sources add up");
    is(r->source[0]->title, "One", "a source has its title");
    is(r->source[0]->address, "https://example.org/one.html", "and its address");
    ok(!r->source[0]->no_address, "which needs no excuse");
    is(r->section[0], "here#there", "a rule names the section");
    is(r->section[1], "", "or means the whole");
    is(c->rule[1].section[0], "", "each rule for itself");
    is(r->source[1]->id, "file.txt", "a file name is an id like any other");
    ok(!r->source[1]->address, "a source can be without an address");
    is(r->source[1]->no_address, "It is lost.", "and says why");
    is_int(r->source[1]->at.line, 4, "a source knows its line");
    is_int(r->at.line, 3, "a rule knows its line");
    is_int(r->at.column, 6, "and column");
    like(r->at.file, "/catalogue/a\\.rules$", "and file");
    r = catalogue_find(c, "TIMER-2");
    ok(r && r == &c->rule[1], "a rule is found by its id");
    ok(r && !r->note && !r->profiles && !r->informative && !r->on_linux, "the rest is optional");
    ok(!catalogue_find(c, "TIMER-3"), "what is not there is not found");
    is_int(c->source_count, 2, "sources are listed");
    is(c->source[0]->id, "s1", "in the order of their lines");
    catalogue_free(c);
}

#define RULE   "rule A-1 must core {\n says \"x\"\n sources s\n}\n"
#define HEAD   "source s \"S\"\n"
#define CLAIM  " claim \"c\"\n truth \"t\"\n"
#define SAYS   " says \"b\"\n"
#define AT     " at \"https://a.b/\"\n"
#define CONTRA "contradiction X-1 {\n" CLAIM " sources s\n rules A-1\n}\n"

static void test_faults(void)
{
    static const struct {
        const char *text;
        unsigned line, column;
        const char *message, *hint;
    } rows[] = {
        { HEAD RULE RULE, 6, 6, "rule 'A-1' is there twice", "the first is at .*/x.rules:2" },
        { HEAD HEAD RULE, 2, 8, "source 's' is there twice", "" },
        { "source spec \"S\"\nrule A-1 must core {\n says \"x\"\n sources spce\n}\n", 4, 10,
          "unknown source 'spce'", "did you mean 'spec'\\?" },
        { HEAD "rule A-1 must core {\n says \"x\"\n sources quite-other\n}\n", 4, 10,
          "unknown source 'quite-other'", "declare it" },
        { HEAD "rule A-1 must core {\n says \"x\"\n sources s s\n}\n", 4, 12,
          "rule 'A-1' names source 's' twice", "" },
        { HEAD "rule A-1 must core {\n sources s\n}\n", 2, 6, "rule 'A-1' says nothing", "says" },
        { "rule A-1 must core {\n says \"x\"\n}\n", 1, 6, "rule 'A-1' has no source", "sources" },
        { "rule A-1 must core {\n sources\n}\n", 2, 9, "expected the id of a source", "" },
        { "rule A-1 shuold core {\n", 1, 10, "unknown level 'shuold'", "did you mean 'should'\\?" },
        { "rule A-1 must core {\n loops libevnt\n", 2, 8, "unknown loop 'libevnt'",
          "did you mean 'libevent'\\?" },
        { "rule A-1 must cor {\n", 1, 15, "unknown layer 'cor'", "did you mean 'core'\\?" },
        { "rule A-1 must {\n", 1, 15, "expected a layer, found '\\{'", "" },
        { "rule A-1 must core\n", 1, 19, "expected '\\{', found the end of the line", "" },
        { "rule A-1 must core { says \"x\"\n", 1, 22, "expected the end of the line", "" },
        { "rule A-1 must core {\n says \"x\"\n", 1, 6, "rule 'A-1' is not closed", "'\\}'" },
        { "rule A-1 must core {\n syas \"x\"\n", 2, 2, "unknown field 'syas'", "'says'" },
        { "rule A-1 must core {\n says x\n", 2, 7, "expected a string, found 'x'", "" },
        { "rule A-1 must core {\n says \"\"\n", 2, 7, "'says' is empty", "" },
        { "rule A-1 must core {\n note \"a\"\n note \"b\"\n", 3, 7, "'note' is given twice", "" },
        { "rule A-1 must core {\n linux yes\n", 2, 8, "expected the end of the line", "" },
        { HEAD RULE "rule A-2 must core {\n says \"x\"\n sources s\n} }\n", 9, 3,
          "expected the end of the line", "" },
        { "rule A1 must core {\n", 1, 6, "'A1' is not the id of a rule", "TIMER-2" },
        { "rule a-1 must core {\n", 1, 6, "'a-1' is not the id of a rule", "TIMER-2" },
        { "rule A-01 must core {\n", 1, 6, "'A-01' is not the id of a rule", "TIMER-2" },
        { "rule A-1b must core {\n", 1, 6, "'A-1b' is not the id of a rule", "TIMER-2" },
        { "rule A- must core {\n", 1, 6, "'A-' is not the id of a rule", "TIMER-2" },
        { "rule 7 must core {\n", 1, 6, "expected the id of a rule, found '7'", "" },
        { "rlue A-1 must core {\n", 1, 1, "unknown word 'rlue'", "did you mean 'rule'\\?" },
        { "}\n", 1, 1, "expected a word, found '\\}'", "" },
        { "source s\n", 1, 9, "expected a string, found the end of the line", "" },
        { "code s \"S\"\n" HEAD RULE, 2, 8, "source 's' is there twice", "" },
        { "switch w \"a\"\nswitch w \"b\"\n", 2, 8, "switch 'w' is there twice", "" },
        { HEAD
          "switch old \"a\"\nrule A-1 must core {\n says \"x\"\n sources s\n switches odl\n}\n",
          6, 11, "unknown switch 'odl'", "did you mean 'old'\\?" },
        { "rule X-1 must core {\n", 1, 6, "'X-1' is not the id of a rule", "contradictions" },
        { "contradiction A-1 {\n", 1, 15, "'A-1' is not the id of a contradiction", "X-12" },
        { "contradiction X-1 {\n truth \"t\"\n}\n", 1, 15, "'X-1' claims nothing", "claim" },
        { "contradiction X-1 {\n claim \"c\"\n}\n", 1, 15, "what really happens", "truth" },
        { "contradiction X-1 {\n" CLAIM "}\n", 1, 15, "'X-1' stands nowhere", "where" },
        { HEAD "contradiction X-1 {\n" CLAIM " sources s\n}\n", 2, 15, "'X-1' is about no rule",
          "rules" },
        { HEAD RULE "contradiction X-1 {\n" CLAIM " sources s\n rules A-2\n}\n", 10, 8,
          "unknown rule 'A-2'", "did you mean 'A-1'\\?" },
        { HEAD "contradiction X-1 {\n" CLAIM " sources s\n rules A-1 A-1\n}\n", 6, 12,
          "contradiction 'X-1' names rule 'A-1' twice", "" },
        { "contradiction X-1 {\n cases a/b\n", 2, 8, "expected a string", "" },
        { HEAD RULE CONTRA CONTRA, 12, 15, "contradiction 'X-1' is there twice",
          "the first is at .*/x.rules:6" },
        { "rule BUG-1 must core {\n", 1, 6, "'BUG-1' is not the id of a rule", "BUG that of bugs" },
        { "bug X-1 libuv {\n", 1, 5, "'X-1' is not the id of a bug", "BUG-12" },
        { "bug BUG-01 libuv {\n", 1, 5, "'BUG-01' is not the id of a bug", "BUG-12" },
        { "bug BUG-1 lbuv {\n", 1, 11, "unknown system 'lbuv'", "did you mean 'libuv'\\?" },
        { "bug BUG-1 libuv {\n" AT "}\n", 1, 5, "bug 'BUG-1' says nothing", "says" },
        { "bug BUG-1 libuv {\n says \"b\"\n}\n", 1, 5, "'BUG-1' does not say where it was", "at" },
        { "bug BUG-1 libuv {\n at \"http://a.b/\"\n", 2, 5, "\"http://a.b/\" is not an address",
          "https" },
        { "bug BUG-1 libuv {\n since \"1.x\"\n", 2, 8, "\"1.x\" is not a version", "1.45.0" },
        { "bug BUG-1 libuv {\n fixed \"1\"\n fixed \"2\"\n", 3, 8, "the version is given twice",
          "" },
        { "bug BUG-1 libuv {\n" SAYS AT " since \"1.10\"\n fixed \"1.9.9\"\n}\n", 1, 5,
          "'BUG-1' was fixed in 1.9.9, before it came in 1.10", "" },
        { "bug BUG-1 libuv {\n" SAYS AT " fixed \"2\"\n release \"2.0.0\"\n}\n", 1, 5,
          "release 2.0.0 does not have bug 'BUG-1'", "" },
        { "bug BUG-1 libuv {\n" SAYS AT " since \"2\"\n release \"1.9\"\n}\n", 1, 5,
          "release 1.9 does not have bug 'BUG-1'", "" },
        { "bug BUG-1 libuv {\n" SAYS AT " mutants \"m\"\n unproven \"u\"\n}\n", 1, 5,
          "'BUG-1' is unproven, yet has a proof", "" },
        { "bug BUG-1 libuv {\n" SAYS AT "}\nbug BUG-1 node {\n" SAYS AT "}\n", 5, 5,
          "bug 'BUG-1' is there twice", "the first is at .*/x.rules:1" },
        { "section \"a\"\n", 1, 9, "a section of no source in this file", "source ID" },
        { HEAD RULE "snippet \"a\"\n rules B-77\n", 7, 8, "unknown rule 'B-77'", "list rules" },
        { HEAD RULE "snippet \"a\"\n rules A-1\n informative \"i\"\n", 6, 9,
          "snippet 'a' is informative, yet has rules", "" },
        { "source s \"S\"\n at https\n", 2, 5, "expected a string, found 'https'", "" },
        { "source s \"S\"\n at \"http://a.b/\"\n", 2, 5, "\"http://a.b/\" is not an address",
          "https://" },
        { "source s \"S\"\n at \"https://a.b/#c\"\n", 2, 5, "is not an address", "the rule" },
        { "source s \"S\"\n at \"https://a.b/\" \"c\"\n", 2, 20, "expected the end of the line",
          "" },
        { "source s \"S\"\n at \"https://a.b/\"\n at \"https://a.b/\"\n", 3, 2, "unknown word 'at'",
          "" },
        { "source s \"S\"\n no-address\n", 2, 12, "expected a string", "" },
        { HEAD "rule A-1 must core {\n says \"x\"\n sources s \"#\"\n}\n", 4, 12,
          "\"#\" is not a section", "name#anchor" },
        { HEAD "rule A-1 must core {\n says \"x\"\n sources s \"\"\n}\n", 4, 12,
          "\"\" is not a section", "name#anchor" },
        { HEAD "rule A-1 must core {\n says \"x\"\n sources s \"a\" \"b\"\n}\n", 4, 16,
          "expected the end of the line", "" },
        { HEAD "rule A-1 must core {\n says \"x\"\n sources s \"#a\"\n}\n", 4, 10,
          "source 's' has no address for the anchor of \"#a\"", "https://" },
        { HEAD "contradiction X-1 {\n" CLAIM " sources s\n rules A-1 \"a\"\n}\n", 6, 12,
          "expected the end of the line", "" },
        { HEAD RULE "section \"a#b\"\n", 6, 9, "\"a#b\" is not the title of a part", "address" },
        { "source s \"S\"\n at \"https://a.b/\"\n" RULE "section \"#b\"\n", 7, 9,
          "\"#b\" is not the title of a part", "title#anchor" },
        { HEAD RULE CONTRA
          "source z \"Z\"\nsnippet \"a\"\n contradictions X-1\n informative \"i\"\n",
          13, 9, "snippet 'a' is informative, yet has contradictions", "" },
        { RULE HEAD "snippet \"a\"\n contradictions X-3\n", 7, 17, "unknown contradiction 'X-3'",
          "list contradictions" },
        { "source s \"S\n", 1, 10, "string is not closed", "close it" },
        { "# \001\n", 1, 3, "control character", "" },
        { HEAD, 0, 0, "no rule in this folder", "\\.rules" },
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct file file = { "x.rules", rows[i].text };
        struct folder f;
        struct diag d;
        folder_open(&f, &file, 1);
        struct catalogue *c = catalogue_read(f.path, NULL, &d);
        folder_close(&f, &file, 1);
        if (!ok(!c, "fault %zu is found: %s", i, rows[i].message)) {
            catalogue_free(c);
            continue;
        }
        like(d.message, rows[i].message, "its message");
        like(d.hint, *rows[i].hint ? rows[i].hint : "^$", "its hint");
        is_int(d.at.line, rows[i].line, "its line");
        is_int(d.at.column, rows[i].column, "its column");
        like(d.file, rows[i].line ? "/catalogue/x\\.rules$" : "/catalogue$", "its file");
        ok((d.source[0] != '\0') == (rows[i].line > 0), "the line is shown");
        is_int(diag_exit_status(&d), 2, "it is the user's");
    }
}

static const struct file full[] = {
    { "doc.rules",
      "source doc \"A document\"\n at \"https://example.org/\"\n"
      "section \"One#1\"\n    rules A-1\n    rules A-2 # goes on\n"
      "snippet \"Two\"\n        \"of two lines\"\n    informative \"It says nothing.\"\n"
      "source page \"A page\"\n"
      "sentence \"Three\"\n"
      "sentence \"Four\"\n    contradictions X-7 X-8\n    rules A-1\n" },
    { "all.rules",
      "switch late \"From 2 on late.\"\ncode src \"The source\"\n"
      "rule A-1 must core {\n says \"a\"\n sources doc\n switches late early\n}\n"
      "rule A-2 should core {\n says \"b\"\n sources src\n}\n"
      "contradiction X-7 {\n claim \"It is\"\n  \"so.\"\n sources doc \"#2\" page\n"
      " where \"at its end\"\n truth \"It is not.\"\n rules A-2 A-1\n"
      " cases \"timers/a\"\n       \"timers/b\"\n}\n"
      "contradiction X-8 {\n claim \"c\"\n where \"told\"\n truth \"t\"\n rules A-1\n}\n" },
    { "more.rules", "switch early \"From 1 on early.\"\n"
                    "bug BUG-9 node {\n says \"It\"\n  \"waits.\"\n at \"https://a.b/\"\n"
                    "    \"https://a.b/c\"\n since \"1.2\"\n fixed \"1.10\"\n"
                    " cases \"timers/a\"\n mutants \"m\"\n \"n\"\n release \"1.9.3\"\n}\n"
                    "bug BUG-2 libuv {\n says \"b\"\n at \"https://a.b/\"\n unproven \"u\"\n}\n" },
};

static void test_contradictions(const struct catalogue *c)
{
    const struct contradiction *x = &c->contradiction[0];
    is_int(c->contradiction_count, 2, "contradictions are no rules");
    is_int(c->rule_count, 2, "nor the other way");
    is(x->id, "X-7", "a contradiction has an id");
    is(x->claim, "It is so.", "what is said");
    is(x->truth, "It is not.", "what is so");
    is(x->where, "at its end", "where that stands");
    is(x->source[1]->id, "page", "in which source");
    is_int(x->source_count, 2, "or several");
    is_int(x->rule_count, 2, "its rules");
    ok(x->rule[0] == catalogue_find(c, "A-2"), "in the order of the line");
    is_int(x->proof_count, 2, "its cases");
    is(x->proof[1], "timers/b", "by name");
    x = &c->contradiction[1];
    ok(x->source_count == 0 && x->proof_count == 0, "a source may be missing, and a case");
}

static void test_bugs(const struct catalogue *c)
{
    const struct bug *b = &c->bug[0];
    is_int(c->bug_count, 2, "bugs are no rules");
    is(b->id, "BUG-9", "a bug has an id");
    is(b->system, "node", "and a system");
    is(b->says, "It waits.", "what went wrong");
    is_int(b->address_count, 2, "it was reported");
    is(b->address[1], "https://a.b/c", "or mended somewhere");
    is(b->since, "1.2", "in this version it came");
    is(b->fixed, "1.10", "in that it went");
    is(b->release, "1.9.3", "this one has it");
    is_int(b->caught_count, 1, "cases catch it");
    is(b->caught[0], "timers/a", "by name");
    is_int(b->mutant_count, 2, "and mutants have it");
    is(b->mutant[1], "n", "by name");
    is(bug_proof(b), "mutant", "a mutant is a proof");
    b = &c->bug[1];
    ok(!b->since && !b->fixed && !b->release, "versions are optional");
    is(b->unproven, "u", "a proof can be missing");
    is(bug_proof(b), "none", "as it says");
}

static void test_parts(const struct catalogue *c)
{
    const struct source *doc = c->source[1], *page = c->source[2];
    is(doc->id, "doc", "a source");
    ok(!doc->is_code && c->source[0]->is_code, "is a document or code");
    is_int(doc->part_count, 2, "a document has parts");
    is_int(page->part_count, 2, "each its own");
    is(doc->part[0].title, "One", "a part has a title");
    is(doc->part[0].section, "One#1", "and may have an anchor");
    is(doc->part[1].section, doc->part[1].title, "or none");
    is_int(doc->part[0].rule_count, 2, "and rules");
    is(doc->part[0].rule[1]->id, "A-2", "which stand in any file");
    is(doc->part[1].title, "Two of two lines", "a title goes on");
    is(part_kind_name(doc->part[1].kind), "snippet", "a part has a kind");
    is(doc->part[1].informative, "It says nothing.", "a part without rules says why");
    ok(!doc->part[0].informative, "one with rules need not");
    is(part_kind_name(page->part[0].kind), "sentence", "the third kind");
    is_int(page->part[0].at.line, 10, "a part knows its line");
    is_int(page->part[1].contradiction_count, 2, "a part may be wrong");
    ok(page->part[1].contradiction[1] == &c->contradiction[1], "as the contradictions say");
    is_int(part_answer(&doc->part[0]), ANSWER_RULES, "rules are an answer");
    is_int(part_answer(&doc->part[1]), ANSWER_REASON, "so is a reason");
    is_int(part_answer(&page->part[0]), ANSWER_NONE, "one may be missing");
    is_int(part_answer(&page->part[1]), ANSWER_CONTRADICTION, "a contradiction goes first");
}

static void test_full(void)
{
    struct folder f;
    struct diag d;
    folder_open(&f, full, ARRAY_SIZE(full));
    struct catalogue *c = catalogue_read(f.path, NULL, &d);
    folder_close(&f, full, ARRAY_SIZE(full));
    if (!ok(c != NULL, "contradictions, parts and switches are read")) {
        diag_print(&d, stderr);
        return;
    }
    test_contradictions(c);
    test_bugs(c);
    test_parts(c);
    const struct rule *rule = catalogue_find(c, "A-1");
    is(rule->section[0], "One#1", "a rule without a section has that of the part that states it");
    is(c->contradiction[0].section[0], "#2", "a contradiction names its section");
    is_int(rule->depends_count, 2, "a rule depends on switches");
    is(rule->depends[1]->says, "From 1 on early.", "which stand in any file");
    is_int(c->choice_count, 2, "switches are listed");
    is(c->choice[1]->id, "early", "in the order of the files");
    catalogue_free(c);
}

static void test_rules_alone(void)
{
    static const struct file files[] = {
        { "timer.rules", "rule TIMER-1 must core {\n says \"One.\"\n sources s1\n switches w\n}\n"
                         "rule TIMER-2 may core {\n says \"Two.\"\n sources s2\n}\n" },
        { "sources.rules", "source s1 \"One\"\n" },
        { "async.rules", "nonsense\n" },
        { "else.rules", "rule POLL-1 must core {\n says \"P.\"\n sources s1\n}\n" },
    };
    static const char *const one[] = { "TIMER-1", "TIMER-2" };
    static const char *const bad[][2] = { { "TIMER-1", "TIMER-3" },
                                          { "TIMER-1", "ASYNC-1" },
                                          { "TIMER-1", "POLL-1" },
                                          { "TIMER-1", "TIMER" } };
    struct folder f;
    folder_open(&f, files, ARRAY_SIZE(files));
    struct catalogue *c = catalogue_read_rules(f.path, one, 2);
    if (ok(c != NULL, "rules are read from the files of their names")) {
        const struct rule *rule = catalogue_find(c, "TIMER-1");
        is(rule->says, "One.", "with all that stands there");
        is(rule->source[0]->id, "s1", "the ids of their sources");
        ok(!rule->source[0]->title, "of which no more is known");
        is(rule->depends[0]->id, "w", "and of their switches");
        is_int(c->source_count, 0, "other files are not read");
    }
    catalogue_free(c);
    for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
        ok(!catalogue_read_rules(f.path, bad[i], 2), "with %s it takes more", bad[i][1]);
    c = catalogue_read_rules(f.path, NULL, 0);
    ok(c && c->rule_count == 0, "without a rule nothing is read");
    catalogue_free(c);
    folder_close(&f, files, ARRAY_SIZE(files));
}

static void test_no_folder(void)
{
    struct diag d;
    ok(!catalogue_read("/nonexistent", NULL, &d), "a folder that is not there is an error");
    is(d.file, "/nonexistent/catalogue", "which names it");
    like(d.message, "^cannot read: ", "and says why");
    is_int(diag_exit_status(&d), 2, "it is the user's");
}

static void test_faults_across_files(void)
{
    static const struct file files[] = {
        { "a.rules", HEAD RULE },
        { "b.rules", "\n" RULE },
    };
    struct folder f;
    struct diag d;
    folder_open(&f, files, ARRAY_SIZE(files));
    ok(!catalogue_read(f.path, NULL, &d), "a rule of two files is an error");
    like(d.file, "/b\\.rules$", "in the later file");
    is_int(d.at.line, 2, "at its line");
    like(d.hint, "/a\\.rules:2$", "and the hint names the earlier one");
    folder_close(&f, files, ARRAY_SIZE(files));
}

int main(void)
{
    test_whole();
    test_full();
    test_rules_alone();
    test_faults();
    test_no_folder();
    test_faults_across_files();
    return done_testing();
}
