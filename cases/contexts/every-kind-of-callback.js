// title "the store is there in callbacks of files, names, compression, random bytes, signals and children"
// rules CONTEXT-2
// layer node

const { AsyncLocalStorage } = require('async_hooks');
const { execFile } = require('child_process');
const crypto = require('crypto');
const dns = require('dns');
const fs = require('fs');
const net = require('net');
const { Readable } = require('stream');
const util = require('util');
const zlib = require('zlib');

// From Node 12.17 on.
if (AsyncLocalStorage) {
  const storage = new AsyncLocalStorage();
  const seen = [];
  const see = (name) => { if (storage.getStore() === 'store') seen.push(name); };
  const steps = {
    interval: (next) => {
      let times = 0;
      const timer = setInterval(() => {
        see('interval');
        if (++times === 3) { clearInterval(timer); next(); }
      }, 1);
    },
    refreshed: (next) => {
      let times = 0;
      const timer = setTimeout(() => {
        see('refreshed');
        if (++times === 2) next(); else timer.refresh();
      }, 1);
    },
    timeout: (next) => util.promisify(setTimeout)(1).then(() => { see('timeout'); next(); }),
    immediate: (next) => setImmediate(() => setImmediate(() => { see('immediate'); next(); })),
    tick: (next) => process.nextTick(() => process.nextTick(() => { see('tick'); next(); })),
    microtask: (next) => Promise.resolve().finally(() => { see('microtask'); next(); }),
    file: (next) => fs.promises.stat('.').then(() => fs.readFile(__filename, () => { see('file'); next(); })),
    name: (next) => dns.lookup('127.0.0.1', () => { see('name'); next(); }),
    deflated: (next) => zlib.deflate('text', () => { see('deflated'); next(); }),
    random: (next) => crypto.randomBytes(4, () => { see('random'); next(); }),
    stream: (next) => fs.createReadStream(__filename).on('close', () => { see('stream'); next(); }).resume(),
    child: (next) => execFile(process.execPath, ['-e', '0'], () => { see('child'); next(); }),
    iterated: async (next) => {
      for await (const value of Readable.from([1, 2])) see('iterated');
      next();
    },
    server: (next) => {
      const server = net.createServer(() => {}).listen(0, () => {
        see('server');
        server.close(() => { see('closed'); next(); });
      });
    },
  };
  const names = Object.keys(steps);
  const next = () => {
    const name = names.shift();
    if (!name) log('seen', seen.length);
    else storage.run('store', () => steps[name](() => storage.exit(() => { log(name, Number(seen.includes(name))); next(); })));
  };
  next();
}
