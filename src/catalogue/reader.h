/* reader.h - a catalogue while it is being read; private to this folder.
 * reader.c knows the language of one file, catalogue.c the folder and what
 * holds across files. */
#ifndef CATALOGUE_READER_H
#define CATALOGUE_READER_H
#include "base/lex.h"
#include "catalogue/catalogue.h"

struct catalogue {
    struct arena arena; /* texts, sources and file names */
    struct rule *rule;
    size_t rule_count, rule_room;
    struct source **source; /* one by one in the arena: rules point to them */
    size_t source_count, source_room;
};

/* A source as a rule names it, before it is looked up. */
struct citation {
    const char *id;
    struct place at;
};

struct text {
    const char *path;
    char *bytes;
    size_t length;
};

struct reader {
    struct catalogue *c;
    struct diag *d;
    struct lexer lx;   /* on the latest of the texts */
    struct text *text; /* all files so far */
    size_t text_count, text_room;
    struct citation *citation; /* those of all rules, one after the other */
    size_t citation_count, citation_room;
};

/* Add the rules and sources of one text; -1 with `*r->d` filled in. Rules have
 * their source_count then, but their sources only as citations. */
int reader_parse(struct reader *r, const struct text *text);

/* The source declared so far under this id, or NULL. */
const struct source *reader_find_source(const struct reader *r, const char *id);
#endif
