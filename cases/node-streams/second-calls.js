// title "what a stream does if a call is repeated or comes too late"
// rules FLOW-42
// layer node

const { Readable, Writable, PassThrough } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const source = (options) => new Readable({ read() {}, ...options });
  const sink = (options) => new Writable({ write(chunk, encoding, done) { done(); }, ...options });
  const thrown = (label, call) => { try { call(); log(`${label}-fine`); } catch ({ code }) { log(`${label}-${code}`); } };
  const told = (one, name, ...events) => {
    for (const event of events) one.on(event, (error) => log(`${name}-${event}${error && error.code ? `-${error.code}` : ''}`));
    return one;
  };
  const parts = [
    function flow(next) {
      const one = told(source(), 'flow', 'pause', 'resume');
      one.resume();
      one.resume();
      setImmediate(() => {
        log('again');
        one.resume();
        setImmediate(() => { log('paused'); one.pause(); one.pause(); one.resume(); one.pause(); setImmediate(next); });
      });
    },
    function returned(next) {
      const one = source();
      log('pause', Number(one.pause() === one));
      log('resume', Number(one.resume() === one));
      log('encoding', Number(one.setEncoding('utf8') === one));
      log('unpipe', Number(one.unpipe() === one));
      log('destroy', Number(one.destroy() === one && one.destroy() === one));
      const other = sink();
      log('default-encoding', Number(other.setDefaultEncoding('latin1') === other));
      log('end', Number(other.end() === other));
      next();
    },
    function back(next) {
      const one = told(source(), 'back', 'error', 'end', 'close');
      one.push('b');
      one.unshift('a');
      one.push('c');
      one.unshift(null);
      let all = '';
      for (let chunk = one.read(); chunk !== null; chunk = one.read()) all += chunk;
      log(all);
      one.on('end', () => { log('read', Number(one.read() === null)); one.unshift('late'); });
      one.on('close', next);
    },
    function after(next) {
      const one = told(source({ autoDestroy: false }), 'after', 'error');
      one.push(null);
      log('push', Number(one.push('late')));
      const other = told(source({ autoDestroy: false, objectMode: true }), 'object', 'error');
      other.push(null);
      log('push-object', Number(other.push({})));
      const gone = told(source(), 'gone', 'data', 'error').resume().destroy();
      log('push-destroyed', Number(gone.push('late')));
      setImmediate(next);
    },
    function destroyed(next) {
      const one = told(sink({ destroy(error, done) { log(`destroy-${error.code}`); setImmediate(done, error); } }), 'destroyed', 'error', 'close');
      one.destroy(Object.assign(new Error('no'), { code: 'FIRST' }));
      one.destroy(Object.assign(new Error('no'), { code: 'SECOND' }));
      one.write('a', ({ code }) => log(`write-${code}`));
      one.on('close', () => {
        one.destroy(Object.assign(new Error('no'), { code: 'THIRD' }));
        one.write('a', ({ code }) => log(`late-write-${code}`));
        setImmediate(next);
      });
    },
    function neverEnded(next) {
      told(sink(), 'never-ended', 'finish', 'close').destroy().end((error) => { if (!error) log('ended-though-destroyed'); }).on('close', next);
    },
    function replaced(next) {
      const one = told(sink({ destroy(error, done) { done(Object.assign(new Error('no'), { code: 'OTHER' })); } }), 'replaced', 'error', 'close');
      one.destroy(Object.assign(new Error('no'), { code: 'FIRST' })).on('close', next);
    },
    function ended(next) {
      const one = told(sink(), 'ended', 'error', 'finish', 'close');
      one.end((error) => log(`end-${error ? error.code : 'fine'}`));
      one.on('finish', () => one.end(({ code }) => { log(`second-end-${code}`); }));
      one.on('close', () => one.end(({ code }) => { log(`late-end-${code}`); next(); }));
    },
    function late(next) {
      const one = told(sink(), 'late', 'error', 'finish', 'close');
      one.end();
      log('write', Number(one.write('a', ({ code }) => log(`call-${code}`))));
      one.on('close', next);
    },
    function refused(next) {
      thrown('null', () => sink().write(null));
      thrown('null-object', () => sink({ objectMode: true }).write(null));
      thrown('number', () => sink().write(1));
      thrown('number-object', () => sink({ objectMode: true }).write(1));
      thrown('encoding', () => sink().setDefaultEncoding('none'));
      thrown('bytes', () => sink().write(new Uint8Array(1)));
      next();
    },
    function piped(next) {
      const from = source();
      const to = told(new PassThrough(), 'piped', 'pipe', 'unpipe');
      from.pipe(to);
      from.unpipe(sink());
      log('still', Number(from.readableFlowing));
      from.unpipe(to);
      from.unpipe(to);
      from.pipe(to);
      from.pipe(told(sink(), 'second', 'pipe', 'unpipe'));
      from.unpipe();
      next();
    },
  ];
  const go = () => { const part = parts.shift(); if (part) part(() => setImmediate(go)); };
  go();
}
