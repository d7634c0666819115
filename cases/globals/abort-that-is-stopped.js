// title "a listener of an abort that stops its propagation keeps it from no call of Node's"
// rules GLOBAL-15
// layer node

const dgram = require('dgram');
const events = require('events');
const http = require('http');
const net = require('net');
const { PassThrough, Readable, addAbortSignal, finished } = require('stream');
const util = require('util');

// As it is from Node 22 on.
if (Number(process.versions.node.split('.')[0]) >= 22) {
  const timers = require('timers/promises');
  const quiet = () => new Readable({ read() {} }).on('error', () => {});
  const rejected = (promise) => promise.then(() => 'fulfilled', ({ name }) => name);
  const event = (emitter, name) => new Promise((resolve) => { emitter.on(name, (value) => resolve(value ? value.name : name)); });
  const ways = {
    timeout: (signal) => rejected(timers.setTimeout(1000, 0, { signal })),
    interval: (signal) => rejected(timers.setInterval(1000, 0, { signal }).next()),
    once: (signal) => rejected(events.once(new events.EventEmitter(), 'event', { signal })),
    on: (signal) => rejected(events.on(new events.EventEmitter(), 'event', { signal }).next()),
    added: (signal) => event(addAbortSignal(signal, quiet()), 'error'),
    finished: (signal) => new Promise((resolve) => finished(quiet(), { signal }, ({ name }) => resolve(name))),
    pipeline: (signal) => rejected(require('stream/promises').pipeline(quiet(), new PassThrough().on('error', () => {}), { signal })),
    datagrams: (signal) => event(dgram.createSocket({ type: 'udp4', signal }), 'close'),
    server: (signal) => event(net.createServer().listen({ port: 0, host: '127.0.0.1', signal }), 'close'),
    question: (signal) => rejected(require('readline/promises').createInterface({ input: new PassThrough() }).question('?', { signal })),
    request: (signal) => event(http.get({ port: 9, host: 'nowhere', lookup() {}, signal }), 'error'),
    aborted: (signal) => util.aborted(signal, ways).then(() => 'aborted'),
    any: (signal) => event(new (class extends events.EventEmitter { constructor() { super(); const both = AbortSignal.any([signal]); both.onabort = () => this.emit('abort', both.reason); } })(), 'abort'),
  };
  const main = async () => {
    for (const name of Object.keys(ways)) {
      const controller = new AbortController();
      // It is the first to hear of it, and tells nobody.
      controller.signal.addEventListener('abort', (given) => given.stopImmediatePropagation());
      const heard = ways[name](controller.signal);
      setTimeout(() => controller.abort(), 5);
      log(`${name}-${await heard}`);
    }
  };
  main();
}
