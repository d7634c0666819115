#!/bin/sh
# The exit status: 1 if a result is not as expected, 3 if too little was tested, else 0. Stored
# results give the same status as the run that made them. baseline.t tests baselines, interrupt.t
# interrupts.
. runner/t/lib.sh
make_whole_suite "$T"
cd "$T" || exit 1
mkdir cases/idle expected/idle
cat >cases/idle/once.loop <<'END'
title "an idle handle is called, which not every loop has"
rules TIMER-3

i = idle {
    log a
    stop i
}
END
echo 'a 0ms' >expected/idle/once.trace

# gate STATUS NAME ARGUMENT...: a run, `report` of its results, and prove have this status.
gate() {
    wanted=$1 what=$2
    shift 2
    rm -f r.json r.tap
    run run "$@" --format json:r.json --format tap:r.tap
    exits "$wanted" "$what"
    [ -e r.json ] || return
    min=$(echo "$*" | sed -n 's/.*\(--min-cases [0-9]*\).*/\1/p')
    # shellcheck disable=SC2086
    run report r.json $min
    exits "$wanted" "$what, stored"
    [ "$wanted" -eq 3 ] && return
    prove -e cat r.tap >/dev/null 2>&1
    [ $(($? != 0)) -eq $((wanted != 0)) ]
    point $? "$what, by prove"
}
tiny=$PLUGINS/tiny.so
gate 0 "all as expected" -b reference -b libuv
gate 0 "as many cases as wanted" -b reference --min-cases 4
gate 3 "fewer" -b reference --min-cases 5
gate 3 "fewer on one backend of two" timers/alone idle -b reference -b "$tiny" --profile libuv-1.44.2 --min-cases 2
gate 3 "nothing but skips" idle -b "$tiny" --profile libuv-1.44.2
err_has "no case ran on '.*tiny.so', 1 was skipped; 1 is wanted" "which is told, and where"
gate 3 "a glob that matches nothing" 'nothing*'
gate 3 "everything excluded" -x '*'
gate 3 "an empty part" --shard 5/5
gate 1 "a crash" -b "$tiny:crash" --profile libuv-1.44.2
gate 1 "a time-out" -b "$tiny:hang" --profile libuv-1.44.2 --timeout 50ms
gate 1 "one bad backend of two" -b reference -b "$tiny:crash" --profile libuv-1.44.2
gate 1 "a crash counts for more than too few cases" -b "$tiny:crash" --profile libuv-1.44.2 --min-cases 100
gate 2 "a case that does not exist" timers/nothing
gate 4 "a backend that does not load" -b "$PLUGINS/no_symbol.so"
run run -b reference -b "$PLUGINS/no_symbol.so" -b "$tiny" --profile libuv-1.44.2 --format json:r.json
exits 4 "one after others"
err_has "no symbol 'loopspec_backend'" "which is told"
[ "$(grep -c '"verdict":"pass"' r.json)" -ge 6 ] &&
    [ "$(grep -c '"reason":"not run: the backend does not load"' r.json)" -eq 4 ]
point $? "and the others' results are kept"
echo 'fired 6ms' >expected/timers/alone.trace
gate 1 "a new failure" -b reference
gate 1 "which --fail-fast does not hide" -b reference --fail-fast
gate 0 "nor does it spoil what does not hold it" timers/order -b reference
finish
