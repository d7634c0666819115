// title "a helper calls its function for as many chunks at a time as it is told, one by default, and keeps their order"
// rules FLOW-29
// layer node

const { Readable } = require('stream');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const part = async (name, options, call = (stream, work) => stream[name](work, options).toArray()) => {
    let running = 0;
    let most = 0;
    let calls = 0;
    const work = async (chunk) => {
      calls++;
      most = Math.max(most, ++running);
      // The later ones are done sooner.
      await new Promise((resolve) => { setTimeout(resolve, 20 - chunk); });
      running--;
      return chunk;
    };
    const answer = await call(Readable.from([1, 2, 3, 4, 5, 6, 7, 8]), work);
    log(`${name}-most`, most);
    log(`${name}-calls`, calls);
    if (Array.isArray(answer)) log(`${name}-${answer.join('')}`);
  };
  const main = async () => {
    for (const concurrency of [undefined, 1, 2, 3, 9]) {
      await part('map', concurrency && { concurrency });
    }
    await part('filter', { concurrency: 3 });
    await part('forEach', { concurrency: 3 }, (stream, work) => stream.forEach(work, { concurrency: 3 }));
    await part('every', { concurrency: 3 }, (stream, work) => stream.every(work, { concurrency: 3 }));
    await part('flatMap', { concurrency: 3 }, (stream, work) => stream.flatMap(async (chunk) => [await work(chunk)], { concurrency: 3 }).toArray());
  };
  main();
}
