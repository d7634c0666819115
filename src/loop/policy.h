/* policy.h - in what the versions of libuv differ, as far as a loop can show it.
 * The loop is written once; where versions disagree it asks its policy. */
#ifndef LOOP_POLICY_H
#define LOOP_POLICY_H
#include <stddef.h>
#include <stdint.h>

enum policy_file_calls {
    FILE_CALLS_POOL,       /* on the worker pool */
    FILE_CALLS_RING,       /* past the pool, unless UV_USE_IO_URING=0 */
    FILE_CALLS_RING_ASKED, /* past the pool only with UV_USE_IO_URING=1 */
};

/* What becomes of those behind a datagram that cannot be sent. */
enum policy_send_error {
    SEND_ERROR_IS_ITS_OWN, /* they are sent at once */
    SEND_ERROR_IS_MISSED,  /* after one that was sent, it and the rest of the batch count as sent */
    SEND_ERROR_SPREADS,    /* the rest of the batch fails with it */
    SEND_ERROR_ENDS_ROUND, /* they are sent next time */
};

/* All members are uint32_t, so that one table can set any of them. */
struct loop_policy {
    uint32_t timers_at_tail;      /* 0: timers open an iteration; 1: they end it */
    uint32_t entry_pass_always;   /* the timers pass on entry runs though stopped or not alive */
    uint32_t zero_timers_wait;    /* a 0 ms timer of the timers phase waits for the next one */
    uint32_t pending_rounds;      /* at most so many after poll */
    uint32_t pending_is_alive;    /* a pending callback keeps the loop alive */
    uint32_t unregistered_is_due; /* poll-timeout query: 0 with unregistered descriptors */
    uint32_t idle_bars_sleep;     /* ONCE does not block if idle handles opened the iteration */
    uint32_t closed_send_is_mute; /* a send to a closing async handle does not end the wait */
    uint32_t accepts_max;         /* connections per iteration and listener; 0: all that queue */
    uint32_t datagrams_max;       /* per readiness event and socket */
    uint32_t writes_max;          /* finished per readiness event and stream */
    uint32_t shutdown_pends;      /* with nothing to send it ends as pending, else in poll */
    uint32_t reading_twice_fails; /* starting to read again is refused */
    uint32_t shutdown_bars_write; /* at once, as a failed read does; else when it is done */
    uint32_t hangup_is_read;      /* and ends when a read comes short; else it is the end, unread */
    uint32_t end_bars_read;       /* after the end of a stream it cannot be read again */
    uint32_t write_holds_handle;  /* a handle that stops reading stays active while it writes */
    uint32_t try_is_write;        /* a write tried at once is queued and taken back */
    uint32_t signal_holds_handle; /* a watcher stays active until its signals are delivered */
    uint32_t send_error;          /* enum policy_send_error */
    uint32_t closed_is_sent;      /* a datagram handle that its read closes tries to send */
    uint32_t file_calls;          /* enum policy_file_calls */
    uint32_t pool_max;            /* threads */
    uint32_t idle_time_counts;    /* the loop can be asked to count its idle time */
};

/* One change: from version `since` on, the member at `offset` is `value`. */
struct policy_change {
    const char *member;
    size_t offset;
    uint32_t since[3];
    uint32_t value;
};

/* The policy of that libuv, known or not: the changes are ranges. */
struct loop_policy policy_of_version(const uint32_t version[3]);

/* The table behind it, in order of version. Static. */
const struct policy_change *policy_changes(size_t *count);
#endif
