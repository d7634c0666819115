// timekeeping.js - how each backend keeps time: the figures of its timers over all cases, and when
// a repeating timer fires next after a callback that took long.

// ---- figures over the suite ----

// The largest value() of a run's results, and the case that it comes from.
function worst(rows, run, value) {
    let most = null;
    for (const row of rows) {
        const found = row.cells[run]?.figures && value(row.cells[run].figures);
        if (found !== undefined && found !== null && (!most || found > most.ns))
            most = { ns: found, row };
    }
    return most;
}

function meanLateness(rows, run) {
    let calls = 0, sum = 0;
    for (const row of rows) {
        const late = row.cells[run]?.figures?.lateness;
        calls += late ? late.count : 0;
        sum += late ? late.count * late.mean_ns : 0;
    }
    return { calls, mean: calls ? sum / calls : 0 };
}

const mostDrift = (figures) => figures.handles.reduce((most, handle) =>
    (handle.drift_ns === undefined ? most : Math.max(most ?? -Infinity, handle.drift_ns)), undefined);

function timesRow(report, run, i, shared) {
    const at = (most, more = '') => most && [duration(most.ns), more,
        most.ns > 0 && el('small', {}, caseLink(most.row))];
    const { calls, mean } = meanLateness(report.rows, i);
    if (calls === 0)
        return el('tr', {}, el('th', { scope: 'row' }, run.full),
            el('td.soft', { colspan: 6 }, 'not measured: only what its programs log is seen of it'));
    const starved = worst(report.rows, i, (figures) => figures.starvation_ns);
    return el('tr', {}, el('th', { scope: 'row' }, run.full),
        el('td', {}, number(calls)), el('td', {}, duration(mean)),
        el('td', {}, duration(meanLateness(shared, i).mean)),
        el('td', {}, at(worst(report.rows, i, (figures) => figures.lateness?.max_ns))),
        el('td', {}, at(worst(report.rows, i, mostDrift))),
        el('td', {}, starved ? at(starved, ', ' + count(starved.row.cells[i].figures.starvation_callbacks,
            'callback')) : el('span.soft', {}, 'it does not show phases')));
}

function timesTable(report) {
    const measured = report.runs.map((_, i) => i)
        .filter((i) => meanLateness(report.rows, i).calls > 0);
    const shared = report.rows.filter((row) =>
        measured.every((i) => row.cells[i]?.figures?.lateness));
    return [
        el('p', {}, 'Lateness is how long after its due instant a timer was called; drift is the sum of ' +
            'that over the calls of one timer; starvation is the longest stretch in which the loop did not ' +
            'look for I/O. Most of it is the work that the cases make callbacks do: compare backends by ' +
            `the ${count(shared.length, 'case')} with timers that all of those measured here ran.`),
        wide('timekeeping of each backend', el('table.times', {}, el('thead', {}, el('tr', {},
            ['backend', 'timer calls', 'late, on average', 'in the shared cases', 'latest call',
                'most drift of a timer', 'longest starvation'].map((name) =>
                el('th', { scope: 'col' }, name)))),
        el('tbody', {}, report.runs.map((run, i) => timesRow(report, run, i, shared)))))];
}

// ---- a repeating timer after late calls ----

// Cases in which a timer of this period logs `call`, perhaps works for a while, and logs `end`.
const PROBES = [
    { name: 'any/repeating-timer-after-late-calls', what: 'timer' },
    { name: 'node-drift/interval-after-late-calls', what: 'setInterval' },
];
const PERIOD = 50e6;
// How far a call may be from its predicted time. On the real clock a busy machine makes it later.
const EARLY = PERIOD / 10, LATE = { virtual: PERIOD / 10, real: PERIOD * 0.4 };

// Each policy predicts the next call from the last one. `beat` is the time for which the timer was
// planned; a policy may change it. All times are in ns.
const POLICIES = [
    { name: 'from the call',
        says: 'a period after the call began, or at once if the callback took longer',
        next: (call) => Math.max(call.begin + PERIOD, call.end) },
    { name: 'from the callback’s end',
        says: 'a period after the callback ended, so every callback shifts the rest by what it takes',
        next: (call) => call.end + PERIOD },
    { name: 'keeps the grid, drops what it missed',
        says: 'on the next multiple of the period',
        next: (call, state) => {
            do
                state.beat += PERIOD;
            while (state.beat < call.end);
            return state.beat;
        } },
    { name: 'keeps the grid, makes up for what it missed',
        says: 'one call for every multiple of the period, at once if it is late',
        next: (call, state) => Math.max(state.beat += PERIOD, call.end) },
    { name: 'keeps the grid, one call for all that it missed',
        says: 'on the multiples of the period; what a long callback missed is one call at its end',
        next: (call, state) => {
            state.beat += PERIOD;
            if (state.beat >= call.end)
                return state.beat;
            while (state.beat + PERIOD <= call.end)
                state.beat += PERIOD;
            return call.end;
        } },
    { name: 'keeps the grid until a beat is missed',
        says: 'on the multiples of the period; a late call may be followed by one at once, which begins ' +
            'a new grid',
        next: (call, state) => Math.max(state.beat = Math.max(state.beat + PERIOD, call.begin),
            call.end) },
    { name: 'keeps the grid, but work lengthens the wait',
        says: 'it plans for the multiples of the period, and waits from the end of the callback as long ' +
            'as it should have waited from its beginning',
        next: (call, state) => {
            state.beat += PERIOD;
            if (state.beat < call.begin)
                state.beat = call.begin + PERIOD;
            return call.end + state.beat - call.begin;
        } },
];

const UNKNOWN = 'none of the known policies';

function readCalls(trace) {
    const calls = [];
    for (const e of trace) {
        if (e.type === 'log' && e.label === 'call')
            calls.push({ begin: e.at_ns, end: e.at_ns });
        else if (e.type === 'log' && e.label === 'end' && calls.length)
            calls[calls.length - 1].end = e.at_ns;
    }
    return calls;
}

// The policy that predicts every call, given the calls before it.
function findPolicy(calls, clock) {
    return POLICIES.find(({ next }) => {
        const state = { beat: calls[0].begin };
        return calls.slice(1).every((call, i) => {
            const off = call.begin - next(calls[i], state);
            return off >= -EARLY && off <= LATE[clock];
        });
    });
}

function readProbes(report) {
    return PROBES.flatMap(({ name, what }) => {
        const row = report.rows.find((one) => one.name === name);
        return !row ? [] : report.runs.flatMap((run, i) => {
            const calls = row.cells[i] ? readCalls(row.cells[i].trace) : [];
            return calls.length < 2 ? [] : [{ run, what, row, calls, policy: findPolicy(calls, run.clock) }];
        });
    });
}

// On a narrow page the names stand above the bars.
const POLICY_WIDE = { names: 270, width: 960, row: 40, bars: 10 };
const POLICY_NARROW = { names: 16, width: 340, row: 70, bars: 40 };
const POLICY_TOP = 24;

// A row for each case: bars are callbacks, dotted lines the beats of a timer that is never late.
function policyPicture(probes) {
    const form = innerWidth < POLICY_WIDE.width ? POLICY_NARROW : POLICY_WIDE;
    const end = Math.max(...probes.flatMap(({ calls }) => calls.map((call) => call.end)));
    const x = (ns) => form.names + Math.round(ns / (end + PERIOD / 2) * (form.width - form.names));
    const height = POLICY_TOP + probes.length * form.row + 4;
    const beats = Array.from({ length: Math.floor(end / PERIOD) }, (_, i) => (i + 1) * PERIOD);
    const labelled = form === POLICY_NARROW ? 2 : 1; // beats per label
    return svg('svg.policies', { role: 'img', width: form.width, height,
        viewBox: `0 0 ${form.width} ${height}`, 'aria-label': 'calls of a repeating timer of 50 ms ' +
            'on each backend; the list below names how each goes on' },
    beats.map((beat, i) => [svg('path.beat', { d: form === POLICY_WIDE
        ? `M${x(beat)} ${POLICY_TOP - 6}V${height}`
        : probes.map((_, row) => `M${x(beat)} ${POLICY_TOP + row * form.row + form.bars - 4}v28`).join('') }),
        i % labelled === labelled - 1 &&
            svg('text.time', { x: x(beat), y: 12, 'text-anchor': 'middle' }, instant(beat))]),
    probes.map(({ run, what, calls, policy }, row) => {
        const y = POLICY_TOP + row * form.row, top = y + form.bars;
        return [svg('path.grid', { d: `M0 ${y}H${form.width}` }),
            svg('text', { x: 0, y: y + 17 }, `${run.full} `, svg('tspan.time', {}, what)),
            svg('text.policy', { x: 0, y: y + 32 }, policy ? policy.name : UNKNOWN),
            calls.map((call, i) => [call.end > call.begin && svg('rect.work', { x: x(call.begin), y: top,
                width: Math.max(1, x(call.end) - x(call.begin)), height: 20 }),
            svg('path.call', { d: `M${x(call.begin)} ${top - 4}v28` },
                svg('title', {}, `called at ${instant(call.begin)}`)),
            i > 0 && call.begin === calls[i - 1].begin && svg('text.time', { x: x(call.begin) + 5,
                y: top + 14 }, 'twice')])];
    }));
}

function policySection(report) {
    const probes = readProbes(report);
    if (probes.length === 0)
        return null;
    const told = Map.groupBy(probes, ({ policy }) => policy);
    return [el('h3', {}, 'A repeating timer after late calls'),
        el('p', {}, 'A timer of 50 ms. The first callback works for 20 ms, the third for 130 ms, the others ' +
            'not at all: ', [...new Set(probes.map(({ row }) => row))].map((row, i) =>
            [i > 0 && ', ', caseLink(row)]), '.'),
        wide('calls of a repeating timer', policyPicture(probes)),
        el('dl.policies-told', {}, [...told].map(([policy, alike]) => el('div', {},
            el('dt', {}, policy ? policy.name : UNKNOWN),
            el('dd', {}, policy && `${policy.says}: `, el('b', {}, alike.map(({ run, what }) =>
                `${run.full} (${what})`).join(', '))))))];
}

function drawTimekeeping(report) {
    const measured = report.runs.some((_, i) => meanLateness(report.rows, i).calls > 0);
    const policies = policySection(report), stalls = stallsSection(report);
    return (measured || policies || stalls) && el('section', { id: 'timekeeping' },
        el('h2', {}, 'Timekeeping'), policies, measured && [policies &&
            el('h3', {}, 'Lateness, drift and starvation over all cases'), timesTable(report)], stalls);
}
