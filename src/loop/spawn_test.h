/* spawn_test.h - for tests of children: does posix_spawn() report a missing program here? */
#ifndef LOOP_SPAWN_TEST_H
#define LOOP_SPAWN_TEST_H
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/wait.h>

/* The new process reports it through memory that it shares with its parent. Under valgrind the two
 * share none, so starting any program seems to succeed. */
static inline bool spawn_reports_missing(void)
{
    char *argv[] = { "/no/such/program", NULL }, *environment[] = { NULL };
    pid_t pid = -1;
    if (posix_spawn(&pid, argv[0], NULL, NULL, argv, environment) != 0)
        return true;
    waitpid(pid, NULL, 0);
    return false;
}
#endif
