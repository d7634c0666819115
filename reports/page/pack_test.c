/* Packing keeps every value, stores equal values once, and cleans every text. */
#include "reports/page/pack.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "tap/tap.h"

static json_t *parse(const char *text)
{
    json_t *value = json_loads(text, JSON_DECODE_ANY, NULL);
    assert(value);
    return value;
}

static char *print(const struct pack *p)
{
    char *text = NULL;
    FILE *out = xopen_memstream(&text, NULL);
    pack_print(p, out);
    fclose(out);
    return text;
}

static void join(json_t *text, const char *separator, json_t *piece)
{
    char *longer = xasprintf("%s%s%s", json_string_value(text), separator,
                             json_string_value(piece));
    json_string_set(text, longer);
    free(longer);
}

/* Unpacks as data.js does; returns a new reference. */
static json_t *unpack(const json_t *values, size_t place)
{
    json_t *value = json_array_get(values, place);
    if (!json_is_array(value))
        return json_incref(value);
    json_t *head = unpack(values, (size_t)json_integer_value(json_array_get(value, 0)));
    json_t *made = json_is_array(head)    ? json_object()
                   : json_is_string(head) ? json_string("")
                                          : json_array();
    for (size_t i = 1; i < json_array_size(value); i++) {
        size_t at = (size_t)json_integer_value(json_array_get(value, i));
        assert(at < place);
        json_t *member = unpack(values, at);
        if (json_is_array(head))
            json_object_set(made, json_string_value(json_array_get(head, i - 1)), member);
        else if (json_is_string(head))
            join(made, i > 1 ? json_string_value(head) : "", member);
        else
            json_array_append(made, member);
        json_decref(member);
    }
    json_decref(head);
    return made;
}

static const char *const values[] = {
    "{\"a\":[1,2,{\"b\":null,\"c\":\"x\"}],\"d\":{\"b\":true,\"c\":-1.5}}",
    "[]",
    "{}",
    "[[],{},[[]],\"\",0,\"0\",null]",
    "\"a \\\"quoted\\\" \\\\ word\"",
    "9007199254740993",
    "\"void a\\n\\nvoid b\\n\\n\\n\\nvoid c\\n\\n\"",
    "\"loopspec trace x -b libuv -b y\"",
    "[\"\\n\\n\",\" -b \",{\"a\":\"\\n\\n\"}]",
};

static void test_values(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(values); i++) {
        struct pack *p = pack_new();
        uint32_t place = pack_add(p, parse(values[i]));
        char *text = print(p);
        json_t *all = parse(text), *back = unpack(all, place), *wanted = parse(values[i]);
        ok(json_equal(back, wanted), "value %zu comes back: %s", i, values[i]);
        is_int(place, json_array_size(all) - 1, "and is the last");
        json_decref(all);
        json_decref(back);
        json_decref(wanted);
        free(text);
        pack_free(p);
    }
}

static void test_once(void)
{
    struct pack *p = pack_new();
    const char *trace = "[{\"label\":\"a\",\"at\":1},{\"label\":\"b\",\"at\":1}]";
    uint32_t first = pack_add(p, parse(trace));
    char *before = print(p);
    is_int(pack_add(p, parse(trace)), first, "equal values are one");
    uint32_t twice[] = { first, first };
    uint32_t list = pack_list(p, twice, 2);
    char *after = print(p), *end = xasprintf("\n,[0,%u,%u]\n]\n", first, first);
    is_int(list, first + 1, "a list of them is the next");
    is_int(strlen(after), strlen(before) + strlen(end) - strlen("\n]\n"), "and all that is added");
    ok(strstr(after, end) != NULL, "as their places");
    free(before);
    free(after);
    free(end);
    pack_free(p);
}

/* Enough values for the hash table to grow several times. */
static void test_many(void)
{
    struct pack *p = pack_new();
    bool same = true;
    for (json_int_t i = 0; i < 20000; i++)
        pack_add(p, json_integer(i));
    for (json_int_t i = 0; i < 20000; i++)
        same = same && pack_add(p, json_integer(i)) == (uint32_t)i + 1;
    ok(same, "twenty thousand values are found again");
    pack_free(p);
}

static void test_hostile(void)
{
    struct pack *p = pack_new();
    pack_add(p, json_string("</script><!-- \033[2J\n::error::x ##[group] \u202e"));
    char *text = print(p);
    ok(!strchr(text, '\033'), "no control character");
    ok(!strstr(text, "##["), "no command");
    ok(strstr(text, "</script><!-- \\\\x1b[2J\\n\\\\x3a:error::x") != NULL,
       "all of it is there to be shown");
    free(text);
    pack_free(p);
}

int main(void)
{
    test_values();
    test_once();
    test_many();
    test_hostile();
    return done_testing();
}
