#!/bin/sh
# run: verdicts, exit status, selection, reports; the same results whatever -j.
. runner/t/lib.sh
make_suite "$T"
cd "$T" || exit 1

run run
exits 0 "everything on the default backends"
out_has '^reference .*profile node-26/libuv-' "the reference"
out_has '^libuv ' "and libuv"
run run timers/order
out_has '1 of 1 case passes' "one case by name"
run run 'timers/o*' -x 'timers/al*'
exits 0 "by glob"
run run TIMER-1
exits 0 "by rule"
run run cases/timers/order.loop
exits 0 "by path"

mkdir empty
run run --cases empty
exits 3 "a folder without cases runs nothing"
run run 'nothing*'
exits 3 "so does a glob without a match"
run run --min-cases 3
exits 3 "fewer cases than asked for"
run run timers/ordr
exits 2 "an unknown case"
err_has "did you mean 'timers/order'" "gets a suggestion"
run run -b reference --profile libvu-1.44
exits 2 "an unknown profile"
run run --format tpa
exits 2 "an unknown format"
err_has 'pretty.*tap.*json' "with the list"

# A broken expectation is a broken promise, told with its rule.
printf 'late 1ms\nearly 2ms\n' >expected/timers/order.trace
run run -b reference
exits 1 "a broken rule is exit 1"
out_has "expected 'late'.*but 'early' came" "the reason"
out_has 'TIMER-1: Timers fire in the order of their deadlines' "the rule's sentence"
out_has '^ +source: doc, By deadline, https://example.org/doc.html#by-deadline$' "who says so, with the link"
out_has '^ +source: page, Its first line$' "or the place alone"
out_has 'loopspec trace timers/order -b reference --profile' "the replay command"
run run -b reference --format junit
out_has 'source: doc, By deadline, https://example.org/doc.html#by-deadline$' "the link in JUnit"
run run -b reference --format markdown
out_has '^- \[A document, By deadline\]\(https://example.org/doc.html#by-deadline\)$' "the link in Markdown"
run run -b reference --fail-fast -j 1 --format tap
exits 1 "fail-fast"
out_has '^1\.\.2$' "has its plan"
run run -b reference --format tap
out_has '^not ok 2 - reference timers/order' "in TAP"
out_has 'source: doc, By deadline, https://example.org/doc.html#by-deadline$' "with the link"
printf 'early 1ms\nlate 2ms\n' >expected/timers/order.trace

run run -b libuv --format tap:r.tap --format json:r.json --format html:r.html
exits 0 "reports go to files"
holds "prove reads the TAP" prove -e cat r.tap
holds "no temporary file is left" sh -c '[ "$(ls r.* | wc -l)" -eq 3 ]'
run run --format json:/nowhere/r.json
exits 4 "a report that cannot be written"
err_has '/nowhere' "is named"

holds "JSON has the address" grep -q '"id":"doc","title":"A document","code":false,"url":"https://example.org/doc.html"' r.json
holds "and the sections of a rule" grep -q '"sources":\["doc","page"\],"sections":\["By deadline#by-deadline","Its first line"\]' r.json

run run --repeat 20 --format json
out_has '"reason":"1 order in 20 runs"' "repeat counts the orders seen"
run run --clock real
exits 0 "on the real clock too"
out_has 'real clock' "which is said"

run trace timers/order -b libuv
exits 0 "trace draws a run"
out_has '^      time  timers$' "with a column for each phase"
out_has '^      1 ms  timer$' "the instant of each callback"
out_has '^            \| early$' "and what was logged in it"
run trace timers/order --json
out_has '^\{"type":"callback","label":"","kind":"timer","phase":"timers","iteration":[12],"at_ns":1000000,"due_ns":1000000,"cause":0' "as JSON lines"

# The programs' own ends.
cat >stuck.loop <<'END'
title "a loop with a wake-up handle alone waits for ever"
rules TIMER-1

async { log a }
END
echo a >stuck.trace
run run ./stuck.loop -b libuv
exits 1 "a wait that nothing ends"
out_has 'waits for ever from 0 ms on' "is told at once, not timed out"
cat >error.loop <<'END'
title "a handle that is not there yet"
rules TIMER-1

timer 1ms { log x; stop later }
timer 5ms { later = timer 1ms { log late } }
END
echo x >error.trace
run run ./error.loop -b libuv
exits 1 "a step without sense"
out_has "line 4: 'later' does not exist yet" "names its line"
cat >endless.loop <<'END'
title "a timer that starts itself again for ever"
rules TIMER-1
budget 1000

t = timer 1ms { log t; start t 1ms }
END
echo 't * 1000' >endless.trace
run run ./endless.loop
exits 0 "a budget cuts a program that does not end"

run bless timers/alone -b libuv
exits 0 "bless"
out_has 'timers/alone.trace: unchanged, libuv meets it$' "leaves alone what the run meets"
echo 'fired in 1 6ms' >expected/timers/alone.trace
run bless timers/alone -b libuv
exits 0 "a trace that the run does not meet"
out_has '^\+ fired @timers in [12] 5ms$' "is written anew, as particular as it was"
run run timers/alone -b libuv
exits 0 "and the case passes"
printf '# Never early.\nfired 6ms\n' >expected/timers/alone.trace
run bless timers/alone -b libuv
exits 2 "what a person has written"
err_has 'says more than one run can tell' "is theirs to change"
rm expected/timers/alone.trace
run bless timers/alone -b libuv
exits 0 "a trace that is not there"
out_has '^\+ fired @timers$' "is made"
run bless timers/alone
exits 2 "bless needs a backend"

# Names that are nearly right, or right elsewhere.
run run timres
exits 2 "a family that is misspelt"
err_has "did you mean 'timers'" "is thought of"
run trace TIMER-1
exits 2 "a rule where one case is asked for"
err_has "it is a rule, whose cases 'loopspec explain TIMER-1' names" "is told what it is"
run explain X-99
exits 2 "a contradiction that nobody knows"
err_has "'loopspec list contradictions' names them all" "is looked for among those"

# A case that is named is all that is looked at, with the rules that it names.
mkdir "$T/whole"
cp -r "$ROOT/cases" "$ROOT/expected" "$T/whole"
cd "$T/whole" || exit 1
echo nonsense >>cases/catalogue/poll.rules
echo nonsense >>cases/timers/each-at-its-deadline.loop
run run timers/equal-deadlines-by-start ./cases/timers/by-deadline-not-by-start.loop -b reference
exits 0 "another's mistake is no matter"
run run timers/equal-deadlines-by-start -b reference --format json
exits 2 "unless the report tells the documents of all rules"
err_has 'catalogue/poll.rules:[0-9]+' "where it is named"
run run 'timers/equal*' -b reference
exits 2 "or a pattern stands for cases"
sed 's/TIMER-[0-9]*/TIMER-99/' cases/timers/equal-deadlines-by-start.loop >cases/timers/alone.loop
cp expected/timers/equal-deadlines-by-start.trace expected/timers/alone.trace
cp "$ROOT/cases/catalogue/poll.rules" cases/catalogue
run run timers/alone -b reference
exits 2 "a rule that nobody knows"
err_has "unknown rule 'TIMER-99'" "is looked for in all of them"
# What the caller has left open is not passed on to the children of cases.
exec 3</dev/null 4</dev/null 5</dev/null
run run children ask/children-with-few-descriptors -b libuv
exits 0 "descriptors of the caller do not matter"
exec 3<&- 4<&- 5<&-

finish
