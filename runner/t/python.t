#!/bin/sh
# asyncio and uvloop, by the steps of src/runtime/README.md: an adapter in Python that performs core
# scenarios, in virtual time, judged by the rules for every loop and by Python's own documents.
. runner/t/lib.sh

if ! [ -x /usr/bin/python3 ]; then
    echo "1..0 # SKIP no /usr/bin/python3 on this machine"
    exit 0
fi
loops=asyncio
if /usr/bin/python3 -c 'import uvloop' 2>/dev/null; then
    loops="asyncio uvloop"
else
    skipped "uvloop: Debian's python3-uvloop is not installed"
fi

for loop in $loops; do
    run smoke -b "$loop"
    exits 0 "$loop: the adapter is sound"
    out_has ' sound, 0 bad, ' "  in all that is checked"
    out_has "^$loop: .* virtual clock" "  in virtual time"
    run run asyncio any turns uptime -b "$loop" --min-cases 60 --format json
    exits 0 "$loop: no unexplained verdict"
    out_has "\"profile\":\"asyncio-" "  by the rules of asyncio"
    out_lacks '"verdict":"(fail|crash|timeout|error|xpass)"' "  none at all"
    out_has '"reason":"needs .idle., which the backend does not have"' "  what asyncio lacks is named"
done

# On the real clock nothing is exact, but the orders are the same.
run run asyncio/calls-in-their-order asyncio/stop-lets-the-batch-end any/earlier-deadline-first \
    asyncio/delay-counts-from-the-call -b asyncio --clock real
exits 0 "asyncio on the real clock"
out_has "needs exact time" "  where exact time is skipped"

# Loops that break what the documents promise are noticed: asyncio's own, with one change each.
broken() { # NAME CASE PYTHON
    mkdir -p "$T/$1"
    printf '%s\n' "import asyncio, asyncio.base_events as base, asyncio.selector_events as events" \
        "$3" >"$T/$1/sitecustomize.py"
    PYTHONPATH=$T/$1 "$LOOPSPEC" run "asyncio/$2" -b asyncio >"$T/out" 2>"$T/err"
    status=$?
    ran="asyncio that $1"
    exits 1 "noticed: $1"
    out_has "^(fail|timeout)  asyncio/$2" "  by $2"
}
loop=base.BaseEventLoop
broken calls-latest-first calls-in-their-order "
def _call_soon(self, callback, args, context):
    handle = asyncio.Handle(callback, args, self, context)
    self._ready.appendleft(handle)
    return handle
$loop._call_soon = _call_soon"
broken joins-calls calls-are-not-joined "
old = $loop.call_soon_threadsafe
def call(self, callback, *args, context=None):
    if not any(h._callback == callback for h in self._ready):
        return old(self, callback, *args)
$loop.call_soon_threadsafe = call"
broken forgets-long-delays delay-of-two-days "
old = $loop.call_later
$loop.call_later = lambda self, delay, *a, **k: old(self, min(delay, 86400), *a, **k)"
broken runs-on-after-stop stop-leaves-new-calls "
$loop.stop = lambda self: self.call_soon(self.call_soon, lambda: setattr(self, '_stopping', True))"
broken loses-the-batch stop-lets-the-batch-end "
def stop(self):
    self._stopping = True
    for handle in self._ready:
        handle.cancel()
$loop.stop = stop"
broken counts-from-the-turn delay-counts-from-the-call "
begin = events.BaseSelectorEventLoop._process_events
def process(self, found):
    self.turn = self.time()
    begin(self, found)
events.BaseSelectorEventLoop._process_events = process
old = $loop.call_later
$loop.call_later = lambda self, delay, *a, **k: self.call_at(getattr(self, 'turn', self.time()) + delay, *a, **k)"
broken calls-the-cancelled cancelled-after-its-call "
asyncio.TimerHandle.cancel = lambda self: None"

run run any/earlier-deadline-first -b asyncio:/no/such/python
exits 2 "a Python that does not exist is bad usage"
mkdir "$T/none"
printf 'raise ImportError("no uvloop here")\n' >"$T/none/uvloop.py"
PYTHONPATH=$T/none "$LOOPSPEC" run any/earlier-deadline-first -b uvloop >"$T/out" 2>"$T/err"
status=$?
ran="uvloop without uvloop"
exits 4 "without uvloop there is no backend"
err_has "python3-uvloop" "  and the package is named"
finish
