/* An address leads to a page by https and contains plain text only; a section has a name, an
 * anchor, or both. */
#include "base/link.h"

#include <stdlib.h>
#include "base/mem.h"
#include "tap/tap.h"

static void test_addresses(void)
{
    static const struct {
        const char *text;
        bool good;
    } rows[] = {
        { "https://docs.libuv.org/en/v1.x/timer.html", true },
        { "https://github.com/libuv/libuv/pull/4250", true },
        { "https://a.b/c?d=e&f=%28g", true },
        { "https://a.b", true },
        { "http://docs.libuv.org/", false },
        { "HTTPS://docs.libuv.org/", false },
        { "javascript:alert(1)", false },
        { "docs.libuv.org", false },
        { "https://", false },
        { "https:///path", false },
        { "https://user@host/", false },
        { "https://a.b/c#d", false },
        { "https://a.b/c d", false },
        { "https://a.b/(c)", false },
        { "https://a.b/<c>", false },
        { "https://a.b/\"", false },
        { "https://a.b/`c`", false },
        { "https://a.b/\n", false },
        { "", false },
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        ok(link_is_address(rows[i].text) == rows[i].good, "'%s' is %s address", rows[i].text,
           rows[i].good ? "an" : "no");
}

static void test_sections(void)
{
    static const struct {
        const char *text;
        bool good;
        int name;
        const char *link;
    } rows[] = {
        { "#c.uv_run", true, 0, "https://a.b/c#c.uv_run" },
        { "uv__run_timers#L163-L170", true, 14, "https://a.b/c#L163-L170" },
        { "2.6 Close callbacks", true, 19, "https://a.b/c" },
        { "", false, 0, "https://a.b/c" },
        { "#", false, 0, NULL },
        { "name#", false, 4, NULL },
        { "#a#b", false, 0, NULL },
        { "#a b", false, 0, NULL },
        { "#a)", false, 0, NULL },
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        ok(link_is_section(rows[i].text) == rows[i].good, "'%s' is %s section", rows[i].text,
           rows[i].good ? "a" : "no");
        is_int(link_name_length(rows[i].text), rows[i].name, "its name");
        char *link = link_to("https://a.b/c", rows[i].text);
        if (rows[i].link)
            is(link, rows[i].link, "where it leads");
        free(link);
    }
    ok(link_has_anchor("#a") && !link_has_anchor("a"), "an anchor begins with '#'");
    char *none = link_to(NULL, "#a");
    is(none, "", "what has no address leads nowhere");
    free(none);
}

int main(void)
{
    test_addresses();
    test_sections();
    return done_testing();
}
