#include "runner/options/command.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/wrap.h"
#include "reports/report.h"

static const struct {
    enum status status;
    const char *what;
} statuses[] = {
    { STATUS_EXPECTED, "all as expected" },
    { STATUS_UNEXPECTED, "something is not" },
    { STATUS_USAGE, "bad usage or bad input, a name or a path that does not exist" },
    { STATUS_NOTHING, "nothing ran: nothing was selected, or fewer than --min-cases" },
    { STATUS_SYSTEM,
      "the work could not be done: a backend does not load, a report is not written" },
    { STATUS_INTERRUPTED, "interrupted; the reports have what had run" },
};

static void print_lines(const char *heading, const char *lines)
{
    printf("\n%s:\n", heading);
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        printf("  %.*s\n", (int)length, lines);
        lines += length + (lines[length] == '\n');
    }
}

void command_print_statuses(FILE *out)
{
    fputs("\nexit status:\n", out);
    for (size_t i = 0; i < ARRAY_SIZE(statuses); i++) {
        char left[16];
        snprintf(left, sizeof left, "  %d", (int)statuses[i].status);
        wrap_beside(out, 7, left, statuses[i].what);
    }
}

void command_print_entry(FILE *out, const char *word, const char *what)
{
    char left[32];
    snprintf(left, sizeof left, "  %s", word);
    wrap_beside(out, 14, left, what);
}

void command_print_help(const struct command *c)
{
    printf("usage: %s%s%s [OPTION]...%s%s\n\n%s\n\n", program_invocation_short_name,
           c->name[0] ? " " : "", c->name, c->operands[0] ? " " : "", c->operands, c->summary);
    wrap_print(stdout, 0, c->about);
    puts("\noptions:");
    options_print_help(c->takes, stdout);
    if (c->takes & TAKES(FORMAT)) {
        puts("\nformats:");
        for (size_t i = 0; i < report_format_count(); i++)
            command_print_entry(stdout, report_format_at(i)->name, report_format_at(i)->what);
    }
    print_lines("examples", c->examples);
    command_print_statuses(stdout);
}

void command_print_version(void)
{
    puts("loopspec " LOOPSPEC_VERSION);
}

static void leave(int signal)
{
    (void)signal;
    _exit(STATUS_EXPECTED);
}

void command_may_be_cut(void)
{
    signal(SIGPIPE, leave);
}

int command_run(const struct command *c, int argc, char **argv)
{
    struct diag d;
    struct options o;
    int status = STATUS_EXPECTED;
    if (options_parse(&o, c, argc, argv, &d) < 0) {
        status = diag_report(&d);
    } else if (o.help) {
        command_may_be_cut();
        command_print_help(c);
    } else if (o.version) {
        command_print_version();
    } else {
        if (c->is_read)
            command_may_be_cut();
        status = c->run(&o);
    }
    options_release(&o);
    return status;
}
