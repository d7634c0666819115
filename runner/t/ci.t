#!/bin/sh
# The ready workflow works: its commands, as they stand there, run the suite in parts and
# join them; a part that is missing, a broken case and a cancelled part turn it red.
. runner/t/lib.sh
READERS=$(realpath -m "${BUILD:-build}/readers")
make_whole_suite "$T"
cd "$T" || exit 1
mkdir -p loopspec/build
ln -s "$LOOPSPEC" loopspec/build/loopspec
workflow=$ROOT/reports/ci/github.yml
BACKEND=reference MIN_CASES=3 GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=summary.md
export BACKEND MIN_CASES GITHUB_ACTIONS GITHUB_STEP_SUMMARY

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
err_has '^::notice title=loopspec::1 of 1 results not as expected$' "with the total"

if ! node -e 0 2>/dev/null || [ ! -e "$READERS/node_modules/yaml" ]; then
    skipped "the workflow is YAML: 'make readers' installs a parser"
else
    NODE_PATH="$READERS/node_modules" node -e '
        const jobs = require("yaml").parse(require("fs").readFileSync(process.argv[1], "utf8")).jobs;
        if (!jobs.part.steps.length || jobs.gate.needs !== "part") process.exit(1);' "$workflow" >"$T/out" 2>"$T/err"
    status=$?
    point $status "the workflow is YAML"
fi
finish
