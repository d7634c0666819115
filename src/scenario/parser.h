/* parser.h - what the parts of the parser share. Inner to this folder.
 *
 *     parse.c   blocks, comments and blank lines, the file as a whole
 *     head.c    the header lines
 *     step.c    one statement: its word, and whether it may stand there
 *     parts.c   what follows a word, by the table in words.c
 *     names.c   strings by id, and whether names fit what is done with them */
#ifndef SCENARIO_PARSER_H
#define SCENARIO_PARSER_H
#include "base/comments.h"
#include "scenario/program.h"
#include "scenario/words.h"

/* Where a statement stands. */
struct scope {
    uint32_t depth; /* number of open blocks */
    bool callback;  /* it runs later, so every name of the file may be used */
    bool thread;
    bool loop;    /* in the block of a second loop */
    bool flow;    /* directly in a flow, where `await` may stand */
    bool exiting; /* in a handler that gets the exit code */
};

enum { ANY_EVENTS = 0x80 }; /* some are known */

struct string {
    const struct word *maker; /* the word that makes a handle of this name; NULL: none so far */
    uint32_t made_on_line;
    uint8_t events; /* a poll: the events of each descriptor of this name, and ANY_EVENTS */
};

/* A use of a name. What it stands for may be known only at the end of the file. */
struct use {
    uint32_t name;
    uint64_t takes; /* TRAIT() of what may be used here */
    struct location at;
    const struct word *word;
    bool early;       /* in the main program, and nothing above makes it */
    const char *flag; /* a word that only a datagram handle permits; NULL: none */
    bool has_after, has_repeat, has_signal;
    uint8_t events; /* the events that the step names */
};

struct names {
    const char **text; /* texts by id; [0] is "" */
    size_t count, room;
    struct string *string; /* by id */
    size_t string_count, string_room;
    uint32_t *index; /* ids by hash; 0: empty */
    size_t index_size;
    struct use *use;
    size_t use_count, use_room;
};

/* A statement that is being parsed. */
struct statement {
    const struct word *word;
    struct scope scope;
    struct step step;
    size_t use; /* if it uses a name: its index in names.use */
};

struct parser {
    struct lexer lx;
    struct program *program;
    struct names names;
    struct step *step; /* a stack: the steps of the open blocks so far */
    size_t step_count, step_room;
    size_t steps_in_all;
    struct comments comments; /* comments for the next step or header line */
    const char **list;        /* the list of a header line */
    size_t list_count, list_room;
    uint32_t *label; /* the labels of a log */
    size_t label_count, label_room;
};

/* All return 0, or -1 with the diag filled in. */

int parse_head(struct parser *p);
int parse_step(struct parser *p, struct scope scope);
/* Parse a block from '{', the current token, to '}'. */
int parse_block(struct parser *p, struct scope scope, const struct block **out);

int parse_parts(struct parser *p, struct statement *st);
/* Is this token a name that is not reserved? */
int check_name(struct parser *p, const struct token *t);
/* Is the statement over: is the current token ';', '}', a comment or the end of the line? */
bool at_statement_end(const struct parser *p);
/* "expected WHAT, got ..." at the current token, with the word's syntax as hint. */
int expected(struct parser *p, const struct word *word, const char *what);

/* "'WORD' is a word of layer ..., this file is layer ..." */
int other_layer(struct parser *p, struct location at, const char *hint, const char *word,
                uint64_t layers);

/* Append a space and the word to the list in a hint, if there is room. */
void add_word(char *list, size_t size, const char *word);

const char *keep_text(struct parser *p, const char *text);
const void *keep_array(struct parser *p, const void *array, size_t count, size_t size);

void names_init(struct parser *p);
void names_release(struct names *n);
/* The id of a text; a new one is copied. */
uint32_t names_id(struct parser *p, const char *text);
/* Note that `word` makes `id`, at `at`. */
int names_make(struct parser *p, uint32_t id, const struct word *word, struct location at);
/* Returns the number of the use. */
size_t names_use(struct parser *p, const struct use *use);
/* Check every use against what the file makes. */
int names_check(struct parser *p);
/* Give the strings and their index to the program. */
void names_finish(struct parser *p);
#endif
