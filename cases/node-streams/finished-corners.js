// title "finished() also calls back later for a stream that is over, for one side alone, and not once it is told to forget"
// rules FLOW-10
// layer node

const { Duplex, Readable, finished } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const over = Readable.from([]);
  over.on('close', () => {
    finished(over, (error) => log(error ? 'error' : 'over'));
    log('later');
    const stream = new Duplex({ read() {}, write(chunk, encoding, done) { done(); } });
    finished(stream, { readable: false }, (error) => log(error ? 'error' : 'written'));
    finished(stream, { writable: false }, (error) => log(error ? 'error' : 'read'));
    finished(stream, (error) => log(error ? 'error' : 'both'));
    const forget = finished(stream, () => log('forgotten'));
    forget();
    stream.end();
    setTimeout(() => { log('push'); stream.push(null); stream.resume(); }, 1);
  });
  over.resume();
}
