// title "a stream reads the part of a file that its options name, and without autoClose it never closes"
// rules FILE-9
// layer node

const fs = require('fs');

// From Node 14 on a stream destroys itself.
if (Number(process.versions.node.split('.')[0]) >= 14) {
  const stream = fs.createReadStream(__filename, { start: 1, end: 4, highWaterMark: 3 });
  stream.on('data', (data) => log('data', data.length)).on('end', () => log('end'));
  stream.on('close', () => {
    log('close');
    log('bytes', stream.bytesRead);
    const open = fs.createReadStream(__filename, { end: 0, autoClose: false });
    open.on('data', (data) => log('data', data.length)).on('close', () => log('closed'));
    open.on('end', () => setTimeout(() => {
      log('still', Number(typeof open.fd === 'number' && !open.destroyed));
      open.destroy();
      log('destroyed');
    }, 5));
  });
}
