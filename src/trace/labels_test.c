/* A table keeps the ids that it began with, gives each new text one id, and finds all of them
 * again. */
#include "trace/labels.h"

#include <stdio.h>
#include "tap/tap.h"

int main(void)
{
    struct label_table first, second;
    label_table_init(&first, (struct labels){ 0 });
    is_int(label_table_add(&first, "a"), 1, "ids begin with 1");
    is_int(label_table_add(&first, "b"), 2, "and go on");
    is_int(label_table_add(&first, "a"), 1, "a text has one");

    label_table_init(&second, label_table_view(&first));
    is_int(label_table_add(&second, "b"), 2, "a table that begins with another keeps its ids");
    char text[16];
    for (int i = 0; i < 1000; i++) {
        snprintf(text, sizeof text, "n%d", i);
        label_table_add(&second, text);
    }
    struct labels l = label_table_view(&second);
    is_int(l.count, 1003, "a thousand more");
    unsigned lost = 0;
    for (uint32_t i = 0; i < 1000; i++) {
        snprintf(text, sizeof text, "n%u", i);
        lost += labels_find(l, text) != 3 + i;
    }
    is_int(lost, 0, "and all are found");
    is_int(labels_find(l, "z"), 0, "another is not");
    is_int(labels_find(l, ""), 0, "nor is the empty text");
    is_int(labels_find((struct labels){ 0 }, "a"), 0, "nor anything where there is none");
    is(labels_text(l, 2), "b", "the text of an id");
    is(labels_text(l, 0), "", "of none");
    is(labels_text(l, 5000), "?", "of one that cannot be");
    label_table_release(&first);
    label_table_release(&second);
    return done_testing();
}
