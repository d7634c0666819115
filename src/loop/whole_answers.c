/* The answers of answers.c go on here, from the first question of src/questions/whole.h. */
#include <errno.h>
#include "interface/question.h"
#include "loop/inside.h"

/* clang-format off */
bool loop_whole_answer(uint32_t question, int *answer)
{
    const struct {
        uint32_t question;
        int answer;
    } answers[] = {
        { LOOP_ASK_BYTES_OVER_A_PIPE, 7 }, /* ASK-130 */
        { LOOP_ASK_BYTES_OVER_A_PIPE_FOR_HANDLES, 7 }, /* ASK-130 */
        { LOOP_ASK_BYTES_OVER_TCP, 7 }, /* ASK-130 */
        { LOOP_ASK_PASSED_IN_THEIR_ORDER, 15 }, /* ASK-131 */
        { LOOP_ASK_UDP_TRIED_IN_PARTS, 5 }, /* ASK-132 */
        { LOOP_ASK_STREAM_TRIED_IN_PARTS, 5 }, /* ASK-132 */
        { LOOP_ASK_SOCKETS_OF_THEIR_FAMILY, 15 }, /* ASK-133 */
        { LOOP_ASK_PATH_THAT_JUST_FITS, 31 }, /* ASK-38 */
        { LOOP_ASK_PIPE_WHOSE_OTHER_END_DOES_NOT_BLOCK, 12 }, /* ASK-39 */
        { LOOP_ASK_FOLDER_WITH_DOTTED_NAMES, 63 }, /* ASK-30 */
        { LOOP_ASK_FILE_USED_AT_ITS_START, 15 }, /* ASK-26 */
        { LOOP_ASK_FILE_CUT_TO_NOTHING, 7 }, /* ASK-28 */
        { LOOP_ASK_TEXTS_OF_MANY_ADDRESSES, 256 }, /* ASK-134 */
        { LOOP_ASK_TEXTS_OF_NO_ADDRESS, 10 }, /* ASK-134 */
        { LOOP_ASK_LOOKUP_WITH_FLAGS, 31 }, /* ASK-135 */
        { LOOP_ASK_PRIORITY_OF_A_CHILD, 7 }, /* ASK-136 */
        { LOOP_ASK_USER_IN_EFFECT, 1 }, /* ASK-136 */
        { LOOP_ASK_MEASURES_OF_THIS_THREAD_ALONE, 3 }, /* ASK-136 */
        { LOOP_ASK_TIMES_OF_PROCESSORS, 3 }, /* ASK-137 */
        { LOOP_ASK_MEMORY_AS_THE_SYSTEM_SAYS, 7 }, /* ASK-137 */
        { LOOP_ASK_CLOCKS_AS_THE_SYSTEM_SAYS, 7 }, /* ASK-137 */
        { LOOP_ASK_LOAD_AS_THE_SYSTEM_SAYS, 3 }, /* ASK-137 */
        { LOOP_ASK_LIBRARY_WITHOUT_TWO_SYMBOLS, 31 }, /* ASK-79 */
        { LOOP_ASK_NAME_THAT_FAILS_AT_ONCE, 1 }, /* ASK-135 */
        { LOOP_ASK_PHASES_STARTED_WITH_ANOTHER, 15 }, /* ASK-138 */
        { LOOP_ASK_IO_STARTED_WITH_ANOTHER, 7 }, /* ASK-138 */
        { LOOP_ASK_WATCHERS_STARTED_WITH_ANOTHER, 3 }, /* ASK-138 */
        { LOOP_ASK_TERMINAL_RAW_TWICE_AND_RESET, 3 }, /* ASK-37 */
        { LOOP_ASK_UDP_JOINS_ONE_SOURCE_OF_SIX, 7 }, /* ASK-42 */
        { LOOP_ASK_CHILDREN_THAT_END_TOGETHER, 14 }, /* ASK-43 */
        { LOOP_ASK_CHILD_WITH_SEVENTY_DESCRIPTORS, 7 }, /* ASK-17 */
        { LOOP_ASK_LIBRARY_CLOSED, 3 }, /* ASK-79 */
        { LOOP_ASK_TEXT_OF_HALF_CHARACTERS, 44666 }, /* ASK-81 */
    };
    const size_t count = sizeof answers / sizeof *answers;
    static_assert(sizeof answers / sizeof *answers == LOOP_ASK_COUNT - LOOP_ASK_BYTES_OVER_A_PIPE,
                  "a question has no answer");
    for (size_t i = 0; i < count; i++) {
        if (answers[i].question != question)
            continue;
        *answer = answers[i].answer;
        return true;
    }
    return false;
}
/* clang-format on */
