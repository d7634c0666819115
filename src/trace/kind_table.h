/* kind_table.h - every kind of event, one row each: KIND(id, role, name, ...). The role is an enum
 * figures_role: what figures measure it as. The rest initialises struct trace_kind_row. The file
 * has no include guard; whoever includes it defines KIND. */
/* clang-format off */
KIND(LOG,        UNKNOWN,   "log",        .has_handle = false) /* a label that the program logged */
KIND(OBSERVE,    UNKNOWN,   "observe",    .has_handle = false) /* a label and a value */
KIND(CALL,       UNKNOWN,   "call",       .has_handle = false) /* a call of the loop that failed */
/* From here on: callbacks. */
KIND(TIMER,      TIMER,     "timer",      .has_handle = true, .phase = PHASE_TIMERS, .status_is_error = true)
KIND(IDLE,       OTHER,     "idle",       .has_handle = true, .phase = PHASE_IDLE, .status_is_error = true)
KIND(PREPARE,    OTHER,     "prepare",    .has_handle = true, .phase = PHASE_PREPARE, .status_is_error = true)
KIND(CHECK,      OTHER,     "check",      .has_handle = true, .phase = PHASE_CHECK, .status_is_error = true)
KIND(POLL,       IO,        "poll",       .has_handle = true, .status_is_error = true)
KIND(ASYNC,      IO,        "async",      .has_handle = true, .status_is_error = true)
KIND(WORK,       IO,        "work",       .has_handle = false)
KIND(STAT,       IO,        "stat",       .has_handle = false)
KIND(LOOKUP,     IO,        "lookup",     .has_handle = false)
KIND(SIGNAL,     IO,        "signal",     .has_handle = true)
KIND(CHILD,      IO,        "child",      .has_handle = true)
KIND(READ,       IO,        "read",       .has_handle = true) /* of a stream */
KIND(WRITE,      IO,        "write",      .has_handle = false)
KIND(SHUTDOWN,   IO,        "shutdown",   .has_handle = false)
KIND(CONNECT,    IO,        "connect",    .has_handle = false)
KIND(CONNECTION, IO,        "connection", .has_handle = true) /* a listener's */
KIND(DATAGRAM,   IO,        "datagram",   .has_handle = true)
KIND(WATCH,      IO,        "watch",      .has_handle = true) /* of a file or a folder */
KIND(INSPECT,    IO,        "inspect",    .has_handle = true) /* of a file */
KIND(SOON,       OTHER,     "soon",       .has_handle = true)
KIND(POST,       OTHER,     "post",       .has_handle = true)
KIND(AT_EXIT,    OTHER,     "at-exit",    .has_handle = true)
KIND(CLOSE,      CLOSING,   "close",      .phase = PHASE_CLOSING)
/* From here on: callbacks of a host's queues. A page's are driven by one timer. */
KIND(TIMEOUT,    TIMER,     "timeout",    .phase = PHASE_TIMERS)
KIND(INTERVAL,   TIMER,     "interval",   .phase = PHASE_TIMERS)
KIND(IMMEDIATE,  OTHER,     "immediate",  .phase = PHASE_CHECK)
KIND(TICK,       TICK,      "tick",       .is_drained = true)
KIND(MICROTASK,  MICROTASK, "microtask",  .is_drained = true) /* also promise reactions, and what follows an await */
KIND(HANDLER,    OTHER,     "handler",    .is_drained = true) /* of uncaught errors, rejections, exit */
KIND(FRAME,      OTHER,     "frame",      .phase = PHASE_TIMERS) /* an animation callback */
KIND(TASK,       OTHER,     "task",       .phase = PHASE_TIMERS) /* a page's handler, called in a task of its own */
/* clang-format on */
#undef KIND
