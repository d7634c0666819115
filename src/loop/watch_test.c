/* Files watched and inspected by the reference loop, where no case can go: what libuv itself
 * does not survive, and what is left when a loop is closed. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/mem.h"
#include "base/temp.h"
#include "loop/fixture_test.h"
#include "tap/tap.h"

struct files {
    char *folder, *file;
};

static struct files files_make(void)
{
    struct files f = { .folder = temp_make() };
    f.file = xasprintf("%s/file", f.folder);
    close(open(f.file, O_WRONLY | O_CREAT, 0600));
    return f;
}

static void files_remove(struct files *f)
{
    unlink(f->file);
    rmdir(f->folder);
    free(f->file);
    free(f->folder);
}

static struct role *handle_with_status(struct fixture *s, enum loop_kind kind, const char *name)
{
    struct role *r = fixture_role(s, name);
    r->handle = loop_handle_new(s->loop, kind, -1, role_with_status, r);
    return r;
}

/* FILE-1 to FILE-8. */
static void test_watch(void)
{
    struct files f = files_make();
    struct fixture s;

    fixture_open(&s, "1.52.1");
    struct role *a = handle_with_status(&s, LOOP_WATCH, "a"),
                *b = handle_with_status(&s, LOOP_WATCH, "b");
    is_int(loop_watch_file(a->handle, f.folder), 0, "a folder");
    is_int(loop_watch_file(b->handle, f.file), 0, "a file");
    is_int(loop_watch_file(b->handle, f.file), -EINVAL, "not twice");
    chmod(f.file, 0400);
    fixture_run(&s, 2);
    loop_handle_stop(a->handle);
    unlink(f.file);
    fixture_run(&s, 2);
    is(s.text, "a:2 b:2 / / b:2 b:1 b:1 / /", "each event is told to its handles");
    is_int(loop_watch_file(a->handle, f.file), -ENOENT, "what is gone cannot be watched");
    is_int(loop_handle_stop(b->handle), 0, "and a watch of it can be stopped");
    is_int(fixture_close(&s), 0, "everything closes");
    files_remove(&f);
}

enum { LONG_MS = 1000000 };

/* FILE-15: libuv 1.52 asserts here, since the look of before takes itself for the new one's. */
static void test_restart_during_a_look(void)
{
    struct files f = files_make();
    struct fixture s;

    fixture_open(&s, "1.52.1");
    unlink(f.file);
    struct role *p = handle_with_status(&s, LOOP_INSPECT, "p");
    for (int i = 0; i < 3; i++) {
        is_int(loop_inspect_file(p->handle, f.file, LONG_MS), 0, "started");
        is_int(loop_handle_stop(p->handle), 0, "stopped");
    }
    is_int(loop_inspect_file(p->handle, f.file, LONG_MS), 0, "started once more");
    while (s.loop->active_requests > 0)
        loop_run(s.loop, LOOP_ONCE);
    is(s.text, "p:ENOENT", "only the look of the latest start is told");
    is_int(fixture_close(&s), 0, "everything closes");
    files_remove(&f);
}

int main(void)
{
    test_watch();
    test_restart_during_a_look();
    return done_testing();
}
