// title "a promised immediate or interval whose signal was aborted before is rejected, not thrown, and holds nothing"
// rules PTIMER-21
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

const controller = new AbortController();
const { signal } = controller;
controller.abort();
const tell = (label) => [() => log('fulfilled'), (error) => log(error.name === 'AbortError' ? label : 'other')];
timers.setImmediate(1, { signal }).then(...tell('immediate'));
// From Node 15.9 on.
if (timers.setInterval) timers.setInterval(60000, 1, { signal }).next().then(...tell('interval'));
timers.setTimeout(60000, 1, { signal }).then(...tell('timeout'));
log('end');
setTimeout(() => log('late'), 50).unref();
process.on('exit', () => log('exit'));
