// title "what is written in pieces is there in their order; a descriptor of one's own is written to from where it stands, and stays open"
// rules FILE-14 FILE-23 FILE-24 FILE-25
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-'));
  const name = path.join(root, 'f');
  const text = () => fs.readFileSync(name, 'utf8');
  const isOpen = (fd) => { try { return Number(fs.fstatSync(fd).ino === fs.statSync(name).ino); } catch (error) { return 0; } };
  const rejected = (label, promise) => promise.then(() => log(`${label}-fine`), (error) => log(`${label}-${error.name}`));
  const call = (label, ...args) => new Promise((resolve) => { fs[label](...args, (error, value) => { log(error ? error.code : label); resolve(value); }); });
  (async () => {
    // An iterable is written piece by piece, as the pieces come.
    async function* slow() { yield 'a'; await new Promise(setImmediate); log('between', text().length); yield Buffer.from('b'); yield 'c'; }
    await fs.promises.writeFile(name, slow());
    log(text());
    await fs.promises.writeFile(name, ['d', 'e']);
    log(text());
    const controller = new AbortController();
    const { signal } = controller;
    await rejected('aborted', fs.promises.writeFile(name, (function* pieces() { yield 'f'; controller.abort(); yield 'g'; })(), { signal }));
    log(text());
    await rejected('failed', fs.promises.writeFile(name, (function* pieces() { yield 'h'; throw new RangeError('no'); })()));
    log(text());

    // Of a descriptor what follows is written and read, and it is not closed.
    const fd = fs.openSync(name, 'r+');
    await call('writeFile', fd, 'ij');
    await call('appendFile', fd, 'kl');
    log(text(), isOpen(fd));
    const again = fs.openSync(name);
    fs.readSync(again, Buffer.alloc(1), 0, 1, null);
    log(await call('readFile', again, 'utf8'), isOpen(again));
    log('nothing-left', (await call('readFile', again)).length);
    fs.closeSync(fd);
    fs.closeSync(again);

    // A stream counts all that it has written.
    const stream = fs.createWriteStream(name, { flags: 'r+', start: 1, autoClose: false });
    await new Promise((resolve) => { stream.write('X', resolve); });
    await new Promise((resolve) => { stream.write('YZ', resolve); });
    log('written', stream.bytesWritten);
    stream.on('close', () => log('closed'));
    await new Promise((resolve) => { stream.end(resolve); });
    await new Promise(setImmediate);
    log(text(), isOpen(stream.fd) * 10 + Number(stream.destroyed));
    const { fd: left } = stream;
    await new Promise((resolve) => { stream.destroy().on('close', resolve); });
    log('left', isOpen(left));

    // A handle can be sent when nothing uses it.
    const { port1, port2 } = new MessageChannel();
    const handle = await fs.promises.open(name);
    const reader = handle.createReadStream();
    try { port1.postMessage(handle, [handle]); log('sent'); } catch (error) { log(error.name); }
    await new Promise((resolve) => { reader.resume().on('close', resolve); });
    const free = await fs.promises.open(name);
    port1.postMessage(free, [free]);
    log('free', free.fd);
    const got = await new Promise((resolve) => { port2.once('message', resolve); });
    log(await got.readFile('utf8'));
    await got.close();
    port1.close();
    fs.rmSync(root, { recursive: true });
  })();
}
