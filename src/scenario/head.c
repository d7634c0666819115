#include "scenario/parser.h"

#include <stdio.h>
#include <string.h>
#include "base/suggest.h"

static bool at_line_end(const struct parser *p)
{
    enum lex_kind kind = p->lx.token.kind;
    return kind == LEX_NEWLINE || kind == LEX_COMMENT || kind == LEX_END;
}

/* Add the current token to the list of its line; none may occur twice. */
static int list_token(struct parser *p)
{
    const char *text = p->lx.token.text;
    for (size_t i = 0; i < p->list_count; i++)
        if (strcmp(p->list[i], text) == 0)
            return lex_error(&p->lx, NULL, "'%s' is listed twice", text);
    PUSH(p->list, p->list_count, p->list_room, keep_text(p, text));
    return lex_next(&p->lx);
}

static int parse_title(struct parser *p)
{
    const struct token *t = &p->lx.token;
    if (t->kind != LEX_STRING)
        return lex_error(&p->lx, "a title is quoted: title \"timers fire in order\"",
                         "expected a title, got %s", lex_shown(&p->lx));
    if (t->length == 0)
        return lex_error(&p->lx, NULL, "the title is empty");
    if (strpbrk(t->text, "\n\t"))
        return lex_error(&p->lx, NULL, "a title is one line without tabs");
    if (t->length > PROGRAM_TITLE_MAX)
        return lex_error(&p->lx, NULL, "the title is longer than %d bytes", PROGRAM_TITLE_MAX);
    p->program->title = keep_text(p, t->text);
    return lex_next(&p->lx);
}

/* A family in capitals, a hyphen, a number. */
static bool is_rule_id(const char *text)
{
    size_t group = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    if (group == 0 || text[group] != '-')
        return false;
    const char *number = text + group + 1;
    return *number && strspn(number, "0123456789") == strlen(number);
}

static int parse_rules(struct parser *p)
{
    while (!at_line_end(p)) {
        if (p->lx.token.kind != LEX_WORD || !is_rule_id(p->lx.token.text))
            return lex_error(&p->lx, "rule ids look like TIMER-9", "expected a rule id, got %s",
                             lex_shown(&p->lx));
        if (list_token(p) < 0)
            return -1;
    }
    if (p->list_count == 0)
        return lex_error(&p->lx, "rule ids look like TIMER-9", "no rule is named");
    p->program->rule = keep_array(p, p->list, p->list_count, sizeof *p->list);
    p->program->rule_count = (uint32_t)p->list_count;
    return 0;
}

static int parse_layer(struct parser *p)
{
    int layer = p->lx.token.kind == LEX_WORD ? word_find(GROUP_LAYER, p->lx.token.text) : -1;
    if (layer < 0)
        return lex_error(&p->lx, "the layers are core, node and browser",
                         "expected a layer, got %s", lex_shown(&p->lx));
    p->program->layer = (enum program_layer)layer;
    return lex_next(&p->lx);
}

static int unknown_need(struct parser *p)
{
    struct suggest s;
    char all[sizeof p->lx.diag->hint];
    snprintf(all, sizeof all, "there are:");
    suggest_init(&s, p->lx.token.text);
    for (size_t i = 0; word_need(i); i++) {
        suggest_offer(&s, word_need(i));
        add_word(all, sizeof all, word_need(i));
    }
    return lex_error(&p->lx, suggest_hint(&s, all), "nothing called %s can be needed",
                     lex_shown(&p->lx));
}

static int parse_needs(struct parser *p)
{
    while (!at_line_end(p)) {
        if (p->lx.token.kind != LEX_WORD || !word_is_need(p->lx.token.text))
            return unknown_need(p);
        p->program->exact_time |= strcmp(p->lx.token.text, "exact-time") == 0;
        p->program->real_clock |= strcmp(p->lx.token.text, "real-clock") == 0;
        p->program->file_pool |= strcmp(p->lx.token.text, "file-pool") == 0;
        if (list_token(p) < 0)
            return -1;
    }
    if (p->list_count == 0)
        return lex_error(&p->lx, "leave the line out if nothing is", "nothing is needed");
    p->program->need = keep_array(p, p->list, p->list_count, sizeof *p->list);
    p->program->need_count = (uint32_t)p->list_count;
    return 0;
}

static int parse_bounded(struct parser *p, const char *what, int64_t most, uint32_t *out)
{
    const struct token *t = &p->lx.token;
    if (t->kind != LEX_NUMBER)
        return lex_error(&p->lx, NULL, "expected a number of %s, got %s", what, lex_shown(&p->lx));
    if (t->number < 1 || t->number > most)
        return lex_error(&p->lx, NULL, "the number of %s is from 1 to %lld, not %s", what,
                         (long long)most, t->text);
    *out = (uint32_t)t->number;
    return lex_next(&p->lx);
}

/* A number of threads or, in quotes, any text that a user may set in the environment. */
static int parse_workers(struct parser *p)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 +-.";
    const struct token *t = &p->lx.token;
    uint32_t number;
    p->program->workers = keep_text(p, t->text);
    if (t->kind != LEX_STRING)
        return parse_bounded(p, "workers", PROGRAM_WORKERS_MAX, &number);
    if (t->length > PROGRAM_WORKERS_TEXT_MAX || strspn(t->text, allowed) != t->length)
        return lex_error(&p->lx, "a number, or a short text of letters, digits, '+', '-', '.'",
                         "%s is no size of a pool", lex_shown(&p->lx));
    return lex_next(&p->lx);
}

static int parse_budget(struct parser *p)
{
    return parse_bounded(p, "callbacks", PROGRAM_BUDGET_MAX, &p->program->budget);
}

static int parse_uptime(struct parser *p)
{
    static const char hint[] = "how long the machine has been up when it begins: 1ms to 3650d";
    const struct token *t = &p->lx.token;
    if (t->kind != LEX_DURATION)
        return lex_error(&p->lx, hint, "expected a time with its unit, got %s", lex_shown(&p->lx));
    if (t->ns < PROGRAM_UPTIME_MIN || t->ns > PROGRAM_UPTIME_MAX)
        return lex_error(&p->lx, hint, "the uptime cannot be %s", t->text);
    p->program->begin_ns = t->ns;
    return lex_next(&p->lx);
}

static int (*const parse_value[])(struct parser *p) = {
    [HEADER_TITLE] = parse_title,     [HEADER_RULES] = parse_rules,
    [HEADER_LAYER] = parse_layer,     [HEADER_NEEDS] = parse_needs,
    [HEADER_WORKERS] = parse_workers, [HEADER_BUDGET] = parse_budget,
    [HEADER_UPTIME] = parse_uptime,
};

static int parse_line(struct parser *p, enum program_header which, struct program_head *head)
{
    const char *word = word_name(GROUP_HEADER, which);
    if (head->line)
        return lex_error(&p->lx, NULL, "'%s' stands on line %u already", word, head->line);
    head->line = p->lx.token.at.line;
    p->comments.line_used = true;
    p->list_count = 0;
    if (lex_next(&p->lx) < 0 || parse_value[which](p) < 0)
        return -1;
    if (!at_line_end(p))
        return lex_error(&p->lx, "header lines stand one a line",
                         "expected the end of the line, got %s", lex_shown(&p->lx));
    if (p->lx.token.kind == LEX_COMMENT) {
        head->trailing = keep_text(p, p->lx.token.text);
        return lex_next(&p->lx);
    }
    return 0;
}

/* The head ends here without this line; perhaps its word is misspelt. */
static int missing(struct parser *p, enum program_header which, const char *otherwise)
{
    struct suggest s;
    suggest_init(&s, p->lx.token.text);
    if (p->lx.token.kind == LEX_WORD && !word_is_reserved(p->lx.token.text))
        suggest_offer(&s, word_name(GROUP_HEADER, which));
    return lex_error(&p->lx, suggest_hint(&s, otherwise), "the line '%s' is missing above this",
                     word_name(GROUP_HEADER, which));
}

static int check_complete(struct parser *p)
{
    if (!p->program->head[HEADER_TITLE].line)
        return missing(p, HEADER_TITLE, "begin the file with: title \"what it shows\"");
    return 0;
}

int parse_head(struct parser *p)
{
    bool first = true;
    for (;; first = false) {
        if (comments_pass(&p->comments, &p->lx) < 0)
            return -1;
        int which = p->lx.token.kind == LEX_WORD ? word_find(GROUP_HEADER, p->lx.token.text) : -1;
        if (which < 0)
            return check_complete(p);
        /* Comments at the top of the file are about the file: they stay there even if the line
         * below moves. */
        struct program_head *head = &p->program->head[which];
        comments_take(&p->comments, first ? &p->program->comment : &head->comment,
                      first ? &p->program->comment_count : &head->comment_count);
        if (parse_line(p, (enum program_header)which, head) < 0)
            return -1;
    }
}
