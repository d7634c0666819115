// title "end() of a stream that has failed or has finished reports that to its callback"
// rules FLOW-51
// layer node

const { Writable } = require('stream');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const failing = () => new Writable({ autoDestroy: false, write(chunk, encoding, done) { done(new Error('failed')); } });
  const told = (label) => (error) => { log(`${label}-${error ? error.code || error.message : 'fine'}`); };
  const one = failing().on('error', () => {
    log('error');
    one.end(told('in-the-event'));
    setImmediate(() => {
      one.end(told('later'));
      log('called');
      setImmediate(finished);
    });
  }).on('finish', () => log('no-finish')).on('close', () => log('no-close'));
  one.write('a', told('written'));

  const finished = () => {
    const two = new Writable({ autoDestroy: false, write(chunk, encoding, done) { done(); } });
    two.on('error', () => log('no-error')).on('finish', () => {
      log('finish');
      two.end(told('again'));
      log('called');
    });
    two.end('a', told('ended'));
  };
}
