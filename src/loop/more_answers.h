/* more_answers.h - where the table of answers.c ends and that of more_answers.c begins. */
#ifndef LOOP_MORE_ANSWERS_H
#define LOOP_MORE_ANSWERS_H
#include <stdint.h>
#include "interface/question.h"

enum { LOOP_MORE_ANSWERS = LOOP_ASK_SIGNAL_OF_A_FORKED_CHILD };

/* What the newest release answers from that question on. */
int loop_more_answers(uint32_t question);

#endif
