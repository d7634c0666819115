#include "runner/judge/origin.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/mem.h"

/* The first line that a command prints; NULL if it prints none. */
static char *ask(const char *command)
{
    char line[128] = "";
    FILE *from = popen(command, "r");
    if (from && !fgets(line, sizeof line, from))
        line[0] = '\0';
    if (from)
        pclose(from);
    line[strcspn(line, "\n")] = '\0';
    return line[0] ? xstrdup(line) : NULL;
}

void origin_init(struct origin *o, const struct options *options)
{
    struct utsname name;
    *o = (struct origin){ .command = xstrdup(options->said),
                          .commit = ask("git rev-parse HEAD 2>/dev/null") };
    if (uname(&name) != 0)
        return;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    o->kernel = xasprintf("%s %s", name.sysname, name.release);
    o->machine = xasprintf("%s, %ld processor%s", name.machine, processors,
                           processors == 1 ? "" : "s");
}

void origin_release(struct origin *o)
{
    free(o->command);
    free(o->commit);
    free(o->kernel);
    free(o->machine);
    *o = (struct origin){ 0 };
}

void origin_tell(const struct origin *o, struct result_run *run)
{
    run->command = o->command;
    run->commit = o->commit;
    run->kernel = o->kernel;
    run->machine = o->machine;
}
