#include "scenario/parser.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *keep_text(struct parser *p, const char *text)
{
    return arena_strndup(p->program->arena, text, strlen(text));
}

const void *keep_array(struct parser *p, const void *array, size_t count, size_t size)
{
    void *copy = arena_alloc(p->program->arena, count * size);
    if (count)
        memcpy(copy, array, count * size);
    return copy;
}

/* What follows a statement: ';', a comment, the end of the line or of the block. */
static int parse_separator(struct parser *p)
{
    if (lex_is(&p->lx, LEX_PUNCT, ";") && lex_next(&p->lx) < 0)
        return -1;
    if (p->lx.token.kind != LEX_COMMENT)
        return 0;
    p->step[p->step_count - 1].trailing = keep_text(p, p->lx.token.text);
    return lex_next(&p->lx);
}

/* Can this statement be reached, or does the one above it end the block? */
static int check_reached(struct parser *p, size_t base)
{
    const struct step *last = p->step_count > base ? &p->step[p->step_count - 1] : NULL;
    if (!last || !word_of(last->kind)->ends_block)
        return 0;
    return lex_error(&p->lx, "leave it out, or write it above",
                     "never reached: '%s' on line %u ends the block", step_word(last->kind),
                     last->at.line);
}

/* Parse statements up to '}' or the end of the file into `*out`. */
static int parse_steps(struct parser *p, struct scope scope, struct block *out)
{
    size_t base = p->step_count;
    for (;;) {
        if (comments_pass(&p->comments, &p->lx) < 0)
            return -1;
        if (p->lx.token.kind == LEX_END || lex_is(&p->lx, LEX_PUNCT, "}"))
            break;
        if (check_reached(p, base) < 0 || parse_step(p, scope) < 0)
            return -1;
        p->comments.line_used = true;
        if (p->step_count - base == 1)
            p->step[base].blank_before = false;
        if (parse_separator(p) < 0)
            return -1;
    }
    size_t count = p->step_count - base;
    comments_take_last(&p->comments, count > 0, &out->comment, &out->comment_count);
    /* There is no array yet while an empty block of the first step is read. */
    const struct step *first = count ? p->step + base : NULL;
    out->step = keep_array(p, first, count, sizeof *p->step);
    out->count = (uint32_t)count;
    p->step_count = base;
    return 0;
}

int parse_block(struct parser *p, struct scope scope, const struct block **out)
{
    struct location open = p->lx.token.at;
    struct block *block = arena_alloc(p->program->arena, sizeof *block);
    if (++scope.depth > PROGRAM_DEPTH_MAX)
        return lex_error(&p->lx, NULL, "blocks are nested more than %d deep", PROGRAM_DEPTH_MAX);
    if (lex_next(&p->lx) < 0)
        return -1;
    p->comments.line_used = true;
    if (parse_steps(p, scope, block) < 0)
        return -1;
    if (p->lx.token.kind == LEX_END)
        return lex_error_at(&p->lx, open, "close it with '}'", "block is not closed");
    *out = block;
    return lex_next(&p->lx);
}

static int parse_whole(struct parser *p)
{
    if (parse_head(p) < 0)
        return -1;
    if (parse_steps(p, (struct scope){ 0 }, &p->program->main) < 0)
        return -1;
    if (p->lx.token.kind != LEX_END)
        return lex_error(&p->lx, NULL, "'}' closes no block");
    if (p->program->main.count == 0)
        return lex_error(&p->lx, "a program does something: log hello",
                         "there is no statement in the file");
    if (names_check(p) < 0)
        return -1;
    names_finish(p);
    return 0;
}

static struct program *program_new(const char *file)
{
    struct arena *arena = xcalloc(1, sizeof *arena);
    struct program *program = arena_alloc(arena, sizeof *program);
    program->arena = arena;
    program->file = arena_strndup(arena, file, strlen(file));
    return program;
}

static struct program *parse_file(const char *file, const char *source, size_t length,
                                  struct diag *d, int (*parse)(struct parser *p))
{
    struct parser p = { 0 };
    /* The lexer uses the caller's file name, since an error outlives the program. */
    if (lex_init(&p.lx, file, source, length, d) < 0)
        return NULL;
    p.program = program_new(file);
    p.comments.arena = p.program->arena;
    names_init(&p);
    bool failed = parse(&p) < 0;
    if (failed)
        program_free(p.program);

    names_release(&p.names);
    free(p.step);
    comments_release(&p.comments);
    free(p.list);
    free(p.label);
    lex_release(&p.lx);
    return failed ? NULL : p.program;
}

struct program *program_parse(const char *file, const char *source, size_t length, struct diag *d)
{
    return parse_file(file, source, length, d, parse_whole);
}

struct program *program_parse_head(const char *file, const char *source, size_t length,
                                   struct diag *d)
{
    return parse_file(file, source, length, d, parse_head);
}
