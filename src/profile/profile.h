/* profile.h - a profile: which documented variant of the rules is expected.
 *
 * A profile is a host and a loop: node-20/libuv-1.46.0. Versions compare as numbers. A short name
 * is completed: node-20 with the libuv that it ships, libuv-1.50 with the newest node host, browser
 * with the newest libuv.
 *
 * Loops of other families have profiles for what they document themselves: libev-4.33. The profile
 * `any` is what every loop must do. A catalogue can declare loops of its own: loops.h. */
#ifndef PROFILE_PROFILE_H
#define PROFILE_PROFILE_H
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/diag.h"
#include "base/lex.h"

struct version {
    uint32_t part[3];
};
struct loops; /* declared ones, see loops.h; NULL wherever there are none */

enum profile_host { HOST_NODE, HOST_BROWSER };

/* Whose loop it is. FAMILY_ANY is no loop; it is what all loops have in common. */
enum loop_family {
    FAMILY_LIBUV,
    FAMILY_ANY,
    FAMILY_LIBEV,
    FAMILY_LIBEVENT,
    FAMILY_GLIB,
    FAMILY_SD_EVENT,
    FAMILY_TEVENT,
    FAMILY_LIBUEV,
    FAMILY_ASYNCIO,
    FAMILY_COUNT
};
#define FAMILY_BIT(family) (UINT64_C(1) << (family))
#define FAMILIES_ALL       UINT64_MAX /* declared ones, too */
static_assert(FAMILY_COUNT < 64, "a set of families has 64 bits");

enum { PROFILE_OWN_SIZE = 24 };
struct profile {
    enum profile_host host;
    struct version node;        /* if the host is a browser: the newest known node */
    struct version libuv;       /* if the loop is of another family: the newest known libuv */
    enum loop_family family;    /* FAMILY_COUNT and more: a declared loop, by its number */
    struct version version;     /* of another family's loop */
    char own[PROFILE_OWN_SIZE]; /* the name of a declared loop; else "" */
};

const char *family_name(enum loop_family family); /* "libev" */
bool family_find(const char *name, enum loop_family *out);
enum { FAMILIES_TEXT_SIZE = 256 };
/* Write a set of FAMILY_BIT()s to `buffer`, as in "libev, glib", and return it. */
char *families_print(uint64_t set, const struct loops *loops, char buffer[FAMILIES_TEXT_SIZE]);

/* Does a rule about these families (FAMILY_BIT()s) apply to this profile? A rule about any applies
 * to all. */
bool profile_concerns(const struct profile *p, uint64_t set);

/* "1.44.2", "20"; missing parts are 0. False if it is no version. */
bool version_parse(const char *text, struct version *v);
/* As version_parse(), but with what a build may add to its release: "1.52.2-dev", "27.0.0-rc.1",
 * "2.1.12-stable". The addition is ignored: a build before a release has its number and already
 * behaves like it. */
bool version_parse_build(const char *text, struct version *v);
/* "20" for 20.0.0, as people name node's major versions. */
char *version_print(struct version v, char buffer[24]);
int version_compare(struct version a, struct version b); /* <0, 0, >0 */

/* "node-20", "libuv-1.50", "browser", "node-20/libuv-1.46", "libev-4.33", "any". -1 with `*d`
 * filled in; its hint lists the known names. Any version is accepted, known or not, since rules are
 * ranges. */
int profile_parse(const char *text, struct profile *out, struct diag *d);
/* Nobody has examined versions older or newer than all known ones. Replace such a version by the
 * nearest known one and say so in `note`: "libuv 9.9.9 is newer than all known versions, so it is
 * judged as 1.52.1". Else `note` is "". Of node only major versions are compared. */
enum { PROFILE_NOTE_MAX = 256 };
void profile_use_nearest_known(struct profile *p, const struct loops *loops,
                               char note[PROFILE_NOTE_MAX]);
/* The newest node host, on the libuv that it ships. */
struct profile profile_newest(void);
/* The newest node host, on this libuv. */
struct profile profile_of_libuv(struct version libuv);
struct profile profile_of_family(enum loop_family family, struct version version);
struct version
family_known_version(enum loop_family family); /* the version that its name alone stands for */
/* "libev-4.33", "libev", "any"; false if it is none of these. */
bool profile_parse_family(const char *text, struct profile *out);
/* Do timers run at the end of an iteration, after its poll step? */
bool profile_has_timers_at_tail(const struct profile *p);
/* "node-26/libuv-1.44.2"; returns `buffer`. */
char *profile_print(const struct profile *p, char buffer[64]);
/* The shortest name that profile_parse() completes to this profile: "libuv-1.44.2", "node-20". */
char *profile_print_short(const struct profile *p, char buffer[64]);

/* The profiles that lint checks every block with: both sides of each version switch. */
size_t profile_known_count(const struct loops *loops);
struct profile profile_known(const struct loops *loops, size_t i);
const char *profile_known_name(const struct loops *loops, size_t i); /* "libuv-1.44.1" */
/* Could it be the profile of a declared loop? It could not if it is nearly a known name. */
bool profile_may_be_own(const char *text);

/* A condition in the brackets of an expected trace: [libuv >= 1.48], [node < 11], [browser],
 * [libev], [linux]. Terms are joined by "and": [libuv >= 1.45 and libuv < 1.46]. */
enum condition_subject {
    ON_LIBUV,
    ON_LIBEV,
    ON_LIBEVENT,
    ON_GLIB,
    ON_SD_EVENT,
    ON_TEVENT,
    ON_LIBUEV,
    ON_ASYNCIO,
    ON_NODE,
    ON_BROWSER,
    ON_LINUX,
    ON_OWN, /* a declared loop; whether it was declared is for others to check */
};
enum condition_relation { REL_ANY, REL_LT, REL_LE, REL_EQ, REL_GE, REL_GT };

struct condition_term {
    enum condition_subject subject;
    /* REL_ANY: only the name, [node], [libev], [browser], [linux]. */
    enum condition_relation relation;
    struct version version;
    uint32_t parts;             /* how many parts of the version were written */
    char own[PROFILE_OWN_SIZE]; /* ON_OWN: the loop's name */
};

enum { CONDITION_TERMS_MAX = 4 };

struct condition {
    struct condition_term term[CONDITION_TERMS_MAX];
    size_t count;
};

bool condition_knows(const char *word); /* is it a subject, such as "libuv" or "linux"? */
/* The first declared loop that it names and that `loops` has not; NULL if there is none. */
const char *condition_unknown(const struct condition *c, const struct loops *loops);
/* Parse from '[' to ']', both included; '[' is the current token. */
int condition_parse(struct lexer *lx, struct condition *c);
/* Parts that were not written are not compared: [libuv == 1.44], [libuv <= 1.44] and [libuv < 1.45]
 * hold for 1.44.2, [libuv > 1.44] does not. A [node ...] term never holds for a browser. A term
 * about a loop never holds for another family or for `any`. [linux] holds if this program was built
 * for Linux. */
bool condition_holds(const struct condition *c, const struct profile *p);
char *condition_print(const struct condition *c, char buffer[160]);
#endif
