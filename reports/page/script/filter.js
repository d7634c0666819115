// filter.js - the bar that stays in view: links to the sections, one search box, verdicts.

const SHOWN_MAX = 100; // if a filter leaves at most this many cases, their folders open

// The text of a case that is searched: name, title, rules, reasons.
const searchText = (row) => [row.name, row.title, ...row.rules,
    ...new Set(row.cells.map((result) => result?.reason))].join('\n').toLowerCase();

// All words must be found. A word that is the id of a rule matches that rule only: TIMER-1 does not
// match TIMER-10.
function wordTest(report, word) {
    const id = word.toUpperCase();
    if (report.rules.has(id))
        return { row: (row) => row.rules.includes(id), rule: (rule) => rule.id === id };
    return { row: (row) => (row.text ??= searchText(row)).includes(word),
        rule: (rule) => `${rule.id} ${rule.says}`.toLowerCase().includes(word) };
}

function makeBar(report, sections) {
    const families = [...new Set(report.rows.map((row) => row.family))].filter(Boolean);
    const all = countUp(report.runs.flatMap((run) => run.cases));
    const text = el('input', { id: 'by-text', type: 'search', autocomplete: 'off', spellcheck: 'false',
        placeholder: 'search names, titles, rules, reasons', 'aria-label': 'search' });
    const family = el('select', { id: 'by-family', 'aria-label': 'family' },
        el('option', { value: '' }, 'every family'), families.map((name) => el('option', {}, name)));
    const chips = [...VERDICTS.keys()].filter((verdict) => all.by[verdict]).map((verdict) =>
        el(`button.chip.${verdict}`, { type: 'button', 'aria-pressed': 'false', 'data-verdict': verdict,
            title: VERDICTS.get(verdict).means },
        sign(verdict), `${verdict} `, el('small', {}, number(all.by[verdict]))));
    const shown = el('output', { id: 'shown' });
    const form = el('form', { id: 'filter', submit: (event) => event.preventDefault() },
        text, family, el('span.chips', {}, chips), shown);
    const bar = el('nav.tools', { 'aria-label': 'sections and filters' }, el('p.links', {},
        sections.map(([id, name, n]) => el('a', { href: `#${id}` }, name, ' ',
            n !== undefined && el('small', {}, number(n))))), form);
    return { bar, text, family, chips, shown };
}

function connectFilter(report, { text, family, chips, shown }, cases, rules) {
    const apply = () => {
        const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
        const tests = words.map((word) => wordTest(report, word));
        const verdicts = chips.filter((chip) => chip.getAttribute('aria-pressed') === 'true')
            .map((chip) => chip.dataset.verdict);
        const active = words.length + verdicts.length > 0 || family.value !== '';
        const fits = (row) => (!family.value || row.family === family.value) &&
            (verdicts.length === 0 || row.cells.some((r) => r && verdicts.includes(r.verdict))) &&
            tests.every((test) => test.row(row));
        const found = cases.filter(active ? fits : null, SHOWN_MAX);
        // A rule is shown if one of its cases is, or if its own text matches.
        const proved = active && new Set(report.rows.filter(fits).flatMap((row) => row.rules));
        rules?.filter(active ? (rule) => proved.has(rule.id) ||
            (words.length > 0 && tests.every((test) => test.rule(rule))) : null, 0);
        shown.textContent = !active ? ''
            : found ? `${number(found)} of ${count(report.rows.length, 'case')}` : 'no case fits';
    };
    text.addEventListener('input', apply);
    family.addEventListener('input', apply);
    for (const chip of chips)
        chip.addEventListener('click', () => {
            chip.setAttribute('aria-pressed', chip.getAttribute('aria-pressed') !== 'true');
            apply();
        });
}
