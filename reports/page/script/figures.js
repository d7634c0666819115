// figures.js - the figures of one trace, as text and small plots.

const PLOT_HEIGHT = 36, PLOT_STEP = 10, PLOT_WIDTH_MAX = 240;

// Bars from left to right; the highest has the full height. Returns nothing if all are zero.
function plot(name, caption, values) {
    const most = values.reduce((a, b) => Math.max(a, b), 0);
    if (values.length < 2 || most <= 0)
        return null;
    const width = values.length * PLOT_STEP;
    const bars = values.map((value, i) => {
        const height = Math.round(value / most * PLOT_HEIGHT);
        return height > 0 ? `M${i * PLOT_STEP} ${PLOT_HEIGHT - height}v${height}h${PLOT_STEP - 2}` +
            `v-${height}z` : '';
    });
    return el('figure', {}, svg(`svg.plot.${name}`, { role: 'img', 'aria-label': caption,
        width: Math.min(width, PLOT_WIDTH_MAX), height: PLOT_HEIGHT, preserveAspectRatio: 'none',
        viewBox: `0 0 ${width} ${PLOT_HEIGHT}` }, svg('path', { d: bars.join('') })),
    el('figcaption', {}, caption));
}

// Per iteration: the time in callbacks or, if none took any, the number of callbacks.
function iterationPlot(callbacks) {
    const turns = [...Map.groupBy(callbacks.filter((e) => e.iteration > 0), (e) => e.iteration)
        .values()];
    const time = turns.map((turn) => turn.reduce((sum, e) => sum + e.took_ns, 0));
    return time.some((t) => t > 0) ? plot('busy', 'time in callbacks, by iteration', time)
        : plot('busy', 'callbacks, by iteration', turns.map((turn) => turn.length));
}

function plots(trace) {
    const callbacks = trace.filter((e) => e.type === 'callback');
    const late = callbacks.filter((e) => e.due_ns !== null)
        .map((e) => Math.max(0, e.at_ns - e.due_ns));
    return el('div.plots', {}, plot('late', 'lateness, call by call', late), iterationPlot(callbacks));
}

function figureWords(figures) {
    const words = [];
    const say = (name, value) => words.push(el('span', {}, `${name} `, el('b', {}, value)), ' ');
    if (figures.iterations !== undefined) {
        say('iterations', number(figures.iterations));
        say('busy', duration(figures.busy_ns));
        say('idle', duration(figures.idle_ns));
        say('utilization', `${(100 * figures.utilization).toFixed(1)} %`);
        say('longest without poll', `${duration(figures.starvation_ns)}, ` +
            count(figures.starvation_callbacks, 'callback'));
    }
    if (figures.tick_run > 0)
        say('ticks in a row', number(figures.tick_run));
    if (figures.microtask_run > 0)
        say('microtasks in a row', number(figures.microtask_run));
    for (const handle of figures.handles)
        if (handle.drift_ns)
            say(`drift of ${oneLine(handle.name) || 'a timer'}`, duration(handle.drift_ns));
    return words.length > 0 && el('p.figures', {}, words);
}

const SPREAD = ['min_ns', 'mean_ns', 'p50_ns', 'p99_ns', 'max_ns'];

// If everything was on time, a sentence says so instead of a table of zeros.
function spreadTable(figures) {
    const flat = (s) => !s || (s.min_ns === 0 && s.max_ns === 0);
    if (flat(figures.lateness) && flat(figures.latency))
        return null;
    const line = (name, of, s) => s && el('tr', {}, el('th', { scope: 'row' }, oneLine(name)),
        el('td', {}, of), el('td', {}, number(s.count)),
        SPREAD.map((key) => el('td', {}, duration(s[key]))));
    return wide('figures', el('table.spreads', {}, el('thead', {}, el('tr', {},
        ['handle', 'figure', 'calls', 'min', 'mean', 'p50', 'p99', 'max'].map((name) =>
            el('th', { scope: 'col' }, name)))), el('tbody', {},
        line('all timers', 'lateness', figures.lateness), line('all I/O', 'latency', figures.latency),
        figures.handles.map((h) => [line(h.name, 'lateness', h.lateness),
            line(h.name, 'latency', h.latency), line(h.name, 'period', h.period)]))));
}

const drawFigures = (result) =>
    [figureWords(result.figures), spreadTable(result.figures), plots(result.trace)];
