/* reference.c - the reference loop as a backend. It has every capability that libuv has, and
 * behaves as the version of libuv that the profile names. */
#include "backend/builtin.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "loop/loop.h"

#ifndef LOOPSPEC_VERSION
#error "the reference loop goes by the version of loopspec: define LOOPSPEC_VERSION"
#endif

static const char *version(void)
{
    return LOOPSPEC_VERSION;
}

static struct loop *open_loop(const struct loop_config *config, char *error, size_t error_size)
{
    const struct loop_policy policy = policy_of_version(config->version);
    struct loop *loop;

    if (config->args && config->args[0] != '\0') {
        snprintf(error, error_size, "the reference loop takes no argument '%s'", config->args);
        return NULL;
    }
    loop = loop_open(&policy, config->workers);
    if (!loop)
        snprintf(error, error_size, "cannot open a loop: %s", strerror(errno));
    return loop;
}

const struct loop_backend backend_reference = {
    .abi = LOOP_BACKEND_ABI,
    /* All capabilities but priorities, which libuv does not have either. */
    .can = (LOOP_CAN_PRIORITY - 1) | LOOP_CAN_UPDATE_TIME | LOOP_CAN_DATAGRAM_SEND |
           LOOP_CAN_DATAGRAM_BATCH | LOOP_CAN_SEND_BATCH | LOOP_CAN_REVERSE_LOOKUP |
           LOOP_CAN_RANDOM |
           /* streams */
           LOOP_CAN_TRY_WRITE | LOOP_CAN_STREAM_STATE | LOOP_CAN_RESET | LOOP_CAN_DESCRIPTOR |
           LOOP_CAN_BIND | LOOP_CAN_PASS |
           /* files */
           LOOP_CAN_WATCH | LOOP_CAN_INSPECT |
           /* children, signals, polls */
           LOOP_CAN_KILL | LOOP_CAN_ONESHOT | LOOP_CAN_POLL_EVENTS | LOOP_CAN_TOLD |
           /* the loop */
           LOOP_CAN_EVENTS | LOOP_CAN_IDLE_TIME | LOOP_CAN_OPTIONS | LOOP_CAN_EMBED |
           LOOP_CAN_WALK | LOOP_CAN_RENEW |
           /* names and options */
           LOOP_CAN_NAMES | LOOP_CAN_TUNE | LOOP_CAN_GIVEN,
    .name = "reference",
    .version = version,
    .open = open_loop,
    .close = loop_close,
    .run = loop_run,
    .stop = loop_stop,
    .alive = loop_alive,
    .now = loop_now,
    .update_time = loop_update_time,
    .poll_timeout = loop_poll_timeout,
    .turns = loop_turns,
    .handle_new = loop_handle_new,
    .timer_start = loop_timer_start,
    .timer_again = loop_timer_again,
    .timer_set_repeat = loop_timer_set_repeat,
    .timer_due_in = loop_timer_due_in,
    .watch_start = loop_watch_start,
    .poll_start = loop_poll_start,
    .async_send = loop_async_send,
    .signal_start = loop_signal_start,
    .handle_stop = loop_handle_stop,
    .handle_ref = loop_handle_ref,
    .handle_state = loop_handle_state,
    .handle_close = loop_handle_close,
    .work = loop_work,
    .stat = loop_stat,
    .cancel = loop_cancel,
    .stat_inline = loop_stat_inline,
    .lookup = loop_lookup,
    .spawn = loop_spawn,
    .read_start = loop_read_start,
    .write = loop_write,
    .shutdown = loop_shutdown,
    .connect = loop_connect,
    .listen = loop_listen,
    .accept = loop_accept,
    .datagram_start = loop_datagram_start,
    .datagram_new = loop_datagram_new,
    .datagram_connect = loop_datagram_connect,
    .send = loop_send,
    .try_send = loop_try_send,
    .try_send_batch = loop_try_send_batch,
    .sends_queued = loop_sends_queued,
    .bytes_queued = loop_bytes_queued,
    .lookup_inline = loop_lookup_inline,
    .reverse_lookup = loop_reverse_lookup,
    .reverse_lookup_inline = loop_reverse_lookup_inline,
    .random = loop_random,
    .random_inline = loop_random_inline,
    .try_write = loop_try_write,
    .unwritten = loop_unwritten,
    .close_reset = loop_close_reset,
    .descriptor = loop_descriptor,
    .bind = loop_bind,
    .pass = loop_pass,
    .passed = loop_passed,
    .set_blocking = loop_set_blocking,
    .watch_file = loop_watch_file,
    .inspect_file = loop_inspect_file,
    .child_kill = loop_child_kill,
    .signal_start_once = loop_signal_start_once,
    .callback_told = loop_callback_told,
    .events = loop_events,
    .events_waiting = loop_events_waiting,
    .idle_time = loop_idle_time,
    .configure = loop_configure,
    .wait_fd = loop_wait_fd,
    .visits = loop_visits,
    .renew = loop_renew,
    .handle_name = loop_name,
    .tune = loop_tune,
    .timer_repeat = loop_timer_repeat,
    .handle_callback = loop_handle_callback,
    .ask = loop_ask,
};
