/* c_head.c - the head of the written program: what it is, what it includes, and its
 * variables. */
#include "export/c_inside.h"

#include <string.h>

enum { COLUMNS = 100 };

/* ---- comments ---- */

/* Nothing in it may end its line, go on in the next, or turn the text around. */
static void put_text(struct c *c, const char *text)
{
    for (; *text; text++) {
        const unsigned char *at = (const unsigned char *)text;
        bool turns = at[0] == 0xe2 && ((at[1] == 0x80 && at[2] >= 0xa8 && at[2] <= 0xae) ||
                                       (at[1] == 0x81 && at[2] >= 0xa6 && at[2] <= 0xa9));
        putc(turns || *at < ' ' ? ' ' : *text, c->out);
        text += turns ? 2 : 0;
        if (*text == '\\' && !text[1])
            putc('.', c->out);
    }
}

void c_put_comments(struct c *c, const char *const *comment, uint32_t count, uint32_t depth)
{
    for (uint32_t i = 0; i < count; i++) {
        if (comment[i][0]) {
            fprintf(c->out, "%*s//", (int)(4 * depth), "");
            put_text(c, comment[i] + 1); /* without its '#' */
        }
        putc('\n', c->out);
    }
}

static void put_remarks(struct c *c, const char *const *comment, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        fputs("//", c->out);
        put_text(c, comment[i][0] ? comment[i] + 1 : "");
        putc('\n', c->out);
    }
}

static void put_about(struct c *c)
{
    const struct program *p = c->program;
    fputs("// ", c->out);
    put_text(c, p->title);
    fputs("\n//\n", c->out);
    put_remarks(c, p->comment, p->comment_count);
    for (size_t i = 0; i < HEADER_COUNT; i++)
        put_remarks(c, p->head[i].comment, p->head[i].comment_count);
    fputs("// Rules:", c->out);
    for (uint32_t i = 0; i < p->rule_count; i++)
        fprintf(c->out, " %s", p->rule[i]);
    fputs("\n// Build: cc FILE.c -luv\n"
          "// It prints its labels one a line, in the order of the logs.\n",
          c->out);
    if (c->needs & NEED_TURNS)
        fputs("// It needs libuv 1.45 or later.\n", c->out);
    if (p->exact_time)
        fputs("// That order hangs on exact instants: a busy machine may show another.\n", c->out);
}

/* ---- includes ---- */

static const struct {
    uint32_t needs;
    const char *name;
} headers[] = {
    { NEED_THREADS, "dirent.h" },
    { NEED_LOOKUP, "netdb.h" },
    { NEED_TCP, "netinet/tcp.h" },
    { NEED_SIGNAL | NEED_WRITE | NEED_AFTER | NEED_RAISE_AFTER, "signal.h" },
    { NEED_OWN_THREADS, "stdatomic.h" },
    { ~0u, "stdio.h" },
    { NEED_MALLOC | NEED_FREE_HANDLE | NEED_SPEND, "stdlib.h" },
    { NEED_PAIR | NEED_FEED | NEED_FILL | NEED_EMPTY | NEED_DATAGRAM, "sys/socket.h" },
    { NEED_CHILD, "sys/wait.h" },
    { NEED_BUSY | NEED_AFTER | NEED_RAISE_AFTER, "time.h" },
    { NEED_PATH, "unistd.h" },
    { ~0u, "uv.h" },
};

static void put_includes(struct c *c)
{
    for (size_t i = 0; i < ARRAY_SIZE(headers); i++)
        if ((c->needs & headers[i].needs) || headers[i].needs == ~0u)
            fprintf(c->out, "#include <%s>\n", headers[i].name);
    putc('\n', c->out);
}

/* ---- variables ---- */

/* "static uv_timer_t t, *s;", on as many lines as it takes. */
struct variables {
    struct c *c;
    const char *kind; /* "static uv_timer_t" */
    size_t column;    /* 0: nothing is begun */
};

static void add_variable(struct variables *v, const char *text, const char *behind)
{
    size_t length = strlen(text) + strlen(behind);
    if (v->column && v->column + length + 3 > COLUMNS) {
        fputs(";\n", v->c->out);
        v->column = 0;
    }
    v->column += (size_t)fprintf(v->c->out, v->column ? "%s%s%s" : "%s %s%s",
                                 v->column ? ", " : v->kind, text, behind);
}

static void end_variables(struct variables *v)
{
    if (v->column)
        fputs(";\n", v->c->out);
    v->column = 0;
}

static bool is_like(const struct c_object *a, const struct c_object *b)
{
    return strcmp(a->type, b->type) == 0 && a->loop->several == b->loop->several;
}

static const char *storage(const struct c_loop *loop)
{
    return loop->several ? "static _Thread_local" : "static";
}

static bool is_pointer(const struct c_object *o)
{
    return o->address[0] != '&';
}

/* All of one type together, where the first of them stands. */
static void put_like(struct c *c, const struct c_object *first)
{
    for (const struct c_object *o = c->objects; o != first; o = o->next)
        if (!o->local && is_like(o, first))
            return;
    struct variables v = { c, c_print(c, "%s %s", storage(first->loop), first->type), 0 };
    for (const struct c_object *o = first; o; o = o->next)
        if (!o->local && is_like(o, first))
            add_variable(&v, c_print(c, is_pointer(o) ? "*%s" : "%s", o->text), "");
    end_variables(&v);
}

static void put_beside(struct c *c, const struct c_object *o)
{
    const char *kept = storage(o->loop);
    if (o->ends)
        fprintf(c->out, "%s int %s%s;\n", kept, o->ends,
                o->maker->kind == STEP_DATAGRAM ? "" : "[2]");
    if (o->where)
        fprintf(c->out,
                o->maker->option == TRANSPORT_TCP ? "%s struct sockaddr_in %s;\n"
                                                  : "%s char %s[32];\n",
                kept, o->where);
    if (o->callback)
        fprintf(c->out, "%s %.*scb %s;\n", kept, (int)strlen(o->type) - 1, o->type, o->callback);
}

static void put_counters(struct c *c, bool several)
{
    struct variables v = { c, several ? "static _Thread_local unsigned" : "static unsigned", 0 };
    for (uint32_t slot = 0; slot < c->program->slot_count; slot++)
        if (c->owner[slot]->several == several)
            add_variable(&v, c->reached[slot], "");
    end_variables(&v);
}

static void put_loops(struct c *c)
{
    fputs("static uv_loop_t *loop;\n", c->out);
    for (const struct c_loop *loop = c->loops; loop; loop = loop->next) {
        if (loop != c->loops)
            fprintf(c->out, "%s uv_loop_t %s;\n", storage(loop), loop->text + 1);
        if (loop->result)
            fprintf(c->out, "%s int %s; // of the latest call\n", storage(loop), loop->result);
    }
    if (c->seconds)
        fprintf(c->out,
                "static uv_thread_t second[%u]; // each has a loop of its own\n"
                "static int seconds;\n",
                c->seconds);
}

static void put_variables(struct c *c)
{
    put_loops(c);
    for (const struct c_object *o = c->objects; o; o = o->next)
        if (!o->local)
            put_like(c, o);
    for (const struct c_object *o = c->objects; o; o = o->next)
        if (!o->local)
            put_beside(c, o);
    put_counters(c, false);
    put_counters(c, true);
    if (c->needs & NEED_NOW)
        fputs("static uint64_t start;\n", c->out);
    if (c->needs & NEED_SPEND)
        fprintf(c->out, "static unsigned budget = %u;\n", c->program->budget);
    if (c->needs & NEED_OWN_THREADS)
        fputs("static atomic_int own_threads;\n", c->out);
    putc('\n', c->out);
}

void c_put_head(struct c *c)
{
    put_about(c);
    put_includes(c);
    put_variables(c);
}
