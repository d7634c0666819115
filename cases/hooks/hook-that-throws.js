// title "a hook that throws ends the process, past all handlers of exceptions, and exit handlers run"
// rules HOOK-10
// layer node

const hooks = require('async_hooks');

process.on('uncaughtException', () => log('uncaught'));
process.on('exit', (code) => log(code ? 'exit' : 'exit-0'));
setTimeout(() => log('timeout'), 10);
hooks.createHook({ init: () => { throw new Error('this is expected'); } }).enable();
log('begin');
setImmediate(() => log('immediate'));
log('end');
