#include "match/expect.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lex.h"
#include "base/mem.h"
#include "match/bound.h"
#include "match/match.h"

enum { INDENT = 4, WIDTH = 80 };

/* A stream into memory fails only for want of it. */
static FILE *open_text(char **text, size_t *length)
{
    FILE *out = open_memstream(text, length);
    if (!out) {
        fputs("loopspec: error: out of memory\n", stderr);
        exit(4);
    }
    return out;
}

/* A label is bare if the lexer would read it back as one word. */
static bool is_bare(const char *label)
{
    struct lexer lx;
    struct diag d;
    if (expect_is_reserved(label) || lex_init(&lx, NULL, label, strlen(label), &d) < 0)
        return false;
    bool bare = (lx.token.kind == LEX_WORD || lx.token.kind == LEX_NUMBER) &&
                lx.token.length == strlen(label);
    lex_release(&lx);
    return bare;
}

static void print_label(const char *label, FILE *out)
{
    if (is_bare(label)) {
        fputs(label, out);
        return;
    }
    putc('"', out);
    for (const char *c = label; *c; c++) {
        if (*c == '\n' || *c == '\t')
            fputs(*c == '\n' ? "\\n" : "\\t", out);
        else if (*c == '"' || *c == '\\')
            fprintf(out, "\\%c", *c);
        else
            putc(*c, out);
    }
    putc('"', out);
}

char *expect_print_label(const char *label)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_text(&text, &length);
    print_label(label, out);
    fclose(out);
    return text;
}

static void print_subject(const struct expect_item *item, FILE *out)
{
    if (item->label) {
        print_label(item->label, out);
        return;
    }
    putc('/', out);
    for (const char *c = item->pattern_text; *c; c++)
        fprintf(out, *c == '/' ? "\\%c" : "%c", *c);
    putc('/', out);
}

char *expect_print_pins(const struct expect_item *item, char buffer[128])
{
    enum { SIZE = 128 };
    char text[32];
    int n = 0;
    buffer[0] = '\0';
    if (item->has_value) {
        bool named = item->value_named || (item->label && match_names_errors(item->label));
        n += snprintf(buffer + n, SIZE - (size_t)n, " = %s",
                      trace_value_print(item->value, named, text));
    }
    if (item->count != 1)
        n += snprintf(buffer + n, SIZE - (size_t)n, " * %u", item->count);
    if (item->phase >= 0)
        n += snprintf(buffer + n, SIZE - (size_t)n, " @%s",
                      trace_phase_name((enum trace_phase)item->phase));
    if (item->iteration > 0)
        n += snprintf(buffer + n, SIZE - (size_t)n, " in %u", item->iteration);
    if (item->time_ns != NO_TIME)
        n += snprintf(buffer + n, SIZE - (size_t)n, " %s", lex_print_duration(item->time_ns, text));
    assert(n < SIZE);
    return buffer;
}

static void print_comments(const char *const *comment, uint32_t count, int indent, FILE *out)
{
    for (uint32_t i = 0; i < count; i++)
        fprintf(out, "%*s%s\n", comment[i][0] ? indent : 0, "", comment[i]);
}

/* What stands before the first brace, or between two choices. */
static void print_opening(const struct expect_item *item, FILE *out)
{
    char condition[160];
    switch (item->kind) {
    case EXPECT_BLOCK: fputs(condition_print(&item->condition, condition), out); break;
    case EXPECT_ONE_OF: fputs("one of", out); break;
    case EXPECT_ANY_ORDER: fputs("any order", out); break;
    default: break;
    }
}

static void print_plain(const struct expect_item *item, FILE *out)
{
    char pins[128], bound[BOUND_TEXT];
    switch (item->kind) {
    case EXPECT_GAP: fputs("...", out); return;
    case EXPECT_NOTHING: fputs("nothing", out); return;
    case EXPECT_OPEN: fputs("open", out); return;
    case EXPECT_FIGURE: fputs(bound_print(item, bound), out); return;
    case EXPECT_BEFORE:
        print_subject(&item->item[0], out);
        fputs(" before ", out);
        print_subject(&item->item[1], out);
        return;
    case EXPECT_NEVER: fputs("never ", out); break;
    default: break;
    }
    print_subject(item, out);
    fputs(expect_print_pins(item, pins), out);
}

static bool has_braces(const struct expect_item *item)
{
    return item->kind == EXPECT_BLOCK || item->kind == EXPECT_ONE_OF ||
           item->kind == EXPECT_CHOICE || item->kind == EXPECT_ANY_ORDER;
}

static bool fits_one_line(const struct expect_item *item);

/* Can this item share a line with others? */
static bool is_short(const struct expect_item *item)
{
    char pins[128];
    return item->kind == EXPECT_GAP || (has_braces(item) && fits_one_line(item)) ||
           (item->kind == EXPECT_LINE && expect_print_pins(item, pins)[0] == '\0');
}

/* Is there nothing in it that asks for a line of its own? */
static bool fits_one_line(const struct expect_item *owner)
{
    if (owner->last_comment_count > 0)
        return false;
    for (size_t i = 0; i < owner->item_count; i++) {
        const struct expect_item *item = &owner->item[i];
        bool spaced = i > 0 && item->blank_before;
        bool alone = owner->item_count == 1 && !has_braces(item);
        if (item->comment_count > 0 || item->trailing || spaced)
            return false;
        if (!alone && !is_short(item))
            return false;
    }
    return true;
}

static void print_one_line(const struct expect_item *item, FILE *out)
{
    if (!has_braces(item)) {
        print_plain(item, out);
        return;
    }
    print_opening(item, out);
    bool choices = item->kind == EXPECT_ONE_OF;
    fputs(choices || item->kind == EXPECT_CHOICE ? "" : " ", out);
    fputs(choices ? "" : "{", out);
    for (size_t i = 0; i < item->item_count; i++) {
        fputs(choices && i > 0 ? " or " : " ", out);
        print_one_line(&item->item[i], out);
    }
    fputs(choices ? "" : " }", out);
}

static void print_items(const struct expect_item *items, size_t count, int indent, FILE *out);

static void print_braces(const struct expect_item *owner, int indent, FILE *out)
{
    fputs(" {\n", out);
    print_items(owner->item, owner->item_count, indent + INDENT, out);
    print_comments(owner->last_comment, owner->last_comment_count, indent + INDENT, out);
    fprintf(out, "%*s}", indent, "");
}

/* Blocks and groups: on one line if they may and fit. */
static void print_owner(const struct expect_item *owner, int indent, FILE *out)
{
    char *text = NULL;
    size_t length = 0;
    FILE *line = open_text(&text, &length);
    print_one_line(owner, line);
    fclose(line);
    if (fits_one_line(owner) && length + (size_t)indent <= WIDTH) {
        fputs(text, out);
    } else if (owner->kind == EXPECT_ONE_OF) {
        print_opening(owner, out);
        for (size_t i = 0; i < owner->item_count; i++) {
            fputs(i > 0 ? " or" : "", out);
            print_braces(&owner->item[i], indent, out);
        }
    } else {
        print_opening(owner, out);
        print_braces(owner, indent, out);
    }
    free(text);
}

static void print_items(const struct expect_item *items, size_t count, int indent, FILE *out)
{
    for (size_t i = 0; i < count; i++) {
        const struct expect_item *item = &items[i];
        if (i > 0 && item->blank_before)
            putc('\n', out);
        print_comments(item->comment, item->comment_count, indent, out);
        fprintf(out, "%*s", indent, "");
        if (has_braces(item))
            print_owner(item, indent, out);
        else
            print_plain(item, out);
        if (item->trailing)
            fprintf(out, "  %s", item->trailing);
        putc('\n', out);
    }
}

char *expect_print(const struct expect *e)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_text(&text, &length);
    print_items(e->item, e->item_count, 0, out);
    print_comments(e->comment, e->comment_count, 0, out);
    fclose(out);
    return text;
}
