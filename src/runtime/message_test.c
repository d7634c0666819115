/* Messages: valid ones are read, all others are reported in a sentence; a request contains the
 * scenario in both forms. */
#include "runtime/message.h"

#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "interface/can.h"
#include "base/mem.h"
#include "scenario/words.h"
#include "tap/tap.h"

#define HELLO "{\"type\":\"hello\",\"protocol\":1,\"name\":\"n\",\"version\":\"1\","

static const struct {
    const char *line, *why;
} wrong[] = {
    { "", "no JSON object: $" },
    { "nonsense\ttext", "no JSON object: nonsense text$" },
    { "[1]", "no JSON object" },
    { "{\"type\":1}", "unknown type '\\?'" },
    { "{\"type\":\"end\",\"type\":\"end\",\"id\":1}", "no JSON object" },
    { "{}", "unknown type" },
    { "{\"type\":\"run\",\"id\":1}", "unknown type 'run'" },
    { "{\"type\":\"end\"}", "without the 'id'" },
    { "{\"type\":\"end\",\"id\":\"1\"}", "without the 'id'" },
    { "{\"type\":\"end\",\"id\":1,\"signal\":\"KILL\"}", "unknown signal 'KILL'" },
    { "{\"type\":\"log\",\"id\":1}", "without a label" },
    { "{\"type\":\"log\",\"id\":1,\"label\":\"\"}", "without a label" },
    { "{\"type\":\"log\",\"id\":1,\"label\":\"a\\u0000b\"}", "no JSON object" },
    { "{\"type\":\"log\",\"id\":1,\"label\":\"\xc3\xa4\"}", "without a label" },
    { "{\"type\":\"log\",\"id\":1,\"label\":"
      "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
      "aaaaaaaaa\"}",
      "without a label" },
    { "{\"type\":\"log\",\"id\":1,\"label\":\"a\",\"value\":1.5}", "value of 'a' is neither" },
    { "{\"type\":\"log\",\"id\":1,\"label\":\"a\",\"value\":\"x\"}", "value of 'a' is neither" },
    { "{\"type\":\"log\",\"id\":1,\"label\":\"a\",\"at_ns\":-1}", "time of 'a'" },
    { "{\"type\":\"log\",\"id\":1,\"label\":\"a\",\"at_ns\":\"1\"}", "time of 'a'" },
    { "{\"type\":\"log\",\"id\":1,\"label\":\"a\",\"held_ns\":-1}", "held_ns of 'a'" },
    { "{\"type\":\"error\",\"id\":1}", "'reason' is no text" },
    { "{\"type\":\"hello\"}", "protocol 1" },
    { HELLO "\"layers\":[\"node\"]}", "no list 'can'" },
    { HELLO "\"layers\":[\"node\"],\"can\":[1]}", "unknown capability '\\?'" },
    { HELLO "\"layers\":[\"moon\"],\"can\":[]}", "unknown layer 'moon'" },
    { HELLO "\"can\":[]}", "names no layer" },
    { HELLO "\"layers\":[\"node\"],\"can\":[],\"lacks\":[\"imediate\"]}", "word 'imediate'" },
    { HELLO "\"layers\":[\"node\"],\"can\":[],\"lacks\":[7]}", "word '\\?'" },
    { HELLO "\"layers\":[\"node\"],\"can\":[],\"lacks\":\"tick\"}", "'lacks' is no list" },
    { HELLO "\"profile\":7,\"layers\":[\"node\"],\"can\":[]}", "'profile' is no text" },
};

static int parse(const char *line, struct message *m)
{
    char why[200];
    return message_parse(line, strlen(line), m, why);
}

static void test_wrong(void)
{
    struct message m;
    char why[200];
    for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
        why[0] = '\0';
        is_int(message_parse(wrong[i].line, strlen(wrong[i].line), &m, why), -1, "refused: %s",
               wrong[i].line);
        like(why, wrong[i].why, "  with the reason");
    }
}

static void test_right(void)
{
    struct message m;
    is_int(parse(HELLO "\"layers\":[\"node\",\"core\"],\"can\":[\"javascript\",\"poll\"],\"x\":1}",
                 &m),
           0, "a hello");
    is_int(m.hello.can, CAN_JAVASCRIPT | LOOP_CAN_POLL, "  has capabilities");
    is_int(m.hello.layers, LAYER_BIT(LAYER_NODE) | LAYER_BIT(LAYER_CORE), "  and layers");
    is(m.hello.profile, "", "  and perhaps a profile");
    is_int(parse("{\"type\":\"wait\",\"id\":7}", &m), 0, "a request for time");
    ok(m.kind == MESSAGE_WAIT && m.id == 7, "  with its id");
    is_int(parse("{\"type\":\"log\",\"id\":7,\"label\":\"a.b-1\"}", &m), 0, "a log");
    ok(m.kind == MESSAGE_LOG && m.id == 7 && !m.has_value && !m.has_time, "  with a label alone");
    is(m.label, "a.b-1", "  which is kept");
    is_int(parse("{\"type\":\"log\",\"id\":7,\"label\":\"a\",\"value\":-3,\"at_ns\":12}", &m), 0,
           "a log");
    ok(m.has_value && m.value == -3 && m.has_time && m.at_ns == 12, "  with a value and a time");
    is_int(m.held_ns, 0, "  and no word of a processor");
    parse("{\"type\":\"log\",\"id\":7,\"label\":\"a\",\"held_ns\":9}", &m);
    is_int(m.held_ns, 9, "a log may say how long it was held up");
    parse("{\"type\":\"log\",\"id\":7,\"label\":\"a\",\"value\":\"ENOENT\"}", &m);
    is_int(m.value, -2, "a value may be an errno name");
    parse("{\"type\":\"end\",\"id\":7,\"signal\":\"SIGBUS\"}", &m);
    is_int(m.signal, SIGBUS, "an end by a signal");
    parse("{\"type\":\"end\",\"id\":7,\"timeout\":true}", &m);
    ok(m.overtime && !m.stuck, "an end when the time was up");
    parse("{\"type\":\"end\",\"id\":7,\"stuck\":true}", &m);
    ok(m.stuck && !m.overtime, "an end since nothing could wake it");
    parse("{\"type\":\"end\",\"id\":7,\"code\":3}", &m);
    ok(!m.overtime && !m.signal, "an end by itself, whatever the code");
    parse("{\"type\":\"unsupported\",\"id\":7,\"reason\":\"a\\nb\"}", &m);
    is(m.reason, "a b", "a reason is one line");
    char *longest = xasprintf("{\"type\":\"error\",\"id\":7,\"reason\":\"%0198d\xc3\xa4\xc3\xa4\"}",
                              0);
    parse(longest, &m);
    is_int(strlen(m.reason), 198, "a reason that is cut ends with a whole letter");
    free(longest);
}

static json_t *request(const char *file, const char *source, bool real_clock)
{
    const struct message_way way = { real_clock, "/lib/world.so", 17280000000000001, 1500,
                                     .share = !real_clock };
    struct diag d;
    struct scenario s;
    if (scenario_parse(&s, file, source, strlen(source), &d) < 0)
        return NULL;
    char *line = message_run(9, &s, file, &way);
    json_t *o = json_loads(line, 0, NULL);
    ok(strchr(line, '\n') == line + strlen(line) - 1, "a request is one line");
    free(line);
    scenario_release(&s);
    return o;
}

static void test_requests(void)
{
    json_t *o = request("a.loop", "title \"t\"\nrules A-1\nlayer node\n\ntimeout 5ms { log a }\n",
                        true);
    is_int(json_integer_value(json_object_get(o, "id")), 9, "of its id");
    is_int(json_integer_value(json_object_get(o, "timeout_ms")), 1500, "its time");
    is_int(json_integer_value(json_object_get(o, "begin_ns")), 17280000000000001, "its uptime");
    is(json_string_value(json_object_get(o, "clock")), "real", "its clock");
    ok(!json_object_get(o, "world"), "on the real clock no library");
    ok(!json_object_get(o, "share"), "by itself a process of its own");
    like(json_string_value(json_object_get(o, "javascript")), "setTimeout", "its JavaScript");
    const json_t *step = json_array_get(json_object_get(json_object_get(o, "tree"), "steps"), 0);
    is(json_string_value(json_object_get(step, "word")), "timeout", "and its tree");
    json_decref(o);
    o = request("a.loop", "title \"t\"\nrules A-1\n\ntimer 5ms { log a }\n", false);
    is(json_string_value(json_object_get(o, "world")), "/lib/world.so", "the world's library");
    ok(json_is_true(json_object_get(o, "share")), "or one that it may share");
    ok(json_is_null(json_object_get(o, "javascript")), "a program without JavaScript has none");
    like(json_string_value(json_object_get(o, "why")), "no JavaScript form", "and says why");
    json_decref(o);
    o = request("a.js", "// title \"t\"\n// rules A-1\n// layer node\n\nlog('a');\n", true);
    like(json_string_value(json_object_get(o, "javascript")), "global.log = .*log\\('a'\\)",
         "a script comes with its log");
    ok(json_is_null(json_object_get(o, "tree")), "and has no tree");
    json_decref(o);
}

int main(void)
{
    test_wrong();
    test_right();
    test_requests();
    return done_testing();
}
