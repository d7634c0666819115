// Results whose every text is hostile, and whether a report of them reads as it should.
//   node hostile.cjs make SEED COUNT <RESULTS >HOSTILE     COUNT copies of the first case, texts replaced
//   node hostile.cjs json|perfetto|markdown|log FILE [COUNT [FOLDER-OF-READERS]]
// The second form exits with 1 and a sentence if the file is not what it claims to be.
const fs = require('fs');

// Pieces of what formats, terminals and CI systems take for more than text.
const pieces = [
    '<script>alert(1)</script>', '</script>', '<!--', '-->', ']]>', '<![CDATA[', '&amp;', '&#0;', '"',
    "'", '\\', '\u0001', '\u001b[2J', '\u001b]0;x\u0007', '\u009b31m', '\u202e', '\ufeff',
    '\ufffe', '\r', '\n', '\t', '\n::error::x', '::add-mask::x', '##[error]x', '##vso[task.complete]',
    '##teamcity[x]', '# SKIP', '# TODO', '\nok 1', '\nnot ok 2 - x', '\nBail out!', '\n1..0', '\n---',
    '\n...', '|', '`', '```', '[x](javascript:alert(1))', '![x](x)', '*', '_', '\n# x', '\n- x', '\n> x',
    '{{x}}', '${x}', '%s', '%0A', 'ä', '漢', '🙂', '..', '/', ' ', 'a',
];

function generator(seed) {
    let state = seed >>> 0 || 1;
    const next = (below) => {
        state ^= state << 13; state >>>= 0; state ^= state >>> 17; state ^= state << 5; state >>>= 0;
        return state % below;
    };
    return () => Array.from({ length: 1 + next(5) }, () => pieces[next(pieces.length)]).join('');
}

function make(seed, count) {
    const text = generator(seed);
    const report = JSON.parse(fs.readFileSync(0, 'utf8'));
    const about = report.suite.cases[0];
    const run = report.runs[0];
    const first = run.cases[0];
    Object.assign(report.suite.rules[0], { says: text() });
    run.version = text();
    run.command = text();
    report.suite.cases = [];
    run.cases = [];
    for (let i = 0; i < count; i++) {
        const name = `hostile/${String(i).padStart(4, '0')}`;
        report.suite.cases.push({ ...about, name, scenario: text(), expected: text(), c: text() });
        run.cases.push({
            ...first, case: name, title: text(), reason: text(), detail: text(), output: text(), replay: text(),
        });
    }
    run.summary = { ...run.summary, pass: 0, fail: count };
    process.stdout.write(JSON.stringify(report));
}

function refuse(why) {
    console.error(why);
    process.exit(1);
}

const readers = {
    json(file, count) {
        const read = JSON.parse(fs.readFileSync(file, 'utf8'));
        if (read.runs[0].cases.length !== count)
            refuse(`${read.runs[0].cases.length} cases`);
    },
    perfetto(file) {
        JSON.parse(fs.readFileSync(file, 'utf8'));
    },
    // As GitHub's Markdown renders it: no element that we did not write, no link but to where we link.
    markdown(file, count, folder) {
        const markdown = require(`${folder}/markdown-it`)({ html: true, linkify: true });
        const html = markdown.render(fs.readFileSync(file, 'utf8'));
        const bad = /<(script|img|iframe|!--)|href="javascript:|<h[1-6]>x<|<li>x<|<blockquote>/.exec(html);
        if (bad)
            refuse(`rendered: ${html.slice(Math.max(0, bad.index - 200), bad.index + 200)}`);
    },
    // A terminal, or the log of a CI system.
    log(file) {
        const text = fs.readFileSync(file, 'latin1');
        // eslint-disable-next-line no-control-regex
        const bad = /[\x00-\x08\x0b-\x1f\x7f]|^\s*::|##+[a-z]*\[/m.exec(text);
        if (bad)
            refuse(JSON.stringify(text.slice(Math.max(0, bad.index - 80), bad.index + 80)));
    },
};

const [what, ...rest] = process.argv.slice(2);
if (what === 'make')
    make(Number(rest[0]), Number(rest[1]));
else
    readers[what](rest[0], Number(rest[1]), rest[2]);
