// title "a write after the end is an error"
// rules FLOW-7
// layer node

const { Writable } = require('stream');

const stream = new Writable({ write(chunk, encoding, callback) { callback(); } });
stream.on('error', (error) => log(error.code));
stream.end();
stream.write('late');
log('end');
