#!/bin/sh
# Figures are shown, stored and bounded; a broken order is told beside the nearest
# permitted one.
. runner/t/lib.sh

cat >"$T/late.loop" <<'END'
title "a poll callback delays the timer"
rules DRIFT-5
needs exact-time

t = timer 100ms { log timer }
work 95ms { log read; busy 10ms }
END
cat >"$T/late.trace" <<'END'
read @poll 95ms
timer @timers 105ms
drift t == 5ms
starvation == 10ms
idle-time == 95ms
END
for backend in reference libuv; do # where timers stand at the tail there is one iteration less
    run trace "$T/late.loop" -b $backend
    exits 0 "$backend: exact figures hold"
    out_has 'busy 10 ms, idle 95 ms, utilization 0.095' "$backend: busy and idle time are shown"
    out_has 'longest without poll: 10 ms, 2 callbacks' "$backend: so is starvation"
    out_has '^  t +drift +5ms' "$backend: and drift"
    run trace "$T/late.loop" -b $backend --json
    out_has '^\{"type":"figures","iterations":[12],"starvation_ns":10000000,' "$backend: as JSON too"
    holds "$backend: it is the last line" sh -c "tail -1 '$T/out' | grep -q '^{\"type\":\"figures\"'"
done

run run "$T/late.loop" -b reference --format json
out_has '"figures":\{.*"drift_ns":5000000' "results carry figures"

cat >"$T/late.trace" <<'END'
open
drift t <= 4ms
END
run trace "$T/late.loop"
exits 1 "a bound that does not hold is a failure"
out_has '^fail: expected drift t <= 4 ms, but it was 5 ms' "which says the figure"

cat >"$T/late.trace" <<'END'
one of { read read timer } or { timer read }
END
run trace "$T/late.loop"
exits 1 "no permitted order"
out_has "^fail: expected 'read', but 'timer' came instead \(timers phase, 105 ms\)" "is told"
out_has '^  expected \(nearest permitted\) +what happened' "with the nearest"
out_has '^> read +-$' "and the first difference"

cat >"$T/late.trace" <<'END'
drift x == 5ms
END
run trace "$T/late.loop"
exits 2 "a figure of nothing is an error"
err_has "nothing is named 'x'" "that says so"

cat >"$T/stale.loop" <<'END'
title "timers that are started late in long work"
rules TIMER-7

busy 20ms
t = timer 10ms {
    log t
    busy 40ms
    start u 30ms
}
u = timer stopped { log u }
END
for profile in libuv-1.44.2 libuv-1.50; do
    run trace "$T/stale.loop" -b reference --profile $profile
    out_has '^ +20 ms  timer t  took 40 ms$' "$profile: what was overdue at its start is not late"
    out_has '^  t +drift +0ms' "$profile: nor has it drifted"
    out_has '^ +90 ms  timer u  30 ms late$' "$profile: one that is waited for too long is late"
    out_has 'busy 60 ms, idle 30 ms' "$profile: what the main program takes is busy time"
done
finish
