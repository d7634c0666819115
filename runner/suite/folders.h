/* folders.h - where a suite lies, and which files are in it. suite.h tells the
 * order in which places are tried. */
#ifndef RUNNER_SUITE_FOLDERS_H
#define RUNNER_SUITE_FOLDERS_H
#include <stdbool.h>
#include <stddef.h>
#include "base/diag.h"
#include "runner/options/options.h"

struct folders {
    char *cases, *expected;
    char *catalogue; /* the folder that holds catalogue/; mostly `cases` */
};

/* -1 with `*d`; either way folders_release() frees it. */
int folders_find(const struct options *o, struct folders *f, struct diag *d);
void folders_release(struct folders *f);

bool folder_exists(const char *path);

/* What the files of cases end in. */
enum { CASE_SUFFIXES = 2 };
extern const char *const case_suffix[CASE_SUFFIXES];

/* Names below a folder, without their suffix, sorted by bytes. */
struct file_names {
    char **item;
    size_t count, room;
};

/* Walk `dir` for files that end in `suffix`. Names that begin with '.' are passed
 * over. A name that a report could not show as it is (a blank, a control byte) is
 * an error. -1 with `*d`; either way file_names_release() frees it. */
int file_names_walk(struct file_names *names, const char *dir, const char *suffix, struct diag *d);
void file_names_release(struct file_names *names);
/* Would a walk come to a file of this name, and take it? */
bool file_names_have(const char *name);
bool has_suffix(const char *text, const char *suffix);
#endif
