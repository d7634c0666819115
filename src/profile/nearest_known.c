/* nearest_known.c - replace a version that nobody has examined by the nearest known one. */
#include "profile/loops.h"

#include <stdio.h>
#include <string.h>

struct range {
    struct version oldest, newest;
};

static void widen(struct range *r, struct version v)
{
    if (version_compare(v, r->oldest) < 0)
        r->oldest = v;
    if (version_compare(v, r->newest) > 0)
        r->newest = v;
}

/* Major versions of node are known, not each of its releases. */
static struct version line_of(struct version node)
{
    return (struct version){ { node.part[0] } };
}

static void add_note(char note[PROFILE_NOTE_MAX], const char *name, struct version v, bool newer,
                     struct version nearest)
{
    char from[24], to[24];
    size_t n = strlen(note);
    snprintf(note + n, PROFILE_NOTE_MAX - n,
             "%s%s %s is %s than all known versions, so it is judged as %s", n ? "; " : "", name,
             version_print(v, from), newer ? "newer" : "older", version_print(nearest, to));
}

static void use_nearest(const char *name, struct version *v, struct version compared,
                        const struct range *known, char note[PROFILE_NOTE_MAX])
{
    bool older = version_compare(compared, known->oldest) < 0;
    bool newer = version_compare(compared, known->newest) > 0;
    if (!older && !newer)
        return;
    struct version nearest = older ? known->oldest : known->newest;
    add_note(note, name, *v, newer, nearest);
    *v = nearest;
}

/* The versions of a declared loop are in their order. */
static struct range range_of(const struct own_loop *own)
{
    return (struct range){ own->version[0], own->version[own->version_count - 1] };
}

void profile_use_nearest_known(struct profile *p, const struct loops *loops,
                               char note[PROFILE_NOTE_MAX])
{
    note[0] = '\0';
    if (p->family >= FAMILY_COUNT) {
        const struct range own = range_of(&loops->item[p->family - FAMILY_COUNT]);
        use_nearest(p->own, &p->version, p->version, &own, note);
        return;
    }
    struct profile newest = profile_newest();
    struct range node = { newest.node, newest.node }, libuv = { newest.libuv, newest.libuv };
    struct version own = family_known_version(p->family);
    struct range others = { own, own };
    for (size_t i = 0; i < profile_known_count(NULL); i++) {
        struct profile known = profile_known(NULL, i);
        widen(&node, known.node);
        widen(&libuv, known.libuv);
        if (known.family == p->family)
            widen(&others, known.version);
    }
    if (p->family == FAMILY_LIBUV) {
        use_nearest("node", &p->node, line_of(p->node), &node, note);
        use_nearest("libuv", &p->libuv, p->libuv, &libuv, note);
    } else if (p->family != FAMILY_ANY) {
        use_nearest(family_name(p->family), &p->version, p->version, &others, note);
    }
}
