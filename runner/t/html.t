#!/bin/sh
# The HTML report in a browser: filters, cases, pictures; no network access, no text becomes markup.
. runner/t/lib.sh
readers=$(realpath -m "${BUILD:-build}/readers/node_modules")
chromium=$(command -v chromium || command -v chromium-browser)
if [ ! -d "$readers/playwright-core" ] || [ -z "$chromium" ] || ! command -v node >/dev/null; then
    echo "1..0 # SKIP needs node, chromium and playwright-core; make readers installs it"
    exit 0
fi
script=$PWD/runner/t/html.cjs

run run --format json:"$T/whole.json"
run report "$T/whole.json" --format html:"$T/whole.html"
exits 0 "a report of every case"

# The same cases three times: a larger page. Beside them two other builds of the same release.
node -e '
const fs = require("fs"), [from, to] = process.argv.slice(1);
const all = JSON.parse(fs.readFileSync(from, "utf8"));
const thrice = (list, key) => ["", "again-", "more-"].flatMap((word) =>
    list.map((item) => ({ ...item, [key]: word + item[key] })));
all.runs = [all.runs[0]];
all.runs[0].cases = thrice(all.runs[0].cases, "case");
all.suite.cases = thrice(all.suite.cases, "name");
for (const path of ["builds/one", "builds/two"])
    all.runs.push({ ...all.runs[0], backend: "reference:" + path, cases: all.runs[0].cases.slice(0, 1) });
fs.writeFileSync(to, JSON.stringify(all));' "$T/whole.json" "$T/large.json"
run report "$T/large.json" --format html:"$T/large.html"
exits 0 "a report of thousands"

make_suite "$T"
cd "$T" || exit 1
cat >cases/timers/reversed.loop <<'END'
title "two timers that somebody expects the other way round"
rules TIMER-1

timer 2ms { log late }
timer 1ms { log early }
END
printf 'late\nearly\n' >expected/timers/reversed.trace
mkdir -p cases/hostile expected/hostile
cat >cases/hostile/labels.loop <<'END'
title "a title with </script><script>hurt=1</script> & \"quotes\""
rules TIMER-1

log plain
timer 1ms { log later }
END
printf 'plain\nlater\n' >expected/hostile/labels.trace
# By the rules of one version, so that both loops have the same trace.
version=$("$LOOPSPEC" smoke -b libuv | sed -n 's/^libuv: libuv \([0-9.]*\),.*/\1/p')
run run --profile "libuv-$version" --format json:results.json
exits 1 "a suite with a failure and a hostile title"
# No scenario program can log such labels, but a runtime or a file of results can contain them.
node -e '
const fs = require("fs"), all = JSON.parse(fs.readFileSync("results.json", "utf8"));
const bad = ["<script>hurt=1</script>", "\"\u0027><img src=x onerror=hurt=1>", "a#b # SKIP",
    "two\nlines", "esc\u001b[31m\u0007", "a  b = c", "--><!-- ]]>"];
for (const run of all.runs) {
    const c = run.cases.find((one) => one.case === "hostile/labels");
    const log = c.trace.find((e) => e.type === "log");
    c.trace.push(...bad.map((label) => ({ ...log, label })));
    c.events = c.trace.length;
    run.backend += "<script>hurt=1</script>\"";
}
fs.writeFileSync("results.json", JSON.stringify(all));'
run report results.json --format html:page.html
exits 1 "and labels as bad as can be"

CHROMIUM=$chromium timeout 600 node "$script" "$readers" page.html results.json whole.html whole.json \
    large.html >"$T/said" 2>&1
while IFS= read -r line; do
    case $line in
    'ok - '*) point 0 "${line#ok - }" ;;
    'not ok - '*) point 1 "${line#not ok - }" ;;
    *) echo "# ${line#\# }" ;;
    esac
done <"$T/said"
grep -q '^ok - the browser came to the end of it' "$T/said"
point $? "and so did the test"
finish
