// title "closing a file handle waits for the calls that are under way, and can be done twice"
// rules FILE-8
// layer node

const fs = require('fs');

// From Node 15.4 on.
if (Number(process.versions.node.split('.')[0]) >= 16) {
  (async () => {
    const handle = await fs.promises.open(__filename);
    const buffer = Buffer.alloc(8);
    const read = (name) => handle.read(buffer, 0, 8, 0).then(({ bytesRead }) => log(name, bytesRead));
    const calls = [read('first'), read('second'), handle.stat().then(() => log('stat'))];
    const closed = handle.close().then(() => log('closed'));
    log('called');
    await Promise.all([...calls, closed]);
    log('fd', handle.fd);
    await handle.close();
    await read('third').catch(({ code }) => log(code));
  })();
}
