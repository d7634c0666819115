// cases.js - the matrix of cases: first those not as expected, then each folder of cases.

const OPEN_MAX = 20;   // at most this many broken cases are open from the start
const GLANCE_MAX = 60; // reports with at most this many cases have all folders open from the start

// The reasons of a row that failed; shown without opening it.
function whyBroken(report, row) {
    const said = new Map(); // reason -> runs
    row.cells.forEach((result, i) => {
        if (result && isBroken(result))
            said.set(result.reason, [...(said.get(result.reason) || []), report.runs[i]]);
    });
    return [...said].map(([reason, runs]) => el('span.why', {},
        report.runs.length > 1 && el('b', {}, `${listSome(runs.map((run) => run.full), 2)}: `),
        oneLine(reason) || 'not as expected'));
}

function caseRow(report, row) {
    const short = row.family ? row.name.slice(row.family.length + 1) : row.name;
    const details = fold('.case', el('summary.row', {},
        el('span.name', {}, el('i', {}, row.family && `${row.family}/`), short,
            el('small', {}, oneLine(row.title)), whyBroken(report, row)),
        row.cells.map((result, i) => resultCell(report.runs[i], result))),
    () => caseBody(report, row));
    details.id = row.id;
    return details;
}

function drawCases(report) {
    const broken = report.rows.filter((row) => row.broken);
    const families = Map.groupBy(report.rows, (row) => row.family);
    const groups = [...families].map(([family, rows]) => {
        const above = rows.filter((row) => row.broken).length;
        return { name: family || 'other cases', items: rows.filter((row) => !row.broken), all: rows,
            open: report.rows.length <= GLANCE_MAX,
            note: (n) => count(n, 'case') + (above ? `, ${above} more above` : '') };
    });
    if (broken.length)
        groups.unshift({ name: 'Not as expected', classes: '.broken', items: broken, open: true, all: [],
            note: (n) => count(n, 'case') });
    const sums = (rows) => report.runs.map((run, i) => sumCell(run, rows.map((row) => row.cells[i])
        .filter(Boolean)));
    const matrix = new Matrix(groups.map((group) => ({ ...group, cells: sums(group.all) })),
        (row) => caseRow(report, row));
    if (broken.length <= OPEN_MAX)
        for (const row of broken)
            matrix.row(row).open = true;
    const section = el('section.matrix', { id: 'cases' }, el('h2', {}, 'Cases'),
        columnHeads(report, 'case'), matrix.element);
    return { matrix, section };
}
