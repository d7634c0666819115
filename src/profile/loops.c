#include "profile/loops.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

int loops_find(const struct loops *loops, const char *name)
{
    for (size_t i = 0; loops && i < loops->count; i++)
        if (strcmp(loops->item[i].name, name) == 0)
            return FAMILY_COUNT + (int)i;
    return -1;
}

bool loops_may_name(const char *name)
{
    struct profile p;
    struct version v;
    const char *last = strrchr(name, '-');
    return strlen(name) < PROFILE_OWN_SIZE && !(last && version_parse_build(last + 1, &v)) &&
           !profile_parse_family(name, &p) && !condition_knows(name);
}

struct profile loops_profile(const struct loops *loops, int family, struct version version)
{
    assert(family >= FAMILY_COUNT && (size_t)(family - FAMILY_COUNT) < loops->count);
    struct profile p = profile_newest();
    p.family = (enum loop_family)family;
    p.version = version;
    snprintf(p.own, sizeof p.own, "%s", loops->item[family - FAMILY_COUNT].name);
    return p;
}

bool loops_parse_profile(const struct loops *loops, const char *text, struct profile *out)
{
    for (size_t i = 0; loops && i < loops->count; i++) {
        const struct own_loop *own = &loops->item[i];
        struct version v = own->version[own->version_count - 1];
        size_t length = strlen(own->name);
        if (strncmp(text, own->name, length) != 0)
            continue;
        if (text[length] && !(text[length] == '-' && version_parse_build(text + length + 1, &v)))
            continue;
        *out = loops_profile(loops, FAMILY_COUNT + (int)i, v);
        return true;
    }
    return false;
}
