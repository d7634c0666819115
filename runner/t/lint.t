#!/bin/sh
# lint passes a sound suite and finds each single fault in a spoilt one, with its
# file; it goes on to the next.
. runner/t/lib.sh
make_suite "$T/good"

# spoil NAME: a fresh copy of the good suite, and into it.
spoil() {
    spoilt=$1
    rm -rf "$T/suite"
    cp -r "$T/good" "$T/suite"
    cd "$T/suite" || exit 1
}

# found REGEX: exactly this one fault.
found() {
    run lint
    exits 1 "$spoilt"
    out_has "$1" "  is told"
    [ "$(grep -c 'error: ' "$T/out")" -eq 1 ]
    point $? "  alone"
}

spoil "nothing"
run lint
exits 0 "a sound suite"
no_err "has no talk"
out_is "a note on rules without a case, and a summary" <<'END'
note: 1 runnable rule without a case
    TIMER-3
4 rules (3 runnable, 2 with a case), 2 cases, 2 sources
END

spoil "an unknown rule"
sed -i 's/TIMER-1/TIMER-7/' cases/timers/order.loop
found "^cases/timers/order.loop:2:7: error: unknown rule 'TIMER-7'"

spoil "a program that cannot be read"
sed -i 's/log fired/lgo fired/' cases/timers/alone.loop
found '^cases/timers/alone.loop:4:13: error: '
out_has ', 1 cases, ' "  and the other case is still read"

spoil "an expectation that cannot be read"
echo 'fired 5ms }' >expected/timers/alone.trace
found '^expected/timers/alone.trace:1:'

spoil "a label that nothing logs"
echo 'fried 5ms' >expected/timers/alone.trace
found "^expected/timers/alone.trace:1:1: error: .*'fried'"

spoil "a case without expectation"
rm expected/timers/alone.trace
found "^cases/timers/alone.loop: error: no expected trace at 'expected/timers/alone.trace'"

spoil "an expectation without a case"
echo 'fired 5ms' >expected/stray.trace
found "'expected/stray.trace' belongs to no case"

spoil "a title used twice"
sed -i '1s/.*/title "the earlier of two timers fires first"/' cases/timers/alone.loop
found "^cases/timers/order.loop: error: same title as 'timers/alone'"

spoil "a program not in canonical form"
sed -i 's/^timer  *5ms/timer    5ms/' cases/timers/alone.loop
found '^cases/timers/alone.loop:4:7: error: not in canonical form'
out_has '^hint: loopspec fmt cases/timers/alone.loop$' "  with the command that helps"

spoil "an expectation not in canonical form"
echo 'fired    5ms' >expected/timers/alone.trace
found '^expected/timers/alone.trace:1:7: error: not in canonical form'

spoil "a case for an informative rule"
sed -i 's/^rules TIMER-2/rules TIMER-2 HOST-1/' cases/timers/alone.loop
found "^cases/catalogue/all.rules:[0-9]+:[0-9]+: error: rule 'HOST-1' is informative"

spoil "several faults"
sed -i 's/log fired/lgo fired/' cases/timers/alone.loop
echo 'early    1ms' >expected/timers/order.trace
echo 'x' >expected/stray.trace
run lint
exits 1 "several faults"
[ "$(grep -c 'error: ' "$T/out")" -eq 3 ]
point $? "  are all told"

spoil "a catalogue that cannot be read"
echo 'rlue' >>cases/catalogue/all.rules
run lint
exits 2 "a catalogue that cannot be read is bad input"
err_has "^cases/catalogue/all.rules:[0-9]+:1: error: .*'rlue'" "with its place"
finish
