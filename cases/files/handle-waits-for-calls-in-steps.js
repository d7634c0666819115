// title "closing a file handle waits for calls that ask the system several times"
// rules FILE-8
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const name = path.join(os.tmpdir(), `loopspec-steps-${process.pid}`);
  const part = async (label, flags, call) => {
    const handle = await fs.promises.open(name, flags);
    const called = call(handle).then((answer) => log(label, answer), ({ code }) => log(code));
    const closed = handle.close().then(() => log('closed', handle.fd));
    // Who closes it again waits, too.
    const again = handle.close().then(() => log('closed-again'));
    await Promise.all([called, closed, again]);
  };
  const pieces = function* pieces() { yield 'ab'; yield 'cd'; yield 'ef'; };
  const main = async () => {
    // To write piece by piece, to ask for the size and then to read.
    await part('written', 'w', (handle) => handle.writeFile(pieces()).then(() => fs.statSync(name).size));
    await part('appended', 'a', (handle) => handle.appendFile('gh').then(() => fs.statSync(name).size));
    await part('read', 'r', (handle) => handle.readFile().then(({ length }) => length));
    await part('text', 'r', (handle) => handle.readFile('utf8').then(({ length }) => length));
    fs.unlinkSync(name);
  };
  main();
}
