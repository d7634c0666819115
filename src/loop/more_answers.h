/* more_answers.h - the second half of the table of answers, and the question with which it
 * begins. */
#ifndef LOOP_MORE_ANSWERS_H
#define LOOP_MORE_ANSWERS_H
#include <stdint.h>
#include "interface/question.h"

enum { LOOP_MORE_ANSWERS = LOOP_ASK_SIGNAL_OF_A_FORKED_CHILD };

/* What the newest libuv answers to a question from LOOP_MORE_ANSWERS on. */
int loop_more_answers(uint32_t question);

#endif
