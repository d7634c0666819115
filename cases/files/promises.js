// title "a promised file call is fulfilled or rejected after the code around it"
// rules FILE-4
// layer node

const { promises } = require('fs'); // From Node 10 on.

promises.stat('.').then((stats) => log(stats.isDirectory() ? 'found' : 'other'))
  .then(() => promises.stat(`${__filename}.missing`))
  .then(() => log('fulfilled'), (error) => log(error.code));
process.nextTick(() => log('tick'));
log('end');
