#include "explore/schedule.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* Digits only, no sign and no blank. 0 is not a valid number. */
static bool read_number(const char **at, uint32_t *out)
{
    char *end;
    errno = 0;
    if (**at < '0' || **at > '9')
        return false;
    unsigned long long n = strtoull(*at, &end, 10);
    *at = end;
    *out = (uint32_t)n;
    return errno == 0 && n > 0 && n <= UINT32_MAX;
}

/* "3" or "7:2" */
static bool read_step(const char **at, struct schedule_step *step)
{
    step->way = 1;
    if (!read_number(at, &step->point))
        return false;
    if (**at != ':')
        return true;
    ++*at;
    return read_number(at, &step->way);
}

static bool read_steps(const char *at, struct schedule *s)
{
    size_t room = 0;
    for (;;) {
        GROW(s->step, s->count, room);
        if (!read_step(&at, &s->step[s->count]))
            return false;
        if (s->count > 0 && s->step[s->count].point <= s->step[s->count - 1].point)
            return false;
        s->count++;
        if (*at == '\0')
            return true;
        if (*at++ != ',')
            return false;
    }
}

int schedule_parse(const char *text, struct schedule *s, struct diag *d)
{
    *s = (struct schedule){ 0 };
    if (read_steps(text, s))
        return 0;
    schedule_release(s);
    return diag_usage(d,
                      "give points in ascending order and the ways taken there, as 'loopspec "
                      "explore' prints them: 3,7:2",
                      "'%s' is not a schedule", text);
}

char *schedule_print(const struct schedule *s)
{
    char *text = NULL;
    FILE *out = xopen_memstream(&text, NULL);
    for (size_t i = 0; i < s->count; i++) {
        fprintf(out, "%s%u", i ? "," : "", s->step[i].point);
        if (s->step[i].way > 1)
            fprintf(out, ":%u", s->step[i].way);
    }
    fclose(out);
    return text;
}

void schedule_release(struct schedule *s)
{
    free(s->step);
    *s = (struct schedule){ 0 };
}

uint32_t schedule_way(const struct schedule *s, uint32_t point)
{
    for (size_t i = 0; i < s->count && s->step[i].point <= point; i++)
        if (s->step[i].point == point)
            return s->step[i].way;
    return 0;
}

uint32_t schedule_last(const struct schedule *s)
{
    return s->count ? s->step[s->count - 1].point : 0;
}
