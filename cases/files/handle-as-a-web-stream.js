// title "a file handle is read as one web stream, and closed at its end only if that is asked for"
// rules FILE-19
// layer node

// As it is from Node 23.8 on.
if (Number(process.versions.node.split('.')[0]) >= 24) {
  const fs = require('fs');
  const os = require('os');
  const path = require('path');
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-'));
  const name = path.join(root, 'f');
  const thrown = (label, call) => { try { call(); log(`${label}-fine`); } catch (error) { log(`${label}-${error.code}`); } };
  const state = (label, handle) => log(label, handle.fd > 2 ? 1 : handle.fd);
  const read = async (stream) => { let text = ''; for await (const chunk of stream) text += Buffer.from(chunk); log(text); };
  (async () => {
    fs.writeFileSync(name, 'abc');
    const one = await fs.promises.open(name);
    const stream = one.readableWebStream();
    log('stream', Number(stream instanceof ReadableStream));
    thrown('second', () => one.readableWebStream());
    await read(stream);
    await new Promise(setImmediate);
    state('open', one);
    await one.close();
    state('closed', one);
    thrown('after-the-close', () => one.readableWebStream());

    const two = await fs.promises.open(name);
    const told = new Promise((resolve) => { two.on('close', resolve); });
    await read(two.readableWebStream({ autoClose: true }));
    await told;
    state('closed-by-it', two);

    const three = await fs.promises.open(name);
    const closing = three.close();
    thrown('closing', () => three.readableWebStream());
    await closing;

    const four = await fs.promises.open(name);
    thrown('refused', () => four.readableWebStream({ autoClose: 1 }));
    await four.close();
    const five = await fs.promises.open(name);
    await five.readableWebStream({ autoClose: true }).cancel();
    state('cancelled', five);
    fs.rmSync(root, { recursive: true });
  })();
}
