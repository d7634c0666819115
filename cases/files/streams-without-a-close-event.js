// title "a stream of a file that is not to emit close emits none, however it ends, and closes its file all the same"
// rules FILE-14
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const name = path.join(os.tmpdir(), `loopspec-silent-${process.pid}`);
  fs.writeFileSync(name, 'text');
  const parts = [
    ['written', (options) => fs.createWriteStream(name, options).end('more')],
    ['read', (options) => fs.createReadStream(name, options).resume()],
    ['write-destroyed', (options) => fs.createWriteStream(name, options).destroy()],
    ['read-destroyed', (options) => fs.createReadStream(name, options).destroy()],
    ['write-failed', (options) => fs.createWriteStream(path.join(name, 'none'), options)],
    ['read-failed', (options) => fs.createReadStream(path.join(name, 'none'), options)],
  ];
  const next = (emitClose) => {
    if (parts.length === 0) return fs.unlinkSync(name);
    const [label, make] = parts[0];
    const stream = make({ emitClose });
    let closes = 0;
    stream.on('error', () => {}).on('close', () => { closes++; });
    const end = () => {
      if (!stream.closed) return void setTimeout(end, 1);
      // The event would come in a tick.
      setImmediate(() => {
        log(label, closes);
        log('descriptor', Number(stream.fd !== null));
        if (emitClose) parts.shift();
        next(!emitClose);
      });
    };
    end();
  };
  next(false);
}
