/* actions_net.c - connections, and what the kernel keeps back. */
#include "actions.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* The first end delays its acknowledgements. */
static int connected_slowly(int ends[2])
{
    if (connected(ends) < 0)
        return -1;
    return setsockopt(ends[0], IPPROTO_TCP, TCP_QUICKACK, &(int){ 0 }, sizeof(int));
}

static void read_letters(int fd, int count)
{
    char letter[] = "?";
    for (int i = 0; i < count; i++) {
        struct pollfd p = { fd, POLLIN, 0 };
        if (poll(&p, 1, 5000) == 1 && read(fd, letter, 1) == 1)
            put(letter);
        else
            put("late");
    }
}

/* The second byte waits in the kernel until the first is acknowledged. */
void do_held_back(void)
{
    int ends[2];
    if (connected_slowly(ends) < 0 || write(ends[1], "a", 1) != 1 || write(ends[1], "b", 1) != 1)
        return;
    read_letters(ends[0], 2);
}

void do_held_back_from_child(void)
{
    int ends[2];
    if (connected_slowly(ends) < 0)
        return;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        bool wrote = write(ends[1], "a", 1) == 1 && write(ends[1], "b", 1) == 1;
        sleep(60);
        _exit(!wrote);
    }
    close(ends[1]);
    read_letters(ends[0], 2);
    waitpid(child, NULL, 0);
    put("ended");
}
