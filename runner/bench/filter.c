/* filter.c - how long a page of ten backends and all cases takes to open, and how long a filter
 * takes on it. The browser opens the page in a frame of another page, which measures the time until
 * it is drawn, then sets filters and measures the time until the remaining rows are laid out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file_replace.h"
#include "base/mem.h"
#include "runner/bench/measure.h"
#include "runner/bench/page.h"
#include "runner/server/scratch.h"

enum { PEER_MS = 50, OPEN_MS = 1000 };

/* Filters of each kind: one leaves few cases, so that their folders open; one leaves none; and each
 * is removed again. A filter that changes nothing is an error: its time would mean nothing.
 * The page is drawn after it has loaded, but the browser prints the document when all frames have
 * loaded. So a second frame stays open until all is measured. */
static const char asking_page[] =
    "<!doctype html>\n<title>loopspec bench</title>\n"
    "<iframe width='1280' height='800'></iframe><iframe></iframe>\n<p>nothing</p>\n<script>\n"
    "const [frame, hold] = document.querySelectorAll('iframe');\n"
    "function filter(page) {\n"
    "    const shown = page.getElementById('shown');\n"
    "    const fill = (id, value) => {\n"
    "        page.getElementById(id).value = value;\n"
    "        page.getElementById(id).dispatchEvent(new Event('input'));\n"
    "        return value !== '';\n"
    "    };\n"
    "    const press = () => page.querySelector('.chip.skip').click();\n"
    "    const bare = () => { shown.textContent = 'bare'; return true; };\n"
    "    const steps = location.hash === '#empty' ? [bare] : [\n"
    "        () => fill('by-text', 'timer'), () => fill('by-text', 'timer close'),\n"
    "        () => fill('by-text', 'no such word'), () => fill('by-text', ''),\n"
    "        () => fill('by-text', 'TIMER-1'), () => fill('by-text', ''),\n"
    "        () => fill('by-family', 'timers'), () => fill('by-family', ''),\n"
    "        () => { press(); return true; }, () => { press(); return false; },\n"
    "    ];\n"
    "    let slowest = 0;\n"
    "    for (const step of steps) {\n"
    "        const began = performance.now();\n"
    "        const filters = step();\n"
    "        page.body.getBoundingClientRect();\n"
    "        slowest = Math.max(slowest, performance.now() - began);\n"
    "        if (filters !== (shown.textContent !== ''))\n"
    "            return NaN;\n"
    "    }\n"
    "    return slowest;\n"
    "}\n"
    "const began = performance.now();\n"
    "function look() {\n"
    "    const page = frame.contentDocument;\n"
    "    if (!page?.querySelector('main'))\n"
    "        return setTimeout(look);\n"
    "    page.body.getBoundingClientRect();\n"
    "    const opened = performance.now() - began;\n"
    "    document.querySelector('p').textContent = `slowest ${filter(page)} opened ${opened}`;\n"
    "    hold.contentDocument.close();\n"
    "}\n"
    "hold.contentDocument.open();\n"
    "frame.src = location.hash === '#empty' ? 'empty.html' : 'page.html';\n"
    "look();\n"
    "</script>\n";

static int write_file(const char *folder, const char *name, const char *text, struct diag *d)
{
    char *path = xasprintf("%s/%s", folder, name);
    int result = file_replace(path, text, d);
    free(path);
    return result;
}

/* A page of that size with nothing in it. */
static int write_empty(const char *folder, size_t size, struct diag *d)
{
    char *blank = xmalloc(size + 1);
    memset(blank, 'x', size);
    blank[size] = '\0';
    char *text = xasprintf(
        "<!doctype html><title>empty</title><script type='text/plain'>%s</script>"
        "<main><output id='shown'></output></main>\n",
        blank);
    int result = write_file(folder, "empty.html", text, d);
    free(text);
    free(blank);
    return result;
}

/* A headless browser prints the document once it has loaded. */
static int ask_browser(const char *folder, const char *hash, double figure[2], struct diag *d)
{
    char *command = xasprintf(
        "HOME=%s timeout 120 chromium --headless --no-sandbox --disable-gpu "
        "--disable-dev-shm-usage --user-data-dir=%s/browser --allow-file-access-from-files "
        "--dump-dom 'file://%s/asking.html%s' 2>/dev/null",
        folder, folder, folder, hash);
    FILE *from = popen(command, "r");
    char line[200];
    double ms[2] = { -1, -1 };
    while (from && fgets(line, sizeof line, from))
        sscanf(line, "<p>slowest %lf opened %lf", &ms[0], &ms[1]);
    if (from)
        pclose(from);
    free(command);
    for (size_t i = 0; i < 2; i++)
        figure[i] = ms[i] * 1e6;
    return ms[0] >= 0 && ms[1] >= 0 ? 0 : diag_system(d, NULL, "chromium did not filter the page");
}

static int measure(const char *hash, double figure[2], struct diag *d)
{
    struct bench_page page;
    char folder[SCRATCH_PATH_MAX];
    if (bench_make_page(&page, d) < 0 || scratch_make(folder, d) < 0)
        return -1;
    int result = write_file(folder, "page.html", page.text, d);
    if (result == 0)
        result = write_empty(folder, page.size, d);
    if (result == 0)
        result = write_file(folder, "asking.html", asking_page, d);
    if (result == 0)
        result = ask_browser(folder, hash, figure, d);
    scratch_remove(folder);
    return result;
}

/* The peers: a filter takes PEER_MS, and the page opens OPEN_MS later than an empty one. */
static int turn_filter(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    if (bench_lacks("chromium"))
        return diag_usage(d, "install Debian's package 'chromium', as 'make browsers' does",
                          "no 'chromium' on PATH");
    int result = measure(side == BENCH_OURS ? "" : "#empty", figure, d);
    if (side == BENCH_PEER) {
        figure[0] = PEER_MS * 1e6;
        figure[1] += OPEN_MS * 1e6;
    }
    return result;
}

const struct bench_measure bench_filter = { "filter", turn_filter };
