#!/bin/sh
# mutants: the suite kills them all, each by a case that names the broken rule.
. runner/t/lib.sh

run mutants
exits 0 "every mutant is killed"
out_has '^([0-9]+) of \1 killed ' "and counted"
out_lacks 'SURVIVES|UNBROKEN' "for each rule that it breaks, and each rule that must hold has one"
out_has '^killed +ties-in-reverse: ' "it is told what a mutant does"
out_has '^    TIMER-2 +[a-z/-]+, fail$' "and which case killed it for which rule"
out_has '^spared +RUN-11: ' "a rule without a mutant has a reason"
no_err "no progress without a terminal"
[ "$(sed -n 's/^\([0-9]*\) of .*/\1/p' "$T/out")" -ge 100 ]
point $? "there are a hundred and more"

run run -b reference:mutant=none
exits 0 "without a mutant at work the woven loop is the reference"
run run TIMER-2 -b reference:mutant=ties-in-reverse
exits 1 "a mutant is a backend"
out_has '^fail ' "that fails"
run trace timers/equal-deadlines-by-start -b reference:mutant=ties-in-revers
exits 2 "an unknown one is bad usage"
err_has "unknown mutant 'ties-in-revers'" "named"
err_has "did you mean 'ties-in-reverse'" "with what was meant"
run mutants ties-in-revers
exits 2 "here, too"
err_has "did you mean 'ties-in-reverse'" "with what was meant"
run run -b reference:mutants=none
exits 2 "the reference takes nothing else"

# Every case that names the rule goes: then other cases may kill it as they like.
cp -r cases expected "$T"
for c in $(grep -lE '^rules .*\bTIMER-16\b' "$T"/cases/*/*.loop); do
    rm "$c" "$(echo "$c" | sed "s|$T/cases|$T/expected|; s|loop\$|trace|")"
done
run mutants repeat-of-zero-stops due-in-reverse --cases "$T/cases"
exits 1 "without the only guard of a rule its mutant survives"
out_has '^SURVIVES +repeat-of-zero-stops: ' "and is told"
out_has 'TIMER-16 +SURVIVES: no case names this rule' "with the reason"
out_has '^1 of 2 killed ' "and counted"

# A guard that passes everything is none; a case of another rule that kills is not enough.
mkdir -p "$T/cases/own" "$T/expected/own"
cat >"$T/cases/own/lax.loop" <<'END_OF_LOOP'
title "a guard that sees nothing"
rules TIMER-16

timer 1ms { log a }
END_OF_LOOP
echo 'a' >"$T/expected/own/lax.trace"
sed '1s/.*/title "another rule claims it"/; s/TIMER-16/TIMER-15/' \
    cases/timers/repeat-set-to-zero.loop >"$T/cases/own/other.loop"
cp expected/timers/repeat-set-to-zero.trace "$T/expected/own/other.trace"
run mutants repeat-of-zero-stops --cases "$T/cases"
exits 1 "nor does a case help that the mutant passes"
out_has 'TIMER-16 +SURVIVES: 1 case names this rule, and passes' "it is told"
out_has 'killed by [a-z/-]+, which does not name it' "and that another case kills it"

# A case that fails without a mutant, too, is no guard either.
echo 'b' >"$T/expected/own/lax.trace"
sed -i 's/log a/log a b/' "$T/cases/own/lax.loop"
printf 'b\na\n' >"$T/expected/own/lax.trace"
run mutants repeat-of-zero-stops --cases "$T/cases"
exits 1 "nor one that fails anyway"
out_has 'TIMER-16 +SURVIVES' "it is told"

run mutants ties-in-reverse --json
exits 0 "as JSON"
out_has '"mutant": "ties-in-reverse"' "with the name"
out_has '"killed": true' "whether it was killed"
out_has '"rule": "TIMER-2"' "the rule"
out_has '"change": "src/loop/heap.c.n- a->order < b->order.n\+ a->order > b->order.n"' "and the change"

run mutants ties-in-reverse --idle-cases
exits 0 "idle cases are no failure"
out_has '^idle +check/newest-first: no mutant of its rules shows in it: CHECK-2' "but told"
out_lacks '^idle +timers/equal-deadlines-by-start:' "those that kill are not"
run list mutants
exits 0 "they are listed"
out_has '^ties-in-reverse +timers with equal deadlines .*: TIMER-2$' "with rules and sentence"
run list mutants --json
out_has '"mutant": "ties-in-reverse", "rules": \["TIMER-2"\]' "as JSON, too"
finish
