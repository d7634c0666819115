// title "timers and immediates that are disposed of are not called"
// rules TIMEOUT-3
// layer node

// From Node 18.18 on.
if (Symbol.dispose && setTimeout(() => {}, 1)[Symbol.dispose]) {
  process.on('exit', () => log('exit'));
  setTimeout(() => log('timeout'), 50)[Symbol.dispose]();
  setInterval(() => log('interval'), 50)[Symbol.dispose]();
  setImmediate(() => log('immediate'))[Symbol.dispose]();
  setImmediate(() => log('last'));
  setTimeout(() => log('held'), 200);
}
