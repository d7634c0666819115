/* outside.c - could somebody outside of the world make a descriptor ready? Asked only when nothing
 * inside can, so it may cost something. When in doubt, yes: then the program waits, as it would
 * without a world. */
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "world/time_page.h"
#include "world/inside.h"
#include "world/real.h"
#include "world/sched.h"

enum { EPOLL_DEPTH_MAX = 5 };

static bool is_in_world(pid_t pid)
{
    return pid == getpid() || time_page_has(pid);
}

/* ---- pipes ---- */

static bool process_has(const char *pid, const struct stat *file)
{
    char path[64];
    bool has = false;
    snprintf(path, sizeof path, "/proc/%.20s/fd", pid);
    DIR *fds = opendir(path);
    for (const struct dirent *e = fds ? readdir(fds) : NULL; e && !has; e = readdir(fds)) {
        struct stat st;
        has = fstatat(dirfd(fds), e->d_name, &st, 0) == 0 && st.st_dev == file->st_dev &&
              st.st_ino == file->st_ino;
    }
    if (fds)
        closedir(fds);
    return has;
}

/* Does a process outside have this file open, too? */
static bool others_have(const struct stat *file)
{
    bool have = false;
    DIR *processes = opendir("/proc");
    for (const struct dirent *e = processes ? readdir(processes) : NULL; e && !have;
         e = readdir(processes))
        have = isdigit((unsigned char)e->d_name[0]) && !is_in_world((pid_t)atoi(e->d_name)) &&
               process_has(e->d_name, file);
    if (processes)
        closedir(processes);
    return have;
}

/* ---- sockets ---- */

static int socket_option(int fd, int option)
{
    int value = 0;
    socklen_t size = sizeof value;
    return getsockopt(fd, SOL_SOCKET, option, &value, &size) < 0 ? -1 : value;
}

/* A connected local socket has one peer. Anybody can send to the others. */
static bool is_socket_outside(int fd)
{
    struct ucred peer = { .pid = 0 };
    socklen_t size = sizeof peer;
    if (socket_option(fd, SO_DOMAIN) != AF_UNIX || socket_option(fd, SO_ACCEPTCONN) == 1)
        return true;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0 || peer.pid == 0)
        return true;
    return !is_in_world(peer.pid);
}

/* ---- descriptors ---- */

static bool holds(int fd, unsigned depth);

/* "tfd:        5 events: ..." */
static bool epoll_holds(int fd, unsigned depth)
{
    char path[64], line[256];
    bool is_outside = false;
    snprintf(path, sizeof path, "/proc/self/fdinfo/%d", fd);
    FILE *in = fopen(path, "re");
    while (in && !is_outside && fgets(line, sizeof line, in))
        if (strncmp(line, "tfd:", 4) == 0)
            is_outside = holds(atoi(line + 4), depth + 1);
    if (in)
        fclose(in);
    return is_outside;
}

static bool holds(int fd, unsigned depth)
{
    struct stat st;
    char path[64], target[64] = "";
    if (depth > EPOLL_DEPTH_MAX || fstat(fd, &st) < 0)
        return false;
    if (S_ISSOCK(st.st_mode))
        return is_socket_outside(fd);
    if (S_ISFIFO(st.st_mode))
        return others_have(&st);
    if (S_ISCHR(st.st_mode))
        return real()->isatty(fd);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (readlink(path, target, sizeof target - 1) < 0)
        return false;
    if (strcmp(target, "anon_inode:[eventpoll]") == 0)
        return epoll_holds(fd, depth);
    return strcmp(target, "anon_inode:inotify") == 0;
}

bool outside_holds(int fd)
{
    return holds(fd, 0);
}

bool outside_holds_any(const struct pollfd *fds, nfds_t count)
{
    for (nfds_t i = 0; i < count; i++)
        if (outside_holds(fds[i].fd))
            return true;
    return false;
}
