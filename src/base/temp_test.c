/* A folder of one's own, where the environment says. */
#include "base/temp.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

int main(void)
{
    test_folder();
    unsetenv("TMPDIR");
    char *outer = temp_make();
    if (!outer)
        abort();
    test_make(outer);
    is_int(rmdir(outer), 0, "nothing else is left");
    free(outer);
    return done_testing();
}
