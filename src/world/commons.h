/* commons.h - time that several processes share. Only the world's own files, src/preload and the
 * command 'world' include this.
 *
 * The command makes a page of shared memory. Every process of its world maps that page and has a
 * row in it. Time moves only when no process can go on:
 *
 *   1. A process whose threads all wait becomes idle: it raises `round`, since what it did before
 *      may have woken others, and says when it wants to be woken.
 *   2. An idle process looks at what it waits for. If there is nothing, it writes down the round
 *      in which it looked. If there is something, it runs again.
 *   3. When all are idle and all have looked in the present round, time moves to the earliest
 *      deadline, and the processes that wait for that instant run again.
 *
 * A process in which the library is not (static, set-uid, not executed yet) is *foreign*. Time
 * stands still while such a process runs. While it sleeps, time passes as on the real clock, since
 * it may sleep until an instant that only the kernel knows.
 *
 * A process that has died is noticed by those that wait: its row is freed, and a new round begins,
 * since its end may have woken others.
 *
 * Without a page (commons_is_on() is false) a process has its time for itself. */
#ifndef WORLD_COMMONS_H
#define WORLD_COMMONS_H
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct commons;

/* ---- for the command ---- */

/* A new page; NULL with errno. `*fd` refers to it as long as it is open. */
struct commons *commons_create(int *fd);
void commons_close(struct commons *c);
uint64_t commons_passed_ns(const struct commons *c); /* virtual time */
bool commons_was_joined(const struct commons *c);    /* by any process */

/* ---- for a process of the world ---- */

/* Name of the environment variable that names the page. */
#define COMMONS_VARIABLE "LOOPSPEC_WORLD_PAGE"

/* Map the page and take a row. If that is not possible, the process has its time for itself. */
void commons_join(const char *path);
/* A world of its own: children are foreign. */
void commons_begin(void);
bool commons_is_on(void);
const char *commons_path(void); /* borrowed; "" if the page is for this process alone */
uint64_t commons_now(void);
bool commons_is_alone(void); /* no other process is in the world */
bool commons_has(pid_t pid); /* is it in the world? False without a page */

/* In the child of a fork: take a row of its own, or have no part in the page. */
void commons_join_again(void);
void commons_forget(void);
/* A child of this process was started. A foreign one may join later. */
void commons_expect(pid_t child, bool is_foreign);
/* The calling process, which may be the child of a vfork(), is about to execute another program.
 * The second call: it could not. */
void commons_leave(void);
void commons_stay(void);

enum commons_news {
    COMMONS_LOOK,  /* something may have happened: look again */
    COMMONS_TIME,  /* time has moved to the deadline or beyond */
    COMMONS_STUCK, /* no process can ever go on, unless something outside of the world happens */
};
/* All threads wait; the earliest deadline is `next_ns`, or UINT64_MAX. Returns after a short time.
 * To be called again until there is a thread that can go on; then call commons_resume(). */
enum commons_news commons_idle(uint64_t next_ns);
/* After COMMONS_STUCK: this process has, or has not, a wait that something outside could end. True
 * if no process of the world has one. */
bool commons_is_hopeless(bool has_no_hope);
/* A thread goes on. Returns the present instant. */
uint64_t commons_resume(void);
/* Wake a commons_idle() of this process; for a signal handler. */
void commons_nudge(void);
/* A spin of this process is to last until that instant. Did time come to this instant because of a
 * spin, of whichever process? */
void commons_note_spin(uint64_t until_ns);
bool commons_has_spun_to(uint64_t now_ns);
/* Ticking time, which one process has for itself: only for the command to know. */
void commons_note(uint64_t now_ns);
#endif
