// timeline.js - a trace as a picture, with the expected logs above it on the same axis.
// Lanes are phases, and the queues that a host empties between callbacks; bars are callbacks,
// ticks are logs, bands are iterations. Left means earlier. Distance is time, plus room for events
// at the same instant.

const TOP = 22, LANE = 30, BAR = 22, BOTTOM = 18, RIGHT = 12, NAMES = 84;
const SPAN = 160, FILL = 860, MARGINS = 130; // pixels for the whole time at zoom 1: at least, and with the words
const SLOT = 10, CHARACTER = 6.7, LABEL_MAX = 24;
const LABELLED_MAX = 300; // a picture of more events has no labels
const ZOOMS = [0, 0.5, 1, 2, 4, 8, 16, 32];
// The lanes and their order are those of src/trace/lanes.c.
const LANES = ['main', 'timers', 'pending', 'idle', 'prepare', 'poll', 'check', 'closing',
    'tick', 'microtask', 'handler', 'frame', 'task', 'other'];
const QUEUES_FROM = 8, OTHER = LANES.length - 1;

function findLane(name, from, to) {
    const i = LANES.indexOf(name, from);
    return i >= 0 && i < to ? i : OTHER;
}

// The label next to a bar or a tick, shortened.
function shorten(text) {
    const letters = Array.from(oneLine(text));
    return letters.length <= LABEL_MAX ? letters.join('') : `${letters.slice(0, LABEL_MAX).join('')}…`;
}

class Picture {
    constructor(result, expected, zoom) {
        this.events = result.trace.map((e, i) => ({ ...e, index: e.index ?? i,
            callback: e.type === 'callback', took: e.took_ns || 0 }));
        this.expected = expected || [];
        this.broken = result.broken || [];
        this.zoom = zoom;
        this.place = new Map(this.events.map((e, i) => [e.index, i]));
        this.labelled = this.events.length <= LABELLED_MAX;
        this.end = this.events.reduce((end, e) => Math.max(end, e.at_ns + e.took), 0);
        this.end = this.expected.reduce((end, item) => Math.max(end, item.from), this.end);
        this.findLanes();
        this.findSpots();
    }

    // The position of the callback that caused or logged an event; -1 for the main program.
    cause(e) {
        const i = e.cause > 0 ? this.place.get(e.cause - 1) ?? -1 : -1;
        return i >= 0 && this.events[i].callback ? i : -1;
    }

    findLanes() {
        this.kind = [];
        this.events.forEach((e, i) => {
            const cause = this.cause(e), queue = findLane(e.kind, QUEUES_FROM, OTHER);
            this.kind.push(!e.callback && cause >= 0 && cause < i ? this.kind[cause]
                : e.callback && queue < OTHER ? queue : findLane(e.phase, 0, QUEUES_FROM));
        });
        this.lanes = LANES.map((_, kind) => kind).filter((kind) => this.kind.includes(kind));
        this.above = this.expected.length ? LANE + 8 : 0; // height of the row of expected logs
        this.height = TOP + this.above + this.lanes.length * LANE + BOTTOM;
    }

    laneTop(lane) {
        return TOP + this.above + lane * LANE;
    }

    words(e) {
        return this.labelled ? shorten(e.value === undefined ? e.label : `${e.label}=${e.value}`) : '';
    }

    wordsExpected(item) {
        return shorten(item.value === null ? item.label : `${item.label}=${item.value}`);
    }

    // Actual and expected logs in one order: by time; a log and the line it matched are neighbours.
    merge() {
        const order = [];
        let i = 0, k = 0;
        while (i < this.events.length || k < this.expected.length) {
            const e = this.events[i], item = this.expected[k];
            const together = item && e && item.seen === i && item.from === e.at_ns;
            if (together)
                order.push({ seen: i++, expected: k++, at: e.at_ns });
            else if (item && (!e || item.from < e.at_ns ||
                    (item.from === e.at_ns && !(item.seen > i && !item.moved) && !e.callback)))
                order.push({ expected: k++, at: item.from });
            else if (item && e && item.seen < i)
                order.push({ expected: k++, at: item.from });
            else
                order.push({ seen: i++, at: e.at_ns });
        }
        return order;
    }

    stretch(time) {
        return this.end === 0 ? 0 : time / this.end * this.span * ZOOMS[this.zoom];
    }

    room(words) {
        return words ? CHARACTER * Array.from(words).length + SLOT : SLOT;
    }

    // Assigns positions from left to right. Logs of a callback lie within its bar.
    findSpots() {
        const order = this.merge();
        const words = ({ seen, expected }) => Math.max(
            this.room(seen !== undefined && this.words(this.events[seen])),
            this.room(expected !== undefined && this.wordsExpected(this.expected[expected])));
        const room = Math.min(FILL, innerWidth - NAMES - MARGINS);
        this.span = Math.max(SPAN, room - order.reduce((sum, one) => sum + words(one) + 4, 0));
        let slots = 4, open = -1;
        this.spot = [];
        for (const { seen, expected, at } of order) {
            const e = seen === undefined ? null : this.events[seen];
            if (e && open >= 0 && this.cause(e) !== open)
                open = -1;
            if (e?.callback)
                open = seen;
            if (e && (open < 0 || open === seen))
                slots += 4;
            const left = slots + this.stretch(at);
            slots += words({ seen, expected });
            const right = slots + this.stretch(at);
            if (e)
                this.spot[seen] = { left, right, lane: this.lanes.indexOf(this.kind[seen]) };
            if (expected !== undefined)
                this.expected[expected].x = left;
            if (open >= 0) {
                const o = this.events[open];
                this.spot[open].right = slots + this.stretch(o.at_ns + o.took);
            }
        }
        this.width = Math.ceil(slots + this.stretch(this.end) + RIGHT);
    }

    // ---- drawing ----

    text(x, y, name, words) {
        return svg(`text.${name}`, { x: Math.round(x), y }, words);
    }

    path(name, d) {
        return svg(`path.${name}`, { d: d.replace(/\d+\.\d+/g, (n) => Math.round(n)) });
    }

    iterations() {
        const drawn = [];
        let first = 0;
        for (let i = 1; i <= this.events.length; i++) {
            if (i < this.events.length && this.events[i].iteration === this.events[first].iteration)
                continue;
            const number = this.events[first].iteration, left = this.spot[first].left - 2;
            const right = i < this.events.length ? this.spot[i].left - 2 : this.width - RIGHT + 2;
            const words = right - left > 90 ? `iteration ${number}` : `${number}`;
            drawn.push(svg(`rect.turn${number % 2 ? '.odd' : ''}`, { x: left, y: TOP,
                width: Math.max(0, right - left), height: this.height - TOP }));
            if (number > 0 && right - left >= CHARACTER * words.length)
                drawn.push(this.text(left + 3, this.height - 5, 'time', words));
            first = i;
        }
        return drawn;
    }

    laneLines() {
        return this.lanes.map((_, lane) =>
            this.path('lane', `M0 ${this.laneTop(lane) + LANE / 2}H${this.width - RIGHT}`));
    }

    // Each new instant has a thin line, and its time if there is room for it.
    instants() {
        const spots = this.events.map((e, i) => ({ at: e.at_ns, x: this.spot[i].left }))
            .concat(this.expected.map((item) => ({ at: item.from, x: item.x })))
            .sort((a, b) => a.x - b.x);
        let free = 0, last = null;
        return spots.flatMap(({ at, x }) => {
            if (at === last)
                return [];
            last = at;
            const line = this.path('instant', `M${x} ${TOP - 4}V${this.height - BOTTOM}`);
            if (x < free)
                return [line];
            const words = instant(at);
            free = x + CHARACTER * words.length + CHARACTER;
            return [line, this.text(x, TOP - 8, 'time', words)];
        });
    }

    // The position of an instant: interpolated between the known ones around it.
    find(time) {
        let before = { time: 0, x: 0 }, after = { time: this.end, x: this.width - RIGHT };
        const narrow = (at) => {
            if (at.time <= time && at.x > before.x)
                before = at;
            if (at.time > time && at.x < after.x)
                after = at;
        };
        this.events.forEach((e, i) => {
            narrow({ time: e.at_ns, x: this.spot[i].left });
            narrow({ time: e.at_ns + e.took, x: this.spot[i].right });
        });
        if (after.time <= before.time || time < before.time)
            return before.x;
        return before.x + (time - before.time) / (after.time - before.time) * (after.x - before.x);
    }

    // A late callback has a line from the instant at which it was due.
    lateness(e, i) {
        if (!e.callback || e.due_ns === null || e.due_ns >= e.at_ns)
            return null;
        const from = this.find(e.due_ns), y = this.laneTop(this.spot[i].lane) + LANE / 2;
        return from < this.spot[i].left
            ? this.path('late', `M${from} ${y - 4}v8m0 -4H${this.spot[i].left}`) : null;
    }

    // An arrow from the callback that caused the event: above the lane if both are in it, else
    // across lanes.
    arrow(e, i) {
        const k = this.cause(e);
        if (!e.callback || k < 0 || k >= i)
            return null;
        const from = this.spot[k], to = this.spot[i];
        const x1 = Math.min(from.right, to.left), x2 = to.left;
        if (from.lane === to.lane) {
            const y = this.laneTop(to.lane) + (LANE - BAR) / 2;
            return this.path('arrow', `M${x1 - 3} ${y}Q${(x1 + x2) / 2} ${y - 11} ${x2 + 3} ${y}` +
                'm-4 -3l4 3l3 -4');
        }
        const y1 = this.laneTop(from.lane) + LANE / 2, y2 = this.laneTop(to.lane) + LANE / 2;
        const bend = x2 - x1 > 24 ? (x2 - x1) / 2 : 12;
        return this.path('arrow', `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}` +
            'm-5 -3l5 3l-5 3');
    }

    tooltip(e) {
        return svg('title', {}, `#${e.index} ${e.kind} ${oneLine(e.label)} at ${instant(e.at_ns)}` +
            (e.callback && e.due_ns !== null ? `, due ${instant(e.due_ns)}` : '') +
            (e.took > 0 ? `, took ${instant(e.took)}` : ''));
    }

    event(e, i) {
        const s = this.spot[i], top = this.laneTop(s.lane) + (LANE - BAR) / 2, words = this.words(e);
        const gap = i > 0 && e.index > this.events[i - 1].index + 1 &&
            this.path('break', `M${s.left - 3} ${TOP - 4}V${this.height - BOTTOM}`);
        const shape = e.callback
            ? svg(`g.bar.l${this.kind[i]}`, {}, svg('rect', { x: Math.round(s.left), y: top, rx: 3,
                width: Math.round(s.right - s.left), height: BAR }), this.tooltip(e))
            : svg(`g.tick.l${this.kind[i]}`, {}, this.path('mark', `M${s.left + 2} ${top}v${BAR}`),
                this.tooltip(e));
        return [gap, shape, words && this.text(s.left + (e.callback ? 5 : 6),
            this.laneTop(s.lane) + LANE / 2 + 4, e.callback ? 'handle' : 'log', words)];
    }

    // The row of expected logs: each above the log that matched it, or alone.
    expectedRow() {
        if (this.expected.length === 0)
            return null;
        const top = TOP + (LANE - BAR) / 2;
        return [svg('rect.strip', { x: 0, y: TOP, width: this.width - RIGHT + 2, height: LANE }),
            this.expected.map((item) => {
                const bad = item.missing || item.moved, words = this.wordsExpected(item);
                return svg(bad ? 'g.wanted.bad' : 'g.wanted', {},
                    this.path('mark', `M${item.x + 2} ${top}v${BAR}`),
                    this.labelled && this.text(item.x + 6, TOP + LANE / 2 + 4, 'log', words),
                    bad && svg('rect.ring', { x: Math.round(item.x) - 2, y: TOP + 2, rx: 5,
                        width: Math.round(CHARACTER * Array.from(words).length) + SLOT + 2,
                        height: LANE - 4 }),
                    svg('title', {}, `expected: ${item.text}${item.missing ? ', which did not come' : ''}`));
            })];
    }

    // Marks the event that broke the rule and the one that was expected there.
    brokenPair() {
        const at = [], drawn = [];
        for (const index of this.broken) {
            const s = this.spot[this.place.get(index)];
            if (!s)
                continue;
            drawn.push(svg('rect.ring', { x: Math.round(s.left) - 2, y: this.laneTop(s.lane) + 2, rx: 5,
                width: Math.round(s.right - s.left) + 2, height: LANE - 4 }));
            at.push({ x: (s.left + s.right) / 2, y: this.laneTop(s.lane) + LANE - 2 });
        }
        if (at.length === 2)
            drawn.push(this.path('pair', `M${at[0].x} ${at[0].y}Q${(at[0].x + at[1].x) / 2} ` +
                `${Math.max(at[0].y, at[1].y) + 16} ${at[1].x} ${at[1].y}`));
        return drawn;
    }

    draw() {
        const { width, height } = this;
        return svg('svg.timeline', { role: 'img', width, height, viewBox: `0 0 ${width} ${height}`,
            'aria-label': 'timeline of the trace; the table below has the same events' },
        this.iterations(), this.laneLines(), this.instants(), this.expectedRow(),
        this.events.map((e, i) => this.lateness(e, i)), this.events.map((e, i) => this.arrow(e, i)),
        this.events.map((e, i) => this.event(e, i)), this.brokenPair());
    }

    // The names of the lanes; they stay in view while the picture scrolls.
    names() {
        const name = (y, words) => svg('text.name', { x: 0, y: y + LANE / 2 + 4 }, words);
        return svg('svg.names', { width: NAMES, height: this.height, 'aria-hidden': 'true' },
            this.above > 0 && svg('text.name.wanted', { x: 0, y: TOP + LANE / 2 + 4 }, 'expected'),
            this.lanes.map((kind, lane) => name(this.laneTop(lane), LANES[kind])));
    }
}

// The picture with its zoom buttons. A wide one scrolls; the names of its lanes do not.
function timeline(result, expected) {
    const scroll = wide('timeline');
    const out = el('button', { type: 'button', 'aria-label': 'less room for time' }, '−');
    const into = el('button', { type: 'button', 'aria-label': 'more room for time' }, '+');
    let zoom = ZOOMS.indexOf(1);
    const show = (step) => {
        zoom = Math.max(0, Math.min(ZOOMS.length - 1, zoom + step));
        const picture = new Picture(result, expected, zoom);
        scroll.replaceChildren(picture.names(), picture.draw());
        out.disabled = zoom === 0;
        into.disabled = zoom === ZOOMS.length - 1;
    };
    out.addEventListener('click', () => show(-1));
    into.addEventListener('click', () => show(1));
    scroll.classList.add('scroll');
    show(0);
    return el('div.picture', {}, el('div.zoom', {}, el('span', {}, 'time'), out, into), scroll);
}
