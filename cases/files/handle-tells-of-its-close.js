// title "a file handle emits close within the call that closes it, though its calls are under way"
// rules FILE-12
// layer node

const fs = require('fs');

// From Node 15.4 on.
if (Number(process.versions.node.split('.')[0]) >= 16) {
  (async () => {
    const handle = await fs.promises.open(__filename);
    handle.on('close', () => log('close'));
    const read = handle.read(Buffer.alloc(8), 0, 8, 0).then(() => log('read'));
    const closed = handle.close().then(() => log('closed'));
    log('called');
    await read;
    await closed;
  })();
}
