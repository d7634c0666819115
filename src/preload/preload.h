/* preload.h - the world as a library to be preloaded: an unmodified program runs in virtual time.
 * Inner to this folder.
 *
 *     LD_PRELOAD=libloopspec-world.so LOOPSPEC_WORLD=virtual ./program
 *
 * LOOPSPEC_WORLD is one of
 *
 *   virtual          the world of src/world: one thread runs at a time, instants are
 *                    exact, reading a clock does not move it. For C programs whose
 *                    threads wait for each other by calls that the world knows.
 *                    With LOOPSPEC_WORLD_PAGE, which 'loopspec world' sets, the
 *                    programs that it starts share its time; without it they are in
 *                    real time.
 *   virtual,ticking  for whole runtimes, whose threads wait in any way. All of them
 *                    run freely; only time is ours. It moves when every thread
 *                    sleeps, and by a microsecond when a clock is read, so that a
 *                    loop that waits for the clock ends. While a child process lives,
 *                    it runs like the real clock. Before the first thread looks at
 *                    its descriptors, it lets all other threads come to rest, so that
 *                    it sees all they do at that instant. LOOPSPEC_SLEEPER names a
 *                    folder of files that keep busy whoever opens them: sleeper.c.
 *
 * LOOPSPEC_BEGIN is what the clock shows at first, in nanoseconds, up to ten years: how long the
 * machine has been up. Without it, virtual is some days and ticking what it really is.
 *
 * Without LOOPSPEC_WORLD the library does nothing.
 *
 * In neither mode can the program, or one that it starts, set the machine's clock:
 * src/world/README.md lists every call that deals with time.
 *
 * Without a page the library is for this program only: its children have neither the variables nor
 * the library in their environment, and a fork continues in real time. When nothing can ever run again, the
 * program is ended with exit status PRELOAD_STUCK; a server that waits for other machines looks the
 * same. */
#ifndef PRELOAD_PRELOAD_H
#define PRELOAD_PRELOAD_H
#include <stdbool.h>
#include <stdint.h>

enum { PRELOAD_STUCK = 86, PRELOAD_USAGE = 87 };

/* Print that the program is stuck, and end it. */
_Noreturn void preload_stuck(void *unused, const char *waiters);

/* ---- signals.c ---- */
void signals_begin(void); /* call handlers through ours from now on */

/* ---- process.c ---- */
/* What brings a child into this world: the library's path, and LOOPSPEC_WORLD. */
void process_begin(const char *library, const char *world);

/* ---- ticking.c ---- */
/* `begin_ns`: what the clocks but those of civil time show at first; 0: what they really do. */
void ticking_begin(uint64_t begin_ns);
void ticking_end(void); /* in a fork: from here on time is real */

/* ---- sleeper.c ---- */
#define SLEEPER_PATH "/loopspec/sleeper"
void sleeper_offer(void); /* sets LOOPSPEC_SLEEPER */
/* `rest` is the path in the folder. A descriptor, or -1 with errno. */
int sleeper_open(const char *rest);
#endif
