// title "a message keeps what a clone keeps, and nothing else; what is transferred is gone from all who had it"
// rules WORKER-42
// layer node

const major = Number(process.versions.node.split('.')[0]);

// As it is from Node 20 on.
if (major >= 20) {
  const { MessageChannel } = require('worker_threads');
  const { port1, port2 } = new MessageChannel();
  const post = (label, ...args) => {
    try {
      port1.postMessage(...args);
      log(label, 1);
    } catch (error) {
      log(error.name === 'DataCloneError' || error.code ? label : 'another-error', 0);
    }
  };
  class Foo {
    constructor() { this.own = 1; }
    get twice() { return 2; }
  }
  const value = {
    big: 10n ** 20n,
    buffer: Buffer.from('ab'),
    bytes: new Uint8Array([1, 2, 3]),
    date: new Date(5),
    error: new RangeError('text'),
    foo: new Foo(),
    hidden: Object.defineProperty({}, 'name', { value: 1, enumerable: false }),
    getter: { get number() { return 7; } },
    map: new Map([[1, { two: 2 }]]),
    nothing: undefined,
    pattern: /a+/gi,
    set: new Set([3]),
    [Symbol('name')]: 1,
  };
  value.self = value;
  post('posted', value);
  // Cloned at once, whatever happens to it later.
  value.map.clear();
  value.bytes.fill(0);
  value.date.setTime(6);

  const memory = new ArrayBuffer(10);
  const views = [new Uint8Array(memory), new Uint16Array(memory, 2, 2)];
  post('moved', { view: views[1] }, [memory]);
  log('left', memory.byteLength + views[0].length + views[1].length);
  const unnamed = new ArrayBuffer(4);
  post('moved-and-not-named', 8, [unnamed]);
  log('left-of-it', unnamed.byteLength);
  const shared = new SharedArrayBuffer(4);
  post('shared-memory-in-a-list', shared, [shared]);
  const twice = new ArrayBuffer(4);
  post('listed-twice', twice, [twice, twice]);
  log('left-of-that', twice.byteLength);
  post('function', () => {});
  post('symbol', Symbol('name'));
  post('promise', Promise.resolve());
  post('weak', new WeakMap());
  // Up to Node 20 it was an empty object, and memory that had been moved could be listed again.
  if (major >= 25) post('url', new URL('https://example.org'));
  if (major >= 25) post('moved-again', 1, [memory]);
  post('port-without-a-list', new MessageChannel().port1);
  post('own-port', 1, [port1]);

  port2.once('message', (clone) => {
    const tell = (label, flag) => log(label, Number(flag));
    tell('circle', clone.self === clone);
    tell('big', clone.big === 10n ** 20n);
    tell('buffer', !Buffer.isBuffer(clone.buffer) && clone.buffer instanceof Uint8Array && clone.buffer[1] === 98);
    tell('bytes', clone.bytes.join() === '1,2,3');
    tell('date', clone.date.getTime() === 5);
    tell('error', clone.error instanceof RangeError && clone.error.message === 'text');
    tell('plain', !(clone.foo instanceof Foo) && clone.foo.own === 1 && clone.foo.twice === undefined);
    tell('hidden', 'name' in clone.hidden);
    tell('getter', Object.getOwnPropertyDescriptor(clone.getter, 'number').value === 7);
    tell('map', clone.map.get(1).two === 2);
    tell('undefined', 'nothing' in clone && clone.nothing === undefined);
    tell('pattern', String(clone.pattern) === '/a+/gi');
    tell('set', clone.set.has(3));
    tell('symbols', Object.getOwnPropertySymbols(clone).length);
    port2.once('message', ({ view }) => {
      log('view', view.length * 100 + view.buffer.byteLength);
      port2.once('message', (number) => {
        log('number', number);
        port2.close();
      });
    });
  });
}
