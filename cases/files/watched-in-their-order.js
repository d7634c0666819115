// title "an iterated watcher gives the changes that came meanwhile in their order"
// rules FILE-11
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');

// As it is from Node 24 on; an older one may stay when it is aborted with changes in its queue.
if (Number(process.versions.node.split('.')[0]) >= 24) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-'));
  const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
  const make = (...names) => { for (const name of names) fs.mkdirSync(path.join(root, name)); };
  (async () => {
    const controller = new AbortController();
    const changes = fs.promises.watch(root, { signal: controller.signal });
    const first = changes.next();
    await pause(5);
    make('a');
    log((await first).value.filename);
    // They wait in the queue until they are asked for.
    make('b', 'c');
    await pause(5);
    make('d');
    await pause(5);
    log('asked');
    for (let left = 3; left; left--) log((await changes.next()).value.filename);
    controller.abort();
    await changes.next().catch(({ name }) => log(name));
    fs.rmSync(root, { recursive: true });
  })();
}
