// title "a pipeline takes generators, waits for its last one, can be aborted and can leave its end open"
// rules FLOW-31
// layer node

const { PassThrough, Readable, Writable, pipeline } = require('stream');
const promised = require('stream').promises;

if (promised && Number(process.versions.node.split('.')[0]) >= 18) {
  const sink = () => new Writable({ objectMode: true, write(chunk, encoding, done) { log('write', chunk); setImmediate(done); } });
  (async () => {
    const last = sink();
    log('returned', Number(pipeline(Readable.from([1, 2]), last, (error) => log(error ? 'error' : 'called')) === last));
    await new Promise((resolve) => last.on('close', resolve));
    await promised.pipeline(
      async function* source() { yield 3; yield 4; },
      async function* double(values) { for await (const value of values) yield value * 2; },
      async (values) => { for await (const value of values) log('value', value); log('last'); },
    );
    log('done');
    const open = sink();
    await promised.pipeline(Readable.from([5]), open, { end: false });
    log('ended', Number(open.writableEnded));
    open.destroy();
    const controller = new AbortController();
    const [from, to] = [new PassThrough(), new PassThrough()];
    setTimeout(() => controller.abort(), 1);
    await promised.pipeline(from, to, { signal: controller.signal }).catch(({ name }) => log(name));
    log('destroyed', Number(from.destroyed && to.destroyed));
  })();
}
