// data.js - reads the results that the page contains, and answers questions about them.
//
// The script of the page is one ES module. The Makefile concatenates it from the files of this
// folder, in the order that it lists; main.js is the last and starts everything. Text from results
// becomes text nodes only (dom.js), so it can never become markup.

// ---- packed values (deflate.h, pack.h) ----

// The JSON value that was compressed.
async function inflate(base64) {
    const letters = atob(base64), bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++)
        bytes[i] = letters.charCodeAt(i);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return new Response(stream).json();
}

// A value refers only to earlier ones, so one pass is enough. Equal values are one object: two
// results with equal traces have the same array.
function unpack(values) {
    const made = [];
    for (const value of values) {
        if (!Array.isArray(value)) {
            made.push(value);
            continue;
        }
        const head = made[value[0]];
        if (Array.isArray(head)) {
            const object = {};
            for (let i = 1; i < value.length; i++)
                object[head[i - 1]] = made[value[i]];
            made.push(object);
            continue;
        }
        const members = value.slice(1).map((place) => made[place]);
        made.push(head === null ? members : members.join(head));
    }
    return made[made.length - 1];
}

// ---- verdicts ----

// By name, in the order of a summary: { sign, means, one, many, expected }. The sign is always
// shown with the word: many readers cannot see colours, and paper may not have them.
const VERDICTS = new Map();

const isBroken = (result) => !VERDICTS.get(result.verdict).expected;
const wasNotRun = (result) => result.verdict === 'skip' && result.reason.startsWith('not run: ');

// Why a case was skipped: the name of the capability that the backend does not have, or '' if the
// case is about another loop.
function lacking(result) {
    const said = /^(?:needs|lacks) '([^']+)'/.exec(result.reason);
    return said ? said[1] : '';
}

// Does the case apply to the backend? A case that was not run, since the run was cut short, does.
const applies = (result) => result.verdict !== 'skip' || wasNotRun(result);

// Counts the results of each kind.
function countUp(results) {
    const sum = { total: 0, applying: 0, broken: 0, notRun: 0, by: {} };
    for (const result of results) {
        sum.total++;
        sum.applying += applies(result);
        sum.broken += isBroken(result);
        sum.notRun += wasNotRun(result);
        sum.by[result.verdict] = (sum.by[result.verdict] || 0) + 1;
    }
    return sum;
}

// ---- the report ----

const familyOf = (name) => (name.includes('/') ? name.slice(0, name.indexOf('/')) : '');

// Ids and links: #c/timers/again is a case, #r/TIMER-9 a rule, #d/libuv-timer a document. Names
// are paths, so most need no escaping. If a run reports a case twice, the second ends in ~2.
function anchor(what, name, twin = 0) {
    const escape = (character) => Array.from(new TextEncoder().encode(character),
        (b) => `_${b.toString(16).padStart(2, '0')}`).join('');
    const word = name.replace(/[^\w/.-]/gu, escape);
    return `${what}/${word}${twin ? `~${twin + 1}` : ''}`;
}

// A row of the matrix: one case with its result in each run; null if it has none there.
function makeRows(runs, about) {
    const rows = [], byName = new Map(); // name -> its rows: more than one if a run has it twice
    runs.forEach((run, r) => {
        for (const result of run.cases) {
            const name = result.case;
            if (!byName.has(name))
                byName.set(name, []);
            const twins = byName.get(name);
            let row = twins.find((one) => !one.cells[r]);
            if (!row) {
                const twin = twins.length;
                row = { id: anchor('c', name, twin), name, family: familyOf(name), title: result.title,
                    rules: result.rules, about: about.get(name), twin, cells: runs.map(() => null),
                    broken: false };
                twins.push(row);
                rows.push(row);
            }
            row.cells[r] = result;
            row.broken ||= isBroken(result);
        }
    });
    const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    return rows.sort((a, b) => order(a.family, b.family) || order(a.name, b.name) ||
        a.twin - b.twin);
}

// The name of a run for people: the backend without its path, and its version. If two runs would
// have the same name: the file's, and if that is no better the backend as spelled after -b.
function nameRuns(runs) {
    for (const run of runs) {
        run.short = run.backend.replace(/:.*\/.*/, '');
        run.full = `${run.short} ${run.version}`.trim();
    }
    const alike = runs.filter((run) => runs.some((other) => other.full === run.full &&
        other.backend !== run.backend));
    const file = (run) => run.backend.replace(/^.*\//, '');
    for (const run of alike) {
        run.short = alike.some((other) => other !== run && file(other) === file(run))
            ? run.backend : file(run);
        run.full = `${run.short} ${run.version}`.trim();
    }
}

function readReport(values) {
    const [frame, ...cases] = unpack(values);
    for (const verdict of frame.verdicts)
        VERDICTS.set(verdict.name, verdict);
    // Copied, since two runs with equal heads are one object after unpacking.
    const runs = frame.runs.map((run, i) => ({ ...run, cases: cases[i] }));
    nameRuns(runs);
    for (const run of runs)
        run.sum = countUp(run.cases);
    const suite = frame.suite || { sources: [], rules: [], cases: [] };
    const rows = makeRows(runs, new Map(suite.cases.map((c) => [c.name, c])));
    const proofs = new Map(suite.rules.map((rule) => [rule.id, []]));
    for (const row of rows)
        for (const id of row.rules)
            proofs.get(id)?.push(row);
    return { loopspec: frame.loopspec, hasSuite: Boolean(frame.suite), runs, rows, proofs,
        rules: new Map(suite.rules.map((rule) => [rule.id, rule])),
        sources: new Map(suite.sources.map((source) => [source.id, source])),
        bugs: suite.bugs || [] };
}
