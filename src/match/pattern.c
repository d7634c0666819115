#include "match/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* A label has at most 64 bytes, so a reasonable pattern needs a few thousand steps. These limits
 * end any other within a few milliseconds. */
enum { MATCH_STEPS_MAX = 100000, DEPTH_MAX = 5000, HEAP_KIB_MAX = 4096, PATTERN_BYTES_MAX = 1000 };

struct pattern {
    pcre2_code *code;
    pcre2_match_context *limits;
    pcre2_match_data *data; /* written by every match; holds nothing between two */
};

/* The column of a byte of the pattern: in the file a slash is two bytes, "\/". */
static struct location place_inside(const char *text, struct location at, size_t offset)
{
    at.column += 1 + (uint32_t)offset;
    for (size_t i = 0; i < offset && text[i]; i++)
        at.column += text[i] == '/';
    return at;
}

static void *allocate(size_t size, void *data)
{
    (void)data;
    return xmalloc(size);
}

static void release(void *memory, void *data)
{
    (void)data;
    free(memory);
}

static pcre2_code *compile(pcre2_general_context *memory, const char *text, struct location at,
                           struct diag *d)
{
    int error = 0;
    PCRE2_SIZE offset = 0;
    pcre2_compile_context *context = pcre2_compile_context_create(memory);
    pcre2_set_max_pattern_length(context, PATTERN_BYTES_MAX);
    pcre2_code *code = pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED,
                                     PCRE2_UTF | PCRE2_NEVER_BACKSLASH_C, &error, &offset, context);
    pcre2_compile_context_free(context);
    if (code)
        return code;

    PCRE2_UCHAR why[120];
    if (pcre2_get_error_message(error, why, sizeof why) < 0)
        strcpy((char *)why, "it does not compile");
    diag_set(d, place_inside(text, at, offset), NULL, "bad pattern: %s", (const char *)why);
    return NULL;
}

struct pattern *pattern_new(const char *text, struct location at, struct diag *d)
{
    pcre2_general_context *memory = pcre2_general_context_create(allocate, release, NULL);
    pcre2_code *code = compile(memory, text, at, d);
    if (!code) {
        pcre2_general_context_free(memory);
        return NULL;
    }
    /* If the machine forbids generated code, the interpreter gives the same answers. */
    (void)pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);

    struct pattern *p = xcalloc(1, sizeof *p);
    p->code = code;
    p->limits = pcre2_match_context_create(memory);
    p->data = pcre2_match_data_create(1, memory);
    pcre2_general_context_free(memory); /* the other contexts have copied it */
    pcre2_set_match_limit(p->limits, MATCH_STEPS_MAX);
    pcre2_set_depth_limit(p->limits, DEPTH_MAX);
    pcre2_set_heap_limit(p->limits, HEAP_KIB_MAX);
    return p;
}

void pattern_free(struct pattern *p)
{
    if (!p)
        return;
    pcre2_match_data_free(p->data);
    pcre2_match_context_free(p->limits);
    pcre2_code_free(p->code);
    free(p);
}

enum pattern_answer pattern_match(const struct pattern *p, const char *label)
{
    int found = pcre2_match(p->code, (PCRE2_SPTR)label, strlen(label), 0, 0, p->data, p->limits);
    if (found >= 0)
        return PATTERN_YES;
    /* Every other code is a limit of time, depth, heap or recursion: no answer. */
    return found == PCRE2_ERROR_NOMATCH ? PATTERN_NO : PATTERN_LIMIT;
}
