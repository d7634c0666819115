/* startup.h - the beginning and the end of loopspec and of the benchmark. A program that runs cases
 * starts itself again as a server for each backend (server.h), so its main() must call
 * startup_main(). */
#ifndef RUNNER_SERVER_STARTUP_H
#define RUNNER_SERVER_STARTUP_H

/* The whole of main(): run as a server if the arguments say so, else call `dispatch`, which
 * returns an exit status. `dispatch` may rely on open standard descriptors. If standard output
 * cannot be written, the status becomes STATUS_SYSTEM. */
int startup_main(int argc, char **argv, int (*dispatch)(int argc, char **argv));
#endif
