/* real.h - the C library's own versions of the functions that the world defines. */
#ifndef WORLD_REAL_H
#define WORLD_REAL_H
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct rusage;
struct sembuf;
struct sysinfo;
struct tms;

/* name, result, parameters: one row per function, so that the table of pointers and the look-up
 * cannot disagree. */
#define REAL_FUNCTIONS(X)                                                                          \
    X(clock_gettime, int, (clockid_t, struct timespec *))                                          \
    X(clock_getres, int, (clockid_t, struct timespec *))                                           \
    X(timespec_get, int, (struct timespec *, int))                                                 \
    X(clock_settime, int, (clockid_t, const struct timespec *))                                    \
    X(settimeofday, int, (const struct timeval *, const struct timezone *))                        \
    X(adjtime, int, (const struct timeval *, struct timeval *))                                    \
    X(adjtimex, int, (struct timex *))                                                             \
    X(clock_adjtime, int, (clockid_t, struct timex *))                                             \
    X(ntp_gettimex, int, (struct ntptimeval *))                                                    \
    X(times, clock_t, (struct tms *))                                                              \
    X(sysinfo, int, (struct sysinfo *))                                                            \
    X(epoll_wait, int, (int, struct epoll_event *, int, int))                                      \
    X(epoll_pwait, int, (int, struct epoll_event *, int, int, const sigset_t *))                   \
    X(epoll_pwait2, int,                                                                           \
      (int, struct epoll_event *, int, const struct timespec *, const sigset_t *))                 \
    X(epoll_ctl, int, (int, int, int, struct epoll_event *))                                       \
    X(isatty, int, (int))                                                                          \
    X(poll, int, (struct pollfd *, nfds_t, int))                                                   \
    X(ppoll, int, (struct pollfd *, nfds_t, const struct timespec *, const sigset_t *))            \
    X(select, int, (int, fd_set *, fd_set *, fd_set *, struct timeval *))                          \
    X(pselect, int,                                                                                \
      (int, fd_set *, fd_set *, fd_set *, const struct timespec *, const sigset_t *))              \
    X(timerfd_create, int, (int, int))                                                             \
    X(timerfd_settime, int, (int, int, const struct itimerspec *, struct itimerspec *))            \
    X(timerfd_gettime, int, (int, struct itimerspec *))                                            \
    X(timer_create, int, (clockid_t, struct sigevent *, timer_t *))                                \
    X(timer_settime, int, (timer_t, int, const struct itimerspec *, struct itimerspec *))          \
    X(timer_gettime, int, (timer_t, struct itimerspec *))                                          \
    X(timer_delete, int, (timer_t))                                                                \
    X(timer_getoverrun, int, (timer_t))                                                            \
    X(nanosleep, int, (const struct timespec *, struct timespec *))                                \
    X(clock_nanosleep, int, (clockid_t, int, const struct timespec *, struct timespec *))          \
    X(sleep, unsigned, (unsigned))                                                                 \
    X(sigtimedwait, int, (const sigset_t *, siginfo_t *, const struct timespec *))                 \
    X(sigsuspend, int, (const sigset_t *))                                                         \
    X(pause, int, (void))                                                                          \
    X(setitimer, int, (int, const struct itimerval *, struct itimerval *))                         \
    X(getitimer, int, (int, struct itimerval *))                                                   \
    X(pthread_create, int, (pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))       \
    X(pthread_join, int, (pthread_t, void **))                                                     \
    X(pthread_tryjoin_np, int, (pthread_t, void **))                                               \
    X(pthread_timedjoin_np, int, (pthread_t, void **, const struct timespec *))                    \
    X(pthread_clockjoin_np, int, (pthread_t, void **, clockid_t, const struct timespec *))         \
    X(pthread_cancel, int, (pthread_t))                                                            \
    X(pthread_once, int, (pthread_once_t *, void (*)(void)))                                       \
    X(pthread_cond_init, int, (pthread_cond_t *, const pthread_condattr_t *))                      \
    X(pthread_cond_wait, int, (pthread_cond_t *, pthread_mutex_t *))                               \
    X(pthread_cond_timedwait, int, (pthread_cond_t *, pthread_mutex_t *, const struct timespec *)) \
    X(pthread_cond_clockwait, int,                                                                 \
      (pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *))                   \
    X(pthread_cond_signal, int, (pthread_cond_t *))                                                \
    X(pthread_cond_broadcast, int, (pthread_cond_t *))                                             \
    X(sem_wait, int, (sem_t *))                                                                    \
    X(sem_timedwait, int, (sem_t *, const struct timespec *))                                      \
    X(sem_clockwait, int, (sem_t *, clockid_t, const struct timespec *))                           \
    X(sem_post, int, (sem_t *))                                                                    \
    X(read, ssize_t, (int, void *, size_t))                                                        \
    X(write, ssize_t, (int, const void *, size_t))                                                 \
    X(readv, ssize_t, (int, const struct iovec *, int))                                            \
    X(writev, ssize_t, (int, const struct iovec *, int))                                           \
    X(recv, ssize_t, (int, void *, size_t, int))                                                   \
    X(recvfrom, ssize_t, (int, void *, size_t, int, struct sockaddr *, socklen_t *))               \
    X(recvmsg, ssize_t, (int, struct msghdr *, int))                                               \
    X(send, ssize_t, (int, const void *, size_t, int))                                             \
    X(sendto, ssize_t, (int, const void *, size_t, int, const struct sockaddr *, socklen_t))       \
    X(sendmsg, ssize_t, (int, const struct msghdr *, int))                                         \
    X(sendfile, ssize_t, (int, int, off_t *, size_t))                                              \
    X(splice, ssize_t, (int, off64_t *, int, off64_t *, size_t, unsigned))                         \
    X(connect, int, (int, const struct sockaddr *, socklen_t))                                     \
    X(sendmmsg, int, (int, struct mmsghdr *, unsigned, int))                                       \
    X(recvmmsg, int, (int, struct mmsghdr *, unsigned, int, struct timespec *))                    \
    X(semop, int, (int, struct sembuf *, size_t))                                                  \
    X(semtimedop, int, (int, struct sembuf *, size_t, const struct timespec *))                    \
    X(msgrcv, ssize_t, (int, void *, size_t, long, int))                                           \
    X(msgsnd, int, (int, const void *, size_t, int))                                               \
    X(mq_timedreceive, ssize_t, (int, char *, size_t, unsigned *, const struct timespec *))        \
    X(mq_timedsend, int, (int, const char *, size_t, unsigned, const struct timespec *))           \
    X(flock, int, (int, int))                                                                      \
    X(waitid, int, (idtype_t, id_t, siginfo_t *, int))                                             \
    X(wait4, pid_t, (pid_t, int *, int, struct rusage *))                                          \
    X(sched_yield, int, (void))                                                                    \
    X(pthread_mutex_lock, int, (pthread_mutex_t *))                                                \
    X(pthread_mutex_trylock, int, (pthread_mutex_t *))                                             \
    X(pthread_mutex_timedlock, int, (pthread_mutex_t *, const struct timespec *))                  \
    X(pthread_mutex_clocklock, int, (pthread_mutex_t *, clockid_t, const struct timespec *))       \
    X(pthread_rwlock_rdlock, int, (pthread_rwlock_t *))                                            \
    X(pthread_rwlock_wrlock, int, (pthread_rwlock_t *))                                            \
    X(pthread_rwlock_timedrdlock, int, (pthread_rwlock_t *, const struct timespec *))              \
    X(pthread_rwlock_timedwrlock, int, (pthread_rwlock_t *, const struct timespec *))              \
    X(pthread_rwlock_clockrdlock, int, (pthread_rwlock_t *, clockid_t, const struct timespec *))   \
    X(pthread_rwlock_clockwrlock, int, (pthread_rwlock_t *, clockid_t, const struct timespec *))   \
    X(sem_trywait, int, (sem_t *))                                                                 \
    X(pthread_spin_lock, int, (pthread_spinlock_t *))                                              \
    X(pthread_barrier_init, int, (pthread_barrier_t *, const pthread_barrierattr_t *, unsigned))   \
    X(pthread_barrier_wait, int, (pthread_barrier_t *))                                            \
    X(pthread_barrier_destroy, int, (pthread_barrier_t *))                                         \
    X(sigaction, int, (int, const struct sigaction *, struct sigaction *))                         \
    X(sigaltstack, int, (const stack_t *, stack_t *))                                              \
    X(kill, int, (pid_t, int))                                                                     \
    X(sigqueue, int, (pid_t, int, union sigval))                                                   \
    X(pthread_kill, int, (pthread_t, int))                                                         \
    X(pthread_sigqueue, int, (pthread_t, int, union sigval))                                       \
    X(fork, pid_t, (void))                                                                         \
    X(execve, int, (const char *, char *const *, char *const *))                                   \
    X(execvpe, int, (const char *, char *const *, char *const *))                                  \
    X(fexecve, int, (int, char *const *, char *const *))                                           \
    X(execveat, int, (int, const char *, char *const *, char *const *, int))                       \
    X(posix_spawn, int,                                                                            \
      (pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,       \
       char *const *, char *const *))                                                              \
    X(posix_spawnp, int,                                                                           \
      (pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,       \
       char *const *, char *const *))                                                              \
    X(getaddrinfo, int, (const char *, const char *, const struct addrinfo *, struct addrinfo **)) \
    X(getnameinfo, int,                                                                            \
      (const struct sockaddr *, socklen_t, char *, socklen_t, char *, socklen_t, int))             \
    X(socket, int, (int, int, int))                                                                \
    X(socketpair, int, (int, int, int, int *))                                                     \
    X(accept, int, (int, struct sockaddr *, socklen_t *))                                          \
    X(accept4, int, (int, struct sockaddr *, socklen_t *, int))                                    \
    X(epoll_create, int, (int))                                                                    \
    X(epoll_create1, int, (int))                                                                   \
    X(eventfd, int, (unsigned, int))                                                               \
    X(signalfd, int, (int, const sigset_t *, int))                                                 \
    X(inotify_init, int, (void))                                                                   \
    X(inotify_init1, int, (int))                                                                   \
    X(inotify_add_watch, int, (int, const char *, uint32_t))                                       \
    X(pipe, int, (int *))                                                                          \
    X(pipe2, int, (int *, int))                                                                    \
    X(dup, int, (int))                                                                             \
    X(dup2, int, (int, int))                                                                       \
    X(dup3, int, (int, int, int))                                                                  \
    X(fcntl, int, (int, int, ...))                                                                 \
    X(alarm, unsigned, (unsigned))                                                                 \
    X(ualarm, useconds_t, (useconds_t, useconds_t))                                                \
    X(stat, int, (const char *, struct stat *))                                                    \
    X(syscall, long, (long, ...))

struct real {
#define X(name, result, parameters) result(*name) parameters;
    REAL_FUNCTIONS(X)
#undef X
};

/* Looked up on first use, which may come before main(): a library's constructor or a sanitizer may
 * ask for the time. */
const struct real *real(void);

/* CLOCK_MONOTONIC, by a system call: the C library would read the time stamp counter. Where that is
 * trapped, a thread that has blocked all signals, as libuv does while it spawns, would be killed. */
void real_clock(struct timespec *ts);
#endif
