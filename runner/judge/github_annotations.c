#include "runner/judge/github_annotations.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "match/marks.h"

void github_annotations_init(struct github_annotations *a, FILE *out)
{
    const char *job = getenv("GITHUB_ACTIONS"), *root = getenv("GITHUB_WORKSPACE");
    bool listens = job && strcmp(job, "true") == 0;
    *a = (struct github_annotations){ .out = listens ? out : NULL };
    if (listens && root && *root)
        a->root = mem_of(realpath(root, NULL));
}

/* A command is a line, and a property in it ends at a comma or a colon: these are escaped. */
static void print_escaped(FILE *out, const char *text, enum text_keep keep, const char *special)
{
    char *clean = text_clean(text, keep);
    for (const char *s = clean; *s; s++) {
        if (strchr("%\r\n", *s) || strchr(special, *s))
            fprintf(out, "%%%02X", (unsigned char)*s);
        else
            putc(*s, out);
    }
    free(clean);
}

static void print_property(FILE *out, const char *text)
{
    print_escaped(out, text, TEXT_LINE, ":,");
}

static void print_data(FILE *out, const char *text)
{
    print_escaped(out, text, TEXT_LINES, "");
}

/* The file, and its line that is broken: there is none if nothing was judged. */
static void print_place(const struct github_annotations *a, const char *path, const char *marks)
{
    char *real = mem_of(realpath(path, NULL));
    size_t length = a->root ? strlen(a->root) : 0;
    if (real && a->root && strncmp(real, a->root, length) == 0 && real[length] == '/') {
        fputs("file=", a->out);
        print_property(a->out, real + length + 1);
        putc(',', a->out);
        const char *broken = strchr(marks, MARK_BROKEN);
        if (broken)
            fprintf(a->out, "line=%td,", broken - marks + 1);
    }
    free(real);
}

static void print_error(const struct github_annotations *a, const char *backend, const char *path,
                        const struct result *r)
{
    char *rules = result_join_rules(r);
    char *title = xasprintf("%s: %s %s", verdict_name(r->verdict), backend, r->name);
    char *text = xasprintf("%s\n%s: %s\n%s", r->title, rules, r->reason, r->replay);
    fputs("::error ", a->out);
    print_place(a, path, r->marks);
    fputs("title=", a->out);
    print_property(a->out, title);
    fputs("::", a->out);
    print_data(a->out, text);
    putc('\n', a->out);
    free(text);
    free(title);
    free(rules);
}

void github_annotations_result(struct github_annotations *a, const char *backend, const char *path,
                               const struct result *r)
{
    a->results++;
    if (verdict_is_expected(r->verdict))
        return;
    if (a->broken++ < GITHUB_ANNOTATIONS_MAX && a->out)
        print_error(a, backend, path, r);
}

/* The total is a notice, since GitHub would not show an eleventh error. */
void github_annotations_finish(struct github_annotations *a)
{
    if (a->out && a->broken > 0)
        fprintf(a->out, "::notice title=loopspec::%zu of %zu result%s not as expected%s\n",
                a->broken, a->results, text_plural(a->results),
                a->broken > GITHUB_ANNOTATIONS_MAX ? ", of which 10 are shown" : "");
    free(a->root);
    *a = (struct github_annotations){ .out = NULL };
}
