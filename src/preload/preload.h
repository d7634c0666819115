/* preload.h - the world as a library to be preloaded: an unmodified program runs in
 * virtual time. Inner to this folder.
 *
 *     LD_PRELOAD=libloopspec-world.so LOOPSPEC_WORLD=virtual ./program
 *
 * LOOPSPEC_WORLD is one of
 *   virtual          the world of src/world: one thread runs at a time, instants are
 *                    exact, and a clock that is read does not move. For C programs,
 *                    whose threads wait for each other by what the world knows, and
 *                    for nobody outside: time does not wait for a child process.
 *   virtual,ticking  for whole runtimes, whose threads wait by whatever they like. All
 *                    of them run as they do; only time is ours. It moves when every
 *                    thread sleeps, and by a microsecond when a clock is read, so that a
 *                    loop that waits for the clock ends. While a child process lives it
 *                    goes as the real one does. The first thread, before it looks what
 *                    there is to do, lets all others come to rest: so what they do in an
 *                    instant is seen whole. LOOPSPEC_SLEEPER names a folder of files
 *                    that occupy whoever opens them, see sleeper.c.
 * Without it the library does nothing.
 *
 * In neither can the program set the machine's clock, nor can what it starts: see
 * src/world/README.md for this and every other call that deals with time.
 *
 * It is for the program alone: its children find neither the variable nor the library
 * in their environment, and a fork of it goes on in real time. When nothing can ever run
 * again, which a server that waits for others cannot be told from, the program is ended
 * with PRELOAD_STUCK. */
#ifndef PRELOAD_PRELOAD_H
#define PRELOAD_PRELOAD_H
#include <stdbool.h>

enum { PRELOAD_STUCK = 86, PRELOAD_USAGE = 87 };

/* Say that it is stuck, and end the program. */
_Noreturn void preload_stuck(void *unused, const char *waiters);

/* ---- ticking.c ---- */
void ticking_begin(void);
void ticking_end(void); /* in a fork: from here on time is the real one */

/* ---- sleeper.c ---- */
#define SLEEPER_PATH "/loopspec/sleeper"
void sleeper_offer(void);           /* in the environment */
int sleeper_open(const char *rest); /* of the path: a descriptor, or -1 with errno */
#endif
