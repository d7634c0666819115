/* Files that change when they are told: each change is one event, each state is another, and
 * nothing is left behind. */
#include "world/file.h"

#include <errno.h>
#include <stdbool.h>
#include <sys/inotify.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "world/fixture_test.h"

/* What is reported by now, as the names of the events. */
static void note_events(struct record *r, int fd)
{
    static const struct {
        uint32_t mask;
        const char *name;
    } names[] = {
        { IN_MODIFY, "modify" },   { IN_ATTRIB, "attrib" },    { IN_CREATE, "create" },
        { IN_DELETE, "delete" },   { IN_DELETE_SELF, "gone" }, { IN_IGNORED, "ignored" },
        { IN_MOVE_SELF, "moved" }, { IN_MOVED_FROM, "from" },  { IN_MOVED_TO, "to" },
    };
    _Alignas(struct inotify_event) char buffer[4096];
    ssize_t n = read(fd, buffer, sizeof buffer);
    const struct inotify_event *e;
    if (n <= 0)
        note(r, "quiet");
    for (const char *at = buffer; at < buffer + n; at += sizeof *e + e->len) {
        e = (const struct inotify_event *)at;
        for (size_t i = 0; i < ARRAY_SIZE(names); i++)
            if (e->mask & names[i].mask)
                note(r, names[i].name);
    }
}

static int watch(const struct world_file *f)
{
    int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    inotify_add_watch(fd, world_file_path(f), IN_ALL_EVENTS & ~(uint32_t)(IN_OPEN | IN_CLOSE));
    return fd;
}

static void changes_of_a_file(struct record *r)
{
    struct world_file *f = world_file_open(NULL);
    int fd = watch(f);
    world_file_change(f, WORLD_CHANGE);
    note_events(r, fd);
    world_file_change(f, WORLD_TOUCH);
    note_events(r, fd);
    world_file_change(f, WORLD_CREATE); /* it is there */
    note_events(r, fd);
    world_file_change(f, WORLD_RENAME);
    note_events(r, fd);
    world_file_change(f, WORLD_CHANGE); /* it is not */
    world_file_change(f, WORLD_TOUCH);
    world_file_change(f, WORLD_REMOVE);
    world_file_change(f, WORLD_RENAME);
    note_events(r, fd);
    close(fd);
    world_file_close(f);
}

static void changes_in_a_folder(struct record *r)
{
    struct world_file *d = world_folder_open();
    int fd = watch(d);
    struct world_file *f = world_file_open(d);
    note_events(r, fd);
    world_file_change(f, WORLD_CHANGE);
    note_events(r, fd);
    world_file_change(f, WORLD_RENAME);
    note_events(r, fd);
    world_file_change(f, WORLD_CREATE);
    note_events(r, fd);
    world_file_change(f, WORLD_REMOVE);
    note_events(r, fd);
    close(fd);
    world_file_close(f);
    world_file_close(d);
}

static bool differs(struct stat *before, const struct world_file *f)
{
    struct stat now;
    bool there = stat(world_file_path(f), &now) == 0;
    bool other = there &&
                 (now.st_size != before->st_size || now.st_mtim.tv_sec != before->st_mtim.tv_sec);
    *before = now;
    return other;
}

/* By its size or its seconds: the rest of its time is the file system's clock. */
static void states(struct record *r)
{
    static const enum world_file_change changes[] = { WORLD_CHANGE, WORLD_TOUCH };
    struct world_file *f = world_file_open(NULL);
    struct stat before = { 0 };
    bool all = differs(&before, f);
    for (int i = 0; i < 100; i++) {
        world_file_change(f, changes[i % 2]);
        all &= differs(&before, f);
    }
    note(r, all ? "changed" : "wrong");
    for (int i = 0; i < 100; i++) {
        world_file_change(f, i % 2 ? WORLD_REMOVE : WORLD_RENAME);
        all &= !differs(&(struct stat){ 0 }, f);
        world_file_change(f, WORLD_CREATE);
        all &= differs(&before, f);
    }
    note(r, all ? "created" : "wrong");
    world_file_close(f);
}

static void instants(struct record *r)
{
    struct world_file *f = world_file_open(NULL);
    world_file_change_after(f, WORLD_REMOVE, 10 * MS);
    world_file_change_after(f, WORLD_CREATE, 20 * MS);
    world_file_change_after(f, WORLD_REMOVE, 30 * MS);
    for (int i = 0; i < 3; i++) {
        note(r, access(world_file_path(f), F_OK) == 0 ? "there" : "gone");
        world_busy(10 * MS);
    }
    world_file_change_after(f, WORLD_CREATE, 5 * MS);
    world_file_close(f); /* what was to come does not */
    world_busy(10 * MS);
    note(r, "end");
}

static void nothing_is_left(struct record *r)
{
    struct world_file *d = world_folder_open(), *f = world_file_open(d), *g = world_file_open(NULL);
    char *paths[] = { xstrdup(world_file_path(d)), xstrdup(world_file_path(g)) };
    world_file_change(f, WORLD_RENAME);
    world_file_change(f, WORLD_CREATE);
    world_file_change(g, WORLD_RENAME);
    world_file_close(f);
    world_file_close(g);
    world_file_close(d);
    for (size_t i = 0; i < ARRAY_SIZE(paths); i++) {
        *strrchr(paths[i], '/') = '\0';
        note(r, access(paths[i], F_OK) < 0 ? "nothing" : "wrong");
        free(paths[i]);
    }
}

static void no_folder(struct record *r)
{
    setenv("TMPDIR", "/no/such", 1);
    note(r, !world_folder_open() && errno == ENOENT ? "refused" : "wrong");
    note(r, !world_file_open(NULL) && errno == ENOENT ? "refused" : "wrong");
}

static const struct stage_row rows[] = {
    { "a change of a file is one event, and none where there is nothing to change",
      changes_of_a_file, "modify@0 attrib@0 quiet@0 moved@0 quiet@0", 1 },
    { "a change in a folder is one event, a rename two", changes_in_a_folder,
      "create@0 modify@0 from@0 to@0 create@0 delete@0", 1 },
    { "no two states of a file look the same", states, "changed@0 created@0", 1 },
    { "a file changes at its instant", instants, "there@0 gone@10 there@20 end@40", 1 },
    { "nothing is left behind", nothing_is_left, "nothing@0 nothing@0", 1 },
    { "where no file can be made the reason is told", no_folder, "refused@0 refused@0", 1 },
};

int main(void)
{
    plan(ARRAY_SIZE(rows));
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        run_row(&rows[i]);
    return done_testing();
}
