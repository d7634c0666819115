/* spawn_test.h - for tests of children: can a program that is missing be told? */
#ifndef LOOP_SPAWN_TEST_H
#define LOOP_SPAWN_TEST_H
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/wait.h>

/* posix_spawn() hears of it through memory that it shares with the new process. Under
 * valgrind the two share none, and every program can be started. */
static inline bool spawn_tells_missing(void)
{
    char *argv[] = { "/no/such/program", NULL }, *environment[] = { NULL };
    pid_t pid = -1;
    if (posix_spawn(&pid, argv[0], NULL, NULL, argv, environment) != 0)
        return true;
    waitpid(pid, NULL, 0);
    return false;
}
#endif
