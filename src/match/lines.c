#include "match/lines.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "match/pattern.h"

static void name_line(struct line *line, const struct expect_item *item, const struct program *p)
{
    line->item = item;
    line->label = LINE_NO_LABEL;
    if (item->label) {
        uint32_t id = program_find(p, item->label);
        if (id != 0)
            line->label = id;
    } else {
        line->answer = xmalloc(p->string_count);
        memset(line->answer, LINE_UNASKED, p->string_count);
    }
}

/* A late callback is forgiven on a clock that is not exact, an early one never. */
static void pin_time(struct line *line, uint64_t at, const struct match_sight *sight)
{
    line->from_ns = at == NO_TIME ? 0 : at;
    line->till_ns = UINT64_MAX;
    if (at == NO_TIME)
        return;
    uint64_t slack = sight->exact_time ? 0 : sight->tolerance_ns;
    line->till_ns = at > UINT64_MAX - slack ? UINT64_MAX : at + slack;
}

static void pin_line(struct lines *ls, struct line *line, const struct match_sight *sight)
{
    const struct expect_item *item = line->item;
    line->kind = item->has_value ? TRACE_OBSERVE : TRACE_LOG;
    line->value = item->value;
    line->count = item->count;
    line->phase = sight->phases ? item->phase : -1;
    line->iteration = sight->phases ? item->iteration : 0;
    pin_time(line, item->time_ns, sight);
    if (!sight->phases)
        ls->unjudged += (item->phase >= 0) + (item->iteration > 0);
}

void lines_init(struct lines *ls, const struct expect *e, const struct profile *profile,
                const struct program *p, const struct match_sight *sight)
{
    size_t count;
    const struct expect_item **flat = expect_flatten(e, profile, &count);
    *ls = (struct lines){ .program = p };
    ls->line = xcalloc(count, sizeof *ls->line);
    ls->never = xcalloc(count, sizeof *ls->never);
    bool gap = false;
    for (size_t i = 0; i < count; i++) {
        struct line *line = &ls->line[ls->line_count];
        switch (flat[i]->kind) {
        case EXPECT_LINE:
            name_line(line, flat[i], p);
            pin_line(ls, line, sight);
            line->gap_before = gap;
            gap = false;
            ls->line_count++;
            break;
        case EXPECT_GAP: gap = true; break;
        case EXPECT_NEVER: name_line(&ls->never[ls->never_count++], flat[i], p); break;
        case EXPECT_NOTHING: ls->nothing = flat[i]; break;
        case EXPECT_BLOCK: assert(!"blocks are dissolved"); break;
        }
    }
    ls->gap_at_end = gap;
    free(flat);
}

static void release_answers(struct line *line, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(line[i].answer);
    free(line);
}

void lines_release(struct lines *ls)
{
    release_answers(ls->line, ls->line_count);
    release_answers(ls->never, ls->never_count);
}

/* Asked once for each label: a trace has many events and few labels. */
static uint8_t ask(struct lines *ls, const struct line *line, uint32_t label)
{
    const char *text = ls->program->string[label];
    enum pattern_answer answer = pattern_match(line->item->pattern, text);
    if (answer == PATTERN_LIMIT && !ls->runaway) {
        ls->runaway = line->item;
        ls->runaway_on = text;
    }
    return answer;
}

bool line_names(struct lines *ls, struct line *line, uint32_t label)
{
    if (!line->answer)
        return line->label == label;
    if (label >= ls->program->string_count)
        return false; /* not of this program: the process that wrote it was broken */
    if (line->answer[label] == LINE_UNASKED)
        line->answer[label] = ask(ls, line, label);
    return line->answer[label] == PATTERN_YES;
}

bool line_accepts(struct lines *ls, struct line *line, const struct trace_event *ev)
{
    return ev->kind == line->kind && line_names(ls, line, ev->label) &&
           (line->kind == TRACE_LOG || ev->value == line->value) && ev->at_ns >= line->from_ns &&
           ev->at_ns <= line->till_ns && (line->phase < 0 || ev->phase == (uint32_t)line->phase) &&
           (line->iteration == 0 || ev->iteration == line->iteration);
}
