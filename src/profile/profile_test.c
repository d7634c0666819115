/* Versions compare as numbers, a short name is completed, and a condition holds for exactly the
 * profiles that it names. */
#include "profile/profile.h"

#include <string.h>

#include "tap/tap.h"

#define ROWS(a) (sizeof(a) / sizeof(a)[0])

static struct version version(const char *text)
{
    struct version v;
    ok(version_parse(text, &v), "%s is a version", text);
    return v;
}

static void test_versions(void)
{
    static const struct {
        const char *a, *b;
        int order;
    } rows[] = {
        { "1.9", "1.10", -1 },     { "1.44.2", "1.44.10", -1 }, { "2", "1.99.99", 1 },
        { "1.45", "1.45.0", 0 },   { "1.45.1", "1.45", 1 },     { "20", "20.0.0", 0 },
        { "1.34.2", "1.4.20", 1 },
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        int order = version_compare(version(rows[i].a), version(rows[i].b));
        is_int((order > 0) - (order < 0), rows[i].order, "%s against %s", rows[i].a, rows[i].b);
    }
    static const char *const bad[] = { "",    ".",  "1.",     "1..2", "1.2.3.4", "v1",
                                       "1.x", "-1", "1.2.3-", " 1",   "100000",  "99999999999" };
    struct version v;
    for (size_t i = 0; i < ROWS(bad); i++)
        ok(!version_parse(bad[i], &v), "'%s' is no version", bad[i]);
}

static void test_builds(void)
{
    static const struct {
        const char *text, *release;
    } rows[] = {
        { "1.52.2-dev", "1.52.2" },
        { "1.45.0-rc1", "1.45" },
        { "27.0.0-rc.1", "27" },
        { "27.0.0-nightly2026050112ab34cd", "27" },
        { "2.1.12-stable", "2.1.12" },
        { "2.2.1-alpha-dev", "2.2.1" },
        { "2.74.6+really2.74.5", "2.74.6" },
        { "1.50-pre", "1.50" },
        { "1.44.2", "1.44.2" },
    };
    struct version v;
    char printed[24];
    for (size_t i = 0; i < ROWS(rows); i++) {
        ok(version_parse_build(rows[i].text, &v), "'%s' is the version of a build", rows[i].text);
        is(version_print(v, printed), rows[i].release, "'%s' is judged as its release",
           rows[i].text);
    }
    static const char *const bad[] = { "",        "dev",    "-dev",    "1.52.",  "1.52.2-",
                                       "1.52.2 ", "1.5x",   "1.2.3.4", "1.2_3",  "1.52.2-d v",
                                       "v1.52.2", "1..2-x", "1.2/3",   "1.2.-x", "100000-dev" };
    for (size_t i = 0; i < ROWS(bad); i++)
        ok(!version_parse_build(bad[i], &v), "'%s' is not the version of a build", bad[i]);
}

/* Nothing is judged by the rules of a version that nobody has examined, and the note says so. */
static void test_nearest_known(void)
{
    static const struct {
        const char *text, *full, *note;
    } rows[] = {
        { "libuv-1.52.1", "node-26/libuv-1.52.1", "" },
        { "libuv-1.49.1", "node-26/libuv-1.49.1", "" },
        { "libuv-1.27", "node-26/libuv-1.27.0", "" },
        { "libuv-1.52.2-dev", "node-26/libuv-1.52.1",
          "libuv 1.52.2 is newer than all known versions, so it is judged as 1.52.1" },
        { "libuv-9.9.9", "node-26/libuv-1.52.1",
          "libuv 9.9.9 is newer than all known versions, so it is judged as 1.52.1" },
        { "libuv-1.26.9", "node-26/libuv-1.27.0",
          "libuv 1.26.9 is older than all known versions, so it is judged as 1.27" },
        { "node-26.10.0", "node-26.10/libuv-1.52.1", "" },
        { "node-8", "node-10/libuv-1.34.2",
          "node 8 is older than all known versions, so it is judged as 10" },
        { "node-27.0.0-pre/libuv-1.53.0-dev", "node-26/libuv-1.52.1",
          "node 27 is newer than all known versions, so it is judged as 26; "
          "libuv 1.53 is newer than all known versions, so it is judged as 1.52.1" },
        { "browser", "browser/libuv-1.52.1", "" },
        { "any", "any", "" },
        { "libev-4.33", "libev-4.33", "" },
        { "libev-4.15", "libev-4.33",
          "libev 4.15 is older than all known versions, so it is judged as 4.33" },
        { "libevent-2.1.12-stable", "libevent-2.1.12", "" },
        { "glib-2.84.1", "glib-2.74.6",
          "glib 2.84.1 is newer than all known versions, so it is judged as 2.74.6" },
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        char buffer[64], note[PROFILE_NOTE_MAX];
        struct profile p;
        struct diag d;
        is_int(profile_parse(rows[i].text, &p, &d), 0, "%s is a profile", rows[i].text);
        profile_use_nearest_known(&p, NULL, note);
        is(profile_print(&p, buffer), rows[i].full, "%s is judged as %s", rows[i].text,
           rows[i].full);
        is(note, rows[i].note, "%s: and that is said where it is another", rows[i].text);
    }
    for (size_t i = 0; i < profile_known_count(NULL); i++) {
        char before[64], after[64], note[PROFILE_NOTE_MAX];
        struct profile p = profile_known(NULL, i);
        profile_print(&p, before);
        profile_use_nearest_known(&p, NULL, note);
        is(profile_print(&p, after), before, "%s is known", before);
    }
}

static void test_names(void)
{
    static const struct {
        const char *text, *full;
    } rows[] = {
        { "libuv-1.44.1", "node-26/libuv-1.44.1" },
        { "libuv-1.50", "node-26/libuv-1.50.0" },
        { "libuv-2", "node-26/libuv-2.0.0" },
        { "node-10", "node-10/libuv-1.34.2" },
        { "node-11", "node-11/libuv-1.27.0" },
        { "node-12", "node-12/libuv-1.40.0" },
        { "node-15", "node-15/libuv-1.41.0" },
        { "node-20", "node-20/libuv-1.46.0" },
        { "node-24", "node-24/libuv-1.52.1" }, /* its last release has the libuv of 26, */
        { "node-23", "node-23/libuv-1.50.0" }, /* and the last of 23 is older than the last of 22 */
        { "node-22", "node-22/libuv-1.51.0" },
        { "node-20.20.2", "node-20.20.2/libuv-1.46.0" },
        { "node-18.3", "node-18.3/libuv-1.44.2" },
        { "node-26", "node-26/libuv-1.52.1" },
        { "node-99", "node-99/libuv-1.52.1" },
        { "node-8", "node-8/libuv-1.34.2" },
        { "node-26/libuv-1.50.0", "node-26/libuv-1.50.0" },
        { "node-10/libuv-1.52", "node-10/libuv-1.52.0" },
        { "browser", "browser/libuv-1.52.1" },
        { "browser/libuv-1.45", "browser/libuv-1.45.0" },
        { "any", "any" },
        { "libev", "libev-4.33" },
        { "libev-4.15", "libev-4.15" },
        { "libevent-2.1.12", "libevent-2.1.12" },
        { "glib-2.74.6", "glib-2.74.6" },
        { "sd-event", "sd-event-252" },
        { "sd-event-252", "sd-event-252" },
        { "tevent-0.14.1", "tevent-0.14.1" },
        { "libuev", "libuev-2.4" },
    };
    char buffer[64];
    struct diag d;
    struct profile p;
    for (size_t i = 0; i < ROWS(rows); i++) {
        is_int(profile_parse(rows[i].text, &p, &d), 0, "%s is a profile", rows[i].text);
        is(profile_print(&p, buffer), rows[i].full, "%s completes itself", rows[i].text);
        is_int(profile_parse(buffer, &p, &d), 0, "%s reads back", rows[i].full);
        profile_print_short(&p, buffer);
        is_int(profile_parse(buffer, &p, &d), 0, "so does the short name %s", buffer);
        is(profile_print(&p, buffer), rows[i].full, "as the same profile");
    }
    static const struct {
        const char *full, *brief;
    } names[] = {
        { "node-26/libuv-1.50.0", "libuv-1.50.0" },
        { "node-20/libuv-1.46.0", "node-20" },
        { "node-10/libuv-1.52.0", "node-10/libuv-1.52.0" },
        { "browser/libuv-1.52.1", "browser" },
        { "libev-4.33", "libev-4.33" },
        { "any", "any" },
    };
    for (size_t i = 0; i < ROWS(names); i++) {
        is_int(profile_parse(names[i].full, &p, &d), 0, "%s is a profile", names[i].full);
        is(profile_print_short(&p, buffer), names[i].brief, "and %s is short for it", buffer);
    }
    p = profile_of_libuv((struct version){ { 1, 44, 2 } });
    is(profile_print(&p, buffer), "node-26/libuv-1.44.2", "a loaded libuv has the newest node");
}

static void test_bad_names(void)
{
    static const struct {
        const char *text, *hint;
    } rows[] = {
        { "libuv-1.44.x", "did you mean 'libuv-1.44" },
        { "node", "known: libuv-1.34.2" },
        { "nodee-26", "did you mean 'node-26'" },
        { "browse", "did you mean 'browser'" },
        { "bun", "known:" },
        { "", "known:" },
        { "node-", "known:" },
        { "libuv-1.50/node-26", "known:" },
        { "node-26/", "known:" },
        { "node-26/libuv", "known:" },
        { "browser-1", "did you mean 'browser'" },
        { "node-26/libuv-1.50/x", "known:" },
        { "any-1", "did you mean 'any'" },
        { "libev-", "known:" },
        { "libevents", "known:" },
        { "node-26/libev-4.33", "known:" },
    };
    struct profile p;
    struct diag d;
    for (size_t i = 0; i < ROWS(rows); i++) {
        is_int(profile_parse(rows[i].text, &p, &d), -1, "'%s' is no profile", rows[i].text);
        ok(strstr(d.message, "a profile is libuv-VERSION, node-VERSION, browser or") != NULL,
           "'%s': the message lists the forms", rows[i].text);
        ok(strstr(d.hint, rows[i].hint) != NULL, "'%s': hint: %s", rows[i].text, d.hint);
        ok(strstr(d.hint, "1.52.1, node-10 11 12 15 20 24 26, browser, any, libev-4.33,"
                          " libevent-2.1.12, glib-2.74.6, sd-event-252, tevent-0.14.1, libuev-2.4,"
                          " asyncio-3.11") != NULL,
           "'%s': the hint lists the known names", rows[i].text);
        is_int(diag_exit_status(&d), 2, "'%s' is the user's fault", rows[i].text);
    }
    char endless[200];
    memset(endless, 'n', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    is_int(profile_parse(endless, &p, &d), -1, "a very long name is no profile");
}

static void test_known(void)
{
    bool below = false, above = false;
    is_int(profile_known_count(NULL), 31, "all profiles are known");
    for (size_t i = 0; i < profile_known_count(NULL); i++) {
        struct profile p = profile_known(NULL, i), again;
        struct diag d;
        is_int(profile_parse(profile_known_name(NULL, i), &again, &d), 0, "%s parses",
               profile_known_name(NULL, i));
        ok(version_compare(p.libuv, again.libuv) == 0 && p.host == again.host &&
               p.family == again.family,
           "%s is what its name says", profile_known_name(NULL, i));
        below = below || version_compare(p.libuv, (struct version){ { 1, 47, 0 } }) == 0;
        above = above || version_compare(p.libuv, (struct version){ { 1, 48, 0 } }) == 0;
    }
    ok(below && above, "both sides of a switch are known");
}

/* Parse a condition, brackets included; false with the diag filled in. */
static bool condition(const char *text, struct condition *c, struct diag *d)
{
    struct lexer lx;
    if (lex_init(&lx, "t", text, strlen(text), d) < 0)
        return false;
    bool parsed = condition_parse(&lx, c) == 0 && lx.token.kind == LEX_END;
    lex_release(&lx);
    return parsed;
}

static void test_conditions(void)
{
    static const struct {
        const char *text, *profile;
        bool holds;
    } rows[] = {
        { "[libuv >= 1.48]", "libuv-1.48.0", true },
        { "[libuv >= 1.48]", "libuv-1.47.9", false },
        { "[libuv >= 1.9]", "libuv-1.10", true },
        { "[libuv < 1.45]", "libuv-1.44.2", true },
        { "[libuv < 1.45]", "libuv-1.45.0", false },
        { "[libuv < 1.44.2]", "libuv-1.44.1", true },
        { "[libuv < 1.44.2]", "libuv-1.44.2", false },
        { "[libuv == 1.45]", "libuv-1.45.3", true },
        { "[libuv == 1.45.0]", "libuv-1.45.3", false },
        { "[libuv == 1.45]", "libuv-1.46.0", false },
        { "[libuv <= 1.44]", "libuv-1.44.2", true },
        { "[libuv > 1.44]", "libuv-1.44.2", false },
        { "[libuv > 1.44]", "libuv-1.45.0", true },
        { "[libuv > 1.44.1]", "libuv-1.44.2", true },
        { "[node < 11]", "node-10", true },
        { "[node < 11]", "node-11", false },
        { "[node >= 11]", "libuv-1.34.2", true },
        { "[node >= 11]", "browser", false },
        { "[node]", "node-20", true },
        { "[node]", "browser", false },
        { "[browser]", "browser", true },
        { "[browser]", "node-26", false },
        { "[libuv >= 1.52]", "browser", true },
        { "[libuv >= 1.45 and libuv < 1.46]", "libuv-1.45.0", true },
        { "[libuv >= 1.45 and libuv < 1.46]", "libuv-1.46.0", false },
        { "[node >= 11 and libuv < 1.45]", "node-12", true },
        { "[node >= 11 and libuv < 1.45]", "node-20", false },
        { "[libuv]", "libuv-1.34.2", true },
        { "[libuv]", "browser", true },
        { "[libuv]", "any", false },
        { "[libuv >= 1.45]", "libev-4.33", false },
        { "[libev]", "libev-4.33", true },
        { "[libev >= 4.30]", "libev-4.4", false },
        { "[libev]", "any", false },
        { "[libev]", "libevent", false },
        { "[libevent >= 2.1]", "libevent-2.1.12", true },
        { "[glib]", "glib-2.74", true },
        { "[glib]", "libuv-1.50", false },
        { "[sd-event]", "sd-event-252", true },
        { "[sd-event >= 252]", "sd-event-251", false },
        { "[tevent]", "libuev", false },
        { "[libuev == 2.4]", "libuev-2.4", true },
#ifdef __linux__
        { "[linux]", "node-20", true },
        { "[linux and browser]", "node-20", false },
#endif
    };
    char buffer[160];
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct condition c;
        struct profile p;
        struct diag d;
        ok(condition(rows[i].text, &c, &d), "%s parses", rows[i].text);
        is_int(profile_parse(rows[i].profile, &p, &d), 0, "%s parses", rows[i].profile);
        ok(condition_holds(&c, &p) == rows[i].holds, "%s %s for %s", rows[i].text,
           rows[i].holds ? "holds" : "does not hold", rows[i].profile);
        is(condition_print(&c, buffer), rows[i].text, "%s prints as itself", rows[i].text);
    }
}

static void test_bad_conditions(void)
{
    static const struct {
        const char *text, *message, *hint;
        uint32_t column;
    } rows[] = {
        { "[]",
          "expected libuv, libev, libevent, glib, sd-event, tevent, libuev, asyncio, node, browser "
          "or "
          "linux, found ']'",
          "as in [libuv", 2 },
        { "[libvu >= 1]", "found 'libvu'", "did you mean 'libuv'?", 2 },
        { "[libuv = 1.45]", "'=' is no comparison", "write ==", 8 },
        { "[libuv >= ]", "expected a version, found ']'", "one to three numbers", 11 },
        { "[libuv >= 1.4x]", "expected a version, found '1.4x'", "one to three", 11 },
        { "[libuv >= 5ms]", "expected a version, found '5ms'", "one to three", 11 },
        { "[browser >= 1]", "'browser' takes no version", "only loops and node", 10 },
        { "[linux == 6]", "'linux' takes no version", "only loops and node", 8 },
        { "[libuv >= 1.45 and < 1.46]", "found '<'", "repeat the subject", 20 },
        { "[libuv >= 1.45, node]", "expected 'and' or ']', found ','", "as in: ", 15 },
        { "[node < 11 and", "found the end of the file", "as in", 15 },
        { "[node", "expected 'and' or ']', found the end of the file", "as in: ", 6 },
        { "[node and node and node and node and node]", "at most 4 terms", "", 38 },
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct condition c;
        struct diag d = { 0 };
        ok(!condition(rows[i].text, &c, &d), "%s is refused", rows[i].text);
        ok(strstr(d.message, rows[i].message) != NULL, "%s: %s", rows[i].text, d.message);
        ok(strstr(d.hint, rows[i].hint) != NULL, "%s: hint: %s", rows[i].text, d.hint);
        is_int(d.at.column, rows[i].column, "%s: the column", rows[i].text);
    }
}

static void test_families(void)
{
    static const struct {
        const char *profile;
        uint64_t said_of;
        bool concerns;
    } rows[] = {
        { "libuv-1.50", FAMILY_BIT(FAMILY_LIBUV), true },
        { "libuv-1.50", FAMILY_BIT(FAMILY_LIBEV), false },
        { "libuv-1.50", FAMILY_BIT(FAMILY_ANY), true },
        { "node-20", FAMILY_BIT(FAMILY_LIBUV), true },
        { "browser", FAMILY_BIT(FAMILY_LIBUV), true },
        { "libev", FAMILY_BIT(FAMILY_LIBUV), false },
        { "libev", FAMILY_BIT(FAMILY_LIBEV) | FAMILY_BIT(FAMILY_GLIB), true },
        { "libev", FAMILY_BIT(FAMILY_ANY), true },
        { "any", FAMILY_BIT(FAMILY_ANY), true },
        { "any", FAMILIES_ALL & ~FAMILY_BIT(FAMILY_ANY), false },
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        char set[FAMILIES_TEXT_SIZE];
        struct profile p;
        struct diag d;
        is_int(profile_parse(rows[i].profile, &p, &d), 0, "%s parses", rows[i].profile);
        ok(profile_concerns(&p, rows[i].said_of) == rows[i].concerns, "what is said of %s %s %s",
           families_print(rows[i].said_of, NULL, set), rows[i].concerns ? "concerns" : "is not for",
           rows[i].profile);
    }
    char all[FAMILIES_TEXT_SIZE];
    is(families_print(FAMILIES_ALL, NULL, all),
       "libuv, any, libev, libevent, glib, sd-event, tevent, libuev, asyncio", "all of them");
}

int main(void)
{
    test_versions();
    test_families();
    test_builds();
    test_nearest_known();
    test_names();
    test_bad_names();
    test_known();
    test_conditions();
    test_bad_conditions();
    return done_testing();
}
