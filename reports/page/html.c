/* html.c - writes the HTML page: one file with its style sheet, its script and its results.
 * The page contains the JSON report, packed (pack.h) and compressed (deflate.h), and the script draws
 * everything from it.
 * Readers without scripts get a plain table of verdicts and reasons in <noscript>. It costs a
 * browser with scripts nothing: that reads the inside as one piece of text. */
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "base/text.h"
#include "reports/page/deflate.h"
#include "reports/page/pack.h"
#include "reports/page/parts.h"
#include "reports/result/format.h"
#include "reports/result/shapes.h"

struct html {
    FILE *out;
    char *version, *date; /* NULL if not known */
    struct pack *pack;
    /* The JSON report without its results: these are packed one by one as they come. */
    void *frame;
    FILE *frame_out;
    char *frame_text;
    size_t frame_size;
    /* The table for readers without scripts. */
    FILE *plain;
    char *plain_text;
    size_t plain_size;
    struct result_summary all;
    uint32_t *result; /* positions (see pack.h) of the current run's results */
    size_t results, result_room;
    uint32_t *run; /* per run: position of its list of results */
    size_t runs, run_room;
};

static void *begin(FILE *out, const struct report_plan *plan)
{
    struct html *h = xcalloc(1, sizeof *h);
    h->out = out;
    h->version = xstrdup(plan->version);
    h->date = plan->date ? xstrdup(plan->date) : NULL;
    h->pack = pack_new();
    h->frame_out = xopen_memstream(&h->frame_text, &h->frame_size);
    h->frame = report_json.begin(h->frame_out, plan);
    h->plain = xopen_memstream(&h->plain_text, &h->plain_size);
    return h;
}

static void begin_run(void *state, const struct result_run *run)
{
    struct html *h = state;
    report_json.run_begin(h->frame, run);
    h->results = 0;
    fputs("<h2>", h->plain);
    text_print_markup(h->plain, run->backend, TEXT_LINE);
    putc(' ', h->plain);
    text_print_markup(h->plain, run->version, TEXT_LINE);
    fputs("</h2>\n<p>", h->plain);
    text_print_markup(h->plain, run->note, TEXT_LINE);
    if (run->shard) {
        fputs(run->note ? "; " : "", h->plain);
        result_shard_print(run->shard, h->plain);
    }
    fputs("</p>\n<table>\n", h->plain);
}

/* The result as in the JSON report. */
static json_t *json_of(const struct result *r)
{
    char *text;
    size_t size;
    FILE *out = xopen_memstream(&text, &size);
    fields_print(out, &shape_case, r);
    fclose(out);
    json_t *value = json_loadb(text, size, 0, NULL);
    free(text);
    return value;
}

static void take_result(void *state, const struct result *r)
{
    struct html *h = state;
    PUSH(h->result, h->results, h->result_room, pack_add(h->pack, json_of(r)));
    fprintf(h->plain, "<tr class=\"%s\"><td>%s<td>", verdict_name(r->verdict),
            verdict_name(r->verdict));
    text_print_markup(h->plain, r->name, TEXT_LINE);
    fputs("<td>", h->plain);
    text_print_markup(h->plain, r->reason, TEXT_LINE);
    putc('\n', h->plain);
}

static void end_run(void *state, const struct result_summary *summary)
{
    struct html *h = state;
    report_json.run_end(h->frame, summary);
    PUSH(h->run, h->runs, h->run_room, pack_list(h->pack, h->result, h->results));
    result_summary_add(&h->all, summary);
    fputs("</table>\n<p>", h->plain);
    result_summary_print(summary, h->plain);
    fputs("</p>\n", h->plain);
}

static json_t *list_verdicts(void)
{
    json_t *list = json_array();
    for (size_t v = 0; v < VERDICT_COUNT; v++) {
        const struct verdict_row *row = verdict_row((enum verdict)v);
        json_array_append_new(list,
                              json_pack("{ss ss ss ss ss sb}", "name", row->name, "one",
                                        verdict_counted((enum verdict)v, 1), "many",
                                        verdict_counted((enum verdict)v, 2), "sign", row->sign,
                                        "means", row->means, "expected", row->is_expected));
    }
    return list;
}

/* The last packed value is the root: a list of the frame and the results of each run. */
static void finish_data(struct html *h)
{
    report_json.end(h->frame);
    fclose(h->frame_out);
    json_t *frame = json_loads(h->frame_text, 0, NULL);
    json_object_set_new(frame, "verdicts", list_verdicts());
    struct {
        uint32_t *item;
        size_t count, room;
    } root = { 0 };
    PUSH(root.item, root.count, root.room, pack_add(h->pack, frame));
    for (size_t i = 0; i < h->runs; i++)
        PUSH(root.item, root.count, root.room, h->run[i]);
    pack_list(h->pack, root.item, root.count);
    free(root.item);
}

/* 2026-01-31T12:00:00Z, as people write it */
static void print_date(const struct html *h)
{
    if (!h->date)
        return;
    fputs(" of <time datetime=\"", h->out);
    text_print_markup(h->out, h->date, TEXT_LINE);
    fputs("\">", h->out);
    char *day = xstrndup(h->date, strcspn(h->date, "T"));
    text_print_markup(h->out, day, TEXT_LINE);
    if (strlen(h->date) >= 16)
        fprintf(h->out, " %c%c:%c%c UTC", h->date[11], h->date[12], h->date[14], h->date[15]);
    fputs("</time>", h->out);
    free(day);
}

/* Print a digest in base 64, as a content security policy needs it. */
static void print_digest(FILE *out, const char *hexadecimal)
{
    struct base64 b = { .out = out };
    unsigned byte;
    for (const char *s = hexadecimal; sscanf(s, "%2x", &byte) == 1; s += 2)
        base64_put(&b, (unsigned char)byte);
    base64_end(&b);
}

/* JSON, compressed; it is read by data.js. */
static void print_data(const struct html *h)
{
    char *text;
    size_t size;
    FILE *out = xopen_memstream(&text, &size);
    pack_print(h->pack, out);
    fclose(out);
    fputs("<script type=\"text/plain\" id=\"data\">", h->out);
    deflate_print(text, size, h->out);
    fputs("</script>\n", h->out);
    free(text);
}

/* The content security policy allows only the script and style sheet with these digests, and no
 * network access. */
static void print_head(const struct html *h)
{
    fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "style-src 'sha256-",
          h->out);
    print_digest(h->out, page_style_sha256);
    fputs("'; script-src 'sha256-", h->out);
    print_digest(h->out, page_script_sha256);
    fputs("'\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n<title>loopspec: ",
          h->out);
    result_summary_headline(&h->all, h->out);
    fprintf(h->out, "</title>\n<style>%s</style>\n</head>\n", page_style);
}

static void print_body(const struct html *h)
{
    bool green = result_summary_is_green(&h->all) && result_summary_total(&h->all) > 0;
    fprintf(h->out, "<body>\n<header class=\"%s\">\n<p class=\"soft\">loopspec ",
            green ? "green" : "red");
    text_print_markup(h->out, h->version, TEXT_LINE);
    fputs(" conformance report", h->out);
    print_date(h);
    fputs("</p>\n<h1>", h->out);
    result_summary_headline(&h->all, h->out);
    fprintf(h->out, "</h1>\n</header>\n<noscript>\n%s</noscript>\n", h->plain_text);
    print_data(h);
    fprintf(h->out, "<script type=\"module\">%s</script>\n</body>\n</html>\n", page_script);
}

static void end(void *state)
{
    struct html *h = state;
    fclose(h->plain);
    finish_data(h);
    print_head(h);
    print_body(h);
    pack_free(h->pack);
    free(h->frame_text);
    free(h->plain_text);
    free(h->result);
    free(h->run);
    free(h->version);
    free(h->date);
    free(h);
}

const struct report_format report_html = {
    .name = "html",
    .what = "one page to look at: matrix, broken promises, timelines",
    .tells_about = true,
    .shows_events = true,
    .begin = begin,
    .run_begin = begin_run,
    .result = take_result,
    .run_end = end_run,
    .end = end,
};
