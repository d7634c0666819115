/* file.c - the program's files and folders, and the handles that watch them. */
#include "host/inside.h"

#include <errno.h>
#include <string.h>

#include "base/temp.h"

/* A file has no callback. */
void file_make(struct host *h, const struct step *s)
{
    struct world_file *folder = s->from ? object_find_source(h, s)->file : NULL;
    struct object *o = object_add(h, s, TRACE_STAT, sizeof *o);
    o->file = s->kind == STEP_FOLDER ? world_folder_open() : world_file_open(folder);
    if (!o->file)
        host_fail(h, s, "no %s could be made in '%s': %s", step_word(s->kind), temp_folder(),
                  strerror(errno));
}

void file_start(struct host *h, struct object *o)
{
    uint64_t every_ms = object_ms(o->step->repeat_ns);
    h->result = o->kind == TRACE_WATCH
                    ? h->backend->watch_file(o->handle, o->path)
                    : h->backend->inspect_file(o->handle, o->path, (unsigned)every_ms);
}

void file_make_watcher(struct host *h, const struct step *s)
{
    bool watch = s->kind == STEP_WATCH;
    const char *path = file_path(h, s);
    struct object *o = object_add_handle(h, s, watch ? TRACE_WATCH : TRACE_INSPECT,
                                         watch ? LOOP_WATCH : LOOP_INSPECT, -1);
    o->path = path;
    if (!s->stopped)
        file_start(h, o);
}

const char *file_path(struct host *h, const struct step *s)
{
    return world_file_path(object_find_source(h, s)->file);
}

void file_change(struct host *h, const struct step *s)
{
    static const enum world_file_change changes[] = {
        [STEP_CHANGE] = WORLD_CHANGE, [STEP_TOUCH] = WORLD_TOUCH,   [STEP_CREATE] = WORLD_CREATE,
        [STEP_REMOVE] = WORLD_REMOVE, [STEP_RENAME] = WORLD_RENAME, [STEP_TANGLE] = WORLD_TANGLE,
    };
    struct world_file *f = object_find(h, s)->file;
    if (s->after_ns == NO_TIME)
        world_file_change(f, changes[s->kind]);
    else
        world_file_change_after(f, changes[s->kind], s->after_ns);
}
