#!/bin/sh
# A loop that goes on at one thing for ever fails at once, with the rule and the count; where the
# rules permit it, the case says how long to look, and its trace is judged.
. runner/t/lib.sh

cat >"$T/zero.loop" <<'END'
title "a zero timer that starts itself"
rules STARVE-6

z = timer 0ms { start z 0ms }
p = poll readable { log p; stop z; stop p }
ready p
END
echo 'p @poll 0ms' >"$T/zero.trace"
run run "$T/zero.loop" -b reference
exits 0 "the loop has its turn between any two calls"
run run "$T/zero.loop" -b reference:mutant=zero-timers-at-once --timeout 60s
exits 1 "a loop that never leaves its timers fails"
out_has "131072 callbacks came, of timer 'z' at last, and the loop began no new iteration" \
    "the reason has the count and who was called"
out_has 'STARVE-6: A timer that its callback starts again with 0 ms starves nothing' \
    "and the rule's words"

sed 's/^rules.*/&\nbudget 50/' "$T/zero.loop" >"$T/cut.loop"
printf '%s\n' 'nothing' >"$T/cut.trace"
run run "$T/cut.loop" -b reference --profile libuv-1.47
exits 0 "libuv 1.47 is permitted to: the case has a budget, and its trace is judged"

cat >"$T/due.loop" <<'END'
title "a descriptor that is always ready, and a timer"
rules ANY-18

p = poll readable { busy 3ms }
ready p
t = timer 2ms { log t; stop p }
END
printf 't\n' >"$T/due.trace"
run run "$T/due.loop" -b reference:mutant=late-timers-forgotten --timeout 60s
exits 1 "a loop that calls a descriptor and never a timer fails"
out_has "callbacks came, of poll 'p' at last, and timer 't', due since 2 ms, was not among the latest 65536" \
    "the reason says who had to wait, since when"

cat >"$T/spin.loop" <<'END'
title "a stream whose end was read, and nothing else to come"
rules TURN-3

a = stream
b = peer a
read a { observe status }
shutdown b
e = async { log never }
END
printf 'status = EOF\n' >"$T/spin.trace"
run run "$T/spin.loop" -b reference:mutant=end-stays-watched --timeout 60s
exits 1 "a loop that spins for ever fails, though nothing else is to come"
out_has 'it came back from its wait 100000 times in a row and called nothing' \
    "the reason has the count"
# A loop without prepare and check callbacks, which does nothing else while an idle callback is active.
if command -v "${CC:=cc}" >/dev/null; then
    mkdir "$T/include" && ln -s "$ROOT/src/interface" "$T/include/loopspec"
    sed 's/LOOP_CAN_PREPARE | LOOP_CAN_CHECK |//
        s/^    call_all(loop, LOOP_PREPARE);/    for (struct loop_handle *h = loop->handles; h; h = h->next)\
        if (h->kind == LOOP_IDLE \&\& h->active)\
            return;/' src/adapter/template.c >"$T/tireless.c"
    "$CC" -shared -fPIC -I"$T/include" -o "$T/tireless.so" "$T/tireless.c"
    run run any/idle-does-not-starve-a-timer -b "$T/tireless.so" --timeout 60s
    exits 1 "a loop that never waits fails, too"
    out_has "131072 callbacks came, of idle '' at last, and the loop never waited" \
        "and the reason says so"
else
    skipped "no C compiler on this machine"
fi
# A loop that looks at no descriptor while it has idle handles still sees time pass by the clock.
run run drift/never-early-when-spinning turns/any-idle-that-stopped -b "$PLUGINS/one_mistake.so:idles-by-the-clock"
exits 0 "a loop may idle by the clock alone"

finish
