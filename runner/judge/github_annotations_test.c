/* Annotations are commands to GitHub: at most ten and a total, only inside of a GitHub job. No text
 * from outside (labels, reasons) can become a command. */
#include "runner/judge/github_annotations.h"

#include <unistd.h>
#include "reports/result/sample_test.h"
#include "tap/tap.h"

/* What is printed for `count` such results. The caller frees it. */
static char *annotate(const struct result *r, const char *path, size_t count)
{
    struct github_annotations a;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    github_annotations_init(&a, out);
    for (size_t i = 0; i < count; i++)
        github_annotations_result(&a, "libuv", path, r);
    github_annotations_finish(&a);
    fclose(out);
    return text;
}

static size_t count_lines(const char *text, const char *start)
{
    size_t n = 0;
    for (const char *at = text; *at; at += strcspn(at, "\n") + 1)
        n += strncmp(at, start, strlen(start)) == 0;
    return n;
}

static void test_commands(const char *folder)
{
    struct result *r = sample_result("a/b", VERDICT_FAIL, "50% late, at 1:2");
    char *path = xasprintf("%s/a,b.trace", folder);
    FILE *f = fopen(path, "w");
    fclose(f);
    unsetenv("GITHUB_ACTIONS");
    char *text = annotate(r, path, 1);
    is(text, "", "nobody listens, nothing is said");
    free(text);
    setenv("GITHUB_ACTIONS", "true", 1);
    setenv("GITHUB_WORKSPACE", folder, 1);
    text = annotate(r, path, 1);
    is(text,
       "::error file=a%2Cb.trace,title=fail%3A libuv a/b::a late poll callback delays the timer%0A"
       "DRIFT-5 TIMER-2: 50%25 late, at 1:2%0Aloopspec trace a/b -b libuv\n"
       "::notice title=loopspec::1 of 1 result not as expected\n",
       "an error with its file, and the total");
    free(text);
    free(r->marks);
    r->marks = xstrdup(" ++!??");
    text = annotate(r, path, 1);
    ok(strstr(text, "::error file=a%2Cb.trace,line=4,title=") == text, "and the line that broke");
    free(text);
    text = annotate(r, "/dev/null", 1);
    ok(strstr(text, "::error title=") == text, "a file from elsewhere is not named");
    free(text);
    sample_release(r);
    unlink(path);
    free(path);
}

static void test_count(void)
{
    struct result *good = sample_result("a/b", VERDICT_XFAIL, "known");
    struct result *bad = sample_result("a/b", VERDICT_CRASH, "gone");
    char *text = annotate(good, "x", 20);
    is(text, "", "what is as expected is not told");
    free(text);
    text = annotate(bad, "x", 10);
    is_int(count_lines(text, "::error "), 10, "ten errors");
    free(text);
    text = annotate(bad, "x", 37);
    is_int(count_lines(text, "::error "), 10, "never more");
    ok(strstr(text, "::notice title=loopspec::37 of 37 results not as expected, of which 10 are "
                    "shown\n") != NULL,
       "but all are counted");
    free(text);
    sample_release(good);
    sample_release(bad);
}

static void test_nasty(void)
{
    struct result *r = sample_nasty();
    char *text = annotate(r, "x", 1);
    is_int(count_lines(text, ""), 2, "whatever it says is one line, and the total");
    ok(strpbrk(text, "\r\001\033\xff") == NULL, "without control characters");
    ok(strstr(text, "%250A") != NULL, "what looks escaped is escaped again");
    free(text);
    sample_release(r);
}

int main(void)
{
    char folder[] = "/tmp/loopspec-annotate-XXXXXX";
    if (!mkdtemp(folder))
        skip_all("no temporary folder");
    test_commands(folder);
    test_count();
    test_nasty();
    rmdir(folder);
    return done_testing();
}
