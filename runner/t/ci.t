#!/bin/sh
# The ready jobs work: their commands run the suite, and a broken case turns them red. Those of the
# workflow in parts, as they stand there, run the parts and join them; a part that is missing, a
# broken case and a cancelled part turn it red.
. runner/t/lib.sh
READERS=$(realpath -m "${BUILD:-build}/readers")
make_whole_suite "$T"
cd "$T" || exit 1
mkdir -p loopspec/build
ln -s "$LOOPSPEC" loopspec/build/loopspec
workflow=$ROOT/reports/ci/github-parts.yml
BACKEND=reference MIN_CASES=3 GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=summary.md
export BACKEND MIN_CASES GITHUB_ACTIONS GITHUB_STEP_SUMMARY

# job FILE: the command of ours in it, but on this suite's backend and number of cases.
job() {
    sed -n "s|^.*\(loopspec/build/loopspec run [^']*\).*|\1|p" "$ROOT/reports/ci/$1" |
        sed -e 's/-b libuv --min-cases 1800/-b reference --min-cases 3/' >script
    sh script >"$T/out" 2>"$T/err"
    status=$?
    ran="$(cat script)"
}
for file in github.yml gitlab.yml buildkite.yml Jenkinsfile; do
    rm -f summary.md results.xml index.html
    job $file
    exits 0 "$file: a good loop is green"
    case $file in
    github.yml) holds "$file: with a summary" [ -s summary.md ] ;;
    *) holds "$file: with its reports" [ -s results.xml -a -s index.html ] ;;
    esac
    sed -i 's/--min-cases 3/--min-cases 4/' script
    sh script >"$T/out" 2>"$T/err"
    status=$?
    exits 3 "$file: too few cases are red"
    sed -i 's/early 1ms/early 3ms/' expected/timers/order.trace
    job $file
    exits 1 "$file: a broken case is red"
    sed -i 's/early 3ms/early 1ms/' expected/timers/order.trace
done
# The number that people copy must mean something: it is at least three quarters of what applies.
applies=$("$LOOPSPEC" run -q -b reference --cases "$ROOT/cases" --expected "$ROOT/expected" |
    sed -n 's/^[0-9]* of \([0-9]*\) that apply.*/\1/p')
wanted=$(sed -n 's/.*--min-cases \([0-9]*\).*/\1/p' "$ROOT/reports/ci/github.yml")
holds "--min-cases is a little under what runs" \
    [ "$wanted" -le "$applies" -a $((4 * wanted)) -ge $((3 * applies)) ]
holds "the first job has fifteen lines" [ "$(wc -l <"$ROOT/reports/ci/github.yml")" -le 15 ]

# step COMMAND PART: the step that has this command of ours, for that part of three.
step() {
    sed -n "s|^ *- run: \(loopspec/build/loopspec $1 .*\)|\1|p" "$workflow" |
        sed -e "s/\${{ matrix.part }}/$2/g" -e 's/${{ strategy.job-total }}/3/g' >script
    sh script >"$T/out" 2>"$T/err"
    status=$?
    ran="$(cat script)"
}
parts() {
    rm -f part-*.json
    for i in 1 2 3; do
        step run $i
        echo $status >>statuses
    done
}
parts
holds "every part of a good loop is green" [ "$(sort -u statuses)" = 0 ]
step report 0
exits 0 "and so is the gate"
out_has '^3 of 3 cases pass' "over all of them"
for file in results.xml results.json index.html summary.md; do
    holds "it leaves $file" [ -s $file ]
done
sed -i 's/"verdict":"pass","reason":""/"verdict":"skip","reason":"not run: interrupted"/' part-2.json
step report 0
exits 130 "a part that was cancelled"
err_has 'a run was cut: 1 case not run' "is told"
rm part-2.json
step report 0
exits 3 "a part that never arrived"
err_has "part 2 of 3 of 'reference' is missing" "is told"
holds "in the summary, too" grep -q 'part 2 of 3 is missing' summary.md
sed -i 's/early 1ms/early 3ms/' expected/timers/order.trace
parts
step report 0
exits 1 "a broken case"
holds "the summary tells it" grep -q '1 of 3 results not as expected' summary.md
step run 2
err_has '^::error title=fail%3A reference timers/order::' "and the commit is annotated"
GITHUB_WORKSPACE=$T
export GITHUB_WORKSPACE
step run 2
line=$(grep -n 'early 3ms' expected/timers/order.trace | cut -d: -f1)
err_has "^::error file=expected/timers/order.trace,line=$line,title=" "at the line that is broken"
err_has '^::notice title=loopspec::1 of 1 result not as expected$' "with the total"

if ! node -e 0 2>/dev/null || [ ! -e "$READERS/node_modules/yaml" ]; then
    skipped "the workflows are YAML: 'make readers' installs a parser"
else
    NODE_PATH="$READERS/node_modules" node -e '
        const read = (file) => require("yaml").parse(require("fs").readFileSync(process.argv[1] + file, "utf8"));
        const { jobs } = read("github-parts.yml");
        const ours = (command) => command.startsWith("loopspec/build/loopspec run");
        if (!jobs.part.steps.length || jobs.gate.needs !== "part") process.exit(1);
        if (!read("github.yml").jobs.conformance.steps.some((step) => step.run && ours(step.run))) process.exit(1);
        if (!read("gitlab.yml").loopspec.script.some(ours)) process.exit(1);
        if (!read("buildkite.yml").steps[0].command.some(ours)) process.exit(1);' "$ROOT/reports/ci/" >"$T/out" 2>"$T/err"
    status=$?
    point $status "the workflows are YAML"
fi
finish
