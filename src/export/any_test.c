/* Every export writes whatever the parser accepts, or says why not; none crashes, and none writes a
 * hole. Programs come from the fuzzer, and from the table of words: every form of every statement
 * in every kind of block, while the object that it acts on is made in every other, also in a
 * callback that is never called. */
#include <jansson.h>

#include "export/c.h"
#include "export/js.h"
#include "export/sample_test.h"
#include "export/tree.h"
#include "fuzz/generate.h"
#include "scenario/words.h"

enum { RANDOM_PROGRAMS = 400, FORMS_MAX = 64, FORM_SIZE = 160 };

/* A block, or several, around a statement. */
static const char *const around[LAYER_COUNT][14] = {
    [LAYER_CORE] = { "%s\n", "timer 1ms { %s }\n", "idle stopped { %s }\n",
                     "q = idle stopped { first 2 { %s } }\n", "r = check stopped { %s }\nstart r\n",
                     "close-me = async { }\nclose close-me { %s }\n", "loop { %s }\n",
                     "loop { prepare { %s } }\n",
                     "loop { u = prepare stopped { repeat 2 { %s } } }\n", "repeat 2 { %s }\n",
                     "first 1 { log y } else { %s }\n", "thread { %s }\n" },
    [LAYER_NODE] = { "%s\n", "timeout 1ms { %s }\n", "on exit { %s }\n", "flow { %s }\n",
                     "promise { } then { %s }\n", "x = tick { first 2 { %s } }\nagain x\n",
                     "repeat 2 { %s }\n", "first 1 { log y } else { %s }\n" },
    [LAYER_BROWSER] = { "%s\n", "timeout 1ms { %s }\n", "on uncaught { %s }\n", "flow { %s }\n",
                        "promise { } then { %s }\n", "x = frame { first 2 { %s } }\nagain x\n",
                        "repeat 2 { %s }\n" },
};

static const char *const parts[PART_KIND_COUNT][6] = {
    [PART_DELAY] = { "5ms", "forever" },
    [PART_EVERY] = { "repeat 2ms" },
    [PART_SPAN] = { "1.5ms", "0ms" },
    [PART_AFTER] = { "after 1ms" },
    [PART_STOPPED] = { "stopped" },
    [PART_EVENT] = { "readable", "writable", "readable disconnect" },
    [PART_SIGNAL] = { "hup", "winch" },
    [PART_TRANSPORT] = { "pipe", "tcp" },
    [PART_OPTION] = { "idle-time", "unknown" },
    [PART_QUESTION] = { "tcp-of-no-family", "udp-room", "child-folder" },
    [PART_TUNING] = { "send-at-once", "probe-after-60", "ttl-256" },
    [PART_ON] = { "uncaught", "rejection", "handled", "before-exit", "exit" },
    [PART_MODE] = { "default", "once", "nowait" },
    [PART_COUNT] = { "2" },
    [PART_TIMES] = { "times 3" },
    [PART_BYTES] = { "4" },
    [PART_BY] = { "by 3" },
    [PART_LABELS] = { "a", "a b" },
    [PART_BODY] = { "{ observe status }", "{ log c }", "{ first 1 { log d } }" },
    [PART_ELSE] = { "else { log e }" },
    [PART_ONCE] = { "once" },
    [PART_EXITS] = { "exits 3" },
    [PART_LASTS] = { "lasts" },
    [PART_THEN] = { "then { log f } then { }" },
};

/* ---- the forms of a statement ---- */

struct forms {
    char text[FORMS_MAX][FORM_SIZE];
    size_t count;
};

static void add_form(struct forms *to, const char *before, const char *part)
{
    if (to->count < FORMS_MAX)
        snprintf(to->text[to->count++], FORM_SIZE, "%s %s", before, part);
}

/* Each of `from` with each way to write the part; `handle` is what it acts on. */
static void extend(struct forms *to, const struct forms *from, uint8_t part, const char *handle)
{
    enum part kind = (enum part)(part & ~PART_OPTIONAL);
    to->count = 0;
    for (size_t i = 0; i < from->count; i++) {
        if (part & PART_OPTIONAL)
            add_form(to, from->text[i], "");
        if (kind == PART_NAME || kind == PART_FROM)
            add_form(to, from->text[i], handle);
        for (size_t k = 0; kind == PART_WHAT && k < OBSERVE_COUNT; k++) {
            char what[40];
            bool named = word_choice(GROUP_OBSERVE, k)->takes;
            snprintf(what, sizeof what, "%s%s%s", observe_word((enum observe_what)k),
                     named ? " " : "", named ? handle : "");
            add_form(to, from->text[i], what);
        }
        for (size_t k = 0; k < ARRAY_SIZE(parts[kind]) && parts[kind][k]; k++)
            add_form(to, from->text[i], parts[kind][k]);
    }
}

static void forms_of(struct forms *f, enum step_kind kind, const char *name, const char *handle)
{
    const struct word *w = word_of(kind);
    struct forms other;
    char whole[WORD_TEXT_SIZE];
    f->count = 1;
    snprintf(f->text[0], FORM_SIZE, "%s%s%s", name, name[0] ? " = " : "", word_whole(w, whole));
    for (size_t i = 0; i < WORD_PARTS_MAX && w->part[i]; i++) {
        other = *f;
        extend(f, &other, w->part[i], handle);
    }
}

/* ---- exporting ---- */

struct tally {
    unsigned parsed, written, refused, bad;
};

static void judge_text(struct tally *t, const struct program *p, char *text, const struct diag *d)
{
    bool good = text ? !has(text, "(null)") : d->message[0] && !has(d->message, "(null)");
    t->written += text != NULL;
    t->refused += !text;
    if (!good && t->bad++ < 3) {
        char *source = program_print(p);
        diag("%s\n%s", text ? text : d->message, source);
        free(source);
    }
    free(text);
}

static void export_all(struct tally *t, const struct program *p)
{
    struct diag d = { 0 };
    t->parsed++;
    judge_text(t, p, p->layer == LAYER_CORE ? export_c(p, &d) : export_js(p, &d), &d);
    json_t *tree = export_tree(p);
    char *text = json_dumps(tree, JSON_COMPACT);
    t->bad += !text;
    free(text);
    json_decref(tree);
}

static void export_text(struct tally *t, enum program_layer layer, const char *made,
                        const char *acts)
{
    struct diag d;
    char *source = xasprintf("title \"x\"\nrules A-1\nlayer %s\n\n%s%s", program_layer_name(layer),
                             made, acts);
    struct program *p = program_parse("any.loop", source, strlen(source), &d);
    if (p)
        export_all(t, p);
    program_free(p);
    free(source);
}

/* ---- every statement in every block ---- */

static void put_around(char *out, size_t size, const char *block, const char *inner)
{
    const char *at = strstr(block, "%s");
    snprintf(out, size, "%.*s%s%s", (int)(at - block), block, inner, at + 2);
}

static void export_pair(struct tally *t, enum program_layer layer, const char *maker,
                        const char *act)
{
    for (size_t i = 0; around[layer][i]; i++) {
        char made[2 * FORM_SIZE] = "";
        if (maker)
            put_around(made, sizeof made, around[layer][i], maker);
        for (size_t k = 0; around[layer][k]; k++) {
            char acts[2 * FORM_SIZE];
            put_around(acts, sizeof acts, around[layer][k], act);
            export_text(t, layer, made, acts);
        }
        if (!maker)
            return;
    }
}

static uint64_t takes(enum step_kind kind)
{
    return kind == STEP_OBSERVE ? word_choice(GROUP_OBSERVE, OBSERVE_ACTIVE)->takes
                                : word_of(kind)->takes;
}

static void export_word(struct tally *t, enum program_layer layer, enum step_kind kind)
{
    struct forms act, maker;
    size_t turn = 0;
    const char *name = word_makes(word_of(kind)) ? "new" : "";
    forms_of(&act, kind, "", "h");
    for (size_t i = 0; i < act.count && takes(kind) == 0; i++)
        export_pair(t, layer, NULL, act.text[i]);
    forms_of(&act, kind, name, "h");
    for (int made = 0; made < STEP_KIND_COUNT; made++) {
        const struct word *w = word_of((enum step_kind)made);
        if (!(takes(kind) & w->made) || !word_in_layer(w, layer))
            continue;
        forms_of(&maker, (enum step_kind)made, "h", "g");
        for (size_t i = 0; maker.count > 0 && i < act.count; i++)
            export_pair(t, layer, maker.text[turn++ % maker.count], act.text[i]);
    }
}

static void test_words(enum program_layer layer)
{
    struct tally t = { 0 };
    for (int kind = 0; kind < STEP_KIND_COUNT; kind++)
        if (word_in_layer(word_of((enum step_kind)kind), layer))
            export_word(&t, layer, (enum step_kind)kind);
    diag("%s: %u programs, %u written, %u refused", program_layer_name(layer), t.parsed, t.written,
         t.refused);
    is_int(t.bad, 0, "every statement of layer %s in every block", program_layer_name(layer));
    ok(t.parsed > 500 && t.written > t.parsed / 2, "most of them have a form");
}

static void test_random(const struct fuzz_family *f)
{
    struct fuzz_generator *g = fuzz_generator_new(3, f);
    struct tally t = { 0 };
    for (uint64_t k = 0; k < RANDOM_PROGRAMS; k++)
        export_all(&t, fuzz_generate(g, k));
    is_int(t.bad, 0, "random programs about %s", f->name);
    fuzz_generator_free(g);
}

int main(void)
{
    for (size_t i = 0; i < fuzz_family_count(); i++)
        test_random(fuzz_family_at(i));
    for (int layer = 0; layer < LAYER_COUNT; layer++)
        test_words((enum program_layer)layer);
    return done_testing();
}
