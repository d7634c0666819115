// title "a thousand writes that wait for the first one are made in their order, and none is lost"
// rules FLOW-5
// layer node

const { Writable } = require('stream');

const part = (options, next) => {
  let expected = 0;
  let wrong = 0;
  const see = (chunk) => { if (chunk !== expected++) wrong++; };
  let calls = 0;
  const stream = new Writable({ objectMode: true, ...options(see) });
  for (let i = 0; i < 1000; i++) stream.write(i, () => { calls++; });
  stream.end(() => {
    log('written', expected);
    log('called', calls);
    log('wrong', wrong);
    next();
  });
};
const turn = (done) => setImmediate(done);
part((see) => ({ write(chunk, encoding, done) { see(chunk); turn(done); } }), () => {
  part((see) => ({ write(chunk, encoding, done) { see(chunk); if (chunk % 300) done(); else turn(done); } }), () => {
    part((see) => ({ write(chunk, encoding, done) { see(chunk); turn(done); }, writev(chunks, done) { for (const { chunk } of chunks) see(chunk); turn(done); } }), () => {});
  });
});
