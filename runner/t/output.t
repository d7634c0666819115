#!/bin/sh
# A result that could not be written is no result: exit 4, whatever it said.
. runner/t/lib.sh
make_suite "$T"
cd "$T" || exit 1

"$LOOPSPEC" list cases >/dev/full 2>"$T/err"
status=$? ran='list cases >/dev/full'
: >"$T/out"
exits 4 "a full disk"
err_has '^loopspec: error: cannot write to standard output: No space left' "is told"

"$LOOPSPEC" --help >/dev/full 2>"$T/err"
status=$? ran='--help >/dev/full'
exits 4 "for help as well"

# A pipe whose reader has come and gone.
mkfifo "$T/pipe"
: <"$T/pipe" &
exec 3>"$T/pipe"
wait
"$LOOPSPEC" list cases >&3 2>"$T/err"
status=$? ran='list cases into a closed pipe'
exec 3>&-
exits 4 "a closed pipe"
err_has 'cannot write to standard output: Broken pipe' "is told"

"$LOOPSPEC" list cases >&- 2>"$T/err"
status=$? ran='list cases >&-'
exits 4 "a closed standard output"

sed 's/^timer /timer    /' cases/timers/order.loop >bad.loop
"$LOOPSPEC" fmt bad.loop >&- 2>"$T/err"
status=$? ran='fmt bad.loop >&-'
exits 4 "a name that could not be told"
holds "is not written into the file instead" cmp bad.loop cases/timers/order.loop

run run timers/order -b reference --format tap:-
exits 0 "a report to '-'"
out_has '^1\.\.1$' "is on standard output"
holds "and no file of that name" [ ! -e ./- ]
finish
