/* c_help.c - the parts of the written program around the steps: help/c_*.txt and the questions of
 * src/questions/. */
#include "export/c_inside.h"

#include "base/include_text.h"

#define PART(name) TEXT_OF("src/export/help/c_" name ".txt")
INCLUDE_TEXT("export_c_help",
             PART("head") PART("tools") PART("sockets") PART("requests") PART("files"));
extern const char export_c_help[];

/* All files of src/questions/, put together by the build. */
INCLUDE_TEXT("export_c_questions", TEXT_OF(QUESTIONS));
extern const char export_c_questions[];

static bool observes(const struct step *s)
{
    return s->kind == STEP_ASK;
}

/* No identifier is reserved: all of ours begin with my_, on_my_, run_my_ or reached. */
const struct language c_language = { .indent = 4,
                                     .help = export_c_help,
                                     .library = export_c_questions,
                                     .wants_library = observes,
                                     .reserved = "" };
