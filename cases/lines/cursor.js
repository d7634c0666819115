// title "the calls that move a cursor call back once, after the call, and say whether to wait; those of a Readline wait for its commit"
// rules LINE-10
// layer node

const { Writable } = require('stream');
const readline = require('readline');

// As it is from Node 18 on.
if (process.versions.node.split('.')[0] >= 18) {
  const main = async () => {
    let isSlow = true;
    const stream = new Writable({
      highWaterMark: 1,
      write(chunk, encoding, done) {
        log('bytes', chunk.length);
        if (isSlow) setImmediate(done);
        else done();
      },
    });
    const call = (name, ...args) => new Promise((resolve) => {
      const go = readline[name](stream, ...args, () => { log(name); resolve(); });
      log('room', Number(go));
    });
    await call('cursorTo', 1, 1);
    await call('moveCursor', 1, 0);
    await call('clearLine', 0);
    await call('clearScreenDown');

    isSlow = false;
    const { Readline } = require('readline/promises');
    const own = new Readline(stream);
    own.cursorTo(0, 0).clearLine(0);
    log('queued');
    await own.commit();
    log('committed');
    own.clearScreenDown().rollback().moveCursor(0, 1);
    await own.commit();
    log('end');
    own.clearLine(1);
    await own.commit();
    log('once');
    new Readline(stream, { autoCommit: true }).cursorTo(0, 0).clearLine(0);
    log('uncommitted');
  };
  main();
}
