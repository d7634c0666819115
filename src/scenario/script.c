#include "scenario/script.h"

#include <stdlib.h>
#include <string.h>

#include "scenario/parser.h"

/* ---- the head ---- */

/* The length of the comment lines at the top of the file. */
static size_t measure_head(const char *source, size_t length)
{
    size_t end = 0;
    while (end + 2 <= length && source[end] == '/' && source[end + 1] == '/') {
        const char *newline = memchr(source + end, '\n', length - end);
        end = newline ? (size_t)(newline - source) + 1 : length;
    }
    return end;
}

/* The head as header lines of a program, with blanks instead of the slashes, so that every location
 * in it stays the same. */
static char *uncomment(const char *source, size_t head)
{
    char *text = xstrndup(source, head);
    for (char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n')
        line[0] = line[1] = ' ';
    return text;
}

/* Check that these header lines are permitted in a script. */
static int check_lines(struct parser *p)
{
    static const enum program_header unknown[] = { HEADER_WORKERS, HEADER_BUDGET };
    const struct program *head = p->program;
    for (size_t i = 0; i < ARRAY_SIZE(unknown); i++)
        if (head->head[unknown[i]].line)
            return lex_error_at(&p->lx,
                                (struct location){ p->lx.file, head->head[unknown[i]].line, 4 },
                                "it has title, rules, layer and needs", "a script has no line '%s'",
                                word_name(GROUP_HEADER, unknown[i]));
    if (p->lx.token.kind != LEX_END)
        return lex_error(&p->lx, "a blank line ends the head; remarks come below it",
                         "expected a header line, got %s", lex_shown(&p->lx));
    if (!head->head[HEADER_LAYER].line)
        return lex_error(&p->lx, "add the line: // layer node", "the line 'layer' is missing");
    if (head->layer == LAYER_CORE)
        return lex_error_at(
            &p->lx, (struct location){ p->lx.file, head->head[HEADER_LAYER].line, 4 },
            "layer core is a loop's, which runs no script", "a script is of layer node or browser");
    return 0;
}

static int check_remarks(struct parser *p)
{
    const struct program *head = p->program;
    uint32_t remarks = head->comment_count + (uint32_t)p->comments.count;
    for (size_t i = 0; i < HEADER_COUNT; i++)
        remarks += head->head[i].comment_count + (head->head[i].trailing != NULL);
    if (remarks == 0)
        return 0;
    return lex_error_at(&p->lx, (struct location){ p->lx.file, 1, 1 },
                        "a blank line ends the head; remarks come below it",
                        "a head has no remarks in it");
}

/* The program's parser reads the header lines. */
static int parse_script_head(struct script *s, const char *file, const char *source, size_t head,
                             struct diag *d)
{
    struct parser p = { .program = &s->head, .comments.arena = s->head.arena };
    char *text = uncomment(source, head);
    int status = lex_init(&p.lx, file, text, head, d);
    if (status == 0) {
        status = parse_head(&p) < 0 || check_lines(&p) < 0 || check_remarks(&p) < 0 ? -1 : 0;
        lex_release(&p.lx);
    }
    comments_release(&p.comments);
    free(p.list);
    free(text);
    return status;
}

/* ---- parsing a script ---- */

static int parse_file(struct script *s, const char *file, const char *source, size_t length,
                      bool whole, struct diag *d)
{
    size_t head = measure_head(source, length);
    if (lex_check_text(file, source, length, d) < 0)
        return -1;
    if (head == 0) {
        diag_set(d, (struct location){ file, 1, 1 },
                 "begin the file with: // title \"what it shows\"",
                 "a script begins with its head, in comment lines");
        return -1;
    }
    if (parse_script_head(s, file, source, head, d) < 0)
        return -1;
    if (!whole)
        return 0;
    s->body = arena_strndup(s->head.arena, source + head, length - head);
    return script_find_logs(s, file, source, length, head, d);
}

static struct script *parse(const char *file, const char *source, size_t length, bool whole,
                            struct diag *d)
{
    struct script *s = xcalloc(1, sizeof *s);
    s->head.arena = xcalloc(1, sizeof *s->head.arena);
    s->head.file = arena_strndup(s->head.arena, file, strlen(file));
    label_table_init(&s->labels, (struct labels){ 0 });
    if (parse_file(s, file, source, length, whole, d) == 0)
        return s;
    diag_quote(d, source, length); /* quotes the line as it is in the file */
    script_free(s);
    return NULL;
}

struct script *script_parse(const char *file, const char *source, size_t length, struct diag *d)
{
    return parse(file, source, length, true, d);
}

struct script *script_parse_head(const char *file, const char *source, size_t length,
                                 struct diag *d)
{
    return parse(file, source, length, false, d);
}

void script_free(struct script *s)
{
    if (!s)
        return;
    label_table_release(&s->labels);
    free(s->use);
    arena_release(s->head.arena);
    free(s->head.arena);
    free(s);
}

/* ---- the canonical form ---- */

char *script_print(const struct script *s)
{
    char *text = NULL, *head = program_print(&s->head);
    FILE *out = xopen_memstream(&text, NULL);
    for (const char *line = head, *end; *line != '\n'; line = end + 1) {
        end = strchr(line, '\n');
        fprintf(out, "// %.*s\n", (int)(end - line), line);
    }
    free(head);
    if (s->body[0] != '\n' && s->body[0] != '\r')
        putc('\n', out);
    fputs(s->body, out);
    fclose(out);
    return text;
}
