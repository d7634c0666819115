// The picture of a failure in the README, from its row down to the timeline of its first run.
// node picture.cjs FOLDER-OF-READERS PAGE CASE FILE
const path = require('path');
const [modules, page, name, file] = process.argv.slice(2);
const { chromium } = require(path.resolve(modules, 'playwright-core'));

(async () => {
    const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'],
    });
    const tab = await browser.newPage({ viewport: { width: 1000, height: 1200 } });
    await tab.goto(`file://${path.resolve(page)}#c/${name}`);
    const row = tab.locator(`[id="c/${name}"]`);
    const timeline = row.locator('svg').first();
    await timeline.waitFor();
    const [top, bottom] = [await row.boundingBox(), await timeline.boundingBox()];
    await tab.screenshot({ path: file, fullPage: true, clip: {
        x: top.x, y: top.y + await tab.evaluate(() => scrollY), width: top.width,
        height: bottom.y + bottom.height - top.y,
    } });
    await browser.close();
})();
