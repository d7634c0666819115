/* The table of answers.c goes on: questions of src/questions/ from fork.h on. */
#include <errno.h>
#include "loop/inside.h"
#include "loop/more_answers.h"

#define ANSWER(question) [LOOP_ASK_##question - LOOP_MORE_ANSWERS]

/* clang-format off */
int loop_more_answers(uint32_t question)
{
    const int answers[] = {
        /* forked children */
        ANSWER(SIGNAL_OF_A_FORKED_CHILD) = 7, /* ASK-100 */
        ANSWER(JOB_OF_A_FORKED_CHILD) = 13, /* ASK-100 */
        /* each error, each kind of handle */
        ANSWER(ERRORS_OF_EVERY_NAME) = 85, /* ASK-36 */
        ANSWER(EACH_CLOSED_BY_A_WALK) = 1212, /* ASK-33 */
        ANSWER(EACH_KEEPS_ITS_DATA) = 11212, /* ASK-33 */
        ANSWER(EACH_REQUEST_KEEPS_ITS_DATA) = 909, /* ASK-34 */
    };
    static_assert(sizeof answers / sizeof *answers == LOOP_ASK_BYTES_OVER_A_PIPE - LOOP_MORE_ANSWERS,
                  "a question has no answer");
    return answers[question - LOOP_MORE_ANSWERS];
}
/* clang-format on */
