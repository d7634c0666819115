/* temp.h - where files go that nobody is to keep: below TMPDIR, else in /tmp. */
#ifndef BASE_TEMP_H
#define BASE_TEMP_H

/* Of the user's choice; borrowed, until the environment changes. */
const char *temp_folder(void);
/* A folder of the caller's own in there; NULL with errno. */
char *temp_make(void);
#endif
