// The HTML report in a real browser, $CHROMIUM.
// node html.cjs FOLDER-OF-PLAYWRIGHT PAGE RESULTS DRAWN LARGE
// DRAWN is a page whose results all count as failed, so that every picture is in it; LARGE
// has thousands of cases. How quick it is, 'loopspec bench filter' tells.
// Prints TAP points without a plan: "ok - name" or "not ok - name # why".
const fs = require('fs');
const path = require('path');
const [modules, page, results, drawn, large] = process.argv.slice(2);
const { chromium } = require(modules + '/playwright-core');
const url = (file) => 'file://' + path.resolve(file);
const stored = JSON.parse(fs.readFileSync(results, 'utf8'));

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
    return tab;
}

const visible = (tab) => tab.evaluate(() => Array.from(document.querySelectorAll('.case'))
    .filter((c) => c.checkVisibility()).map((c) => c.querySelector('.name').firstChild.textContent +
        c.querySelector('.name').childNodes[1].textContent));
const cases = (run, test) => stored.runs[run].cases.filter(test).map((c) => c.case).sort();

async function testFilters(tab) {
    const all = stored.runs[0].cases.length;
    const shown = () => tab.textContent('#shown');
    await tab.fill('#by-text', 'EARLIER of');
    same(await visible(tab), cases(0, (c) => c.title.includes('earlier of')), 'filter by text');
    same(await shown(), `1 of ${all} cases`, 'and how many are left');
    await tab.fill('#by-text', 'no such words');
    same(await shown(), 'no case fits', 'or that there are none');
    await tab.fill('#by-text', '');
    await tab.fill('#by-rule', 'timer-1');
    same((await visible(tab)).sort(), cases(0, (c) => c.rules.includes('TIMER-1')),
        'filter by rule');
    same(await tab.evaluate(() => Array.from(document.querySelectorAll('.rule'))
        .filter((r) => r.checkVisibility()).map((r) => r.querySelector('.id').textContent)),
    ['TIMER-1', 'TIMER-2'], 'which leaves the rules of these cases');
    await tab.fill('#by-rule', '');
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

// Rows, verdicts and rules of a page that keeps closed folds out of its layout.
async function testLarge(browser) {
    const tab = await open(browser, large);
    const names = await tab.evaluate(() => Array.from(document.querySelectorAll('.case .name'))
        .map((n) => n.firstChild.textContent + n.childNodes[1].textContent));
    point(names.length > 3000 && await tab.locator('main.large').count() === 1, 'thousands of cases',
        names.length);
    await tab.fill('#by-text', 'equal-deadlines-by-start');
    const left = names.filter((n) => n.includes('equal-deadlines-by-start'));
    point(left.length >= 3, 'of which some have a name', left.length);
    same(await visible(tab), left, 'can be filtered');
    await tab.fill('#by-text', '');
    same(await visible(tab), [], 'and are folded away again');
    const [name] = left.slice(-1);
    await tab.evaluate((to) => { location.hash = `#c/${to}`; }, name);
    await tab.locator(`[id="c/${name}"]`).waitFor();
    const row = tab.locator('.case', { has: tab.locator(`[id="c/${name}"]`) });
    same(await row.locator('pre').first().isVisible(), true, 'a link opens one of them');
    same(await row.locator('> summary').evaluate((e) => e.getBoundingClientRect().top >= 0), true,
        'with its name in sight');
    await tab.click('a[href="#rules"]');
    same(await tab.locator('.rule > summary').first().isVisible(), true, 'and the rules are there');
    same(tab.errors, [], 'without complaints');
    await tab.context().close();
}

async function testFailure(tab) {
    const failure = stored.runs[0].cases.find((c) => c.case === 'timers/reversed');
    const row = tab.locator('.case', { has: tab.locator('[id="c/timers/reversed"]') });
    await row.locator('> summary').click();
    same(await row.evaluate((e) => e.open), false, 'what failed is open, and closes');
    await row.locator('> summary').click();
    same(await row.locator('.rules').first().isVisible(), true, 'and opens');
    const result = row.locator('.result').first();
    same(await result.locator('.timeline .bar').count(),
        failure.trace.filter((e) => e.type === 'callback').length, 'a bar for each callback');
    same(await result.locator('.timeline .tick').count(),
        failure.trace.filter((e) => e.type === 'log').length, 'a tick for each log');
    same(await result.locator('.timeline .ring').count(), failure.broken.length,
        'the broken pair is ringed');
    same(await result.locator('.timeline .pair').count(), 1, 'and joined');
    same(await row.locator('.expected .bad').count(), 1, 'one expected line is broken');
}

async function testPass(tab) {
    const pass = stored.runs[0].cases.find((c) => c.case === 'timers/alone');
    await tab.evaluate(() => { location.hash = '#c/timers/alone'; });
    const row = tab.locator('.case', { has: tab.locator('[id="c/timers/alone"]') });
    await row.locator('svg.timeline').first().waitFor();
    same(await row.locator('.timeline .bar').count(),
        pass.trace.filter((e) => e.type === 'callback').length, 'a link opens a case and draws it');
    same(await row.locator('.result').count(), 1, 'equal traces are there once');
}

// The labels of the script case are the worst there are.
async function testHostile(tab) {
    const hostile = stored.runs[0].cases.find((c) => c.case.startsWith('hostile/'));
    same(await tab.evaluate(() => globalThis.hurt === undefined && document.scripts.length === 1),
        true, 'no label became a script');
    const text = await tab.evaluate((name) => document.getElementById(`c/${name}`)
        .closest('.case').querySelector('pre.trace').textContent, hostile.case);
    for (const e of hostile.trace.filter((t) => t.type === 'log')) {
        const plain = e.label.replace(/[\x00-\x1f\x7f]/g,
            (c) => '\\x' + c.charCodeAt(0).toString(16).padStart(2, '0'));
        point(text.split('\n').some((line) => line.endsWith('  ' + plain)),
            `label ${JSON.stringify(e.label).replace(/\\/g, '%')} is shown`, text);
    }
}

// The script draws what the program draws, for every trace there is.
async function testDrawings(tab) {
    const different = await tab.evaluate(() => {
        const bad = [];
        let count = 0;
        for (const result of document.querySelectorAll('.result')) {
            const pre = result.querySelector('pre.trace');
            if (!pre)
                continue;
            count++;
            const mine = document.createElement('template');
            const drawn = globalThis.loopspec.pictures(pre);
            mine.innerHTML = drawn.timeline + drawn.plots;
            const theirs = result.querySelector('svg.timeline').parentElement.outerHTML +
                result.querySelector('.plots').outerHTML;
            const callbacks = globalThis.loopspec.readTrace(pre).filter((e) => e.callback).length;
            if (mine.innerHTML !== theirs ||
                result.querySelectorAll('.timeline .bar').length !== callbacks)
                bad.push(result.closest('.case').querySelector('.name').textContent);
        }
        return { count, bad };
    });
    same(different.bad, [], `program and script draw the same ${different.count} pictures`);
    point(different.count > 900, 'which are those of the whole suite', different.count);
}

async function testNarrow(browser) {
    for (const [file, name] of [[page, 'a small report'], [drawn, 'a large one']]) {
        const tab = await open(browser, file, { viewport: { width: 375, height: 800 } });
        await tab.evaluate(() => document.querySelectorAll('details').forEach((d, i) => {
            d.open = i < 400;
        }));
        const width = await tab.evaluate(() => document.documentElement.scrollWidth);
        point(width <= 375, `${name} does not scroll sideways on a phone`, width);
        const size = await tab.evaluate(() => parseFloat(getComputedStyle(document.body).fontSize));
        point(size >= 14, 'and can be read', size);
        await tab.context().close();
    }
}

async function testPaper(browser) {
    const tab = await open(browser, page, { javaScriptEnabled: false });
    same(await tab.locator('.broken .told pre').first().isVisible(), false, 'a fold is closed');
    await tab.emulateMedia({ media: 'print' });
    same(await tab.locator('.broken .told pre').first().isVisible(), true,
        'but paper tells the broken promise, even without scripts');
    same(await tab.locator('.broken .timeline .bar').first().isVisible(), true,
        'paper has the picture of what failed');
    same(await tab.locator('#filter').isVisible(), false, 'and no filters');
    await tab.context().close();
}

async function testWithoutScript(browser) {
    const tab = await open(browser, page, { javaScriptEnabled: false });
    const group = tab.locator('.group', { has: tab.locator('[id="c/timers/alone"]') });
    same(await tab.locator('#filter').isVisible(), false, 'without scripts there are no filters');
    const row = group.locator('.case', { has: tab.locator('[id="c/timers/alone"]') });
    if (!await row.locator('> summary').isVisible())
        await group.locator('> summary').click();
    await row.locator('> summary').click();
    same(await row.locator('.expected').isVisible(), true, 'but cases open');
    await row.locator('.fold > summary', { hasText: 'trace' }).click();
    same(await row.locator('pre.trace').isVisible(), true, 'and traces can be read');
    same(await tab.locator('.broken svg.timeline .bar').first().isVisible(), true,
        'and what failed is drawn');
    await tab.context().close();
}

(async () => {
    const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM, args: ['--no-sandbox'],
    });
    const tab = await open(browser, page);
    await testFilters(tab);
    await testFailure(tab);
    await testPass(tab);
    await testHostile(tab);
    same(tab.errors, [], 'the console is quiet');
    same(tab.asked, [url(page)], 'nothing is asked of the network');
    const pictured = await open(browser, drawn);
    await testDrawings(pictured);
    same(pictured.errors, [], 'nor does the page of all pictures complain');
    await testLarge(browser);
    const dark = await open(browser, page, { colorScheme: 'dark' });
    same(await dark.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(17, 21, 26)',
        'in the dark it is dark');
    await testNarrow(browser);
    await testPaper(browser);
    await testWithoutScript(browser);
    await browser.close();
    process.exitCode = failed ? 1 : 0;
})().catch((e) => {
    console.log(`not ok - the test came to its end # ${String(e.message).replace(/\s+/g, ' ')}`);
    process.exit(1);
});
