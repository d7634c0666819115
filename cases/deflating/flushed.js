// title "a flush gives what was written so far, calls back after it, and what follows comes later"
// rules DEFLATE-2
// layer node

const zlib = require('zlib');

const deflate = zlib.createDeflate();
const inflate = zlib.createInflate();
deflate.on('data', (data) => inflate.write(data));
inflate.on('data', (data) => log(String(data)));
deflate.on('end', () => log('end'));
deflate.write('first');
deflate.flush(() => {
  log('flushed');
  setTimeout(() => deflate.end('second'), 5);
});
log('after');
