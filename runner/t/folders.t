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
1 cases, held against the catalogue of another suite
END
run lint --cases ../here/cases --expected "$T/mine"
exits 1 "--expected comes before that"
out_has "a.trace' belongs to no case" "and is looked at"
run lint --cases nowhere
exits 2 "no such folder of cases"
run lint --expected nowhere
exits 2 "no such folder of expected traces"
finish
