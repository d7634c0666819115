/* word_table.h - every word of the scenario language, a row each. To add one is to add a row at
 * the end of its section: lists in messages have this order, and chance goes by it in random
 * programs. program.h makes the enums of the rows, words.c the tables; each defines the macro
 * whose rows it wants and includes this file, which therefore has no guard.
 *
 *   WORD(kind, text, layers, what it does, ...)    a statement; the rest by name, of struct word
 *   OBSERVATION(kind, text, ...)                   what stands behind `observe`; the rest by
 *   EVENT, SIGNAL, MODE, READINESS, TRANSPORT,     name, of struct choice; likewise
 *   OPTION, TUNING, QUESTION */
#ifndef WORD
#define WORD(...)
#endif
#ifndef OBSERVATION
#define OBSERVATION(...)
#endif
#ifndef EVENT
#define EVENT(...)
#endif
#ifndef SIGNAL
#define SIGNAL(...)
#endif
#ifndef MODE
#define MODE(...)
#endif
#ifndef READINESS
#define READINESS(...)
#endif
#ifndef TRANSPORT
#define TRANSPORT(...)
#endif
#ifndef OPTION
#define OPTION(...)
#endif
#ifndef TUNING
#define TUNING(...)
#endif
#ifndef QUESTION
#define QUESTION(...)
#endif
/* clang-format off */

/* ---- these make a handle or a request; the body is its callback ---- */
WORD(TIMER, "timer", CORE, "a timer, due AFTER from now and then every EVERY",
     PARTS(MAYBE(DELAY), MAYBE(EVERY), MAYBE(STOPPED), MAYBE(BODY)), .elsewhere = "timeout",
     .made = TRAIT(TIMER) | WATCHER | GIVEN, .needs = CAN(TIMER), .answers = true, .ended_by = STEP_STOP)
WORD(IDLE, "idle", CORE, "called once in every iteration; keeps the loop from waiting",
     PARTS(MAYBE(STOPPED), MAYBE(BODY)), .made = WATCHER | GIVEN, .needs = CAN(IDLE), .answers = true,
     .ended_by = STEP_STOP)
WORD(PREPARE, "prepare", CORE, "called once in every iteration, right before the wait",
     PARTS(MAYBE(STOPPED), MAYBE(BODY)), .made = WATCHER | GIVEN, .needs = CAN(PREPARE), .answers = true,
     .ended_by = STEP_STOP)
WORD(CHECK, "check", CORE, "called once in every iteration, right after the wait",
     PARTS(MAYBE(STOPPED), MAYBE(BODY)), .elsewhere = "immediate", .made = WATCHER | GIVEN,
     .needs = CAN(CHECK), .answers = true, .ended_by = STEP_STOP)
WORD(POLL, "poll", CORE | NODE,
     "watches a descriptor of its own, ready AFTER from now or by `ready`",
     PARTS(PART_EVENT, MAYBE(AFTER), MAYBE(STOPPED), PART_BODY), .made = TRAIT(POLL) | WATCHER | TRAIT(GIVEN),
     .needs = CAN(POLL), .ended_by = STEP_DRAIN, .gives_status = true, .has_fd = true,
     .has_instant = true)
WORD(ASYNC, "async", CORE, "a wake-up, called after a `send`",
     PARTS(MAYBE(BODY)), .made = TRAIT(ASYNC) | TRAIT(RANKED) | TRAIT(HANDLE), .needs = CAN(ASYNC),
     .wakes_loop = true)
WORD(WORK, "work", CORE | NODE, "a job that takes a pool thread for AFTER, then calls back",
     PARTS(PART_SPAN, MAYBE(BODY)), .made = TRAIT(REQUEST), .needs = CAN(WORK),
     .gives_status = true, .wakes_loop = true, .has_instant = true)
WORD(STAT, "stat", CORE | NODE,
     "a file request, then calls back; without a block it is made at once",
     PARTS(MAYBE(FROM), MAYBE(BODY)), .takes = TRAIT(PLACE), .made = TRAIT(REQUEST), .needs = CAN(STAT), .gives_status = true, .wakes_loop = true)
WORD(LOOKUP, "lookup", CORE | NODE,
     "a name lookup that takes a pool thread for AFTER, then calls back; without a block it is "
     "made at once",
     PARTS(PART_SPAN, MAYBE(BODY)), .made = TRAIT(REQUEST), .needs = CAN(LOOKUP),
     .gives_status = true, .wakes_loop = true, .has_instant = true)
WORD(SIGNAL, "signal", CORE, "watches a signal, called once for each `raise`, or once only",
     PARTS(PART_SIGNAL, MAYBE(ONCE), MAYBE(STOPPED), PART_BODY),
     .made = TRAIT(SIGNAL) | TRAIT(STARTED) | TRAIT(HANDLE) | TRAIT(GIVEN),
     .needs = CAN(SIGNAL), .ended_by = STEP_STOP, .of_process = true)
WORD(CHILD, "child", CORE,
     "a process that ends at once, AFTER from now, or by `kill`; called when the loop learns of it",
     PARTS(MAYBE(EXITS), MAYBE(AFTER), MAYBE(LASTS), PART_BODY),
     .made = TRAIT(HANDLE) | TRAIT(CHILD), .needs = CAN(CHILD), .gives_status = true,
     .of_process = true)
WORD(STREAM, "stream", CORE, "a stream that is connected, for `read` and `write`",
     .elsewhere = "socket", .made = STREAMS | TRAIT(PAIRED) | TRAIT(FED), .needs = CAN(STREAM),
     .has_fd = true)
WORD(PEER, "peer", CORE, "the other end of a stream",
     PARTS(PART_FROM), .takes = TRAIT(PAIRED), .made = STREAMS)
WORD(LISTEN, "listen", CORE, "waits for connections, called once for each",
     PARTS(PART_TRANSPORT, PART_BODY), .made = TRAIT(LISTENER) | TRAIT(HANDLE),
     .needs = CAN(LISTEN), .has_fd = true)
WORD(ACCEPT, "accept", CORE, "the stream of a listener's connection, or one that was passed over a stream",
     PARTS(PART_FROM), .takes = TRAIT(LISTENER) | TRAIT(STREAM), .made = STREAMS)
WORD(CONNECT, "connect", CORE, "a stream to a listener, called when it is connected",
     PARTS(PART_FROM, PART_BODY), .takes = TRAIT(LISTENER), .made = STREAMS, .gives_status = true)
WORD(CONNECT_NOWHERE, "connect", CORE, "a stream to where nobody listens, called with the error",
     PARTS(PART_TRANSPORT, PART_BODY), .second = "nowhere", .made = STREAMS, .needs = CAN(LISTEN),
     .gives_status = true, .has_fd = true)
WORD(DATAGRAM, "datagram", CORE, "a UDP socket, called once for each datagram of a `feed`",
     PARTS(MAYBE(BY), MAYBE(THOROUGH), MAYBE(ROOMLESS), MAYBE(CRAMPED), MAYBE(STOPPED), PART_BODY),
     .made = DATAGRAMS | TRAIT(ADDRESSED), .needs = CAN(DATAGRAM), .has_fd = true,
     .gives_status = true)
WORD(DATAGRAM_PAIR, "datagram", CORE,
     "one of two sockets for datagrams that are connected; `drain` takes the room to send",
     PARTS(MAYBE(STOPPED), PART_BODY), .second = "pair", .made = DATAGRAMS | TRAIT(HELD_UP),
     .needs = CAN(DATAGRAM), .has_fd = true, .gives_status = true)
WORD(REVERSE_LOOKUP, "reverse-lookup", CORE,
     "a lookup of an address's name, otherwise as `lookup`", PARTS(PART_SPAN, MAYBE(BODY)),
     .made = TRAIT(REQUEST), .needs = CAN(REVERSE_LOOKUP), .gives_status = true,
     .wakes_loop = true, .has_instant = true)
WORD(RANDOM, "random", CORE,
     "COUNT random bytes from the pool, then calls back; without a block they are had at once",
     PARTS(PART_COUNT, MAYBE(BODY)), .made = TRAIT(REQUEST), .needs = CAN(RANDOM),
     .gives_status = true, .wakes_loop = true)
WORD(CHANNEL, "channel", CORE, "a stream that is connected, over which handles can be passed",
     .made = STREAMS | TRAIT(PAIRED), .needs = CAN(PASS), .has_fd = true)
WORD(BIND, "bind", CORE, "a listener at the address that another has; `start` makes it listen",
     PARTS(PART_FROM, PART_BODY), .takes = TRAIT(LISTENER), .made = TRAIT(BOUND) | TRAIT(HANDLE),
     .needs = CAN(BIND), .answers = true)
WORD(FOLDER, "folder", CORE, "a folder that is empty", .made = TRAIT(FOLDER) | TRAIT(PLACE))
WORD(FILE, "file", CORE, "a file that exists, in a folder of its own or in NAME",
     PARTS(MAYBE(IN)), .takes = TRAIT(FOLDER), .made = TRAIT(FILE) | TRAIT(PLACE))
WORD(WATCH, "watch", CORE,
     "watches a file or a folder, called once for each change that the system reports",
     PARTS(PART_FROM, MAYBE(STOPPED), PART_BODY), .takes = TRAIT(PLACE),
     .made = TRAIT(STARTED) | TRAIT(HANDLE) | TRAIT(WATCHFUL), .needs = CAN(WATCH), .ended_by = STEP_STOP,
     .answers = true, .gives_status = true, .wakes_loop = true)
WORD(INSPECT, "inspect", CORE, "looks at a file every EVERY, called when it has changed",
     PARTS(PART_FROM, PART_EVERY, MAYBE(STOPPED), PART_BODY), .takes = TRAIT(FILE),
     .made = TRAIT(STARTED) | TRAIT(HANDLE) | TRAIT(WATCHFUL), .needs = CAN(INSPECT),
     .ended_by = STEP_STOP, .answers = true, .gives_status = true, .wakes_loop = true)
WORD(CHILD_NOWHERE, "child", CORE, "a process that cannot be started, since there is no such program",
     PARTS(PART_BODY), .second = "nowhere", .made = TRAIT(CHILD), .needs = CAN(CHILD),
     .answers = true, .gives_status = true, .of_process = true)
WORD(SOON, "soon", CORE, "called once, before the loop waits again",
     PARTS(MAYBE(STOPPED), PART_BODY), .made = WATCHER, .needs = CAN(SOON), .answers = true)
WORD(POST, "post", CORE, "called before the loop waits, if anything else was called since it last did",
     PARTS(MAYBE(STOPPED), PART_BODY), .made = WATCHER, .needs = CAN(POST), .answers = true)
WORD(AT_EXIT, "at-exit", CORE, "called when the loop is told to stop, before its run returns",
     PARTS(MAYBE(STOPPED), PART_BODY), .made = WATCHER, .needs = CAN(AT_EXIT), .answers = true)

/* ---- the same, over the queues of a node or a browser host ---- */
WORD(TIMEOUT, "timeout", HOSTED, "called once, AFTER from now in the host's whole milliseconds",
     PARTS(PART_SPAN, PART_BODY), .made = TRAIT(DELAYED) | TRAIT(CLEARED) | TRAIT(QUEUED),
     .elsewhere = "timer")
WORD(INTERVAL, "interval", HOSTED, "called again and again, every AFTER",
     PARTS(PART_SPAN, PART_BODY), .made = TRAIT(DELAYED) | TRAIT(CLEARED), .ended_by = STEP_CLEAR,
     .elsewhere = "timer")
WORD(IMMEDIATE, "immediate", NODE, "called in the next check phase, right after the wait",
     PARTS(PART_BODY), .made = TRAIT(CLEARED) | TRAIT(QUEUED), .elsewhere = "check")
WORD(READ_FILE, "read-file", NODE,
     "reads a whole file, in as many requests as the host makes of it", PARTS(PART_BODY),
     .made = TRAIT(REQUEST), .needs = CAN(STAT), .wakes_loop = true, .elsewhere = "stat")
WORD(SOCKET, "socket", NODE, "a socket that is connected, for `close`",
     .made = TRAIT(HANDLE), .needs = CAN(POLL), .has_fd = true, .elsewhere = "poll")
WORD(REJECT, "reject", HOSTED, "a promise that is rejected and has no handler yet, for `catch`",
     .made = TRAIT(REJECTION))
WORD(TICK, "tick", NODE, "queue the block for right after this callback, before all microtasks",
     PARTS(PART_BODY), .made = TRAIT(QUEUED), .elsewhere = "microtask")
WORD(MICROTASK, "microtask", HOSTED, "queue the block as a microtask",
     PARTS(PART_BODY), .made = TRAIT(QUEUED))
WORD(FRAME, "frame", BROWSER, "called once, when the page is drawn next",
     PARTS(PART_BODY), .made = TRAIT(CLEARED) | TRAIT(QUEUED))

/* ---- these act on what has a name ---- */
WORD(START, "start", CORE,
     "start a handle; a timer needs AFTER, a signal or a poll can be given another to watch",
     PARTS(PART_NAME, MAYBE(DELAY), MAYBE(EVERY), MAYBE(SIGNAL), MAYBE(ONCE), MAYBE(EVENT)),
     .takes = TRAIT(STARTED) | TRAIT(BOUND), .answers = true)
WORD(STOP, "stop", CORE, "stop a handle, or the reads of a stream; it can be started again",
     PARTS(PART_NAME), .takes = TRAIT(STARTED) | TRAIT(STREAM), .answers = true,
     .elsewhere = "clear")
WORD(CLOSE, "close", CORE | NODE, "close a handle; the block is called when that is done",
     PARTS(PART_NAME, MAYBE(BODY)), .takes = TRAIT(HANDLE), .needs = CAN(CLOSE))
WORD(REF, "ref", CORE | NODE, "let a handle keep the loop alive, as it does at first",
     PARTS(PART_NAME), .takes = TRAIT(HANDLE) | TRAIT(CLEARED), .needs = CAN(REF))
WORD(UNREF, "unref", CORE | NODE, "let a handle not keep the loop alive",
     PARTS(PART_NAME), .takes = TRAIT(HANDLE) | TRAIT(CLEARED), .needs = CAN(REF))
WORD(AGAIN, "again", EVERYWHERE,
    
     "restart a timer with its repeat value; in node and browser, queue the same callback once "
     "more",
     PARTS(PART_NAME), .takes = TRAIT(TIMER) | TRAIT(QUEUED), .needs = CAN(REPEAT), .answers = true)
WORD(SET_REPEAT, "set", CORE, "change a timer's repeat value; 0ms makes it a one-shot",
     PARTS(PART_NAME, PART_EVERY), .takes = TRAIT(TIMER), .needs = CAN(REPEAT))
WORD(PREFER, "prefer", CORE, "give a handle a priority above the usual one, COUNT levels above it",
     PARTS(PART_NAME, MAYBE(BY)), .takes = TRAIT(RANKED), .needs = CAN(PRIORITY), .answers = true)
WORD(DEFER, "defer", CORE, "give a handle a priority below the usual one, COUNT levels below it",
     PARTS(PART_NAME, MAYBE(BY)), .takes = TRAIT(RANKED), .needs = CAN(PRIORITY), .answers = true)
WORD(READY, "ready", CORE | NODE,
     "make a poll's descriptor ready, now or AFTER from now; give a datagram pair room to send",
     PARTS(PART_NAME, MAYBE(EVENT), MAYBE(AFTER)), .takes = TRAIT(POLL) | TRAIT(HELD_UP), .has_instant = true)
WORD(DRAIN, "drain", CORE | NODE,
     "make a poll's descriptor not ready any more; leave a datagram pair no room to send",
     PARTS(PART_NAME, MAYBE(EVENT)), .takes = TRAIT(POLL) | TRAIT(HELD_UP))
WORD(SEND, "send", CORE, "wake the loop for an async; allowed from a thread",
     PARTS(PART_NAME), .takes = TRAIT(ASYNC), .answers = true, .in_thread = true)
WORD(CANCEL, "cancel", CORE, "ask for a request that has not begun to be dropped",
     PARTS(PART_NAME), .takes = TRAIT(REQUEST), .needs = CAN(CANCEL), .answers = true)
WORD(READ, "read", CORE, "read what comes over a stream, at most COUNT bytes a call",
     PARTS(PART_NAME, MAYBE(BY), PART_BODY), .takes = TRAIT(STREAM), .needs = CAN(STREAM),
     .answers = true, .gives_status = true)
/* What it needs depends on the object that it acts on: host/needs.c. */
WORD(WRITE, "write", CORE,
     "write COUNT bytes to a stream, or send a datagram of so many; the block is called when that "
     "is done",
     PARTS(PART_NAME, PART_BYTES, MAYBE(MISADDRESSED), MAYBE(BODY)),
     .takes = TRAIT(STREAM) | TRAIT(DATAGRAM), .answers = true, .gives_status = true)
WORD(SHUTDOWN, "shutdown", CORE,
     "end a stream's writing side; the block is called when that is done",
     PARTS(PART_NAME, MAYBE(BODY)), .takes = TRAIT(STREAM), .needs = CAN(STREAM), .answers = true,
     .gives_status = true)
WORD(FEED, "feed", CORE, "send a stream COUNT bytes, a datagram handle COUNT datagrams",
     PARTS(PART_NAME, PART_COUNT, MAYBE(EMPTY), MAYBE(DOUBLE), MAYBE(AFTER)), .takes = TRAIT(FED),
     .has_instant = true)
WORD(CHANGE, "change", CORE, "write to a file, now or AFTER from now",
     PARTS(PART_NAME, MAYBE(AFTER)), .takes = TRAIT(FILE), .has_instant = true)
WORD(TOUCH, "touch", CORE, "give a file another time, and leave what is in it",
     PARTS(PART_NAME, MAYBE(AFTER)), .takes = TRAIT(FILE), .has_instant = true)
WORD(CREATE, "create", CORE, "create a file again that was removed or renamed",
     PARTS(PART_NAME, MAYBE(AFTER)), .takes = TRAIT(FILE), .has_instant = true)
WORD(REMOVE, "remove", CORE, "remove a file",
     PARTS(PART_NAME, MAYBE(AFTER)), .takes = TRAIT(FILE), .has_instant = true)
WORD(RENAME, "rename", CORE, "give a file another name in its folder",
     PARTS(PART_NAME, MAYBE(AFTER)), .takes = TRAIT(FILE), .has_instant = true)
WORD(TANGLE, "tangle", CORE, "put a link to itself where a file was: it fails with ELOOP",
     PARTS(PART_NAME, MAYBE(AFTER)), .takes = TRAIT(FILE), .has_instant = true)
WORD(KILL, "kill", CORE, "send a child a signal",
     PARTS(PART_NAME, PART_SIGNAL), .takes = TRAIT(CHILD), .needs = CAN(KILL), .answers = true,
     .of_process = true)
WORD(BREAK, "break", CORE, "break the connection of a poll's descriptor, now or AFTER from now",
     PARTS(PART_NAME, MAYBE(AFTER)), .takes = TRAIT(POLL), .has_instant = true)
WORD(FREE, "free", CORE, "close a stopped poll's descriptor, whose number is free then",
     PARTS(PART_NAME), .takes = TRAIT(POLL))
WORD(CLEAR, "clear", HOSTED, "call a timeout, an interval, an immediate or a frame no more",
     PARTS(PART_NAME), .takes = TRAIT(CLEARED), .elsewhere = "stop")
WORD(REFRESH, "refresh", NODE, "let a timeout or an interval start over from now",
     PARTS(PART_NAME), .takes = TRAIT(DELAYED), .elsewhere = "again")
WORD(CATCH, "catch", HOSTED, "give a rejected promise its handler",
     PARTS(PART_NAME, PART_BODY), .takes = TRAIT(REJECTION))
WORD(TRY, "try", CORE, "write at once what fits of COUNT bytes, or send a datagram of so many",
     PARTS(PART_NAME, PART_BYTES, MAYBE(MISADDRESSED)), .takes = TRAIT(STREAM) | TRAIT(DATAGRAM),
     .answers = true)
WORD(TRY_BATCH, "try", CORE, "send COUNT datagrams of one byte at once, or as many as can be",
     PARTS(PART_NAME, PART_COUNT), .second = "batch", .takes = TRAIT(DATAGRAM),
     .needs = CAN(SEND_BATCH), .answers = true)
WORD(ATTACH, "attach", CORE, "connect a datagram handle to the one address that it sends to",
     PARTS(PART_NAME), .takes = TRAIT(ADDRESSED), .needs = CAN(DATAGRAM_SEND), .answers = true)
WORD(DETACH, "detach", CORE, "undo `attach`",
     PARTS(PART_NAME), .takes = TRAIT(ADDRESSED), .needs = CAN(DATAGRAM_SEND), .answers = true)
WORD(BLOCK, "block", CORE, "let the calls of a stream wait in the kernel; its callbacks come as ever",
     PARTS(PART_NAME), .takes = TRAIT(STREAM), .needs = CAN(STREAM_STATE), .answers = true)
WORD(UNBLOCK, "unblock", CORE, "let the calls of a stream not wait, as they do not at first",
     PARTS(PART_NAME), .takes = TRAIT(STREAM), .needs = CAN(STREAM_STATE), .answers = true)
WORD(PASS, "pass", CORE, "pass a stream over another, with one byte; called when that is written",
     PARTS(PART_NAME, PART_OVER, MAYBE(BODY)), .takes = TRAIT(STREAM), .needs = CAN(PASS),
     .answers = true, .gives_status = true)
WORD(RESET, "reset", CORE, "close a stream over TCP so that its other end sees an error",
     PARTS(PART_NAME, MAYBE(BODY)), .takes = TRAIT(STREAM), .needs = CAN(RESET), .answers = true)
WORD(TUNE, "tune", CORE, "set an option of a stream over TCP, or of a datagram handle",
     PARTS(PART_NAME, PART_TUNING), .takes = TRAIT(STREAM) | TRAIT(DATAGRAM), .needs = CAN(TUNE),
     .answers = true)
WORD(GIVE, "give", CORE, "let each later `start` of a handle give it this block as its callback",
     PARTS(PART_NAME, PART_BODY), .takes = TRAIT(GIVEN), .needs = CAN(GIVEN), .gives_status = true)
WORD(GIVE_NOTHING, "give", CORE, "let each later `start` of a handle give it no callback",
     PARTS(PART_NAME), .second = "nothing", .takes = TRAIT(BARE), .needs = CAN(GIVEN))

/* ---- these queue callbacks that cannot be named ---- */
WORD(PROMISE, "promise", HOSTED,
     "react to a resolved promise; each `then` reacts to the one before",
     PARTS(PART_BODY, MAYBE(THEN)))
WORD(FLOW, "flow", HOSTED, "call an asynchronous function: at once up to its first `await`",
     PARTS(PART_BODY), .body = BODY_FLOW)
WORD(AWAIT, "await", HOSTED, "leave the flow; a microtask goes on behind it",
     .flow_only = true)

/* ---- these act on the host ---- */
WORD(ON, "on", HOSTED, "call the block whenever the event comes",
     PARTS(PART_ON, PART_BODY))
WORD(THROW, "throw", HOSTED, "throw an error that nothing around it catches",
     .ends_block = true)
WORD(EXIT, "exit", NODE, "end the process, here and now",
     .ends_block = true, .lingers = true)

/* ---- these act on the loop, the world or the trace ---- */
WORD(LOG, "log", EVERYWHERE, "write labels into the trace",
     PARTS(PART_LABELS), .off_loop = true)
WORD(OBSERVE, "observe", CORE | NODE, "write a value into the trace",
     PARTS(PART_WHAT), .off_loop = true)
WORD(BUSY, "busy", EVERYWHERE, "compute for AFTER: time passes and this thread does nothing else",
     PARTS(PART_SPAN), .in_thread = true, .off_loop = true)
WORD(REPEAT, "repeat", EVERYWHERE, "run the block COUNT times, at once",
     PARTS(PART_COUNT, PART_BODY), .body = BODY_INLINE, .off_loop = true)
WORD(FIRST, "first", EVERYWHERE,
     "run the block the first COUNT times this is reached, then the other",
     PARTS(PART_COUNT, PART_BODY, MAYBE(ELSE)), .body = BODY_INLINE, .off_loop = true)
WORD(THREAD, "thread", CORE, "run the block in a thread of its own",
     PARTS(PART_BODY), .body = BODY_THREAD)
/* The program ends when each loop has ended. */
WORD(LOOP, "loop", CORE, "a second loop, in a thread of its own, which performs the block",
     PARTS(PART_BODY), .body = BODY_LOOP,
     .needs = CAN(LOOPS) | CAN(ENDS), .main_only = true,
     .of_process = true)
WORD(RAISE, "raise", CORE, "raise a signal, now or AFTER from now",
     PARTS(PART_SIGNAL, MAYBE(AFTER)), .of_process = true)
WORD(BLOCKED, "blocked", CORE, "run the block with signals blocked; equal ones then come as one",
     PARTS(PART_BODY), .body = BODY_INLINE, .needs = CAN(SIGNAL), .of_process = true)
WORD(INTERRUPT, "interrupt", CORE,
     "interrupt the wait AFTER from now, COUNT times at that distance",
     PARTS(PART_AFTER, MAYBE(TIMES)), .has_instant = true)
WORD(RUN, "run", CORE, "run the loop",
     PARTS(PART_MODE), .answers = true, .main_only = true)
WORD(STOP_LOOP, "stop", CORE, "make the loop return from its run at the next chance",
     .second = "loop", .needs = CAN(STOP))
WORD(CLOSE_LOOP, "close", CORE, "close the loop itself; refused while handles are open",
     .second = "loop", .answers = true, .main_only = true, .new_loop = true)
WORD(UPDATE_TIME, "update", CORE, "refresh the loop's cached clock",
     .second = "time", .needs = CAN(UPDATE_TIME))
/* An option stays with the loop. */
WORD(CONFIGURE, "configure", CORE, "set an option of the loop",
     PARTS(PART_OPTION), .needs = CAN(OPTIONS), .answers = true, .new_loop = true)
WORD(ASK, "ask", CORE, "what libuv answers to a call on a loop of its own",
     PARTS(PART_QUESTION), .needs = CAN(NAMES), .answers = true)
WORD(HOLD, "hold", CORE, "keep a signal from the loop while it waits",
     PARTS(PART_SIGNAL), .needs = CAN(OPTIONS), .answers = true, .new_loop = true,
     .of_process = true)
WORD(WAIT, "wait", CORE,
     "wait from outside, until the loop's descriptor is readable or its timeout is over",
     .needs = CAN(EMBED), .answers = true, .main_only = true, .has_instant = true,
     .new_loop = true)
WORD(RENEW_LOOP, "renew", CORE, "make the loop's part in the kernel anew, as after a fork",
     .second = "loop", .needs = CAN(RENEW), .answers = true, .main_only = true, .new_loop = true)

/* ---- observe WHAT [NAME]: the event's label is the word, or word.name as in `active.t` ---- */
/* 1 or 0 */
OBSERVATION(ALIVE,      "alive",      .layers = CORE, .needs = CAN(ALIVE))
/* The wait that poll would be given, in ms, -1 for no limit. */
OBSERVATION(TIMEOUT,    "timeout",    .layers = CORE, .needs = CAN(POLL_TIMEOUT), .new_loop = true)
/* The loop's cached clock, in ms since the program began. */
OBSERVATION(NOW,        "now",        .layers = CORE | NODE, .needs = CAN(NOW), .has_instant = true)
/* What the latest call returned: 0, 1 or an errno name. */
OBSERVATION(RESULT,     "result",     .layers = CORE, .names_errors = true, .off_loop = true)
/* The status that the running callback was given. */
OBSERVATION(STATUS,     "status",     .layers = CORE | NODE, .names_errors = true)
/* The exit code, as a handler of exit sees it. */
OBSERVATION(CODE,       "code",       .layers = NODE)
/* Threads that the loop has started. */
OBSERVATION(THREADS,    "threads",    .layers = CORE, .of_process = true)
/* Iterations, as the loop itself counts them. */
OBSERVATION(TURNS,      "turns",      .layers = CORE, .needs = CAN(METRICS))
/* 1 or 0, of a handle. */
OBSERVATION(ACTIVE,     "active",     .layers = CORE, .takes = TRAIT(HANDLE))
OBSERVATION(CLOSING,    "closing",    .layers = CORE, .takes = TRAIT(HANDLE))
OBSERVATION(REFERENCED, "referenced", .layers = CORE, .takes = TRAIT(HANDLE), .needs = CAN(REF))
/* A timer's due-in, in ms. */
OBSERVATION(DUE,        "due",        .layers = CORE, .takes = TRAIT(TIMER), .needs = CAN(DUE_IN))
/* A datagram handle's sends that are not reported yet, and their bytes. */
OBSERVATION(QUEUED,     "queued",     .layers = CORE, .takes = TRAIT(DATAGRAM), .needs = CAN(DATAGRAM_SEND))
OBSERVATION(UNSENT,     "unsent",     .layers = CORE, .takes = TRAIT(DATAGRAM), .needs = CAN(DATAGRAM_SEND))
/* 1 or 0, of a stream; and how many bytes of its writes have not gone out yet. */
OBSERVATION(READABLE,   "readable",   .layers = CORE, .takes = TRAIT(STREAM), .needs = CAN(STREAM_STATE))
OBSERVATION(WRITABLE,   "writable",   .layers = CORE, .takes = TRAIT(STREAM), .needs = CAN(STREAM_STATE))
OBSERVATION(UNWRITTEN,  "unwritten",  .layers = CORE, .takes = TRAIT(STREAM), .needs = CAN(STREAM_STATE))
/* 1 or 0: does the kernel let the calls of the stream wait? */
OBSERVATION(BLOCKING,   "blocking",   .layers = CORE, .takes = TRAIT(STREAM),
            .needs = CAN(STREAM_STATE) | CAN(DESCRIPTOR))
/* How many handles have come over a stream and are not accepted yet. */
OBSERVATION(PASSED,     "passed",     .layers = CORE, .takes = TRAIT(STREAM), .needs = CAN(PASS))
/* 1 if the loop reports a descriptor for the handle, else its error. */
OBSERVATION(DESCRIPTOR, "descriptor", .layers = CORE, .takes = TRAIT(HANDLE), .needs = CAN(DESCRIPTOR),
            .names_errors = true)
/* The second result of the running callback: a signal's number; the signal that ended a child, or
 * 0; the sum of a poll's events, 1 for readable, then 2, 4, 8. */
OBSERVATION(SIGNAL,     "signal",     .layers = CORE, .needs = CAN(TOLD))
OBSERVATION(EVENTS,     "events",     .layers = CORE, .needs = CAN(TOLD))
/* Events of poll, as the loop itself counts them, and those that it found waiting. */
OBSERVATION(RECEIVED,   "received",   .layers = CORE, .needs = CAN(EVENTS), .new_loop = true)
OBSERVATION(WAITING,    "waiting",    .layers = CORE, .needs = CAN(EVENTS), .new_loop = true)
/* The time that the loop reports as waited, in ns. */
OBSERVATION(IDLED,      "idled",      .layers = CORE, .needs = CAN(IDLE_TIME), .has_instant = true,
            .new_loop = true)
/* A walk over the loop's handles: how many it visits, and how often it visits one of them. */
OBSERVATION(HANDLES,    "handles",    .layers = CORE, .needs = CAN(WALK))
OBSERVATION(WALKED,     "walked",     .layers = CORE, .takes = TRAIT(HANDLE), .needs = CAN(WALK))

/* 1 if the loop reports it as its documents say, 0 if it reports another, else its error. */
OBSERVATION(PATH,       "path",       .layers = CORE, .takes = TRAIT(WATCHFUL), .needs = CAN(NAMES),
            .names_errors = true)
OBSERVATION(ADDRESS,    "address",    .layers = CORE, .takes = SOCKETS,
            .needs = CAN(NAMES) | CAN(DESCRIPTOR), .names_errors = true)
OBSERVATION(PARTNER,    "partner",    .layers = CORE, .takes = SOCKETS,
            .needs = CAN(NAMES) | CAN(DESCRIPTOR), .names_errors = true)
/* 1 if the running callback of a watch got this file's name. */
OBSERVATION(NAMED,      "named",      .layers = CORE, .takes = TRAIT(FILE), .needs = CAN(NAMES))
/* The flags of a datagram's callback: 2 if it was cut, 8 if it is one of a batch, 16 for the
 * batch's end. */
OBSERVATION(FLAGS,      "flags",      .layers = CORE, .needs = CAN(TOLD) | CAN(NAMES))
/* Options of the socket, as the kernel reports them. */
OBSERVATION(NODELAY,    "nodelay",    .layers = CORE, .takes = TUNED, .needs = CAN_SEE_TUNED, .names_errors = true)
OBSERVATION(KEEP_ALIVE, "keep-alive", .layers = CORE, .takes = TUNED, .needs = CAN_SEE_TUNED, .names_errors = true)
OBSERVATION(PROBES,     "probes",     .layers = CORE, .takes = TUNED, .needs = CAN_SEE_TUNED, .names_errors = true)
OBSERVATION(SPACING,    "spacing",    .layers = CORE, .takes = TUNED, .needs = CAN_SEE_TUNED, .names_errors = true)
OBSERVATION(TTL,        "ttl",        .layers = CORE, .takes = TUNED, .needs = CAN_SEE_TUNED, .names_errors = true)
OBSERVATION(BROADCAST,  "broadcast",  .layers = CORE, .takes = TUNED, .needs = CAN_SEE_TUNED, .names_errors = true)
/* A timer's repeat value, in ms. */
OBSERVATION(REPEAT,     "repeat",     .layers = CORE, .takes = TRAIT(TIMER), .needs = CAN(GIVEN))

/* ---- on EVENT ---- */
EVENT(UNCAUGHT,    "uncaught",    .layers = HOSTED)
EVENT(REJECTION,   "rejection",   .layers = HOSTED) /* a rejected promise has no handler */
EVENT(HANDLED,     "handled",     .layers = NODE)   /* a reported one has a handler now */
EVENT(BEFORE_EXIT, "before-exit", .layers = NODE, .tells_code = true, .lingers = true)
EVENT(EXIT,        "exit",        .layers = NODE, .tells_code = true, .lingers = true)

/* ---- signal SIGNAL, raise SIGNAL ---- */
SIGNAL(HUP,   "hup",   .layers = CORE, .number = SIGHUP)
SIGNAL(USR1,  "usr1",  .layers = CORE, .number = SIGUSR1)
SIGNAL(WINCH, "winch", .layers = CORE, .number = SIGWINCH)
SIGNAL(TERM,  "term",  .layers = CORE, .number = SIGTERM)
SIGNAL(KILL,  "kill",  .layers = CORE, .number = SIGKILL)
SIGNAL(PROF,  "prof",  .layers = CORE, .number = SIGPROF)

/* ---- run MODE ---- */
MODE(DEFAULT, "default", .layers = CORE, .needs = CAN(ENDS)) /* what follows is to be reached */
MODE(ONCE,    "once",    .layers = CORE, .needs = CAN(ONCE))
MODE(NOWAIT,  "nowait",  .layers = CORE, .needs = CAN(NOWAIT))

/* ---- poll READINESS ---- */
READINESS(READABLE, "readable", .layers = CORE | NODE)
READINESS(WRITABLE, "writable", .layers = CORE | NODE)
READINESS(DISCONNECT, "disconnect", .layers = CORE, .needs = CAN(POLL_EVENTS))
READINESS(PRIORITIZED, "prioritized", .layers = CORE, .needs = CAN(POLL_EVENTS))

/* ---- listen TRANSPORT, connect nowhere TRANSPORT ---- */
TRANSPORT(PIPE, "pipe", .layers = CORE)
TRANSPORT(TCP,  "tcp",  .layers = CORE)

/* ---- configure OPTION ---- */
OPTION(IDLE_TIME, "idle-time", .layers = CORE)
OPTION(UNKNOWN,   "unknown",   .layers = CORE) /* one that no loop has */
OPTION(RING,      "io-uring",  .layers = CORE)

/* ---- tune NAME TUNING ---- */
TUNING(NODELAY,       "send-at-once",   .layers = CORE, .number = 1)
TUNING(DELAY,         "gather",         .layers = CORE, .number = 0)
TUNING(KEEP_ALIVE,    "probe-after-60", .layers = CORE, .number = 60)
TUNING(KEEP_ALIVE_1,  "probe-after-1",  .layers = CORE, .number = 1)
TUNING(KEEP_ALIVE_0,  "probe-after-0",  .layers = CORE, .number = 0) /* which is refused */
TUNING(NO_KEEP_ALIVE, "probe-never",    .layers = CORE, .number = -1)
TUNING(TTL_0,         "ttl-0",          .layers = CORE, .number = 0) /* likewise */
TUNING(TTL_1,         "ttl-1",          .layers = CORE, .number = 1)
TUNING(TTL_255,       "ttl-255",        .layers = CORE, .number = 255)
TUNING(TTL_256,       "ttl-256",        .layers = CORE, .number = 256) /* likewise */
TUNING(BROADCAST,     "to-all",         .layers = CORE, .number = 1)
TUNING(NO_BROADCAST,  "to-one",         .layers = CORE, .number = 0)

/* clang-format on */
#undef WORD
#undef OBSERVATION
#undef EVENT
#undef SIGNAL
#undef MODE
#undef READINESS
#undef TRANSPORT
#undef OPTION
#undef TUNING
