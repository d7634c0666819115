// title "a stream of a file emits open, then ready, its data, end and close"
// rules FILE-5
// layer node

const fs = require('fs');

const stream = fs.createReadStream(process.execPath, { end: 9 });
stream.on('close', () => log('close'));
stream.on('end', () => log('end'));
stream.on('data', (chunk) => log('data', chunk.length));
stream.on('ready', () => log('ready'));
stream.on('open', () => log('open'));
log('made');
