#!/bin/sh
# lint passes a valid suite and finds each fault in an invalid one, with its file; it goes on after
# a fault.
. runner/t/lib.sh
make_whole_suite "$T/good"

# spoil NAME: makes a new copy of the valid suite and enters it.
spoil() {
    spoilt=$1
    rm -rf "$T/suite"
    cp -r "$T/good" "$T/suite"
    cd "$T/suite" || exit 1
}

# found REGEX: lint finds exactly one fault, this one.
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
out_is "and a summary" <<'END'
4 rules (3 runnable, 3 with a case), 1 contradiction (1 with a case), 3 cases, 2 sources (2 covered), 1 bug (1 proven)
END

spoil "a rule without a case"
rm cases/timers/shown.loop expected/timers/shown.trace
found '^error: 1 runnable rule and 0 contradictions without a case$'
out_has '^    TIMER-3$' "  by its id"

spoil "an unknown rule"
sed -i 's/TIMER-2/TIMER-7/' cases/timers/alone.loop
found "^cases/timers/alone.loop:2:7: error: unknown rule 'TIMER-7'"

spoil "a program that cannot be read"
sed -i 's/log fired/lgo fired/' cases/timers/alone.loop
found '^cases/timers/alone.loop:4:13: error: '
out_has ', 2 cases, ' "  and the other case is still read"

spoil "an expectation that cannot be read"
echo 'fired 5ms }' >expected/timers/alone.trace
found '^expected/timers/alone.trace:1:'

spoil "a label that nothing logs"
echo 'fried 5ms' >expected/timers/alone.trace
found "^expected/timers/alone.trace:1:1: error: .*'fried'"

spoil "an expectation that cannot fail"
echo '...' >expected/timers/alone.trace
found "^expected/timers/alone.trace:1:1: error: .*fail"

spoil "blocks that leave out a profile"
echo '[libuv < 1.45] { fired }' >expected/timers/alone.trace
found "^expected/timers/alone.trace:1:1: error: "
out_has 'libuv-1\.45\.0' "  which is named"

spoil "blocks that cover a profile twice"
printf '[libuv < 1.46] { fired }\n[libuv >= 1.45] { fired }\n' >expected/timers/alone.trace
found "^expected/timers/alone.trace:2:1: error: "

spoil "a case without a rule"
sed -i '/^rules/d' cases/timers/alone.loop
found "^cases/timers/alone.loop:[0-9:]+ error: .*rule"

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

spoil "a promise that only code makes"
sed -i 's/^source page/code page/; s/^rule TIMER-3 may/rule TIMER-3 must/' cases/catalogue/all.rules
found "^cases/catalogue/all.rules:[0-9]+:6: error: rule 'TIMER-3' is must, yet only code is its source"

spoil "a contradiction whose case is not there"
sed -i 's|cases "timers/order"|cases "timers/odrer"|' cases/catalogue/all.rules
found "^cases/catalogue/all.rules:[0-9]+:15: error: contradiction 'X-1' names a case .*'timers/odrer'"

spoil "a contradiction whose case proves something else"
sed -i 's|cases "timers/order"|cases "timers/alone"|' cases/catalogue/all.rules
found "^cases/catalogue/all.rules:[0-9]+:15: error: case 'timers/alone' proves none of the rules"

spoil "a contradiction without a case"
sed -i '/cases "timers\/order"/d' cases/catalogue/all.rules
found '^error: 0 runnable rules and 1 contradiction without a case$'
out_has '^    X-1$' "  by its id"

spoil "a bug whose case is not there"
sed -i 's|cases "timers/order"|cases "timers/odrer"|' cases/catalogue/bugs.rules
run lint
exits 1 "$spoilt"
out_has "^cases/catalogue/bugs.rules:[0-9]+:5: error: bug 'BUG-1' names a case .*'timers/odrer'" "  is told"

spoil "a bug without a case"
sed -i '/^    cases/d' cases/catalogue/bugs.rules
run lint
exits 1 "$spoilt"
out_has "^cases/catalogue/bugs.rules:[0-9]+:5: error: bug 'BUG-1' has no case" "  is told"

spoil "a bug without a proof"
sed -i '/^    mutants/d' cases/catalogue/bugs.rules
found "^cases/catalogue/bugs.rules:[0-9]+:5: error: bug 'BUG-1' has no proof"
out_has '^hint: add: mutants' "  and how to give one"

spoil "a bug whose mutant is not there"
sed -i 's/due-in-reverse/due-in-rverse/' cases/catalogue/bugs.rules
found "^cases/catalogue/bugs.rules:[0-9]+:5: error: bug 'BUG-1' names a mutant .*'due-in-rverse'"
out_has "^hint: did you mean 'due-in-reverse'" "  with the one that is meant"

spoil "a bug whose mutant breaks other rules"
sed -i 's/due-in-reverse/closed-in-order/' cases/catalogue/bugs.rules
found "^cases/catalogue/bugs.rules:[0-9]+:5: error: no case of bug 'BUG-1' names a rule that mutant 'closed-in-order' breaks"

spoil "a section without a rule or a reason"
sed -i '/informative "Nothing/d' cases/catalogue/all.rules
found "^cases/catalogue/all.rules:5:9: error: snippet 'A picture' has no rule and no reason"

spoil "a rule that no part of its document tells"
sed -i 's/rules TIMER-1 TIMER-2/rules TIMER-1/' cases/catalogue/all.rules
found "^cases/catalogue/all.rules:[0-9]+:6: error: no part of 'doc' names rule 'TIMER-2'"

spoil "a source without an address"
sed -i '/^    no-address/d' cases/catalogue/all.rules
found "^cases/catalogue/all.rules:[0-9]+:8: error: source 'page' has no address"
out_has '^hint: add below it: at "https://' "  and how to give one"

spoil "a contradiction that no part of its document owns up to"
sed -i '/^    no-address/a section "The last line"\n    rules TIMER-1 TIMER-3' cases/catalogue/all.rules
found "^cases/catalogue/all.rules:[0-9]+:15: error: no part of 'page' is corrected by contradiction 'X-1'"
sed -i 's/^    rules TIMER-1 TIMER-3/&\n    contradictions X-1/' cases/catalogue/all.rules
run lint
exits 0 "and all is well once one does"

spoil "several faults"
sed -i 's/log fired/lgo fired/' cases/timers/alone.loop
echo 'early    1ms' >expected/timers/order.trace
echo 'x' >expected/stray.trace
run lint
exits 1 "several faults"
[ "$(grep -c 'error: ' "$T/out")" -eq 3 ]
point $? "  are all told"

spoil "an unknown source"
sed -i 's/^    sources page/    sources pgae/' cases/catalogue/all.rules
run lint
exits 2 "an unknown source is bad input"
err_has "^cases/catalogue/all.rules:[0-9]+:13: error: unknown source 'pgae'" "with its place"

spoil "an address that is not https"
sed -i 's|"https://example|"http://example|' cases/catalogue/all.rules
run lint
exits 2 "an address that is not https is bad input"
err_has '^cases/catalogue/all.rules:2:8: error: "http://example.org/doc.html" is not an address' "with its place"
err_has '^hint: write "https://' "and what to write"

spoil "a catalogue that cannot be read"
echo 'rlue' >>cases/catalogue/all.rules
run lint
exits 2 "a catalogue that cannot be read is bad input"
err_has "^cases/catalogue/all.rules:[0-9]+:1: error: .*'rlue'" "with its place"

spoil "a document in a folder below"
mkdir -p cases/catalogue/documents/far
printf 'source far "Far away"\n    at "https://example.org/far.html"\nsection "A"\n    rules HOST-1\n' \
    >cases/catalogue/documents/far/away.rules
run list sources
out_has "https://example.org/far.html" "is part of the catalogue"
echo 'rlue' >>cases/catalogue/documents/far/away.rules
run lint
exits 2 "and bad input if it cannot be read"
err_has "^cases/catalogue/documents/far/away.rules:5:1: error: .*'rlue'" "with its place"
finish
