#!/bin/sh
# A real page with one promise of the web's standards broken fails a case that names the rule. The rows
# are in broken-page/rows.js; here a sample of them, BROKEN=all for all of them, or BROKEN=REGEX for
# those whose name fits. BROWSER names another browser than chromium.
. runner/t/lib.sh

browser=${BROWSER:-chromium}
node=$ROOT/build/runtimes/bin/node
[ -x "$node" ] || node=$(command -v node)
case $browser in chromium) binary=chromium ;; *) binary=firefox-esr ;; esac
if [ -z "$node" ] || ! command -v $binary >/dev/null; then
    echo "1..0 # SKIP no node or no $browser on this machine"
    exit 0
fi
table=$ROOT/runner/t/broken-page/rows.js

"$node" "$table" >"$T/all"
holds "the rows can be listed" test -s "$T/all"
case ${BROKEN-} in
all) cp "$T/all" "$T/rows" ;;
'') awk 'NR % 29 == 1' "$T/all" >"$T/rows" ;;
*) grep -E "^$BROKEN" "$T/all" >"$T/rows" ;;
esac

killed=0
while read -r row rule sentence; do
    "$node" "$table" "$row" >"$T/before.js"
    LOOPSPEC_PAGE_BEFORE=$T/before.js "$LOOPSPEC" run "$rule" -b "$browser" >"$T/out" 2>"$T/err" </dev/null
    status=$?
    exits 1 "$row: $rule notices. $sentence"
    [ $status -ne 1 ] || killed=$((killed + 1))
done <"$T/rows"
echo "# $killed of $(wc -l <"$T/rows") broken pages killed, of $(wc -l <"$T/all") rows"

# A page to which nothing was done passes them all.
echo >"$T/before.js"
LOOPSPEC_PAGE_BEFORE=$T/before.js "$LOOPSPEC" run $(cut -d' ' -f2 "$T/rows" | sort -u) -b "$browser" \
    >"$T/out" 2>"$T/err" </dev/null
status=$?
exits 0 "a whole page passes"
finish
