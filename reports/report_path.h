/* report_path.h - where a report goes. */
#ifndef REPORTS_REPORT_PATH_H
#define REPORTS_REPORT_PATH_H

/* The name of the file itself, behind symbolic links, whether it is there yet or not.
 * Owned by the caller; NULL with errno. */
char *report_path_follow(const char *path);
/* The place of a report FMT or FMT:FILE in one spelling: two reports in one place would be
 * neither of them, however it is written. Owned by the caller; NULL for a device that keeps
 * nothing, such as /dev/null, which has room for all. */
char *report_path_identity(const char *spec);
#endif
