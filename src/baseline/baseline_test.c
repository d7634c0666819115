/* A baseline reads as it was written, finds the entry for a profile, and is edited line by line:
 * what people wrote stays. */
#include "baseline/baseline.h"

#include <stdlib.h>
#include <string.h>

#include "tap/tap.h"

static const char text[] = "# known\n"
                           "case \"a/b\" \"old \\\"Node\\\"\" [node < 11]\n"
                           "case \"a/b\" \"new\" sometimes [node >= 11] until 2027-01-31 # why\n"
                           "\n"
                           "case \"c\" \"unexplained: x\"\n";

static struct profile profile_named(const char *name)
{
    struct profile p;
    struct diag d;
    if (profile_parse(name, &p, &d) < 0)
        abort();
    return p;
}

static void test_find(const struct baseline *b)
{
    struct profile old = profile_named("node-10"), new = profile_named("node-20");
    const struct baseline_entry *e = baseline_find(b, "a/b", &old);
    is(e ? e->reason : NULL, "old \"Node\"", "an entry by its profile");
    ok(e && !e->sometimes && !baseline_has_expired(e, "9999-12-31"), "which never expires");
    e = baseline_find(b, "a/b", &new);
    is(e ? e->reason : NULL, "new", "and by another one");
    ok(e && e->sometimes, "which fails sometimes");
    ok(e && !baseline_has_expired(e, "2027-01-30"), "not expired the day before");
    ok(e && baseline_has_expired(e, "2027-01-31"), "expired on the day");
    ok(!baseline_find(b, "a", &new) && !baseline_names(b, "a"), "no entry of another name");
    e = baseline_find(b, "c", &old);
    ok(e && baseline_is_unexplained(e) && e->at.line == 5, "an unexplained one, in its line");
}

static void test_edit(const struct baseline *b)
{
    bool none[3] = { false }, first[3] = { true };
    struct baseline_entry fresh = b->entry[1];
    char *same = baseline_edit(b, none, NULL, 0), *other = baseline_edit(b, first, &fresh, 1);
    is(same, text, "no change, the same bytes");
    is(other,
       "# known\n"
       "case \"a/b\" \"new\" sometimes [node >= 11] until 2027-01-31 # why\n"
       "\n"
       "case \"c\" \"unexplained: x\"\n"
       "case \"a/b\" \"new\" sometimes [node >= 11] until 2027-01-31\n",
       "a line less, a line more, comments kept");
    free(same);
    free(other);
    char *line = baseline_print(&b->entry[0]);
    is(line, "case \"a/b\" \"old \\\"Node\\\"\" [node < 11]\n",
       "quotes are written as they are read");
    free(line);
}

int main(void)
{
    struct diag d;
    struct baseline *b = baseline_parse("x.baseline", text, strlen(text), &d);
    ok(b && b->count == 3, "three entries");
    if (b) {
        test_find(b);
        test_edit(b);
    }
    baseline_free(b);
    static const char zero[] = "case \"a/b\" \0 \"a text that goes on behind a byte 0\"\n";
    b = baseline_parse("x.baseline", zero, sizeof zero - 1, &d);
    ok(!b && d.at.line == 1 && d.at.column == 12, "a byte 0 is refused where it stands");
    baseline_free(b);
    ok(!baseline_read("no/such/file", false, &d), "a file that must be there");
    b = baseline_read("no/such/file", true, &d);
    ok(b && b->count == 0, "one that need not");
    baseline_free(b);
    return done_testing();
}
