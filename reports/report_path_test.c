/* Links are followed even if their target does not exist yet. All spellings of one file have the
 * same identity. */
#include "reports/report_path.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "tap/tap.h"

static void follows(const char *path, const char *to, const char *why)
{
    char *name = report_path_follow(path);
    is(name, to, "%s", why);
    free(name);
}

static void test_follow(void)
{
    follows("nothing", "nothing", "a name that is no link");
    ok(symlink("later", "link") == 0, "a link to nothing");
    follows("link", "later", "leads to the name");
    ok(symlink("../folder/link", "folder/chain") == 0, "a chain from a folder");
    ok(symlink("/nowhere/at all", "folder/link") == 0, "whose end is elsewhere");
    follows("folder/chain", "/nowhere/at all", "is followed from the folders of its links");
    ok(symlink("circle", "circle") == 0, "a circle");
    errno = 0;
    ok(report_path_follow("circle") == NULL && errno == ELOOP, "has no end");
}

static bool is_same(const char *a, const char *b)
{
    char *x = report_path_identity(a), *y = report_path_identity(b);
    bool same = x && y && strcmp(x, y) == 0;
    free(x);
    free(y);
    return same;
}

static void test_places(void)
{
    static const struct {
        const char *a, *b;
        bool same;
    } rows[] = {
        { "tap:x", "json:x", true },
        { "tap:x", "json:./folder/../x", true },
        { "tap:x", "json:y", false },
        { "tap:link", "json:later", true },
        { "tap:there", "json:folder/../there", true },
        { "tap:there", "json:also", true }, /* by a hard link */
        { "tap:there", "json:later", false },
        { "tap:no folder/x", "json:no folder/x", true },
        { "tap:/dev/null", "json:/dev/null", false },
        { "tap:/dev/full", "json:/dev/null", false },
    };
    fclose(fopen("there", "w"));
    ok(link("there", "also") == 0, "a file of two names");
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        is_int(is_same(rows[i].a, rows[i].b), rows[i].same, "%s and %s", rows[i].a, rows[i].b);
    int fds[2];
    ok(pipe(fds) == 0 && dup2(fds[1], STDERR_FILENO) >= 0, "a pipe");
    ok(is_same("tap:/dev/stderr", "json:/dev/fd/2"), "is one place by all its names");
}

int main(void)
{
    char folder[] = "/tmp/loopspec-place-XXXXXX";
    ok(mkdtemp(folder) && chdir(folder) == 0 && mkdir("folder", 0777) == 0, "a place to be");
    test_follow();
    test_places();
    char *remove = xasprintf("rm -r %s", folder);
    ok(system(remove) == 0, "all is removed");
    free(remove);
    return done_testing();
}
