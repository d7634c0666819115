// head.js - the top of the page: the origin of the results, the runs, the rules that broke most
// often, and what the signs mean.

// The origin that all runs share.
function originOf(report) {
    const list = el('dl.origin');
    for (const [key, name] of [['command', 'command'], ['commit', 'commit'], ['kernel', 'kernel'],
        ['machine', 'machine']]) {
        const values = [...new Set(report.runs.map((run) => run[key]).filter(Boolean))];
        if (values.length === 0)
            continue;
        list.append(el('div', {}, el('dt', {}, name), values.map((value) =>
            el('dd', { title: value }, key === 'command' ? el('code', {}, commandText(value))
                : key === 'commit' ? el('code', {}, value.slice(0, 12)) : value))));
    }
    return list;
}

// "not for this loop 1,104; lacks 41: child 18, …"
function whatDoesNotApply(run) {
    const lacks = new Map();
    let foreign = 0;
    for (const result of run.cases) {
        if (applies(result))
            continue;
        const what = lacking(result);
        if (what)
            lacks.set(what, (lacks.get(what) || 0) + 1);
        else
            foreign++;
    }
    const sorted = [...lacks].sort((a, b) => b[1] - a[1]);
    const inAll = sorted.reduce((sum, [, n]) => sum + n, 0);
    return [
        foreign > 0 && `not for this loop ${number(foreign)}`,
        inAll > 0 && `lacks ${number(inAll)}: ` +
            listSome(sorted.map(([what, n]) => `${what} ${n}`), 3),
    ].filter(Boolean).join('; ');
}

function otherVerdicts(sum) {
    return [...VERDICTS.keys()].filter((v) => v !== 'pass' && v !== 'skip' && sum.by[v])
        .map((v) => el(`span.count.${v}`, {}, sign(v),
            `${number(sum.by[v])} ${VERDICTS.get(v)[sum.by[v] === 1 ? 'one' : 'many']}`));
}

function runRow(run) {
    const { sum } = run;
    const good = sum.by.pass || 0;
    return el('tr', {},
        el('th', { scope: 'row' }, run.short, ' ', el('small', {}, run.version),
            run.short !== run.backend && el('small.path', {}, run.backend)),
        el('td.passed', {}, sum.applying === 0 ? 'nothing applied' : [
            el('b', {}, `${number(good)} of ${number(sum.applying)}`), ' that apply ', shareBar(sum),
            otherVerdicts(sum), sum.notRun > 0 && `${number(sum.notRun)} not run`]),
        el('td.soft', {}, whatDoesNotApply(run)),
        el('td.soft', {}, run.profile, run.note && [el('br'), run.note],
            run.shard && [el('br'), `part${run.shard.includes(',') ? 's' : ''} ` +
                run.shard.replace('/', ' of ')]),
        el('td.soft.short', {}, run.clock), el('td.soft.short', {}, run.real_ns > 0 && duration(run.real_ns)));
}

function runTable(report) {
    return wide('runs', el('table.runs', {},
        el('thead', {}, el('tr', {}, ['backend', 'passed', 'does not apply', 'judged as',
            'clock', 'took'].map((name) => el('th', { scope: 'col' }, name)))),
        el('tbody', {}, report.runs.map(runRow))));
}

// Rules by the number of cases that break them, most first.
function brokenRules(report) {
    const broken = new Map();
    for (const row of report.rows) {
        if (!row.broken)
            continue;
        for (const id of row.rules)
            broken.set(id, (broken.get(id) || 0) + 1);
    }
    return [...broken].sort((a, b) => b[1] - a[1]);
}

const RULES_SHOWN = 12;

function brokenBox(report) {
    const rules = brokenRules(report);
    if (rules.length === 0)
        return null;
    const item = ([id, n]) => el('li', {}, ruleLink(report, id), ` in ${count(n, 'case')}`);
    const rest = rules.slice(RULES_SHOWN);
    return el('section.broken-rules', { 'aria-labelledby': 'broken-rules' },
        el('h2', { id: 'broken-rules' }, 'Broken rules, worst first'),
        el('ul', {}, rules.slice(0, RULES_SHOWN).map(item)),
        rest.length > 0 && fold('.fold', el('summary', {}, `and ${count(rest.length, 'more rule')}`),
            () => el('ul', {}, rest.map(item))));
}

function legend() {
    const entry = (mark, words) => el('div', {}, el('dt', {}, mark), el('dd', {}, words));
    return fold('.fold.legend', el('summary', {}, 'what the signs mean'), () => el('div.columns-of', {},
        el('dl', {}, [...VERDICTS].map(([verdict, { means }]) => entry(badge(verdict), means)),
            entry('empty cell', 'the case is not for this loop'),
            entry('“lacks child”', 'the loop does not have what the case needs'),
            entry('“34 of 36”', 'passed, of the cases that apply to this backend')),
        el('dl', {},
            entry(el('span.mark.met', {}, '✓'), 'the line of the expected trace was met'),
            entry(el('span.mark.bad', {}, '✗'), 'the line was broken'),
            entry(el('span.mark', {}, '?'), 'after the break: not judged'),
            entry(el('span.mark', {}, '~'), 'an alternative that was not taken')),
        el('dl', {},
            entry('bar', 'a callback, as long as it took; in italics the name of its handle'),
            entry('tick', 'what the program logged or observed'),
            entry('lane', 'a phase of the loop, or a queue that the host empties between callbacks'),
            entry('band', 'an iteration of the loop'),
            entry('arrow', 'from a callback to one that it asked for'),
            entry('orange line', 'from the instant at which a callback was due to its late start'),
            entry('red ring', 'the event that broke the promise, and the one in whose place it stands'))));
}

function drawHead(report) {
    const title = document.querySelector('h1');
    title.textContent = title.textContent.replace(/\d+/g, number);
    append(document.querySelector('header'), [originOf(report), runTable(report),
        brokenBox(report), legend()]);
}
