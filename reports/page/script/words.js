// words.js - numbers as people read them.

const UNITS = [[86400e9, 'days'], [60e9, 'min'], [1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']];

// The unit for a time in ns; zero is "0 ms".
const unitOf = (ns) => UNITS.find(([size]) => Math.abs(ns) >= size) || UNITS[3];

// Rounded to three figures: 82.4 ms, 1.5 s, -3 ms.
function duration(ns) {
    const [size, name] = unitOf(ns);
    return `${Number((ns / size).toPrecision(3))} ${name}`;
}

// To the nanosecond: traces are compared.
function instant(ns) {
    const [size, name] = ns >= 60e9 ? UNITS[2] : unitOf(ns);
    return `${Number((ns / size).toFixed(9))} ${name}`;
}

const FORMAT = new Intl.NumberFormat('en-US');
const number = (n) => FORMAT.format(n);
const count = (n, one, many = `${one}s`) => `${number(n)} ${n === 1 ? one : many}`;

// "a, b and 7 more"
function listSome(words, most) {
    return words.length <= most + 1 ? words.join(', ')
        : `${words.slice(0, most).join(', ')} and ${words.length - most} more`;
}

// The text on one line, with the escapes that the terminal output uses.
const oneLine = (text) => text.replace(/\n/g, '\\x0a').replace(/\t/g, '\\x09');
