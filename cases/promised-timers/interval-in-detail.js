// title "a promised interval that nobody waits for is cancelled by its signal; after its end or an abort it gives nothing more"
// rules PTIMER-27
// layer node
// needs exact-time

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

// From Node 15.9 on.
if (timers.setInterval) {
  const step = (label) => ({ done, value }) => log(label, Number(done) * 100 + (value || 0));
  (async () => {
    const ended = timers.setInterval(5, 7);
    await ended.next().then(step('value'));
    await ended.return(8).then(step('returned'));
    await ended.next().then(step('after'));

    const thrown = timers.setInterval(5, 7);
    await thrown.next().then(step('value'));
    await thrown.throw(new Error('left')).catch(({ message }) => log(message));
    await thrown.next().then(step('after'));

    // Those who wait are answered one after the other, a period apart.
    const asked = timers.setInterval(5, 7);
    const all = [asked.next(), asked.next(), asked.next()].map((next, i) => next.then(() => log('asked', i)));
    setTimeout(() => log('between'), 7);
    setTimeout(() => log('between'), 12);
    await Promise.all(all);
    await asked.return();

    const controller = new AbortController();
    const aborted = timers.setInterval(10, 7, { signal: controller.signal });
    await aborted.next().then(step('value'));
    controller.abort();
    setTimeout(() => log('late'), 500).unref();
    process.on('exit', () => log('exit'));
    await aborted.next().then(step('not-aborted'), ({ name }) => log(name));
    await aborted.next().then(step('after'));

    const left = new AbortController();
    await timers.setInterval(10, 7, { signal: left.signal }).next().then(step('value'));
    left.abort();
  })();
}
