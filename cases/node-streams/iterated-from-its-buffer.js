// title "iterating begins with what is buffered"
// rules FLOW-12
// layer node

const { Readable } = require('stream');

const stream = new Readable({ read() {} });
stream.push('a');
setTimeout(async () => {
  setTimeout(() => {
    stream.push('b');
    stream.push(null);
  }, 5);
  let text = '';
  for await (const chunk of stream) text += chunk;
  log(text);
}, 5);
