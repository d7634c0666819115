// page.js - what the page does beyond being read: filters, and pictures of what passed.
// Everything it knows it reads from the page itself. Traces are text (html_trace.c), and
// their pictures are those of html_timeline.c and html_figures.c: change both or none.
'use strict';
(() => {

const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));
const escape = (text) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

// ---- traces ----

const UNIT = { ns: 1, us: 1e3, ms: 1e6, s: 1e9, min: 6e10 };
const ns = (text) => parseFloat(text) * UNIT[text.match(/[a-z]+$/)[0]];
const EVENT = /^ *(\d+) +(\S+) +(\S+) +(\d+) +(\S+) +(\S+) +(\S+) +(\S+)  (.*)$/;

// The events of a <pre class="trace">, in its order.
function readTrace(pre) {
    const events = [];
    for (const line of pre.textContent.split('\n')) {
        const m = EVENT.exec(line);
        if (!m)
            continue;
        const valued = m[5] === 'observe' || m[5] === 'call';
        const callback = m[5] !== 'log' && !valued;
        const cut = valued ? m[9].lastIndexOf(' = ') : -1;
        events.push({
            index: Number(m[1]), at: ns(m[2]), atText: m[2], phase: m[3], iteration: Number(m[4]),
            kind: m[5], callback, due: m[6] === '-' ? null : ns(m[6]), dueText: m[6],
            took: m[7] === '-' ? 0 : ns(m[7]), tookText: m[7],
            cause: m[8] === 'main' ? -1 : Number(m[8].slice(1)),
            label: cut < 0 ? m[9] : m[9].slice(0, cut), value: cut < 0 ? null : m[9].slice(cut + 3),
        });
    }
    return events;
}

// ---- the timeline ----

const LEFT = 84, RIGHT = 12, TOP = 22, LANE = 30, BAR = 22, BOTTOM = 18, SPAN = 300, LONG = 2000;
const SLOT = 10, CHARACTER = 7, LABEL_MAX = 24, LABELLED_MAX = 300;
const LANES = ['main', 'timers', 'pending', 'idle', 'prepare', 'poll', 'check', 'closing',
    'tick', 'microtask', 'handler', 'frame', 'task', 'other'];
const QUEUES_FROM = 8, OTHER = LANES.length - 1;
const laneTop = (place) => TOP + place * LANE;

function findLane(name, from, to) {
    const i = LANES.indexOf(name, from);
    return i >= 0 && i < to ? i : OTHER;
}

class Picture {
    constructor(events, broken) {
        this.events = events;
        this.broken = broken;
        this.place = new Map(events.map((e, i) => [e.index, i]));
        this.labelled = events.length <= LABELLED_MAX;
        this.end = Math.max(...events.map((e) => e.at + e.took));
        this.out = [];
        this.findLanes();
        this.findSpots();
    }

    // The place of the callback that asked for an event, or in which it was logged.
    cause(e) {
        const i = e.cause < 0 ? undefined : this.place.get(e.cause);
        return i !== undefined && this.events[i].callback ? i : this.events.length;
    }

    findLanes() {
        this.lane = [];
        this.events.forEach((e, i) => {
            const cause = this.cause(e), queue = findLane(e.kind, QUEUES_FROM, OTHER);
            this.lane.push(!e.callback && cause < i ? this.lane[cause]
                : e.callback && queue < OTHER ? queue : findLane(e.phase, 0, QUEUES_FROM));
        });
        this.lanes = LANES.map((_, lane) => lane).filter((lane) => this.lane.includes(lane));
    }

    words(e) {
        if (!this.labelled)
            return '';
        const whole = Array.from(e.value === null ? e.label : `${e.label}=${e.value}`);
        return whole.length <= LABEL_MAX ? whole.join('')
            : whole.slice(0, LABEL_MAX).join('') + '…';
    }

    slot(e) {
        const width = Array.from(this.words(e)).length;
        return width ? CHARACTER * width + SLOT : SLOT;
    }

    stretch(time) {
        return this.end === 0 ? 0 : Math.floor(time / this.end * SPAN + 0.5);
    }

    findSpots() {
        let slots = LEFT, open = -1;
        this.spot = [];
        this.events.forEach((e, i) => {
            if (open >= 0 && this.cause(e) !== open)
                open = -1;
            if (e.callback)
                open = i;
            if (open < 0 || open === i)
                slots += 4;
            const left = slots + this.stretch(e.at);
            slots += this.slot(e);
            this.spot.push({ left, right: slots + this.stretch(e.at),
                lane: this.lanes.indexOf(this.lane[i]) });
            if (open >= 0) {
                const o = this.events[open];
                this.spot[open].right = slots + this.stretch(o.at + o.took);
            }
        });
        this.width = slots + this.stretch(this.end) + RIGHT;
        this.height = TOP + this.lanes.length * LANE + BOTTOM;
    }

    text(x, y, name, words) {
        this.out.push(`<text class="${name}" x="${x}" y="${y}">${escape(words)}</text>`);
    }

    path(name, d) {
        this.out.push(`<path class="${name}" d="${d}"></path>`);
    }

    iteration(first, after) {
        const left = this.spot[first].left - 2, number = this.events[first].iteration;
        const right = after < this.events.length ? this.spot[after].left - 2
            : this.width - RIGHT + 2;
        this.out.push(`<rect class="turn${number % 2 ? ' odd' : ''}" x="${left}" y="${TOP}" ` +
            `width="${right - left}" height="${this.height - TOP}"></rect>`);
        const words = right - left > 90 ? `iteration ${number}` : `${number}`;
        if (number > 0 && right - left >= CHARACTER * words.length)
            this.text(left + 3, this.height - 5, 'time', words);
    }

    iterations() {
        let first = 0;
        for (let i = 1; i <= this.events.length; i++) {
            if (i < this.events.length && this.events[i].iteration === this.events[first].iteration)
                continue;
            this.iteration(first, i);
            first = i;
        }
    }

    laneLines() {
        this.lanes.forEach((lane, place) => {
            const y = laneTop(place) + LANE / 2;
            this.path('lane', `M${LEFT - 8} ${y}H${this.width - RIGHT}`);
            this.text(0, y + 4, 'name', LANES[lane]);
        });
    }

    instants() {
        let free = LEFT;
        this.events.forEach((e, i) => {
            if (i > 0 && this.events[i - 1].at === e.at)
                return;
            const x = this.spot[i].left;
            this.path('instant', `M${x} ${TOP - 4}V${this.height - BOTTOM}`);
            if (x < free)
                return;
            this.text(x, TOP - 8, 'time', e.atText);
            free = x + CHARACTER * e.atText.length + CHARACTER;
        });
    }

    // Where an instant lies: in proportion between what is known around it.
    instant(time) {
        let before = { time: 0, x: LEFT }, after = { time: this.end, x: this.width - RIGHT };
        const narrow = (at) => {
            if (at.time <= time && at.x > before.x)
                before = at;
            if (at.time > time && at.x < after.x)
                after = at;
        };
        this.events.forEach((e, i) => {
            narrow({ time: e.at, x: this.spot[i].left });
            narrow({ time: e.at + e.took, x: this.spot[i].right });
        });
        if (after.time <= before.time || time < before.time)
            return before.x;
        const share = (time - before.time) / (after.time - before.time);
        return before.x + Math.trunc(share * (after.x - before.x));
    }

    lateness(e, i) {
        if (!e.callback || e.due === null || e.due >= e.at)
            return;
        const from = this.instant(e.due), y = laneTop(this.spot[i].lane) + LANE / 2;
        if (from < this.spot[i].left)
            this.path('late', `M${from} ${y - 4}v8m0 -4H${this.spot[i].left}`);
    }

    arrow(e, i) {
        const k = this.cause(e);
        if (!e.callback || k >= i)
            return;
        const from = this.spot[k], to = this.spot[i];
        const x1 = Math.min(from.right, to.left), x2 = to.left;
        if (from.lane === to.lane) {
            const y = laneTop(to.lane) + (LANE - BAR) / 2;
            this.path('arrow', `M${x1 - 3} ${y}Q${Math.trunc((x1 + x2) / 2)} ${y - 11} ` +
                `${x2 + 3} ${y}m-4 -3l4 3l3 -4`);
            return;
        }
        const y1 = laneTop(from.lane) + LANE / 2, y2 = laneTop(to.lane) + LANE / 2;
        const bend = x2 - x1 > 24 ? Math.trunc((x2 - x1) / 2) : 12;
        this.path('arrow', `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}` +
            'm-5 -3l5 3l-5 3');
    }

    tooltip(e) {
        return `<title>#${e.index} ${escape(e.kind)} ${escape(e.label)} at ${e.atText}` +
            (e.callback && e.due !== null ? `, due ${e.dueText}` : '') +
            (e.callback && e.took > 0 ? `, took ${e.tookText}` : '') + '</title>';
    }

    event(e, i) {
        const s = this.spot[i], top = laneTop(s.lane) + (LANE - BAR) / 2, words = this.words(e);
        if (i > 0 && e.index > this.events[i - 1].index + 1)
            this.path('break', `M${s.left - 3} ${TOP - 4}V${this.height - BOTTOM}`);
        if (e.callback)
            this.out.push(`<g class="bar l${this.lane[i]}"><rect x="${s.left}" y="${top}" ` +
                `width="${s.right - s.left}" height="${BAR}" rx="3"></rect>${this.tooltip(e)}</g>`);
        else
            this.out.push(`<g class="tick l${this.lane[i]}"><path d="M${s.left + 2} ${top}v${BAR}">` +
                `</path>${this.tooltip(e)}</g>`);
        if (words)
            this.text(s.left + (e.callback ? 5 : 6), laneTop(s.lane) + LANE / 2 + 4,
                e.callback ? 'handle' : 'log', words);
    }

    brokenPair() {
        const at = [];
        for (const index of this.broken) {
            const s = this.spot[this.place.get(index)];
            if (!s)
                continue;
            this.out.push(`<rect class="ring" x="${s.left - 2}" y="${laneTop(s.lane) + 2}" ` +
                `width="${s.right - s.left + 2}" height="${LANE - 4}" rx="5"></rect>`);
            at.push({ x: Math.trunc((s.left + s.right) / 2), y: laneTop(s.lane) + LANE - 2 });
        }
        if (at.length === 2)
            this.path('pair', `M${at[0].x} ${at[0].y}Q${Math.trunc((at[0].x + at[1].x) / 2)} ` +
                `${Math.max(at[0].y, at[1].y) + 16} ${at[1].x} ${at[1].y}`);
    }

    draw() {
        this.iterations();
        this.laneLines();
        this.instants();
        this.events.forEach((e, i) => this.lateness(e, i));
        this.events.forEach((e, i) => this.arrow(e, i));
        this.events.forEach((e, i) => this.event(e, i));
        this.brokenPair();
        return `<div class="wide"><svg class="timeline${this.width > LONG ? ' long' : ''}" ` +
            `role="img" width="${this.width}" height="${this.height}" ` +
            `viewBox="0 0 ${this.width} ${this.height}" ` +
            'aria-label="timeline of the trace; the text below has the same events">' +
            this.out.join('') + '</svg></div>';
    }
}

// ---- plots ----

const PLOT_HEIGHT = 36, PLOT_STEP = 10, PLOT_WIDTH_MAX = 240;

function plot(name, caption, values) {
    const most = values.reduce((a, b) => Math.max(a, b), 0);
    if (values.length < 2 || most <= 0)
        return '';
    const width = values.length * PLOT_STEP;
    const bars = values.map((value, i) => {
        const height = Math.floor(value / most * PLOT_HEIGHT + 0.5);
        return height > 0 ? `M${i * PLOT_STEP} ${PLOT_HEIGHT - height}v${height}h${PLOT_STEP - 2}` +
            `v-${height}z` : '';
    });
    return `<figure><svg class="plot ${name}" role="img" aria-label="${caption}" ` +
        `width="${Math.min(width, PLOT_WIDTH_MAX)}" height="${PLOT_HEIGHT}" ` +
        `viewBox="0 0 ${width} ${PLOT_HEIGHT}" preserveAspectRatio="none">` +
        `<path d="${bars.join('')}"></path></svg><figcaption>${caption}</figcaption></figure>`;
}

function plots(events) {
    const late = events.filter((e) => e.callback && e.due !== null)
        .map((e) => Math.max(0, e.at - e.due));
    const time = [], calls = [];
    let iteration = 0;
    for (const e of events) {
        if (!e.callback || e.iteration === 0)
            continue;
        if (calls.length === 0 || e.iteration !== iteration) {
            time.push(0);
            calls.push(0);
        }
        iteration = e.iteration;
        time[time.length - 1] += e.took;
        calls[calls.length - 1]++;
    }
    const busy = time.some((t) => t > 0);
    return '<div class="plots">' + plot('late', 'lateness, call by call', late) +
        plot('busy', busy ? 'time in callbacks, by iteration' : 'callbacks, by iteration',
            busy ? time : calls) + '</div>';
}

// ---- drawing what is looked at ----

// Both pictures of a trace, as markup: tests compare it with what the page came with.
function pictures(pre) {
    const events = readTrace(pre);
    const broken = (pre.dataset.broken || '').split(' ').filter(Boolean).map(Number);
    return events.length === 0 ? { timeline: '', plots: '' }
        : { timeline: new Picture(events, broken).draw(), plots: plots(events) };
}

function drawCase(details) {
    for (const result of all('.result', details)) {
        const pre = result.querySelector('pre.trace');
        if (!pre || result.querySelector('svg.timeline'))
            continue;
        const drawn = pictures(pre), figures = result.querySelector('.figures');
        const fold = pre.closest('details');
        (figures || fold).insertAdjacentHTML('beforebegin', drawn.timeline);
        fold.insertAdjacentHTML('beforebegin', drawn.plots);
    }
}

document.addEventListener('toggle', (event) => {
    if (event.target.open && event.target.classList.contains('case'))
        drawCase(event.target);
    if (event.target.open && event.target.classList.contains('group'))
        apply(groups.find((g) => g.element === event.target));
}, true);

// A link to a case, a rule or a document opens what it is folded in.
function followHash() {
    const target = location.hash.length > 1 &&
        document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target)
        return;
    for (let fold = target.closest('details'); fold; fold = fold.parentElement.closest('details')) {
        const row = rows.find((r) => r.element === fold);
        if (row)
            row.hidden = row.applied = false;
        const rule = rules.find((r) => r.element === fold);
        if (rule)
            rule.hidden = false;
        fold.open = true;
        fold.hidden = false;
    }
    target.scrollIntoView();
}
addEventListener('hashchange', followHash);

// ---- filters ----

const OPEN_MAX = 300; // cases; with more of them families stay as they are
const byText = document.getElementById('by-text'), byRule = document.getElementById('by-rule');
const byFamily = document.getElementById('by-family'), shown = document.getElementById('shown');
const chips = all('.chip'), verdicts = chips.map((chip) => chip.dataset.verdict);

// What can be asked of a row, read once.
const rows = all('.case').map((element) => {
    const name = element.querySelector('.name');
    const family = name.querySelector('i').textContent;
    return {
        element, hidden: false, applied: false, family: family.replace(/\/$/, ''),
        group: element.parentElement,
        verdicts: new Set(all('summary > .cell', element).map((cell) =>
            verdicts.find((v) => cell.classList.contains(v)))),
        rules: new Set(all('.rules .id', element).map((id) => id.textContent)),
        text: [name, ...all('.reason', element)].map((e) => e.textContent).join('\n').toLowerCase(),
    };
});
const groups = all('.group').map((element) => ({ element, open: element.open, rows: [] }));
for (const row of rows)
    groups.find((g) => g.element === row.group).rows.push(row);

const rules = all('.rule').map((element) => ({
    element, hidden: false, id: element.querySelector('.id').textContent,
    text: element.querySelector('.name').textContent.toLowerCase(),
}));

function wanted() {
    const words = byText.value.toLowerCase().split(/\s+/).filter(Boolean);
    const rule = byRule.value.trim().toUpperCase(), family = byFamily.value;
    const verdicts = chips.filter((c) => c.getAttribute('aria-pressed') === 'true')
        .map((c) => c.dataset.verdict);
    const active = words.length + rule.length + family.length + verdicts.length > 0;
    const matches = (row) => (!family || row.family === family) &&
        (!rule || row.rules.has(rule)) &&
        (verdicts.length === 0 || verdicts.some((v) => row.verdicts.has(v))) &&
        words.every((word) => row.text.includes(word));
    const says = (rule) => words.length > 0 && words.every((word) => rule.text.includes(word));
    return { active, matches, says };
}

// A rule stays with its cases, or for what it says.
function filterRules(active, says) {
    const proved = new Set();
    for (const row of rows)
        if (!row.hidden)
            row.rules.forEach((id) => proved.add(id));
    for (const rule of rules) {
        const hidden = active && !proved.has(rule.id) && !says(rule);
        if (hidden !== rule.hidden)
            rule.element.hidden = rule.hidden = hidden;
    }
}

// Rows of a closed group cost nothing until somebody opens it.
function apply(group) {
    for (const row of group.rows)
        if (row.applied !== row.hidden)
            row.element.hidden = row.applied = row.hidden;
}

function filter() {
    const { active, matches, says } = wanted();
    let count = 0;
    for (const row of rows) {
        row.hidden = !matches(row);
        count += !row.hidden;
    }
    for (const group of groups) {
        const some = group.rows.some((row) => !row.hidden);
        group.element.hidden = active && !some;
        const open = active && count <= OPEN_MAX ? some : group.open;
        if (open)
            apply(group);
        if (group.element.open !== open)
            group.element.open = open;
    }
    filterRules(active, says);
    shown.textContent = !active ? '' : count ? `${count} of ${rows.length} cases` : 'no case fits';
}

for (const input of [byText, byRule, byFamily])
    input.addEventListener('input', filter);
for (const chip of chips) {
    chip.addEventListener('click', () => {
        chip.setAttribute('aria-pressed', chip.getAttribute('aria-pressed') !== 'true');
        filter();
    });
}
document.getElementById('filter').addEventListener('submit', (event) => event.preventDefault());
document.getElementById('filter').hidden = false;

// Paper cannot be opened: what broke is printed whole.
addEventListener('beforeprint', () => {
    for (const element of all('.broken, .broken .case'))
        element.open = true;
});

all('.case[open]').forEach(drawCase);
followHash();
globalThis.loopspec = { pictures, readTrace, filter };
})();
