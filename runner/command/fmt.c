/* fmt: rewrites files in canonical form. */
#include "runner/command/commands.h"

#include <stdlib.h>
#include <string.h>

#include "base/lex.h"
#include "base/mem.h"
#include "base/text.h"
#include "match/expect.h"
#include "runner/suite/folders.h"
#include "base/file_replace.h"
#include "scenario/scenario.h"

static char *print_scenario(const char *file, const char *source, size_t length, struct diag *d)
{
    struct scenario s;
    if (scenario_parse(&s, file, source, length, d) < 0)
        return NULL;
    char *text = scenario_print(&s);
    scenario_release(&s);
    return text;
}

static char *print_trace(const char *file, const char *source, size_t length, struct diag *d)
{
    struct expect *e = expect_parse(file, source, length, d);
    char *text = e ? expect_print(e) : NULL;
    expect_free(e);
    return text;
}

static const struct language {
    const char *suffix;
    char *(*print)(const char *file, const char *source, size_t length, struct diag *d);
} languages[] = {
    { ".loop", print_scenario },
    { ".js", print_scenario },
    { ".trace", print_trace },
};

static const struct language *find_language(const char *file)
{
    for (size_t i = 0; i < ARRAY_SIZE(languages); i++)
        if (has_suffix(file, languages[i].suffix))
            return &languages[i];
    return NULL;
}

/* Returns 0 if the file is canonical, 1 if it was not, -1 with `*d`. */
static int format_file(const char *file, bool check, struct diag *d)
{
    size_t length;
    const struct language *language = find_language(file);
    if (!language)
        return diag_usage(d, "the name must end in .loop, .js or .trace",
                          "cannot tell the language of '%s'", file);
    char *source = lex_read_file(file, &length, d);
    if (!source)
        return -1;
    char *text = language->print(file, source, length, d);
    int answer = text ? 0 : -1;
    if (text && strcmp(text, source) != 0) {
        answer = check || file_replace(file, text, d) == 0 ? 1 : -1;
        if (answer == 1)
            text_line(stdout, "%s", file);
    }
    free(text);
    free(source);
    return answer;
}

int cmd_fmt(struct options *o)
{
    struct diag d;
    int status = STATUS_EXPECTED;
    for (size_t i = 0; i < o->operand_count; i++) {
        int answer = format_file(o->operand[i], o->check, &d);
        int own = STATUS_EXPECTED;
        if (answer < 0) {
            own = diag_report(&d);
        } else if (answer > 0 && o->check) {
            own = STATUS_UNEXPECTED;
        }
        status = own > status ? own : status;
    }
    return status;
}
