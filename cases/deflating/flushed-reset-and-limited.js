// title "a flush calls back although its stream has ended; output can be limited, and what is cut short is an error"
// rules DEFLATE-4
// layer node

const zlib = require('zlib');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const turn = () => new Promise(setImmediate);
  const main = async () => {
    const ended = zlib.createGzip();
    ended.resume().on('end', () => log('end'));
    ended.end('a');
    ended.flush(() => log('flushed'));
    log('after');
    await new Promise((resolve) => ended.on('close', resolve));
    ended.flush(() => log('late'));
    log('called');
    await turn();

    const gzip = zlib.createGzip();
    gzip.resume();
    log('bytes', gzip.bytesWritten);
    await new Promise((resolve) => gzip.write('abcd', resolve));
    await new Promise((resolve) => gzip.flush(resolve));
    log('bytes', gzip.bytesWritten);
    await new Promise((resolve) => { gzip.params(0, zlib.constants.Z_DEFAULT_STRATEGY, (error) => { log('params', Number(!error)); resolve(); }); log('after'); });
    gzip.close();
    try { gzip.reset(); log('reset'); } catch { log('refused'); }

    const again = zlib.createDeflateRaw();
    let parts = [];
    again.on('data', (data) => parts.push(data));
    again.write('lost');
    await new Promise((resolve) => again.flush(resolve));
    again.reset();
    parts = [];
    await new Promise((resolve) => again.on('end', resolve).end('kept'));
    log(String(zlib.inflateRawSync(Buffer.concat(parts))));

    const big = zlib.gzipSync(Buffer.alloc(1000));
    const called = (options, data) => new Promise((resolve) => zlib.gunzip(data, options, (error, result) => resolve(error ? error.code : result.length)));
    log(await called({ maxOutputLength: 999 }, big));
    log('whole', await called({ maxOutputLength: 1000 }, big));
    try { zlib.gunzipSync(big, { maxOutputLength: 10 }); } catch ({ code }) { log(`sync-${code}`); }
    const part = big.subarray(0, big.length - 9);
    log(await called({}, part));
    log('part', Number(await called({ finishFlush: zlib.constants.Z_SYNC_FLUSH }, part) > 0));
    const torn = zlib.createGunzip();
    torn.on('error', ({ code }) => log(`stream-${code}`)).on('close', () => log('close')).resume();
    torn.end(part);
  };
  main();
}
