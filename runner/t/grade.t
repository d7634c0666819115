#!/bin/sh
# --grade: the profiles that a backend satisfies, and the first broken promise of each other.
. runner/t/lib.sh
make_suite "$T"
cd "$T" || exit 1
# Two timers, of which libuv from 1.45 on is said to call the later one first.
cat >expected/timers/order.trace <<'END'
[libuv < 1.45] {
    early 1ms
    late 2ms
}
[libuv >= 1.45] {
    late 2ms
    early 1ms
}
END

run run -b reference --grade --profile libuv-1.44.2
exits 0 "the run is as expected, and so is the exit status"
out_has '^2 of 2 cases pass' "the run comes first"
out_has '^reference [0-9.]* behaves as libuv-1.34.2 to 1.44.2$' "then what it behaves as, in a range"
out_has '^  libuv-1.34.2 to 1.44.2 +satisfied by 2 cases$' "grade by grade"
out_lacks '^  (node|browser|glib|any)' "but for profiles that no case is about"
out_has "^  libuv-1.45.0 to 1.52.1 +departs in 1 of 2 cases, first at TIMER-1 TIMER-2, event 1 of timers/order: expected 'late'.* but 'early' came" \
    "and where it departs from the others: rule, event, case"
out_lacks 'behaves as [^:]*libuv-1.45' "which it does not satisfy"
run run -b reference --grade --profile libuv-1.50.0
exits 1 "a run that is not as expected"
out_has '^  libuv-1.45.0 to 1.52.1 +departs in 1 of 2 cases, first at TIMER-1' "is graded all the same"
run run -b reference --grade --profile libuv-1.44.2 --format tap
exits 0 "with a report for machines"
out_lacks 'behaves as' "standard output is the report's"
err_has '^reference .* behaves as' "and the grade goes to people"
run run -b reference --grade --profile libuv-1.44.2 --format json
out_has '"grades":\[\{"profile":"libuv-1.34.2","satisfied":true,"judged":2,"departures":0\}' "JSON has the grades"
out_has '"profile":"libuv-1.52.1","satisfied":false,"judged":2,"departures":1,"case":"timers/order","rules":"TIMER-1 TIMER-2","reason":"expected' \
    "each profile by itself, with its first departure"
cp "$T/out" graded.json
run report graded.json --format json
holds "which a report keeps" cmp "$T/out" graded.json
run run -b reference --grade --profile libuv-1.35.7
out_has '^  node-26/libuv-1.35.7 +satisfied by 2 cases$' "a profile of one's own is graded with the known ones"
run run timers/alone -b reference --grade
out_has '^  libuv-1.34.2 to 1.52.1 +satisfied by 1 cases?$' "only what was chosen counts"
run run -b "$PLUGINS/tiny.so:crash" --profile libuv-1.44.2 --grade
exits 1 "a backend that crashes"
out_has 'behaves as none of the known profiles$' "behaves as nothing"
cp expected/timers/alone.trace kept
echo 'fired 6ms' >expected/timers/alone.trace
run run -b reference --grade --profile libuv-1.44.2
out_has 'behaves as none of the known profiles; libuv-1.34.2 is nearest$' "one that is wrong everywhere is still told what it is nearest to"
out_has '^  libuv-1.45.0 to 1.52.1 +departs in 2 of 2 cases' "by counting"
cp kept expected/timers/alone.trace
run run -b "$PLUGINS/tiny.so:crash" --profile libuv-1.44.2 --grade
out_has 'departs at TIMER-2 of timers/alone: killed by SIG' "and there is no event to name"

# A case that does not end is the last that counts, however many are under way by then.
printf 'title "it waits"\nrules TIMER-1\n\na = async { log a }\n' >cases/timers/a-wait.loop
echo a >expected/timers/a-wait.trace
departures() {
    run run -b reference --profile libuv-1.44.2 --grade -j "$1"
    sed -n '/behaves/,$p' "$T/out" >"$T/departures-$1"
}
departures 1
out_has '^  libuv-1.34.2 to 1.52.1 +departs at TIMER-1 of timers/a-wait: waits for ever' "no case counts after one that hangs"
departures 5
holds "five at a time say the same" cmp "$T/departures-1" "$T/departures-5"
rm cases/timers/a-wait.loop expected/timers/a-wait.trace

# What a runtime does does not depend on the profile: it is asked once for all.
cat >adapter <<'END'
#!/bin/sh
echo '{"type":"hello","protocol":1,"name":"fake","version":"3.1","layers":["core"],"can":["timer"]}'
while read -r line; do
    echo run >>asked
    id=$(echo "$line" | sed 's/.*"id":\([0-9]*\).*/\1/')
    for log in early:1 late:2; do
        echo "{\"type\":\"log\",\"id\":$id,\"label\":\"${log%:*}\",\"at_ns\":${log#*:}000000}"
    done
    echo "{\"type\":\"end\",\"id\":$id}"
done
END
chmod +x adapter
run run timers/order -b 'exec:./adapter' --grade --profile libuv-1.44.2
exits 0 "a runtime"
out_has '^  libuv-1.34.2 to 1.44.2 +satisfied by 1 case' "is graded, too"
out_has '^  libuv-1.45.0 to 1.52.1 +departs in 1 of 1 case, first at TIMER-1' "by every profile"
holds "and runs a case once for itself and once for all profiles" [ "$(wc -l <asked)" -eq 2 ]
run run timers/order -b 'exec:./adapter' --grade --profile libuv-1.46.1
out_has '^  node-26/libuv-1\.46\.1 ' "by a version between the known ones, too"
out_has '^  libuv-1\.45\.0 to 1\.52\.1 ' "beside those"

# A loop that hangs in every case: none is tried again for another profile. It counts its runs; its
# wait is the world's, so it costs no time.
cat >hangs.c <<'END'
#include <loopspec/backend.h>
#include <stdio.h>
#include <unistd.h>
struct loop { int unused; };
struct loop_handle { int unused; };
static struct loop one;
static struct loop_handle handle;
static const char *version(void) { return "1"; }
static struct loop *open_loop(const struct loop_config *c) { (void)c; return &one; }
static int close_loop(struct loop *l) { (void)l; return 0; }
static int run(struct loop *l, enum loop_mode m)
{
    (void)l, (void)m;
    FILE *f = fopen(RUNS, "a");
    fputs("run\n", f);
    fclose(f);
    for (;;)
        pause();
}
static struct loop_handle *handle_new(struct loop *l, enum loop_kind k, int fd, loop_callback *cb,
                                      void *arg)
{
    (void)l, (void)k, (void)fd, (void)cb, (void)arg;
    return &handle;
}
static void handle_close(struct loop_handle *h, loop_callback *cb) { (void)h, (void)cb; }
static int handle_stop(struct loop_handle *h) { (void)h; return 0; }
static int handle_state(struct loop_handle *h) { (void)h; return 0; }
static int timer_start(struct loop_handle *h, uint64_t a, uint64_t b) { (void)h, (void)a, (void)b; return 0; }
const struct loop_backend loopspec_backend = {
    .abi = LOOP_BACKEND_ABI, .can = LOOP_CAN_TIMER | LOOP_CAN_ENDS | LOOP_CAN_VIRTUAL_CLOCK,
    .name = "hangs", .version = version, .open = open_loop, .close = close_loop, .run = run,
    .handle_new = handle_new, .handle_close = handle_close, .handle_stop = handle_stop,
    .handle_state = handle_state, .timer_start = timer_start,
};
END
if ${CC:-cc} -w -shared -fPIC -DRUNS="\"$T/runs\"" -I"$ROOT/${BUILD:-build}/include" -o hangs.so hangs.c 2>"$T/err"; then
    run run -b ./hangs.so --profile libuv-1.44.2 --grade -j 1
    exits 1 "a loop that hangs in every case"
    out_has '^  libuv-1.34.2 to 1.52.1 +departs at .*timers/alone: waits for ever' "departs from all at once"
    holds "two runs for two cases, and one for all grades" [ "$(wc -l <runs)" -eq 3 ]
else
    point 1 "the loop compiles"
fi
finish
