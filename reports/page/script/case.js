// case.js - what the row of a case shows when it is opened: its rules, and what each backend did.

function promise(report, row) {
    return el('ul.rules', {}, row.rules.map((id) => {
        const rule = report.rules.get(id);
        return el('li', {}, ruleLink(report, id), ' ', rule && oneLine(rule.says),
            rule && el('span.soft.sources', {}, ruleSources(report, rule)));
    }));
}

// The documents that state a rule, separated by commas.
function ruleSources(report, rule) {
    return rule.sources.map((id, i) => {
        const source = report.sources.get(id) || { title: id };
        return [i > 0 && ', ', sourceLink(source, rule.sections?.[i])];
    });
}

function scenarioBlock(about) {
    return el('div', {}, el('h3', {}, 'scenario ', el('small', {}, about.path)),
        pre('scenario', about.scenario));
}

// ---- results ----

// Runs with the same trace and the same reason are shown together. Equal traces are the same object
// (data.js).
function groupResults(report, row) {
    const groups = [];
    row.cells.forEach((result, i) => {
        if (!result)
            return;
        const group = groups.find((g) => g.result.trace === result.trace &&
            g.result.figures === result.figures && g.result.broken === result.broken &&
            isBroken(g.result) === isBroken(result) && applies(g.result) === applies(result));
        if (group)
            group.members.push({ run: report.runs[i], result });
        else
            groups.push({ result, members: [{ run: report.runs[i], result }] });
    });
    return groups.sort((a, b) => isBroken(b.result) - isBroken(a.result) ||
        applies(b.result) - applies(a.result));
}

// The failure as the terminal prints it, with the two traces side by side. Rules and sources are
// above, as links.
function toldFolds(members) {
    const isRule = (line) => /^[A-Z][A-Z0-9-]*-\d+: |^ {4}source: /.test(line);
    const details = new Set(members.map(({ result }) => result.detail?.split('\n')
        .filter((line) => !isRule(line)).join('\n')).filter(Boolean));
    return [...details].map((detail) => {
        const told = fold('.fold.told', el('summary', {}, 'expected and seen, side by side'),
            () => pre('expected and seen', detail));
        told.open = isBroken(members[0].result);
        return told;
    });
}

// The text of one run above its trace.
function resultHeading({ run, result }) {
    return [
        el('h3', {}, badge(result.verdict), run.short, ' ', el('small', {}, run.version)),
        result.reason && el('p.reason', {}, result.reason),
        result.unjudged > 0 && el('p.soft', {}, `This backend does not show phases, so ` +
            `${count(result.unjudged, 'condition')} of the expected trace could not be checked.`),
        result.output && [el('h4', {}, 'it printed'), pre('output', result.output)],
        result.replay && applies(result) && el('kbd', {}, commandText(oneLine(result.replay))),
    ];
}

// All passes share one line; skips have a line for each reason.
function quietMembers(members) {
    const reasons = Map.groupBy(members, ({ result }) => `${result.verdict} ${result.reason}`);
    return [...reasons.values()].map((alike) => [
        el('h3', {}, badge(alike[0].result.verdict), alike.map(({ run }, i) =>
            [i > 0 && ', ', run.short, ' ', el('small', {}, run.version)])),
        alike[0].result.reason && el('p.reason', {}, alike[0].result.reason),
        alike[0].result.replay && applies(alike[0].result) &&
            el('kbd', {}, commandText(oneLine(alike[0].result.replay))),
    ]);
}

function resultSection(row, group) {
    const { result, members } = group;
    const told = members.length > 1 && !isBroken(result) ? quietMembers(members)
        : members.map(resultHeading);
    const expected = row.about?.expected && result.marks
        ? alignExpected(readExpected(row.about.expected, result.marks), result.trace) : null;
    return el('section.result', {}, told,
        result.trace.length > 0 && timeline(result, expected), toldFolds(members),
        result.figures && drawFigures(result),
        result.trace.length > 0 && fold('.fold', el('summary', {},
            `trace, ${count(result.events, 'event')}`), () => traceTable(result)));
}

function caseBody(report, row) {
    const { about } = row;
    return el('div.body', {}, promise(report, row),
        about && el('div.pair', {}, scenarioBlock(about), expectedBlock(report, row)),
        groupResults(report, row).map((group) => resultSection(row, group)),
        about && textFold('as JavaScript', about.js),
        about && textFold('as C for libuv', about.c));
}

// ---- the trace as text ----

const TRACE_HEADS = ['#', 'at', 'phase', 'iteration', 'kind', 'due', 'took', 'asked by', 'what'];

function traceRow(e, index, broken) {
    const callback = e.type === 'callback';
    const cells = [index, instant(e.at_ns), e.phase, e.iteration, e.kind,
        callback && e.due_ns !== null ? instant(e.due_ns) : '',
        callback && e.took_ns > 0 ? instant(e.took_ns) : '',
        e.cause > 0 ? `#${e.cause - 1}` : 'main',
        oneLine(e.value === undefined ? e.label : `${e.label} = ${e.value}`)];
    return el(broken ? 'tr.bad' : 'tr', {}, cells.map((words) => el('td', {}, String(words))));
}

function traceTable(result) {
    const body = el('tbody');
    const gap = (n) => n > 0 && body.append(el('tr.gap', {},
        el('td', { colspan: TRACE_HEADS.length }, `… ${count(n, 'event')} left out`)));
    let next = 0;
    result.trace.forEach((e, i) => {
        const index = e.index ?? i;
        gap(index - next);
        body.append(traceRow(e, index, result.broken?.includes(index)));
        next = index + 1;
    });
    gap(result.events - next);
    return wide('trace', el('table.trace', {}, el('thead', {}, el('tr', {},
        TRACE_HEADS.map((name) => el('th', { scope: 'col' }, name)))), body));
}
