// title "a compressing stream that is closed calls back and emits close, and nothing comes from it any more"
// rules DEFLATE-3
// layer node

const zlib = require('zlib');

if (Number(process.versions.node.split('.')[0]) >= 14) {
  const gzip = zlib.createGzip();
  gzip.on('data', () => log('data')).on('end', () => log('end')).on('close', () => log('close'));
  gzip.write('text');
  gzip.close(() => log('closed'));
  log('after');
  setTimeout(() => {
    gzip.write('more', (error) => log(error ? 'refused' : 'written'));
  }, 5);
  gzip.on('error', () => {});
}
