// title "a stream that is paused gives no data until it is resumed"
// rules FLOW-2
// layer node

const { Readable } = require('stream');

const stream = new Readable({ read() {} });
for (const chunk of ['a', 'b', 'c']) stream.push(chunk);
stream.push(null);
stream.on('data', (chunk) => {
  log(`data-${chunk}`);
  if (String(chunk) !== 'a') return;
  stream.pause();
  setTimeout(() => {
    log('resume');
    stream.resume();
  }, 5);
});
stream.on('end', () => log('end'));
