/* Questions that need no loop: which calls are refused, and what a socket or a child is given. The
 * answers are those of libuv's documents, for which there is nothing to compute. */
#include <errno.h>
#include <time.h>
#include "loop/inside.h"

/* clang-format off */
static int answer(enum loop_question question)
{
    const int answers[] = {
        /* when a socket is made */
        [LOOP_ASK_TCP_OF_NO_FAMILY] = -EINVAL, /* ASK-1 */
        [LOOP_ASK_TCP_WITH_UNKNOWN_FLAGS] = -EINVAL, /* ASK-1 */
        [LOOP_ASK_UDP_OF_NO_FAMILY] = -EINVAL, /* ASK-1 */
        [LOOP_ASK_UDP_WITH_UNKNOWN_FLAGS] = -EINVAL, /* ASK-1 */
        [LOOP_ASK_TCP_WITHOUT_FAMILY] = -EBADF, /* ASK-1 */
        [LOOP_ASK_TCP_OF_A_FAMILY] = 0, /* ASK-1 */
        [LOOP_ASK_UDP_WITHOUT_FAMILY] = -EBADF, /* ASK-1 */
        [LOOP_ASK_UDP_OF_A_FAMILY] = 0, /* ASK-1 */
        /* what is opened */
        [LOOP_ASK_TCP_OPENED] = 1, /* ASK-2 */
        [LOOP_ASK_UDP_OPENED] = 1, /* ASK-2 */
        [LOOP_ASK_PIPE_OPENED] = 1, /* ASK-2 */
        [LOOP_ASK_POLL_OPENED] = 1, /* ASK-2 */
        [LOOP_ASK_TCP_OPENED_ELSEWHERE] = -EEXIST, /* ASK-2 */
        [LOOP_ASK_PIPE_OPENED_ELSEWHERE] = -EEXIST, /* ASK-2 */
        [LOOP_ASK_TCP_OPENED_TWICE] = -EBUSY, /* ASK-2 */
        [LOOP_ASK_UDP_OPENED_TWICE] = -EBUSY, /* ASK-2 */
        [LOOP_ASK_PIPE_OF_NO_DESCRIPTOR] = -EBADF, /* ASK-2 */
        [LOOP_ASK_PIPE_END_THAT_READS] = 2, /* ASK-3 */
        [LOOP_ASK_PIPE_END_THAT_WRITES] = 1, /* ASK-3 */
        [LOOP_ASK_PIPE_THAT_DOES_BOTH] = 3, /* ASK-3 */
        /* addresses and names */
        [LOOP_ASK_TCP_BOUND_TO_SIX_ONLY] = -EINVAL, /* ASK-4 */
        [LOOP_ASK_UDP_BOUND_TO_SIX_ONLY] = -EINVAL, /* ASK-4 */
        [LOOP_ASK_UDP_BOUND_WITH_UNKNOWN_FLAGS] = -EINVAL, /* ASK-4 */
        [LOOP_ASK_UDP_PORT_TAKEN] = -EADDRINUSE, /* ASK-5 */
        [LOOP_ASK_UDP_PORT_REUSED] = 0, /* ASK-5 */
        [LOOP_ASK_UDP_PORT_REUSED_BY_ONE] = -EADDRINUSE, /* ASK-5 */
        [LOOP_ASK_UDP_BOUND_TO_SEND] = 1, /* ASK-6 */
        [LOOP_ASK_UDP_BOUND_TO_RECEIVE] = 1, /* ASK-6 */
        [LOOP_ASK_TCP_BOUND_TO_LISTEN] = 1, /* ASK-6 */
        [LOOP_ASK_UDP_ROOM] = 65536, /* ASK-7 */
        [LOOP_ASK_UDP_GROUP_WITHOUT_ADDRESS] = -EINVAL, /* ASK-8 */
        [LOOP_ASK_UDP_INTERFACE_WITHOUT_ADDRESS] = -EINVAL, /* ASK-8 */
        [LOOP_ASK_UDP_MULTICAST_LOOP] = 0, /* ASK-8 */
        [LOOP_ASK_UDP_MULTICAST_TTL] = 7, /* ASK-8 */
        [LOOP_ASK_UDP_MULTICAST_TTL_OF_256] = -EINVAL, /* ASK-8 */
        [LOOP_ASK_PIPE_BOUND_TWICE] = -EINVAL, /* ASK-9 */
        [LOOP_ASK_PIPE_PATH_AFTER_CLOSE] = -ENOENT, /* ASK-9 */
        [LOOP_ASK_PIPE_LISTENS_UNBOUND] = -EINVAL, /* ASK-9 */
        [LOOP_ASK_PIPE_RIGHTS_UNBOUND] = -EBADF, /* ASK-10 */
        [LOOP_ASK_PIPE_RIGHTS_TO_NOTHING] = -EINVAL, /* ASK-10 */
        [LOOP_ASK_PIPE_RIGHTS_TO_READ] = 4, /* ASK-10 */
        [LOOP_ASK_PIPE_RIGHTS_TO_WRITE] = 2, /* ASK-10 */
        [LOOP_ASK_PIPE_RIGHTS_TO_DO_BOTH] = 6, /* ASK-10 */
        [LOOP_ASK_PIPE_WITH_NOTHING_PASSED] = 0, /* ASK-10 */
        /* streams that cannot */
        [LOOP_ASK_ACCEPT_OF_NOTHING] = -EAGAIN, /* ASK-11 */
        [LOOP_ASK_READ_OF_NO_CONNECTION] = -ENOTCONN, /* ASK-11 */
        [LOOP_ASK_WRITE_TO_NO_CONNECTION] = -EBADF, /* ASK-11 */
        [LOOP_ASK_SHUTDOWN_OF_NO_CONNECTION] = -ENOTCONN, /* ASK-11 */
        [LOOP_ASK_CONNECT_FROM_A_TAKEN_PORT] = -EADDRINUSE, /* ASK-11 */
        [LOOP_ASK_SECOND_CONNECT] = -EALREADY, /* ASK-11 */
        /* descriptors, terminals and signals */
        [LOOP_ASK_POLL_OF_A_FILE] = -EPERM, /* ASK-12 */
        [LOOP_ASK_POLL_OF_A_WATCHED_ONE] = -EEXIST, /* ASK-12 */
        [LOOP_ASK_POLL_FOR_NOTHING] = 0, /* ASK-12 */
        [LOOP_ASK_TERMINAL_OF_A_FILE] = -EINVAL, /* ASK-13 */
        [LOOP_ASK_SIGNAL_ZERO] = -EINVAL, /* ASK-14 */
        [LOOP_ASK_SIGNAL_NUMBER] = 12, /* ASK-14 */
        [LOOP_ASK_SIGNAL_NUMBER_AFTER_STOP] = 0, /* ASK-14 */
        [LOOP_ASK_SIGNAL_GIVEN_BACK] = 1, /* ASK-14 */
        [LOOP_ASK_KILL_WITH_ZERO] = 0, /* ASK-14 */
        [LOOP_ASK_KILL_OF_NOBODY] = -ESRCH, /* ASK-14 */
        /* children */
        [LOOP_ASK_CHILD_IN_NO_FOLDER] = -ENOENT, /* ASK-15 */
        [LOOP_ASK_CHILD_THAT_FAILED] = 0, /* ASK-15 */
        [LOOP_ASK_CHILD_WITH_NO_INPUT] = -EINVAL, /* ASK-15 */
        [LOOP_ASK_CHILD_WITH_TCP] = -EINVAL, /* ASK-15 */
        [LOOP_ASK_CHILD_STATUS] = 7, /* ASK-16 */
        [LOOP_ASK_CHILD_FOLDER] = 7, /* ASK-16 */
        [LOOP_ASK_CHILD_VARIABLES] = 7, /* ASK-16 */
        [LOOP_ASK_CHILD_INHERITS_VARIABLES] = 7, /* ASK-16 */
        [LOOP_ASK_CHILD_WITHOUT_OUTPUT] = 7, /* ASK-17 */
        [LOOP_ASK_CHILD_WITH_A_FOURTH] = 7, /* ASK-17 */
        [LOOP_ASK_CHILD_WITH_A_SWAP] = 7, /* ASK-17 */
        [LOOP_ASK_CHILD_THAT_WRITES] = 2, /* ASK-18 */
        [LOOP_ASK_CHILD_THAT_READS] = 1, /* ASK-18 */
        [LOOP_ASK_CHILD_THAT_DOES_BOTH] = 3, /* ASK-18 */
        [LOOP_ASK_CHILD_OUTPUT] = 1, /* ASK-18 */
        [LOOP_ASK_CHILD_DETACHED] = 1, /* ASK-19 */
        [LOOP_ASK_CHILD_NOT_DETACHED] = 0, /* ASK-19 */
        [LOOP_ASK_CHILD_ASKED_AND_KILLED] = 15, /* ASK-19 */
        [LOOP_ASK_CHILD_CLOSED_LIVES] = 15, /* ASK-19 */
        /* names, random bytes and the machine */
        [LOOP_ASK_LOOKUP_OF_NOTHING] = -EINVAL, /* ASK-20 */
        [LOOP_ASK_LOOKUP_THAT_FAILS] = 1, /* ASK-20 */
        [LOOP_ASK_LOOKUP_THAT_FINDS] = 1, /* ASK-20 */
        [LOOP_ASK_NAME_OF_NO_FAMILY] = -EINVAL, /* ASK-20 */
        [LOOP_ASK_NAME_THAT_IS_FOUND] = 1, /* ASK-20 */
        [LOOP_ASK_RANDOM_WITH_FLAGS] = -EINVAL, /* ASK-21 */
        [LOOP_ASK_RANDOM_WITHOUT_END] = -E2BIG, /* ASK-21 */
        [LOOP_ASK_RANDOM_TO_THE_LAST_BYTE] = 1, /* ASK-21 */
        [LOOP_ASK_ROOM_FOR_FOLDER] = 1, /* ASK-22 */
        [LOOP_ASK_ROOM_FOR_HOME] = 1, /* ASK-22 */
        [LOOP_ASK_ROOM_FOR_TEMPORARY] = 1, /* ASK-22 */
        [LOOP_ASK_ROOM_FOR_HOST] = 1, /* ASK-22 */
        [LOOP_ASK_ROOM_FOR_VARIABLE] = 1, /* ASK-22 */
        [LOOP_ASK_ROOM_FOR_TITLE] = -EINVAL, /* ASK-22 */
        [LOOP_ASK_VARIABLE_THAT_IS_NOT_SET] = -ENOENT, /* ASK-23 */
        [LOOP_ASK_ALLOCATOR_IN_PART] = -EINVAL, /* ASK-23 */
        [LOOP_ASK_ADDRESS_OF_FOUR] = -EINVAL, /* ASK-23 */
        [LOOP_ASK_ADDRESS_OF_SIX] = -EINVAL, /* ASK-23 */
        [LOOP_ASK_ADDRESS_AND_BACK] = 1, /* ASK-23 */
        [LOOP_ASK_ADDRESS_WITHOUT_ROOM] = -ENOSPC, /* ASK-23 */
        [LOOP_ASK_ADDRESS_OF_NO_FAMILY] = -EAFNOSUPPORT, /* ASK-23 */
        [LOOP_ASK_PRIORITY_BEYOND] = -EINVAL, /* ASK-23 */
        [LOOP_ASK_KIND_OF_A_FILE] = 1, /* ASK-23 */
        [LOOP_ASK_KIND_OF_A_SOCKET] = 1, /* ASK-23 */
        [LOOP_ASK_KIND_OF_DATAGRAMS] = 1, /* ASK-23 */
        [LOOP_ASK_KIND_OF_A_PIPE] = 1, /* ASK-23 */
        [LOOP_ASK_KIND_OF_NOTHING] = 0, /* ASK-23 */
        [LOOP_ASK_SLEEP_OF_3MS] = 1, /* ASK-24 */
    };
    static_assert(sizeof answers / sizeof *answers == LOOP_ASK_COUNT, "a question has no answer");
    return answers[question];
}
/* clang-format on */

int loop_ask(struct loop *loop, enum loop_question question)
{
    const struct timespec three_ms = { .tv_nsec = 3000000 };

    if (question == LOOP_ASK_CONNECT_FROM_A_TAKEN_PORT && !loop->policy.connect_tells_bind)
        return -ECONNREFUSED; /* ASK-11: from another port */
    if (question == LOOP_ASK_SLEEP_OF_3MS)
        nanosleep(&three_ms, NULL); /* ASK-24 */
    return answer(question);
}
