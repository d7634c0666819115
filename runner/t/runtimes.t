#!/bin/sh
# Real runtimes, as far as this machine has them: Node through the adapter that is
# installed, and through the example in src/runtime.
. runner/t/lib.sh

if ! command -v node >/dev/null; then
    echo "1..0 # SKIP no node on this machine"
    exit 0
fi
adapter=$ROOT/src/runtime/adapter.cjs
example="exec:exec python3 $ROOT/src/runtime/example.py --layer node node"
version=$(node --version | sed 's/^v//')

run smoke -b node
exits 0 "the adapter for node is sound"
out_has "^node: node $version, virtual clock" "and asks the binary for its version"
out_has ' 0 bad, 0 not declared$' "in all that is checked"
run smoke -b "$example"
exits 0 "so is the example"
out_has ' 0 bad, 0 not declared$' "in all that is checked"

# Programs, on the adapter and on the example. The one performs them in a process that
# it has prepared, the other as the main file: the orders must be the same.
for backend in node "$example"; do
    run run 'ticks/*promise*' 'microtasks/chain*' 'immediates/first*' timers/zero-from-poll \
        -b "$backend" --format json
    exits 0 "$backend: cases of layer node pass"
    cp "$T/out" "$T/results"
    out_has '"unjudged":[1-9]' "phases are not judged"
    out_has '"case":"timers/[^}]*"verdict":"skip","reason":"needs layer core' "layer core is skipped by name"
    sed -n 's/.*"case":"\([^"]*\)".*"verdict":"\([a-z]*\)".*/\1 \2/p' "$T/results" >>"$T/verdicts"
done
[ "$(sort -u "$T/verdicts" | wc -l)" -eq "$(($(wc -l <"$T/verdicts") / 2))" ]
point $? "and the same on both"
run run 'drift*' 'node-drift*' -b node --clock real --format json
out_has '"clock":"real"' "the real clock can be asked for"
out_has '"reason":"needs exact time, which the real clock does not have"' "exact time is skipped by name"

# In virtual time. What the pool does is told to the microsecond, and minutes take none.
run run 'node-drift/*poll*' pool/five-equal-hashes exit/job-holds timeouts/not-early-on-the-millisecond-clock \
    -b node --format json
exits 0 "exact time and the pool can be judged in virtual time"
out_lacks '"verdict":"skip"' "and nothing of it is skipped"

# What a runtime does before the program begins must not show: neither how long it takes nor that
# its engine has things to finish in the loop. Here it reads a large script and waits.
awk 'BEGIN {
    for (i = 0; i < 3000; i++)
        printf "exports.f%d = function (a, b) { const all = [a, b, %d]; return { all, name: \"f%d\" }; };\n", i, i, i
    print "for (const f of Object.values(exports)) f(1, 2);"
    print "for (const begin = process.hrtime(); process.hrtime(begin)[1] < 1500000;);"
}' >"$T/large.js"
for name in node node-20 node-26; do
    binary=$ROOT/build/runtimes/bin/$name
    [ -x "$binary" ] || binary=$(command -v "$name")
    if [ -z "$binary" ]; then
        skipped "no $name here"
        continue
    fi
    NODE_OPTIONS="--require $T/large.js"
    export NODE_OPTIONS
    run run 'errors/*throws*' timeouts/longest-delay-is-kept -b "node:$binary"
    unset NODE_OPTIONS
    exits 0 "$name: a slow start changes nothing"
done

# A busy machine, by what it says of its load: the adapter is patient, with a fraction or without.
echo "require('os').loadavg = () => [7.123456, 0, 0];" >"$T/busy.js"
NODE_OPTIONS="--require $T/busy.js"
export NODE_OPTIONS
run run 'ticks/*promise*' -b node
unset NODE_OPTIONS
exits 0 "a case may run for longer on a busy machine"

# Busy time must leave no garbage: its collection is a callback of the loop. The start of a runtime may
# have some, one more or less, so two seconds are held against a millisecond.
collections() {
    printf 'title "busy"\nrules TIMER-32\nlayer node\n\ntimeout 1ms { log a; busy %s }\n' "$2" >"$T/busy.loop"
    "$LOOPSPEC" show "$T/busy.loop" --as js >"$T/busy.cjs"
    env LD_PRELOAD="$ROOT/${BUILD:-build}/libloopspec-world.so" LOOPSPEC_WORLD=virtual,ticking \
        "$1" --trace-gc "$T/busy.cjs" | grep -c ' ms: '
}
for name in node node-10 node-11 node-20 node-26; do
    binary=$ROOT/build/runtimes/bin/$name
    [ -x "$binary" ] || binary=$(command -v "$name")
    if [ -z "$binary" ]; then
        skipped "no $name here"
        continue
    fi
    short=$(collections "$binary" 1ms)
    long=$(collections "$binary" 2s)
    [ "$long" -le $((short + 1)) ]
    point $? "$name: two seconds of busy time cost $long collections, a millisecond $short"
done

make_suite "$T"
cd "$T" || exit 1
cat >cases/timers/script.js <<'END'
// title "a script"
// rules TIMER-2
// layer node

setTimeout(() => log('timeout'), 1);
process.nextTick(() => log('tick', -3));
console.log('by the way');
END
printf 'tick = -3\ntimeout 1ms\n' >expected/timers/script.trace
run run timers/script -b node --format json
exits 0 "a script runs on node"
out_has '"verdict":"pass"' "and passes"
run trace timers/script -b node
out_has 'tick = -3$' "trace shows its values"
out_has 'by the way' "and what it printed"
rm expected/timers/script.trace
run bless timers/script -b node
exits 0 "bless writes a script's trace"
printf 'tick = -3\ntimeout\n' | cmp -s - expected/timers/script.trace
point $? "without what a runtime does not show"

cat >cases/timers/hour.js <<'END'
// title "an hour"
// rules TIMER-2
// layer node

setTimeout(() => log('hour'), 3600000);
END
echo 'hour 3600s' >expected/timers/hour.trace
run run timers/hour -b node --timeout 9s --format json
exits 0 "an hour is over in no time"
echo 'hour 3601s' >expected/timers/hour.trace
run run timers/hour -b node --timeout 9s --format json
exits 1 "and not early"
echo 'hour 3599990ms' >expected/timers/hour.trace
run run timers/hour -b node --timeout 9s --format json
exits 1 "nor late"
sed '1s/hour/long/; 3a // needs real-clock' cases/timers/hour.js >cases/timers/long.js
echo 'hour' >expected/timers/long.trace
run run timers/long -b node --timeout 1s --format json
out_has '"verdict":"timeout"' "a script may ask for the real clock"
mkdir alone && cp "$LOOPSPEC" alone/loopspec
mkdir -p share/loopspec/runtime && cp "$adapter" share/loopspec/runtime
alone/loopspec run timers/script -b node --clock virtual >"$T/out" 2>"$T/err"
err_has 'runs on the real clock: it has no libloopspec-world.so' "without the library the clock is the real one"

# Scenarios that share a process: that it is the same one shows in a global variable, and nothing
# else of a scenario is left for the next. Each request goes out when the one before is answered.
cat >share.cjs <<'END'
const [, , adapter, world, ...lines] = process.argv;
const { stdin, stdout } = require('child_process').spawn(process.execPath,
  [adapter, '--world', world], { stdio: ['pipe', 'pipe', 'ignore'] });
let id = 0;
let line = '';
const next = () => {
  if (id === lines.length) { stdin.end(); return; }
  const javascript = `const log = (s) => require('fs').writeSync(1, s + '\\n');\n${lines[id].slice(1)}`;
  id += 1;
  const share = lines[id - 1][0] === '+';
  stdin.write(`${JSON.stringify({ type: 'run', id, clock: 'virtual', timeout_ms: 20000, share, javascript })}\n`);
};
stdout.on('data', (text) => {
  const all = (line + text).split('\n');
  line = all.pop();
  all.map((one) => JSON.parse(one)).forEach(({ type, label, code, signal, reason }) => {
    console.log(type, label || signal || reason || code);
    if (type !== 'log') next();
  });
});
END
world=$(realpath "${LOOPSPEC%/*}/libloopspec-world.so")
node share.cjs "$adapter" "$world" \
    '+global.seen = "seen"; log("new"); setTimeout(() => log("left"), 5).unref();
      setInterval(() => log("left"), 7).unref(); setTimeout(() => setImmediate(() => log("left")).unref(), 1);
      process.on("uncaughtException", () => log("left")); process.on("unhandledRejection", () => log("left"))' \
    '+log(global.seen); setTimeout(() => { log("ten"); throw new Error("uncaught") }, 10)' \
    '+log(global.seen || "new"); global.seen = "again"; setTimeout(() => log("later"), 20)' \
    '+log(global.seen); Promise.reject(new Error("unhandled"))' \
    '+log(global.seen || "new"); global.seen = "again"' \
    '-log(global.seen || "new")' \
    '+log(global.seen || "new"); process.kill(process.pid, "SIGKILL")' \
    '+this is no program' \
    '+log(global.seen || "new"); process.exit(3)' \
    '+log(global.seen || "new"); global.seen = "again"' \
    '+log(global.seen)' >"$T/out" 2>"$T/err"
status=$?
ran="scenarios that share a process"
cat >"$T/shared" <<'END'
hello 0
log new
end 0
log seen
log ten
end 1
log new
log later
end 0
log again
end 1
log new
end 0
log new
end 0
log new
end SIGKILL
error SyntaxError: Unexpected identifier 'is'
log new
end 3
log new
end 0
log again
end 0
END
sed -i "1s/.*/hello 0/; s/^error .*identifier.*/error SyntaxError: Unexpected identifier 'is'/" "$T/out"
cmp -s "$T/shared" "$T/out"
point $? "scenarios share a process until one ends it, and leave nothing to the next"

# A label that only a run can tell.
cat >cases/timers/computed.js <<'END'
// title "computed labels"
// rules TIMER-2
// layer node

for (const i of [1, 2]) log(`n${i}`);
END
printf 'n1\nn3\n' >expected/timers/computed.trace
run run timers/computed -b node --format json
exits 1 "a computed label"
out_has "expected 'n3', but 'n2' came" "is matched and told by its text"

# Each of these goes wrong in its own way, and the next one is none the worse.
script() {
    cp cases/timers/script.js "cases/timers/$1.js"
    sed -i -e "1s/a script/$1/" -e '5,$d' "cases/timers/$1.js"
    echo "$2" >>"cases/timers/$1.js"
    echo 'a' >"expected/timers/$1.trace"
    run run "timers/$1" timers/alone "timers/z-sound" -b node --timeout 3s -j1 --format json
    grep "\"case\":\"timers/$1\"" "$T/out" | grep -q "\"verdict\":\"$3\""
    point $? "$1: $3"
    grep "\"case\":\"timers/$1\"" "$T/out" | grep -Eq "$4"
    point $? "  $4"
    grep '"case":"timers/z-sound"' "$T/out" | grep -q '"verdict":"pass"'
    point $? "  and the next case ran"
}
printf '%s\n' '// title "sound"' '// rules TIMER-2' '// layer node' '' "log('z');" >cases/timers/z-sound.js
echo z >expected/timers/z-sound.trace
script hangs "log('a'); setInterval(() => {}, 1000);" timeout '"label":"a"'
NODE_OPTIONS="--require $T/busy.js"
export NODE_OPTIONS
script hangs "log('a'); setInterval(() => {}, 1000);" timeout '"label":"a"'
unset NODE_OPTIONS
script waits "log('a'); require('net').createServer().listen(0);" timeout 'waits for ever|still running'
script spins "log('a'); for (;;);" timeout 'still running after 3000 ms'
script dies "log('a'); process.kill(process.pid, 'SIGSEGV');" crash 'killed by SIGSEGV'
script aborts "log('a'); process.abort();" crash 'killed by SIGABRT'
script wrong "log('a'; " error '"reason":"SyntaxError: missing \) after argument list".*"events":0'
script fools "return log('a');" pass '"events":1'
script parses "JSON.parse('{'); log('a');" fail '"output":"[^"]*SyntaxError'
script throws "log('a'); throw new Error('oh');" pass '"output":"[^"]*Error: oh'
script exits "log('a'); process.exit(9); log('b');" pass '"events":1'
script closes "require('fs').closeSync(1); log('a');" pass '"events":1'
script prints "log('a'); for (;;) try { require('fs').writeSync(2, 'nonsense'); } catch (e) {}" crash 'printed more than 1 MiB'
script forks "log('a'); require('child_process').spawn('sleep', ['4321'], { detached: true, stdio: 'ignore' }).unref();" pass '"events":1'
! pgrep -f '^sleep 4321' >/dev/null
point $? "what a script starts is ended with it"

run run timers/z-sound -b node:/bin/true
exits 4 "a binary that is no runtime"
err_has 'exited with 0 before it said hello' "is told so"
finish
