/* libuv_ask.c - asks libuv a question of src/questions/, on a new loop. */
#include "backend/libuv.h"
#include "interface/question.h"
#include "questions/questions.h"

static void close_one(uv_handle_t *handle, void *arg)
{
    (void)arg;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

/* uv_walk() does not visit libuv's internal handles, so this closes only what the question made. */
int libuv_ask(struct loop *loop, uint32_t question)
{
    static int (*const questions[])(uv_loop_t *, union uv_any_handle *) = {
#define Q(kind, function, word) ask_##function,
#include "question_rows.inc"
#undef Q
    };
    union uv_any_handle handles[3] = { 0 };
    uv_loop_t own;
    int answer = uv_loop_init(&own);

    (void)loop;
    if (answer < 0)
        return answer;
    answer = questions[question](&own, handles);
    uv_walk(&own, close_one, NULL);
    uv_run(&own, UV_RUN_DEFAULT);
    uv_loop_close(&own);
    return answer;
}
