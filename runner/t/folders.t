#!/bin/sh
# The suite is found in the working directory, beside the program, or where it
# was installed; --cases and --expected come before all of these.
. runner/t/lib.sh
make_suite "$T/here"
mkdir -p "$T/tree/build" "$T/usr/bin" "$T/usr/share/loopspec" "$T/away"
make_suite "$T/tree"
make_suite "$T/usr/share/loopspec"
sed -i '1s/.*/title "beside the program"/' "$T/tree/cases/timers/order.loop"
sed -i '1s/.*/title "installed"/' "$T/usr/share/loopspec/cases/timers/order.loop"
cp "$LOOPSPEC" "$T/tree/build/loopspec"
cp "$LOOPSPEC" "$T/usr/bin/loopspec"

LOOPSPEC=$T/tree/build/loopspec
cd "$T/away" || exit 1
run list cases
out_has 'beside the program' "../cases of the program"
mkdir cases
run list cases
out_has 'beside the program' "a folder called cases is no suite without a catalogue"
cd "$T/here" || exit 1
run list cases
out_has 'the earlier of two' "./cases comes first"
run list cases --cases ../usr/share/loopspec/cases
out_has 'installed' "--cases comes before"
LOOPSPEC=$T/usr/bin/loopspec
cd "$T/away" || exit 1
run list cases
out_has 'installed' "../share/loopspec/cases of the program"

run show timers/order --cases ../here/cases
out_has '^Expected trace \(../here/expected/' "--cases brings the folder expected beside it"
mkdir "$T/mine"
cp ../here/cases/timers/order.loop "$T/mine/a.loop"
cp ../here/expected/timers/order.trace "$T/mine/a.trace"
run lint --cases "$T/mine"
exits 0 "or the traces beside the cases, and the catalogue of the suite"
out_is "with no case but its own, which need not prove the whole catalogue" <<'END'
1 case, held against the catalogue of another suite
END
run lint --cases ../here/cases --expected "$T/mine"
exits 1 "--expected comes before that"
out_has "a.trace' belongs to no case" "and is looked at"
run lint --cases nowhere
exits 2 "no such folder of cases"
run lint --expected nowhere
exits 2 "no such folder of expected traces"

# A file outside of the suite has its trace next to it, or in the folder of --expected. It need not
# name a rule.
mkdir -p "$T/own/traces"
cd "$T/own" || exit 1
printf 'title "mine"\n\ntimer 5ms { log a }\n' >my.loop
echo 'a 5ms' >traces/my.trace
for spelled in my.loop ./my.loop "$T/own/my.loop"; do
    run run "$spelled" --expected traces
    exits 0 "$spelled is judged by the trace in the folder that was asked for"
done
run trace my.loop --expected traces
out_has '^pass$' "and so is a single one"
echo 'a 6ms' >my.trace
run run ./my.loop --expected traces
exits 0 "even where one stands beside it"
run run ./my.loop -b reference
exits 1 "which counts without that"
out_lacks '^      rules? ' "and no rule is broken where none is named"
rm my.trace
run run ./my.loop --expected .
exits 2 "a folder that has no such trace"
err_has "no expected trace at './my.trace'" "is no other one"
echo 'a 6ms' >my.trace
run run ./my.loop --expected . -b reference
out_has "replay  loopspec trace ./my.loop -b reference .* --expected \.\$" "the replay looks there, too"
run run ./my.loop -b libev --expected traces
out_lacks 'its rules are about' "a program without rules is for any loop"
for form in c loop; do
    run show ./my.loop --as $form
    out_lacks '[Rr]ules' "as $form it has no line for rules"
done
run fmt --check my.loop
exits 0 "and its canonical form has none"
mkdir -p suite/catalogue
cp "$T"/here/cases/catalogue/*.rules suite/catalogue
cp my.loop suite
cp traces/my.trace suite
run run --cases suite
exits 2 "a case of a suite names its rules"
err_has "^suite/my.loop:1:1: error: the line 'rules' is missing below this" "and is told where"
err_has 'hint: name the rules that it proves' "and how"
run lint --cases suite
out_has "the line 'rules' is missing" "lint says so, too"
finish
