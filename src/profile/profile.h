/* profile.h - which documented variant of the rules is expected.
 * A profile is a host and a loop, node-20/libuv-1.46.0. Versions compare as
 * numbers. A short name completes itself: node-20 brings the libuv that it
 * ships, libuv-1.50 the newest node host, browser the newest libuv.
 *
 * Loops of other families have profiles of their own, of what they document themselves:
 * libev-4.33. And `any` is what every loop owes its users, whoever wrote it. */
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

enum profile_host { HOST_NODE, HOST_BROWSER };

/* Whose loop it is. FAMILY_ANY is no loop, but what they all have in common. */
enum loop_family {
    FAMILY_LIBUV,
    FAMILY_ANY,
    FAMILY_LIBEV,
    FAMILY_LIBEVENT,
    FAMILY_GLIB,
    FAMILY_COUNT
};
#define FAMILY_BIT(family) (UINT64_C(1) << (family))
#define FAMILIES_ALL       (FAMILY_BIT(FAMILY_COUNT) - 1)
static_assert(FAMILY_COUNT < 64, "a set of families has 64 bits");

struct profile {
    enum profile_host host;
    struct version node;  /* of the newest known node where the host is a browser */
    struct version libuv; /* of the newest known where the family is another */
    enum loop_family family;
    struct version version; /* of another family's loop */
};

const char *family_name(enum loop_family family); /* "libev" */
bool family_find(const char *name, enum loop_family *out);
char *families_print(uint64_t set, char buffer[64]); /* of FAMILY_BIT()s: "libev, glib" */

/* Is something that is said of these families, FAMILY_BIT()s, said of this profile? What
 * is said of any is said of all. */
bool profile_concerns(const struct profile *p, uint64_t set);

/* "1.44.2", "20"; missing parts are 0. False if it is no version. */
bool version_parse(const char *text, struct version *v);
/* As version_parse(), and what a build may add to the release that it belongs to:
 * "1.52.2-dev", "27.0.0-rc.1", "2.1.12-stable". The addition is left out: a build on the way to
 * a release has that release's number and the changes that it will bring. */
bool version_parse_build(const char *text, struct version *v);
/* "20" for 20.0.0: node's majors are how people name them. */
char *version_print(struct version v, char buffer[24]);
int version_compare(struct version a, struct version b); /* <0, 0, >0 */

/* "node-20", "libuv-1.50", "browser", "node-20/libuv-1.46", "libev-4.33", "any": -1 with `*d` filled
 * in and the list of known names in its hint. Any version is accepted, known or
 * not: the rules are ranges. */
int profile_parse(const char *text, struct profile *out, struct diag *d);
/* Nobody has looked at versions older or newer than all known ones. Such a version becomes the
 * nearest known one, and `note` says so: "libuv 9.9.9 is newer than all known versions, so it
 * is judged as 1.52.1". Else `note` is "". Node is known by its major versions. */
enum { PROFILE_NOTE_MAX = 256 };
void profile_settle(struct profile *p, char note[PROFILE_NOTE_MAX]);
/* The newest node host on the libuv that it ships. */
struct profile profile_newest(void);
/* The newest node host on this libuv. */
struct profile profile_of_libuv(struct version libuv);
struct profile profile_of_family(enum loop_family family, struct version version);
struct version family_known_version(enum loop_family family); /* that of a name without one */
/* "libev-4.33", "libev", "any": false if it is none of these. */
bool profile_parse_family(const char *text, struct profile *out);
/* Do timers stand at the end of an iteration, behind its poll step? */
bool profile_has_timers_at_tail(const struct profile *p);
/* "node-26/libuv-1.44.2" in `buffer`. */
char *profile_print(const struct profile *p, char buffer[64]);

/* The profiles that lint holds every block against: both sides of each switch. */
size_t profile_known_count(void);
struct profile profile_known(size_t i);
const char *profile_known_name(size_t i); /* "libuv-1.44.1" */

/* What stands in the brackets of an expected trace: [libuv >= 1.48],
 * [node < 11], [browser], [libev], [linux], joined by "and": [libuv >= 1.45 and < 1.46]
 * is written [libuv >= 1.45 and libuv < 1.46]. */
enum condition_subject { ON_LIBUV, ON_LIBEV, ON_LIBEVENT, ON_GLIB, ON_NODE, ON_BROWSER, ON_LINUX };
enum condition_relation { REL_ANY, REL_LT, REL_LE, REL_EQ, REL_GE, REL_GT };

struct condition_term {
    enum condition_subject subject;
    enum condition_relation relation; /* REL_ANY: [node] alone, [libev], [browser], [linux] */
    struct version version;
    uint32_t parts; /* how many of its parts were written */
};

enum { CONDITION_TERMS_MAX = 4 };

struct condition {
    struct condition_term term[CONDITION_TERMS_MAX];
    size_t count;
};

/* Parse from '[' to ']' inclusive, at the lexer's current token. */
int condition_parse(struct lexer *lx, struct condition *c);
/* Parts that were not written are not compared: [libuv == 1.44], [libuv <= 1.44]
 * and [libuv < 1.45] hold for 1.44.2, [libuv > 1.44] does not. A [node ...] term
 * never holds for a browser, one on a loop never for a loop of another family or for any, [linux] holds where this program was built for it. */
bool condition_holds(const struct condition *c, const struct profile *p);
char *condition_print(const struct condition *c, char buffer[160]);
#endif
