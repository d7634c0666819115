#!/bin/sh
# io_uring: off unless the backend's name asks for it, and every report says so; asked for, it is really
# on, and what a loop owes holds as it does without. LIBUV=/path/libuv.so.1 tries another libuv
# than the one that is installed.
. runner/t/lib.sh
libuv=libuv${LIBUV:+:$LIBUV}
ring=${LIBUV:+$libuv,io_uring}
ring=${ring:-libuv:io_uring}
off='io_uring is off, so file calls use the worker pool; libuv:io_uring has it on'
printf 'title "a file call"\n\nstat { log s }\nobserve threads\n' >"$T/file.loop"

run list backends
out_has '^libuv .*libuv:io_uring' "the list of backends has the spelling"
run run any -b "libuv:$T/none/libuv.so.1,io_uring"
exits 2 "a libuv that is not there"
err_has "no such file: '$T/none/libuv.so.1'\$" "is looked for without the argument"

# A plug-in that says it is a libuv of the future has the rules of one with io_uring.
run run any/one-shot-is-called-once -b "$PLUGINS/dev_libuv.so" --format tap --profile libuv-1.45
out_has "^# $off\$" "a report says what is off where libuv could have it"
run run any/one-shot-is-called-once -b "$PLUGINS/dev_libuv.so" --format tap --profile libuv-1.44.2
out_lacks 'io_uring' "and nothing where it could not"
run run any/one-shot-is-called-once -b reference --format tap
out_lacks 'io_uring' "nor of a loop that has none"

# Neither clock leaves it to the user's environment or to the version.
for clock in virtual real; do
    UV_USE_IO_URING=1 run trace "$T/file.loop" -b $libuv --clock $clock
    out_has 'threads = 4' "$libuv, $clock clock: file calls are the pool's"
    UV_USE_IO_URING=1 run trace "$T/file.loop" --clock $clock --profile libuv-1.46
    out_has 'threads = 4' "reference, $clock clock: likewise"
done

run trace "$T/file.loop" -b $ring
if [ $status -eq 4 ]; then
    err_has 'has no io_uring(;| for libuv:)' "who lacks it is named"
    skipped "$(sed -n 's/^loopspec: error: //p' "$T/err")"
    finish
fi
out_has ', real clock$' "with io_uring on it keeps to the real clock"
out_has 'threads = 0' "and no pool is made for a file call"
out_has '\| s' "which comes back"
out_lacks 'io_uring is off' "nothing is off then"
run run -b $ring --clock virtual any/one-shot-is-called-once
err_has 'hands its file calls to io_uring' "who asks for virtual time is told why not"
run run -b $ring --min-cases 900
exits 0 "every case that does not ask for the pool is as expected"
out_has '^skip +[0-9]+  needs file calls on the worker pool, and io_uring is on$' "those that do are skipped"
finish
