// small-pages.js - the pages on diagnostics channels, on DNS and on zlib, broken.
'use strict';

const channels = require('diagnostics_channel');
const dns = require('dns');
const stream = require('stream');
const zlib = require('zlib');
const { AsyncLocalStorage } = require('async_hooks');
const wrap = require('./wrap.js');

// The class of a channel is another one when the channel has subscribers.
const idle = Object.getPrototypeOf(channels.channel('loopspec-idle'));
const active = (() => {
  const channel = channels.channel('loopspec-active');
  const nobody = () => {};
  channel.subscribe(nobody);
  const proto = Object.getPrototypeOf(channel);
  channel.unsubscribe(nobody);
  return proto;
})();
const traced = Object.getPrototypeOf(channels.tracingChannel('loopspec-traced'));
const failing = (whole) => (...args) => { const callback = args.pop(); whole(...args, (error, ...rest) => callback(error || undefined, ...rest)); };

module.exports = {
  'published-in-a-tick': {
    sentence: 'publish(): will trigger message handlers synchronously so they will execute within the same context.',
    rules: ['CHANNEL-1'],
    change: () => wrap(active, 'publish', (whole) => function publish(message) { process.nextTick(() => whole.call(this, message)); }),
    witness: (print) => { channels.subscribe('a', () => print('message')); channels.channel('a').publish({}); print('after'); },
  },
  'unsubscribed-stays': {
    sentence: 'unsubscribe(): remove a message handler previously registered to this channel.',
    rules: ['CHANNEL-1'],
    change: () => { wrap(channels, 'unsubscribe', () => () => true); },
    witness: (print) => { const handler = () => print('message'); channels.subscribe('a', handler); channels.unsubscribe('a', handler); channels.channel('a').publish({}); },
  },
  'unsubscribed-tells-nothing': {
    sentence: 'unsubscribe() returns true if the handler was found, false otherwise.',
    rules: ['CHANNEL-1'],
    change: () => wrap(channels, 'unsubscribe', (whole) => (...args) => { whole(...args); return true; }),
    witness: (print) => print(channels.unsubscribe('a', () => {})),
  },
  'subscribed-first-comes-last': {
    sentence: 'Message handlers are run in the order in which they were subscribed.',
    rules: ['CHANNEL-1'],
    change: () => {
      const all = new Map();
      wrap(channels, 'subscribe', (whole) => (name, handler) => {
        if (!all.has(name)) { all.set(name, []); whole(name, (...args) => { for (const each of all.get(name)) each(...args); }); }
        all.get(name).unshift(handler);
      });
    },
    witness: (print) => { for (const word of ['first', 'second']) channels.subscribe('a', () => print(word)); channels.channel('a').publish({}); },
  },
  'thrown-within-publish': {
    sentence: "Errors thrown in a message handler will trigger an 'uncaughtException'.",
    rules: ['CHANNEL-2'],
    change: () => wrap(channels, 'subscribe', (whole) => (name, handler) => whole(name, (...args) => { try { handler(...args); } catch (error) { process.emit('uncaughtException', error); } })),
    witness: (print) => { process.on('uncaughtException', () => print('uncaught')); channels.subscribe('a', () => { throw new Error('a'); }); channels.channel('a').publish({}); print('published'); },
  },
  'thrown-is-swallowed': {
    sentence: "Errors thrown in a message handler will trigger an 'uncaughtException'.",
    rules: ['CHANNEL-2'],
    change: () => wrap(channels, 'subscribe', (whole) => (name, handler) => whole(name, (...args) => { try { handler(...args); } catch (error) { /* swallowed */ } })),
    witness: (print) => { process.on('uncaughtException', () => print('uncaught')); channels.subscribe('a', () => { throw new Error('a'); }); channels.channel('a').publish({}); },
  },
  'stores-are-not-entered': {
    sentence: 'runStores(): applies the given data to any AsyncLocalStorage instances bound to the channel for the duration of the given function.',
    rules: ['CHANNEL-3'],
    change: () => wrap(active, 'runStores', () => function runStores(message, run, self, ...args) { this.publish(message); return run.apply(self, args); }),
    witness: (print) => { const storage = new AsyncLocalStorage(); const channel = channels.channel('a'); channel.bindStore(storage); channel.runStores({}, () => print(storage.getStore())); },
  },
  'stores-run-without-arguments': {
    sentence: 'runStores(data, fn[, thisArg[, ...args]]): the arguments are passed to the function.',
    rules: ['CHANNEL-3'],
    change: () => wrap(active, 'runStores', (whole) => function runStores(message, run, self) { return whole.call(this, message, run, self); }),
    witness: (print) => { const channel = channels.channel('a'); channel.bindStore(new AsyncLocalStorage()); channel.runStores({}, (a) => print(a), undefined, 1); },
  },
  'idle-channels-run-nothing': {
    sentence: 'runStores() runs the function also if nobody has subscribed and no store is bound.',
    rules: ['CHANNEL-3'],
    change: () => { wrap(idle, 'runStores', () => () => {}); wrap(active, 'runStores', (whole) => function runStores(...args) { return this._stores && !this._stores.size ? undefined : whole.apply(this, args); }); },
    witness: (print) => channels.channel('a').runStores({}, () => print('run')),
  },
  'end-before-the-call': {
    sentence: "traceSync(): will always produce a 'start' event and 'end' event around the execution.",
    rules: ['CHANNEL-4'],
    change: () => wrap(traced, 'traceSync', (whole) => function traceSync(run, context, self, ...args) { whole.call(this, () => {}, context, self); return run.apply(self, args); }),
    witness: (print) => { const channel = channels.tracingChannel('a'); channel.subscribe({ end: () => print('end') }); channel.traceSync(() => print('call')); },
  },
  'error-of-a-traced-call-is-silent': {
    sentence: "May produce an 'error' event if the given function throws an error.",
    rules: ['CHANNEL-4'],
    change: () => wrap(traced, 'traceSync', (whole) => function traceSync(run, ...rest) { return whole.call(this, () => { try { return run(); } catch (error) { return undefined; } }, ...rest); }),
    witness: (print) => { const channel = channels.tracingChannel('a'); channel.subscribe({ error: () => print('error') }); try { channel.traceSync(() => { throw new Error('a'); }); } catch (error) { print('thrown'); } },
  },
  'promise-is-not-traced-to-its-end': {
    sentence: "tracePromise(): will also produce an 'asyncStart' event and 'asyncEnd' event when the returned promise resolves or rejects.",
    rules: ['CHANNEL-4'],
    change: () => wrap(traced, 'tracePromise', (whole) => async function tracePromise(run, context, self, ...args) { let promise; this.traceSync(() => { promise = run.apply(self, args); }, context); return promise; }),
    witness: (print) => { const channel = channels.tracingChannel('a'); channel.subscribe({ asyncEnd: () => print('asyncEnd') }); channel.tracePromise(async () => {}); },
  },
  'lookup-at-once': {
    sentence: 'dns.lookup(): callback is called asynchronously, even for an address.',
    rules: ['LOOKUP-1'],
    change: () => wrap(dns, 'lookup', () => (name, ...rest) => { const callback = rest.pop(); const all = rest[0] && rest[0].all; if (all) callback(null, [{ address: name, family: 4 }]); else callback(null, name, 4); }),
    witness: (print) => { dns.lookup('127.0.0.1', () => print('found')); print('after'); },
  },
  'no-error-is-undefined': {
    sentence: 'dns.lookup(): on error, err is an Error object; the callback has arguments (err, address, family), err is null without one.',
    rules: ['LOOKUP-1'],
    change: () => wrap(dns, 'lookup', failing),
    witness: (print) => dns.lookup('127.0.0.1', (error) => print(String(error))),
  },
  'all-addresses-are-one': {
    sentence: 'With the all option set to true, the arguments for callback change to (err, addresses), an array of objects.',
    rules: ['LOOKUP-1'],
    change: () => wrap(dns, 'lookup', (whole) => (name, ...rest) => { const callback = rest.pop(); whole(name, ...rest, (error, addresses, family) => callback(error, addresses && addresses[0].address ? addresses[0].address : addresses, family)); }),
    witness: (print) => dns.lookup('127.0.0.1', { all: true }, (error, addresses) => print(Array.isArray(addresses))),
  },
  'failed-lookup-is-fulfilled': {
    sentence: 'dnsPromises.lookup(): on error, the Promise is rejected with an Error object.',
    rules: ['LOOKUP-2'],
    change: () => wrap(dns.promises, 'lookup', (whole) => (...args) => whole(...args).catch(() => ({}))),
    witness: (print) => dns.promises.lookup('no-name.invalid').then(() => print('fulfilled'), () => print('rejected')),
  },
  'promised-family-is-missing': {
    sentence: 'dnsPromises.lookup() is fulfilled with an object with the properties address and family.',
    rules: ['LOOKUP-2'],
    change: () => wrap(dns.promises, 'lookup', (whole) => (...args) => whole(...args).then(({ address }) => ({ address }))),
    witness: (print) => dns.promises.lookup('127.0.0.1').then(({ family }) => print(family)),
  },
  'compressed-at-once': {
    sentence: 'All zlib APIs, except those that are explicitly synchronous, use the internal threadpool.',
    rules: ['DEFLATE-1'],
    change: () => wrap(zlib, 'deflate', () => (data, ...rest) => rest.pop()(null, zlib.deflateSync(data))),
    witness: (print) => { zlib.deflate('a', () => print('done')); print('after'); },
  },
  'compressed-in-a-tick': {
    sentence: 'All zlib APIs, except those that are explicitly synchronous, use the internal threadpool.',
    rules: ['DEFLATE-1'],
    change: () => wrap(zlib, 'deflate', () => (data, ...rest) => process.nextTick(rest.pop(), null, zlib.deflateSync(data))),
    witness: (print) => { zlib.deflate('a', () => print('done')); process.nextTick(print, 'tick'); },
  },
  'nonsense-is-inflated': {
    sentence: 'Every method has a callback(error, result); decompressing what is no such data is an error.',
    rules: ['DEFLATE-1'],
    change: () => wrap(zlib, 'inflate', (whole) => (data, ...rest) => { const callback = rest.pop(); whole(data, ...rest, (error, text) => callback(null, text || Buffer.alloc(0))); }),
    witness: (print) => zlib.inflate(Buffer.from('no'), (error) => print(Boolean(error))),
  },
  'flush-calls-back-at-once': {
    sentence: 'flush(): flush pending data; calling this queues up behind previous writes.',
    rules: ['DEFLATE-2'],
    change: () => wrap(zlib.Deflate.prototype, 'flush', (whole) => function flush(...args) { const callback = args.pop(); whole.call(this, ...args); callback(); }),
    witness: (print) => { const stream = zlib.createDeflate().resume(); stream.write('a'); stream.flush(() => print('flushed')); print('after'); },
  },
  'flush-keeps-the-data': {
    sentence: 'flush(): flush pending data.',
    rules: ['DEFLATE-2'],
    change: () => wrap(zlib.Deflate.prototype, 'flush', () => function flush(...args) { setImmediate(args.pop()); }),
    witness: (print) => { const stream = zlib.createDeflate(); let size = 0; stream.on('data', (data) => { size += data.length; }); stream.write('first'); stream.flush(() => setTimeout(() => print(size > 2), 5)); },
  },
  'close-of-zlib-is-silent': {
    sentence: 'close([callback]): close the underlying handle, and call back.',
    rules: ['DEFLATE-3'],
    change: () => wrap(zlib.Gzip.prototype, 'close', (whole) => function close() { return whole.call(this); }),
    witness: (print) => zlib.createGzip().close(() => print('closed')),
  },
  'close-of-zlib-calls-back-at-once': {
    sentence: 'close([callback]): the callback comes after the call.',
    rules: ['DEFLATE-3'],
    change: () => wrap(zlib.Gzip.prototype, 'close', (whole) => function close(callback) { whole.call(this); if (callback) callback(); }),
    witness: (print) => { zlib.createGzip().close(() => print('closed')); print('after'); },
  },
  'one-resolver-for-all': {
    sentence: 'Setting the servers used for a resolver does not affect other resolvers.',
    rules: ['LOOKUP-3'],
    change: () => wrap(dns.Resolver.prototype, 'setServers', (whole) => function setServers(servers) {
      dns.setServers(servers);
      return whole.call(this, servers);
    }),
    witness: (print) => {
      new dns.Resolver().setServers(['127.0.0.9']);
      print(dns.getServers().includes('127.0.0.9'));
    },
  },
  'cancelled-in-vain': {
    sentence: 'resolver.cancel(): the corresponding callbacks will be called with an error with code ECANCELLED.',
    rules: ['LOOKUP-3'],
    change: () => wrap(dns.Resolver.prototype, 'cancel', () => () => {}),
    witness: (print) => {
      const resolver = new dns.Resolver({ timeout: 10, tries: 1 });
      resolver.setServers(['127.0.0.1:9']);
      resolver.resolve4('a.test', ({ code }) => print(code));
      resolver.cancel();
    },
  },
  'any-server-will-do': {
    sentence: 'dns.setServers(): an error will be thrown if an invalid address is provided.',
    rules: ['LOOKUP-4'],
    change: () => wrap(dns, 'setServers', (whole) => (servers) => {
      try { whole(servers); } catch (error) { if (error.code !== 'ERR_INVALID_IP_ADDRESS') throw error; }
    }),
    witness: (print) => { try { dns.setServers(['no']); print('fine'); } catch ({ code }) { print(code); } },
  },
  'always-in-one-order': {
    sentence: 'dns.getDefaultResultOrder(): get the default value for order.',
    rules: ['LOOKUP-4'],
    change: () => wrap(dns, 'getDefaultResultOrder', () => () => 'verbatim'),
    witness: (print) => { dns.setDefaultResultOrder('ipv4first'); print(dns.getDefaultResultOrder()); },
  },
  'a-flush-after-the-end-is-lost': {
    sentence: 'zlib.flush(): flush pending data.',
    rules: ['DEFLATE-4'],
    change: () => wrap(Object.getPrototypeOf(Object.getPrototypeOf(zlib.Gzip.prototype)), 'flush', (whole) => function flush(...args) {
      if (!this.writableEnded) whole.apply(this, args);
    }),
    witness: (print) => { const gzip = zlib.createGzip(); gzip.resume().end('a'); gzip.flush(() => print('flushed')); },
  },
  'no-limit-of-output': {
    sentence: 'maxOutputLength: limits output size when using convenience methods.',
    rules: ['DEFLATE-4'],
    change: () => wrap(zlib, 'gunzip', (whole) => (data, ...args) => {
      const callback = args.pop();
      whole(data, { ...args[0], maxOutputLength: undefined }, callback);
    }),
    witness: (print) => zlib.gunzip(zlib.gzipSync('text'), { maxOutputLength: 1 }, (error) => print(Boolean(error))),
  },
  'a-symbol-is-its-text': {
    sentence: 'diagnostics_channel.channel(name): name is a string or a symbol.',
    rules: ['CHANNEL-1'],
    change: () => ['channel', 'subscribe'].forEach((call) => wrap(channels, call, (whole) => (name, ...rest) => whole(String(name), ...rest))),
    witness: (print) => print(typeof channels.channel(Symbol('a')).name),
  },
  'who-unsubscribes-takes-it-from-the-next': {
    sentence: 'channel.publish(message): publish a message to any subscribers to the channel.',
    rules: ['CHANNEL-7'],
    change: () => wrap(active, 'unsubscribe', (whole) => function unsubscribe(handler) {
      const list = this._subscribers;
      const removed = whole.call(this, handler);
      // In place, so that the next one moves up while the list is gone through.
      if (removed) list.splice(list.indexOf(handler), 1);
      if (this._subscribers) this._subscribers = list;
      return removed;
    }),
    witness: (print) => {
      const channel = channels.channel('witness');
      const first = () => { print('first'); channel.unsubscribe(first); };
      channel.subscribe(first);
      channel.subscribe(() => print('second'));
      channel.publish({});
    },
  },
  'bytes-counted-again': {
    sentence: 'zlib.bytesWritten: specifies the number of bytes written to the engine before the bytes are processed.',
    rules: ['DEFLATE-5'],
    change: () => wrap.event(stream.Transform.prototype, 'data', function data(inTruth, args) {
      if ('bytesWritten' in this && (this.loopspecPieces = (this.loopspecPieces || 0) + 1) > 3) this.bytesWritten++;
      return inTruth(...args);
    }),
    witness: (print) => {
      const inflate = zlib.createInflate({ chunkSize: 64 });
      inflate.resume().on('end', () => print(inflate.bytesWritten)).end(zlib.deflateSync(Buffer.alloc(1000)));
    },
  },
  'all-of-an-address-at-once': {
    sentence: 'dns.lookup(): with the all option set to true, the arguments for callback change to (err, addresses).',
    rules: ['LOOKUP-1'],
    change: () => {
      const net = require('net');
      wrap(dns, 'lookup', (whole) => (name, options, ...rest) => {
        if (!options.all || !net.isIP(name)) return whole(name, options, ...rest);
        return rest[0](null, [{ address: name, family: net.isIP(name) }]);
      });
    },
    witness: (print) => {
      dns.lookup('127.0.0.1', { all: true }, () => print('called'));
      print('after');
    },
  },
};
