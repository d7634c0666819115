/* Each layer has a step for exactly the words that are its own. A missing step would be a call
 * through NULL in the middle of a case. */
#include "host/inside.h"

#include "tap/tap.h"

int main(void)
{
    static const struct layer *const layers[LAYER_COUNT] = {
        [LAYER_CORE] = &layer_core,
        [LAYER_NODE] = &layer_node,
        [LAYER_BROWSER] = &layer_browser,
    };
    for (size_t layer = 0; layer < LAYER_COUNT; layer++)
        for (size_t kind = 0; kind < STEP_KIND_COUNT; kind++) {
            const struct word *w = word_of((enum step_kind)kind);
            bool has = word_in_layer(w, (enum program_layer)layer) && !w->flow_only;
            char whole[WORD_TEXT_SIZE];
            ok(has == (layers[layer]->step_functions[kind] != NULL), "layer %s %s a step for '%s'",
               program_layer_name((enum program_layer)layer), has ? "has" : "needs no",
               word_whole(w, whole));
        }
    return done_testing();
}
