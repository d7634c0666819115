/* report_path.h - paths of reports: symbolic links, and whether two reports have the same file. */
#ifndef REPORTS_REPORT_PATH_H
#define REPORTS_REPORT_PATH_H

/* Follow symbolic links to the path of the file itself, which need not exist. The caller frees it.
 * NULL with errno. */
char *report_path_follow(const char *path);
/* A text that is equal for two specs (FMT or FMT:FILE) if and only if they write to the same file,
 * however the path is spelled: they would overwrite each other. The caller frees it. NULL for a
 * device that stores nothing, such as /dev/null: any number of reports may go there. */
char *report_path_identity(const char *spec);
#endif
