/* The second half of the table in answers.c: the questions of src/questions/ from fork.h on, in the
 * order of questions.h. */
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
        ANSWER(TIMERS_OF_A_FORKED_CHILD) = 15, /* ASK-183 */
        ANSWER(ASYNC_OF_A_FORKED_CHILD) = 15, /* ASK-183 */
        ANSWER(POLLS_OF_A_FORKED_CHILD) = 15, /* ASK-183 */
        ANSWER(WATCHES_OF_A_FORKED_CHILD) = 5, /* ASK-183 */
        ANSWER(CHILDREN_OF_A_FORKED_CHILD) = 7, /* ASK-183 */
        /* every error name, every kind of handle */
        ANSWER(ERRORS_OF_EVERY_NAME) = 85, /* ASK-36 */
        ANSWER(EACH_CLOSED_BY_A_WALK) = 1212, /* ASK-33 */
        ANSWER(EACH_KEEPS_ITS_DATA) = 11212, /* ASK-33 */
        ANSWER(EACH_REQUEST_KEEPS_ITS_DATA) = 909, /* ASK-34 */
        /* complete results, and comparisons with the system */
        ANSWER(BYTES_OVER_A_PIPE) = 7, /* ASK-130 */
        ANSWER(BYTES_OVER_A_PIPE_FOR_HANDLES) = 7, /* ASK-130 */
        ANSWER(BYTES_OVER_TCP) = 7, /* ASK-130 */
        ANSWER(PASSED_IN_THEIR_ORDER) = 15, /* ASK-131 */
        ANSWER(UDP_TRIED_IN_PARTS) = 5, /* ASK-132 */
        ANSWER(STREAM_TRIED_IN_PARTS) = 5, /* ASK-132 */
        ANSWER(SOCKETS_OF_THEIR_FAMILY) = 15, /* ASK-133 */
        ANSWER(PATH_THAT_JUST_FITS) = 31, /* ASK-38 */
        ANSWER(PIPE_WHOSE_OTHER_END_DOES_NOT_BLOCK) = 12, /* ASK-39 */
        ANSWER(FOLDER_WITH_DOTTED_NAMES) = 63, /* ASK-30 */
        ANSWER(FILE_USED_AT_ITS_START) = 15, /* ASK-26 */
        ANSWER(FILE_CUT_TO_NOTHING) = 7, /* ASK-28 */
        ANSWER(TEXTS_OF_MANY_ADDRESSES) = 256, /* ASK-134 */
        ANSWER(TEXTS_OF_NO_ADDRESS) = 10, /* ASK-134 */
        ANSWER(LOOKUP_WITH_FLAGS) = 31, /* ASK-135 */
        ANSWER(PRIORITY_OF_A_CHILD) = 7, /* ASK-136 */
        ANSWER(USER_IN_EFFECT) = 1, /* ASK-136 */
        ANSWER(MEASURES_OF_THIS_THREAD_ALONE) = 3, /* ASK-136 */
        ANSWER(TIMES_OF_PROCESSORS) = 3, /* ASK-137 */
        ANSWER(MEMORY_AS_THE_SYSTEM_SAYS) = 7, /* ASK-137 */
        ANSWER(CLOCKS_AS_THE_SYSTEM_SAYS) = 7, /* ASK-137 */
        ANSWER(LOAD_AS_THE_SYSTEM_SAYS) = 3, /* ASK-137 */
        ANSWER(LIBRARY_WITHOUT_TWO_SYMBOLS) = 31, /* ASK-79 */
        ANSWER(NAME_THAT_FAILS_AT_ONCE) = 1, /* ASK-135 */
        ANSWER(PHASES_STARTED_WITH_ANOTHER) = 15, /* ASK-138 */
        ANSWER(IO_STARTED_WITH_ANOTHER) = 7, /* ASK-138 */
        ANSWER(WATCHERS_STARTED_WITH_ANOTHER) = 3, /* ASK-138 */
        ANSWER(TERMINAL_RAW_TWICE_AND_RESET) = 3, /* ASK-37 */
        ANSWER(UDP_JOINS_ONE_SOURCE_OF_SIX) = 7, /* ASK-42 */
        ANSWER(CHILDREN_THAT_END_TOGETHER) = 14, /* ASK-43 */
        ANSWER(CHILD_WITH_SEVENTY_DESCRIPTORS) = 7, /* ASK-17 */
        ANSWER(LIBRARY_CLOSED) = 3, /* ASK-79 */
        ANSWER(TEXT_OF_HALF_CHARACTERS) = 44666, /* ASK-81 */
        /* the life of handles and jobs */
        ANSWER(EACH_AT_EACH_MOMENT) = 241212, /* ASK-180 */
        ANSWER(EACH_CLOSED_WHILE_IT_IS_DUE) = 111111, /* ASK-181 */
        ANSWER(EACH_CANCELLED_WHILE_IT_WAITS) = 404040, /* ASK-182 */
        ANSWER(EACH_CANCELLED_WHEN_IT_IS_DONE) = 404040, /* ASK-182 */
        ANSWER(EACH_THAT_CANNOT_BE_CANCELLED) = 8, /* ASK-182 */
        ANSWER(LOOK_STARTED_AGAIN_WHILE_IT_LOOKS) = 1, /* ASK-138 */
        /* large counts */
        ANSWER(USERS_TOLD_OTHERWISE) = 0, /* ASK-184 */
        ANSWER(GROUPS_TOLD_OTHERWISE) = 0, /* ASK-184 */
        ANSWER(UDP_TRIES_TWENTY) = 3, /* DGRAM-17 */
        ANSWER(UDP_TRIES_FORTY_FIVE) = 3, /* DGRAM-17 */
        ANSWER(TRIED_IN_ANY_NUMBER_OF_PARTS) = 77, /* ASK-132 */
        ANSWER(EACH_SET_OF_EVENTS) = 225225, /* ASK-185 */
        ANSWER(TIMERS_STARTED_OFTEN) = 12, /* TIMER-2 */
        ANSWER(PIPE_PATH_AFTER_CLOSE_WHILE_IT_LISTENS) = -ENOENT, /* ASK-9 */
        /* at the edges of calls */
        ANSWER(READ_WITHOUT_A_PLACE) = 7, /* ASK-186 */
        ANSWER(UDP_WITHOUT_A_PLACE) = 7, /* ASK-186 */
        ANSWER(FILE_WRITTEN_WITH_EMPTY_PARTS) = 7, /* ASK-187 */
        ANSWER(SOCKETS_WITHOUT_DESCRIPTORS) = 5, /* ASK-188 */
        ANSWER(TCP_TUNED_THOUGH_IT_IS_NONE) = 3, /* ASK-189 */
        ANSWER(PIPE_BOUND_AND_CONNECTED) = 3, /* ASK-190 */
        ANSWER(ROOM_BACK_WITH_AN_ERROR) = 7, /* ASK-201 */
        ANSWER(UDP_PASSED) = 3, /* ASK-202 */
        ANSWER(CHILD_OF_ONE_WITHOUT_INPUT) = 7, /* ASK-203 */
        ANSWER(UDP_FROM_A_NAMELESS_ONE) = 3, /* DGRAM-10 */
        ANSWER(FILE_FOR_ANOTHER_SYSTEM) = 3, /* ASK-204 */
        /* combinations */
        ANSWER(SOCKETS_POLLED_DO_NOT_BLOCK) = 3, /* ASK-197 */
        ANSWER(SIGNAL_FOR_ALL_THAT_WATCH_IT) = 84471, /* ASK-191 */
        ANSWER(EACH_SET_OF_OPTIONS) = 32, /* ASK-192 */
        ANSWER(EACH_ORDER_OF_DESCRIPTORS) = 10, /* ASK-193 */
        ANSWER(PASSED_IN_ANY_NUMBER_OF_PARTS) = 6, /* ASK-194 */
        ANSWER(PASSED_AT_ONCE_IN_ANY_NUMBER_OF_PARTS) = 6, /* ASK-194 */
        ANSWER(TCP_ACCEPTED_AFTER_THE_RUN) = 3, /* ASK-195 */
        ANSWER(PIPE_ACCEPTED_AFTER_THE_RUN) = 3, /* ASK-195 */
        ANSWER(UDP_TRIES_MANY_AND_A_LATE_ONE_FAILS) = 1, /* DGRAM-17 */
        ANSWER(DATAGRAMS_CUT_EITHER_WAY) = 1212, /* ASK-196 */
        /* each value */
        ANSWER(WATCHERS_OF_ONE_PATH) = 7651, /* ASK-198 */
        ANSWER(UNBOUND_TAKES_ANY_ADDRESS) = 7, /* ASK-199 */
        ANSWER(EACH_RIGHT) = 36, /* ASK-200 */
        ANSWER(EACH_OFFSET) = 28, /* ASK-240 */
        ANSWER(VARIABLES_OF_ANY_VALUE) = 15, /* ASK-241 */
        ANSWER(RANDOM_BYTES_OF_ANY_SIZE) = 12, /* ASK-242 */
        ANSWER(ERRORS_TRANSLATED_OTHERWISE) = 0, /* ASK-36 */
        ANSWER(PARALLELISM_OF_ONE_PROCESSOR) = 3, /* ASK-243 */
        ANSWER(CLOCKS_BETWEEN_TWO_READINGS) = 3, /* ASK-137 */
        ANSWER(EACH_INITIALIZED_AGAIN) = 11, /* ASK-244 */
        ANSWER(WAIT_OF_1500US) = 1, /* ASK-76 */
        ANSWER(CHILD_WITH_MANY_ARGUMENTS) = 45, /* ASK-245 */
        ANSWER(CHILD_INHERITS_EACH_STREAM) = 3, /* ASK-245 */
        ANSWER(SENDS_TO_EACH_IN_TURN) = 3, /* ASK-246 */
        ANSWER(UDP_OPENED_WITH_EACH_FLAG) = 7, /* ASK-247 */
        ANSWER(UDP_INTERFACE_THAT_GOES) = 3, /* ASK-247 */
        ANSWER(TIMES_TO_THE_NANOSECOND) = 7, /* ASK-248 */
        ANSWER(NAME_AND_SERVICE_WITHOUT_FLAGS) = 7, /* ASK-135 */
        ANSWER(ADDRESSES_WITH_A_ZONE) = 9, /* ASK-134 */
        ANSWER(TITLES_OF_EACH_LENGTH) = 15, /* ASK-249 */
    };
    static_assert(sizeof answers / sizeof *answers == LOOP_ASK_COUNT - LOOP_MORE_ANSWERS,
                  "a question has no answer");
    return answers[question - LOOP_MORE_ANSWERS];
}
/* clang-format on */
