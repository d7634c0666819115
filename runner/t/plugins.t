#!/bin/sh
# Loading backends says clearly what is wrong, and a loop that misbehaves costs its
# case a verdict that names what happened, never the run.
. runner/t/lib.sh
make_suite "$T"
cd "$T" || exit 1

run run -b "$PLUGINS/tiny.so" --profile libuv-1.44.2
exits 0 "a plug-in is tested like any loop"
out_has '2 of 2 cases pass' "and passes what it can do"

run run -b ./not-there.so
exits 2 "a path that does not exist is bad input"
echo "not a library" >not-a-plugin.so
run run -b ./not-a-plugin.so
exits 4 "a file that does not load"
err_has "cannot load './not-a-plugin.so'" "is named"
run run -b "$PLUGINS/no_symbol.so"
exits 4 "a library that is no plug-in"
err_has "no symbol 'loopspec_backend'" "lacks the symbol"
err_has 'hint: .*in C\+\+ it is extern "C" const' "and is told how C++ exports it"
run run -b "$PLUGINS/other_abi.so"
exits 4 "a plug-in of another ABI"
err_has 'was compiled for backend ABI 3, this program has ABI 4' "tells both"
err_has 'compile it again' "and what to do"
run run timers/alone -b "$PLUGINS/later.so" --profile libuv-1.44.2
exits 0 "one of a later version of this ABI, with more functions and capabilities, loads"
run run -b "$PLUGINS/missing_function.so"
exits 4 "a capability without its function"
err_has "declares 'stop' but has no function 'stop'" "is named"
run run -b "$PLUGINS/unversioned.so"
exits 4 "a plug-in without a version"
err_has "has a function 'version' that returns NULL" "is told so"
run run -b libvu
exits 2 "an unknown backend"
err_has "did you mean 'libuv'" "gets a suggestion"

# misdeed, verdict, what the reason says
verdict() {
    run run timers/alone -b "$PLUGINS/tiny.so:$1" --profile libuv-1.44.2 --timeout "${4:-10s}" --format json
    exits 1 "$1: the gate is red"
    out_has "\"verdict\":\"$2\"" "$1: verdict $2"
    out_has "$3" "$1: the reason says '$3'"
}
verdict crash crash 'killed by SIGSEGV in run, which called nothing yet, phase main"'
verdict abort crash 'killed by SIGABRT'
verdict exit crash 'exited with 0'
verdict exit3 crash 'exited with 3'
verdict hang timeout 'still running after 300 ms of real time in run, which called nothing yet' 300ms
verdict stuck timeout 'waits for ever from 5 ms on: nothing can wake it'
verdict memory crash 'more than 2 GiB of memory' 60s
verdict flood crash 'printed more than 1 MiB'
verdict shared crash 'more than 2 GiB of memory' 60s
verdict child-memory crash 'more than 2 GiB of memory' 60s
holds "its child is gone, too" sh -c "! pgrep -f 'tiny.so:[c]hild-memory'"
verdict bomb crash 'started more than 1,000 processes'
holds "no process of a fork bomb survives it" sh -c "! pgrep -f 'tiny.so:[b]omb'"
verdict signals crash 'killed by SIG'
for what in 'chdir working directory' 'umask umask' 'mask signal mask' 'nice priority' 'locale locale' 'round rounding mode'; do
    verdict "change-${what%% *}" error "the loop changed the process's ${what#* }"
done
verdict refuse error 'could not be opened: it was asked to refuse'
verdict overwrite crash 'it wrote over the trace'
verdict kill-parent crash "took the backend's own process with it"

# The shared memory can be spoilt, but not be taken away.
run run -b "$PLUGINS/tiny.so:truncate" --profile libuv-1.44.2
exits 0 "a loop that would cut the trace's memory for the runner"
out_has '2 of 2 cases pass' "cannot"
ran="fuzz on a loop that writes over what the programs of a batch share with the server"
timeout 60 "$LOOPSPEC" fuzz -b "$PLUGINS/tiny.so:overwrite-board" -b reference -n 50 -j 1 --seed 1 --family timers \
    --fail-fast --save "$T/found" >"$T/out" 2>"$T/err" </dev/null
status=$?
exits 1 "costs it the programs, and no more"
out_has 'overwrite-board: it died' "which is said"

# Of strays that trace each other one cannot be reaped before another has ended.
traced() {
    ran="run -b tiny.so:$1"
    timeout -s KILL 60 "$LOOPSPEC" run timers/alone -b "$PLUGINS/tiny.so:$1" --profile libuv-1.44.2 --format json >"$T/out" 2>"$T/err" </dev/null
    status=$?
    exits 1 "$1: the run comes to its end"
    out_has "\"verdict\":\"$2\",\"reason\":\"[^\"]*$3" "$1: $2, '$3'"
    holds "$1: no process survives" sh -c "! pgrep -f 'tiny.so:$(echo "$1" | sed 's/./[&]/')'"
}
traced tracers error 'it left 2 processes running'
traced tracer-of-case error 'it left 1 process running'
traced tracer-of-server crash "took the backend's own process with it"

run run -b "$PLUGINS/tiny.so:kill-parent" --profile libuv-1.44.2 --format json
holds "a lost server is replaced for the next case" \
    sh -c "[ \$(grep -c '\"verdict\":\"crash\"' '$T/out') -eq 2 ]"

run run timers/alone -b "$PLUGINS/tiny.so:print" --profile libuv-1.44.2 --format json
exits 0 "printing is no crime"
out_has '"output":"a word on \\u001B\[31mstdout\\n"' "what was printed is kept, escaped"

run run -b "$PLUGINS/tiny.so:nul" --profile libuv-1.44.2 --format json
out_has '"output":"before.after' "what follows a NUL byte is kept, too"
run run -b "$PLUGINS/tiny.so:scribble" -b reference --profile libuv-1.44.2 --format json
holds "a loop that writes into every descriptor costs its own cases at the most" \
    sh -c "grep -A99 '\"backend\":\"reference\"' '$T/out' | grep -c '\"verdict\":\"pass\"' | grep -q '^[1-9]'"

verdict children error 'it left 1 process running'
holds "and none survives it" sh -c "! pgrep -f 'tiny.so:[c]hildren'"

# A loop that is asked everything a small one is asked.
cat >all.loop <<'END'
title "everything that a small loop is asked"
rules TIMER-1

u = timer 20ms { log u }
stop u
observe active u
t = timer 5ms {
    log t
    update time
    observe now
    close t { log x }
}
observe result
timer 9ms { log end }
END
cat >all.trace <<'END'
active.u = 0
result = 0
t 5ms
now = 5
x
end 9ms
END
run run ./all.loop -b "$PLUGINS/hostile.so" --profile libuv-1.44.2
exits 0 "a hostile loop that was given nothing to do is a good one"

# misdeed, verdict, what the reason says
hostile() {
    run run ./all.loop timers/alone -b "$PLUGINS/hostile.so:$1" --profile libuv-1.44.2 --timeout "${4:-10s}" --format json
    exits 1 "$1: the gate is red"
    out_has "\"verdict\":\"$2\",\"reason\":\"[^\"]*$3" "$1: $2, '$3'"
    holds "$1: the run goes on" sh -c "[ \$(grep -c '\"verdict\":' '$T/out') -eq 2 ]"
    holds "$1: no process survives" sh -c "! pgrep -f 'hostile.so:$(echo "$1" | sed 's/./[&]/')'"
}
# Where it was: the call, the handle, the phase and the line.
where() {
    case $1 in
    handle_new | timer_start | handle_stop | handle_state) echo "$1 of 'u', phase main, [^ ]*all.loop:[45678]" ;;
    handle_close) echo "handle_close of 't', phase timers, [^ ]*all.loop:11" ;;
    update_time) echo "(update_time|open)" ;; # with which this loop begins, too
    *) echo "$1" ;;
    esac
}
for function in open close run now update_time handle_new timer_start handle_stop handle_state handle_close; do
    hostile crash@$function crash "killed by SIGSEGV in $(where $function)"
done
for function in open run handle_close; do
    hostile abort@$function crash "killed by SIGABRT in $(where $function)"
    hostile exit@$function crash "exited with 0 in $(where $function)"
    hostile hang@$function timeout "still running after 1000 ms of real time in $(where $function)" 1s
done
# What a call returned that failed.
hostile fail@timer_start fail "timer_start of 'u' returned -EIO"
hostile fail@handle_stop fail "handle_stop of 'u' returned -EIO"
hostile fail@run error "could not be run; run returned -EIO"
run trace timers/alone -b "$PLUGINS/hostile.so:fail@timer_start" --profile libuv-1.44.2
out_has '^ +0 ms  timer_start = EIO' "a failed call is in the trace"
hostile garbage-handle crash 'killed by SIGSEGV'
hostile garbage-result fail "but it was 123456"
hostile calls-inside error "called 'timer' outside of run\(\), as if from inside the call"
hostile calls-from-a-thread error "called 'timer' on another thread than the one that runs the loop"
hostile calls-after-close error "called 'timer' after its close callback"
hostile closes-twice error "called 'timer' after its close callback"
hostile leaks error 'left 2 descriptors open, first [0-9]+ \(/dev/null\)'
hostile leaks-a-timer error 'left 1 descriptor open, first [0-9]+ \(anon_inode:\[timerfd\]\)'
hostile closes-ours error 'closed descriptor 1, which is not its own'
hostile raises-limits error 'changed the process.s limit of open descriptors'
hostile stays-busy error 'cannot be released after every handle was closed'
hostile clock-goes-back error "clock went back, from 0 to -1 ms"
hostile early fail "expected 't' at 5 ms, but it came at 4 ms"
HOSTILE=crash run run -b "$PLUGINS/hostile.so"
exits 4 "one that dies before it says its name does not load"
err_has 'does not load: it died' "and that is said"

# Smoke says in words what is wrong with an adapter.
smoke_says() {
    run smoke -b "$PLUGINS/hostile.so:$1"
    exits 1 "smoke: $1"
    out_has "$2" "smoke says: $2"
}
smoke_says calls-after-close "^BAD   closing calls back once.*called 'timer' after its close callback"
smoke_says calls-twice "^BAD   a timer fires once.*nothing more was expected, but 't' came"
smoke_says clock-goes-back "^BAD   the clock stands still.*clock went back"
smoke_says early "^BAD   a timer fires once.*expected 't' at 5 ms, but it came at 4 ms"
run smoke -b "$PLUGINS/missing_function.so"
exits 4 "smoke: a capability without its function"
err_has "declares 'stop' but has no function 'stop'" "smoke names both"
run smoke -b "$PLUGINS/unversioned.so"
exits 4 "smoke: no version"
err_has "has a function 'version' that returns NULL" "smoke says so"

run smoke -b "$PLUGINS/tiny.so"
exits 0 "smoke passes what is declared"
out_has '^not declared, so not asked about: .*poll-timeout' "and names what is not"
run smoke -b "$PLUGINS/tiny.so:crash"
exits 1 "smoke fails a broken adapter"
out_has '^BAD   a timer fires once.*SIGSEGV' "and says at what"
finish
