#!/bin/sh
# The suite on both built-in loops, RUNS times, with BUSY other processes on the same cores. Verdicts
# and traces are compared with those of the first run; real times are not. Prints how many runs there
# were and what changed.
LOOPSPEC=${LOOPSPEC:-build/loopspec}
T=$(mktemp -d) || exit 1
busy=
trap 'kill $busy 2>/dev/null; rm -rf "$T"' EXIT
trap 'exit 130' INT TERM
i=0
while [ $i -lt "${BUSY:-6}" ]; do
    (while :; do :; done) &
    busy="$busy $!"
    i=$((i + 1))
done
i=0
changes=0
while [ $i -lt "${RUNS:-300}" ]; do
    i=$((i + 1))
    "$LOOPSPEC" run -b reference -b libuv -q --timeout 60s --format json:"$T/now.json" >"$T/out" 2>&1
    status=$?
    sed 's/"real_ns":[0-9]*//g; s/"date":"[^"]*"//' "$T/now.json" >"$T/now"
    [ $i -gt 1 ] || cp "$T/now" "$T/first"
    if [ $status -ne 0 ] || ! cmp -s "$T/first" "$T/now"; then
        changes=$((changes + 1))
        echo "run $i, exit $status:"
        cat "$T/out"
        diff "$T/first" "$T/now" | cut -c1-400 | head -20
    fi
done
echo "$i runs, $changes changes"
[ $changes -eq 0 ]
