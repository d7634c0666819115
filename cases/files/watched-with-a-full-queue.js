// title "an iterated watcher keeps as many changes as its queue holds, then drops them or throws, as it was told"
// rules FILE-21
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');

// As it is from Node 24 on; an older one may stay when it is aborted with changes in its queue.
if (Number(process.versions.node.split('.')[0]) >= 24) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-'));
  process.on('warning', ({ message }) => log(message.includes('maxQueue') ? 'warned' : message));
  const refused = async (label, options) => { try { await fs.promises.watch(root, options).next(); log(`${label}-fine`); } catch (error) { log(`${label}-${error.code || error.name}`); } };
  const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
  let count = 0;
  const make = (files) => { for (let i = 0; i < files; i++) fs.closeSync(fs.openSync(path.join(root, `f${count++}`), 'w')); };
  const watch = async (label, overflow) => {
    const controller = new AbortController();
    const changes = fs.promises.watch(root, { maxQueue: 4, overflow, signal: controller.signal });
    const first = changes.next();
    await pause(5);
    make(1);
    log(`${label}-${(await first).value.eventType}`);
    await pause(5);
    make(9);
    await pause(5);
    // What was dropped does not come later.
    let kept = 0;
    setTimeout(() => controller.abort(new Error('enough')), 10);
    try { for await (const { eventType } of changes) kept += Number(eventType.length > 0); } catch (error) { log(`${label}-${error.code}${error.cause ? `-${error.cause.message}` : ''}`); }
    log(`${label}-kept`, kept);
  };
  (async () => {
    await watch('drops', 'ignore');
    await watch('throws', 'error');
    await refused('overflow', { overflow: 'never' });
    await refused('throw', { overflow: 'throw' });
    await refused('queue', { maxQueue: 'a' });
    await refused('aborted', { signal: AbortSignal.abort() });
    fs.rmSync(root, { recursive: true });
  })();
}
