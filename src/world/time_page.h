/* time_page.h - virtual time that several processes share, in a page of shared memory. Only the
 * world's own files, src/preload and the command 'world' include this.
 *
 * The command makes the page. Every process of its world maps it and has a row in it. Time moves
 * only when no process can go on. (1) A process whose threads all wait becomes idle: it raises
 * `round`, since what it did before may have woken others, and writes down when it wants to be
 * woken. (2) An idle process checks what it waits for. If it finds nothing, it writes down the
 * round in which it checked; else it runs again. (3) When all are idle and all have checked in the
 * present round, time moves to the earliest deadline, and the processes that wait for that instant
 * run again.
 *
 * A process without the library (static, set-uid, not executed yet) is *foreign*. Time stands still
 * while such a process runs. While it sleeps, time passes as on the real clock, since it may sleep
 * until an instant that only the kernel knows.
 *
 * A waiting process notices one that has died: it frees its row and begins a new round, since that
 * end may have woken others.
 *
 * Without a page (time_page_is_on() is false) each process has its own time. */
#ifndef WORLD_TIME_PAGE_H
#define WORLD_TIME_PAGE_H
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct time_page;

/* ---- for the command ---- */

/* A new page; NULL with errno. `*fd` refers to it as long as it is open. */
struct time_page *time_page_create(int *fd);
void time_page_close(struct time_page *c);
uint64_t time_page_passed_ns(const struct time_page *c); /* virtual time */
bool time_page_was_joined(const struct time_page *c);    /* by any process */

/* ---- for a process of the world ---- */

/* Name of the environment variable that names the page. */
#define TIME_PAGE_VARIABLE "LOOPSPEC_WORLD_PAGE"

/* Map the page and take a row. If that is not possible, the process has its own time. */
void time_page_join(const char *path);
/* Make a page for this process alone: its children are foreign. */
void time_page_begin(void);
bool time_page_is_on(void);
const char *time_page_path(void); /* borrowed; "" if the page is for this process alone */
uint64_t time_page_now(void);
uint64_t time_page_date(void); /* at instant 0, in whole seconds; 0: the page has none */
bool time_page_is_alone(void); /* no other process is in the world */
bool time_page_has(pid_t pid); /* is it in the world? False without a page */

/* In the child of a fork: take a row, or do without the page. */
void time_page_join_after_fork(void);
void time_page_leave_after_fork(void);
/* A child of this process was started. A foreign one may join later. */
void time_page_note_child(pid_t child, bool is_foreign);
/* The calling process is about to execute another program; it may be the child of a vfork(). The
 * second call: the execution has failed. */
void time_page_before_exec(void);
void time_page_after_failed_exec(void);

enum time_page_news {
    TIME_PAGE_LOOK,  /* something may have happened: look again */
    TIME_PAGE_TIME,  /* time has moved to the deadline or beyond */
    TIME_PAGE_STUCK, /* no process can ever go on, unless something outside of the world happens */
};
/* All threads wait; the earliest deadline is `next_ns`, or UINT64_MAX. Returns after a short time.
 * To be called again until there is a thread that can go on; then call time_page_resume(). */
enum time_page_news time_page_idle(uint64_t next_ns);
/* After TIME_PAGE_STUCK: note whether nothing outside could end a wait of this process. True if
 * that is so for every process of the world. */
bool time_page_has_no_outside_help(bool no_outside_help);
/* A thread goes on. Returns the present instant. */
uint64_t time_page_resume(void);
/* As kill(pid, SIGSTOP), but not while that process holds the page. */
int time_page_stop(pid_t pid);
/* Wake a time_page_idle() of this process; for a signal handler. */
void time_page_wake(void);
/* A spin of this process is to last until that instant. Did time come to this instant because of a
 * spin, of whichever process? */
void time_page_note_spin(uint64_t until_ns);
bool time_page_has_spun_to(uint64_t now_ns);
/* A process whose clock ticks has its own time; report it, for the command to print. */
void time_page_report_own_time(uint64_t now_ns);
#endif
