// main.js - draws the page from top to bottom and follows links.

const report = readReport(await inflate(document.getElementById('data').textContent));
const cases = drawCases(report);
const rules = report.hasSuite ? drawRules(report) : null;
const times = drawTimekeeping(report);
const bugs = drawBugs(report);

const parts = makeBar(report, [['cases', 'Cases', report.rows.length],
    times && ['timekeeping', 'Timekeeping'],
    rules && ['rules', 'Rules', report.rules.size],
    rules && ['documents', 'Documents', report.sources.size],
    bugs && ['bugs', 'Bugs', report.bugs.length]].filter(Boolean));
const main = el('main', {}, cases.section, times, rules?.section,
    rules && drawDocuments(report), bugs);
main.style.setProperty('--runs', report.runs.length);
main.classList.add(report.runs.length <= 4 ? 'few' : report.runs.length <= 8 ? 'some' : 'many');

drawHead(report);
document.querySelector('header').after(parts.bar, main);
connectFilter(report, parts, cases.matrix, rules?.matrix);

// The target of a link must stop below the bar and the column heads, so their heights are measured.
function measure() {
    const high = (element) => element && getComputedStyle(element).position === 'sticky'
        ? element.getBoundingClientRect().height : 0;
    const bar = high(parts.bar), heads = high(document.querySelector('.columns'));
    document.documentElement.style.setProperty('--bar', `${Math.floor(bar)}px`);
    document.documentElement.style.setProperty('--heads', `${Math.ceil(bar + heads + 4)}px`);
}
new ResizeObserver(measure).observe(parts.bar);
measure();

// Opens the case, rule, document or bug that a link names.
function followHash() {
    const id = decodeURIComponent(location.hash.slice(1));
    const row = report.rows.find((one) => one.id === id);
    const rule = [...report.rules.values()].find((one) => anchor('r', one.id) === id);
    const target = row ? cases.matrix.reveal(row) : rule ? rules.matrix.reveal(rule)
        : id && document.getElementById(id);
    if (!target)
        return;
    main.classList.add('linked');
    if (target.tagName === 'DETAILS')
        target.open = true;
    target.scrollIntoView();
}
addEventListener('hashchange', followHash);
followHash();
