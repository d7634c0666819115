// title "what a file handle answers, how it ends, and what keeps or closes it"
// rules FILE-8 FILE-15
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');

const [major, minor] = process.versions.node.split('.').map(Number);
// As it is from Node 24.3 on; before it a folder cannot be disposed of twice.
if (major > 24 || (major === 24 && minor >= 3)) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-'));
  const name = path.join(root, 'f');
  const open = (flags) => fs.promises.open(name, flags);
  const state = (label, handle) => log(label, handle.fd > 2 ? 1 : handle.fd);
  (async () => {
    const one = await open('w+');
    state('open', one);
    log('wrote', (await one.write('abcdef')).bytesWritten);
    const buffer = Buffer.alloc(4);
    const { bytesRead, buffer: same } = await one.read(buffer, 0, 4, 1);
    log(`read-${buffer}`, bytesRead * 10 + Number(same === buffer));
    log('at-the-end', (await one.read(buffer, 0, 4, 6)).bytesRead);
    log('writev', (await one.writev([Buffer.from('x'), Buffer.from('y')], 0)).bytesWritten);
    log('readv', (await one.readv([Buffer.alloc(9)], 0)).bytesRead);
    log('stat', (await one.stat()).size);
    await one.truncate(3);
    log('truncated', (await one.stat()).size);
    one.on('close', () => log('event'));
    const [first, second] = [one.close(), one.close()];
    await first;
    await second;
    state('closed', one);
    log('third', Number(await one.close() === undefined));
    for (const call of ['stat', 'read', 'sync', 'readFile']) await one[call]().catch(({ code }) => log(`${call}-${code}`));

    const two = await open();
    log(`all-${await two.readFile('utf8')}`);
    log('read-on', (await two.readFile()).length);
    const disposal = two[Symbol.asyncDispose]();
    log('promise', Number(disposal instanceof Promise));
    await disposal;
    state('disposed', two);

    fs.writeFileSync(name, 'a\nb\nc');
    const three = await open();
    const lines = [];
    for await (const line of three.readLines()) lines.push(line);
    log(lines.join('-'));
    state('read-by-lines', three);

    const four = await open();
    const stream = four.createReadStream({ autoClose: false });
    for await (const chunk of stream) log('chunk', chunk.length);
    state('stream-over', four);
    await four.close();

    const five = await open();
    five.createReadStream().resume().on('end', () => log('stream-end'));
    await new Promise((resolve) => { five.on('close', resolve); });
    await new Promise(setImmediate);
    state('closed-by-its-stream', five);

    const six = await open('r+');
    const writer = six.createWriteStream({ start: 1 });
    writer.end('Z');
    await new Promise((resolve) => { writer.on('close', resolve); });
    state('closed-by-its-writer', six);
    log(fs.readFileSync(name, 'utf8').replace(/\n/g, '-'));
    await open('wx').catch(({ code }) => log(code));

    // Folders are closed by the loop over them, by hand and by disposal.
    fs.writeFileSync(path.join(root, 'g'), '');
    const folder = await fs.promises.opendir(root);
    for await (const entry of folder) { log('entry', Number(entry.isFile())); break; }
    await folder.close().catch(({ code }) => log(code));
    const other = await fs.promises.opendir(root);
    let entries = 0;
    while (await other.read() !== null) entries++;
    log('entries', entries);
    log('over', Number(await other.read() === null));
    await other[Symbol.asyncDispose]();
    await other.read().catch(({ code }) => log(code));
    try { other.closeSync(); } catch ({ code }) { log(code); }
    await other[Symbol.asyncDispose]();
    other[Symbol.dispose]();
    log('disposed-again');
    fs.rmSync(root, { recursive: true });
  })();
}
