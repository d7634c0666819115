#!/bin/sh
# A runtime with timeouts and promises only, by the steps of src/runtime/README.md: Debian's gjs
# through the example, in virtual time. And what an adapter may say that its runtime lacks.
. runner/t/lib.sh

example="python3 $ROOT/src/runtime/example.py"
if ! command -v python3 >/dev/null; then
    echo "1..0 # SKIP no python3 on this machine"
    exit 0
fi

if command -v gjs >/dev/null; then
    # The command as the README has it, and as `make matrix` does.
    line=$(sed -n 's/^adapter="python3 example.py \(.* gjs\)"$/\1/p' src/runtime/README.md)
    holds "the README shows how" [ -n "$line" ]
    holds "the matrix runs the same" grep -qF "example.py $line" Makefile
    gjs="exec:exec $example $line"
    run smoke -b "$gjs"
    exits 0 "gjs: the adapter is sound"
    out_has ' sound, 0 bad, ' "  in all that is checked"
    run run browser -b "$gjs" --min-cases 25 --format json
    exits 0 "gjs: no unexplained verdict"
    out_lacks '"verdict":"(fail|crash|timeout|error|xpass)"' "  none at all"
    out_has '"clock":"virtual"' "  in virtual time"
    for word in frame microtask on throw; do
        out_has "\"reason\":\"needs '$word', which the backend does not have\"" "  '$word' is skipped by name"
    done
    run run browser/microtasks-between-two-timeouts -b "$gjs" --clock real
    out_has 'the loop has no end, which only the virtual clock can see' "on the real clock it says why not"
else
    skipped "gjs: Debian's package is not installed"
fi

# What an adapter declares. This one performs nothing: it shows what it was sent.
cat >"$T/echo.py" <<'END'
import json, sys
def send(m): print(json.dumps(m), flush=True)
send({'type': 'hello', 'protocol': 1, 'name': 'echo', 'version': '1', 'layers': ['node'],
      'can': ['virtual-clock'], 'lacks': sys.argv[1:]})
for line in sys.stdin:
    run = json.loads(line)
    print('world', run.get('world'), 'clock', run['clock'], file=sys.stderr)
    send({'type': 'unsupported', 'id': run['id'], 'reason': 'world %s' % run.get('world')})
END
run run immediates ticks timeouts/cleared-at-once -b "exec:python3 $T/echo.py immediate tick 'on exit'" --format json
out_has "\"reason\":\"needs 'immediate', which the backend does not have\"" "a runtime without immediates"
out_has "\"reason\":\"needs 'tick', which the backend does not have\"" "or without ticks"
run run timeouts/cleared-at-once -b "exec:python3 $T/echo.py 'on exit'" --format json
out_has "\"reason\":\"needs 'on exit', which the backend does not have\"" "or without one event"
run run timeouts/equal-delays-by-creation -b "exec:python3 $T/echo.py" --format json
out_has '"reason":"world /.*/libloopspec-world.so"' "the message has the path of the world's library"
run run timeouts/equal-delays-by-creation -b "exec:python3 $T/echo.py" --format json --clock real
out_has '"reason":"world None"' "but not on the real clock"
run run timeouts/equal-delays-by-creation -b "exec:python3 $T/echo.py imediate"
exits 4 "an unknown word is an error"
err_has "its hello lacks the unknown word 'imediate'" "  that names it"

# The example where it is installed, with nothing but what is installed.
holds "make install takes the example along" \
    make -s install DESTDIR="$T/root" PREFIX=/usr BUILD="${BUILD:-build}"
holds "  as a file of its own" [ -r "$T/root/usr/share/loopspec/runtime/example.py" ]
holds "  and the adapter for asyncio" [ -r "$T/root/usr/share/loopspec/runtime/adapter.py" ]
finish
