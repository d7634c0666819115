// stalls.js - what the measurements of each runtime show of known stalls.

const STALLS = 'performance/ten-known-stalls'; // it logs STALL.MEASUREMENT = 0 or 1

const MEASUREMENTS = [
    ['histogram', 'the delay histogram shows more than 50 ms'],
    ['probe', 'so does a lag probe'],
    ['active', 'active time is the work'],
    ['idle', 'so is the time that was not idle'],
];

// Per run that has answers: a map from "stall.measurement" to "0" or "1".
function readStalls(report) {
    const row = report.rows.find(({ name }) => name === STALLS);
    const read = (result) => new Map(result.trace.filter(({ type }) => type === 'log')
        .map(({ label, value }) => [label, value]));
    const answers = !row ? [] : report.runs.map((run, i) =>
        ({ run, of: row.cells[i] ? read(row.cells[i]) : new Map() })).filter(({ of }) => of.size > 0);
    return { row, answers };
}

// "yes" or "no" if all runs agree; else the answer of most, and who differs.
function answerCell(answers, key) {
    const by = [...Map.groupBy(answers, ({ of }) => ({ 1: 'yes', 0: 'no' }[of.get(key)] || 'not known'))]
        .sort((a, b) => b[1].length - a[1].length);
    return el('td', {}, by.map(([word, runs], i) => i === 0 ? word
        : el('small', {}, `${listSome(runs.map(({ run }) => run.full), 3)}: ${word}`)));
}

function stallsSection(report) {
    const { row, answers } = readStalls(report);
    if (answers.length === 0)
        return null;
    const stalls = [...new Set(answers.flatMap(({ of }) => [...of.keys()]))]
        .filter((key) => key.endsWith('.histogram')).map((key) => key.slice(0, -'.histogram'.length));
    return [el('h3', {}, 'What measurements show of known stalls'),
        el('p', {}, 'The loop is held up in ten ways, and each measurement is asked about it: ',
            caseLink(row), '. Histogram and probe look every 20 ms: they miss what is over before they ' +
            `look again. Asked: ${listSome(answers.map(({ run }) => run.full), 6)}.`),
        wide('stalls and measurements', el('table.times.stalls', {}, el('thead', {}, el('tr', {},
            ['stall', ...MEASUREMENTS.map(([, says]) => says)].map((name) =>
                el('th', { scope: 'col' }, name)))),
        el('tbody', {}, stalls.map((stall) => el('tr', {},
            el('th', { scope: 'row' }, stall.replace(/-/g, ' ')),
            MEASUREMENTS.map(([key]) => answerCell(answers, `${stall}.${key}`)))))))];
}
