// title "pushing after the end is an error"
// rules FLOW-37
// layer node

const { Readable } = require('stream');

const stream = new Readable({ read() {} });
stream.on('error', (error) => log(error.code));
stream.on('data', () => log('data'));
stream.push(null);
stream.push('a');
