#include "tap/tap.h"
#include <assert.h>
#include <regex.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

/* --- text that means nothing to a TAP parser, a YAML parser or a terminal --- */

/* Characters to escape with a backslash: '#' in names and reasons, the quote in YAML. */
#define NAME_SPECIAL    "\\#"
#define YAML_SPECIAL    "\\\""
#define COMMENT_SPECIAL ""

/* YAML's printable characters, without the line ends other than '
 * '. */
static bool is_printable(uint32_t c)
{
    if (c < 0xa0)
        return c >= 0x20 && c <= 0x7e;
    return c != 0x2028 && c != 0x2029 && c != 0xfeff && c != 0xfffe && c != 0xffff;
}

/* The length of the printable character at `s`; 0 for anything else. */
static size_t printable_length(const char *s)
{
    uint32_t c;
    size_t length = text_decode(s, SIZE_MAX, &c);
    return length > 0 && is_printable(c) ? length : 0;
}

/* Write `length` bytes of any text on one line. */
static void write_escaped(FILE *out, const char *text, size_t length, const char *special)
{
    for (size_t i = 0; i < length;) {
        size_t n = printable_length(text + i);
        if (n == 0) {
            const char *found = strchr("\nn\tt\rr", text[i]);
            if (found)
                fprintf(out, "\\%c", found[1]);
            else
                fprintf(out, "\\x%02x", (unsigned char)text[i]);
            n = 1;
        } else {
            if (n == 1 && strchr(special, text[i]))
                fputc('\\', out);
            fwrite(text + i, 1, n, out);
        }
        i += n;
    }
}

static void write_name(FILE *out, const char *text)
{
    write_escaped(out, text, strlen(text), NAME_SPECIAL);
}

/* Write every line of `text` after `before`; newlines at its end add no lines. */
static void write_lines(FILE *out, const char *text, const char *before, const char *special)
{
    size_t left = strlen(text);
    while (left > 0 && text[left - 1] == '\n')
        left--;
    for (;;) {
        const char *end = memchr(text, '\n', left);
        size_t length = end ? (size_t)(end - text) : left;
        fputs(before, out);
        write_escaped(out, text, length, special);
        fputc('\n', out);
        if (!end)
            return;
        text += length + 1;
        left -= length + 1;
    }
}

/* --- the stream --- */

static const char *const directive_names[] = {
    [TAP_PLAIN] = NULL,
    [TAP_SKIP] = "SKIP",
    [TAP_TODO] = "TODO",
};

void tap_init(struct tap *t, FILE *out, unsigned version)
{
    assert(version == 13 || version == 14);
    *t = (struct tap){ .out = out };
    fprintf(out, "TAP version %u\n", version);
}

void tap_plan(struct tap *t, unsigned count)
{
    assert(t->planned == 0);
    assert(t->ran == 0 || t->ran == count);
    assert(!t->in_yaml);
    t->planned = count;
    fprintf(t->out, "1..%u\n", count);
}

static void write_directive(FILE *out, enum tap_directive directive, const char *why)
{
    if (directive == TAP_PLAIN)
        return;
    fprintf(out, " # %s", directive_names[directive]);
    if (why && *why) {
        fputc(' ', out);
        write_name(out, why);
    }
}

void tap_plan_skip(struct tap *t, const char *why)
{
    assert(t->planned == 0);
    assert(t->ran == 0);
    fputs("1..0", t->out);
    write_directive(t->out, TAP_SKIP, why);
    fputc('\n', t->out);
}

void tap_point(struct tap *t, bool passed, enum tap_directive directive, const char *why,
               const char *name)
{
    assert(!t->in_yaml);
    t->ran++;
    if (!passed && directive == TAP_PLAIN)
        t->failed++;
    fprintf(t->out, "%s %u", passed ? "ok" : "not ok", t->ran);
    if (name && *name) {
        fputs(" - ", t->out);
        write_name(t->out, name);
    }
    write_directive(t->out, directive, why);
    fputc('\n', t->out);
}

void tap_comment(struct tap *t, const char *text)
{
    assert(!t->in_yaml);
    write_lines(t->out, text, "# ", COMMENT_SPECIAL);
}

void tap_bail_out(struct tap *t, const char *why)
{
    assert(!t->in_yaml);
    fputs("Bail out! ", t->out);
    write_name(t->out, why);
    fputc('\n', t->out);
}

/* --- YAML --- */

void tap_yaml_begin(struct tap *t)
{
    assert(t->ran > 0);
    assert(!t->in_yaml);
    t->in_yaml = true;
    fputs("  ---\n", t->out);
}

/* Could a reader that does not know YAML take this line for a line of TAP? */
static bool is_like_tap(const char *line)
{
    static const char *const begins[] = { "ok",        "not ok",      "1..",
                                          "Bail out!", "TAP version", "pragma" };
    line += strspn(line, " ");
    for (size_t i = 0; i < ARRAY_SIZE(begins); i++)
        if (strncmp(line, begins[i], strlen(begins[i])) == 0)
            return true;
    return false;
}

/* A literal block does not escape, so it can hold printable text only; and its first line sets its
 * indentation, so that line must not begin with a blank. */
static bool fits_literal(const char *value)
{
    if (!strchr(value, '\n') || strchr(" \t\n", *value))
        return false;
    bool begins = true; /* a line */
    while (*value) {
        size_t n = *value == '\n' ? 1 : printable_length(value);
        if (n == 0 || (begins && is_like_tap(value)))
            return false;
        begins = *value == '\n';
        value += n;
    }
    return true;
}

static bool is_plain_key(const char *key)
{
    return *key && strspn(key, "abcdefghijklmnopqrstuvwxyz_-") == strlen(key);
}

void tap_yaml_field(struct tap *t, const char *key, const char *value)
{
    assert(t->in_yaml);
    assert(is_plain_key(key));
    fprintf(t->out, "  %s: ", key);
    if (fits_literal(value)) {
        fputs("|\n", t->out);
        write_lines(t->out, value, "    ", "");
    } else {
        fputc('"', t->out);
        write_escaped(t->out, value, strlen(value), YAML_SPECIAL);
        fputs("\"\n", t->out);
    }
}

void tap_yaml_end(struct tap *t)
{
    assert(t->in_yaml);
    t->in_yaml = false;
    fputs("  ...\n", t->out);
}

/* --- libtap's calls --- */

/* Mutable state at file scope, against our rule: libtap's calls have no context argument, and a
 * test program has one stream, its standard output. */
static struct {
    struct tap tap;
    char *todo; /* why points are expected to fail; NULL outside todo() */
} self;

/* The stream begins with the first call, so that a test needs no set-up. */
static struct tap *own_tap(void)
{
    if (!self.tap.out)
        tap_init(&self.tap, stdout, 13);
    return &self.tap;
}

/* Format a call's last arguments as printf() does. */
#define FORMAT(text, fmt)               \
    va_list args;                       \
    va_start(args, fmt);                \
    char *text = xvasprintf(fmt, args); \
    va_end(args)

/* To stderr, where prove shows it; within todo(), where failures are expected, to stdout. */
void diag(const char *fmt, ...)
{
    FORMAT(text, fmt);
    write_lines(self.todo ? own_tap()->out : stderr, text, "# ", COMMENT_SPECIAL);
    free(text);
}

/* Flushes at once: a test that forks must not print its points twice, and one that crashes must
 * show its earlier points. Takes `name`. */
static int own_point(bool passed, const char *file, int line, char *name)
{
    struct tap *t = own_tap();
    tap_point(t, passed, self.todo ? TAP_TODO : TAP_PLAIN, self.todo, name);
    fflush(t->out);
    if (!passed)
        diag("%s test '%s'\nat %s line %d", self.todo ? "Failed (TODO)" : "Failed", name, file,
             line);
    free(name);
    return passed;
}

void plan(unsigned count)
{
    tap_plan(own_tap(), count);
}

int tap_test_ok(int passed, const char *file, int line, const char *test, const char *fmt, ...)
{
    FORMAT(name, fmt);
    own_point(passed, file, line, name);
    if (!passed)
        diag("    false: %s", test);
    return passed;
}

/* Prints quotes, to distinguish "NULL" from NULL. */
static void show_text(const char *label, const char *text)
{
    const char *quote = text ? "'" : "";
    diag("%12s: %s%s%s", label, quote, text ? text : "NULL", quote);
}

int tap_test_is(const char *got, const char *expected, const char *file, int line, const char *fmt,
                ...)
{
    bool same = got && expected ? strcmp(got, expected) == 0 : got == expected;
    FORMAT(name, fmt);
    own_point(same, file, line, name);
    if (!same) {
        show_text("got", got);
        show_text("expected", expected);
    }
    return same;
}

int tap_test_is_int(long long got, long long expected, const char *file, int line, const char *fmt,
                    ...)
{
    FORMAT(name, fmt);
    own_point(got == expected, file, line, name);
    if (got != expected)
        diag("%12s: %lld\n%12s: %lld", "got", got, "expected", expected);
    return got == expected;
}

/* A pattern that does not compile is a mistake in the test: the point fails and says why. */
static bool matches(const char *got, const char *regex, char *trouble, size_t size)
{
    regex_t compiled;
    *trouble = '\0';
    int error = regcomp(&compiled, regex, REG_EXTENDED | REG_NOSUB);
    if (error != 0) {
        regerror(error, &compiled, trouble, size);
        return false;
    }
    bool found = got && regexec(&compiled, got, 0, NULL, 0) == 0;
    regfree(&compiled);
    return found;
}

int tap_test_like(const char *got, const char *regex, const char *file, int line, const char *fmt,
                  ...)
{
    char trouble[120];
    bool found = matches(got, regex, trouble, sizeof trouble);
    FORMAT(name, fmt);
    own_point(found, file, line, name);
    if (!found) {
        show_text("got", got);
        diag("%12s: /%s/ %s", "unlike", regex, trouble);
    }
    return found;
}

void skip_all(const char *why, ...)
{
    FORMAT(text, why);
    tap_plan_skip(own_tap(), text);
    free(text);
    exit(0);
}

void skip(unsigned count, const char *why, ...)
{
    FORMAT(text, why);
    while (count-- > 0)
        tap_point(own_tap(), true, TAP_SKIP, text, NULL);
    free(text);
}

void todo(const char *why, ...)
{
    end_todo();
    FORMAT(text, why);
    self.todo = text;
}

void end_todo(void)
{
    free(self.todo);
    self.todo = NULL;
}

int done_testing(void)
{
    struct tap *t = own_tap();
    end_todo();
    if (t->planned == 0)
        tap_plan(t, t->ran);
    fflush(t->out);
    if (t->failed > 0)
        diag("%u of %u tests failed", t->failed, t->ran);
    if (t->ran != t->planned)
        diag("%u tests planned but %u ran", t->planned, t->ran);
    if (t->ran == 0)
        diag("no test ran");
    return t->failed > 0 || t->ran != t->planned || t->ran == 0;
}
