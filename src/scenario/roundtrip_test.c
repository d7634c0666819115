/* The parser does not crash on any bytes. The printer keeps whatever the parser accepts: the same
 * program comes back, and prints the same text again. */
#include "scenario/program.h"

#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "tap/tap.h"

enum { ROUNDS = 6000, SOURCE_MAX = 4096 };

/* Sources to start from: together they have every word and every place for comments. */
static const char *const seeds[] = {
    "# file\n\ntitle \"a \\\"b\\\"\" # t\nrules TIMER-9 A-1\n# why\nlayer core\nneeds exact-time\n"
    "workers 4\nbudget 100\n\n# first\nt = timer 10ms repeat 5ms { log a; busy 1us } # x\n\n# "
    "end\n",
    "title \"t\"\nrules A-1\nidle { # c\n log a # d\n\n # e\n first 2 { stop i } else { # f\n"
    " start i\n }\n # g\n}\ni = check stopped { }\nrepeat 3 { log b; log \"timer\" }\n",
    "title \"t\"\nrules A-1\np = poll readable after 5ms stopped { drain p; observe status }\n"
    "a = async { close a { log x } }\nthread { busy 5ms; send a }\nready p after 1us; start p\n"
    "ref p; unref p; observe active p; observe now\nw = work 5ms { }; cancel w; stat; run once\n",
    "title \"t\"\nrules A-1\nt = timer stopped { again t; set t repeat 0ms; observe due t }\n"
    "start t forever repeat 1s\nprepare { stop loop; update time }\ninterrupt after 3ms times 4\n"
    "timer 1ms { timer 2ms { timer 3ms { log 14 8p -1 \"...\" \"5s\" } } }\nclose t; close loop\n",
    "title \"t\"\nrules A-1\nworkers \"5000\"\na = stream; b = peer a # x\nread a by 1 { stop a }\n"
    "read b { observe status }; write a 3 { log w }; write b 1; shutdown a { }; feed a 9 after "
    "1ms\n"
    "l = listen tcp { s = accept l }; c = connect l { log c }; connect nowhere pipe { # y\n }\n"
    "u = datagram { }; feed u 100; lookup 5ms { }; check stopped; close c { }; observe threads\n",
    "title \"t\"\nrules A-1\nworkers 3\ns = signal usr1 { stop s }; child { log e }; raise hup "
    "after 1s\n"
    "loop { timer 5ms { log a }\n # z\n}; raise usr1; observe turns; run nowait\n",
    "title \"t\"\nrules A-1\nlayer node\nt = timeout 1.9ms { log a; clear t } # x\n\n# why\n"
    "promise { log a } then { # b\n log b # c\n\n # d\n} then { k = tick { throw } }\n"
    "flow { log f; await; log g }\non before-exit { observe code } # end\ninterval 5ms { exit }\n",
    "title \"t\"\nrules A-1\nlayer node\ns = socket; r = reject\nimmediate { # c\n"
    " close s { log x }; catch r { log y }\n}\nread-file { observe status; m = microtask { again m "
    "} }\n"
    "on rejection { refresh v }; on exit { first 2 { log e } else { throw } }\n"
    "v = interval 2s { flow { await # w\n promise { } then { promise { } then { } } } }\n",
    "title \"t\"\nrules A-1\nlayer browser\nf = frame { # c\n log f; again f\n}; clear f\n"
    "r = reject # d\non rejection { catch r { log c } }\nm = microtask { again m }\n",
    "\xef\xbb\xbftitle \"caf\xc3\xa9\"\r\nrules A-1\r\n\r\n# c\r\nlog a; # d\r\n\r\n\r\nlog b\r\n",
};

/* Pieces that mutations paste in. */
static const char *const pieces[] = {
    "{",        "}",         ";",         "#c",
    "\n",       "\n\n",      " # d\n",    "{ # e\n",
    "else {",   "idle {",    "}\n",       "log a",
    "5ms",      "forever",   "\"",        "\\",
    "=",        "t = ",      "\r\n",      "\t",
    "repeat 2", "stop t",    "\xff",      "\x80",
    "stopped",  "loop",      "1000000",   "...",
    "/a/",      "thread {",  "run",       "title",
    "needs ",   "0ms",       "-1",        "\xef\xbb\xbf",
    "then {",   "promise {", "await",     "throw",
    "flow {",   "} then {",  "on exit {", "layer node\n",
    "loop {",   "nowhere",   "by 3",      "a = stream\n",
    "peer a",   "raise hup", "write a 3", "workers \"x\"\n",
};

static const char *const harmless[] = { "\n", "\n\n", " # new\n", "\n# own\n", "\n\n# own\n\n" };

static uint32_t draw(uint32_t *state, size_t below)
{
    uint32_t x = *state; /* xorshift */
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    *state = x;
    return x % (uint32_t)below;
}

struct text {
    char bytes[SOURCE_MAX];
    size_t length;
};

/* Replace `cut` bytes at `at` by others. */
static void splice(struct text *t, size_t at, size_t cut, const char *bytes, size_t count)
{
    if (t->length - cut + count > SOURCE_MAX)
        return;
    memmove(t->bytes + at + count, t->bytes + at + cut, t->length - at - cut);
    memcpy(t->bytes + at, bytes, count);
    t->length = t->length - cut + count;
}

/* The position after the next byte that is one of `bytes`. */
static size_t after_any(const struct text *t, size_t at, const char *bytes)
{
    while (at < t->length && (t->bytes[at] == '\0' || !strchr(bytes, t->bytes[at])))
        at++;
    return at < t->length ? at + 1 : at;
}

static void mutate(struct text *t, uint32_t *state)
{
    const char *other = seeds[draw(state, ARRAY_SIZE(seeds))];
    const char *piece = pieces[draw(state, ARRAY_SIZE(pieces))];
    size_t at = draw(state, t->length + 1), left = t->length - at;
    size_t some = draw(state, (left < 40 ? left : 40) + 1);
    size_t from = draw(state, strlen(other)), most = strlen(other) - from;
    char copy[40], byte = (char)draw(state, 256);
    switch (draw(state, 8)) {
    case 0: splice(t, at, left > 0, &byte, 1); break;
    case 1: splice(t, at, some, "", 0); break;
    case 2: splice(t, at, 0, piece, strlen(piece)); break;
    case 3: splice(t, at, some, other + from, draw(state, (most < 60 ? most : 60) + 1)); break;
    case 4: /* duplicate a piece */
        some = some < sizeof copy ? some : sizeof copy;
        memcpy(copy, t->bytes + at, some);
        splice(t, draw(state, t->length + 1), 0, copy, some);
        break;
    case 5: /* something harmless after a line or a brace, where comments go */
    case 6:
        piece = harmless[draw(state, ARRAY_SIZE(harmless))];
        splice(t, after_any(t, at, "\n{};"), 0, piece, strlen(piece));
        break;
    default: /* break a line, or join two */
        splice(t, at, left > 0 && t->bytes[at] == '\n', "\n", draw(state, 2));
        break;
    }
}

static bool same_comments(const char *const *a, uint32_t a_count, const char *const *b,
                          uint32_t b_count)
{
    if (a_count != b_count)
        return false;
    for (uint32_t i = 0; i < a_count; i++)
        if (strcmp(a[i], b[i]) != 0)
            return false;
    return true;
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_block(const struct program *p, const struct block *a, const struct program *q,
                       const struct block *b);

/* Compare all but positions and blank lines, which the canonical form decides. */
static bool same_step(const struct program *p, const struct step *a, const struct program *q,
                      const struct step *b)
{
    bool same = a->kind == b->kind && a->option == b->option && a->stopped == b->stopped &&
                a->count == b->count && a->slot == b->slot &&
                same_text(p->string[a->from], q->string[b->from]) && a->after_ns == b->after_ns &&
                a->repeat_ns == b->repeat_ns && a->label_count == b->label_count &&
                same_text(p->string[a->name], q->string[b->name]) &&
                same_text(a->trailing, b->trailing) &&
                same_comments(a->comment, a->comment_count, b->comment, b->comment_count);
    for (uint32_t i = 0; same && i < a->label_count; i++)
        same = same_text(p->string[a->label[i]], q->string[b->label[i]]);
    same = same && a->then_count == b->then_count;
    for (uint32_t i = 0; same && i < a->then_count; i++)
        same = same_block(p, &a->then[i], q, &b->then[i]);
    return same && same_block(p, a->body, q, b->body) &&
           same_block(p, a->otherwise, q, b->otherwise);
}

static bool same_block(const struct program *p, const struct block *a, const struct program *q,
                       const struct block *b)
{
    if (!a || !b)
        return a == b;
    if (a->count != b->count ||
        !same_comments(a->comment, a->comment_count, b->comment, b->comment_count))
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!same_step(p, &a->step[i], q, &b->step[i]))
            return false;
    return true;
}

static bool same_program(const struct program *p, const struct program *q)
{
    return same_text(p->title, q->title) && p->layer == q->layer &&
           same_text(p->workers, q->workers) && p->budget == q->budget &&
           p->exact_time == q->exact_time && p->slot_count == q->slot_count &&
           same_comments(p->rule, p->rule_count, q->rule, q->rule_count) &&
           same_comments(p->need, p->need_count, q->need, q->need_count) &&
           same_block(p, &p->main, q, &q->main);
}

static size_t count_lines(const char *const *comment, uint32_t count)
{
    size_t lines = 0;
    for (uint32_t i = 0; i < count; i++)
        lines += comment[i][0] != '\0';
    return lines;
}

/* Comments of the head may change their line, but none gets lost. */
static size_t count_head_comments(const struct program *p)
{
    size_t lines = count_lines(p->comment, p->comment_count);
    for (size_t i = 0; i < HEADER_COUNT; i++)
        lines += count_lines(p->head[i].comment, p->head[i].comment_count) +
                 (p->head[i].trailing != NULL);
    return lines;
}

enum trip { REFUSED, KEPT, LOST };

static enum trip round_trip(const char *source, size_t length)
{
    struct diag d;
    struct program *p = program_parse("t.loop", source, length, &d);
    if (!p)
        return d.at.line > 0 && d.message[0] ? REFUSED : LOST;
    char *once = program_print(p);
    struct program *q = program_parse("t.loop", once, strlen(once), &d);
    char *twice = q ? program_print(q) : NULL;
    bool kept = q && strcmp(once, twice) == 0 && same_program(p, q) &&
                count_head_comments(p) == count_head_comments(q);
    free(twice);
    program_free(q);
    free(once);
    program_free(p);
    return kept ? KEPT : LOST;
}

static void show(const struct text *t)
{
    diag("%.*s", (int)t->length, t->bytes);
}

int main(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(seeds); i++)
        is_int(round_trip(seeds[i], strlen(seeds[i])), KEPT, "seed %zu comes back", i);

    uint32_t state = 20240229;
    unsigned count[3] = { 0 };
    for (int round = 0; round < ROUNDS; round++) {
        struct text t;
        const char *seed = seeds[draw(&state, ARRAY_SIZE(seeds))];
        t.length = strlen(seed);
        memcpy(t.bytes, seed, t.length);
        for (uint32_t n = 1 + draw(&state, 3); n > 0; n--)
            mutate(&t, &state);
        /* A copy of its exact size, so that a read beyond it is seen. */
        char *exact = memcpy(xmalloc(t.length), t.bytes, t.length);
        enum trip trip = round_trip(exact, t.length);
        count[trip]++;
        if (trip == LOST)
            show(&t);
        free(exact);
    }
    diag("%u refused, %u kept", count[REFUSED], count[KEPT]);
    is_int(count[LOST], 0, "%d mutations: nothing accepted is changed by printing", ROUNDS);
    ok(count[KEPT] > ROUNDS / 10, "enough of them are accepted to tell");
    ok(count[REFUSED] > ROUNDS / 10, "enough of them are refused to tell");
    return done_testing();
}
