/* policy.h - the differences between versions of libuv, as far as a program can observe them. The
 * loop is written once and asks its policy where versions differ. */
#ifndef LOOP_POLICY_H
#define LOOP_POLICY_H
#include <stddef.h>
#include <stdint.h>

enum policy_file_calls {
    FILE_CALLS_POOL,       /* on the worker pool */
    FILE_CALLS_RING,       /* by io_uring instead of the pool, unless UV_USE_IO_URING=0 */
    FILE_CALLS_RING_ASKED, /* by io_uring only with UV_USE_IO_URING=1 */
};

/* What happens to the datagrams queued after one that cannot be sent. */
enum policy_send_error {
    SEND_ERROR_IS_ITS_OWN, /* they are sent in the same round */
    /* If the batch had sent one before, the failed one and the rest count as sent. */
    SEND_ERROR_IS_MISSED,
    SEND_ERROR_SPREADS,    /* the rest of the batch fails with it */
    SEND_ERROR_ENDS_ROUND, /* they are sent when the descriptor is writable again */
};

/* All members are uint32_t, so that one table can set any of them. */
struct loop_policy {
    uint32_t timers_at_tail; /* 0: timers open an iteration; 1: they end it */
    /* The timers pass on entry runs even if the loop is stopped or not alive. */
    uint32_t entry_pass_always;
    /* A 0 ms timer that is started in the timers phase waits for the next one. */
    uint32_t zero_timers_wait;
    uint32_t pending_rounds;      /* rounds of pending callbacks after poll, at most */
    uint32_t pending_is_alive;    /* a pending callback keeps the loop alive */
    uint32_t unregistered_is_due; /* poll timeout is 0 while descriptors are to be registered */
    /* ONCE does not block if there were idle handles when the iteration began. */
    uint32_t idle_bars_sleep;
    /* After a renewal, an async handle that was sent to before can be sent to. */
    uint32_t renewal_clears_sends;
    uint32_t closed_send_is_mute; /* a send to a closing async handle does not end the wait */
    uint32_t accepts_max;   /* connections per iteration and listener; 0: all that are queued */
    uint32_t datagrams_max; /* per readiness event and socket */
    uint32_t writes_max;    /* writes finished per readiness event and stream */
    /* A shutdown with nothing to send is reported as pending, else in poll. */
    uint32_t shutdown_pends;
    uint32_t reading_twice_fails; /* starting to read again is refused */
    /* No writes after a call of shutdown or a failed read; else until the shutdown is done. */
    uint32_t shutdown_bars_write;
    /* A hangup is read like data and ends with a short read; else it is the end if nothing is left
     * to read. */
    uint32_t hangup_is_read;
    uint32_t end_bars_read;       /* a stream that has ended cannot be read again */
    uint32_t write_holds_handle;  /* a handle that stops reading stays active while it writes */
    uint32_t try_is_write;        /* try_write is a write that is queued and taken back */
    uint32_t signal_holds_handle; /* a watcher stays active until its signals are delivered */
    uint32_t send_error;          /* enum policy_send_error */
    uint32_t closed_is_sent;      /* a datagram handle closed in its receive callback still sends */
    uint32_t file_calls;          /* enum policy_file_calls */
    uint32_t pool_max;            /* threads of the pool */
    uint32_t idle_time_counts;    /* the loop can be asked to count its idle time */
    uint32_t probes_are_set;      /* how often and how far apart a connection is probed */
    uint32_t connect_tells_bind;  /* a taken port is reported by the connect that follows */
    uint32_t newest_calls;        /* 100 * N + P: answers of `ask` are those of libuv 1.N.P */
    uint32_t no_delay_error;      /* the error of keep-alive with a delay of 0 */
};

/* One change: from version `since` on, the member at `offset` has the value `value`. */
struct policy_change {
    const char *member;
    size_t offset;
    uint32_t since[3];
    uint32_t value;
};

/* The policy of that version of libuv; versions between known ones are fine, too. */
struct loop_policy policy_of_version(const uint32_t version[3]);

/* The changes that make up the policies, in the order of versions. Static. */
const struct policy_change *policy_changes(size_t *count);
#endif
