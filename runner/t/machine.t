#!/bin/sh
# What the machine lacks is no loop's fault: it is an error, and says what was missing.
. runner/t/lib.sh

# has_memory_limit: can the program live under one? A sanitizer cannot, and shall say so to
# nobody: its reports are files that must not be there.
has_memory_limit() {
    (ulimit -v 2000000 && ASAN_OPTIONS='' TSAN_OPTIONS='' UBSAN_OPTIONS='' "$LOOPSPEC" --version) >/dev/null 2>&1
}

# within LIMIT VALUE ARGS...: the program under a limit of the shell's.
within() {
    limit=$1
    value=$2
    shift 2
    (ulimit "$limit" "$value" && exec "$LOOPSPEC" "$@") >"$T/out" 2>"$T/err" </dev/null
    status=$?
    ran="$* with ulimit $limit $value"
}

# ---- threads ----
if has_memory_limit; then
    for backend in reference libuv; do
        within -v 2000000 run -b $backend pool/pool-of-129-threads --profile libuv-1.44.2
        exits 1 "$backend: a pool that the machine refuses is not as expected"
        out_has '^error  pool/pool-of-129-threads' "$backend: nor is it a broken rule"
        out_has 'why +no more threads: pthread_create: Resource temporarily unavailable; then ' \
            "$backend: it says what there is no more of"
        out_lacks 'nearest permitted|expected at' "$backend: no promise is told as broken"
    done
    out_has '; then crash: killed by SIGABRT' "libuv: and what came of it"
else
    skipped "no limit of memory under a sanitizer"
fi

# ---- descriptors ----
for backend in reference libuv; do
    within -n 18 run -b $backend 'poll/full-batches-are-48-at-most' 'listeners/*' 'timers/*' --timeout 1s
    exits 1 "$backend: too few descriptors are noticed"
    out_has 'why +no more descriptors: [a-z0-9]+: Too many open files; then ' \
        "$backend: it says what there is no more of"
    out_lacks '^(fail|timeout|crash) ' "$backend: and everything else that goes wrong is no verdict"
    out_has '^[0-9]+ of [0-9]+ (cases|that apply) pass' "$backend: what needs no more is as ever"
done
# How many the servers need to start, and no more, is nobody's promise.
for n in 20 21 22 23 24 25 26; do
    within -n $n fuzz -b reference -b libuv -j1 -n 100 --seed 1 --family streams --save "$T/found"
    grep -q 'no more descriptors' "$T/err" && break
done
exits 4 "random programs cannot be compared then"
err_has "backend '(reference|libuv)': no more descriptors: " "it says what there is no more of"
[ ! -e "$T/found" ] || rmdir "$T/found"
point $? "and nothing was found"

# ---- the size of files ----
run run 'timers/*' -b reference --format "json:$T/results.json"
exits 0 "results to make a report of"
echo old >"$T/page.html"
within -f 8 report "$T/results.json" --format "html:$T/page.html"
exits 4 "a report that is too large for the user's limit"
err_has "cannot write '$T/page.html': File too large" "it says so"
holds "what was there before is still there" grep -q '^old$' "$T/page.html"
set -- "$T"/page.html*
[ $# -eq 1 ]
point $? "and nothing beside it"
within -f 8 run -b reference timers/again-counts-from-now
exits 4 "a trace that is too large"
err_has 'no memory for a trace: File too large' "it says so"
err_has 'hint: .*ulimit -f' "and what limits it"

# ---- a place for files ----

# below FOLDER ARGS...: with that as TMPDIR.
below() {
    TMPDIR=$1
    shift
    export TMPDIR
    run "$@"
    unset TMPDIR
}

# A file is in the way even of root.
: >"$T/none"
below "$T/none" run -b libuv listeners/pipe-connection
exits 1 "no folder for a listener is not as expected"
out_has "^error  listeners/pipe-connection" "nor is it a broken rule"
out_has "why +line [0-9]+: no socket could be made in '$T/none': Not a directory" "it says where, and why not"
below "$T/none" run -b exec:true
exits 4 "no folder for an adapter"
err_has "cannot make a folder in '$T/none': Not a directory" "it says where, and why not"
err_has 'hint: TMPDIR' "and who chose it"
cp "$ROOT/cases/listeners/pipe-connection.loop" "$T/libuv-of-another-name"
below "$T/none" run -b "libuv:$T/libuv-of-another-name"
exits 4 "no folder to show a library in"
err_has "cannot make a folder in '$T/none': Not a directory" "it says so too"

long=$T/$(printf '%0200d' 0)
mkdir "$long"
below "$long" run -b reference -b libuv listeners/pipe-connection
exits 0 "a listener's path is as long as it likes"
holds "and nothing is left there" rmdir "$long"
mkdir "$long"
below "$long" run -b exec:true
exits 4 "an adapter's sockets need a short one"
err_has "too long for sockets to be made below: '$long'" "it is told"
holds "nor is anything left of that" rmdir "$long"

below "$T/none" run -b libuv files/change-is-reported-when-it-happens
exits 1 "no folder for a file is not as expected"
out_has "why +line [0-9]+: no file could be made in '$T/none': Not a directory" "it says where, and why not"
cat >"$T/cut.loop" <<'END'
title "it is cut"
rules FILE-1
budget 3

f = file
w = watch f { log a; change f }
change f
END
mkdir "$T/files"
below "$T/files" trace "$T/cut.loop" -b reference
out_has 'watch w' "a program that is cut had a file"
holds "and leaves none behind" rmdir "$T/files"

# ---- no loopback ----
if unshare -n true 2>"$T/err"; then
    unshare -n "$LOOPSPEC" run alive/last-write-in-its-callback datagrams/one-by-one-in-order -b reference \
        >"$T/out" 2>"$T/err" </dev/null
    status=$?
    ran="run without a loopback interface"
    exits 1 "without a loopback interface"
    out_has "this machine's loopback interface is down; then line [0-9]+: no socket could be made" \
        "the machine is to blame, not the loop"
    out_lacks '^fail|ENETUNREACH' "nothing fails"
else
    skipped "only root can take the network away"
fi

# ---- no /proc ----
without_proc() {
    unshare -m sh -c 'umount -l /proc && exec "$0" "$@"' "$LOOPSPEC" "$@"
}
if without_proc --version >"$T/out" 2>&1; then
    without_proc run -b reference timers/again-counts-from-now >"$T/out" 2>"$T/err" </dev/null
    status=$?
    ran="run without /proc"
    exits 4 "a backend cannot be started without /proc"
    err_has "'reference' does not load: cannot start this program again: /proc/self/exe: No such file" \
        "it says what is missing"
    err_has 'is /proc mounted' "and asks for the likely reason"
else
    skipped "only root can take /proc away, and not from a sanitizer"
fi

# ---- a program that was replaced while it runs, as by a build ----
cp "$LOOPSPEC" "$T/replaced"
exec 9<"$T/replaced"
rm "$T/replaced"
/proc/self/fd/9 run -b reference timers/again-counts-from-now --cases "$ROOT/cases" \
    --expected "$ROOT/expected" >"$T/out" 2>"$T/err" </dev/null
status=$?
exec 9<&-
ran="run by a program without a path"
exits 0 "a program that was replaced still starts its servers"
finish
