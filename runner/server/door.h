/* door.h - how loopspec and the benchmark begin and end. A program that runs cases starts itself
 * again as a server for each backend (see server.h), so its main() must call door_enter(). */
#ifndef RUNNER_SERVER_DOOR_H
#define RUNNER_SERVER_DOOR_H

/* The whole of main(): run as a server if the arguments say so, else call `dispatch`, which
 * returns an exit status. `dispatch` may rely on open standard descriptors. If standard output
 * cannot be written, the status becomes STATUS_SYSTEM. */
int door_enter(int argc, char **argv, int (*dispatch)(int argc, char **argv));
#endif
