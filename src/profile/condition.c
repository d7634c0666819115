#include "profile/profile.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "profile/loops.h"

#ifdef __linux__
enum { IS_LINUX = 1 };
#else
enum { IS_LINUX = 0 };
#endif

static const struct subject {
    const char *word;
    bool may_compare;
    enum loop_family family; /* of a loop; the other subjects have a case in term_holds() */
} subjects[] = {
    [ON_LIBUV] = { "libuv", true, FAMILY_LIBUV },
    [ON_LIBEV] = { "libev", true, FAMILY_LIBEV },
    [ON_LIBEVENT] = { "libevent", true, FAMILY_LIBEVENT },
    [ON_GLIB] = { "glib", true, FAMILY_GLIB },
    [ON_SD_EVENT] = { "sd-event", true, FAMILY_SD_EVENT },
    [ON_TEVENT] = { "tevent", true, FAMILY_TEVENT },
    [ON_LIBUEV] = { "libuev", true, FAMILY_LIBUEV },
    [ON_ASYNCIO] = { "asyncio", true, FAMILY_ASYNCIO },
    [ON_NODE] = { "node", true, FAMILY_COUNT },
    [ON_BROWSER] = { "browser", false, FAMILY_COUNT },
    [ON_LINUX] = { "linux", false, FAMILY_COUNT },
    [ON_OWN] = { NULL, true, FAMILY_COUNT },
};

static const char *const relations[] = {
    [REL_ANY] = "",  [REL_LT] = "<",  [REL_LE] = "<=",
    [REL_EQ] = "==", [REL_GE] = ">=", [REL_GT] = ">",
};

bool condition_knows(const char *word)
{
    for (size_t i = 0; i < ON_OWN; i++)
        if (strcmp(subjects[i].word, word) == 0)
            return true;
    return false;
}

const char *condition_unknown(const struct condition *c, const struct loops *loops)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->term[i].subject == ON_OWN && loops_find(loops, c->term[i].own) < 0)
            return c->term[i].own;
    return NULL;
}

static int parse_subject(struct lexer *lx, struct condition_term *term)
{
    struct suggest s;
    suggest_init(&s, lx->token.text);
    for (size_t i = 0; i < ON_OWN; i++) {
        if (lex_is(lx, LEX_WORD, subjects[i].word)) {
            term->subject = (enum condition_subject)i;
            return lex_next(lx);
        }
        suggest_offer(&s, subjects[i].word);
    }
    /* A word that is nearly a known one is a typing mistake; any other may be a declared loop. */
    if (lx->token.kind == LEX_WORD && !suggest_hint(&s, NULL) && loops_may_name(lx->token.text)) {
        term->subject = ON_OWN;
        snprintf(term->own, sizeof term->own, "%s", lx->token.text);
        return lex_next(lx);
    }
    const char *otherwise = lx->token.kind == LEX_PUNCT && strchr("<>=", lx->token.text[0])
                                ? "repeat the subject: [libuv >= 1.45 and libuv < 1.46]"
                                : "as in [libuv >= 1.48], [node < 11], [browser] or [linux]";
    return lex_error(
        lx, lx->token.kind == LEX_WORD ? suggest_hint(&s, otherwise) : otherwise,
        "expected libuv, libev, libevent, glib, sd-event, tevent, libuev, asyncio, node, browser "
        "or linux, found %s",
        lex_shown(lx));
}

static int parse_version(struct lexer *lx, struct condition_term *term)
{
    bool spelled = lx->token.kind == LEX_WORD || lx->token.kind == LEX_NUMBER;
    if (!spelled || !version_parse(lx->token.text, &term->version))
        return lex_error(lx, "a version is one to three numbers: 11, 1.48 or 1.44.2",
                         "expected a version, found %s", lex_shown(lx));
    term->parts = 1;
    for (const char *dot = lx->token.text; (dot = strchr(dot, '.')); dot++)
        term->parts++;
    return lex_next(lx);
}

static int parse_term(struct lexer *lx, struct condition_term *term)
{
    *term = (struct condition_term){ .relation = REL_ANY };
    if (parse_subject(lx, term) < 0)
        return -1;

    const struct subject *subject = &subjects[term->subject];
    for (int r = REL_LT; r <= REL_GT; r++)
        if (lex_is(lx, LEX_PUNCT, relations[r]))
            term->relation = (enum condition_relation)r;
    if (term->relation == REL_ANY) {
        if (lex_is(lx, LEX_PUNCT, "="))
            return lex_error(lx, "write == for equal", "'=' is no comparison");
        return 0;
    }
    if (!subject->may_compare)
        return lex_error(lx, "only loops and node have versions here", "'%s' takes no version",
                         subject->word);
    return lex_next(lx) < 0 ? -1 : parse_version(lx, term);
}

int condition_parse(struct lexer *lx, struct condition *c)
{
    assert(lex_is(lx, LEX_PUNCT, "["));
    *c = (struct condition){ .count = 0 };
    do {
        if (lex_next(lx) < 0)
            return -1;
        if (c->count == CONDITION_TERMS_MAX)
            return lex_error(lx, NULL, "a condition has at most %d terms", CONDITION_TERMS_MAX);
        if (parse_term(lx, &c->term[c->count++]) < 0)
            return -1;
    } while (lex_is(lx, LEX_WORD, "and"));
    if (!lex_is(lx, LEX_PUNCT, "]"))
        return lex_error(lx, "as in: [libuv >= 1.45 and libuv < 1.48]",
                         "expected 'and' or ']', found %s", lex_shown(lx));
    return lex_next(lx);
}

/* Only the parts that were written are compared, whatever the relation: 1.44.2 is == 1.44,
 * therefore also <= 1.44, and not > 1.44. */
static bool relation_holds(const struct condition_term *term, struct version actual)
{
    for (size_t i = term->parts; i < ARRAY_SIZE(actual.part); i++)
        actual.part[i] = 0;
    int order = version_compare(actual, term->version);
    switch (term->relation) {
    case REL_ANY: return true;
    case REL_LT: return order < 0;
    case REL_LE: return order <= 0;
    case REL_EQ: return order == 0;
    case REL_GE: return order >= 0;
    case REL_GT: return order > 0;
    }
    return false;
}

static bool term_holds(const struct condition_term *term, const struct profile *p)
{
    const enum loop_family family = subjects[term->subject].family;
    switch (term->subject) {
    case ON_NODE: return p->host == HOST_NODE && relation_holds(term, p->node);
    case ON_BROWSER: return p->host == HOST_BROWSER;
    case ON_LINUX: return IS_LINUX;
    case ON_OWN: return strcmp(p->own, term->own) == 0 && relation_holds(term, p->version);
    default:
        assert(family < FAMILY_COUNT);
        return p->family == family &&
               relation_holds(term, family == FAMILY_LIBUV ? p->libuv : p->version);
    }
}

bool condition_holds(const struct condition *c, const struct profile *p)
{
    assert(p->family < 64);
    for (size_t i = 0; i < c->count; i++)
        if (!term_holds(&c->term[i], p))
            return false;
    return true;
}

static size_t print_term(const struct condition_term *term, char *out, size_t size)
{
    int n = snprintf(out, size, "%s",
                     term->subject == ON_OWN ? term->own : subjects[term->subject].word);
    if (term->relation == REL_ANY)
        return (size_t)n;
    n += snprintf(out + n, size - (size_t)n, " %s ", relations[term->relation]);
    for (uint32_t i = 0; i < term->parts; i++)
        n += snprintf(out + n, size - (size_t)n, i ? ".%u" : "%u", term->version.part[i]);
    return (size_t)n;
}

char *condition_print(const struct condition *c, char buffer[160])
{
    enum { SIZE = 160 };
    size_t n = (size_t)snprintf(buffer, SIZE, "[");
    for (size_t i = 0; i < c->count; i++) {
        if (i > 0)
            n += (size_t)snprintf(buffer + n, SIZE - n, " and ");
        n += print_term(&c->term[i], buffer + n, SIZE - n);
    }
    snprintf(buffer + n, SIZE - n, "]");
    return buffer;
}
