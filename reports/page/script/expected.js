// expected.js - the expected trace: as text with the marks of each backend, and as a list of logs
// to draw above the actual ones. expected/README.md describes the language. The marks of a run say
// which lines apply to it, so conditions need not be evaluated here.

// ---- as text ----

const MARKS = {
    '+': { sign: '✓', classes: '.met', means: 'met' },
    '!': { sign: '✗', classes: '.bad', means: 'broken' },
    '?': { sign: '?', classes: '', means: 'not judged, since it stands after the break' },
    '~': { sign: '~', classes: '', means: 'not taken' },
};

// A column of marks for each run that was judged, below its name.
function expectedBlock(report, row) {
    const text = row.about.expected;
    if (!text)
        return null;
    const judged = report.runs.map((run, i) => ({ run, marks: row.cells[i]?.marks }))
        .filter(({ marks }) => marks);
    const lines = text.replace(/\n$/, '').split('\n').map((line, n) => {
        const marks = judged.map((one) => one.marks[n] || ' ');
        const classes = marks.includes('!') ? '.bad' : marks.every((m) => m === ' ') ? '.soft' : '';
        return el(`tr${classes}`, {}, marks.map((m) => (MARKS[m]
            ? el(`td.mark${MARKS[m].classes}`, { title: MARKS[m].means }, MARKS[m].sign)
            : el('td.mark'))), el('td', {}, el('code', {}, line || ' ')));
    });
    return el('div', {}, el('h3', {}, 'expected ', el('small', {}, row.about.expected_path)),
        wide('expected trace', el('table.expected', {},
            el('thead', {}, el('tr', {}, judged.map(({ run }) => el('th.mark', { scope: 'col' },
                el('span', {}, run.full))), el('th', { scope: 'col' }, 'line'))),
            el('tbody', {}, lines))));
}

// ---- as a list of logs ----

const TIME = /^(\d+(?:\.\d+)?)(ns|us|ms|s|min)$/;
const NS = { ns: 1, us: 1e3, ms: 1e6, s: 1e9, min: 60e9 };
const BOUND = /^[a-z-]+(\.[a-z0-9]+)?( \S+)? (==|<=|>=) /;
const PROMISE = /^(never|nothing|open)\b| before /;
const TOKEN = /"(?:[^"\\]|\\.)*"|\/(?:[^/\\]|\\.)*\/|\[[^\]]*\]|[{}]|[^\s{}]+/g;

// Reads one expected log; `mark` is the mark of its line.
function readItem(tokens, mark) {
    const word = tokens.shift();
    const item = { label: word.replace(/^"(.*)"$/, '$1'), text: word, mark, times: 1, at: null,
        phase: null, iteration: null, value: null };
    if (/^\/.*\/$/.test(word))
        item.pattern = true;
    for (;;) {
        const next = tokens[0];
        if (next === '=')
            item.value = tokens[1];
        else if (next === '*')
            item.times = Number(tokens[1]);
        else if (next === 'in')
            item.iteration = Number(tokens[1]);
        else if (next?.startsWith('@'))
            item.phase = next.slice(1);
        else if (TIME.test(next))
            item.at = parseFloat(next) * NS[TIME.exec(next)[2]];
        else
            return item;
        const words = ['=', '*', 'in'].includes(next) ? 2 : 1;
        item.text += ` ${tokens.splice(0, words).join(' ')}`;
    }
}

// Reads items up to the end or a closing brace. A choice becomes { choices }, a group { anyOrder }.
function readItems(tokens, mark) {
    const items = [];
    const braces = () => {
        tokens.shift();
        const inside = readItems(tokens, mark);
        tokens.shift();
        return inside;
    };
    while (tokens.length && tokens[0] !== '}') {
        if (tokens[0] === '...' || tokens[0].startsWith('[') || tokens[0] === '{') {
            tokens.shift(); // a gap, or a block that applies: its items follow in place
        } else if (tokens[0] === 'one' && tokens[1] === 'of') {
            tokens.splice(0, 2);
            const choices = [];
            while (tokens[0] === '{') {
                choices.push(braces());
                if (tokens[0] === 'or')
                    tokens.shift();
            }
            items.push({ choices });
        } else if (tokens[0] === 'any' && tokens[1] === 'order') {
            tokens.splice(0, 2);
            items.push({ anyOrder: tokens[0] === '{' ? braces() : [] });
        } else {
            items.push(readItem(tokens, mark));
        }
    }
    if (tokens[0] === '}' && mark === undefined)
        tokens.shift();
    return items;
}

// The items of the lines that apply to a run.
function readExpected(text, marks) {
    return text.split('\n').flatMap((line, n) => {
        const plain = line.replace(/(^|\s)#.*$/, '').trim();
        if (!'+!?'.includes(marks[n] || ' ') || PROMISE.test(plain) || BOUND.test(plain))
            return [];
        const tokens = plain.match(TOKEN) || [], items = [];
        while (tokens.length) { // ignores a brace whose partner is on another line
            items.push(...readItems(tokens, marks[n]));
            if (tokens.length)
                tokens.shift();
        }
        return items;
    });
}

const REPEATS_MAX = 50;

// Resolves choices by the actual trace: of a choice, the branch with the fewest labels
// missing in the trace; of `any order`, the actual order. The result is a flat list of logs.
function resolveChoices(items, seen) {
    const known = new Set(seen.map((e) => e.label));
    const firstSeen = (item) => {
        const i = seen.findIndex((e) => e.label === item.label);
        return i < 0 ? Infinity : i;
    };
    return items.flatMap((item) => {
        if (item.choices) {
            const lists = item.choices.map((choice) => resolveChoices(choice, seen));
            return lists.reduce((best, list) => {
                const missing = (l) => l.filter((x) => !known.has(x.label)).length;
                const order = (l) => l.every((x, i) => i === 0 || firstSeen(l[i - 1]) <= firstSeen(x));
                return missing(list) < missing(best) ||
                    (missing(list) === missing(best) && order(list) && !order(best)) ? list : best;
            }, lists[0] || []);
        }
        if (item.anyOrder)
            return resolveChoices(item.anyOrder, seen).sort((a, b) => firstSeen(a) - firstSeen(b) || 0);
        return Array.from({ length: Math.min(item.times, REPEATS_MAX) }, () => ({ ...item }));
    });
}

const fitsLabel = (item, e) => (item.pattern || item.label === e.label) &&
    (item.value === null ? e.value === undefined : e.value === item.value);

// The longest common subsequence of the two lists, by labels.
function pairUp(items, logs) {
    const most = Array.from({ length: items.length + 1 }, () => new Uint16Array(logs.length + 1));
    for (let i = items.length - 1; i >= 0; i--)
        for (let k = logs.length - 1; k >= 0; k--)
            most[i][k] = fitsLabel(items[i], logs[k]) ? most[i + 1][k + 1] + 1
                : Math.max(most[i + 1][k], most[i][k + 1]);
    for (let i = 0, k = 0; i < items.length && k < logs.length;) {
        if (fitsLabel(items[i], logs[k])) {
            items[i++].seen = logs[k++].place;
        } else if (most[i + 1][k] >= most[i][k + 1]) {
            i++;
        } else {
            k++;
        }
    }
}

const PAIRS_MAX = 250000;

// The time of each expected log: its own if it has one, else the matching log's, else that of a log with
// its label that came out of order, but not after what it was expected before. null if there is nothing
// to draw.
function alignExpected(items, trace) {
    const logs = trace.map((e, place) => ({ label: e.label, value: e.value, type: e.type, place }))
        .filter((e) => e.type === 'log');
    const list = resolveChoices(items, logs);
    if (list.length === 0 || list.length * logs.length > PAIRS_MAX)
        return null;
    pairUp(list, logs);
    const paired = new Set(list.map((item) => item.seen));
    const elsewhere = (item) => logs.find((e) => !paired.has(e.place) && fitsLabel(item, e));
    for (const item of list) {
        const e = item.seen === undefined ? null : trace[item.seen];
        // A line that matched is drawn above its log: on the real clock a log may be late.
        item.missing = !e && item.mark !== '+';
        item.moved = Boolean(e) && item.mark !== '+' && item.at !== null && item.at !== e.at_ns;
        item.known = e && !item.moved ? e.at_ns : item.at;
    }
    let next = Infinity, last = 0;
    for (const item of list.slice().reverse()) {
        next = item.known ?? next;
        item.next = next;
    }
    for (const item of list) {
        const other = item.known === null ? trace[elsewhere(item)?.place] : null;
        item.from = Math.max(last, item.known ?? Math.min(other ? other.at_ns : last, item.next));
        last = item.from;
    }
    return list.filter((item) => item.seen !== undefined || item.missing);
}
