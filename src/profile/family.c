#include "profile/profile.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "profile/loops.h"

static const struct {
    const char *name;
    struct version known; /* the version that a name without one stands for */
} families[] = {
    [FAMILY_LIBUV] = { "libuv", { { 0 } } }, /* always written with its version */
    [FAMILY_ANY] = { "any", { { 0 } } },
    [FAMILY_LIBEV] = { "libev", { { 4, 33, 0 } } },
    [FAMILY_LIBEVENT] = { "libevent", { { 2, 1, 12 } } },
    [FAMILY_GLIB] = { "glib", { { 2, 74, 6 } } },
    [FAMILY_SD_EVENT] = { "sd-event", { { 252, 0, 0 } } },
    [FAMILY_TEVENT] = { "tevent", { { 0, 14, 1 } } },
    [FAMILY_LIBUEV] = { "libuev", { { 2, 4, 0 } } },
    [FAMILY_ASYNCIO] = { "asyncio", { { 3, 11, 0 } } }, /* by the version of Python */
};
static_assert(ARRAY_SIZE(families) == FAMILY_COUNT, "a family has no name");

const char *family_name(enum loop_family family)
{
    assert(family < FAMILY_COUNT);
    return families[family].name;
}

bool family_find(const char *name, enum loop_family *out)
{
    for (size_t i = 0; i < FAMILY_COUNT; i++) {
        if (strcmp(families[i].name, name) != 0)
            continue;
        *out = (enum loop_family)i;
        return true;
    }
    return false;
}

char *families_print(uint64_t set, const struct loops *loops, char buffer[FAMILIES_TEXT_SIZE])
{
    size_t n = 0;
    buffer[0] = '\0';
    for (size_t i = 0; i < FAMILY_COUNT + (loops ? loops->count : 0); i++)
        if (set & FAMILY_BIT(i) && n < FAMILIES_TEXT_SIZE)
            n += (size_t)snprintf(buffer + n, FAMILIES_TEXT_SIZE - n, "%s%s", n ? ", " : "",
                                  i < FAMILY_COUNT ? families[i].name
                                                   : loops->item[i - FAMILY_COUNT].name);
    return buffer;
}

struct version family_known_version(enum loop_family family)
{
    assert(family < FAMILY_COUNT);
    return families[family].known;
}

struct profile profile_of_family(enum loop_family family, struct version version)
{
    struct profile p = profile_newest();
    assert(family != FAMILY_LIBUV);
    p.family = family;
    if (family != FAMILY_ANY)
        p.version = version;
    return p;
}

bool profile_parse_family(const char *text, struct profile *out)
{
    for (size_t i = FAMILY_LIBUV + 1; i < FAMILY_COUNT; i++) {
        size_t length = strlen(families[i].name);
        struct version v = families[i].known;
        if (strncmp(text, families[i].name, length) != 0)
            continue;
        bool versioned = text[length] == '-' && i != FAMILY_ANY;
        if (text[length] != '\0' && !(versioned && version_parse_build(text + length + 1, &v)))
            continue;
        *out = profile_of_family((enum loop_family)i, v);
        return true;
    }
    return false;
}

bool profile_concerns(const struct profile *p, uint64_t set)
{
    assert(p->family < 64);
    return set & (FAMILY_BIT(p->family) | FAMILY_BIT(FAMILY_ANY));
}

bool profile_has_timers_at_tail(const struct profile *p)
{
    static const struct version tail = { { 1, 45, 0 } };
    return p->family != FAMILY_LIBUV || version_compare(p->libuv, tail) >= 0;
}
