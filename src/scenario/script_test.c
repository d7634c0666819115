/* Scripts: the head is read as a program's is, each fault with its place in the
 * file; calls of log() are found wherever they stand, and nothing else is taken
 * for one. */
#include "scenario/script.h"

#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "tap/tap.h"

#define HEAD "// title \"t\"\n// rules A-1\n// layer node\n\n"

/* "a b=": its labels, '=' behind one that has a value; '*' if others may come; or
 * the place and the message that refuse it. */
static char *labels_of(const char *source)
{
    struct diag d;
    struct script *s = script_parse("t.js", source, strlen(source), &d);
    if (!s)
        return xasprintf("%u:%u: %s", d.at.line, d.at.column, d.message);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (size_t id = 1; id < s->labels.count; id++)
        fprintf(out, "%s%s%s%s", id > 1 ? " " : "", s->labels.text[id],
                s->use[id] & SCRIPT_LOGS ? "" : "!", s->use[id] & SCRIPT_VALUE ? "=" : "");
    fputs(s->computes ? "*" : "", out);
    fclose(out);
    script_free(s);
    return text;
}

/* '!' says that it is never logged without a value. */
static const struct {
    const char *body, *labels;
} bodies[] = {
    { "log('a'); log(\"b\"); log(`c`);", "a b c" },
    { "log('a', 1); log('b'); log('b', 2)", "a!= b=" },
    { "log ( /* one */ 'a' // two\n )", "a" },
    { "console.log('no'); log('a'); x?.log('no')", "a" },
    { "globalThis.log('a')", "a" },
    { "// log('no')\n/* log('no') */ log('a')", "a" },
    { "const s = 'log(\"no\")' + \"it's log('no')\"; log('a')", "a" },
    { "const s = 'a\\'b'; log('a')", "a" },
    { "const s = `log('no') ${log('a')} ${`${log('b')}`} log('no')`;", "a b" },
    { "const s = `${{ x: { y: 1 } }}`; log('a')", "a" },
    { "x.replace(/log('no')/, ''); log('a')", "a" },
    { "x = a / log('a') / b", "a" },
    { "x = (a) / 2; log('a'); y = b[1] / 3", "a" },
    { "return /'/.test(log('a'))", "a" },
    { "x = [/[/']/, log('a')]", "a" },
    { "blog('no'); log2('no'); $log('no'); log('a')", "a" },
    { "f(...log('a'))", "a" },
    { "log('a'); setTimeout(log, 0, 'b')", "a*" },
    { "log('a' + i)", "*" },
    { "log(x ? 'a' : 'b'); log('c')", "c*" },
    { "log(`a${i}`)", "*" },
    { "log(f(() => log('a')))", "a*" },
    { "log('a\\x62')", "*" },
};

static const struct {
    const char *source, *fault;
} faults[] = {
    { "log('a')", "1:1: a script begins with its head, in comment lines" },
    { "", "1:1: a script begins with its head, in comment lines" },
    { "// rules A-1\n// layer node\n\nlog('a')", "3:1: the line 'title' is missing above this" },
    { "// title \"t\"\n// rules A-1\n\nlog('a')", "3:1: the line 'layer' is missing" },
    { "// title t\n", "1:10: expected a title, got 't'" },
    { "// title \"t\"\n// rules 7\n", "2:10: expected a rule id, got '7'" },
    { "// title \"t\"\n// rules A-1\n// layer core\n\nlog('a')",
      "3:4: a script is of layer node or browser" },
    { "// title \"t\"\n// rules A-1\n// layer node\n// workers 4\n\nlog('a')",
      "4:4: a script has no line 'workers'" },
    { "// title \"t\"\n// rules A-1\n// layer node\n// Remark.\n\nlog('a')",
      "4:4: expected a header line, got 'Remark.'" },
    { "// title \"t\" # why\n// rules A-1\n// layer node\n\nlog('a')",
      "1:1: a head has no remarks in it" },
    { "// title \"t\"\n// rules A-1\n// layer node\n// needs wings\n\nlog('a')",
      "4:10: nothing called 'wings' can be needed" },
    { HEAD "x('a')", "4:1: nothing in the script calls log()" },
    { HEAD "\n  log('a b')", "6:7: this is no label" },
    { HEAD "log('')", "5:5: the label is empty" },
    { HEAD "log('\xff')", "5:6: invalid UTF-8 byte 0xff" },
};

static const struct {
    const char *source, *form;
} forms[] = {
    { HEAD "log('a')", HEAD "log('a')" },
    { "//layer   node\n//  rules A-1   B-2\n// title \"t \\\"q\\\"\"\nlog('a')",
      "// title \"t \\\"q\\\"\"\n// rules A-1 B-2\n// layer node\n\nlog('a')" },
    { "// needs poll\n// title \"t\"\n// rules A-1\n// layer browser\n\n\n  log( 'a' )\n",
      "// title \"t\"\n// rules A-1\n// layer browser\n// needs poll\n\n\n  log( 'a' )\n" },
};

static char *form_of(const char *source)
{
    struct diag d;
    struct script *s = script_parse("t.js", source, strlen(source), &d);
    char *text = s ? script_print(s) : xstrdup(d.message);
    script_free(s);
    return text;
}

int main(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(bodies); i++) {
        char *source = xasprintf(HEAD "%s\n", bodies[i].body);
        char *got = labels_of(source);
        is(got, bodies[i].labels, "%s", bodies[i].body);
        free(got);
        free(source);
    }
    for (size_t i = 0; i < ARRAY_SIZE(faults); i++) {
        char *got = labels_of(faults[i].source);
        is(got, faults[i].fault, "%s", faults[i].fault);
        free(got);
    }
    for (size_t i = 0; i < ARRAY_SIZE(forms); i++) {
        char *once = form_of(forms[i].source), *twice = form_of(once);
        is(once, forms[i].form, "canonical form %zu", i + 1);
        is(twice, once, "  and again");
        free(once);
        free(twice);
    }
    return done_testing();
}
