// title "a first value that is given to reduce() is used, even if it is undefined, null or 0; without one the first chunk is"
// rules FLOW-46
// layer node

const { Readable } = require('stream');

// From Node 17.5 on.
if (process.versions.node.split('.')[0] >= 18) {
  const calls = [];
  const count = (first, next) => {
    calls.push(first);
    return next;
  };
  (async () => {
    for (const first of [undefined, null, 0, '']) {
      await Readable.from([1, 2]).reduce(count, first);
      log('called', calls.length);
      log(calls[0] === first ? 'given' : 'other');
      calls.length = 0;
    }
    await Readable.from([1, 2]).reduce(count);
    log('called', calls.length);
    log(calls[0] === 1 ? 'chunk' : 'other');
    log(await Readable.from([]).reduce(count, undefined) === undefined ? 'empty' : 'other');
  })();
}
