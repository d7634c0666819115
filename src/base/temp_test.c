/* A new temporary folder, where the environment says. */
#include "base/temp.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "tap/tap.h"

static void test_folder(void)
{
    unsetenv("TMPDIR");
    is(temp_folder(), "/tmp", "nothing is said");
    setenv("TMPDIR", "", 1);
    is(temp_folder(), "/tmp", "nothing by an empty word either");
    setenv("TMPDIR", "/no/such", 1);
    is(temp_folder(), "/no/such", "the user's choice");
    ok(!temp_make(), "where there is none none is made");
    is_int(errno, ENOENT, "  and it says why");
}

static void test_make(const char *outer)
{
    struct stat info;
    setenv("TMPDIR", outer, 1);
    char *one = temp_make(), *other = temp_make();
    ok(one && strncmp(one, outer, strlen(outer)) == 0, "it is in there");
    ok(one && other && strcmp(one, other) != 0, "each is another");
    ok(one && stat(one, &info) == 0 && (info.st_mode & 0777) == 0700, "and for nobody else");
    rmdir(one);
    rmdir(other);
    free(one);
    free(other);
}

/* The process that made the file removes it at exit; no other does. */
static void test_file(const char *outer)
{
    char *kept = xasprintf("%s/kept", outer), *gone = xasprintf("%s/gone", outer);
    int status = 1;
    pid_t child = fork();
    if (child == 0) {
        struct temp_file *f = temp_file_new(xstrdup(kept)), *g = temp_file_new(xstrdup(gone));
        close(creat(temp_file_path(f), 0600));
        close(creat(temp_file_path(g), 0600));
        temp_file_keep(f);
        pid_t grandchild = fork();
        if (grandchild == 0)
            exit(0);
        waitpid(grandchild, NULL, 0);
        if (access(gone, F_OK) != 0)
            _exit(1);
        exit(7);
    }
    waitpid(child, &status, 0);
    is_int(WEXITSTATUS(status), 7, "a file that is made for a while is there meanwhile");
    ok(access(gone, F_OK) != 0, "  and gone at the exit");
    ok(access(kept, F_OK) == 0, "  but if it was kept");
    struct temp_file *f = temp_file_new(kept);
    temp_file_remove(f);
    ok(access(outer, F_OK) == 0 && rmdir(outer) == 0 && mkdir(outer, 0700) == 0,
       "or before it, if it is removed");
    free(gone);
}

/* A process that was killed leaves its file; the next writer removes it, and no other file. */
static void test_left(const char *outer)
{
    char *target = xasprintf("%s/report", outer);
    pid_t child = fork();
    if (child == 0) {
        int fd;
        temp_file_beside(target, &fd);
        _exit(0); /* as a killed one ends: without exit handlers */
    }
    waitpid(child, NULL, 0);
    char *left = xasprintf("%s.%d-0.tmp", target, (int)child);
    char *alive = xasprintf("%s.%d-7.tmp", target, (int)getppid());
    char *held = xasprintf("%s.%d-9.tmp", target, (int)child);
    char *alike = xasprintf("%s.%d-0.tmp.txt", target, (int)child);
    close(creat(alive, 0600));
    close(creat(alike, 0600));
    int lock = creat(held, 0600), fd = -1;
    flock(lock, LOCK_EX);
    ok(access(left, F_OK) == 0, "a killed writer leaves its file");
    struct temp_file *f = temp_file_beside(target, &fd);
    ok(f && fd >= 0, "the next one makes its own");
    ok(access(left, F_OK) != 0, "  and removes that");
    ok(access(alive, F_OK) == 0, "  but not the file of a process that lives");
    ok(access(held, F_OK) == 0, "  nor one that somebody holds");
    ok(access(alike, F_OK) == 0, "  nor one with another name");
    temp_file_remove(f);
    close(fd);
    close(lock);
    unlink(alive);
    unlink(held);
    unlink(alike);
    free(left);
    free(alive);
    free(held);
    free(alike);
    free(target);
}

int main(void)
{
    test_folder();
    unsetenv("TMPDIR");
    char *outer = temp_make();
    if (!outer)
        abort();
    test_make(outer);
    test_left(outer);
    test_file(outer);
    is_int(rmdir(outer), 0, "nothing else is left");
    free(outer);
    return done_testing();
}
