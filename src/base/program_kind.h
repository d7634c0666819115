/* program_kind.h - what kind of file a program is: can a library be preloaded into it? */
#ifndef BASE_PROGRAM_KIND_H
#define BASE_PROGRAM_KIND_H
#include "base/diag.h"

/* 0 if the system will run `path` and preload a library into it. -1 with `*d` (the user's fault) and
 * the reason: it does not exist, is no program, is static, is in Go, is set-uid, or is a script whose
 * interpreter is one of these. A file that may be executed but not read is taken to be fine. */
int program_can_be_preloaded(const char *path, struct diag *d);
#endif
