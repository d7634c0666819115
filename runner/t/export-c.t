#!/bin/sh
# Every case of layer core as C compiles without a warning, and under the preloaded world
# it prints what libuv did in process. CASES chooses among them, by an expression on names.
. runner/t/lib.sh

if ! command -v "${CC:=cc}" >/dev/null; then
    echo "1..0 # SKIP no C compiler on this machine"
    exit 0
fi

# Both sides must use the same libuv: the one that the linker finds.
run list cases --json
sed -n 's/^{"case": "\([^"]*\)".*"layer": "core".*/\1/p' "$T/out" |
    grep -E -e "${CASES:-.}" >"$T/cases"
all=$(wc -l <"$T/cases")

# One case: NAME.wanted is what libuv did in process, NAME.out what the exported program printed.
# Print a line for each that differs. A case that this libuv cannot run is skipped on both sides. If
# several orders are permitted, the actual one may depend on where the compiler puts a variable.
cat >"$T/compare" <<'END'
name=$(echo "$1" | tr / _)
"$LOOPSPEC" trace "$1" --cases "$ROOT/cases" -b libuv --json >"$name.json" 2>"$name.said"
case $? in
3)
    : >"$name.skipped"
    exit
    ;;
1) # a case for another loop waits for ever on libuv, here and there; others it is known to break
    wanted=0
    "$LOOPSPEC" trace "$1" --cases "$ROOT/cases" -b libuv | grep -q 'waits for ever' && wanted=86
    ;;
*) wanted=0 ;;
esac
# How long the machine has been up: the head says it, the program cannot.
begin=$(sed -n 's/^uptime \([0-9]*\)\([a-z]*\)$/\1 \2/p' "$ROOT/cases/$1.loop" | awk '
    $2 == "ns" { print $1; next } # more digits than a number of awk has
    BEGIN { of["us"] = 1e3; of["ms"] = 1e6; of["s"] = 1e9; of["h"] = 36e11; of["d"] = 864e11 }
    { printf "%.0f", $1 * of[$2] }')
sed -n -e 's/^{"type":"log","label":"\([^"]*\)".*"value":"\([^"]*\)".*/\1 = \2/p' -e t \
    -e 's/^{"type":"log","label":"\([^"]*\)".*/\1/p' "$name.json" >"$name.wanted"
"$LOOPSPEC" show "$1" --cases "$ROOT/cases" --as c >"$name.c" || echo "$1: no program"
"$CC" -Wall -Wextra -Werror -o "$name" "$name.c" -luv || echo "$1: does not compile"
# Outside of `loopspec world` a child runs in real time (src/world/README.md), so on a busy machine it
# may end too late: a program with children has three tries.
tries=1
grep -q '\<child\>' "$ROOT/cases/$1.loop" && tries=3
while :; do
    timeout 60 env LD_PRELOAD="$WORLD" LOOPSPEC_WORLD=virtual ${begin:+LOOPSPEC_BEGIN="$begin"} "./$name" >"$name.out" 2>"$name.err"
    ended=$?
    if grep -Eq '(any order|one of) [{]' "$ROOT/expected/$1.trace"; then
        for f in wanted out; do sort -o "$name.$f" "$name.$f"; done
    fi
    tries=$((tries - 1))
    [ $tries -gt 0 ] && ! cmp -s "$name.wanted" "$name.out" || break
done
[ $ended -eq $wanted ] || echo "$1: status $ended: $(head -n 1 "$name.err")"
cmp -s "$name.wanted" "$name.out" || echo "$1: libuv in process differs from the program"
rm -f "$name" "$name.json"
: >"$name.ran"
END
export LOOPSPEC CC ROOT WORLD
cp "$ROOT/${BUILD:-build}/libloopspec-world.so" "$T/world.so" && WORLD=$T/world.so
cd "$T" || exit 1
ulimit -n "$(ulimit -H -n)" # a case about a full batch has two thousand descriptors
xargs -P "$(nproc)" -n 1 sh ./compare <cases >out 2>err
ran="show --as c and trace, for each of $all cases"
status=0
skipped=$(find . -name '*.skipped' | wc -l)
compared=$(find . -name '*.ran' | wc -l)
[ "$compared" -gt 0 ] && [ $((compared + skipped)) -eq "$all" ]
point $? "$compared of $all cases were compiled and run, this libuv lacks what $skipped need"
no_out "each prints what libuv did in process"
no_err "no compiler has a warning"
[ -z "$(find . -name '*.sock')" ]
point $? "and no socket is left behind"
finish
