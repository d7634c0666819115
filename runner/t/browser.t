#!/bin/sh
# A case of layer browser runs on a page over any loop that has a timer and a clock, and
# is judged as a page, whatever host the profile of the run has.
. runner/t/lib.sh
make_suite "$T"
cd "$T" || exit 1
mkdir cases/pages expected/pages
cat >cases/pages/order.loop <<'END_CASE'
title "the parts of a page in one program"
rules TIMER-1
layer browser
budget 28

on uncaught { log error }
on rejection {
    log rejection
    microtask { log told }
}
f = frame {
    log frame
    clear g
    promise { log between }
    frame { log next }
}
g = frame { log cancelled }
frame { log last }
interval 10ms { log interval; busy 12ms; throw }
t = timeout 0ms { log nested; first 6 { again t } }
timeout 2147483648ms { log wrapped }
q = reject
r = reject
microtask { log micro; catch r { log caught }; throw }
log end
throw
END_CASE
cat >expected/pages/order.trace <<'END_TRACE'
end
error
micro
error
caught
nested 0ms
wrapped 0ms
rejection 0ms
told 0ms
nested * 5 0ms
nested 4ms
interval @timers 10ms
error @timers 22ms
frame @timers 22ms
between 22ms
last 22ms
interval 22ms
error 34ms
[browser] { interval 34ms }
error 46ms
next 46ms
...
never cancelled
period.min t == 0ms
END_TRACE
cat >cases/pages/host.loop <<'END_CASE'
title "a case of layer node"
rules TIMER-1
layer node

tick { log tick }
END_CASE
echo tick >expected/pages/host.trace

run run 'pages/*'
exits 0 "pages run on the reference and on libuv"
out_has '^2 of 2 cases pass ' "all of them"
run trace pages/order
out_has '^reference .*, profile browser/libuv-[0-9.]+, ' "trace tells that it is a page"
run run pages/order --profile node-20 -b reference
exits 0 "a node profile leaves a page a page"
run run 'pages/*' --profile browser -b reference
exits 0 "the browser profile"
out_has '^skip +1  not for this loop: needs a node host' "has no place for node's queues"
run trace pages/host --profile browser
exits 3 "and trace says why"
err_has "needs a node host, and the profile is browser/libuv-" "naming the profile"
run show pages/order --as js
exits 0 "a page as JavaScript"
out_has '^const g = requestAnimationFrame' "calls what a page has"
out_lacks 'require|process' "and nothing of Node"
finish
