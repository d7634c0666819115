#!/bin/sh
# What a plug-in's author is promised: the installed header and template are enough for a
# verdict, and a loop written from the README, by whatever calls, keeps the universal rules.
. runner/t/lib.sh

# As src/interface/README.md has it, line by line, from an installed loopspec.
make -s install BUILD="${BUILD:-build}" PREFIX="$T/usr" >"$T/out" 2>"$T/err"
status=$?
ran="(make install)"
exits 0 "it is installed"
LOOPSPEC=$T/usr/bin/loopspec
if command -v pkg-config >/dev/null && command -v "${CC:=cc}" >/dev/null; then
    PKG_CONFIG_PATH=$T/usr/lib/pkgconfig
    export PKG_CONFIG_PATH
    cd "$T" || exit 1
    cp "$(pkg-config --variable=template loopspec)" my-loop.c
    # shellcheck disable=SC2046
    "$CC" -Wall -Wextra -Werror -shared -fPIC $(pkg-config --cflags loopspec) -o my-loop.so my-loop.c >out 2>err
    status=$?
    ran="(compiling the template)"
    exits 0 "the template compiles with one command"
    no_err "and without a warning"
    run smoke -b ./my-loop.so
    exits 0 "it is sound"
    out_has '^42 sound, 0 bad' "in everything that it declares"
    run run -b ./my-loop.so --profile any --min-cases 40
    exits 0 "it keeps what every loop owes"
    run run -b ./my-loop.so:fast --profile any --format json
    out_has 'could not be opened: it takes no arguments' "arguments reach it"
    run run -b ./my-loop.so
    exits 0 "untouched, it breaks no rule: it is judged by those of every loop"
    sed 's/LOOP_CAN_CLOCK | //; /\.now = now,/d; /\.update_time = /d' my-loop.c >no-clock.c
    # shellcheck disable=SC2046
    "$CC" -w -shared -fPIC $(pkg-config --cflags loopspec) -o no-clock.so no-clock.c >out 2>err
    run run any/timer-after-long-work -b ./no-clock.so
    exits 0 "nor does it count as early if its cached clock cannot be read"
    cat >cxx.cc <<'END'
#include <loopspec/backend.h>
#include <cstdlib>
static const char *version() { return "1"; }
static loop *open_loop(const loop_config *, char *, size_t) { return (loop *)malloc(1); }
static int close_loop(loop *l) { free(l); return 0; }
static int run(loop *, loop_mode) { return 0; }
const loop_backend loopspec_backend = { LOOP_BACKEND_ABI, LOOP_CAN_ENDS, "cxx", version, open_loop, close_loop, run };
END
    if command -v "${CXX:=c++}" >/dev/null; then
        # shellcheck disable=SC2046
        "$CXX" -shared -fPIC -w $(pkg-config --cflags loopspec) -o cxx.so cxx.cc >out 2>err
        status=$?
        ran="(compiling a plug-in in C++)"
        exits 0 "a plug-in in C++ compiles"
        run smoke -b ./cxx.so
        exits 3 "and its constant is found"
    else
        skipped "no plug-in in C++: there is no $CXX"
    fi
    cd "$ROOT" || exit 1
fi
if [ -e "$T/usr/lib/loopspec/adapters/libev.so" ]; then
    run smoke -b libev
    exits 0 "adapters are found where they are installed"
fi

ran="(reading src/interface/README.md)"
for can in $(sed -n 's/^#define LOOP_CAN_\([A-Z_]*\) .*/\1/p' src/interface/backend.h); do
    holds "the README lists $can" grep -q "^|.*\`$can\`" src/interface/README.md
done

run smoke -b "$PLUGINS/poller.so"
exits 0 "a loop around poll(2) is sound"
run run -b "$PLUGINS/poller.so" --profile any --min-cases 30
exits 0 "and keeps what every loop owes"
run run any/higher-priority-first any/idle-keeps-the-loop-going -b "$PLUGINS/poller.so" --profile any
exits 3 "but for what it does not declare"
run run any/callbacks-run-to-their-end -b "$PLUGINS/poller.so:room=1" --profile any
out_has 'the backend could not make the handle' "with less room, by its arguments, less is possible"

# A loop that never ends, and those like it that each differ in what no header asks for.
endless=$PLUGINS/endless.so
run smoke -b "$endless"
exits 0 "a loop without an end is sound"
out_has '^35 sound, 0 bad' "in all that it declares"
for clock in virtual real; do
    run run -b "$endless" --profile any --clock $clock --min-cases 40
    exits 0 "and keeps what every loop owes, $clock clock"
    out_has '^([4-9][0-9]) of \1 that apply pass; [0-9]+ do not apply ' "and all of it is judged"
    run run browser timeouts -b "$endless" --profile node-26 --clock $clock --min-cases 100
    exits 0 "pages and Node's timers run on it"
    run run exit -b "$endless" --profile node-26 --clock $clock --min-cases 30
    out_has '^[34][0-9] of [34][0-9] that apply pass, 1 fails' "and a process of Node ends on it, as on one that ends: but for a phase"
done
for kind in minute counts shy; do
    run smoke -b "$endless:$kind"
    exits 0 "smoke asks for nothing that the header does not: $kind"
    run run -b "$endless:$kind" --profile any --min-cases 40
    exits 0 "and so does a run: $kind"
done
run run any/one-shot-is-called-once -b "$endless:spins" --profile any
exits 0 "a loop that never waits ends, too"
run run any/one-shot-is-called-once -b "$endless:deaf" --profile any --timeout 1s
exits 1 "one that does not stop when it is told to"
out_has '^timeout .*' "does not end"
cat >"$T/thread.loop" <<'END'
title "a thread that sends nothing"
rules ANY-11

p = prepare { log p }
a = async { log a }
thread { busy 30ms; send a; busy 30ms }
END
printf 'p\na\n...\n' >"$T/thread.trace"
run run "$T/thread.loop" -b "$endless" --profile any --format json
out_has '"verdict":"pass"' "what others do for the program is waited for, and the loop left in peace"

cat >"$T/timeout.loop" <<'END'
title "a descriptor and no timer"
rules ANY-8

p = poll readable after 5ms { observe timeout; stop p }
END
echo 'timeout = -1' >"$T/timeout.trace"
run run "$T/timeout.loop" -b "$endless" --profile any
exits 0 "and no callback sees by what its end is found"

# What a loop refuses is a lack that is shown, not a rule that it breaks.
run run -b "$endless:no-zero" --profile any --min-cases 40
exits 0 "a loop without timers of 0 ms"
out_has '^skip +1  refused: timer_start returned -EINVAL' "is said to refuse them"
run smoke -b "$endless:one-delay"
exits 0 "a loop whose repeats have no first delay of their own"
out_has '^ok    a repeating timer fires until it is stopped' "is tested for repeats"
run run any/repeating-timer-goes-on -b "$endless:one-delay" --profile any
exits 0 "by rules, too"
run run timers -b "$endless:one-delay" --profile libuv-1.44.2 --format tap
out_has "SKIP refused: timer_start of 't' returned -ENOTSUP" "and what it refuses is no broken promise"

run run signals/stopped-by-another-watcher -b "$PLUGINS/signalfd.so:single" --profile libuv-1.44.2 --format tap
out_has "SKIP refused: signal_start of 'b' returned -EINVAL" "nor is a signal that nobody watches then"
run run turns/one-timer turns/timer-that-was-stopped -b "$endless" --profile libuv-1.44.2
exits 0 "waits that only the host has ended are not the loop's"

# By its name a plug-in says whose rules it keeps.
run run any -b "$PLUGINS/poller.so"
exits 0 "one that has none of its own is judged by those of every loop"
out_has '^it has no rules of its own: judged by what every loop owes' "and the head says so"
if [ -e "$ROOT/${BUILD:-build}/adapters/libev.so" ]; then
    run run any -b libev
    out_has '^libev .* profile libev-[0-9.]+ ' "one that has some, by those"
fi

# By the world's now_ns() and wait(): io_uring makes its own system calls.
if [ ! -e "$PLUGINS/uring.so" ]; then
    points=$((points + 1))
    echo "ok $points # SKIP no io_uring loop: liburing's development files are not installed"
else
    run run any/one-shot-is-called-once -b "$PLUGINS/uring.so" --profile any
    if grep -q 'io_uring_queue_init' "$T/out"; then
        points=$((points + 1))
        echo "ok $points # SKIP this kernel refuses io_uring"
    else
        run smoke -b "$PLUGINS/uring.so"
        exits 0 "a loop around io_uring is sound, on virtual time"
        out_has '^ok    a timer of a minute takes no real time' "which is the world's"
        run run -b "$PLUGINS/uring.so" --profile any --min-cases 25
        exits 0 "and keeps what every loop owes"
    fi
fi
finish
