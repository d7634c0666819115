/* door.h - how a program of ours begins and ends. A program that runs cases is started again
 * as a server for each backend, so it must come in by this door. */
#ifndef RUNNER_SERVER_DOOR_H
#define RUNNER_SERVER_DOOR_H

/* All of main(): be a server if that is asked for, else call `dispatch`, which returns an
 * exit status. Standard descriptors are open from here on; output that did not arrive
 * changes the status. */
int door_enter(int argc, char **argv, int (*dispatch)(int argc, char **argv));
#endif
