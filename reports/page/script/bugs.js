// bugs.js - real bugs of the past: which cases catch each, and what they say of these backends.

function bugVersions(bug) {
    const since = bug.since ? `since ${bug.system} ${bug.since}, ` : '';
    return since + (bug.fixed ? `fixed in ${bug.system} ${bug.fixed}` : 'no release without it is known');
}

function bugBody(bug, rows) {
    const elsewhere = bug.cases.filter((name) => !rows.some((row) => row.name === name));
    return el('div.body', {},
        el('p', {}, el('span.soft', {}, 'versions '), bugVersions(bug)),
        el('p', {}, el('span.soft', {}, 'reported or mended '), bug.urls.map((url, i) =>
            [i > 0 && ', ', sourceLink({ title: url.replace('https://', ''), url })])),
        rows.length > 0 && el('p.proofs', {}, el('span.soft', {}, 'caught by '),
            rows.map((row) => [caseLink(row), ' '])),
        elsewhere.length > 0 && el('p', {}, el('span.soft', {}, 'not in this report '),
            elsewhere.join(' ')),
        bug.mutants.length > 0 && el('p', {}, el('span.soft', {}, 'proved by mutants '),
            bug.mutants.join(', ')),
        bug.release && el('p', {}, el('span.soft', {}, 'proved by '), `${bug.system} ${bug.release}`),
        bug.unproven && el('p', {}, el('span.soft', {}, 'not proved '), bug.unproven));
}

function bugRow(report, bug) {
    const rows = report.rows.filter((row) => bug.cases.includes(row.name));
    const details = fold('.bug', el('summary.row', {},
        el('span.name', {}, el('b.id', {}, bug.id), ' ', oneLine(bug.says), ' ',
            el('small', {}, `${bug.system}, ${count(bug.cases.length, 'case')}`)),
        report.runs.map((run, i) => sumCell(run, rows.map((row) => row.cells[i]).filter(Boolean)))),
    () => bugBody(bug, rows));
    details.id = anchor('b', bug.id);
    return details;
}

function drawBugs(report) {
    if (report.bugs.length === 0)
        return null;
    const proved = report.bugs.filter((bug) => bug.mutants.length > 0 || bug.release);
    return el('section.matrix', { id: 'bugs' }, el('h2', {}, 'Would it have caught this?'),
        el('p.soft', {}, `${count(report.bugs.length, 'real bug')} and the cases that catch them. ` +
            `For ${proved.length} there is a proof: a mutant or a release that has the bug, on which a ` +
            'case fails.'),
        columnHeads(report, 'bug'), report.bugs.map((bug) => bugRow(report, bug)));
}
