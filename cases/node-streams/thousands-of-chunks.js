// title "thousands of chunks that wait are read in order and whole, by events, calls, a loop or a pipe"
// rules FLOW-1
// layer node

const { Readable, Writable } = require('stream');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const many = 5000;
  const source = () => {
    const stream = new Readable({ objectMode: true, read() {} });
    for (let i = 0; i < many; i++) stream.push(i);
    stream.push(null);
    return stream;
  };
  const counter = () => {
    let count = 0;
    let ordered = 1;
    return {
      take: (chunk) => { if (chunk !== count++) ordered = 0; },
      tell: (label) => log(label, ordered && count === many ? 1 : 0),
    };
  };
  const parts = [
    (then) => {
      const { take, tell } = counter();
      source().on('data', take).on('end', () => { tell('by-event'); then(); });
    },
    (then) => {
      const { take, tell } = counter();
      const stream = source();
      stream.on('readable', () => { for (let chunk; (chunk = stream.read()) !== null;) take(chunk); });
      stream.on('end', () => { tell('by-call'); then(); });
    },
    async (then) => {
      const { take, tell } = counter();
      for await (const chunk of source()) take(chunk);
      tell('by-loop');
      then();
    },
    (then) => {
      const { take, tell } = counter();
      const write = (chunk, encoding, done) => { take(chunk); done(); };
      source().pipe(new Writable({ objectMode: true, write })).on('finish', () => { tell('by-pipe'); then(); });
    },
    (then) => {
      const { take, tell } = counter();
      const stream = source();
      // Two are taken and one is given back, again and again.
      stream.once('readable', () => {
        for (let chunk; (chunk = stream.read()) !== null;) {
          const second = stream.read();
          if (second !== null) stream.unshift(second);
          take(chunk);
        }
        tell('given-back');
        then();
      });
    },
  ];
  const next = () => { if (parts.length) parts.shift()(next); };
  next();
}
