#!/bin/sh
# Loops that others wrote, behind adapters of ours: each is sound, on exact virtual time, and
# does without what it does not declare. Where its development files are not installed,
# there is no adapter, and its part is skipped by name.
. runner/t/lib.sh
ADAPTERS=$(dirname "$LOOPSPEC")/adapters

# has LOOP: is there an adapter?
has() {
    [ -e "$ADAPTERS/$1.so" ] && return
    points=$((points + 1))
    echo "ok $points # SKIP no adapter for $1: its development files are not installed"
    return 1
}

# smokes LOOP SOUND: every check passes, and so many are made.
smokes() {
    has "$1" || return
    run smoke -b "$1"
    exits 0 "$1: the adapter is sound"
    out_has "^$2 sound, 0 bad" "$1: it declares what it has"
    out_has '^ok    a timer of a minute takes no real time' "$1: its time is the world's"
}
smokes libev 41
smokes libevent 33
smokes glib 25
smokes sd-event 28
smokes tevent 17
smokes libuev 25

# libev never waits longer than a minute. That is to wait for ever, if it is all it does.
if has libev; then
    printf 'title "nothing comes"\nrules POLL-1\n\npoll readable { log never }\n' >"$T/never.loop"
    run trace "$T/never.loop" -b libev --profile libuv-1.44.2
    exits 1 "libev: it waits for what never comes"
    out_has '^timeout: waits for ever .*it woke up 100000 times and called nothing' \
        "libev: that is told, and no watchdog waited for"
    printf 'title "a long one"\nrules TIMER-1\n\ntimer 2147483647ms { log late }\n' >"$T/late.loop"
    run trace "$T/late.loop" -b libev --profile libuv-1.44.2
    exits 0 "libev: the longest timer of a runtime is shorter than that"
fi

# A loop without an end of its own ends where nothing can happen any more.
cat >"$T/end.loop" <<'END'
title "the end"
rules TIMER-1

timer 5ms { log t }
END
echo 't 5ms' >"$T/end.trace"
for loop in libev libevent glib sd-event tevent libuev; do
    has $loop || continue
    run trace "$T/end.loop" -b $loop
    exits 0 "$loop: a program comes to its end"
done
if has glib; then
    cat >"$T/once.loop" <<'END'
title "a run that nothing ends"
rules TIMER-1

log a
run once
END
    echo 'a' >"$T/once.trace"
    run trace "$T/once.loop" -b glib
    exits 1 "glib: a run in the midst of a program is another matter"
    out_has 'waits for ever' "glib: it hangs, and is told"
    run trace "$T/end.loop" -b glib --clock real
    exits 0 "glib: it ends on the real clock, too"
fi

# keeps LOOP CASE LEAST: every case that its own documents, and those of all loops, make for it,
# but for what its baseline explains. CASE is libuv's, and not met; there are LEAST cases or more.
keeps() {
    has "$1" || return
    run run -b "$1" --min-cases "$3"
    exits 0 "$1: it keeps its own rules, and those of all loops"
    out_has 'skip +[0-9]+ +not for this loop' "$1: those of libuv are not its"
    run run -b "$1" 'any/*' --profile any --min-cases 18
    exits 0 "$1: by the universal rules alone"
    run run "$2" -b "$1" --profile libuv-1.44.2
    exits 1 "$1: it is no libuv, by $2"
}
keeps libev timers/equal-deadlines-by-start 40
keeps libevent timers/equal-deadlines-by-start 40
keeps glib timers/by-deadline-not-by-start 40
keeps sd-event timers/by-deadline-not-by-start 80
keeps tevent timers/stale-start-is-early 40
keeps libuev timers/by-deadline-not-by-start 50

# What is about one loop is never passed by another.
for loop in reference libuv; do
    run run libev libevent glib sd-event tevent libuev -b $loop --min-cases 0
    out_lacks 'pass' "$loop: nothing of other loops' is passed"
    run run 'any/*' -b $loop --profile any --min-cases 30
    exits 0 "$loop: the universal rules hold"
done
run run timers/equal-deadlines-by-start -b reference --profile any
exits 3 "what is libuv's alone is not for any"
out_has 'its rules are about libuv, and the profile is any' "and is skipped with that reason"

run run -b libev:4
exits 2 "an adapter takes no arguments"
cp "$LOOPSPEC" "$T/alone"
"$T/alone" run -b glib >"$T/out" 2>"$T/err"
status=$?
exits 2 "a program without adapters"
err_has "built without an adapter for 'glib'" "says so"
finish
