/* What older releases of libuv answer to the questions in answers.c. ENOSYS: the question is not
 * asked, because the release lacks the call or would end the program. */
#include <errno.h>
#include <time.h>
#include "interface/question.h"
#include "loop/inside.h"

/* clang-format off */
/* Each row: the question, the first release that answers as the newest does, and what a release
 * before it answers. The release 1.N.P is written as 100 * N + P. */
static const int *older_answer(const struct loop *loop, uint32_t question)
{
    static const struct {
        uint32_t question, since;
        int before;
    } newer[] = {
        { LOOP_ASK_SYSTEM_ERROR_OF_A_FILE, 3800, -ENOSYS },
        { LOOP_ASK_WORKER_STACK, 4500, -ENOSYS },
        { LOOP_ASK_WORKER_NAME, 5000, 0 },
        { LOOP_ASK_TERMINAL_RAW_AND_CLOSED, 4900, 16 },
        { LOOP_ASK_PIPE_OF_A_LONG_PATH_NOT_CUT, 4600, -ENOSYS },
        { LOOP_ASK_PIPE_WITH_UNKNOWN_FLAGS, 4600, -ENOSYS },
        { LOOP_ASK_PIPE_WITH_A_ZERO_WITHIN, 4800, -ENOSYS },
        { LOOP_ASK_PIPE_BOUND_WHILE_CLOSING, 4402, -EACCES },
        { LOOP_ASK_PIPE_FOR_HANDLES_LISTENS, 3500, 0 },
        { LOOP_ASK_CONNECT_WITH_UNKNOWN_FLAGS, 4600, -ENOSYS },
        { LOOP_ASK_CONNECT_TO_NO_LENGTH, 4600, -ENOSYS },
        { LOOP_ASK_CONNECT_TO_A_LONG_PATH_NOT_CUT, 4600, -ENOSYS },
        { LOOP_ASK_CONNECT_TO_A_LONG_PATH, 4600, -ENOSYS },
        { LOOP_ASK_CONNECT_BY_LENGTH, 4600, -ENOSYS },
        { LOOP_ASK_CONNECT_TO_AN_EMPTY_NAME, 4800, -ENOSYS },
        { LOOP_ASK_PAIR_THAT_BLOCKS, 4100, -ENOSYS },
        { LOOP_ASK_PAIR_THAT_DOES_NOT_BLOCK, 4100, -ENOSYS },
        { LOOP_ASK_PAIR_THAT_BLOCKS_ON_ONE_SIDE, 4100, -ENOSYS },
        { LOOP_ASK_PIPE_THAT_BLOCKS, 4100, -ENOSYS },
        { LOOP_ASK_PIPE_THAT_DOES_NOT_BLOCK, 4100, -ENOSYS },
        { LOOP_ASK_PIPE_WHOSE_END_DOES_NOT_BLOCK, 4100, -ENOSYS },
        { LOOP_ASK_TCP_PORT_SHARED, 4900, 0 },
        { LOOP_ASK_TCP_BOUND_WHILE_CLOSING, 4402, 0 },
        { LOOP_ASK_UDP_EMPTY_TRY, 5000, -ENOSYS },
        { LOOP_ASK_UDP_ROOM_FOR_A_BATCH, 4000, 0 },
        { LOOP_ASK_UDP_OPENED_WITH_UNKNOWN_FLAGS, 5200, -ENOSYS },
        { LOOP_ASK_UDP_PORT_SHARED, 4900, -EINVAL },
        { LOOP_ASK_UDP_TRIES_TWO, 5000, -ENOSYS },
        { LOOP_ASK_UDP_TRIES_TWO_OF_WHICH_ONE_FITS, 5000, -ENOSYS },
        { LOOP_ASK_UDP_TRIES_NONE, 5000, -ENOSYS },
        { LOOP_ASK_UDP_TRIES_WITH_FLAGS, 5000, -ENOSYS },
        { LOOP_ASK_UDP_TRIES_WITHOUT_A_SOCKET, 5000, -ENOSYS },
        { LOOP_ASK_CLOCK_BY_ITS_KIND, 4500, -ENOSYS },
        { LOOP_ASK_PARALLELISM, 4400, -ENOSYS },
        { LOOP_ASK_COUNTS_OF_A_FRESH_LOOP, 4500, -ENOSYS },
        { LOOP_ASK_COUNTS_OF_THREE_TURNS, 4500, -ENOSYS },
        { LOOP_ASK_IDLE_TIME_NEVER_ASKED_FOR, 3900, -ENOSYS },
        { LOOP_ASK_IDLE_TIME_OF_5MS, 3900, -ENOSYS },
        { LOOP_ASK_IDLE_TIME_WHILE_WAITING, 3900, -ENOSYS },
        { LOOP_ASK_POLL_OF_ONE_THAT_ANOTHER_POLLS, 4200, 0 },
        { LOOP_ASK_STREAM_LISTENS_WHILE_CLOSING, 4402, 0 },
        { LOOP_ASK_READ_WITHOUT_A_CALLBACK, 4100, -ENOSYS },
        { LOOP_ASK_POLL_OF_A_TAKEN_NUMBER, 4100, -ENOSYS },
        { LOOP_ASK_LISTEN_AFTER_CLOSE, 4402, -ENOSYS },
        { LOOP_ASK_SIGNAL_BEFORE_A_RENEWAL, 4700, -ENOSYS },
        { LOOP_ASK_PIPE_CONNECTED_TO_NO_NAME, 4800, -ENOSYS },
        { LOOP_ASK_CHILD_THAT_FAILED_IS_FORGOTTEN, 5200, -ENOSYS },
        { LOOP_ASK_THREAD_DETACHED, 5000, -ENOSYS },
        { LOOP_ASK_THREAD_ON_ONE_PROCESSOR, 4500, -ENOSYS },
        { LOOP_ASK_AFFINITY_WITHOUT_ROOM, 4500, -ENOSYS },
        { LOOP_ASK_PROCESSOR_OF_A_THREAD, 4500, -ENOSYS },
        { LOOP_ASK_NAMES_OF_A_THREAD, 5000, -ENOSYS },
        { LOOP_ASK_NAME_OF_ANOTHER_THREAD, 5000, -ENOSYS },
        { LOOP_ASK_PRIORITIES_OF_A_THREAD, 4800, -ENOSYS },
        { LOOP_ASK_TIMES_OF_A_LINK, 3600, -ENOSYS },
        { LOOP_ASK_TIMES_LEFT_OR_NOW, 5100, -ENOSYS },
        { LOOP_ASK_TEXT_OF_ANY_ADDRESS, 4300, -ENOSYS },
        { LOOP_ASK_USER_OF_A_NUMBER, 4500, -ENOSYS },
        { LOOP_ASK_GROUP_OF_A_NUMBER, 4500, -ENOSYS },
        { LOOP_ASK_MEASURES_OF_A_THREAD, 5000, -ENOSYS },
        { LOOP_ASK_UDP_TOLD_OF_ERRORS, 4200, -ENOSYS },
        { LOOP_ASK_UDP_TOLD_WHAT_FAILED, 5200, -ENOSYS },
        { LOOP_ASK_TIMES_THROUGH_A_LINK, 4100, 1 },
        { LOOP_ASK_COPY_TO_ITSELF, 3900, 10 },
        { LOOP_ASK_FILE_AS_THE_SYSTEM_TELLS, 4100, 3 },
        { LOOP_ASK_UDP_THAT_TAKES_BATCHES, 3900, -ENOSYS },
        { LOOP_ASK_UDP_CLOSED_WHEN_TOLD, 5201, -ENOSYS },
        { LOOP_ASK_LOOKUP_WITHOUT_A_LOOP, 5201, -ENOSYS },
        { LOOP_ASK_PATH_WITH_OWN_MEMORY, 4900, -ENOSYS },
        { LOOP_ASK_PIPE_NAMED_NOWHERE, 5000, -ENOSYS },
        { LOOP_ASK_MEMORY_UNDER_A_STRANGE_NAME, 5000, -ENOSYS },
        { LOOP_ASK_ABSTRACT_NAME_TO_THE_BYTE, 5000, -ENOSYS },
        { LOOP_ASK_TEXT_OF_SIXTEEN_BITS, 5000, -ENOSYS },
        { LOOP_ASK_PAIR_THAT_BLOCKS_ON_THE_OTHER_SIDE, 4100, -ENOSYS },
        { LOOP_ASK_TCP_KEPT_ALIVE_BY_NOTHING, 5200, -ENOSYS },
        { LOOP_ASK_STREAM_WRITES_NO_BUFFERS, 5200, -ENOSYS },
        { LOOP_ASK_TITLE_OF_THIS_PROCESS, 3500, 2 },
        { LOOP_ASK_LOOP_THAT_CANNOT_BE_MADE, 5100, 1 },
        { LOOP_ASK_MEASURES_OF_THIS_THREAD_ALONE, 5000, -ENOSYS },
        { LOOP_ASK_TEXT_OF_HALF_CHARACTERS, 5000, -ENOSYS },
        { LOOP_ASK_TIMES_OF_PROCESSORS, 3800, 1 },
        { LOOP_ASK_PATH_THAT_JUST_FITS, 4600, -ENOSYS },
        { LOOP_ASK_PIPE_WHOSE_OTHER_END_DOES_NOT_BLOCK, 4100, -ENOSYS },
        { LOOP_ASK_USERS_TOLD_OTHERWISE, 4500, -ENOSYS },
        { LOOP_ASK_GROUPS_TOLD_OTHERWISE, 4500, -ENOSYS },
        { LOOP_ASK_UDP_TRIES_TWENTY, 5000, -ENOSYS },
        { LOOP_ASK_UDP_TRIES_FORTY_FIVE, 5000, -ENOSYS },
        { LOOP_ASK_UDP_TRIES_MANY_AND_A_LATE_ONE_FAILS, 5000, -ENOSYS },
        { LOOP_ASK_DATAGRAMS_CUT_EITHER_WAY, 3700, -EINVAL },
        { LOOP_ASK_PASSED_AT_ONCE_IN_ANY_NUMBER_OF_PARTS, 4200, -ENOSYS },
        { LOOP_ASK_PARALLELISM_OF_ONE_PROCESSOR, 4400, -ENOSYS },
        { LOOP_ASK_CLOCKS_BETWEEN_TWO_READINGS, 4500, -ENOSYS },
        { LOOP_ASK_UDP_OPENED_WITH_EACH_FLAG, 5200, -ENOSYS },
        { LOOP_ASK_TIMES_SET_TO_THE_NANOSECOND, 5200, 0 },
        { LOOP_ASK_PASSED_AT_ONCE_WHERE_IT_CANNOT_BE, 4200, -ENOSYS },
        { LOOP_ASK_UDP_BATCH_INTO_64_BYTES, 3700, -ENOSYS },
        { LOOP_ASK_SPAWN_WITHOUT_PROCESSES, 4402, -ENOSYS },
        { LOOP_ASK_PAIRS_OF_EACH_TYPE, 4100, -ENOSYS },
        { LOOP_ASK_UDP_TOLD_OF_ERRORS_OVER_SIX, 4200, -ENOSYS },
        { LOOP_ASK_TEXT_WITH_A_ZERO_WITHIN, 5000, -ENOSYS },
        { LOOP_ASK_BUFFER_OF_A_BATCH, 4000, -ENOSYS },
        { LOOP_ASK_EACH_TIME_LEFT_OR_NOW, 5100, -ENOSYS },
        { LOOP_ASK_EACH_PRIORITY_OF_A_THREAD, 4800, -ENOSYS },
    };
    for (size_t i = 0; i < sizeof newer / sizeof *newer; i++)
        if (newer[i].question == question && loop->policy.newest_calls < newer[i].since)
            return &newer[i].before;
    return NULL;
}
/* clang-format on */

int loop_ask(struct loop *loop, uint32_t question)
{
    const struct timespec three_ms = { .tv_nsec = 3000000 };

    if (question == LOOP_ASK_CONNECT_FROM_A_TAKEN_PORT && !loop->policy.connect_tells_bind)
        return -ECONNREFUSED; /* ASK-11: from another port */
    if (question == LOOP_ASK_SLEEP_OF_3MS)
        nanosleep(&three_ms, NULL); /* ASK-24 */
    const int *older = older_answer(loop, question);
    if (older)
        return *older;
    return loop_answer(question);
}
