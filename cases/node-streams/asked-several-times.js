// title "an iterator that is asked several times at once answers in that order, also to be left"
// rules FLOW-55
// layer node

const { Readable } = require('stream');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const part = async (name, make) => {
    const iterator = make()[Symbol.asyncIterator]();
    const asked = [iterator.next(), iterator.next(), iterator.return(), iterator.next()];
    asked.forEach((promise, index) => promise.then(({ value, done }) => log(`${name}-${index}-${done ? 'done' : value}`)));
    await Promise.all(asked);
  };
  const later = () => {
    let count = 0;
    return new Readable({ objectMode: true, read() { setTimeout(() => this.push(++count), 2); } });
  };
  part('there', () => Readable.from([1, 2, 3])).then(() => part('later', later));
}
