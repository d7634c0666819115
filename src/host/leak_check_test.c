/* What a loop leaves open is reported, and what the world owns is never blamed on the loop. */
#include "host/leak_check.h"

#include <fcntl.h>

#include "world/net.h"
#include "world/fixture_test.h"

static void note_leaks(struct record *r, const struct leak_check *before)
{
    char says[200];
    note(r, leak_check_end(before, says, sizeof says) ? says : "nothing");
}

static void left(struct record *r)
{
    struct leak_check before;
    leak_check_begin(&before);
    note_leaks(r, &before);
    int null = open("/dev/null", O_RDONLY), fd = fcntl(null, F_DUPFD, 50);
    close(null);
    note_leaks(r, &before);
    close(fd);
    note_leaks(r, &before);
    fcntl(0, F_DUPFD, 100);
    close(0);
    note_leaks(r, &before);
}

/* On the real clock a thread of the world may still come for what is planned. */
static void planned(struct record *r)
{
    const uint64_t an_hour = 3600ull * 1000 * MS;
    struct leak_check before;
    char says[200];
    world_end();
    world_begin(&(struct world_config){ .clock = WORLD_REAL, .arg = r, .failed = failed_here });
    leak_check_begin(&before);
    struct world_fd *a = world_fd_open(WORLD_FD_READABLE), *b = world_fd_open(WORLD_FD_WRITABLE);
    struct world_socket *c = world_socket_open(WORLD_STREAM);
    world_fd_ready_after(a, WORLD_FD_READABLE, an_hour);
    world_fd_ready_after(b, WORLD_FD_WRITABLE, an_hour);
    world_socket_feed_after(c, 1, 1, an_hour);
    close(world_socket_number(c)); /* the loop takes this end over */
    world_fd_close(a);
    world_fd_close(b);
    world_socket_close(c);
    snprintf(r->text, sizeof r->text, "%s",
             leak_check_end(&before, says, sizeof says) ? says : "nothing");
}

static const struct stage_row rows[] = {
    { "what is left open is told, and what was closed", left,
      "nothing@0 the loop was released and left 1 descriptor open, first 50 (/dev/null)@0 "
      "nothing@0 the loop closed descriptor 0, which is not its own@0",
      1 },
    { "what the world still needs is not the loop's", planned, "nothing", 1 },
};

int main(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        run_row(&rows[i]);
    return done_testing();
}
