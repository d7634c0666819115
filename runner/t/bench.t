#!/bin/sh
# bench: rows can be chosen, text and JSON are valid. No figure is checked: tests do not judge speed.
. runner/t/lib.sh

LOOPSPEC=$LOOPSPEC-bench

# The exit status of a table: all limits met, one not met, or one that a busy machine could not tell.
told() { [ "$status" -le 1 ] || [ "$status" -eq 4 ]; }

run case --seconds 1
told
point $? "a row by name: its limit is met or not"
out_has '^row +ours +peer +ratio +spread +limit +verdict +bare limit$' "the table has its heading"
out_has '^case +[0-9.]+ us +[0-9.]+ us +[0-9.]+ +[0-9.]+% +1\.50 +(met|NOT MET|busy) +[0-9.]+ [nu]s$' "and the row"
out_lacks '^(memory|check) +[0-9]' "and no other"
no_err "no progress without a terminal"

run --json --seconds 1 timer-stop timer-fire
told
point $? "several rows, as JSON"
sed -E 's/[0-9]+\.[0-9]+/N/g; s/true|false|null/B/; s/, "ours_is".*"\}/}/' "$T/out" >"$T/form"
cp "$T/form" "$T/out"
out_is "an array, in the table's order, a row a line" <<'END_OF_JSON'
[
{"row": "timer-stop", "unit": "ns", "ours": N, "peer": N, "ratio": N, "spread": N, "limit": N, "met": B, "bare": N},
{"row": "timer-fire", "unit": "ns", "ours": N, "peer": N, "ratio": N, "spread": N, "limit": N, "met": B, "bare": N}
]
END_OF_JSON

run recordnig
exits 2 "an unknown row is bad usage"
err_has "did you mean 'recording'" "with what was meant"
no_out "and nothing is measured"
rows=$(sed -n 's/.*known: //p' "$T/err" | tr -d ,)
run --help
for row in $rows; do
    out_has "(^|[ ,])$row[,;]" "the help names the row $row"
done
[ "$(echo "$rows" | wc -w)" -eq "$(grep -c "^BENCH_ROW" runner/bench/row_table.h)" ]
point $? "all of them"
mkdir "$T/bin"
PATH=$T/bin run filter
exits 2 "a row that wants a browser where there is none"
err_has "no 'chromium' on PATH" "and which it is"
if command -v chromium >/dev/null; then
    run filter --seconds 1
    told
    point $? "where there is one, the page is filtered in it"
    out_has '^filter +[0-9.]+ [mu]s +50\.0 ms ' "in milliseconds"
    [ -z "$(find /tmp -maxdepth 1 -name 'loopspec-*' -newer "$T/bin" -exec test -e {}/asking.html \; -print)" ]
    point $? "and nothing is left behind"
fi
run case no-such-row-at-all
exits 2 "among known ones too"
finish
