// title "a signal has no listener of a promised timer before, nor after it is fulfilled or aborted"
// rules PTIMER-26
// layer node

const { getEventListeners } = require('events');
const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

// Listeners of targets are listed from Node 15.2 on, intervals are there from Node 15.9 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const controller = new AbortController();
  const { signal } = controller;
  const tell = (label) => log(label, getEventListeners(signal, 'abort').length);
  (async () => {
    tell('at-first');
    const waiting = timers.setTimeout(1, 0, { signal });
    tell('timeout-waits');
    await waiting;
    tell('timeout');
    const next = timers.setImmediate(0, { signal });
    tell('immediate-waits');
    await next;
    tell('immediate');
    for await (const value of timers.setInterval(1, 0, { signal })) {
      tell('interval-waits');
      break;
    }
    tell('interval');
    const aborted = timers.setTimeout(1000, 0, { signal }).catch(({ name }) => log(name));
    controller.abort();
    await aborted;
    tell('aborted');
    await timers.setTimeout(1, 0, { signal }).catch(({ name }) => log(name));
    tell('aborted-before');
  })();
}
