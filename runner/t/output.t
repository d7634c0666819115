#!/bin/sh
# A result that could not be written is no result: exit 4, whatever it said.
. runner/t/lib.sh
make_suite "$T"
cd "$T" || exit 1

"$LOOPSPEC" run -b reference >/dev/full 2>"$T/err"
status=$? ran='run >/dev/full'
exits 4 "a run whose results cannot be written"
holds "says so once" test "$(grep -c 'error: cannot write to standard output' "$T/err")" -eq 1
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
"$LOOPSPEC" run -b reference >&3 2>"$T/err"
status=$? ran='run into a closed pipe'
exits 4 "results into a closed pipe"
err_has 'cannot write to standard output: Broken pipe' "are none, which is told"
"$LOOPSPEC" run -b reference --format json:results.json >/dev/null 2>&1
for command in 'report results.json' 'diff results.json results.json'; do
    # shellcheck disable=SC2086 # words
    "$LOOPSPEC" $command >&3 2>"$T/err"
    status=$? ran="$command into a closed pipe"
    exits 4 "so with $command"
done

# Whoever reads has seen enough.
for command in 'list rules' 'list cases --json' 'show timers/order' 'explain TIMER-1' 'help' \
    'help run' 'run --help'; do
    # shellcheck disable=SC2086 # words
    "$LOOPSPEC" $command >&3 2>"$T/err"
    status=$? ran="$command into a closed pipe"
    exits 0 "$command ends when nobody reads it"
    no_err "in silence"
done
exec 3>&-

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
