// title "a helper that has its answer destroys the stream; one that is aborted or has nothing to begin with rejects"
// rules FLOW-29 FLOW-46
// layer node

const { Readable } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const from = (...values) => Readable.from(values);
  const asked = (label, call) => async (value) => { log(label, value); return call(value); };
  const ended = async (label, make) => {
    const one = from(1, 2, 3, 4);
    try {
      const value = await make(one);
      log(`${label}-is`, value === undefined ? -1 : Number(value));
    } catch ({ name }) {
      log(`${label}-${name}`);
    }
    await new Promise(setImmediate);
    log(`${label}-destroyed`, Number(one.destroyed));
  };
  const aborted = (call) => (one) => {
    const controller = new AbortController();
    setImmediate(() => controller.abort());
    return call(one, controller.signal);
  };
  const slow = (value, { signal }) => new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, 50, value);
    signal.addEventListener('abort', () => { clearTimeout(timer); reject(signal.reason); });
  });
  const endless = (one) => Object.assign(one, { _read() { setImmediate(() => one.push(1)); } });
  (async () => {
    await ended('some', (one) => one.some(asked('some', (value) => value === 2)));
    await ended('some-none', (one) => one.some(() => false));
    await ended('every', (one) => one.every(asked('every', (value) => value < 2)));
    await ended('every-all', (one) => one.every(() => true));
    await ended('find', (one) => one.find(asked('find', (value) => value > 1)));
    await ended('find-none', (one) => one.find(() => false));
    await ended('reduce', (one) => one.reduce((sum, value) => { log('add', sum * 10 + value); return sum + value; }));
    await ended('reduce-from', (one) => one.reduce((sum, value) => sum + value, 100));
    await Readable.from([]).reduce(() => 0).catch(({ name, code }) => log(`${name}${code ? '' : '-without-a-code'}`));
    log('empty-from', await Readable.from([]).reduce(() => 0, 7));
    await ended('each', (one) => one.forEach(async (value) => { if (value === 2) throw new RangeError('no'); }));
    await ended('each-aborted', aborted((one, signal) => one.forEach(slow, { signal })));
    await ended('array-aborted', aborted((one, signal) => endless(one).toArray({ signal })));
    await ended('map-throws', (one) => one.map((value) => { if (value === 3) throw new RangeError('no'); return value; }).toArray());
    await ended('map-aborted', aborted((one, signal) => one.map(slow, { signal }).toArray()));
    let inner;
    await ended('inner-signal', aborted((one, signal) => one.map((value, options) => { inner = inner || options.signal; return slow(value, options); }, { signal }).toArray()));
    log('inner-aborted', Number(inner.aborted));
    for (const limit of [0, 2, 9]) {
      log(`take-${limit}`, (await from(1, 2, 3).take(limit).toArray()).length);
      log(`drop-${limit}`, (await from(1, 2, 3).drop(limit).toArray()).length);
    }
    log('flat', (await from(1, 2).flatMap((value) => Readable.from([value, value])).toArray()).join('') * 1);
    log('filtered', (await from(1, 2, 3, 4).filter(async (value) => value % 2, { concurrency: 2 }).toArray()).join('') * 1);
    let most = 0;
    let now = 0;
    await from(1, 2, 3, 4, 5).forEach(async () => { most = Math.max(most, ++now); await new Promise(setImmediate); now--; }, { concurrency: 3 });
    log('at-a-time', most);
    const pending = new Readable({ objectMode: true, read() {} });
    pending.push(5);
    log('enough', (await pending.take(1).toArray())[0]);
  })();
}
