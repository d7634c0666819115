/* Questions that need no loop: which calls are refused, and what a socket or a child is given. The
 * answers are those of libuv's documents, for which there is nothing to compute. */
#include <errno.h>
#include <time.h>
#include "interface/question.h"
#include "loop/inside.h"

/* clang-format off */
static int answer(uint32_t question)
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
        /* files and folders */
        [LOOP_ASK_FILE_ASKED_FOR_AT_ONCE] = 1, /* ASK-25 */
        [LOOP_ASK_FILE_ASKED_FOR_LATER] = 15, /* ASK-25 */
        [LOOP_ASK_FILE_THAT_FAILS_LATER] = 7, /* ASK-25 */
        [LOOP_ASK_FILE_OPENED] = 1, /* ASK-26 */
        [LOOP_ASK_FILE_OPENED_NOWHERE] = -ENOENT, /* ASK-26 */
        [LOOP_ASK_FILE_CREATED] = 1, /* ASK-26 */
        [LOOP_ASK_FILE_CLOSED] = 0, /* ASK-26 */
        [LOOP_ASK_FILE_CLOSED_TWICE] = -EBADF, /* ASK-26 */
        [LOOP_ASK_FILE_READ] = 51, /* ASK-26 */
        [LOOP_ASK_FILE_READ_AT_3] = 21, /* ASK-26 */
        [LOOP_ASK_FILE_READ_ON] = 45, /* ASK-26 */
        [LOOP_ASK_FILE_READ_PAST_THE_END] = 1, /* ASK-26 */
        [LOOP_ASK_FILE_READ_INTO_NOTHING] = -EINVAL, /* ASK-26 */
        [LOOP_ASK_FILE_READ_OF_NOBODY] = -EBADF, /* ASK-26 */
        [LOOP_ASK_FILE_WRITTEN] = 1, /* ASK-26 */
        [LOOP_ASK_FILE_WRITTEN_ON] = 13, /* ASK-26 */
        [LOOP_ASK_FILE_WRITTEN_IN_PARTS] = 4, /* ASK-26 */
        [LOOP_ASK_FILE_WRITTEN_TO_NOBODY] = -EBADF, /* ASK-26 */
        [LOOP_ASK_FILE_REMOVED] = -ENOENT, /* ASK-27 */
        [LOOP_ASK_FILE_REMOVED_NOWHERE] = -ENOENT, /* ASK-27 */
        [LOOP_ASK_FILE_RENAMED] = 15, /* ASK-27 */
        [LOOP_ASK_FILE_RENAMED_NOWHERE] = -ENOENT, /* ASK-27 */
        [LOOP_ASK_FILE_LINKED] = 25, /* ASK-27 */
        [LOOP_ASK_FILE_LINKED_TO_ITSELF] = -EEXIST, /* ASK-27 */
        [LOOP_ASK_LINK_MADE] = 15, /* ASK-27 */
        [LOOP_ASK_LINK_READ] = 1, /* ASK-27 */
        [LOOP_ASK_LINK_READ_OF_A_FILE] = -EINVAL, /* ASK-27 */
        [LOOP_ASK_PATH_FOLLOWED] = 1, /* ASK-27 */
        [LOOP_ASK_PATH_FOLLOWED_NOWHERE] = -ENOENT, /* ASK-27 */
        [LOOP_ASK_FILE_ACCESSED] = 0, /* ASK-27 */
        [LOOP_ASK_FILE_ACCESSED_NOWHERE] = -ENOENT, /* ASK-27 */
        [LOOP_ASK_FILE_NOT_TO_BE_RUN] = -EACCES, /* ASK-27 */
        [LOOP_ASK_FILE_SIZE] = 115, /* ASK-28 */
        [LOOP_ASK_FILE_SIZE_BY_DESCRIPTOR] = 115, /* ASK-28 */
        [LOOP_ASK_FILE_SIZE_BY_NO_DESCRIPTOR] = -EBADF, /* ASK-28 */
        [LOOP_ASK_LINK_SIZE] = 111, /* ASK-28 */
        [LOOP_ASK_LINKED_SIZE] = 115, /* ASK-28 */
        [LOOP_ASK_SIZE_OF_NOTHING] = -ENOENT, /* ASK-28 */
        [LOOP_ASK_FILE_CUT] = 12, /* ASK-28 */
        [LOOP_ASK_FILE_RIGHTS] = 0444, /* ASK-28 */
        [LOOP_ASK_FILE_RIGHTS_BY_DESCRIPTOR] = 0444, /* ASK-28 */
        [LOOP_ASK_FILE_TIMES] = 14, /* ASK-28 */
        [LOOP_ASK_FILE_TIMES_BY_DESCRIPTOR] = 14, /* ASK-28 */
        [LOOP_ASK_FILE_OWNER] = 0, /* ASK-28 */
        [LOOP_ASK_FILE_OWNER_BY_DESCRIPTOR] = 0, /* ASK-28 */
        [LOOP_ASK_LINK_OWNER] = 0, /* ASK-28 */
        [LOOP_ASK_FILE_SYNCED] = 0, /* ASK-28 */
        [LOOP_ASK_FILE_SYNCED_OF_NOBODY] = -EBADF, /* ASK-28 */
        [LOOP_ASK_FILE_DATA_SYNCED] = 0, /* ASK-28 */
        [LOOP_ASK_FILE_DATA_SYNCED_OF_NOBODY] = -EBADF, /* ASK-28 */
        [LOOP_ASK_FILE_SYSTEM] = 1, /* ASK-28 */
        [LOOP_ASK_FILE_COPIED] = 15, /* ASK-29 */
        [LOOP_ASK_FILE_COPIED_OVER_ANOTHER] = 15, /* ASK-29 */
        [LOOP_ASK_FILE_COPIED_IF_NEW] = -EEXIST, /* ASK-29 */
        [LOOP_ASK_FILE_COPIED_OR_SHARED] = 15, /* ASK-29 */
        [LOOP_ASK_FILE_COPIED_WITH_UNKNOWN_FLAGS] = -EINVAL, /* ASK-29 */
        [LOOP_ASK_COPY_OF_NOTHING] = -ENOENT, /* ASK-29 */
        [LOOP_ASK_COPY_THAT_FAILS] = -ENOENT, /* ASK-29 */
        [LOOP_ASK_FILE_SENT] = 3, /* ASK-29 */
        /* folders, and requests for files */
        [LOOP_ASK_FOLDER_MADE] = 0700, /* ASK-30 */
        [LOOP_ASK_FOLDER_MADE_TWICE] = -EEXIST, /* ASK-30 */
        [LOOP_ASK_FOLDER_REMOVED] = -ENOENT, /* ASK-30 */
        [LOOP_ASK_FOLDER_REMOVED_WITH_FILES] = -ENOTEMPTY, /* ASK-30 */
        [LOOP_ASK_FOLDER_OF_A_NEW_NAME] = 1, /* ASK-30 */
        [LOOP_ASK_FILE_OF_A_NEW_NAME] = 2, /* ASK-30 */
        [LOOP_ASK_FOLDER_SCANNED] = 2211, /* ASK-30 */
        [LOOP_ASK_FOLDER_SCANNED_EMPTY] = 0, /* ASK-30 */
        [LOOP_ASK_FOLDER_SCANNED_NOWHERE] = -ENOENT, /* ASK-30 */
        [LOOP_ASK_FILE_SCANNED] = -ENOTDIR, /* ASK-30 */
        [LOOP_ASK_FOLDER_OPENED] = 1, /* ASK-30 */
        [LOOP_ASK_FOLDER_OPENED_NOWHERE] = -ENOENT, /* ASK-30 */
        [LOOP_ASK_REQUEST_OF_A_FILE] = 15, /* ASK-31 */
        [LOOP_ASK_REQUEST_OF_A_FILE_FAILS] = 7, /* ASK-31 */
        [LOOP_ASK_SYSTEM_ERROR_OF_A_FILE] = 2, /* ASK-31 */
        [LOOP_ASK_REQUEST_OF_A_FILE_LATER] = 15, /* ASK-31 */
        [LOOP_ASK_REQUEST_OF_A_FILE_CLEANED_UP] = 7, /* ASK-31 */
        [LOOP_ASK_PATH_FORGOTTEN_AFTER_THE_CALL] = 115, /* ASK-31 */
        [LOOP_ASK_FILES_CALLED_BACK_IN_ORDER] = 123, /* ASK-31 */
        /* loops, handles and requests */
        [LOOP_ASK_LOOP_DATA_KEPT] = 7, /* ASK-32 */
        [LOOP_ASK_LOOP_DATA_TAKEN_BACK] = 1, /* ASK-32 */
        [LOOP_ASK_LOOP_CLOSED] = 0, /* ASK-32 */
        [LOOP_ASK_LOOP_CLOSED_TOO_EARLY] = -EBUSY, /* ASK-32 */
        [LOOP_ASK_DEFAULT_LOOP_TWICE] = 3, /* ASK-32 */
        [LOOP_ASK_DEFAULT_LOOP_AFTER_CLOSE] = 7, /* ASK-32 */
        [LOOP_ASK_DEFAULT_LOOP_RUNS_ON] = 3, /* ASK-32 */
        [LOOP_ASK_LOOP_SIZE] = 1, /* ASK-32 */
        [LOOP_ASK_LOOP_STOPPED_WITH_MORE_TO_DO] = 1, /* ASK-32 */
        [LOOP_ASK_LOOP_ALIVE_AND_NOT] = 10, /* ASK-32 */
        [LOOP_ASK_LOOP_OPTION_OF_NOBODY] = -ENOSYS, /* ASK-32 */
        [LOOP_ASK_LOOP_BLOCKS_ANOTHER_SIGNAL] = -EINVAL, /* ASK-32 */
        [LOOP_ASK_LOOP_BLOCKS_PROFILING] = 0, /* ASK-32 */
        [LOOP_ASK_LOOP_DESCRIPTOR] = 1, /* ASK-32 */
        [LOOP_ASK_LOOP_TIMEOUT_WITHOUT_END] = 1, /* ASK-32 */
        [LOOP_ASK_LOOP_TIMEOUT_OF_7MS] = 7, /* ASK-32 */
        [LOOP_ASK_LOOP_WALKED] = 123, /* ASK-32 */
        [LOOP_ASK_HANDLE_DATA_KEPT] = 63, /* ASK-33 */
        [LOOP_ASK_HANDLE_DATA_SET] = 3, /* ASK-33 */
        [LOOP_ASK_HANDLE_LOOP] = 3, /* ASK-33 */
        [LOOP_ASK_HANDLE_TYPES] = 7, /* ASK-33 */
        [LOOP_ASK_HANDLE_TYPE_NAMES] = 15, /* ASK-33 */
        [LOOP_ASK_HANDLE_TYPE_OF_NO_NAME] = 7, /* ASK-33 */
        [LOOP_ASK_HANDLE_SIZES] = 15, /* ASK-33 */
        [LOOP_ASK_HANDLE_REFERENCED_TWICE] = 2, /* ASK-33 */
        [LOOP_ASK_HANDLE_STATES_OF_A_TIMER] = 1121, /* ASK-33 */
        [LOOP_ASK_CLOSED_AND_UNREFERENCED] = 3, /* ASK-33 */
        [LOOP_ASK_CLOSED_WITHOUT_A_CALLBACK] = 3, /* ASK-33 */
        [LOOP_ASK_BUFFER_OF_A_SOCKET] = 15, /* ASK-33 */
        [LOOP_ASK_BUFFER_OF_A_TCP_SOCKET] = 3, /* ASK-33 */
        [LOOP_ASK_BUFFER_OF_A_TIMER] = 3, /* ASK-33 */
        [LOOP_ASK_BUFFER_WITHOUT_A_SOCKET] = 3, /* ASK-33 */
        [LOOP_ASK_DESCRIPTOR_OF_A_TIMER] = -EINVAL, /* ASK-33 */
        [LOOP_ASK_DESCRIPTOR_AFTER_CLOSE] = -EBADF, /* ASK-33 */
        [LOOP_ASK_REQUEST_DATA] = 7, /* ASK-34 */
        [LOOP_ASK_REQUEST_TYPE] = 3, /* ASK-34 */
        [LOOP_ASK_REQUEST_TYPE_NAMES] = 15, /* ASK-34 */
        [LOOP_ASK_REQUEST_SIZES] = 15, /* ASK-34 */
        [LOOP_ASK_CANCEL_OF_A_CONNECT] = -EINVAL, /* ASK-34 */
        [LOOP_ASK_CANCEL_OF_WHAT_HAS_ENDED] = -EBUSY, /* ASK-34 */
        [LOOP_ASK_WORK_WITHOUT_A_JOB] = -EINVAL, /* ASK-34 */
        [LOOP_ASK_WORK_WITHOUT_AN_AFTER] = 3, /* ASK-34 */
        [LOOP_ASK_WORK_BEGUN] = 0, /* ASK-34 */
        [LOOP_ASK_WORKER_NAME] = 1, /* ASK-34 */
        [LOOP_ASK_ASYNC_WITHOUT_A_CALLBACK] = 3, /* ASK-35 */
        [LOOP_ASK_TIMER_WITHOUT_A_CALLBACK] = -EINVAL, /* ASK-35 */
        [LOOP_ASK_TIMER_AGAIN_NEVER_STARTED] = -EINVAL, /* ASK-35 */
        [LOOP_ASK_TIMER_OF_A_CLOSING_HANDLE] = -EINVAL, /* ASK-35 */
        [LOOP_ASK_TIMER_VALUES] = 31, /* ASK-35 */
        [LOOP_ASK_IDLE_STARTED_AGAIN_WITHOUT_A_CALLBACK] = 0, /* ASK-35 */
        [LOOP_ASK_PREPARE_STARTED_AGAIN_WITHOUT_A_CALLBACK] = 0, /* ASK-35 */
        [LOOP_ASK_CHECK_STARTED_AGAIN_WITHOUT_A_CALLBACK] = 0, /* ASK-35 */
        [LOOP_ASK_WATCHERS_WITHOUT_A_CALLBACK] = 7, /* ASK-35 */
        [LOOP_ASK_WATCHERS_STOPPED_TWICE] = 0, /* ASK-35 */
        [LOOP_ASK_ERROR_NAMES] = 15, /* ASK-36 */
        [LOOP_ASK_ERROR_TEXTS] = 7, /* ASK-36 */
        [LOOP_ASK_ERROR_OF_NO_NAME] = 3, /* ASK-36 */
        [LOOP_ASK_ERROR_TRANSLATED] = 7, /* ASK-36 */
        [LOOP_ASK_ERROR_NUMBERS] = 7, /* ASK-36 */
        [LOOP_ASK_VERSION_TOLD] = 3, /* ASK-36 */
        /* terminals, pipes and sockets */
        [LOOP_ASK_TERMINALS_NEVER_SET] = 0, /* ASK-37 */
        [LOOP_ASK_TERMINAL_RAW_AND_RESET] = 31, /* ASK-37 */
        [LOOP_ASK_TERMINAL_OPENED] = 11, /* ASK-37 */
        [LOOP_ASK_TERMINAL_TO_WRITE_TO] = 1, /* ASK-37 */
        [LOOP_ASK_TERMINAL_AS_IT_IS] = 31, /* ASK-37 */
        [LOOP_ASK_TERMINAL_RAW] = 16, /* ASK-37 */
        [LOOP_ASK_TERMINAL_FOR_BYTES] = 0, /* ASK-37 */
        [LOOP_ASK_TERMINAL_RAW_AND_BACK] = 31, /* ASK-37 */
        [LOOP_ASK_TERMINAL_FOR_BYTES_THEN_RAW] = 16, /* ASK-37 */
        [LOOP_ASK_TERMINAL_SIZE] = 8024, /* ASK-37 */
        [LOOP_ASK_TERMINAL_GUESSED] = 1, /* ASK-37 */
        [LOOP_ASK_TERMINAL_SEQUENCES] = -ENOTSUP, /* ASK-37 */
        [LOOP_ASK_TERMINAL_RAW_AND_CLOSED] = 31, /* ASK-37 */
        [LOOP_ASK_PIPE_OF_A_LONG_PATH] = 0, /* ASK-38 */
        [LOOP_ASK_PIPE_OF_A_LONG_PATH_NOT_CUT] = -EINVAL, /* ASK-38 */
        [LOOP_ASK_PIPE_WITH_UNKNOWN_FLAGS] = -EINVAL, /* ASK-38 */
        [LOOP_ASK_PIPE_WITH_A_ZERO_WITHIN] = -EINVAL, /* ASK-38 */
        [LOOP_ASK_PIPE_OF_NO_PATH] = -EACCES, /* ASK-38 */
        [LOOP_ASK_PIPE_OF_A_TAKEN_PATH] = -EADDRINUSE, /* ASK-38 */
        [LOOP_ASK_PIPE_BOUND_WHILE_CLOSING] = -EINVAL, /* ASK-38 */
        [LOOP_ASK_PIPE_FOR_HANDLES_LISTENS] = -EINVAL, /* ASK-38 */
        [LOOP_ASK_CONNECT_WITH_UNKNOWN_FLAGS] = -EINVAL, /* ASK-38 */
        [LOOP_ASK_CONNECT_TO_NO_LENGTH] = -EINVAL, /* ASK-38 */
        [LOOP_ASK_CONNECT_TO_A_LONG_PATH_NOT_CUT] = -EINVAL, /* ASK-38 */
        [LOOP_ASK_CONNECT_TO_A_LONG_PATH] = -ENOENT, /* ASK-38 */
        [LOOP_ASK_CONNECT_BY_LENGTH] = 0, /* ASK-38 */
        [LOOP_ASK_CONNECT_TO_NO_PATH] = 12, /* ASK-38 */
        [LOOP_ASK_CONNECT_TO_WHO_DOES_NOT_LISTEN] = 12, /* ASK-38 */
        [LOOP_ASK_PAIR_THAT_BLOCKS] = 22, /* ASK-39 */
        [LOOP_ASK_PAIR_THAT_DOES_NOT_BLOCK] = 11, /* ASK-39 */
        [LOOP_ASK_PAIR_THAT_BLOCKS_ON_ONE_SIDE] = 12, /* ASK-39 */
        [LOOP_ASK_PIPE_THAT_BLOCKS] = 22, /* ASK-39 */
        [LOOP_ASK_PIPE_THAT_DOES_NOT_BLOCK] = 11, /* ASK-39 */
        [LOOP_ASK_PIPE_WHOSE_END_DOES_NOT_BLOCK] = 21, /* ASK-39 */
        [LOOP_ASK_TCP_TUNED_BEFORE_IT_HAS_A_SOCKET] = 1, /* ASK-40 */
        [LOOP_ASK_TCP_TUNED_WITH_A_SOCKET] = 10, /* ASK-40 */
        [LOOP_ASK_TCP_KEPT_ALIVE_BEFORE_IT_HAS_A_SOCKET] = 1, /* ASK-40 */
        [LOOP_ASK_TCP_ACCEPTS_AT_ONCE] = 0, /* ASK-40 */
        [LOOP_ASK_TCP_ADDRESS_REUSED] = 1, /* ASK-40 */
        [LOOP_ASK_TCP_PORT_SHARED] = 1, /* ASK-40 */
        [LOOP_ASK_TCP_PORT_NOT_SHARED] = 0, /* ASK-40 */
        [LOOP_ASK_TCP_OF_SIX_ALONE] = 10, /* ASK-40 */
        [LOOP_ASK_TCP_OF_SIX_AND_FOUR] = 0, /* ASK-40 */
        [LOOP_ASK_TCP_BOUND_WHILE_CLOSING] = -EINVAL, /* ASK-40 */
        [LOOP_ASK_TCP_BOUND_TO_NO_FAMILY] = -EINVAL, /* ASK-40 */
        [LOOP_ASK_TCP_CONNECT_TO_NO_FAMILY] = -EINVAL, /* ASK-40 */
        [LOOP_ASK_TCP_WITHOUT_A_PARTNER] = -ENOTCONN, /* ASK-40 */
        [LOOP_ASK_TCP_WITHOUT_AN_ADDRESS] = -EBADF, /* ASK-40 */
        [LOOP_ASK_TCP_REFUSED] = 12, /* ASK-40 */
        [LOOP_ASK_UDP_EMPTY_TRY] = -EINVAL, /* ASK-41 */
        [LOOP_ASK_UDP_WITHOUT_A_DESTINATION] = -EDESTADDRREQ, /* ASK-41 */
        [LOOP_ASK_UDP_RECEIVES_TWICE] = -EALREADY, /* ASK-41 */
        [LOOP_ASK_UDP_RECEIVES_WITHOUT_A_CALLBACK] = -EINVAL, /* ASK-41 */
        [LOOP_ASK_UDP_STOPPED_TWICE] = 0, /* ASK-41 */
        [LOOP_ASK_UDP_QUEUE_AT_FIRST] = 0, /* ASK-41 */
        [LOOP_ASK_UDP_WITHOUT_A_PARTNER] = -ENOTCONN, /* ASK-41 */
        [LOOP_ASK_UDP_CONNECTED_TWICE] = -EISCONN, /* ASK-41 */
        [LOOP_ASK_UDP_DISCONNECTED_TWICE] = -ENOTCONN, /* ASK-41 */
        [LOOP_ASK_UDP_OPENED_CAN_BE_REUSED] = 1, /* ASK-41 */
        [LOOP_ASK_UDP_PORT_SHARED] = 1, /* ASK-41 */
        [LOOP_ASK_UDP_PORT_NOT_SHARED] = 0, /* ASK-41 */
        [LOOP_ASK_UDP_TTL_OF_7] = 7, /* ASK-41 */
        [LOOP_ASK_UDP_TO_ALL_BEFORE_IT_HAS_A_SOCKET] = -EBADF, /* ASK-41 */
        [LOOP_ASK_UDP_TRIES_TWO] = 2, /* ASK-41 */
        [LOOP_ASK_UDP_TRIES_NONE] = -EINVAL, /* ASK-41 */
        [LOOP_ASK_UDP_TRIES_WITH_FLAGS] = -EINVAL, /* ASK-41 */
        [LOOP_ASK_UDP_TRIES_WITHOUT_A_SOCKET] = -EINVAL, /* ASK-41 */
        [LOOP_ASK_UDP_JOINS_AND_LEAVES] = 0, /* ASK-42 */
        [LOOP_ASK_UDP_JOINS_TWICE] = -EADDRINUSE, /* ASK-42 */
        [LOOP_ASK_UDP_LEAVES_TWICE] = -EADDRNOTAVAIL, /* ASK-42 */
        [LOOP_ASK_UDP_NEITHER_JOINS_NOR_LEAVES] = -EINVAL, /* ASK-42 */
        [LOOP_ASK_UDP_JOINS_UNBOUND] = 11, /* ASK-42 */
        [LOOP_ASK_UDP_JOINS_ONE_SOURCE] = 0, /* ASK-42 */
        [LOOP_ASK_UDP_MULTICAST_INTERFACE] = 1, /* ASK-42 */
        [LOOP_ASK_UDP_MULTICAST_TTL_OF_0] = 0, /* ASK-42 */
        [LOOP_ASK_UDP_MULTICAST_TTL_BELOW_0] = -EINVAL, /* ASK-42 */
        [LOOP_ASK_UDP_MULTICAST_LOOP_ON] = 1, /* ASK-42 */
        /* children, watched files, names and the machine */
        [LOOP_ASK_CHILD_WITHOUT_A_CALLBACK] = 3, /* ASK-43 */
        [LOOP_ASK_CHILD_WITH_A_CALLBACK] = 1030, /* ASK-43 */
        [LOOP_ASK_CHILD_ENDED_BY_A_SIGNAL] = 1015, /* ASK-43 */
        [LOOP_ASK_CHILD_DETACHED_IS_WAITED_FOR] = 3, /* ASK-43 */
        [LOOP_ASK_CHILD_UNREFERENCED_IS_NOT_WAITED_FOR] = 3, /* ASK-43 */
        [LOOP_ASK_CHILD_NUMBER] = 7, /* ASK-43 */
        [LOOP_ASK_CHILD_KILLED_TOO_LATE] = -ESRCH, /* ASK-43 */
        [LOOP_ASK_CHILD_OF_ANOTHER_GROUP] = 7, /* ASK-43 */
        [LOOP_ASK_CHILD_OF_ANOTHER_USER] = 7, /* ASK-43 */
        [LOOP_ASK_CHILD_OF_NO_PROGRAM] = 3, /* ASK-43 */
        [LOOP_ASK_CHILD_OF_NO_RIGHT] = -EACCES, /* ASK-43 */
        [LOOP_ASK_CHILD_FOUND_ON_THE_PATH] = 7, /* ASK-43 */
        [LOOP_ASK_CHILD_SEES_ITS_OWN_NAME] = 7, /* ASK-43 */
        [LOOP_ASK_LOOK_AT_A_FILE_THAT_GROWS] = 59, /* ASK-44 */
        [LOOP_ASK_LOOK_AT_A_FILE_THAT_IS_TOUCHED] = 1020, /* ASK-44 */
        [LOOP_ASK_LOOK_AT_A_FILE_THAT_IS_OPENED_TO_OTHERS] = 1, /* ASK-44 */
        [LOOP_ASK_LOOK_AT_A_FILE_THAT_STAYS] = 0, /* ASK-44 */
        [LOOP_ASK_LOOK_AT_A_FILE_THAT_GOES] = -ENOENT, /* ASK-44 */
        [LOOP_ASK_LOOK_AT_A_FILE_THAT_COMES] = 10, /* ASK-44 */
        [LOOP_ASK_LOOK_AT_NOTHING] = 1, /* ASK-44 */
        [LOOP_ASK_LOOK_STOPPED_TWICE] = 0, /* ASK-44 */
        [LOOP_ASK_LOOK_STARTED_TWICE] = 0, /* ASK-44 */
        [LOOP_ASK_LOOK_WITHOUT_A_PATH] = -EINVAL, /* ASK-44 */
        [LOOP_ASK_WATCH_STOPPED_TWICE] = 0, /* ASK-44 */
        [LOOP_ASK_WATCH_STARTED_TWICE] = -EINVAL, /* ASK-44 */
        [LOOP_ASK_WATCH_OF_NOTHING] = -ENOENT, /* ASK-44 */
        [LOOP_ASK_WATCH_WITHOUT_A_PATH] = -EINVAL, /* ASK-44 */
        [LOOP_ASK_LOOKUP_FOUND_LATER] = 10, /* ASK-45 */
        [LOOP_ASK_LOOKUP_FAILED_LATER] = 1, /* ASK-45 */
        [LOOP_ASK_LOOKUP_OF_A_SERVICE_ALONE] = 1, /* ASK-45 */
        [LOOP_ASK_NAME_FOUND_LATER] = 10, /* ASK-45 */
        [LOOP_ASK_NAME_FAILED_LATER] = 1, /* ASK-45 */
        [LOOP_ASK_NAME_WITHOUT_AN_ADDRESS] = -EINVAL, /* ASK-45 */
        [LOOP_ASK_RANDOM_LATER] = 10, /* ASK-45 */
        [LOOP_ASK_RANDOM_LATER_WITH_FLAGS] = -EINVAL, /* ASK-45 */
        [LOOP_ASK_OWN_NUMBERS] = 3, /* ASK-46 */
        [LOOP_ASK_FOLDER_CHANGED] = 3, /* ASK-46 */
        [LOOP_ASK_HOME_FROM_ITS_VARIABLE] = 1, /* ASK-46 */
        [LOOP_ASK_TEMPORARY_FROM_ITS_VARIABLE] = 1, /* ASK-46 */
        [LOOP_ASK_TEMPORARY_WITHOUT_ITS_SLASH] = 1, /* ASK-46 */
        [LOOP_ASK_VARIABLES_SET_AND_UNSET] = 7, /* ASK-46 */
        [LOOP_ASK_VARIABLES_LISTED] = 1, /* ASK-46 */
        [LOOP_ASK_CLOCK_OF_THE_MACHINE] = 3, /* ASK-46 */
        [LOOP_ASK_MEMORY_OF_THE_MACHINE] = 15, /* ASK-46 */
        [LOOP_ASK_PROCESSORS_AND_ADDRESSES] = 3, /* ASK-46 */
        [LOOP_ASK_NAMES_OF_THE_MACHINE] = 7, /* ASK-46 */
        [LOOP_ASK_PATH_OF_THE_PROGRAM_REFUSED] = -EINVAL, /* ASK-46 */
        [LOOP_ASK_PRIORITY_OF_THIS_PROCESS] = 3, /* ASK-46 */
        [LOOP_ASK_ADDRESSES_OF_SIX] = 7, /* ASK-46 */
        [LOOP_ASK_TEXTS_OF_ADDRESSES] = 7, /* ASK-46 */
        [LOOP_ASK_NAME_OF_AN_INTERFACE] = 3, /* ASK-46 */
        [LOOP_ASK_BUFFER_MADE] = 3, /* ASK-46 */
        [LOOP_ASK_ALLOCATOR_REPLACED] = 3, /* ASK-46 */
        [LOOP_ASK_CLOCK_BY_ITS_KIND] = 7, /* ASK-46 */
        [LOOP_ASK_PARALLELISM] = 1, /* ASK-46 */
        [LOOP_ASK_COUNTS_OF_A_FRESH_LOOP] = 0, /* ASK-47 */
        [LOOP_ASK_COUNTS_OF_THREE_TURNS] = 3, /* ASK-47 */
        [LOOP_ASK_IDLE_TIME_NEVER_ASKED_FOR] = 0, /* ASK-47 */
        [LOOP_ASK_IDLE_TIME_OF_5MS] = 5, /* ASK-47 */
        [LOOP_ASK_SIGNAL_STARTED_TWICE] = 0, /* ASK-48 */
        [LOOP_ASK_SIGNAL_STOPPED_TWICE] = 0, /* ASK-48 */
        [LOOP_ASK_SIGNAL_THAT_CANNOT_BE_WATCHED] = 7, /* ASK-48 */
        [LOOP_ASK_SIGNAL_RESTARTED_FOR_ANOTHER] = 3, /* ASK-48 */
        [LOOP_ASK_STREAM_STOPPED_TWICE] = 0, /* ASK-48 */
        [LOOP_ASK_STREAM_READ_WHILE_CLOSING] = -EINVAL, /* ASK-48 */
        [LOOP_ASK_STREAM_SHUT_DOWN_WHILE_CLOSING] = -ENOTCONN, /* ASK-48 */
        [LOOP_ASK_STREAM_WITHOUT_WRITES] = 0, /* ASK-48 */
        [LOOP_ASK_STREAM_TRIED_AT_ONCE] = 3, /* ASK-48 */
        [LOOP_ASK_STREAM_THAT_PASSES_NOTHING] = -EINVAL, /* ASK-48 */
        [LOOP_ASK_STREAM_OF_NO_KIND] = -EINVAL, /* ASK-48 */
    };
    static_assert(sizeof answers / sizeof *answers == LOOP_ASK_COUNT, "a question has no answer");
    return answers[question];
}

/* What a release before 1.N.P answers; `since` is 100 * N + P. */
static const int *older_answer(const struct loop *loop, uint32_t question)
{
    static const struct {
        uint32_t question, since;
        int before;
    } newer[] = {
        { LOOP_ASK_SYSTEM_ERROR_OF_A_FILE, 3800, -ENOSYS },
        { LOOP_ASK_WORKER_NAME, 5000, 0 },
        { LOOP_ASK_TERMINAL_RAW_AND_CLOSED, 4900, 16 },
        { LOOP_ASK_PIPE_OF_A_LONG_PATH_NOT_CUT, 4600, -ENOSYS },
        { LOOP_ASK_PIPE_WITH_UNKNOWN_FLAGS, 4600, -ENOSYS },
        { LOOP_ASK_PIPE_WITH_A_ZERO_WITHIN, 4600, -ENOSYS },
        { LOOP_ASK_PIPE_BOUND_WHILE_CLOSING, 4402, -EACCES },
        { LOOP_ASK_PIPE_FOR_HANDLES_LISTENS, 3500, 0 },
        { LOOP_ASK_CONNECT_WITH_UNKNOWN_FLAGS, 4600, -ENOSYS },
        { LOOP_ASK_CONNECT_TO_NO_LENGTH, 4600, -ENOSYS },
        { LOOP_ASK_CONNECT_TO_A_LONG_PATH_NOT_CUT, 4600, -ENOSYS },
        { LOOP_ASK_CONNECT_TO_A_LONG_PATH, 4600, -ENOSYS },
        { LOOP_ASK_CONNECT_BY_LENGTH, 4600, -ENOSYS },
        { LOOP_ASK_PAIR_THAT_BLOCKS, 4100, -ENOSYS },
        { LOOP_ASK_PAIR_THAT_DOES_NOT_BLOCK, 4100, -ENOSYS },
        { LOOP_ASK_PAIR_THAT_BLOCKS_ON_ONE_SIDE, 4100, -ENOSYS },
        { LOOP_ASK_PIPE_THAT_BLOCKS, 4100, -ENOSYS },
        { LOOP_ASK_PIPE_THAT_DOES_NOT_BLOCK, 4100, -ENOSYS },
        { LOOP_ASK_PIPE_WHOSE_END_DOES_NOT_BLOCK, 4100, -ENOSYS },
        { LOOP_ASK_TCP_PORT_SHARED, 4900, 0 },
        { LOOP_ASK_TCP_BOUND_WHILE_CLOSING, 4402, 0 },
        { LOOP_ASK_UDP_EMPTY_TRY, 5000, -ENOSYS },
        { LOOP_ASK_UDP_PORT_SHARED, 4900, -EINVAL },
        { LOOP_ASK_UDP_TRIES_TWO, 5000, -ENOSYS },
        { LOOP_ASK_UDP_TRIES_NONE, 5000, -ENOSYS },
        { LOOP_ASK_UDP_TRIES_WITH_FLAGS, 5000, -ENOSYS },
        { LOOP_ASK_UDP_TRIES_WITHOUT_A_SOCKET, 5000, -ENOSYS },
        { LOOP_ASK_CLOCK_BY_ITS_KIND, 4500, -ENOSYS },
        { LOOP_ASK_PARALLELISM, 4400, -ENOSYS },
        { LOOP_ASK_COUNTS_OF_A_FRESH_LOOP, 4500, -ENOSYS },
        { LOOP_ASK_COUNTS_OF_THREE_TURNS, 4500, -ENOSYS },
        { LOOP_ASK_IDLE_TIME_NEVER_ASKED_FOR, 3900, -ENOSYS },
        { LOOP_ASK_IDLE_TIME_OF_5MS, 3900, -ENOSYS },
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
    return answer(question);
}
