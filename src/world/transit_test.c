/* A connection is busy while bytes are yet to go out; not for ever, since its reader may not read. */
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tap/tap.h"
#include "world/sched.h"
#include "world/world.h"

/* Twenty milliseconds with a nap at each look, and some looks before. */
enum { SIZE = 1 << 20, LOOKS = 100000, LOOKS_FEW = 200 };

static char bytes[SIZE];

static void connect_ends(int end[2])
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t size = sizeof at;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(listener, (struct sockaddr *)&at, sizeof at) < 0 || listen(listener, 1) < 0 ||
        getsockname(listener, (struct sockaddr *)&at, &size) < 0)
        abort();
    end[0] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(end[0], (struct sockaddr *)&at, sizeof at) < 0)
        abort();
    end[1] = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    fcntl(end[0], F_SETFL, O_NONBLOCK);
    close(listener);
}

static bool comes_to_rest(void)
{
    for (int i = 0; i < LOOKS; i++)
        if (!transit_is_busy())
            return true;
    return false;
}

static unsigned looks_to_rest(void)
{
    unsigned looks = 1;
    while (transit_is_busy())
        looks++;
    return looks;
}

static void fill(int fd)
{
    while (write(fd, bytes, sizeof bytes) > 0)
        continue;
}

static void empty(int fd)
{
    while (read(fd, bytes, sizeof bytes) > 0)
        continue;
}

static void test_connection(int end[2])
{
    transit_note(-1);
    transit_note(end[0]);
    transit_note(end[1]);
    ok(!transit_is_busy(), "a connection without bytes rests");
    ok(write(end[0], "x", 1) == 1 && comes_to_rest(), "so does one whose bytes have gone out");
    fill(end[0]);
    ok(transit_is_busy(), "one that is full is busy");
    ok(looks_to_rest() < LOOKS_FEW, "but not for long: its reader says that it has no room");
    ok(!transit_is_busy(), "that is asked once");
    empty(end[1]);
    ok(comes_to_rest(), "when it has been read it comes to rest");
    close(end[0]);
    close(end[1]);
    ok(!transit_is_busy(), "what was closed is forgotten");
}

int main(void)
{
    int end[2], other[2];
    connect_ends(other);
    transit_note(other[0]);
    fill(other[0]);
    ok(!transit_is_busy(), "outside of an open world nothing is noted");
    world_begin(&(struct world_config){ .clock = WORLD_VIRTUAL, .is_open = true });
    connect_ends(end);
    test_connection(end);
    world_end();
    return done_testing();
}
