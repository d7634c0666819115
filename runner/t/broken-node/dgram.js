// dgram.js - the page on datagram sockets, broken: their life, the order of what is sent, references.
'use strict';

const dgram = require('dgram');
const wrap = require('./wrap.js');

const { Socket } = dgram;
const proto = Socket.prototype;
const change = (name, make) => wrap(proto, name, make);
const withCallback = (name, make) => change(name, (whole) => function method(...args) {
  const last = args[args.length - 1];
  return whole.apply(this, typeof last === 'function' ? [...args.slice(0, -1), make(last)] : args);
});
const bound = (use, options = 'udp4') => {
  const socket = dgram.createSocket(options);
  socket.bind(0, '127.0.0.1', () => use(socket, socket.address().port));
};
// Send the words to a socket that prints what comes, and then close both.
const exchange = (print, ...words) => bound((receiver, port) => {
  const sender = dgram.createSocket('udp4');
  let left = words.length;
  receiver.on('message', (data) => {
    print('message', data);
    if (--left === 0) { receiver.close(); sender.close(); }
  });
  sender.on('listening', () => print('listening'));
  for (const word of words) sender.send(word, port, '127.0.0.1', () => print('sent', word));
  print('called');
});

module.exports = {
  'listening-is-not-told': {
    sentence: "The 'listening' event is emitted once the dgram.Socket is addressable and can receive data.",
    rules: ['PACKET-1'],
    change: () => wrap(proto, 'on', (whole) => function on(name, listener) { return name === 'listening' ? this : whole.call(this, name, listener); }),
    witness: (print) => { const socket = dgram.createSocket('udp4'); socket.on('listening', () => { print('listening'); socket.close(); }); socket.bind(0, () => {}); setTimeout(() => { try { socket.close(); } catch (error) { print('closed'); } }, 5); },
  },
  'close-within-the-call': {
    sentence: "The 'close' event is emitted after a socket is closed with close().",
    rules: ['PACKET-1'],
    change: () => change('close', (whole) => function close(callback) {
      if (callback) this.on('close', callback);
      this.emit('close');
      this.removeAllListeners('close');
      return whole.call(this);
    }),
    witness: (print) => bound((socket) => { socket.on('close', () => print('close')).close(); print('after'); }),
  },
  'close-callback-is-forgotten': {
    sentence: "close(): if a callback is provided, it is added as a listener for the 'close' event.",
    rules: ['PACKET-1'],
    change: () => change('close', (whole) => function close() { return whole.call(this); }),
    witness: (print) => bound((socket) => socket.close(() => print('closed'))),
  },
  'sender-is-not-told': {
    sentence: "The 'message' event is emitted with rinfo: remote address information.",
    rules: ['PACKET-1'],
    change: () => wrap.event(proto, 'message', (whole, [data]) => whole(data, {})),
    witness: (print) => bound((socket, port) => { socket.send('a', port, '127.0.0.1'); socket.on('message', (data, { size }) => { print(size); socket.close(); }); }),
  },
  'sent-in-reverse': {
    sentence: 'socket.send() broadcasts a datagram on the socket; before binding, what is sent is queued until the socket is bound.',
    rules: ['PACKET-2'],
    change: () => {
      const waiting = [];
      let turned = false;
      change('send', (whole) => function send(...args) {
        if (turned) return whole.apply(this, args);
        if (!waiting.length) setImmediate(() => { turned = true; for (const go of waiting.reverse()) go(); });
        waiting.push(() => whole.apply(this, args));
      });
    },
    witness: (print) => exchange(print, 'a', 'b'),
  },
  'sent-at-once': {
    sentence: 'An optional callback function may be specified as a way of reporting when it is safe to reuse the buf object.',
    rules: ['PACKET-2'],
    change: () => change('send', (whole) => function send(...args) {
      const callback = typeof args[args.length - 1] === 'function' && args.pop();
      whole.apply(this, args);
      if (callback) callback(null, args[0].length);
    }),
    witness: (print) => exchange(print, 'a'),
  },
  'send-callback-is-forgotten': {
    sentence: 'send(): callback is called when the message has been sent.',
    rules: ['PACKET-2'],
    change: () => withCallback('send', () => () => {}),
    witness: (print) => exchange(print, 'a'),
  },
  'closed-twice-is-fine': {
    sentence: 'Close the underlying socket and stop listening for data on it; a socket that is closed is not running.',
    rules: ['PACKET-3'],
    change: () => change('close', (whole) => function close(...args) { try { return whole.apply(this, args); } catch (error) { return this; } }),
    witness: (print) => bound((socket) => { socket.close(); try { socket.close(); print('closed'); } catch (error) { print('refused'); } }),
  },
  'closed-socket-sends': {
    sentence: 'All methods of a socket that was closed throw ERR_SOCKET_DGRAM_NOT_RUNNING.',
    rules: ['PACKET-3'],
    change: () => change('send', (whole) => function send(...args) { try { return whole.apply(this, args); } catch (error) { return undefined; } }),
    witness: (print) => bound((socket, port) => { socket.close(); try { socket.send('a', port); print('sent'); } catch (error) { print('refused'); } }),
  },
  'unref-does-nothing': {
    sentence: 'The socket.unref() method can be used to exclude a socket from the reference counting, allowing the process to exit even if the socket is still listening.',
    rules: ['PACKET-4'],
    change: () => change('unref', () => function unref() { return this; }),
    witness: (print) => bound((socket) => { socket.unref(); setTimeout(() => { print('alive'); socket.close(); }, 10).unref(); process.on('exit', () => print('exit')); }),
  },
  'ref-does-nothing': {
    sentence: 'The socket.ref() method adds the socket back to the reference counting and restores the default behavior.',
    rules: ['PACKET-4'],
    change: () => change('ref', () => function ref() { return this; }),
    witness: (print) => bound((socket) => { socket.unref().ref(); setTimeout(() => { print('alive'); socket.close(); }, 10).unref(); }),
  },
  'connect-within-the-call': {
    sentence: "Once the connection is complete, a 'connect' event is emitted and the optional callback function is called.",
    rules: ['PACKET-5'],
    change: () => change('connect', (whole) => function connect(port, host, callback) {
      this.emit('connect');
      if (callback) this.once('connect', callback);
      return whole.call(this, port, host);
    }),
    witness: (print) => bound((socket, port) => { socket.on('connect', () => { print('connect'); }); socket.connect(port, '127.0.0.1', () => socket.close()); print('after'); }),
  },
  'connected-twice-is-fine': {
    sentence: 'Trying to call connect() on an already connected socket will result in an ERR_SOCKET_DGRAM_IS_CONNECTED exception.',
    rules: ['PACKET-5'],
    change: () => change('connect', (whole) => function connect(...args) { try { return whole.apply(this, args); } catch (error) { return undefined; } }),
    witness: (print) => bound((socket, port) => socket.connect(port, '127.0.0.1', () => { try { socket.connect(port, '127.0.0.1'); print('twice'); } catch (error) { print('refused'); } socket.close(); })),
  },
  'disconnect-does-nothing': {
    sentence: 'A synchronous function that disassociates a connected dgram.Socket from its remote address.',
    rules: ['PACKET-5'],
    change: () => change('disconnect', () => () => {}),
    witness: (print) => bound((socket, port) => socket.connect(port, '127.0.0.1', () => { socket.disconnect(); try { socket.remoteAddress(); print('connected'); } catch (error) { print('none'); } socket.close(); })),
  },
  'signal-is-ignored': {
    sentence: 'If a signal is enabled, calling .abort() on the corresponding AbortController is similar to calling .close() on the socket.',
    rules: ['PACKET-6'],
    change: () => wrap(dgram, 'createSocket', (whole) => (options, ...rest) => {
      if (options && options.signal) { const { signal, ...others } = options; return whole(others, ...rest).unref(); }
      return whole(options, ...rest);
    }),
    witness: (print) => { const controller = new AbortController(); bound((socket) => { socket.on('close', () => print('close')); controller.abort(); }, { type: 'udp4', signal: controller.signal }); },
  },
  'an-old-signal-closes-nothing': {
    sentence: 'signal: an AbortSignal that may be used to close a socket.',
    rules: ['PACKET-6'],
    change: () => wrap(dgram, 'createSocket', (whole) => (options, ...more) => whole(
      options.signal && options.signal.aborted ? { ...options, signal: undefined } : options, ...more)),
    witness: (print) => {
      const socket = dgram.createSocket({ type: 'udp4', signal: AbortSignal.abort() });
      socket.on('close', () => print('close'));
      try { socket.close(); } catch ({ code }) { print(code); }
    },
  },
};
