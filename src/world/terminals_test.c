/* What was written to one end of a terminal is found by epoll at the other end at once. */
#include <pty.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "tap/tap.h"
#include "world/inside.h"
#include "world/world.h"

enum { ROUNDS = 200 };

/* How often did epoll not see what had been written? */
static unsigned count_missed(const char *text)
{
    struct epoll_event e = { .events = EPOLLIN };
    int master, slave, ep = epoll_create1(0);
    unsigned missed = 0;
    char got[64];
    if (openpty(&master, &slave, NULL, NULL, NULL) < 0)
        abort();
    epoll_ctl(ep, EPOLL_CTL_ADD, master, &e);
    for (int i = 0; i < ROUNDS; i++) {
        if (write(slave, text, strlen(text)) < 0 || epoll_wait(ep, &e, 1, 5) != 1 ||
            read(master, got, sizeof got) < 0)
            missed++;
    }
    close(ep);
    close(master);
    close(slave);
    return missed;
}

int main(void)
{
    terminals_carry();
    ok(true, "without terminals there is nothing to carry");
    world_begin(&(struct world_config){ .clock = WORLD_VIRTUAL });
    is_int((int)count_missed("x"), 0, "every byte comes before the deadline");
    ok(world_now_ns() == 0, "and no time passes");
    is_int((int)count_missed("once more"), 0, "after others were closed, too");
    world_end();
    return done_testing();
}
