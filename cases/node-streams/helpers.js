// title "the helpers of a stream keep the order of its chunks, whatever their callbacks wait for"
// rules FLOW-29
// layer node

const { Readable } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 18) {
  const wait = (ms, value) => new Promise((resolve) => setTimeout(resolve, ms, value));
  const from = (...values) => Readable.from(values);
  (async () => {
    let busy = 0;
    const mapped = from(3, 1, 2).map(async (value) => { log('busy', ++busy); await wait(value); busy--; return value * 10; }, { concurrency: 2 });
    for await (const value of mapped) log('mapped', value);
    for (const value of await from(1, 2, 3, 4).filter((number) => wait(5 - number, number % 2 === 0)).toArray()) log('even', value);
    await from(1, 2).forEach(async (value) => { await wait(1); log('each', value); });
    log('reduced', await from(1, 2, 3).reduce((sum, value) => sum * 10 + value));
    log('found', await from(1, 2, 3).find((value) => value > 1));
    log('some', Number(await from(1, 2, 3).some((value) => { log('asked', value); return value === 2; })));
    log('every', Number(await from(1, 2, 3).every((value) => value < 3)));
    for await (const value of from(1, 2, 3, 4).drop(1).take(2)) log('middle', value);
    for await (const value of from(1, 2).flatMap((number) => [number, -number])) log('flat', value);
  })();
}
