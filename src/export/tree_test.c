/* A tree has all that a program says, and nothing that it does not say. */
#include "export/tree.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "tap/tap.h"

static const struct {
    const char *head, *step, *json;
} rows[] = {
    { "", "log a b", "{\"word\":\"log\",\"line\":4,\"labels\":[\"a\",\"b\"]}" },
    { "", "t = timer 5ms repeat 2ms { log a }",
      "{\"word\":\"timer\",\"line\":4,\"name\":\"t\",\"after_ns\":5000000,\"repeat_ns\":2000000,"
      "\"body\":[{\"word\":\"log\",\"line\":4,\"labels\":[\"a\"]}]}" },
    { "", "timer forever { }",
      "{\"word\":\"timer\",\"line\":4,\"after_ns\":\"forever\",\"body\":[]}" },
    { "", "idle stopped { }", "{\"word\":\"idle\",\"line\":4,\"stopped\":true,\"body\":[]}" },
    { "", "poll writable after 1ms { }",
      "{\"word\":\"poll\",\"line\":4,\"event\":\"writable\",\"after_ns\":1000000,\"body\":[]}" },
    { "", "observe alive",
      "{\"word\":\"observe\",\"line\":4,\"what\":\"alive\",\"labels\":[\"alive\"]}" },
    { "", "run once", "{\"word\":\"run\",\"line\":4,\"mode\":\"once\"}" },
    { "", "stop loop", "{\"word\":\"stop loop\",\"line\":4}" },
    { "", "first 3 { log a } else { }",
      "{\"word\":\"first\",\"line\":4,\"count\":3,\"body\":[{\"word\":\"log\",\"line\":4,"
      "\"labels\":"
      "[\"a\"]}],\"else\":[]}" },
    { "layer node\n", "promise { } then { log a } then { }",
      "{\"word\":\"promise\",\"line\":5,\"body\":[],\"then\":[[{\"word\":\"log\",\"line\":5,"
      "\"labels\":"
      "[\"a\"]}],[]]}" },
    { "layer node\n", "on exit { }",
      "{\"word\":\"on\",\"line\":5,\"event\":\"exit\",\"body\":[]}" },
};

static json_t *tree_of(const char *head, const char *step)
{
    struct diag d;
    char *source = xasprintf("title \"t\"\nrules A-1\n%s\n%s\n", head, step);
    struct program *p = program_parse("t.loop", source, strlen(source), &d);
    json_t *tree = p ? export_tree(p) : NULL;
    program_free(p);
    free(source);
    return tree;
}

int main(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        json_t *tree = tree_of(rows[i].head, rows[i].step);
        json_t *step = json_array_get(json_object_get(tree, "steps"), 0);
        char *text = step ? json_dumps(step, JSON_COMPACT) : xstrdup("none");
        is(text, rows[i].json, "%s", rows[i].step);
        free(text);
        json_decref(tree);
    }
    json_t *tree = tree_of("workers 2\nbudget 9\nneeds poll\nlayer node\n", "log a");
    json_object_del(tree, "steps");
    char *text = json_dumps(tree, JSON_COMPACT);
    is(text,
       "{\"title\":\"t\",\"rules\":[\"A-1\"],\"layer\":\"node\",\"needs\":[\"poll\"],\"workers\":"
       "\"2\","
       "\"budget\":9}",
       "the head");
    free(text);
    json_decref(tree);
    return done_testing();
}
