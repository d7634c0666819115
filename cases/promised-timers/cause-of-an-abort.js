// title "the error of a promised timer that is aborted has the reason of its signal as cause"
// rules PTIMER-21
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

// Signals have a reason from Node 17.2 on.
if (process.versions.node.split('.')[0] >= 18) {
  const tell = (label) => (error) => {
    log(label, error.cause);
    if (error.name !== 'AbortError') log('other');
  };
  const controller = new AbortController();
  const { signal } = controller;
  timers.setTimeout(50, null, { signal }).catch(tell('timeout'));
  timers.setImmediate(null, { signal }).catch(tell('immediate'));
  timers.setInterval(50, null, { signal }).next().catch(tell('interval'));
  controller.abort(7);
  timers.setTimeout(50, null, { signal }).catch(tell('aborted-before'));
}
