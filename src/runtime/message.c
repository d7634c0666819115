#include "runtime/message.h"

#include <assert.h>
#include <jansson.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interface/can.h"
#include "base/mem.h"
#include "export/js.h"
#include "export/tree.h"
#include "scenario/words.h"
#include "trace/trace.h"

enum { WHY_SIZE = 200, SHOWN = 60 };

/* ---- reading ---- */

struct reader {
    const json_t *line;
    struct message *m;
    char *why;
};

__attribute__((format(printf, 2, 3))) static int wrong(struct reader *r, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vsnprintf(r->why, WHY_SIZE, fmt, args);
    va_end(args);
    return -1;
}

/* Copy text for a report: made printable, and cut to fit. */
static void copy_text(char *out, size_t size, const char *text)
{
    size_t n = 0;
    for (; *text && n + 1 < size; text++)
        out[n++] = (unsigned char)*text < ' ' || *text == 0x7f ? ' ' : *text;
    while (*text && n > 0 &&
           ((unsigned char)*text & 0xc0) == 0x80) /* do not cut a character in half */
        text = &out[--n];
    out[n] = '\0';
}

static int read_text(struct reader *r, const char *key, bool required, char *out, size_t size)
{
    const json_t *value = json_object_get(r->line, key);
    if (!value && !required)
        return 0;
    if (!json_is_string(value) || json_string_length(value) == 0)
        return wrong(r, "'%s' is no text in its message", key);
    copy_text(out, size, json_string_value(value));
    return 0;
}

static int read_id(struct reader *r)
{
    const json_t *id = json_object_get(r->line, "id");
    if (!json_is_integer(id))
        return wrong(r, "a message without the 'id' of its run");
    r->m->id = json_integer_value(id);
    return 0;
}

static int read_can(struct reader *r)
{
    const json_t *can = json_object_get(r->line, "can");
    for (size_t i = 0; i < json_array_size(can); i++) {
        const char *word = json_string_value(json_array_get(can, i));
        uint64_t bit = word ? loop_can_find(word) : 0;
        if (!bit)
            return wrong(r, "its hello has the unknown capability '%.60s'", word ? word : "?");
        r->m->hello.can |= bit;
    }
    return json_is_array(can) ? 0 : wrong(r, "its hello has no list 'can'");
}

static int read_lacks(struct reader *r)
{
    const json_t *lacks = json_object_get(r->line, "lacks");
    for (size_t i = 0; i < json_array_size(lacks); i++) {
        const char *word = json_string_value(json_array_get(lacks, i));
        if (!word || !word_set_add(&r->m->hello.lacks, word))
            return wrong(r, "its hello lacks the unknown word '%.60s'", word ? word : "?");
    }
    return !lacks || json_is_array(lacks) ? 0 : wrong(r, "'lacks' is no list in its hello");
}

static int read_layers(struct reader *r)
{
    const json_t *layers = json_object_get(r->line, "layers");
    for (size_t i = 0; i < json_array_size(layers); i++) {
        const char *word = json_string_value(json_array_get(layers, i));
        int layer = word ? word_find(GROUP_LAYER, word) : -1;
        if (layer < 0)
            return wrong(r, "its hello has the unknown layer '%.60s'", word ? word : "?");
        r->m->hello.layers |= LAYER_BIT(layer);
    }
    return r->m->hello.layers ? 0 : wrong(r, "its hello names no layer in 'layers'");
}

static int read_hello(struct reader *r)
{
    struct runtime_info *hello = &r->m->hello;
    const json_t *protocol = json_object_get(r->line, "protocol");
    if (!json_is_integer(protocol) || json_integer_value(protocol) != MESSAGE_PROTOCOL)
        return wrong(r, "it does not speak protocol %d", MESSAGE_PROTOCOL);
    if (read_text(r, "name", true, hello->name, sizeof hello->name) < 0 ||
        read_text(r, "version", true, hello->version, sizeof hello->version) < 0 ||
        read_text(r, "profile", false, hello->profile, sizeof hello->profile) < 0 ||
        read_text(r, "why_real", false, hello->why_real, sizeof hello->why_real) < 0)
        return -1;
    return read_can(r) < 0 || read_lacks(r) < 0 ? -1 : read_layers(r);
}

static int read_value(struct reader *r)
{
    const json_t *value = json_object_get(r->line, "value");
    struct message *m = r->m;
    m->has_value = value != NULL;
    if (!value)
        return 0;
    if (json_is_integer(value))
        m->value = json_integer_value(value);
    else if (!json_is_string(value) || !trace_errno_find(json_string_value(value), &m->value))
        return wrong(r, "the value of '%s' is neither a whole number nor an errno name", m->label);
    return 0;
}

/* Leaves `*ns` unchanged if there is no such field. */
static int read_ns(struct reader *r, const char *field, const char *label, uint64_t *ns)
{
    const json_t *value = json_object_get(r->line, field);
    if (value && (!json_is_integer(value) || json_integer_value(value) < 0))
        return wrong(r, "the %s of '%s' is no number of nanoseconds",
                     strcmp(field, "at_ns") == 0 ? "time" : field, label);
    if (value)
        *ns = (uint64_t)json_integer_value(value);
    return 0;
}

static int read_log(struct reader *r)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-";
    const char *label = json_string_value(json_object_get(r->line, "label"));
    if (!label || !*label || strlen(label) > PROGRAM_LABEL_MAX ||
        label[strspn(label, plain)] != '\0')
        return wrong(r, "a log without a label of letters, digits, '_', '.' and '-'");
    strcpy(r->m->label, label);
    r->m->has_time = json_object_get(r->line, "at_ns") != NULL;
    if (read_ns(r, "at_ns", label, &r->m->at_ns) < 0 ||
        read_ns(r, "held_ns", label, &r->m->held_ns) < 0)
        return -1;
    return read_value(r);
}

static int read_end(struct reader *r)
{
    const char *name = json_string_value(json_object_get(r->line, "signal"));
    r->m->overtime = json_is_true(json_object_get(r->line, "timeout"));
    r->m->stuck = json_is_true(json_object_get(r->line, "stuck"));
    if (!name)
        return 0;
    for (int i = 1; i < NSIG && strncmp(name, "SIG", 3) == 0; i++) {
        const char *known = sigabbrev_np(i);
        if (known && strcmp(known, name + 3) == 0)
            r->m->signal = i;
    }
    return r->m->signal ? 0 : wrong(r, "an end by the unknown signal '%.60s'", name);
}

static int read_reason(struct reader *r)
{
    return read_text(r, "reason", true, r->m->reason, sizeof r->m->reason);
}

static const struct {
    const char *type;
    int (*read)(struct reader *r); /* NULL if the type is all there is */
} kinds[] = {
    [MESSAGE_HELLO] = { "hello", read_hello },
    [MESSAGE_WAIT] = { "wait", NULL },
    [MESSAGE_LOG] = { "log", read_log },
    [MESSAGE_END] = { "end", read_end },
    [MESSAGE_UNSUPPORTED] = { "unsupported", read_reason },
    [MESSAGE_ERROR] = { "error", read_reason },
};

static int read_line(struct reader *r)
{
    const char *type = json_string_value(json_object_get(r->line, "type"));
    for (size_t i = 0; type && i < ARRAY_SIZE(kinds); i++) {
        if (strcmp(kinds[i].type, type) != 0)
            continue;
        r->m->kind = (enum message_kind)i;
        if (i != MESSAGE_HELLO && read_id(r) < 0)
            return -1;
        return kinds[i].read ? kinds[i].read(r) : 0;
    }
    return wrong(r, "a message of the unknown type '%.60s'", type ? type : "?");
}

int message_parse(const char *line, size_t length, struct message *m, char why[WHY_SIZE])
{
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);
    struct reader r = { .line = object, .m = m, .why = why };
    *m = (struct message){ 0 };
    int status = -1;
    if (json_is_object(object)) {
        status = read_line(&r);
    } else {
        char *copy = xstrndup(line, length), shown[SHOWN];
        copy_text(shown, sizeof shown, copy);
        wrong(&r, "a line that is no JSON object: %s", shown);
        free(copy);
    }
    json_decref(object);
    return status;
}

/* ---- writing ---- */

static void set(json_t *o, const char *key, json_t *value)
{
    json_object_set_new(o, key, value);
}

/* The scenario as JavaScript; if it has no such form, null and the reason. */
static void set_javascript(json_t *o, const struct scenario *s)
{
    struct diag d;
    char *text = s->script ? export_script(s->script) : export_js(s->program, &d);
    set(o, "javascript", text ? json_string(text) : json_null());
    if (!text)
        set(o, "why", json_string(d.message));
    free(text);
}

char *message_run(int64_t id, const struct scenario *s, const char *file,
                  const struct message_way *way)
{
    json_t *o = json_object();
    set(o, "type", json_string("run"));
    set(o, "id", json_integer(id));
    set(o, "file", json_string(file));
    set(o, "layer", json_string(program_layer_name(s->layer)));
    set(o, "clock", json_string(way->real_clock ? "real" : "virtual"));
    if (!way->real_clock && way->world)
        set(o, "world", json_string(way->world));
    if (way->begin_ns > 0)
        set(o, "begin_ns", json_integer((json_int_t)way->begin_ns));
    set(o, "timeout_ms", json_integer(way->timeout_ms));
    if (way->share)
        set(o, "share", json_true());
    set_javascript(o, s);
    set(o, "tree", s->program ? export_tree(s->program) : json_null());
    char *text = json_dumps(o, JSON_COMPACT);
    assert(text); /* scenarios are UTF-8: the lexer has checked it */
    char *line = xasprintf("%s\n", text);
    free(text);
    json_decref(o);
    return line;
}
