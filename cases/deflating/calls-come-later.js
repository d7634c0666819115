// title "the callback of a compression comes later with the result or an error; the synchronous call returns it"
// rules DEFLATE-1
// layer node

const zlib = require('zlib');

zlib.deflate('text', (error, deflated) => {
  log('error', Number(error !== null));
  log('same', Number(deflated.equals(zlib.deflateSync('text'))));
  zlib.inflate(deflated, (failed, text) => log('text', Number(String(text) === 'text')));
  zlib.inflate(Buffer.from('nonsense'), ({ code }) => log(code));
  log('called');
});
process.nextTick(() => log('tick'));
log('after');
log('back', Number(String(zlib.gunzipSync(zlib.gzipSync('text'))) === 'text'));
