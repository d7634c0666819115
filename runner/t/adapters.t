#!/bin/sh
# An adapter outside of the program: whatever it does costs its case a verdict that
# names what happened, never the run. No runtime is needed: the adapters are scripts.
. runner/t/lib.sh
make_suite "$T"
cd "$T" || exit 1

# adapter MODE: says hello, then answers each run of timers/alone as MODE says.
cat >adapter <<'END'
#!/bin/sh
mode=$1
hello() {
    echo '{"type":"hello","protocol":1,"name":"fake","version":"3.1","layers":["core"],"can":["timer"]}'
}
log() { echo "{\"type\":\"log\",\"id\":$id,\"label\":\"$1\",\"at_ns\":${2:-5000000}}"; }
wait_() { echo "{\"type\":\"wait\",\"id\":$id}"; }
end() { echo "{\"type\":\"end\",\"id\":$id${1:+,$1}}"; }
case $mode in
silent-death) echo 'no such thing' >&2; exit 3 ;;
no-json) echo hello; exec sleep 60 ;;
old) hello | sed 's/"protocol":1/"protocol":0/' ;;
wings) hello | sed 's/"timer"/"wings"/' ;;
no-layer) hello | sed 's/"core"//' ;;
script) hello | sed -e 's/"core"/"node"/' -e 's/"timer"/"javascript"/' ;;
profile) hello | sed 's/"layers"/"profile":"node-10","layers"/' ;;
bad-profile) hello | sed 's/"layers"/"profile":"nobody","layers"/' ;;
earthly) hello | sed 's/"layers"/"why_real":"has feet","layers"/' ;;
prompt|late) hello | sed 's/"timer"/"timer","virtual-clock"/' ;;
*) hello ;;
esac
while read -r line; do
    id=$(printf '%s\n' "$line" | sed 's/.*"id":\([0-9]*\).*/\1/')
    case $line in
    *'"file":"cases/timers/order.loop"'*) log early 1000000; log late 2000000; end; continue ;;
    esac
    case $mode in
    prompt) case $line in *'"clock":"virtual"'*) log fired 6900000 ;; esac; end ;;
    late) log fired 7100000; end ;;
    early) log fired 4000000; end ;;
    prepares) wait_; sleep 4; log fired; end ;;
    dawdles) wait_; log fired; wait_; end ;;
    timeless) sleep 0.01; echo "{\"type\":\"log\",\"id\":$id,\"label\":\"fired\"}"; end ;;
    other) log other; end ;;
    value) echo "{\"type\":\"log\",\"id\":$id,\"label\":\"fired\",\"value\":\"ENOENT\"}"; end ;;
    garbage) echo 'this is {no} JSON' ;;
    bytes) printf '\377\376\000\001\n' ;;
    number) echo 42 ;;
    type) echo "{\"type\":\"lgo\",\"id\":$id}" ;;
    no-id) echo '{"type":"end"}' ;;
    other-id) id=77; end ;;
    label) log 'two words' ;;
    again) hello ;;
    long) head -c 200000 /dev/zero | tr '\0' x ;;
    flood) yes "$(log fired)" ;;
    labels) seq -f "{\"type\":\"log\",\"id\":$id,\"label\":\"n%.0f\"}" 20000 ;;
    print) while :; do echo nonsense; done >&2 ;;
    hang) sleep 60 ;;
    deaf) exec <&-; sleep 60 ;;
    mute) exec >&-; sleep 60 ;;
    exit) exit 7 ;;
    kill) kill -SEGV $$ ;;
    half) log fired; printf '{"type":"en'; exit 0 ;;
    killed) log fired; end '"signal":"SIGBUS"' ;;
    overtime) log fired; end '"timeout":true' ;;
    stuck) log fired; end '"stuck":true' ;;
    no-signal) end '"signal":"SIGWINGS"' ;;
    unsupported) echo "{\"type\":\"unsupported\",\"id\":$id,\"reason\":\"no wings\"}" ;;
    error) echo "{\"type\":\"error\",\"id\":$id,\"reason\":\"it rains\"}" ;;
    stray) sleep 1234 & log fired; end ;;
    folder) echo "$TMPDIR" >folder; mkdir "$TMPDIR/a"; echo >"$TMPDIR/a/file"; log fired; end ;;
    talk) echo 'by the way' >&2; log other; end ;;
    *) log fired; end '"code":0' ;;
    esac
done
END
chmod +x adapter

run run -b 'exec:./adapter good'
exits 0 "an adapter is tested like any loop"
out_has '2 of 2 cases pass' "and passes"
out_has '^exec:./adapter good 3.1 +profile node-[0-9]+[^ ]* +real clock' "under its version, on the real clock"
run run -b 'exec:./adapter profile'
out_has 'profile node-10[./]' "a profile that it gives counts"
run run -b 'exec:./adapter good' --profile node-12
out_has 'profile node-12[./]' "and --profile counts more"
run run -b 'exec:./adapter good' --clock virtual
exits 0 "who asks for virtual time"
err_has 'adapter good runs on the real clock: it has no virtual one' "is told that there is none"
run run -b 'exec:./adapter earthly' --clock virtual
err_has 'runs on the real clock: it has feet' "and why not"
run run -b 'exec:./adapter prompt' --clock virtual
no_err "but not if there is"
run trace timers/alone -b 'exec:./adapter good'
exits 0 "trace"
out_has ' 5 ms .* fired$' "shows the log with its time"

# What it says of itself.
refused() {
    run run timers/alone -b "exec:./adapter $1"
    exits "$2" "$1: refused"
    err_has "$3" "  with the reason"
}
refused silent-death 4 'the adapter exited with 3 before it said hello'
err_has 'it printed: no such thing' "  and what it printed"
refused no-json 4 'a line that is no JSON object: hello'
refused old 4 'does not speak protocol 1'
refused wings 4 "unknown capability 'wings'"
refused no-layer 4 'names no layer'
refused bad-profile 2 "nobody"
run run -b 'exec:./not-there'
exits 4 "a command that is not there"
run run -b exec:
exits 2 "no command"
run run -b node:./not-there
exits 2 "a binary that is not there"
cp "$LOOPSPEC" alone # away from what 'make runtimes' may have installed
PATH=/nowhere ./alone run -b bun >"$T/out" 2>"$T/err"
status=$?
ran="run -b bun"
exits 2 "a runtime that is not installed"
err_has "no 'bun' on PATH" "is told so"
err_has 'bun:PATH' "with what can be done"

# The verdict of one case, and that the other one ran all the same.
verdict() {
    run run -b "exec:exec ./adapter $1" --timeout 1s -j1 --format json
    grep '"case":"timers/alone"' "$T/out" | grep -q "\"verdict\":\"$2\""
    point $? "$1: $2"
    grep '"case":"timers/alone"' "$T/out" | grep -Eq "$3"
    point $? "  $3"
    grep '"case":"timers/order"' "$T/out" | grep -q '"verdict":"pass"'
    point $? "  and the next case ran"
}
verdict early fail "expected 'fired' at 5 ms, but it came at 4 ms"
verdict prepares pass '"events":1'
verdict dawdles error 'asked for time after its first log'
verdict timeless pass '"events":1'
verdict other fail "expected 'fired' at 5 ms, but 'other' came instead \\(5 ms\\)"
verdict value fail "but it was "
verdict garbage error 'the adapter sent a line that is no JSON object: this is \{no\} JSON'
verdict bytes error 'no JSON object'
verdict number error 'no JSON object: 42'
verdict type error "unknown type 'lgo'"
verdict no-id error "without the 'id'"
verdict other-id error 'spoke of run 77 while run 1 was under way'
verdict label error 'a log without a label'
verdict again error 'hello in the middle of a run'
verdict long error 'a line of more than 65536 bytes'
verdict labels error 'more than 10000 labels that the scenario has not'
verdict print crash 'printed more than 1 MiB'
verdict hang timeout 'still running after 1000 ms'
verdict deaf timeout 'still running'
verdict mute crash 'the adapter '
verdict exit crash 'the adapter exited with 7'
verdict kill crash 'the adapter was killed by SIGSEGV'
verdict half crash 'the adapter exited with 0'
verdict killed crash 'killed by SIGBUS'
verdict overtime timeout 'still running after 1000 ms'
verdict stuck timeout 'waits for ever'
verdict prompt pass '"events":1'
verdict late fail "expected 'fired' at 5 ms, but it came at 7.1 ms"
verdict no-signal error "unknown signal 'SIGWINGS'"
verdict unsupported skip 'no wings'
verdict error error 'it rains'
verdict talk fail 'by the way'
verdict early fail "[-]b 'exec:exec ./adapter early' --profile"
run run timers/alone -b 'exec:./adapter flood' --timeout 1s --format json
out_has '"verdict":"(timeout|error)"' "a flood of logs is ended"
run run timers/alone -b 'exec:./adapter stray'
exits 0 "a process that is left behind"
! pgrep -f '^sleep 1234' >/dev/null
point $? "is ended with its case"
run run timers/alone -b 'exec:./adapter good' --repeat 20 --format json
out_has '1 order in 20 runs' "an adapter serves many runs"
run run timers/alone -b 'exec:./adapter folder'
exits 0 "an adapter that leaves files"
[ -s folder ] && ! [ -e "$(cat folder)" ]
point $? "leaves them in a folder that goes with it"

# The name of a file is as long as the system lets it be, and its end says what it is.
long=$(printf '%0200d' 0)/$(printf '%0200d' 1)
mkdir -p "$long"
printf '// title "a script"\n// rules TIMER-2\n// layer node\n\nlog("fired");\n' >"$long/case.js"
echo fired >"$long/case.trace"
cp cases/timers/alone.loop expected/timers/alone.trace "$long"
for name in case.js alone.loop; do
    run run "$long/$name" -b 'exec:./adapter script' -b 'exec:./adapter good'
    out_has 'pass' "a file with a long path runs: $name"
    out_lacks 'crash|error' "  and is nobody's crash"
done
run run -b "$PLUGINS/tiny.so:$(printf '%0300d' 0)"
exits 2 "arguments that are too long for a plug-in"
err_has 'arguments of the plug-in are too long' "  are refused"

run smoke -b 'exec:./adapter garbage'
exits 1 "smoke of an adapter that breaks the protocol"
out_has '^ +cause +each message is one JSON object' "says what it breaks"
finish
