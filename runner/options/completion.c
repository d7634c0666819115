#include "runner/options/completion.h"

#include <string.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "load/load.h"
#include "reports/report.h"
#include "runner/options/option_table.h"

/* Print the alternatives of a value such as "must|should|may" or "cases|rules", separated by
 * blanks; nothing if the value only names a kind. */
static void print_choices(const char *value)
{
    bool has_several = value && strchr(value, '|');
    bool names = has_several && strspn(value, "abcdefghijklmnopqrstuvwxyz|") == strlen(value);
    for (const char *s = names ? value : ""; *s; s++)
        putchar(*s == '|' ? ' ' : *s);
}

static void print_backends(void)
{
    for (size_t i = 0; backend_builtin(i); i++)
        printf("%s%s", i > 0 ? " " : "", backend_builtin(i)->name);
}

static void print_formats(void)
{
    for (size_t i = 0; i < report_format_count(); i++)
        printf("%s%s", i > 0 ? " " : "", report_format_at(i)->name);
}

/* Print the values of an option, for a shell to run or to split. */
static void print_values(enum option_id id)
{
    if (id == OPTION_BACKEND)
        print_backends();
    else if (id == OPTION_FORMAT)
        print_formats();
    else if (id == OPTION_PROFILE)
        fputs("$(loopspec list profiles 2>/dev/null | cut -d' ' -f1)", stdout);
    else
        print_choices(option_table[id].value);
}

static bool has_values(enum option_id id)
{
    const char *value = option_table[id].value;
    return id == OPTION_BACKEND || id == OPTION_FORMAT || id == OPTION_PROFILE ||
           (value && strchr(value, '|'));
}

/* What an operand may be, and its name for `loopspec list`. */
static const struct {
    const char *operand, *list;
} nouns[] = { { "CASE", "cases" }, { "RULE", "rules" }, { "MUTANT", "mutants" } };

/* A command substitution that prints the names of noun `i`; nothing if `c` takes none of them. */
static void print_noun(const struct command *c, size_t i, const char *form)
{
    if (strstr(c->operands, nouns[i].operand))
        printf(form, nouns[i].list);
}

static bool takes_files(const struct command *c)
{
    return strstr(c->operands, "CASE") || strstr(c->operands, "FILE") ||
           strstr(c->operands, ".json");
}

static bool takes(const struct command *c, int id)
{
    return (c->takes | TAKES(HELP) | TAKES(VERSION)) >> id & 1;
}

/* ---- bash and zsh: a case for the word before, then one for the command ---- */

static void print_value_cases(void)
{
    for (int id = 0; id < OPTION_COUNT; id++) {
        const struct option_row *row = &option_table[id];
        if (!row->value)
            continue;
        printf("    --%s", row->name);
        if (row->letter)
            printf("|-%c", row->letter);
        fputs(") choices=\"", stdout);
        if (has_values((enum option_id)id))
            print_values((enum option_id)id);
        puts("\" ;;");
    }
}

static void print_command_cases(const struct command *commands)
{
    for (const struct command *c = commands; c->name; c++) {
        printf("        %s) choices=\"", c->name);
        print_choices(c->operands);
        for (int id = 0; id < OPTION_COUNT; id++)
            if (takes(c, id))
                printf(" --%s", option_table[id].name);
        for (size_t i = 0; i < ARRAY_SIZE(nouns); i++)
            print_noun(c, i, " $(loopspec list %s 2>/dev/null | cut -d' ' -f1)");
        puts("\" ;;");
    }
}

static void print_names(const struct command *commands)
{
    for (const struct command *c = commands; c->name; c++)
        printf("%s ", c->name);
    fputs("help", stdout);
}

static void print_words(const struct command *commands, const char *before, const char *command)
{
    printf("    local choices=\n    case \"%s\" in\n", before);
    print_value_cases();
    printf("    loopspec|help) choices=\"");
    print_names(commands);
    printf("\" ;;\n    *)\n        case \"%s\" in\n", command);
    print_command_cases(commands);
    puts("        esac ;;\n    esac");
}

static void print_bash(const struct command *commands)
{
    puts("# loopspec for bash: 'loopspec completion bash' wrote it.\n"
         "_loopspec() {\n"
         "    local name=${COMP_WORDS[COMP_CWORD - 1]##*/}");
    print_words(commands, "$name", "${COMP_WORDS[1]}");
    puts("    COMPREPLY=($(compgen -W \"$choices\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n"
         "}\n"
         "complete -o default -F _loopspec loopspec");
}

static void print_zsh(const struct command *commands)
{
    puts("#compdef loopspec\n"
         "# loopspec for zsh: 'loopspec completion zsh' wrote it.\n"
         "_loopspec() {\n"
         "    local name=${${(Q)words[CURRENT - 1]}:t} command=${words[2]}");
    print_words(commands, "$name", "$command");
    puts("    [ -n \"$choices\" ] && compadd -- ${=choices} || _files\n"
         "}\n"
         "# Loaded by its name it is called at once; sourced, it is only announced.\n"
         "if [ \"${funcstack[1]}\" = _loopspec ]; then _loopspec; else compdef _loopspec loopspec; "
         "fi");
}

/* ---- fish: a line for each command and each of its options ---- */

static void print_quoted(const char *text)
{
    putchar('\'');
    for (; *text; text++)
        printf(strchr("'\\", *text) ? "\\%c" : "%c", *text);
    putchar('\'');
}

static void print_fish_option(const struct command *c, int id)
{
    const struct option_row *row = &option_table[id];
    printf("complete -c loopspec -n '__fish_seen_subcommand_from %s' -l %s", c->name, row->name);
    if (row->letter)
        printf(" -s %c", row->letter);
    if (row->value)
        fputs(has_values((enum option_id)id) && id != OPTION_BACKEND && id != OPTION_FORMAT ? " -x"
                                                                                            : " -r",
              stdout);
    if (id == OPTION_PROFILE) {
        fputs(" -a '(loopspec list profiles 2>/dev/null | string split -f1 \" \")'", stdout);
    } else if (has_values((enum option_id)id)) {
        fputs(" -a '", stdout);
        print_values((enum option_id)id);
        putchar('\'');
    }
    fputs(" -d ", stdout);
    print_quoted(row->help);
    putchar('\n');
}

static void print_fish_operands(const struct command *c)
{
    printf("complete -c loopspec -n '__fish_seen_subcommand_from %s'", c->name);
    fputs(takes_files(c) ? " -a '" : " -f -a '", stdout);
    print_choices(c->operands);
    for (size_t i = 0; i < ARRAY_SIZE(nouns); i++)
        print_noun(c, i, " (loopspec list %s 2>/dev/null | string split -f1 \" \")");
    puts("'");
}

static void print_fish(const struct command *commands)
{
    puts("# loopspec for fish: 'loopspec completion fish' wrote it.");
    for (const struct command *c = commands; c->name; c++) {
        printf("complete -c loopspec -n __fish_use_subcommand -f -a %s -d ", c->name);
        print_quoted(c->summary);
        putchar('\n');
        for (int id = 0; id < OPTION_COUNT; id++)
            if (takes(c, id))
                print_fish_option(c, id);
        print_fish_operands(c);
    }
}

static const struct shell {
    const char *name;
    void (*print)(const struct command *commands);
} shells[] = { { "bash", print_bash }, { "zsh", print_zsh }, { "fish", print_fish } };

int completion_print(const char *shell, const struct command *commands, struct diag *d)
{
    struct suggest s;
    suggest_init(&s, shell);
    for (size_t i = 0; i < ARRAY_SIZE(shells); i++) {
        suggest_offer(&s, shells[i].name);
        if (strcmp(shells[i].name, shell) == 0) {
            shells[i].print(commands);
            return 0;
        }
    }
    return diag_usage(d, suggest_hint(&s, "known: bash, zsh, fish"),
                      "no completion for the shell '%s'", shell);
}
