/* question.h - the questions of libuv_questions.h by number. A case writes such a question as a word,
 * and asks it by `ask` of a backend. */
#ifndef INTERFACE_QUESTION_H
#define INTERFACE_QUESTION_H

enum loop_question {
#define H(...)
#define L(...)
#define M(...)
#define S(...)
#define T(...)
#define Q(kind, ...) LOOP_ASK_##kind,
#include "interface/libuv_questions.h"
    LOOP_ASK_COUNT
};

#endif
