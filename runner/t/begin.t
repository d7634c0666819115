#!/bin/sh
# Where in a millisecond a program begins, and how long the machine has been up then.
. runner/t/lib.sh

cat >"$T/up.loop" <<'END'
title "the clock after some parts of a millisecond"
rules UPTIME-5

busy 300us
update time
observe now
timer 2ms { log t }
END
printf 'now = 0\nt\n' >"$T/up.trace"

run trace "$T/up.loop" -b libuv
out_has 'now = 0$' "a program begins at a whole millisecond"
run trace "$T/up.loop" -b libuv --begin 200d
exits 0 "also after 200 days"
out_has 'each case begins at an uptime of 17280000000ms' "which is told"
run trace "$T/up.loop" -b libuv --begin 4294967295.7ms
exits 1 "or at 0.7 of one"
out_has 'now = 1$' "and sees the next after 0.3"

# ---- recorded, and repeated ----
run run "$T/up.loop" -b libuv --begin 4294967295.7ms --format json
exits 1 "the run fails, too"
out_has '"begin":"4294967295700us"' "the results say when it began"
out_has '"replay":"loopspec trace [^"]* --begin 4294967295700us' "and how to see it again"
run run "$T/up.loop" -b libuv --format json
out_lacks '"begin"' "a usual run says nothing of it"

# ---- a case's own line ----
sed 's/^rules.*/&\nuptime 4294967295700us/' "$T/up.loop" >"$T/own.loop"
printf 'now = 1\nt\n' >"$T/own.trace"
run run "$T/own.loop" -b libuv -b reference
exits 0 "a case can say it itself"
run trace "$T/own.loop" -b libuv --begin 1d
exits 1 "which the command line replaces"
run run "$T/own.loop" -b libuv --clock real
out_has 'needs another uptime, which the real clock does not have' "the real clock cannot"
run run "$T/up.loop" -b libuv --clock real --begin 1d
exits 2 "nor if it is asked to"
err_has 'begin is for the virtual clock, and libuv runs on the real one' "and says so"

# ---- what cannot be judged within a millisecond ----
run run drift/clock-rounds-down -b libuv --begin 1000.5ms
out_has 'needs exact time, and --begin is within a millisecond' "exact time begins at a whole one"
run run drift/clock-rounds-down -b libuv --begin 1001ms
exits 0 "which may be any"
for bad in 0ms 5 3651d 1.5 ''; do
    run run --begin "$bad"
    exits 2 "'$bad' is no beginning"
done
err_has "'--begin' cannot be ''" "and told"

# ---- explored ----
printf 'now = 0\nt\n' >"$T/up.trace"
run explore "$T/up.loop"
exits 1 "a program that counts in parts begins anywhere"
out_has 'part of a millisecond has passed|schedule 1:3' "the last nanosecond is one of the ways"
printf 'one of {\n    { now = 0; t }\n    { now = 1; t }\n}\n' >"$T/up.trace"
printf 'busy 300us; timer 2ms { log t }\n' >"$T/tail"
sed '/^busy/,$d' "$T/up.loop" | cat - "$T/tail" >"$T/calm.loop"
printf 't\n' >"$T/calm.trace"
run explore "$T/calm.loop" -b libuv
exits 0 "what does not hang on it holds in each"
run trace "$T/calm.loop" --schedule 1:3
exits 0 "and each can be had again"
out_has 'chosen: +part of a millisecond has passed' "and is told"
run trace "$T/calm.loop" --schedule 1:4
exits 2 "a way that does not exist is refused"
run explore timers/equal-deadlines-by-start
out_lacks 'part of a millisecond' "a program of whole milliseconds cannot tell"

# ---- the preloaded world ----
WORLD=$(realpath "${BUILD:-build}/libloopspec-world.so" 2>/dev/null)
if [ -e "$WORLD" ]; then
    LD_PRELOAD="$WORLD" LOOPSPEC_WORLD=virtual LOOPSPEC_BEGIN=17280000000000000 \
        /bin/date -u +%s >"$T/out" 2>"$T/err"
    out_has '^17280000$' "a program of one's own begins there"
    LD_PRELOAD="$WORLD" LOOPSPEC_WORLD=virtual LOOPSPEC_BEGIN=soon /bin/date >"$T/out" 2>"$T/err"
    status=$?
    exits 87 "what is no number is refused"
    err_has "LOOPSPEC_BEGIN is a number of nanoseconds" "and told"
fi
finish
