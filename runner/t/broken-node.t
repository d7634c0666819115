#!/bin/sh
# A real Node with one promise of its documents broken fails a case that names the rule. The
# rows are in broken-node/, a file for each page; here a sample of them, BROKEN=all for all of them, or
# BROKEN=REGEX for those whose name fits.
. runner/t/lib.sh

node=$ROOT/build/runtimes/bin/node
[ -x "$node" ] || node=$(command -v node)
if [ -z "$node" ]; then
    echo "1..0 # SKIP no node on this machine"
    exit 0
fi
# On an older one some changes break nothing, or something else.
if [ "$("$node" -p 'parseInt(process.versions.node)')" -lt 26 ]; then
    echo "1..0 # SKIP the rows are about Node 26, which 'make runtimes' brings"
    exit 0
fi
tables=$ROOT/runner/t/broken-node
world=$ROOT/${BUILD:-build}/libloopspec-world.so

"$node" "$tables/witness.js" >"$T/all"
holds "the rows can be listed" test -s "$T/all"
case ${BROKEN-} in
all) cp "$T/all" "$T/rows" ;;
'') awk 'NR % 29 == 1' "$T/all" >"$T/rows" ;;
*) grep -E "^$BROKEN" "$T/all" >"$T/rows" ;;
esac

# witness ROW: the output of the row's case on the Node that the caller has prepared.
witness() {
    LD_PRELOAD=$world LOOPSPEC_WORLD=virtual,ticking \
        timeout 60 "$node" --no-warnings "$tables/witness.js" "$1" 2>&1
}

# sees ROW: whether its witness tells a broken Node from a whole one. Once in three times is enough, since
# it shows that the change is one; on a very busy machine a run may be cut short.
sees() {
    for try in 1 2 3; do
        witness "$1" >"$T/whole"
        LOOPSPEC_BREAK=$1 NODE_OPTIONS="--require=$tables/preload.js" witness "$1" >"$T/broken"
        cmp -s "$T/whole" "$T/broken" || return 0
        echo "# $1: the witness saw nothing at try $try"
    done
    return 1
}

# A Node that cannot even start fails every case and breaks no promise.
begins() {
    LOOPSPEC_BREAK=$1 NODE_OPTIONS="--require=$tables/preload.js" timeout 60 "$node" -e 0 2>&1
}

killed=0
while read -r row rules sentence; do
    before=$failures
    begins "$row" >"$T/start"
    point $? "$row: it is a Node that starts"
    sees "$row"
    point $? "$row: its witness sees it"
    for rule in $(echo "$rules" | tr , ' '); do
        LOOPSPEC_BREAK=$row NODE_OPTIONS="--require=$tables/preload.js" \
            "$LOOPSPEC" run "$rule" -b "node:$node" >"$T/out" 2>"$T/err"
        status=$?
        exits 1 "$row: $rule notices. $sentence"
        echo "$rule" >>"$T/rules"
    done
    [ $failures -gt $before ] || killed=$((killed + 1))
done <"$T/rows"
echo "# $killed of $(wc -l <"$T/rows") broken Nodes killed, of $(wc -l <"$T/all") rows"

# Each promise to users of Node that only scripts can show is broken by some row. The others are
# kept by the engine or by the system, which a preloaded script does not reach.
spared='HOST-2 HOST-3 HOST-4 MICRO-7 MICRO-8 MICRO-9 MICRO-15 POLL-29 STARVE-9 TICK-12'
awk '{ print $2 }' "$T/all" | tr , '\n' >"$T/known"
echo "$spared" | tr ' ' '\n' >>"$T/known"
run list rules --json
# shellcheck disable=SC2016
"$node" -e '
const fs = require("fs");
const read = (file) => fs.readFileSync(file, "utf8");
const known = read(process.argv[1]).split("\n");
const isScript = (name) => fs.existsSync(`cases/${name}.js`);
for (const { id, level, layer, cases } of JSON.parse(read(process.argv[2]))) {
  const ours = level === "must" && layer === "node" && cases.length && cases.every(isScript);
  if (ours && !known.includes(id)) console.log(id);
}' "$T/known" "$T/out" >"$T/unbroken"
cp "$T/unbroken" "$T/out"
no_out "each rule of scripts that must hold is broken by some row"

# A case that also fails on an unbroken Node proves nothing.
# shellcheck disable=SC2046
run run $(sort -u "$T/rules") -b "node:$node"
exits 0 "a whole Node passes all of these"
finish
