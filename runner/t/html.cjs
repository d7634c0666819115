// The HTML report in a real browser, $CHROMIUM.
// node html.cjs FOLDER-OF-READERS PAGE RESULTS WHOLE WHOLE-RESULTS LARGE
// PAGE is of a small suite with a failure and with hostile text, WHOLE of every case, LARGE of
// thousands. How quick they are, 'loopspec-bench filter' measures.
// Prints TAP points without a plan: "ok - name" or "not ok - name # why".
const fs = require('fs');
const path = require('path');
const zlib = require('zlib');
const [modules, page, results, whole, wholeResults, large] = process.argv.slice(2);
const { chromium } = require(modules + '/playwright-core');
const url = (file) => 'file://' + path.resolve(file);
const read = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));
const stored = read(results);

let failed = 0;
function point(good, name, why = '') {
    failed += !good;
    console.log(`${good ? 'ok' : 'not ok'} - ${name}` +
        (good ? '' : ` # ${String(why).replace(/\s+/g, ' ').slice(0, 300)}`));
}
const same = (got, wanted, name) => point(JSON.stringify(got) === JSON.stringify(wanted), name,
    `got ${JSON.stringify(got)}, wanted ${JSON.stringify(wanted)}`);

// A page that tells what it asked of the network and what went wrong.
async function open(browser, file, options = {}) {
    const context = await browser.newContext(options);
    const tab = await context.newPage();
    tab.asked = [];
    tab.errors = [];
    tab.on('request', (r) => tab.asked.push(r.url()));
    tab.on('console', (m) => ['error', 'warning'].includes(m.type()) && tab.errors.push(m.text()));
    tab.on('pageerror', (e) => tab.errors.push(e.message));
    await tab.goto(url(file));
    if (options.javaScriptEnabled !== false)
        await tab.waitForSelector('main', { state: 'attached' });
    return tab;
}

// What the page carries, unpacked as deflate.h and pack.h say, by other code than the page's.
function dataOf(file) {
    const text = fs.readFileSync(file, 'utf8');
    const packed = /<script type="text\/plain" id="data">([^<]*)</.exec(text)[1];
    const values = JSON.parse(zlib.inflateRawSync(Buffer.from(packed, 'base64')));
    const made = (place) => {
        const value = values[place];
        if (!Array.isArray(value))
            return value;
        const [first, ...members] = value;
        const head = made(first), all = members.map(made);
        return head === null ? all : typeof head === 'string' ? all.join(head)
            : Object.fromEntries(head.map((key, i) => [key, all[i]]));
    };
    const [report, ...cases] = made(values.length - 1);
    report.runs.forEach((run, i) => { run.cases = cases[i]; });
    return report;
}

const visible = (tab) => tab.evaluate(() => Array.from(document.querySelectorAll('.case'))
    .filter((c) => c.checkVisibility()).map((c) => c.id.slice(2)));
const cases = (run, test) => stored.runs[run].cases.filter(test).map((c) => c.case).sort();
const rowOf = (tab, name) => tab.locator(`[id="c/${name}"]`);
const follow = (tab, hash) => tab.evaluate((to) => { location.hash = to; }, hash);

async function testFilters(tab) {
    const all = stored.runs[0].cases.length;
    const shown = () => tab.textContent('#shown');
    const search = (words) => tab.fill('#by-text', words);
    await search('EARLIER of');
    same(await visible(tab), cases(0, (c) => c.title.includes('earlier of')), 'search titles');
    same(await shown(), `1 of ${all} cases`, 'and how many are left');
    await search('no such words');
    same(await shown(), 'no case fits', 'or that there are none');
    await search('timers/alo');
    same(await visible(tab), ['timers/alone'], 'search names');
    await search("'late'");
    same(await visible(tab), cases(0, (c) => c.reason.includes("'late'")), 'search reasons');
    await search('timer-1');
    same((await visible(tab)).sort(), cases(0, (c) => c.rules.includes('TIMER-1')),
        'search rules: the very one');
    same(await tab.evaluate(() => Array.from(document.querySelectorAll('#rules .group'))
        .filter((g) => g.checkVisibility()).map((g) => g.querySelector('.name').textContent)),
    ['TIMER 2 of 3 rules'], 'which leaves the rules of these cases');
    await search('');
    await tab.selectOption('#by-family', 'hostile');
    same((await visible(tab)).sort(), cases(0, (c) => c.case.startsWith('hostile/')),
        'filter by family');
    await tab.selectOption('#by-family', '');
    await tab.click('.chip.fail');
    same((await visible(tab)).sort(), cases(0, (c) => c.verdict === 'fail'), 'filter by verdict');
    await tab.click('.chip.pass');
    same((await visible(tab)).length, cases(0, (c) => ['fail', 'pass'].includes(c.verdict)).length,
        'two verdicts are either');
    await tab.click('.chip.fail');
    await tab.click('.chip.pass');
    same(await shown(), '', 'and all of it again');
}

// Nothing that was linked to hides below the bar and the heads of the columns.
const standsFree = (row) => row.locator('> summary').evaluate((e) => {
    const heads = e.closest('section').querySelector('.columns').getBoundingClientRect();
    const top = e.getBoundingClientRect().top;
    return top >= heads.bottom - 1 && top < innerHeight;
});

async function testLarge(browser) {
    const tab = await open(browser, large);
    const names = dataOf(large).runs[0].cases.map((c) => c.case);
    same(await tab.$$eval('.runs th[scope=row]', (all) => all.map((th) => th.firstChild.textContent)),
        ['reference', 'one', 'two'], 'runs of the same release are told apart by their files');
    point(/[0-9],[0-9]{3}/.test(await tab.textContent('h1')), 'a large number can be read');
    point(names.length > 3000, 'thousands of cases', names.length);
    await tab.fill('#by-text', 'equal-deadlines-by-start');
    const left = names.filter((n) => n.includes('equal-deadlines-by-start')).sort();
    point(left.length >= 3, 'of which some have a name', left.length);
    same((await visible(tab)).sort(), left, 'can be filtered');
    await tab.fill('#by-text', '');
    same(await visible(tab), [], 'and are folded away again');
    const [name] = left.slice(-1);
    await follow(tab, `#c/${name}`);
    const row = rowOf(tab, name);
    await row.waitFor();
    same(await row.locator('pre').first().isVisible(), true, 'a link opens one of them');
    same(await standsFree(row), true, 'below the heads of its columns');
    await tab.mouse.wheel(0, 600);
    await tab.waitForFunction(() => scrollY > 0);
    same(await tab.locator('#cases .columns').evaluate((e) => e.getBoundingClientRect().top >= 0 &&
        e.getBoundingClientRect().bottom < 200), true, 'which stay in view');
    await follow(tab, '#r/TIMER-9');
    await tab.locator('[id="r/TIMER-9"]').waitFor();
    same(await standsFree(tab.locator('[id="r/TIMER-9"]')), true, 'a link to a rule likewise');
    same(tab.errors, [], 'without complaints');
    await tab.context().close();
}

async function testHead(tab) {
    same(await tab.textContent('h1'), '2 of 8 results not as expected', 'the headline');
    const run = stored.runs[0];
    for (const key of ['command', 'kernel', 'machine'])
        point((await tab.textContent('.origin')).includes(run[key]), `the head says the ${key}`);
    same(await tab.locator('.broken-rules li').allTextContents(), ['TIMER-1 in 1 case'],
        'and which rules are broken');
    const passed = run.cases.filter((c) => c.verdict === 'pass').length;
    const apply = run.cases.filter((c) => c.verdict !== 'skip').length;
    point((await tab.textContent('.runs tbody tr')).includes(`${passed} of ${apply} that apply`),
        'a run is counted by what applies to it', await tab.textContent('.runs tbody tr'));
    await tab.click('.legend > summary');
    await tab.waitForSelector('.legend .badge'); // drawn when it opens
    same(await tab.locator('.legend .badge').count(), 9, 'a legend has all verdicts');
    await tab.click('.legend > summary');
}

async function testFailure(tab) {
    const failure = stored.runs[0].cases.find((c) => c.case === 'timers/reversed');
    const row = rowOf(tab, 'timers/reversed');
    same(await row.evaluate((e) => e.open), true, 'what failed is open');
    await row.locator('> summary').click();
    same(await row.locator('.rules').isVisible(), false, 'and closes');
    same((await row.locator('.why').allTextContents()).length, 1, 'it says why even so');
    point((await row.locator('.why').textContent()).includes(failure.reason), 'in the same words');
    await row.locator('> summary').click();
    same(await row.locator('.rules').isVisible(), true, 'and opens');
    const result = row.locator('.result').first();
    same(await result.locator('.timeline .bar').count(),
        failure.trace.filter((e) => e.type === 'callback').length, 'a bar for each callback');
    same(await result.locator('.timeline .tick').count(),
        failure.trace.filter((e) => e.type === 'log').length, 'a tick for each log');
    same(await result.locator('.timeline > .ring').count(), failure.broken.length,
        'the broken pair is ringed');
    same(await result.locator('.timeline .pair').count(), 1, 'and joined');
    same(await result.locator('.wanted.bad text').allTextContents(), ['late'],
        'above it is what should have come');
    const left = (selector) => result.locator(selector).first().evaluate((e) => e.getBoundingClientRect().left);
    point(await left('.wanted.bad') > await left('.timeline .bar'),
        'not before the instant of what it should have come before');
    same(await row.locator('.expected tr.bad').count(), 1, 'one expected line is broken');
    same(await row.locator('.expected th.mark').count(), 2, 'the marks of each backend have a head');
    same(await row.locator('.told pre').first().isVisible(), true, 'the broken promise is told');
    const width = () => result.locator('svg.timeline').evaluate((e) => e.getBoundingClientRect().width);
    const before = await width();
    await result.locator('.zoom button').last().click();
    point(await width() > before, 'time can be given more room', [before, await width()]);
    await result.locator('.zoom button').first().click();
    same(await width(), before, 'and less');
}

async function testPass(tab) {
    const pass = stored.runs[0].cases.find((c) => c.case === 'timers/alone');
    await follow(tab, '#c/timers/alone');
    const row = rowOf(tab, 'timers/alone');
    await row.locator('svg.timeline').first().waitFor();
    same(await row.locator('.timeline .bar').count(),
        pass.trace.filter((e) => e.type === 'callback').length, 'a link opens a case and draws it');
    same(await row.locator('.result').count(), 1, 'equal traces are there once');
}

// A page of other data than its own.
function withData(file, report) {
    const values = [null];
    const pack = (value) => {
        if (value === null || typeof value !== 'object')
            return values.push(value) - 1;
        const keys = Array.isArray(value) ? 0 : pack(Object.keys(value));
        const members = Object.values(value).map(pack);
        return values.push([keys, ...members]) - 1;
    };
    pack([report, ...report.runs.map((run) => run.cases)]);
    const data = zlib.deflateRawSync(JSON.stringify(values)).toString('base64');
    const made = file.replace('.html', '-again.html');
    fs.writeFileSync(made, fs.readFileSync(file, 'utf8')
        .replace(/(id="data">)[^<]*/, (_, before) => before + data));
    return made;
}

// A source is a link if it has an address, and that can be followed by a browser.
async function testSources(browser) {
    const report = dataOf(page);
    const addresses = ['https://docs.example/timer.html', 'javascript:hurt=1'];
    report.suite.sources.forEach((source, i) => { source.url = addresses[i]; });
    report.suite.rules.forEach((rule) => { rule.sections = rule.sources.map(() => 'Starting#start'); });
    const tab = await open(browser, withData(page, report));
    await follow(tab, '#r/TIMER-1');
    const links = tab.locator('[id="r/TIMER-1"] a.out');
    await tab.locator('[id="r/TIMER-1"] .body').waitFor();
    same(await links.evaluateAll((all) => all.map((a) => [a.textContent, a.href])),
        [['A document, Starting', 'https://docs.example/timer.html#start']],
        'a source with an address is a link to its section, a script is none');
    await tab.context().close();
}

// The labels of this case are the worst there are.
async function testHostile(tab) {
    const hostile = stored.runs[0].cases.find((c) => c.case.startsWith('hostile/'));
    await follow(tab, `#c/${hostile.case}`);
    const row = rowOf(tab, hostile.case);
    await row.locator('.fold > summary', { hasText: 'trace' }).first().click();
    same(await tab.evaluate(() => globalThis.hurt === undefined && document.scripts.length === 2),
        true, 'no label became a script');
    const shown = row.locator('table.trace td:last-child');
    await shown.first().waitFor({ state: 'attached' }); // it is drawn when the fold has opened
    const cells = await shown.allTextContents();
    for (const e of hostile.trace.filter((t) => t.type === 'log')) {
        const plain = e.label.replace(/[\x00-\x1f\x7f]/g,
            (c) => '\\x' + c.charCodeAt(0).toString(16).padStart(2, '0'));
        point(cells.includes(plain), `label ${JSON.stringify(e.label).replace(/\\/g, '%')} is shown`,
            cells);
    }
}

// Every trace of the whole suite is drawn: all events are in it, and where a case passed,
// everything that was expected stands above what was seen.
async function testDrawings(browser) {
    const tab = await open(browser, whole);
    const report = read(wholeResults);
    await tab.evaluate(() => document.querySelectorAll('#cases .group')
        .forEach((group) => { group.open = true; }));
    await tab.waitForFunction((n) => document.querySelectorAll('.case').length === n,
        report.runs[0].cases.length);
    const drawn = await tab.evaluate(() => {
        const found = {};
        for (const row of document.querySelectorAll('.case')) {
            row.open = true;
            row.fill();
            found[row.id.slice(2)] = Array.from(row.querySelectorAll('.result'), (result) => ({
                bars: result.querySelectorAll('.timeline .bar').length,
                ticks: result.querySelectorAll('.timeline .tick').length,
                bad: result.querySelectorAll('.timeline .wanted.bad').length,
                wanted: result.querySelectorAll('.timeline .wanted').length,
            }));
            row.remove();
        }
        return found;
    });
    const wrong = [], missing = [];
    let wanted = 0;
    for (const run of report.runs) {
        for (const c of run.cases) {
            const bars = c.trace.filter((e) => e.type === 'callback').length;
            const ticks = c.trace.length - bars;
            const some = drawn[c.case]?.filter((d) => d.bars === bars && d.ticks === ticks) || [];
            if (some.length === 0)
                wrong.push(c.case);
            if (c.verdict === 'pass' && some.every((d) => d.bad > 0))
                missing.push(c.case);
            wanted += some.some((d) => d.wanted > 0);
        }
    }
    same(wrong, [], 'every trace is drawn with all its events');
    same(missing, [], 'what passed lacks nothing of what was expected');
    point(wanted > 1500, 'which is drawn above nearly all of them', wanted);
    same(tab.errors, [], 'nothing complains');
    await tab.context().close();
}

// What runtimes measured of known stalls: what all agree about, and who differs.
async function testStalls(browser) {
    const report = dataOf(page);
    const answers = [{ 'no-stall.histogram': 0, 'no-stall.probe': 0, '9-ms.histogram': 0, '9-ms.probe': 1 },
        { 'no-stall.histogram': 0, 'no-stall.probe': 0, '9-ms.histogram': 1, '9-ms.probe': 1 }];
    report.runs.forEach((run, i) => {
        const like = run.cases.find((c) => c.trace.some((e) => e.type === 'log'));
        const log = like.trace.find((e) => e.type === 'log');
        run.cases.push({ ...like, case: 'performance/ten-known-stalls', verdict: 'pass', reason: '',
            trace: Object.entries(answers[i]).map(([label, value]) => ({ ...log, label, value: `${value}` })) });
    });
    const tab = await open(browser, withData(page, report));
    const rows = await tab.locator('.stalls tbody tr').evaluateAll((all) => all.map((row) =>
        Array.from(row.children, (cell) => cell.textContent).slice(0, 3)));
    same(rows.map(([name]) => name), ['no stall', '9 ms'], 'a row for each stall');
    same(rows[0].slice(1), ['no', 'no'], 'on which both agree');
    point(/^no.+: yes$/.test(rows[1][1]) && rows[1][2] === 'yes', 'or do not', rows[1].join());
    await tab.context().close();
}

// Loops plan a repeating timer differently, and the page finds out how.
async function testTimekeeping(browser) {
    const tab = await open(browser, whole, { viewport: { width: 1300, height: 900 } });
    const report = read(wholeResults);
    const policies = await tab.locator('.policies-told dt').allTextContents();
    same(policies, ['from the callback’s end', 'from the call'],
        'the timer of libuv and the interval of Node are told apart');
    same(await tab.locator('.times tbody tr').count(), report.runs.length, 'a row for each backend');
    const most = Math.max(...report.runs[0].cases.map((c) => c.figures?.starvation_ns || 0));
    point((await tab.textContent('.times tbody tr')).includes(`${most / 1e9} s`),
        'with its longest starvation', await tab.textContent('.times tbody tr'));
    await tab.context().close();
}

// Where a case is not for a loop, the cell is empty; no group says 0 of anything. The name of a
// rule means that rule, not those that begin like it.
async function testApplies(browser) {
    const tab = await open(browser, whole);
    const all = read(wholeResults).runs[0].cases;
    await tab.fill('#by-text', 'timer-1');
    same(await tab.textContent('#shown'), `${all.filter((c) => c.rules.includes('TIMER-1')).length} ` +
        `of ${all.length.toLocaleString('en-US')} cases`, 'TIMER-1 is not TIMER-10');
    await tab.fill('#by-text', '');
    const cells = await tab.locator('#cases .group > summary .cell, #rules .group > summary .cell')
        .allTextContents();
    point(cells.some((c) => c === ''), 'a cell where nothing applies is empty');
    same(cells.filter((c) => /\b0 of/.test(c)), [], 'and none says 0 of something');
    await tab.context().close();
}

async function testNarrow(browser) {
    for (const [file, name] of [[page, 'a small report'], [whole, 'a large one']]) {
        const tab = await open(browser, file, { viewport: { width: 375, height: 800 } });
        await tab.evaluate(() => {
            for (const group of Array.from(document.querySelectorAll('details')).slice(0, 30)) {
                group.open = true;
                group.fill();
            }
            for (const row of Array.from(document.querySelectorAll('.case, .rule')).slice(0, 200)) {
                row.open = true;
                row.fill();
            }
        });
        const width = await tab.evaluate(() => document.documentElement.scrollWidth);
        point(width <= 375, `${name} does not scroll sideways on a phone`, width);
        const size = await tab.evaluate(() => parseFloat(getComputedStyle(document.body).fontSize));
        point(size >= 14, 'and can be read', size);
        await tab.context().close();
    }
}

async function testPaper(browser) {
    const tab = await open(browser, page);
    await tab.emulateMedia({ media: 'print' });
    const row = rowOf(tab, 'timers/reversed');
    same(await row.locator('.told pre').first().isVisible(), true, 'paper has the broken promise');
    same(await row.locator('.timeline .bar').first().isVisible(), true, 'and its picture');
    same(await rowOf(tab, 'timers/alone').locator('.body').count(), 0, 'what is closed is not printed');
    same(await tab.locator('#filter').isVisible(), false, 'nor are filters');
    await tab.context().close();
}

async function testWithoutScript(browser) {
    const tab = await open(browser, page, { javaScriptEnabled: false });
    same(await tab.locator('#filter').count(), 0, 'without scripts there are no filters');
    for (const run of stored.runs) {
        const c = run.cases.find((one) => one.verdict === 'fail');
        const row = tab.locator('tr.fail', { hasText: c.case }).first();
        same(await row.isVisible(), true, 'but verdicts');
        point((await row.textContent()).includes(c.reason), 'and reasons', await row.textContent());
    }
    same(await tab.locator('tr').count(), stored.runs.reduce((n, run) => n + run.cases.length, 0),
        'of every result');
    await tab.context().close();
}

// axe looks at contrast, headings, names of controls and much else.
async function testAxe(browser) {
    if (!fs.existsSync(`${modules}/axe-core/axe.min.js`)) {
        console.log('ok - axe finds nothing # SKIP needs axe-core; make readers installs it');
        return;
    }
    const axe = fs.readFileSync(`${modules}/axe-core/axe.min.js`, 'utf8');
    for (const colorScheme of ['light', 'dark']) {
        for (const [file, hash] of [[page, '#c/timers/alone'], [whole, '#r/TIMER-9']]) {
            const tab = await open(browser, file, { colorScheme });
            await follow(tab, hash);
            await tab.evaluate(() => {
                for (const fold of Array.from(document.querySelectorAll('details')).slice(0, 60)) {
                    fold.open = true;
                    fold.fill();
                }
            });
            await tab.evaluate(axe);
            const bad = await tab.evaluate(async () => (await globalThis.axe.run()).violations
                .map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(' ')).join(', ')}`));
            same(bad, [], `axe finds nothing in ${path.basename(file)}, ${colorScheme}`);
            await tab.context().close();
        }
    }
}

(async () => {
    const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM, args: ['--no-sandbox'],
    });
    const { verdicts, ...carried } = dataOf(whole);
    same(carried, read(wholeResults), 'the page carries what the JSON report says');
    point(verdicts.length >= 9 && verdicts.every((v) => v.name && v.sign && v.means),
        'and what the verdicts mean');
    const tab = await open(browser, page);
    await testHead(tab);
    await testFilters(tab);
    await testFailure(tab);
    await testPass(tab);
    await testHostile(tab);
    same(tab.errors, [], 'the console is quiet');
    same(tab.asked, [url(page)], 'nothing is asked of the network');
    await testDrawings(browser);
    await testSources(browser);
    await testTimekeeping(browser);
    await testStalls(browser);
    await testApplies(browser);
    await testLarge(browser);
    const dark = await open(browser, page, { colorScheme: 'dark' });
    same(await dark.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(17, 21, 26)',
        'in the dark it is dark');
    await testNarrow(browser);
    await testPaper(browser);
    await testWithoutScript(browser);
    await testAxe(browser);
    await browser.close();
    point(true, 'the browser came to the end of it');
    process.exitCode = failed ? 1 : 0;
})().catch((e) => {
    console.log(`not ok - the test came to its end # ${String(e.message).replace(/\s+/g, ' ')}`);
    process.exit(1);
});
