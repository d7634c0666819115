/* question.h - the questions of src/questions/ by number. A case writes such a question as a word,
 * and asks it by `ask` of a backend.
 *
 * The rows are made by the build from the functions there: Q(POLL_OF_A_FILE, poll_of_a_file,
 * "poll-of-a-file") of ask_poll_of_a_file(). */
#ifndef INTERFACE_QUESTION_H
#define INTERFACE_QUESTION_H

enum loop_question {
#define Q(kind, function, word) LOOP_ASK_##kind,
#include "question_rows.inc"
#undef Q
    LOOP_ASK_COUNT
};

#endif
