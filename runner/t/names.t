#!/bin/sh
# Acting on what does not exist yet is an error, with the same words wherever the program runs: over
# a loop in process, on a runtime, as standalone JavaScript and as standalone C.
. runner/t/lib.sh
cd "$T" || exit 1
wanted="does not exist yet"

# The handle is used before the callback that makes it. The case must not pass, even though the
# program catches all errors and logs all that is expected.
write_node() { # ACT MAKE
    cat >act.loop <<END
title "an act too early"
rules TICK-1
layer node

on uncaught { log caught }
on rejection { log rejected }
on exit { log bye }
timeout 1ms { log a; $1 }
timeout 20ms { $2 }
END
    printf 'a\n...\n' >act.trace
}

# The acts one a line, as WORD: ACT: MAKE
node_acts='again: again n: n = tick { }
again: again n: n = timeout 1ms { }
clear: clear n: n = timeout 1ms { }
clear: clear n: n = interval 1ms { clear n }
clear: clear n: n = immediate { }
ref: ref n: n = timeout 1ms { }
unref: unref n: n = timeout 1ms { }
refresh: refresh n: n = timeout 1ms { }
close: close n: n = socket; close n
ready: ready n: n = poll readable { close n }
drain: drain n: n = poll readable { close n }; ready n
catch: catch n { }: n = reject'

runtimes=
for runtime in node bun deno; do
    run smoke -b $runtime
    [ $status -eq 0 ] && runtimes="$runtimes $runtime"
done
echo "$node_acts" >acts
while IFS=: read -r word act make; do
    write_node "$act" "$make"
    for backend in reference libuv $runtimes; do
        run run ./act.loop -b $backend
        out_has "why +line 8: 'n' $wanted\$" "$word on $backend"
    done
done <acts
[ -n "$runtimes" ] || skipped "no runtime on this machine"

# A flow begins at once, though its body may name what is made below.
cat >flow.loop <<'END'
title "a flow that begins too early"
rules TICK-1
layer node

flow { log a; clear t }
t = timeout 1ms { }
END
echo a >flow.trace
for backend in reference $runtimes; do
    run run ./flow.loop -b $backend
    out_has "why +line 5: 't' $wanted\$" "a flow on $backend"
done

# Where it is sure there is nothing to look for.
printf 'title "t"\nlayer node\n\nt = timeout 1ms { clear t }\ntick { clear t }\n' >sure.loop
run show ./sure.loop --as js
out_lacks 'made|let t' "a program that cannot err has nothing to look for"

# Standalone C. That it stands in a callback which another one follows is all that differs.
core_acts='start: start n 1ms: n = timer stopped { }
stop: stop n: n = timer 1ms { }
close: close n: n = timer 1ms { }
ref: ref n: n = timer 1ms { }
unref: unref n: n = timer 1ms { }
again: again n: n = timer 1ms { }
set: set n repeat 1ms: n = timer 1ms { }
ready: ready n: n = poll readable { close n }
drain: drain n: n = poll readable { close n }
send: send n: n = async { close n }
cancel: cancel n: n = work 1ms { }
read: read n { }: n = stream; close n
write: write n 1 { }: n = stream; close n
shutdown: shutdown n { }: n = stream; close n
feed: feed n 1: n = stream; close n
peer: p = peer n; close p: n = stream; close n
observe: observe active n: n = timer 1ms { }
observe: observe due n: n = timer 1ms { }'
echo "$core_acts" >acts
while IFS=: read -r word act make; do
    printf 'title "t"\nrules TIMER-1\n\ntimer 1ms { log a; %s }\ntimer 20ms { %s }\n' "$act" "$make" >act.loop
    run trace ./act.loop
    out_has "line 4: 'n' $wanted" "$word on the reference"
    if ! command -v "${CC:=cc}" >/dev/null; then
        skipped "no C compiler on this machine"
        continue
    fi
    run show ./act.loop --as c
    cp out act.c
    holds "$word as C compiles" "$CC" -Wall -Wextra -Werror -o act act.c -luv
    timeout 20 ./act >out 2>err
    status=$?
    exits 1 "$word as C ends with an error"
    err_has "^error: line 4: 'n' $wanted\$" "that says which name"
done <acts
finish
