#!/bin/sh
# Loops that are woken by descriptors of the kernel's for time and signals, each written from the
# header and the page for authors alone: nothing is held against them that the world itself did.
. runner/t/lib.sh

for loop in timerfd.so timerfd.so:single signalfd.so; do
    run smoke -b "$PLUGINS/$loop"
    exits 0 "$loop: smoke finds it sound"
    out_lacks '^BAD' "$loop: and nothing bad"
    for clock in virtual real; do
        run run -b "$PLUGINS/$loop" --profile any --clock $clock --format json
        exits 0 "$loop: it keeps what every loop owes, $clock clock"
        out_lacks '"verdict":"(fail|error|crash|timeout|inconclusive)"' "$loop: no verdict against it, $clock clock"
        out_has '"verdict":"pass"' "$loop: it was tested, $clock clock"
    done
done

mkdir "$T/own"
cat >"$T/own/many.loop" <<'END'
title "a hundred timers, each at its own instant, and one that comes again"

repeat 100 { timer 7ms { busy 1us } }
t = timer 5ms repeat 5ms { log t; first 3 { log more } else { stop t } }
timer 3ms { log a; timer 3ms { log b } }
END
cat >"$T/own/many.trace" <<'END'
a 3ms
t 5ms
more
b 6ms
t 10ms
more
t 15ms
more
t 20ms
END
cat >"$T/own/never.loop" <<'END'
title "a timer for the end of time"

t = timer forever { log never }
timer 5ms { log end; stop t }
END
printf 'end 5ms\n' >"$T/own/never.trace"
for loop in timerfd.so timerfd.so:single; do
    run run "$T/own/many.loop" "$T/own/never.loop" -b "$PLUGINS/$loop"
    exits 0 "$loop: deadlines that it computes from its own readings are exact, however many"
    out_has '2 of 2 cases pass' "$loop: and one beyond the end of time is none"
done

cat >"$T/own/signals.loop" <<'END'
title "signals at once, and later, to several watchers"

s = signal usr1 { log usr1; stop s }
h = signal hup { log hup; stop h }
raise usr1
raise hup after 5ms
timer 9ms { log end }
END
cat >"$T/own/signals.trace" <<'END'
usr1 0ms
hup 5ms
end 9ms
END
for clock in virtual real; do
    run run "$T/own/signals.loop" -b "$PLUGINS/signalfd.so" --clock $clock
    exits 0 "signalfd.so: blocked signals are read, $clock clock"
    out_has '1 of 1 case passes' "signalfd.so: each at its instant, $clock clock"
done
finish
