#!/bin/sh
# Random node programs have the same order on the reference loop, on libuv under our
# host and on the Node of this machine. COUNT and SEED choose others.
. runner/t/lib.sh

if ! command -v node >/dev/null; then
    echo "1..0 # SKIP no node on this machine"
    exit 0
fi
major=$(node --version | sed 's/^v\([0-9]*\).*/\1/')
node runner/t/random-node.js "${SEED:-1}" "${COUNT:-300}" "$T/programs" || exit 1

# One program on all three; a line for each that differs.
cat >"$T/compare" <<'END'
f=$1
ours() {
    "$LOOPSPEC" trace "$f" -b "$1" --profile "node-$MAJOR" --json |
        sed -n -e 's/^{"type":"log","label":"\([^"]*\)".*"value":"\([^"]*\)".*/\1 = \2/p' -e t \
            -e 's/^{"type":"log","label":"\([^"]*\)".*/\1/p'
}
"$LOOPSPEC" show "$f" --as js >"$f.js" && node "$f.js" >"$f.node" 2>/dev/null
[ -s "$f.node" ] || echo "$f: node said nothing"
for backend in reference libuv; do
    ours $backend >"$f.$backend"
    cmp -s "$f.node" "$f.$backend" || echo "$f: $backend differs from node"
done
END
export LOOPSPEC MAJOR=$major
find "$T/programs" -name '*.loop' | sort |
    xargs -P "$(nproc)" -n 1 sh "$T/compare" >"$T/out" 2>"$T/err"
ran="trace and show, for each program"
status=0
programs=$(find "$T/programs" -name '*.node' -size +0 | wc -l)
[ "$programs" -eq "${COUNT:-300}" ]
point $? "$programs programs ran on node $major"
no_out "each has one order on reference, libuv and node"
no_err "and no error"
finish
