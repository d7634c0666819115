#!/bin/sh
# Random node programs have the same order on the reference loop, on libuv under our
# host and on real Node: the one of this machine and those that 'make runtimes' has
# installed, each as its own profile. COUNT and SEED choose other programs.
#
# Node < 11: each delay has a timer of its own in the loop, and an overdue one is set for 1 ms
# later. Whether the current timers phase still reaches it depends on the machine. So any order is
# accepted that exploring the program finds.
. runner/t/lib.sh

if ! command -v node >/dev/null; then
    echo "1..0 # SKIP no node on this machine"
    exit 0
fi
all=${COUNT:-500}

# Run one program on all three; print a line for each that differs. Node runs in virtual time, so
# that a busy machine changes nothing. If Node's libuv is newer than ours, ours is compared with the
# reference under our version.
cat >"$T/compare" <<'END'
f=$1
ours() {
    "$LOOPSPEC" trace "$f" -b "$1" --profile "$2" --json |
        sed -n -e 's/^{"type":"log","label":"\([^"]*\)".*"value":"\([^"]*\)".*/\1 = \2/p' -e t \
            -e 's/^{"type":"log","label":"\([^"]*\)".*/\1/p'
}
"$LOOPSPEC" show "$f" --as js >"$f.js"
env LD_PRELOAD="$WORLD" LOOPSPEC_WORLD=virtual,ticking "$NODE" $FLAGS "$f.js" >"$f.node" 2>/dev/null
[ -s "$f.node" ] || echo "$f: node said nothing"
is_explored() {
    [ "$MAJOR" -lt 11 ] || return 1
    order=$(sed 's/ = /=/' "$f.node" | tr '\n' ' ')
    "$LOOPSPEC" explore "$f" -b reference --profile "node-$MAJOR" --bound 3000 |
        sed 's/^ *[^ ]* *//' | grep -q -x -F "${order% }"
}
ours reference "node-$MAJOR" >"$f.reference"
cmp -s "$f.reference" "$f.node" || is_explored || echo "$f: reference differs from node"
ours reference "node-$MAJOR/$LIBUV" >"$f.as-libuv"
ours libuv "node-$MAJOR/$LIBUV" >"$f.libuv"
cmp -s "$f.libuv" "$f.as-libuv" || echo "$f: libuv differs from the reference"
END

# If V8 collects young garbage after an error and before the check phase, that task drains the
# queues early. This is rare and cannot be predicted, so there must be no such collection. Older
# versions have another name for the flag.
flags() {
    "$1" --v8-options | sed -n 's/^ *--\(scavenge-task\|minor-gc-task\) .*/--no-\1/p'
}

# agree BINARY: runs all programs on this Node.
agree() {
    MAJOR=$("$1" --version | sed 's/^v\([0-9]*\).*/\1/')
    NODE=$1
    FLAGS=$(flags "$1")
    export LOOPSPEC NODE MAJOR FLAGS WORLD LIBUV
    case " $seen " in *" $MAJOR "*) return ;; esac
    seen="$seen $MAJOR"
    rm -rf "$T/programs"
    count=$all
    lack=
    [ "$MAJOR" -ge 12 ] || count=$(((all + 4) / 5)) # the oldest are for old times' sake
    [ "$MAJOR" -ge 11 ] || lack=no-queue-microtask
    node runner/t/random-node.js "${SEED:-1}" "$count" "$T/programs" $lack || exit 1
    find "$T/programs" -name '*.loop' | sort >"$T/list"
    xargs -P "$(nproc)" -n 1 sh "$T/compare" <"$T/list" >"$T/out" 2>"$T/err"
    ran="trace and show, for each program, node $MAJOR"
    status=0
    programs=$(find "$T/programs" -name '*.node' -size +0 | wc -l)
    [ "$programs" -eq "$count" ]
    point $? "$programs programs ran on node $MAJOR"
    no_out "each has one order on reference, $LIBUV and node $MAJOR"
    no_err "and no error"
}

WORLD=$(realpath "${BUILD:-build}/libloopspec-world.so")
LIBUV=$("$LOOPSPEC" smoke -b libuv | sed -n "s/^libuv: libuv \([0-9.]*\),.*/libuv-\1/p")
seen=
agree node
for major in 10 11 20 26; do
    binary=${BUILD:-build}/runtimes/bin/node-$major
    if [ -x "$binary" ]; then
        agree "$binary"
    else
        echo "# no node $major in build/runtimes: not compared"
    fi
done
finish
