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

struct helper {
    const char *names; /* separated by spaces; it is written if one of them is used, or if none */
    const char *text;  /* a template whose functions are whole; it may use helpers above it */
    size_t library; /* if it is not 0: so much of the text is written as it is, not as a template */
    bool is_used;
    const char *written; /* by write_helpers(); NULL: it is left out */
};

struct language {
    uint32_t indent; /* spaces per level */
    /* The files of help/: a line "== NAMES" begins a helper, "== *" stands for the library. */
    const char *help;
    /* Sources in C: each function and each struct is a helper, for programs with a step that needs
     * it. */
    const char *library;
    bool (*wants_library)(const struct step *s);
    const char *reserved; /* identifiers that must not be used, each between spaces */
};

struct value {
    const char *key, *text; /* text is NULL: the value does not exist */
};

/* The values of a line: the array, up to the first without a key; then those that `more` returns,
 * which may be NULL. */
struct values {
    const struct value *value;
    const char *(*more)(void *context, const char *key);
    void *context;
};

enum { NAMED_BUCKETS = 1024 };

struct writer {
    const struct program *program;
    const struct language *language;
    FILE *out;
    struct arena arena;
    struct helper *helper; /* in the order in which they are written */
    size_t helper_count, helper_room;
    /* The helpers by their names. The library has more than a thousand, and each word is looked up. */
    struct named {
        const char *name;
        size_t length, helper;
        struct named *next;
    } * named[NAMED_BUCKETS];
    struct taken {
        const char *name;
        struct taken *next;
    } * taken; /* all identifiers that are in use */
};

/* Everything that a writer holds is in its arena, which the caller releases. */
void write_init(struct writer *w, const struct program *p, const struct language *language);

/* The text itself; the helpers that it names are written. */
const char *write_use(struct writer *w, const char *text);

/* Write a template at a depth. */
void write_lines(struct writer *w, uint32_t depth, const char *lines, const struct values *v);
/* Does a line whose conditions hold have a result (`= `)? */
bool write_has_result(const char *lines, const struct values *v);
/* Write the helpers that are used by what was written so far and by each other. A helper without a
 * name is always written. */
void write_helpers(struct writer *w, const struct values *v);

/* Text written between write_begin() and write_end() becomes a string, which lives as long as the
 * writer. */
struct capture {
    FILE *outer;
    char *text;
    size_t length;
};
void write_begin(struct writer *w, struct capture *c);
const char *write_end(struct writer *w, struct capture *c);
/* write_lines() into a string. */
const char *write_text(struct writer *w, uint32_t depth, const char *lines, const struct values *v);

/* write_text() for one line, without its newline. */
const char *write_inline(struct writer *w, const char *line, const struct values *v);
/* "" or NULL: a value for a condition. */
const char *write_if(bool there);

/* The string lives as long as the writer. */
__attribute__((format(printf, 2, 3))) const char *write_print(struct writer *w, const char *fmt,
                                                              ...);
/* A number; NULL for 0. */
const char *write_number(struct writer *w, uint32_t n);
/* Milliseconds, with decimals if needed. */
const char *write_ms(struct writer *w, uint64_t ns);
/* A new identifier that begins with `wanted`. */
const char *write_take(struct writer *w, const char *wanted);
bool write_is_taken(const struct writer *w, const char *text);

/* The comment at the head, as far as all languages share it. */
void write_about(struct writer *w);
void write_comments(struct writer *w, const char *const *comment, uint32_t count, uint32_t depth);
/* A comment's text, without its '#'. */
void write_comment(struct writer *w, const char *text);
/* Add a name to "KIND a, b;", on as many lines as needed. `*column` is 0 before the first name;
 * NULL ends the statement. */
void write_variable(struct writer *w, const char *kind, const char *name, size_t *column);
#endif
