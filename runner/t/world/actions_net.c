/* actions_net.c - connections, and what the kernel keeps back. */
#include "actions.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Two ends of a TCP connection; the first delays its acknowledgements. */
static int connected(int ends[2])
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t size = sizeof at;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&at, sizeof at) < 0 || listen(listener, 1) < 0)
        return -1;
    getsockname(listener, (struct sockaddr *)&at, &size);
    ends[1] = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(ends[1], (struct sockaddr *)&at, sizeof at) < 0)
        return -1;
    ends[0] = accept(listener, NULL, NULL);
    close(listener);
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
    if (connected(ends) < 0 || write(ends[1], "a", 1) != 1 || write(ends[1], "b", 1) != 1)
        return;
    read_letters(ends[0], 2);
}

void do_held_back_from_child(void)
{
    int ends[2];
    if (connected(ends) < 0)
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
