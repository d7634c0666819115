#!/bin/sh
# mutants: the suite kills them all, each by a case that names the broken rule.
. runner/t/lib.sh
broken_on_purpose

# A mutant may spin for ever; two seconds tell it from one that is slow.
run mutants --idle-cases --timeout 2s
exits 0 "every mutant is killed"
out_has '^([0-9]+) of \1 killed ' "and counted"
out_lacks 'SURVIVES|UNBROKEN|UNGUARDED' "for each rule that it breaks, and each rule that must hold has one"
out_lacks 'USELESS|STALE' "each case kills one, or has a reason that still holds"
out_has '^killed +ties-in-reverse: ' "it is told what a mutant does"
out_has '^    TIMER-2 +[a-z0-9/-]+, fail$' "and which case killed it for which rule"
out_has '^spared +RUN-11: ' "a rule that no run can show is spared"
out_has '^spared +MICRO-8: the host has no finally$' "and one that the host does not carry out, with the reason"
out_has '^spared +EMIT-1: its cases are scripts, which only a runtime runs$' "so is one that only scripts prove"
out_has '^idle +immediates/or-a-timeout-of-the-script: its rules leave open' "an idle case has a reason, too"
out_has '^idle +documents/002-executor-is-synchronous: its rule is spared' "be it one of its own"
no_progress "no line that moves without a terminal"
[ "$(sed -n 's/^\([0-9]*\) of .*/\1/p' "$T/out")" -ge 100 ]
point $? "there are a hundred and more"

# The same for some of them, whatever runs beside them. Which case is the first to kill one that hangs,
# and by which verdict, depends on the load.
grep '^killed ' "$T/out" | awk 'NR % 20 == 1' | sort >"$T/usual"
run mutants $(sed 's/^killed *//; s/:.*//' "$T/usual") --timeout 2s -j 5
grep '^killed ' "$T/out" | sort >"$T/five"
holds "five at a time say the same" cmp "$T/five" "$T/usual"
run mutants ties-in-reverse closed-in-order -j 1
exits 0 "one at a time kill the same"
holds "and in the order in which they are named" \
    [ "$(sed -n 's/^killed *\([a-z-]*\):.*/\1/p' "$T/out" | tr '\n' ' ')" = "ties-in-reverse closed-in-order " ]
run mutants ties-in-reverse -q
out_lacks '^killed' "-q leaves out what is killed"
out_has '^1 of 1 killed ' "but not the sum"

run run -b reference:mutant=none
exits 0 "without a mutant at work the woven loop is the reference"
run run TIMER-2 -b reference:mutant=ties-in-reverse
exits 1 "a mutant is a backend"
out_has '^fail ' "that fails"
run trace timers/equal-deadlines-by-start -b reference:mutant=ties-in-revers
exits 2 "an unknown one is bad usage"
err_has "unknown mutant 'ties-in-revers'" "named"
err_has "did you mean 'ties-in-reverse'" "with what was meant"
run mutants error-goes-on --timeout 100s --json
exits 0 "a mutant that goes on for ever is killed"
out_has 'still running after 300 ms of processor time' "long before the time-out"
run mutants ties-in-revers
exits 2 "here, too"
err_has "did you mean 'ties-in-reverse'" "with what was meant"
run run -b reference:mutants=none
exits 2 "the reference takes nothing else"

# Where one case alone names a rule, that case goes: whatever else may fail, the rule has
# lost its guard. drop CASE: both of its files.
cp -r cases expected "$T"
"$LOOPSPEC" list mutants --json >"$T/mutants"
drop() {
    rm -f "$T/cases/$1.loop" "$T/cases/$1.js" "$T/expected/$1.trace"
}
drop timers/repeat-set-to-zero
run mutants repeat-of-zero-stops due-in-reverse --cases "$T/cases"
exits 1 "without the only guard of a rule its mutant survives"
out_has '^SURVIVES +repeat-of-zero-stops: ' "and is told"
out_has 'TIMER-16 +SURVIVES: no case names this rule' "with the reason"
out_has '^1 of 2 killed ' "and counted"

run list rules --json
{ tr -d '\n' <"$T/out"; echo; } | sed 's/{"id"/\n&/g' >"$T/rules"
sed -nE 's/.*"id": "([A-Z0-9-]+)".*"cases": \["([^",]+)"\].*/\1 \2/p' "$T/rules" >"$T/lone"
[ "$(wc -l <"$T/lone")" -ge 10 ]
point $? "there are rules with one case"
# A twentieth of them: a mutant that survives is tried on every case, and waits for ever on many.
awk 'NR % 20 == 1' "$T/lone" >"$T/some" && mv "$T/some" "$T/lone"
while read -r rule name; do
    drop "$name"
done <"$T/lone"
# Other rules lose all of their cases with these.
sed -nE 's/.*"id": "([A-Z0-9-]+)".*"cases": \["([^]]+)"\].*/\1 \2/p' "$T/rules" | sed 's/", "/ /g' |
    awk 'FNR == NR { gone[$2]; next }
        { for (i = 2; i <= NF; i++) if (!($i in gone)) next; print $1 }' "$T/lone" - |
    grep -v '^TIMER-16$' >"$T/unguarded"
drop documents/002-executor-is-synchronous
mkdir -p "$T/cases/own" "$T/expected/own"
cat >"$T/cases/own/lax.loop" <<'END_OF_LOOP'
title "a guard that sees nothing"
rules TIMER-16

timer 1ms { log a }
END_OF_LOOP
echo 'a' >"$T/expected/own/lax.trace"
sed -i '/^TIMER-16 /d' "$T/lone"
run mutants --idle-cases --timeout 2s --cases "$T/cases"
exits 1 "without all of these cases"
out_has '^USELESS +own/lax: it kills no mutant of its rules$' "a case that kills nothing is told"
out_has '^STALE +documents/002-executor-is-synchronous: .* no such case$' "and a reason for none"
while read -r rule; do
    out_has "^UNGUARDED $rule: " "$rule has lost its guard"
done <"$T/unguarded"
[ "$(grep -c '^UNGUARDED' "$T/out")" -eq "$(wc -l <"$T/unguarded")" ]
point $? "and no other rule has"
for rule in $(sed 's/ .*//' "$T/lone"); do
    name=$(sed -nE "s/.*\"mutant\": \"([a-z-]+)\", \"rules\": \[[^]]*\"$rule\".*/\1/p" "$T/mutants" | head -n 1)
    [ -n "$name" ] || continue
    out_has "^SURVIVES +$name: " "$name survives for $rule"
done

# A guard that passes everything is none; a case of another rule that kills is not enough.
sed '1s/.*/title "another rule claims it"/; s/TIMER-16/TIMER-15/' \
    cases/timers/repeat-set-to-zero.loop >"$T/cases/own/other.loop"
cp expected/timers/repeat-set-to-zero.trace "$T/expected/own/other.trace"
run mutants repeat-of-zero-stops --cases "$T/cases"
exits 1 "nor does a case help that the mutant passes"
out_has 'TIMER-16 +SURVIVES: 1 case names this rule, and passes' "it is told"
out_has 'killed by [a-z0-9/-]+, which does not name it' "and that another case kills it"

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
exits 2 "idle is who kills none of them all"
run list mutants
exits 0 "they are listed"
out_has '^ties-in-reverse +timers with equal deadlines .*: TIMER-2$' "with rules and sentence"
run list mutants --json
out_has '"mutant": "ties-in-reverse", "rules": \["TIMER-2"\]' "as JSON, too"
finish
