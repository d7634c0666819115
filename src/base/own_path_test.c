/* Files beside this program are found in the first place that has them, unusable ones are not, and
 * programs are found on PATH. */
#include "base/own_path.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "tap/tap.h"

static void test_beside(const char *self)
{
    char *folder = own_folder();
    const char *name = strrchr(self, '/') + 1;
    const char *places[] = { "no-such-folder/", "", "./" };
    char *found = own_find(places, ARRAY_SIZE(places), name, X_OK);
    char *expected = xasprintf("%s/%s", folder, name);
    is(found, expected, "the first place that has it");
    free(found);
    found = own_find(places, ARRAY_SIZE(places), "no-such-file", R_OK);
    is(found, NULL, "none has this one");
    found = own_find(places, 1, name, R_OK);
    is(found, NULL, "the place that has it is not asked");
    free(expected);
    free(folder);
}

static void test_path(void)
{
    setenv("PATH", "/no-such-folder::/bin:/usr/bin", 1);
    char *found = path_find("sh");
    is(found, "/bin/sh", "in the first folder that has it; an empty one is none");
    free(found);
    is(path_find("no-such-program"), NULL, "none has this one");
    found = path_find("/bin/sh");
    is(found, "/bin/sh", "a name with a slash is a path");
    free(found);
    is(path_find("/bin/no-such-program"), NULL, "which must exist");
    unsetenv("PATH");
    is(path_find("sh"), NULL, "without PATH there is none");
}

int main(int argc, char **argv)
{
    (void)argc;
    test_beside(argv[0]);
    test_path();
    return done_testing();
}
