/* folders.h - finds the folders of a suite and the files in them. suite.h says in which order
 * folders are tried. */
#ifndef RUNNER_SUITE_FOLDERS_H
#define RUNNER_SUITE_FOLDERS_H
#include <stdbool.h>
#include <stddef.h>
#include "base/diag.h"
#include "runner/options/options.h"

struct folders {
    char *cases, *expected;
    char *catalogue; /* the folder that contains catalogue/; most often the same as `cases` */
    /* A folder whose .rules files add to that catalogue: `cases`, if they lie beside the cases and
     * the catalogue is another suite's; else NULL. */
    char *own_rules;
};

/* Returns 0, or -1 with `*d`. Call folders_release() in any case. */
int folders_find(const struct options *o, struct folders *f, struct diag *d);
void folders_release(struct folders *f);

bool folder_exists(const char *path);

/* Extensions of the files of cases. */
enum { CASE_SUFFIXES = 2 };
extern const char *const case_suffix[CASE_SUFFIXES];

/* Names below a folder, without their suffix, sorted by bytes. */
struct file_names {
    char **item;
    size_t count, room;
};

/* Find all files below `dir` that end in `suffix`. Names that begin with '.' are ignored. A name
 * that reports could not show unchanged (with a blank or a control byte) is an error. Returns -1
 * with `*d`. Call file_names_release() in any case. */
int file_names_walk(struct file_names *names, const char *dir, const char *suffix, struct diag *d);
/* As file_names_walk(), for the files of both kinds of cases at once: names[i] for case_suffix[i]. */
int file_names_walk_cases(struct file_names names[CASE_SUFFIXES], const char *dir, struct diag *d);
void file_names_release(struct file_names *names);
/* Is this a name that file_names_walk() can find? True says nothing about whether the file
 * exists. */
bool file_names_have(const char *name);
bool has_suffix(const char *text, const char *suffix);
#endif
