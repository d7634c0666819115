#!/bin/sh
# A run that is interrupted ends its children, writes reports of what ran, marks the
# rest as not run, and exits 130; no process and no file remains. Cases that were running when the
# signal came count as not run, even if the signal reached them, too.
. runner/t/lib.sh
make_suite "$T"
cd "$T" || exit 1

# One of the cases never ends; the signal is sent when its process exists. A shell starts background
# commands with some signals ignored, so the test restores them.
begin() {
    rm -f r.* out err
    setsid env --default-signal=INT,TERM,HUP "$LOOPSPEC" run "$@" -j 1 --timeout 600s --format json:r.json \
        --format tap:r.tap --format junit:r.xml --format html:r.html --format markdown:r.md \
        --format perfetto:r.trace --format pretty:r.txt >out 2>err &
    pid=$!
    ran="run $*, interrupted"
}
# await COMMAND...: waits until it succeeds or the run is over.
await() {
    until "$@" >/dev/null 2>&1; do
        kill -0 $pid 2>/dev/null || break
    done
}
# end HOW: checks what every interrupted run has in common.
end() {
    wait $pid
    status=$?
    exits 130 "$1"
    holds "no process survives it" sh -c "! pgrep -s $pid"
    holds "what was running is marked as not run" grep -q '"verdict":"skip","reason":"not run: interrupted"' r.json
    holds "it is not told as a crash" sh -c "! grep -q '\"verdict\":\"[cte][rir]' r.json"
    holds "no temporary file is left" sh -c '[ "$(ls r.* | wc -l)" -eq 7 ]'
}
hanging() { pgrep -s $pid -f 'server [^ ]*tiny.so:[h]ang'; }
# The server, and the case in it.
both() { [ "$(hanging | wc -l)" -eq 2 ]; }
alone() { [ "$(hanging | wc -l)" -eq 1 ]; }

begin -b reference -b "$PLUGINS/tiny.so:hang" --profile libuv-1.44.2 -b libuv
await both
kill -TERM $pid
end "a signal to the program"
holds "the first backend's results are there" grep -q '"verdict":"pass"' r.json
holds "the JSON is whole" sh -c "tail -n 1 r.json | grep -qx ']}'"
holds "the TAP has all its points" [ "$(grep -c '^ok' r.tap)" -eq 6 ]
holds "but is not taken for a whole run" sh -c '! prove -e cat r.tap'
junit_is_sound r.xml "the JUnit is whole"
holds "the HTML is whole" sh -c 'tail -n 1 r.html | grep -q "</html>"'
holds "its page says so" sh -c 'grep -q "<title>loopspec: the run was cut, 4 of 6 not run" r.html'
holds "and is not green" grep -q '<header class="red">' r.html
holds "the page of Markdown says so" grep -qx '## loopspec: the run was cut, 4 of 6 not run' r.md
holds "the JUnit has an error" grep -q '<error type="cut"' r.xml
holds "and the terminal says it" grep -qx 'loopspec: the run was cut, 4 of 6 not run' err

for signal in INT TERM HUP; do
    begin -b "$PLUGINS/tiny.so:hang" --profile libuv-1.44.2
    await both
    pkill -$signal -g $pid
    end "SIG$signal to the group, as Ctrl-C does"
done

# As a CI system cancels a job: several signals one after the other.
begin -b "$PLUGINS/tiny.so:hang" --profile libuv-1.44.2
await both
# shellcheck disable=SC2046
kill -TERM $(hanging)
await alone
kill -TERM $pid
end "SIGTERM to everybody, the case first"

# An adapter, its case and the folder of both.
cat >adapter <<'END'
#!/bin/sh
echo "$TMPDIR" >folder
[ "$1" = mute ] || echo '{"type":"hello","protocol":1,"name":"fake","version":"1","layers":["core"],"can":["timer"]}'
read -r line
touch "$TMPDIR/litter"
exec sleep 600
END
chmod +x adapter
sleeping() { pgrep -s $pid -f 'sleep 60[0]'; }
awake() { ! sleeping; }
begin -b 'exec:./adapter'
await sleeping
# shellcheck disable=SC2046
kill -TERM $(sleeping)
await awake
kill -TERM $pid
end "SIGTERM to an adapter and everybody"
holds "its folder is gone" sh -c '[ ! -e "$(cat folder)" ]'

# A backend that never says hello.
rm -f folder
begin -b reference -b 'exec:./adapter mute'
await [ -s folder ]
kill -INT $pid
wait $pid
status=$?
exits 130 "while a backend is being started"
holds "no process survives that" sh -c "! pgrep -s $pid"
holds "its folder is gone, too" sh -c '[ ! -e "$(cat folder)" ]'
holds "the other backend's results are there" grep -q '"verdict":"pass"' r.json
holds "the JSON is whole then" sh -c "tail -n 1 r.json | grep -qx ']}'"
holds "with the backend that was not there yet" grep -q '"version":"not started"' r.json
holds "of which nothing can be said" [ "$(grep -c '"reason":"not run: interrupted","events":0,.*"replay":"[^"]*mute.*"' r.json)" -eq 2 ]
holds "the TAP fills its plan" [ "$(grep -c '^ok' r.tap)" -eq 4 ]
holds "and is not taken for a whole run" sh -c '! prove -e cat r.tap'

# The program waits for something outside while it catches signals: each signal ends the wait, and
# nothing remains. caught: waits until the program catches signals; what it waits for never comes.
caught() { grep -q 'SigBlk:.*4003$' /proc/$pid/status; }
# stuck NAME SIGNAL ARGS...
stuck() {
    name=$1
    signal=$2
    shift 2
    setsid env --default-signal=INT,TERM,HUP "$LOOPSPEC" "$@" >&4 2>err &
    pid=$!
    ran="$*, interrupted"
    await caught
    kill -"$signal" $pid
    n=0
    while kill -0 $pid 2>/dev/null && [ $n -lt 200 ]; do
        n=$((n + 1))
        sleep 0.1
    done
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
    status=$?
    : >"$T/out"
    exits 130 "$name: SIG$signal ends it"
    holds "  and no temporary file is left" sh -c '! ls -- *.tmp'
    holds "  nor a process" sh -c "! pgrep -s $pid"
}
mkfifo nobody.json full.json nobody.loop nobody.baseline
exec 4>/dev/null 5<>full.json
for signal in INT TERM; do
    stuck "a report to a FIFO without a reader" $signal run -b reference --format json:nobody.json --format tap:r.tap
    stuck "a report to a pipe that nobody empties" $signal \
        run --cases "$ROOT/cases" -b reference --format json:full.json --format tap:r.tap
    stuck "a scenario from a FIFO without a writer" $signal run ./nobody.loop -b reference
    stuck "a baseline from one" $signal run -b reference --baseline nobody.baseline --format tap:r.tap
    stuck "half a hello" $signal run -b 'exec:printf "{\"type\""; exec sleep 600' --format tap:r.tap
    exec 4>full.json
    stuck "standard output that nobody empties" $signal run --cases "$ROOT/cases" -b reference --format json
    exec 4>/dev/null
done
exec 4>&- 5>&-
# If the pipe has a reader, the report is written as usual.
cat nobody.json >whole.json &
run run -b reference --format json:nobody.json
exits 0 "a report to a FIFO with a reader"
wait $!
holds "is whole" sh -c "tail -n 1 whole.json | grep -qx ']}'"
printf 'title "x"\nrules TIMER-2\n\ntimer 5ms { log fired }\n' >nobody.loop &
echo 'fired 5ms' >nobody.trace
run run ./nobody.loop -b reference
exits 0 "a scenario from a FIFO with a writer"
wait

# What a shell or nohup has ignored stays ignored.
setsid env --ignore-signal=HUP --default-signal=TERM "$LOOPSPEC" run -b "$PLUGINS/tiny.so:hang" --profile libuv-1.44.2 -j 1 \
    --timeout 600s --format json:r.json >out 2>err &
pid=$!
await both
kill -HUP $pid
kill -0 $pid
point $? "SIGHUP under nohup"
kill -TERM $pid
wait $pid
status=$?
exits 130 "is no reason to end, another signal is"
cd "$ROOT" || exit 1
env --ignore-signal "$LOOPSPEC" run signals children -b reference -b libuv >"$T/out" 2>"$T/err"
status=$? ran="run signals children, all signals ignored"
exits 0 "but a loop under test has every signal as it is by default"
finish
