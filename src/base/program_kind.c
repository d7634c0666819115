#include "base/program_kind.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/own_path.h"

enum { SCRIPTS_MAX = 5, HEAD_SIZE = 4096 }; /* as in the kernel */

#if defined(__x86_64__)
enum { MACHINE = EM_X86_64 };
#elif defined(__aarch64__)
enum { MACHINE = EM_AARCH64 };
#else
enum { MACHINE = EM_NONE }; /* not compared */
#endif

static int refuse(const char *path, const char *why, const char *hint, struct diag *d)
{
    return diag_usage(d, hint, "'%s' cannot run in the world: %s", path, why);
}

/* ---- ELF ---- */

static bool is_within(uint64_t at, uint64_t length, size_t size)
{
    return at <= size && length <= size - at;
}

/* Go's linker notes its build, also where it leaves the linking to another one. */
static bool has_note_of_go(const char *note, size_t size)
{
    Elf64_Nhdr n;
    for (size_t at = 0; is_within(at, sizeof n, size);) {
        memcpy(&n, note + at, sizeof n);
        if (n.n_namesz == 4 && is_within(at + sizeof n, 4, size) &&
            memcmp(note + at + sizeof n, "Go\0", 4) == 0)
            return true;
        at += sizeof n + ((size_t)n.n_namesz + 3) / 4 * 4 + ((size_t)n.n_descsz + 3) / 4 * 4;
    }
    return false;
}

struct elf_kind {
    bool has_loader; /* a dynamic program names it; it does the preloading */
    bool is_of_go;
};

static struct elf_kind elf_kind(const char *head, size_t size)
{
    struct elf_kind kind = { 0 };
    Elf64_Ehdr elf;
    memcpy(&elf, head, sizeof elf);
    for (size_t i = 0; i < elf.e_phnum; i++) {
        Elf64_Phdr part;
        size_t at = elf.e_phoff + i * sizeof part;
        if (elf.e_phentsize != sizeof part || !is_within(at, sizeof part, size))
            break;
        memcpy(&part, head + at, sizeof part);
        kind.has_loader |= part.p_type == PT_INTERP;
        kind.is_of_go |= part.p_type == PT_NOTE && is_within(part.p_offset, part.p_filesz, size) &&
                         has_note_of_go(head + part.p_offset, part.p_filesz);
    }
    return kind;
}

static bool is_for_this_machine(const char *head, size_t size)
{
    Elf64_Ehdr elf;
    if (size < sizeof elf || head[EI_CLASS] != ELFCLASS64)
        return false;
    memcpy(&elf, head, sizeof elf);
    return MACHINE == EM_NONE || elf.e_machine == MACHINE;
}

static int check_elf(const char *path, const char *head, size_t size, struct diag *d)
{
    if (!is_for_this_machine(head, size))
        return refuse(path, "it is a program for another kind of machine", NULL, d);
    const struct elf_kind kind = elf_kind(head, size);
    if (!kind.has_loader)
        return refuse(path, "it is a static program, into which nothing can be preloaded",
                      "link it without -static", d);
    if (kind.is_of_go)
        return refuse(path, "it is a program in Go, which makes its system calls by itself", NULL,
                      d);
    return 0;
}

/* ---- scripts ---- */

static int check(const char *path, unsigned depth, struct diag *d);

/* "#!/usr/bin/env python3": of env, the program that it will find counts. */
static int check_script(const char *path, char *head, unsigned depth, struct diag *d)
{
    char *save, *line = strtok_r(head + 2, "\n", &save);
    char *interpreter = line ? strtok_r(line, " \t", &save) : NULL;
    if (!interpreter)
        return refuse(path, "its first line names no interpreter", NULL, d);
    if (depth >= SCRIPTS_MAX)
        return refuse(path, "its interpreter is a script of a script of a script", NULL, d);
    const char *slash = strrchr(interpreter, '/');
    char *word = strtok_r(NULL, " \t", &save);
    char *found = slash && strcmp(slash, "/env") == 0 && word && word[0] != '-' ? path_find(word)
                                                                                : NULL;
    int result = check(found ? found : interpreter, depth + 1, d);
    free(found);
    if (result < 0) {
        char why[sizeof d->message];
        snprintf(why, sizeof why, "%s", d->message);
        snprintf(d->message, sizeof d->message, "of the script '%.80s': %.200s", path, why);
    }
    return result;
}

/* ---- any file ---- */

/* The system ignores LD_PRELOAD in a program that gets other rights than its user has. */
static int check_rights(const char *path, struct diag *d)
{
    struct stat st;
    if (stat(path, &st) < 0)
        return diag_usage(d, NULL, "cannot run '%s': %s", path, strerror(errno));
    if (S_ISDIR(st.st_mode))
        return diag_usage(d, NULL, "cannot run '%s': it is a folder", path);
    if (access(path, X_OK) < 0)
        return diag_usage(d, "chmod +x makes it executable", "cannot run '%s': %s", path,
                          strerror(errno));
    if (st.st_mode & (S_ISUID | S_ISGID))
        return refuse(
            path, st.st_mode & S_ISUID ? "it is set-uid" : "it is set-gid",
            "the system preloads nothing into such a program; run a copy without that bit", d);
    if (getxattr(path, "security.capability", NULL, 0) > 0)
        return refuse(path, "it has capabilities of its own",
                      "the system preloads nothing into such a program; run a copy without them",
                      d);
    return 0;
}

static int check(const char *path, unsigned depth, struct diag *d)
{
    char head[HEAD_SIZE + 1];
    if (check_rights(path, d) < 0)
        return -1;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, head, HEAD_SIZE);
    if (fd >= 0)
        close(fd);
    if (n < 0)
        return 0;
    head[n] = '\0';
    if (n >= 2 && memcmp(head, "#!", 2) == 0)
        return check_script(path, head, depth, d);
    if (n >= SELFMAG && memcmp(head, ELFMAG, SELFMAG) == 0)
        return check_elf(path, head, (size_t)n, d);
    return refuse(path, "it is neither a program nor a script that names its interpreter",
                  "a script begins with a line such as #!/bin/sh", d);
}

int program_can_be_preloaded(const char *path, struct diag *d)
{
    return check(path, 0, d);
}
