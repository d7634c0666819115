// title "an open folder refuses synchronous calls while it is being read, and all calls once it is closed"
// rules FILE-20
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');

// From Node 14.5 on; it refuses as it does from 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-'));
  const names = ['a', 'b', 'c'];
  names.forEach((name) => fs.writeFileSync(path.join(root, name), ''));
  const thrown = (label, call) => { try { call(); log(`${label}-fine`); } catch (error) { log(`${label}-${error.code}`); } };
  const told = (label, then) => (error, value) => { log(error ? `${label}-${error.code}` : label, Number(Boolean(value))); if (then) then(); };
  const dir = fs.opendirSync(root, { bufferSize: 1 });
  dir.read(told('first'));
  thrown('sync-read', () => dir.readSync());
  thrown('sync-close', () => dir.closeSync());
  dir.read(told('second'));
  dir.read(told('third'));
  dir.read(told('over'));
  dir.close(told('closed', () => {
    thrown('read-after', () => dir.readSync());
    thrown('call-after', () => dir.read(() => {}));
    thrown('close-after', () => dir.closeSync());
    dir.close(told('close-again'));
    log('not-yet');
    setImmediate(iterate);
  }));
  log('script');
  const iterate = async () => {
    const other = fs.opendirSync(root);
    let count = 0;
    for await (const entry of other) count += Number(entry.isFile());
    log('entries', count);
    thrown('closed-by-the-loop', () => other.readSync());
    const left = fs.opendirSync(root);
    try { for await (const entry of left) throw new Error(entry.name && 'out'); } catch (error) { log(error.message); }
    thrown('closed-by-the-error', () => left.readSync());
    await left.close().catch(({ code }) => log(`promise-${code}`));
    fs.rmSync(root, { recursive: true });
  };
}
