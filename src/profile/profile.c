#include "profile/profile.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "profile/loops.h"

enum { PART_MAX = 99999 }; /* keeps every printed profile within its buffer */

/* The libuv of each node line's last release, as in process.versions.uv. A newer node counts as the
 * last row, an older one as the first. Lines end at different times, so a later line may have an
 * older libuv. */
static const struct {
    struct version node, libuv;
} shipped[] = {
    { { { 10, 0, 0 } }, { { 1, 34, 2 } } }, { { { 11, 0, 0 } }, { { 1, 27, 0 } } },
    { { { 12, 0, 0 } }, { { 1, 40, 0 } } }, { { { 13, 0, 0 } }, { { 1, 37, 0 } } },
    { { { 14, 0, 0 } }, { { 1, 42, 0 } } }, { { { 15, 0, 0 } }, { { 1, 41, 0 } } },
    { { { 16, 0, 0 } }, { { 1, 43, 0 } } }, { { { 17, 0, 0 } }, { { 1, 43, 0 } } },
    { { { 18, 0, 0 } }, { { 1, 44, 2 } } }, { { { 19, 0, 0 } }, { { 1, 44, 2 } } },
    { { { 20, 0, 0 } }, { { 1, 46, 0 } } }, { { { 21, 0, 0 } }, { { 1, 48, 0 } } },
    { { { 22, 0, 0 } }, { { 1, 51, 0 } } }, { { { 23, 0, 0 } }, { { 1, 50, 0 } } },
    { { { 24, 0, 0 } }, { { 1, 52, 1 } } }, { { { 25, 0, 0 } }, { { 1, 51, 0 } } },
    { { { 26, 0, 0 } }, { { 1, 52, 1 } } },
};

static const char *const known[] = {
    "libuv-1.34.2",    "libuv-1.40.0", "libuv-1.41.0", "libuv-1.42.0",  "libuv-1.43.0",
    "libuv-1.44.0",    "libuv-1.44.1", "libuv-1.44.2", "libuv-1.45.0",  "libuv-1.46.0",
    "libuv-1.47.0",    "libuv-1.48.0", "libuv-1.49.0", "libuv-1.50.0",  "libuv-1.52.1",
    "node-10",         "node-11",      "node-12",      "node-15",       "node-20",
    "node-24",         "node-26",      "browser",      "any",           "libev-4.33",
    "libevent-2.1.12", "glib-2.74.6",  "sd-event-252", "tevent-0.14.1", "libuev-2.4",
    "asyncio-3.11",
};

static const char forms[] = "libuv-VERSION, node-VERSION, browser or node-VERSION/libuv-VERSION,"
                            " any, or libev, libevent, glib, sd-event,"
                            " tevent, libuev or asyncio with -VERSION";

/* Parse the numbers that `text` begins with. Returns what comes after them, NULL if there are
 * none. */
static const char *parse_numbers(const char *text, struct version *v)
{
    *v = (struct version){ { 0 } };
    for (size_t i = 0; i < ARRAY_SIZE(v->part); i++) {
        if (*text < '0' || *text > '9')
            return NULL;
        for (; *text >= '0' && *text <= '9'; text++) {
            v->part[i] = 10 * v->part[i] + (uint32_t)(*text - '0');
            if (v->part[i] > PART_MAX)
                return NULL;
        }
        if (*text != '.')
            return text;
        text++;
    }
    return NULL;
}

bool version_parse(const char *text, struct version *v)
{
    const char *rest = parse_numbers(text, v);
    return rest && *rest == '\0';
}

bool version_parse_build(const char *text, struct version *v)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                  "0123456789.+-";
    const char *rest = parse_numbers(text, v);
    if (!rest || *rest == '\0')
        return rest;
    size_t length = strspn(rest + 1, letters);
    return (*rest == '-' || *rest == '+') && length > 0 && rest[1 + length] == '\0';
}

/* Compare the first `parts` parts. */
static int compare_parts(struct version a, struct version b, size_t parts)
{
    for (size_t i = 0; i < parts; i++)
        if (a.part[i] != b.part[i])
            return a.part[i] < b.part[i] ? -1 : 1;
    return 0;
}

int version_compare(struct version a, struct version b)
{
    return compare_parts(a, b, ARRAY_SIZE(a.part));
}

static struct version libuv_of_node(struct version node)
{
    size_t best = 0;
    for (size_t i = 1; i < ARRAY_SIZE(shipped); i++)
        if (version_compare(shipped[i].node, node) <= 0)
            best = i;
    return shipped[best].libuv;
}

static struct profile newest(enum profile_host host)
{
    size_t last = ARRAY_SIZE(shipped) - 1;
    return (
        struct profile){ .host = host, .node = shipped[last].node, .libuv = shipped[last].libuv };
}

struct profile profile_newest(void)
{
    return newest(HOST_NODE);
}

struct profile profile_of_libuv(struct version libuv)
{
    struct profile p = newest(HOST_NODE);
    p.libuv = libuv;
    return p;
}

/* The hint: the forms, then the nearest name if one is near, else all names. */
static int unknown_profile(const char *text, struct diag *d)
{
    char hint[sizeof d->hint];
    struct suggest s;
    suggest_init(&s, text);
    for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
        if (strcasecmp(known[i], text) == 0) { /* there is nothing else to say */
            snprintf(hint, sizeof hint, "did you mean '%s'?", known[i]);
            return diag_usage(d, hint, "unknown profile '%.64s'", text);
        }
        suggest_offer(&s, known[i]);
    }
    const char *near = suggest_hint(&s, NULL);

    int n = near ? snprintf(hint, sizeof hint, "%s; known:", near)
                 : snprintf(hint, sizeof hint, "known:");
    const char *family = "";
    for (size_t i = 0; i < ARRAY_SIZE(known) && n < (int)sizeof hint; i++) {
        /* "libuv-1.34.2 1.43.0 ...": the family once, so that all of them fit. */
        size_t prefix = strcspn(known[i], "-");
        bool same = known[i][prefix] && strncmp(known[i], family, prefix + 1) == 0;
        n += snprintf(hint + n, sizeof hint - (size_t)n, "%s %s", same || i == 0 ? "" : ",",
                      same ? known[i] + prefix + 1 : known[i]);
        family = known[i];
    }
    return diag_usage(d, hint, "unknown profile '%.64s'; a profile is %s", text, forms);
}

/* Is `text` PREFIX VERSION? */
static bool parse_half(const char *text, const char *prefix, struct version *v)
{
    size_t n = strlen(prefix);
    return strncmp(text, prefix, n) == 0 && version_parse_build(text + n, v);
}

int profile_parse(const char *text, struct profile *out, struct diag *d)
{
    const char *slash = strchr(text, '/');
    size_t length = slash ? (size_t)(slash - text) : strlen(text);
    char host[64];
    struct version v;
    if (profile_parse_family(text, out))
        return 0;
    if (length >= sizeof host)
        return unknown_profile(text, d);
    memcpy(host, text, length);
    host[length] = '\0';

    if (parse_half(host, "node-", &v))
        *out = (struct profile){ .host = HOST_NODE, .node = v, .libuv = libuv_of_node(v) };
    else if (strcmp(host, "browser") == 0)
        *out = newest(HOST_BROWSER);
    else if (!slash && parse_half(host, "libuv-", &v))
        *out = profile_of_libuv(v);
    else
        return unknown_profile(text, d);

    if (slash && !parse_half(slash + 1, "libuv-", &out->libuv))
        return unknown_profile(text, d);
    return 0;
}

char *version_print(struct version v, char buffer[24])
{
    if (v.part[2])
        snprintf(buffer, 24, "%u.%u.%u", v.part[0], v.part[1], v.part[2]);
    else if (v.part[1])
        snprintf(buffer, 24, "%u.%u", v.part[0], v.part[1]);
    else
        snprintf(buffer, 24, "%u", v.part[0]);
    return buffer;
}

char *profile_print(const struct profile *p, char buffer[64])
{
    const uint32_t *uv = p->libuv.part;
    char node[24], version[24];
    version_print(p->node, node);
    version_print(p->version, version);
    if (p->family == FAMILY_ANY)
        snprintf(buffer, 64, "any");
    else if (p->own[0])
        snprintf(buffer, 64, "%s-%s", p->own, version);
    else if (p->family != FAMILY_LIBUV)
        snprintf(buffer, 64, "%s-%s", family_name(p->family), version);
    else if (p->host == HOST_BROWSER)
        snprintf(buffer, 64, "browser/libuv-%u.%u.%u", uv[0], uv[1], uv[2]);
    else
        snprintf(buffer, 64, "node-%s/libuv-%u.%u.%u", node, uv[0], uv[1], uv[2]);
    return buffer;
}

/* Does the text stand for the profile that is written `whole`? */
static bool stands_for(const char *text, const char *whole)
{
    struct profile p;
    struct diag d;
    char completed[64];
    return profile_parse(text, &p, &d) == 0 && strcmp(profile_print(&p, completed), whole) == 0;
}

char *profile_print_short(const struct profile *p, char buffer[64])
{
    char whole[64];
    const char *slash = strchr(profile_print(p, whole), '/');
    snprintf(buffer, 64, "%s", slash ? slash + 1 : whole);
    if (!slash || stands_for(buffer, whole)) /* the loop alone */
        return buffer;
    snprintf(buffer, 64, "%.*s", (int)(slash - whole), whole);
    if (!stands_for(buffer, whole)) /* nor the host alone */
        profile_print(p, buffer);
    return buffer;
}

bool profile_may_be_own(const char *text)
{
    char name[PROFILE_OWN_SIZE];
    struct suggest s;
    struct version v;
    const char *last = strrchr(text, '-');
    size_t length = last && version_parse_build(last + 1, &v) ? (size_t)(last - text)
                                                              : strlen(text);
    if (length == 0 || length >= sizeof name || strchr(text, '/'))
        return false;
    memcpy(name, text, length);
    name[length] = '\0';
    suggest_init(&s, text);
    for (size_t i = 0; i < ARRAY_SIZE(known); i++)
        suggest_offer(&s, known[i]);
    return loops_may_name(name) && !suggest_hint(&s, NULL);
}

/* The declared loop that profile number `*i` belongs to; `*i` becomes the number of its version. */
static const struct own_loop *own_of(const struct loops *loops, size_t *i)
{
    assert(loops && *i >= ARRAY_SIZE(known));
    *i -= ARRAY_SIZE(known);
    const struct own_loop *own = loops->item;
    for (; *i >= own->version_count; own++)
        *i -= own->version_count;
    assert((size_t)(own - loops->item) < loops->count);
    return own;
}

size_t profile_known_count(const struct loops *loops)
{
    size_t count = ARRAY_SIZE(known);
    for (size_t i = 0; loops && i < loops->count; i++)
        count += loops->item[i].version_count;
    return count;
}

const char *profile_known_name(const struct loops *loops, size_t i)
{
    if (i < ARRAY_SIZE(known))
        return known[i];
    const struct own_loop *own = own_of(loops, &i);
    return own->profile[i];
}

struct profile profile_known(const struct loops *loops, size_t i)
{
    struct profile p;
    struct diag d;
    const char *name = profile_known_name(loops, i);
    bool parsed = i < ARRAY_SIZE(known) ? profile_parse(name, &p, &d) == 0
                                        : loops_parse_profile(loops, name, &p);
    assert(parsed);
    (void)parsed;
    return p;
}
