#!/bin/sh
# The preloaded world: a program that knows nothing of it sleeps an hour and is back at
# once, ends when nothing can run, and leaves its children alone.
. runner/t/lib.sh

if ! command -v "${CC:=cc}" >/dev/null; then
    echo "1..0 # SKIP no C compiler on this machine"
    exit 0
fi
WORLD=$(realpath "${BUILD:-build}/libloopspec-world.so")
"$CC" -D_GNU_SOURCE -Isrc -o "$T/actions" runner/t/preload/actions.c || exit 1

# under WORLD COMMAND...: runs the command in this world, or in none.
under() {
    ran="$*"
    asked=$1
    shift
    timeout 60 env LD_PRELOAD="$WORLD" LOOPSPEC_WORLD="$asked" "$@" >"$T/out" 2>"$T/err" </dev/null
    status=$?
}

# sees WORLD ACTION NAME: the action ends normally and prints what is on standard input.
sees() {
    under "$1" "$T/actions" "$2"
    exits 0 "$1: $2 ends"
    out_is "$1: $3"
    no_err "$1: nothing else is said"
}

sees virtual read "a clock that is read does not move" <<'END'
0 ns
END
sees virtual,ticking read "a clock that is read moves by a microsecond" <<'END'
1000 ns
END
sees virtual,ticking spin "so that a loop that waits for it ends" <<'END'
ended
END

for world in virtual virtual,ticking; do
    sees $world sleep "an hour is slept in no time" <<'END'
3600 s
END
    sees $world poll "so is a wait for descriptors" <<'END'
60 s
END
    sees $world condition "and one for a condition" <<'END'
100 s
END
    sees $world semaphore "and for a semaphore" <<'END'
100 s
END
    sees $world environment "children know nothing of the world" <<'END'
none none
status 0
END
    sees $world fork "and a fork goes on in real time" <<'END'
child 0
END
    sees $world set "the machine's clock is nobody's to set" <<'END'
refused: all
a question is answered
it may-not
END
    sees $world set-in-child "nor its child's" <<'END'
it may-not
END
    sees $world elapsed "what comes with a time has the world's" <<'END'
3600 s, 3600 s, 3600 s
END
    under $world "$T/actions" stuck
    exits 86 "$world: what can never go on is ended"
    out_has '^before$' "$world: with all it had printed"
    err_has '^loopspec: nothing can ever run again: ' "$world: which is said"
done

sees virtual timer "a timer comes before the threads of its instant" <<'END'
notified
poll: 1
5 s
END
sees virtual signal "a timer's signal interrupts a wait" <<'END'
poll: -1, Interrupted system call
5 s
END
sees virtual,ticking futex "threads may wait by what nobody interposes" <<'END'
10 s
END
sees virtual,ticking timed-futex "and with a time-out" <<'END'
100 s
END
sees virtual,ticking compute "time stands still while a thread computes" <<'END'
poll: 1
END
sees virtual,ticking child "and goes as the real one does while a child lives" <<'END'
poll: 1
END
sees virtual,ticking sleeper "a thread is occupied for as long as it says" <<'END'
No such file or directory in 0 s
open in 7 s
open in 7 s
open in 20 s
END
sees virtual,ticking readable "a descriptor is readable when it was told to be" <<'END'
poll: 1, 30 s
END
sees virtual,ticking frequency "the processor's frequency need not be measured by sleeping" <<'END'
1000000 kHz
END

under real "$T/actions" read
exits 87 "a world that is not known"
err_has "not 'real'" "is refused by name"
ran="no LOOPSPEC_WORLD"
LD_PRELOAD="$WORLD" "$T/actions" environment >"$T/out" 2>"$T/err"
out_has "world\.so none$" "without the variable the library does nothing"
mkdir "$T/other" && "$CC" -shared -o "$T/other/empty.so" -x c /dev/null
LD_PRELOAD="$T/other/empty.so:$WORLD" LOOPSPEC_WORLD=virtual "$T/actions" environment >"$T/out" 2>"$T/err"
out_has "^$T/other/empty\.so:? none$" "another library that is preloaded stays"

if ! command -v node >/dev/null; then
    echo "# no node here: not run"
    finish
fi
cat >"$T/minute.js" <<'END'
const start = Date.now();
setTimeout(() => console.log(Math.floor((Date.now() - start) / 1000), 's'), 60000);
END
cat >"$T/order.js" <<'END'
setTimeout(() => console.log('timeout'), 1);
setImmediate(() => console.log('immediate'));
END
cat >"$T/pool.js" <<'END'
setTimeout(() => console.log('timeout'), 1000);
require('fs').stat('/', () => console.log('stat'));
const end = Date.now() + 20;
while (Date.now() < end);
END
under virtual,ticking node "$T/minute.js"
out_is "node: a minute" <<'END'
60 s
END
under virtual,ticking node "$T/pool.js"
out_is "node: its pool is done before time moves" <<'END'
stat
timeout
END
for _ in $(seq "${COUNT:-20}"); do
    under virtual,ticking node "$T/order.js"
    tr '\n' ' ' <"$T/out"
    echo
done >"$T/orders"
ran="node order.js, ${COUNT:-20} times"
sort -u "$T/orders" >"$T/out"
[ "$(wc -l <"$T/out")" -eq 1 ]
point $? "node: a timer and an immediate have one order"
finish
