#!/bin/sh
# A run that is interrupted ends its children, writes reports of what ran, marks the
# rest as not run, and exits 130; nothing is left behind.
. runner/t/lib.sh
make_suite "$T"
cd "$T" || exit 1

# The second case never ends; the signal comes when its process is there.
"$LOOPSPEC" run -b reference -b "$PLUGINS/tiny.so:hang" -j 1 --timeout 600s \
    --format json:r.json --format tap:r.tap --format html:r.html >out 2>err &
pid=$!
until [ -n "$(pgrep -f 'server [^ ]*tiny.so:[h]ang')" ]; do
    kill -0 $pid 2>/dev/null || break
done
kill -TERM $pid
wait $pid
status=$?
ran="run, interrupted"
exits 130 "an interrupted run"
holds "no process survives it" sh -c "! pgrep -f 'tiny.so:[h]ang'"
holds "the first backend's results are there" grep -q '"verdict":"pass"' r.json
holds "the rest is marked" grep -q '"verdict":"skip","reason":"not run: interrupted"' r.json
holds "the JSON is whole" sh -c "tail -n 1 r.json | grep -qx ']}'"
holds "the TAP has its plan and all points" prove -e cat r.tap
holds "no temporary file is left" sh -c '[ "$(ls r.* | wc -l)" -eq 3 ]'
finish
