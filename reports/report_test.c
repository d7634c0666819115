/* A report file is the old one or the complete new one. A report that cannot be written is the
 * system's fault; the message names the path, and no temporary file remains. */
#include "reports/report.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "reports/result/sample_test.h"
#include "tap/tap.h"

static const struct report_plan one_case = { .runs = 1, .cases_in_all = 1, .version = "0.1.0" };

/* Write one result to `spec`; returns what report_open() or report_close() returned. */
static int write_report(const char *spec, struct diag *d)
{
    struct report *r = report_open(spec, &one_case, d);
    if (!r)
        return -1;
    struct result_summary s = { .count = { [VERDICT_PASS] = 1 } };
    struct result *result = sample_result("a/b", VERDICT_PASS, "");
    report_run_begin(r, &sample_run);
    report_result(r, result);
    report_run_end(r, &s);
    sample_release(result);
    return report_close(r, d);
}

static int write_in(const char *format, const char *path, struct diag *d)
{
    char *spec = xasprintf("%s:%s", format, path);
    int rc = write_report(spec, d);
    free(spec);
    return rc;
}

static void put(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    fputs(text, f);
    fclose(f);
}

static bool begins_with(const char *path, const char *text)
{
    char buffer[64] = "";
    FILE *f = fopen(path, "r");
    if (!f)
        return false;
    size_t got = fread(buffer, 1, sizeof buffer - 1, f);
    fclose(f);
    return got >= strlen(text) && strncmp(buffer, text, strlen(text)) == 0;
}

static int count_files(const char *folder)
{
    int n = 0;
    DIR *d = opendir(folder);
    while (readdir(d))
        n++;
    closedir(d);
    return n - 2; /* . and .. */
}

static void test_formats(void)
{
    struct diag d;
    for (size_t i = 0; i < report_format_count(); i++) {
        const struct report_format *f = report_format_at(i);
        ok(report_format_find(f->name) == f, "%s is found by its name", f->name);
        is_int(write_in(f->name, "/dev/null", &d), 0, "%s writes to a device", f->name);
        is_int(write_in(f->name, "/dev/full", &d), -1, "%s notices a full one", f->name);
        is_int(d.fault, DIAG_SYSTEM, "which is the system's fault");
        is(d.message, "cannot write '/dev/full': No space left on device", "and is told");
    }
    struct stat st;
    ok(stat("/dev/full", &st) == 0 && S_ISCHR(st.st_mode), "a device is not replaced by a file");
}

static void test_usage(void)
{
    static const struct {
        const char *spec, *message, *hint;
    } bad[] = {
        { "jsn", "unknown report format 'jsn'", "did you mean 'json'?" },
        { "", "unknown report format ''", "^known formats: pretty tap" },
        { "json:", "no file name after 'json:'", "^$" },
    };
    for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
        struct diag d;
        ok(report_open(bad[i].spec, &one_case, &d) == NULL, "'%s' is refused", bad[i].spec);
        is_int(d.fault, DIAG_USER, "as the user's fault");
        is(d.message, bad[i].message, "with a message");
        like(d.hint, bad[i].hint, "and a hint");
    }
}

static void test_replace(const char *folder)
{
    struct diag d;
    struct stat st;
    char *path = xasprintf("%s/out:put.json", folder);
    char *name = xasprintf("%s/link", folder);
    put(path, "old");
    chmod(path, 0640);
    struct report *r = NULL;
    char *spec = xasprintf("json:%s", path);
    r = report_open(spec, &one_case, &d);
    is(report_path(r), path, "the path is all after the first colon");
    ok(begins_with(path, "old"), "while it is written the old file stands");
    report_abandon(r);
    ok(begins_with(path, "old"), "abandoned, it stands for good");
    is_int(count_files(folder), 1, "and nothing lies beside it");
    ok(symlink(path, name) == 0, "a link to it");
    is_int(write_in("json", name, &d), 0, "is written through");
    ok(begins_with(path, "{\"loopspec\":"), "the new report is in place");
    ok(lstat(name, &st) == 0 && S_ISLNK(st.st_mode), "the link is still a link");
    ok(stat(path, &st) == 0 && (st.st_mode & 0777) == 0640, "the mode is the old one's");
    is_int(count_files(folder), 2, "nothing is left beside it");
    unlink(path);
    is_int(write_in("json", name, &d), 0, "a link to nothing is written through, too");
    ok(begins_with(path, "{\"loopspec\":"), "to where it leads");
    unlink(name);
    unlink(path);
    free(spec);
    free(name);
    free(path);
}

/* A limit on the size of files simulates a full disk; it works for root, too. */
static void test_full(const char *folder, const char *format)
{
    struct diag d;
    struct rlimit old, none = { 0 };
    char *path = xasprintf("%s/r.report", folder);
    put(path, "old");
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &old);
    none.rlim_max = old.rlim_max;
    setrlimit(RLIMIT_FSIZE, &none);
    int rc = write_in(format, path, &d);
    setrlimit(RLIMIT_FSIZE, &old);
    is_int(rc, -1, "no room for the report: %s", format);
    is_int(d.fault, DIAG_SYSTEM, "is the system's fault");
    like(d.message, "r\\.report': File too large", "which says why");
    ok(begins_with(path, "old"), "the old report stands");
    is_int(count_files(folder), 1, "nothing is left beside it");
    unlink(path);
    free(path);
}

static void test_unwritable(const char *folder)
{
    static const struct {
        const char *what, *below, *why;
    } bad[] = {
        { "below a file", "file/x.json", "Not a directory" },
        { "in no folder", "none/x.json", "No such file or directory" },
        { "a folder", ".", "Is a directory" },
    };
    char *file = xasprintf("%s/file", folder);
    put(file, "old");
    for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
        struct diag d;
        char *path = xasprintf("%s/%s", folder, bad[i].below);
        is_int(write_in("tap", path, &d), -1, "%s: refused", bad[i].what);
        is_int(d.fault, DIAG_SYSTEM, "%s: the system's fault", bad[i].what);
        ok(strstr(d.message, bad[i].why) != NULL, "%s: %s", bad[i].what, d.message);
        free(path);
    }
    ok(begins_with(file, "old"), "what was there is untouched");
    unlink(file);
    free(file);
}

int main(void)
{
    char folder[] = "/tmp/loopspec-report-XXXXXX";
    if (!mkdtemp(folder))
        skip_all("no temporary folder: %s", strerror(errno));
    test_formats();
    test_usage();
    test_replace(folder);
    for (size_t i = 0; i < report_format_count(); i++)
        test_full(folder, report_format_at(i)->name);
    test_unwritable(folder);
    is_int(count_files(folder), 0, "all is cleaned up");
    rmdir(folder);
    return done_testing();
}
