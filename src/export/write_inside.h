/* write_inside.h - what both exports write with. Inner to this folder.
 *
 * A template is lines of the written program. A line may begin with conditions, `[tcp]` or
 * `[!tcp]`: it is left out unless the value is there, or is not. `= ` then says that the
 * call has a value, which is kept where somebody asks for it. `$name` is replaced by that
 * value, `$$` is a dollar. A line that is one `$name` and nothing else is a block, which
 * has its indent and its line ends already. A line `{` begins the body of a function, which
 * is the rest of the template.
 *
 * A helper of the written program is there only if it is called: whatever a template
 * names, outside of strings and comments, is noted when it is written. So the steps are
 * written first, and nobody keeps a list of what a word needs. */
#ifndef EXPORT_WRITE_INSIDE_H
#define EXPORT_WRITE_INSIDE_H
#include <stdbool.h>
#include <stdio.h>
#include "base/mem.h"
#include "scenario/program.h"

enum { HELPERS_MAX = 128 };

struct helper {
    const char *names; /* with spaces between; it is written if one of them is used */
    const char *text;  /* a template, at depth 0; it may name helpers above it */
};

struct language {
    uint32_t indent; /* spaces a level */
    const struct helper *helper;
    size_t helper_count;  /* HELPERS_MAX at most */
    const char *reserved; /* identifiers that cannot be taken, each between spaces */
};

struct value {
    const char *key, *text; /* no text: there is none */
};

/* The values of a line: those of the array up to the first without a key, then what the
 * function finds, which may be NULL. */
struct values {
    const struct value *value;
    const char *(*more)(void *context, const char *key);
    void *context;
};

struct writer {
    const struct program *program;
    const struct language *language;
    FILE *out;
    struct arena arena;
    bool used[HELPERS_MAX]; /* helpers */
    struct taken {
        const char *name;
        struct taken *next;
    } * taken; /* all identifiers of the program's own */
};

/* Write lines at a depth. */
void write_lines(struct writer *w, uint32_t depth, const char *lines, const struct values *v);
/* Does a line that is not left out say that it has a value? */
bool write_has_result(const char *lines, const struct values *v);
/* The helpers that are used, by what is written so far and by each other. One without a
 * name is always written. */
void write_helpers(struct writer *w, const struct values *v);

/* What is written between the two is a string, kept until the end. */
struct capture {
    FILE *outer;
    char *text;
    size_t length;
};
void write_begin(struct writer *w, struct capture *c);
const char *write_end(struct writer *w, struct capture *c);
/* write_lines() into a string. */
const char *write_text(struct writer *w, uint32_t depth, const char *lines, const struct values *v);

/* The same of one line, without its end. */
const char *write_inline(struct writer *w, const char *line, const struct values *v);
/* "" or NULL: a value that is only asked for. */
const char *write_if(bool there);

/* Kept until the end. */
__attribute__((format(printf, 2, 3))) const char *write_print(struct writer *w, const char *fmt,
                                                              ...);
/* A number; NULL for 0. */
const char *write_number(struct writer *w, uint32_t n);
/* Milliseconds, with what they have behind the point. */
const char *write_ms(struct writer *w, uint64_t ns);
/* An identifier that begins like `wanted` and is nobody else's. */
const char *write_take(struct writer *w, const char *wanted);
bool write_is_taken(const struct writer *w, const char *text);

/* The comment at the head, without what is particular to a language. */
void write_about(struct writer *w);
void write_comments(struct writer *w, const char *const *comment, uint32_t count, uint32_t depth);
/* A comment's text, without its '#'. */
void write_comment(struct writer *w, const char *text);
/* "KIND a, b;", on as many lines as it takes. `column` is 0 before the first; no name ends it. */
void write_variable(struct writer *w, const char *kind, const char *name, size_t *column);
#endif
