// title "if one of a pair is destroyed the other ends; if it fails the other is destroyed, without the error"
// rules FLOW-54
// layer node

const { duplexPair } = require('stream');

// As it is from Node 26 on.
if (Number(process.versions.node.split('.')[0]) >= 26) {
  const part = (error, next) => {
    const [one, other] = duplexPair();
    one.on('error', ({ message }) => log(`one-${message}`)).on('close', () => log('one-close'));
    other.on('error', ({ message }) => log(`other-${message}`)).on('end', () => log('other-end')).on('close', () => log('other-close'));
    other.on('data', (chunk) => log(`other-${chunk}`));
    one.write('a');
    setImmediate(() => {
      log('same', Number(one.destroy(error) === one));
      log('other-destroyed', Number(other.destroyed));
      setTimeout(() => {
        log('other-destroyed', Number(other.destroyed));
        next();
      }, 5);
    });
  };
  part(null, () => part(new Error('failed'), () => {}));
}
