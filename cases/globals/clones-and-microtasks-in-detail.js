// title "clones are deep and whole or throw; microtasks come in order without arguments, and only functions can be queued"
// rules GLOBAL-10
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const tell = (label, flag) => log(label, Number(flag));
  const attempt = (act) => {
    try {
      return act();
    } catch (error) {
      return error;
    }
  };
  const value = { list: [1, { two: 2 }], date: new Date(5), map: new Map([[{ a: 1 }, new Set([2])]]), text: 'a' };
  value.self = value;
  const clone = structuredClone(value);
  value.list[1].two = 3;
  value.date.setTime(6);
  tell('deep', clone.list[1].two === 2 && clone.list !== value.list);
  tell('date', clone.date.getTime() === 5);
  tell('map', [...clone.map][0][0].a === 1 && [...clone.map][0][1].has(2));
  tell('circle', clone.self === clone);
  tell('primitive', structuredClone(5) === 5 && structuredClone(null) === null && structuredClone(undefined) === undefined);
  for (const wrong of [() => {}, Symbol('a'), { act() {} }, Promise.resolve()]) {
    tell('refused', attempt(() => structuredClone(wrong)).name === 'DataCloneError');
  }
  const buffer = new ArrayBuffer(8);
  const copied = structuredClone(buffer);
  tell('copied', copied !== buffer && copied.byteLength + buffer.byteLength === 16);
  const view = new Uint8Array(buffer);
  const moved = structuredClone({ view }, { transfer: [buffer] });
  tell('moved', moved.view.length === 8 && view.length === 0 && buffer.byteLength === 0);

  tell('answer', queueMicrotask((...args) => log('first', args.length), 1, 2) === undefined);
  Promise.resolve().then(() => log('second'));
  queueMicrotask(() => {
    log('third');
    process.nextTick(() => log('tick-of-a-microtask'));
    queueMicrotask(() => log('fourth'));
  });
  process.nextTick(() => log('tick'));
  setImmediate(() => log('immediate'));
  for (const wrong of [undefined, null, 5, {}]) {
    tell('no-function', attempt(() => queueMicrotask(wrong)).code === 'ERR_INVALID_ARG_TYPE');
  }
  log('end');

  // The globals are those of the modules.
  const threads = require('worker_threads');
  tell('globals', ['MessageChannel', 'MessagePort', 'BroadcastChannel'].every((name) => global[name] === threads[name]));
}
