// title "ref() and unref() that are called again have no effect, whatever they are called on"
// rules ALIVE-41
// layer node

const dgram = require('dgram');
const net = require('net');
const { MessageChannel } = (() => { try { return require('worker_threads'); } catch (error) { return {}; } })();

process.on('exit', () => log('exit'));
// What is referenced twice is held until it is done, and unreferenced at once.
const twice = (one, name) => { one[name](); one[name](); };
const parts = [
  (next) => { const one = setImmediate(() => { log('immediate'); next(); }); twice(one, 'ref'); },
  (next) => { const one = setImmediate(() => { log('immediate-again'); next(); }); twice(one, 'unref'); one.ref(); },
  (next) => { const one = setTimeout(() => { log('timeout'); next(); }, 2); twice(one, 'ref'); },
  (next) => { const one = setTimeout(() => { log('timeout-again'); next(); }, 2); twice(one, 'unref'); one.ref(); },
  // These stay. Only the last word counts, or they would hold the process.
  (next) => { const one = setInterval(() => {}, 1000); twice(one, 'ref'); one.unref(); next(); },
  (next) => net.createServer().listen(0, '127.0.0.1', function listening() { twice(this, 'ref'); this.unref(); next(); }),
  (next) => { const one = dgram.createSocket('udp4').bind(0, '127.0.0.1', () => { twice(one, 'ref'); one.unref(); next(); }); },
  (next) => {
    if (!MessageChannel) return next();
    const { port1 } = new MessageChannel();
    port1.on('message', () => {});
    twice(port1, 'ref');
    port1.unref();
    next();
  },
  // And those are held by one call.
  (next) => {
    const server = net.createServer((socket) => socket.end()).listen(0, '127.0.0.1', () => {
      twice(server, 'unref');
      server.ref();
      net.connect(server.address().port, '127.0.0.1').resume().on('close', () => server.close(() => { log('server'); next(); })).unref();
    });
  },
];
const go = () => { const part = parts.shift(); if (part) part(go); else log('done'); };
go();
