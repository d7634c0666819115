#!/bin/sh
# 'loopspec world': any program in virtual time, with the programs that it starts. What cannot be
# preloaded is refused. An action for each way in which programs wait: for threads, for processes, for
# the clock.
. runner/t/lib.sh

if ! command -v "${CC:=cc}" >/dev/null; then
    echo "1..0 # SKIP no C compiler on this machine"
    exit 0
fi
"$CC" -D_GNU_SOURCE -o "$T/actions" runner/t/world/actions.c runner/t/world/actions_found.c \
    runner/t/world/actions_blocked.c runner/t/world/actions_threads.c runner/t/world/actions_aside.c \
    runner/t/world/actions_net.c -lutil -lpthread || exit 1
"$CC" -D_GNU_SOURCE -fno-builtin -o "$T/allocator" runner/t/world/allocator.c -ldl -lpthread || exit 1

# ---- the command ----

run world -- sleep 3600
exits 0 "an hour is slept at once"
err_has '^loopspec: 3600\.000 s of virtual time passed in [0-9.]+ m?s$' "and it is said"
run world sleep 60
exits 0 "the first operand ends the options"
err_has '^loopspec: 60\.000 s' "without --, too"
run world -q -- sleep 60
no_err "--quiet: nothing is said"
run world --ticking -- sleep 60
exits 0 "on the ticking clock"
err_has '^loopspec: 60\.' "a minute passes as well"
run world -- sh -c 'date +%s; sleep 86400; date +%s'
exits 0 "a shell and what it starts"
[ "$(($(sed -n 2p "$T/out") - $(sed -n 1p "$T/out")))" -eq 86400 ]
point $? "share one time"
run world -- timeout 20 sleep 3600
exits 0 "timeout stays outside: it does not end a program that sleeps"
err_has '^loopspec: 3600\.000 s' "which sleeps in the world"
run world -- env ACTION=1 nice sleep 5
err_has '^loopspec: 5\.000 s' "so do other wrappers"
if strace -o "$T/calls" true 2>"$T/err"; then
    run world -- timeout -s KILL 60 strace -f -o "$T/calls" sleep 5
    exits 0 "so does a tracer, which stops its program where it likes"
    err_has '^loopspec: 5\.000 s' "whose program sleeps in the world"
else
    skipped "no strace here"
fi
run world -- sh -c 'exit 7'
exits 7 "the exit status is the program's"
run world -- "$T/actions" abort
exits 134 "a signal is reported as by a shell"
run world -- sh -c 'kill -PIPE $$; echo hello'
exits 141 "a broken pipe ends the program, as it does without a world"
run world -- sh -c 'kill -XFSZ $$; echo hello'
exits 153 "so does a file that may not grow"
run world -- "$T/actions" forever
exits 86 "what can never go on is ended"
err_has 'nothing can ever run again: thread 0 in a mutex' "and it is said why"

# refused WHY COMMAND...: exit 2, and the reason.
refused() {
    why=$1
    shift
    run world -- "$@"
    exits 2 "refused: $why"
    err_has "^loopspec: error: .*$why" "$why: it is said"
}
refused "no program 'no-such-program' on PATH" no-such-program
refused 'No such file or directory' ./no/such/program
refused 'Permission denied|it is a folder' "$T"
cp "$(command -v sleep)" "$T/asleep"
chmod a-x "$T/asleep"
refused 'Permission denied' "$T/asleep" 1
chmod u+s,a+x "$T/asleep"
refused 'it is set-uid' "$T/asleep" 1
chmod u-s "$T/asleep"
printf 'echo hello\n' >"$T/script" && chmod +x "$T/script"
refused 'neither a program nor a script' "$T/script"
printf '#!%s\n' "$T/nothing" >"$T/script"
refused "of the script '.*': cannot run '.*/nothing'" "$T/script"
run world
exits 2 "a program is needed"
if echo 'int main(void) { return 0; }' | "$CC" -static -o "$T/static" -x c - 2>/dev/null; then
    refused 'it is a static program' "$T/static"
    printf '#!%s\n' "$T/static" >"$T/script"
    refused "of the script '.*': .* it is a static program" "$T/script"
    run world -- sh -c "$T/static && sleep 9"
    exits 0 "a program of the world may start one that cannot be in it"
    err_has '^loopspec: 9\.' "and time goes on when that has ended"
else
    skipped "no static C library here"
fi
# A note is what tells a program in Go; in the world it would lose the variable.
cat >"$T/go.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
__attribute__((section(".note.go.buildid"), used, aligned(4))) static const struct {
    unsigned name_size, text_size, type;
    char name[4], text[4];
} note = { 4, 4, 4, "Go", "abc" };
int main(void)
{
    return puts(getenv("LOOPSPEC_WORLD")) < 0;
}
END
"$CC" -o "$T/go" "$T/go.c" || exit 1
refused 'it is a program in Go' "$T/go"
run world -- sh -c "$T/go && sleep 9"
exits 0 "a program of the world may start one"
out_has '^virtual$' "which stays outside"
err_has '^loopspec: 9\.' "and time goes on when that has ended"
printf '#!/usr/bin/env sh\nsleep 77\n' >"$T/script"
run world -- "$T/script"
err_has '^loopspec: 77\.000 s' "a script runs in the world of its interpreter"

# ---- actions ----

# sees ACTION NAME: the action ends normally and prints what is on standard input.
sees() {
    "$LOOPSPEC" world -q -- timeout 60 "$T/actions" "$1" >"$T/out" 2>"$T/err" </dev/null
    status=$?
    ran="world -- actions $1"
    exits 0 "$1 ends"
    out_is "$1: $2"
}

sees child "a program that is started shares the time" <<'END'
ended at 3600 s
END
sees fork "so does a fork" <<'END'
parent at 5 s
child at 7 s
both at 7 s
END
sees kill "which may be killed at an instant" <<'END'
killed at 10 s
END
sees environment "whatever environment it is given" <<'END'
ended at 50 s
END
sees system "the C library's shell is in the world, too" <<'END'
status 3
system at 30 s
END
sees pipe "a pipe between processes" <<'END'
hello at 4 s
END
sees wrong-end "its wrong end is refused at once" <<'END'
no write
no read
END
sees socket "a socket, and more than it holds" <<'END'
1048576 bytes
socket at 2 s
END
sees pty "a terminal" <<'END'
5100 bytes
terminal at 6 s
END
sees pidfd "the descriptor of a process" <<'END'
poll: 1
ended at 8 s
END
sees inotify "a file that another process makes" <<'END'
created at 9 s
END
sees read "a read that another thread ends" <<'END'
read at 3 s
END
sees write "a write that another thread ends" <<'END'
262144 bytes
written at 3 s
END
sees locks "locks that another thread holds while it sleeps" <<'END'
mutex at 1 s
rwlock at 2 s
spinlock at 3 s
barrier at 4 s
END
sees timed-lock "a lock with a deadline, and one that checks" <<'END'
Resource deadlock avoided
Connection timed out
over at 12 s
END
sees once "a routine that is called once and sleeps" <<'END'
first at 2 s
second at 2 s
END
sees futex "a futex through the C library" <<'END'
Connection timed out
woken at 9 s
END
sees eintr "an alarm interrupts a read, unless its handler asks to go on" <<'END'
-1, Interrupted system call
interrupted at 5 s
1
read at 8 s
END
sees signal "a signal from another process interrupts a wait" <<'END'
-1, Interrupted system call
interrupted at 11 s
END
sees spin "a loop that only reads the clock ends" <<'END'
spun at 2 s
END
sees long-spin "one that does so for long ends sooner" <<'END'
few readings
late by little
END
sees date "the date is the machine's, and goes on with the time" <<'END'
the date of a new file
no date
five seconds later at 5 s
over at 5 s
the date of a new file in a child
child at 12 s
END
sees compute "one that only computes until a signal comes" <<'END'
alarm at 1 s
END
sees compute-in-thread "or until another thread sets a variable" <<'END'
seen at 1 s
END
sees yield "and one that only yields" <<'END'
done at 1 s
END
sees counter "the time stamp counter is the world's" <<'END'
10
10
END
sees timerfd "a blocking read of a timer with an absolute time on another clock" <<'END'
timer at 20 s
END
sees embedded "an epoll in an epoll" <<'END'
1
event at 15 s
END

# ---- what programs of others did ----

sees shared-semaphore "a semaphore that processes share" <<'END'
posted at 4 s
-1
over at 6 s
ended at 8 s
END
sees shared-condition "a condition variable, and the mutex to it" <<'END'
signalled at 5 s
Connection timed out
over at 12 s
0
END
sees shared-barrier "a barrier" <<'END'
first at 5 s
second at 10 s
END
sees jump "a handler that leaves a wait by a jump" <<'END'
timed out at 5 s
timed out at 11 s
timed out at 17 s
signalled at 20 s
3
ended at 22 s
END
sees jump-in-thread "on the thread that does not block the signal" <<'END'
other at 2 s
timed out at 3 s
other at 4 s
other at 6 s
other at 8 s
joined at 8 s
END
sees jump-often "at any moment" <<'END'
0 overlaps
END
sees small-stack "threads with the smallest stack" <<'END'
joined at 1 s
END
sees handler-stack "a handler with a small stack of its own" <<'END'
its own, 0 bytes of others
called at 1 s
END
sees fault "a fault that somebody sent" <<'END'
default: 11, ignored: 0
END
sees many-threads "more threads, one after the other, than the world knows at a time" <<'END'
0 failed
done at 25 s
END
sees cpu-clock "the time of a processor is the real one" <<'END'
little
little
slept at 1000 s
worked
END
sees pwait2 "epoll_pwait2: nanoseconds, no time-out, a mask, a wrong time-out" <<'END'
0
2.500000001
1
6
0handler at 10 s
 -1 Interrupted system call
-1 Invalid argument
END
sees ready "a descriptor that is always ready, from the first instant on" <<'END'
due at 1 s
END
sees look "a loop that only looks" <<'END'
quickly
END
sees ping-pong "two processes that answer each other for two seconds" <<'END'
enough at 2 s
END
run world -- "$T/actions" ring
if grep -q '^no ring' "$T/out"; then
    skipped "no io_uring here"
else
    sees ring "io_uring: the kernel's answer comes before any deadline" <<'END'
1
written at 0 s
1
-22
END
    sees ring-polled "and with a thread of the kernel's" <<'END'
1
written at 0 s
END
fi

# ---- calls that block, each in its own way ----

sees c11 "the threads of C" <<'END'
once at 2 s
signalled at 7 s
timed out
3
joined at 14 s
END
sees too-much "more than a socket or a pipe holds" <<'END'
sendmsg: 1048576, 1048576 bytes
sendmmsg: 2, 1048576 bytes
sendfile: 1048576, 1048576 bytes
sendfile: 1048576, 1048576 bytes
splice: 1048576, 1048576 bytes
all at 10 s
END
sees queues "semaphores and queues of the kernel's" <<'END'
eventfd_read
event at 5 s
semop
over
semaphores at 19 s
msgrcv
hello
messages at 24 s
mq_receive
over
queue at 38 s
END
sees busy-listener "a listener that accepts nobody yet" <<'END'
connected at 0 s
connected at 5 s
connected at 5 s
END
sees file-lock "a lock of an open file" <<'END'
locked
lock at 5 s
END
sees several-datagrams "a call that waits for several" <<'END'
2
both at 6 s
1
the first at 9 s
END
sees timed-join "a thread that is waited for until a deadline" <<'END'
not in time
timed at 4 s
not in time
by a clock at 7 s
at last
END
sees cancel "a thread that is cancelled, wherever it waits" <<'END'
in a sleep
in a condition
in a read
in epoll
cancelled at 8 s
slept at 15 s
later
the last at 15 s
END
sees kill-thread "a signal for a thread that sleeps" <<'END'
0 late
woken at 20 s
END
sees stop-process "a process that is stopped while it sleeps" <<'END'
continued at 11 s
child at 11 s
ended at 11 s
END
sees clock-lock "a lock with a deadline on a clock" <<'END'
not in time
reading at 4 s
END
sees tries "a loop that only tries" <<'END'
tried at 3 s
expired at 6 s
slept for no time at 9 s
END
sees direct "system calls that are made by their number" <<'END'
nanosleep at 5 s
clock_nanosleep at 10 s
ppoll at 15 s
epoll_pwait at 20 s
20 s
END
sees popen "the shell of popen()" <<'END'
hello
0
closed at 5 s
7
closed at 10 s
END
sees slow-connection "what the kernel has yet to send" <<'END'
2097152 bytes
over at 0 s
END
sees held-back "bytes that the kernel keeps back until others are acknowledged" <<'END'
a at 0 s
b at 0 s
END
sees held-back-from-child "in another process, too" <<'END'
a at 0 s
b at 0 s
ended at 60 s
END
sees pty-by-epoll "a terminal that epoll watches" <<'END'
1310720 bytes
over at 0 s
END

# ---- calls that block in the C library, or where the world cannot see it ----

sees stream "a line that another thread writes in parts" <<'END'
a line
line at 6 s
a byte
end at 9 s
END
sees stream-format "a number in parts, and a block that a pipe has no room for" <<'END'
a number
number at 6 s
a block
block at 9 s
a text
END
sees streams "several threads that wait for lines, one of them cancelled" <<'END'
second at 2 s
first at 6 s
cancelled at 7 s
END
sees named-pipe "a named pipe that a thread opens later, and a process" <<'END'
opened at 4 s
a byte
read at 5 s
opened at 9 s
a byte
read at 10 s
END
sees aio "an asynchronous read, by a thread of the C library's" <<'END'
not in time
over at 3 s
a byte
read at 5 s
END
sees select "a select that a signal interrupts leaves its sets as they were" <<'END'
readable
selected at 4 s
END
sees last-thread "a program whose first thread ends first" <<'END'
the last at 6 s
END
run world -- "$T/allocator"
exits 0 "an allocator that asks for the time while the program is loaded"
err_has '^loopspec: 7\.000 s' "in the world, too"
finish
