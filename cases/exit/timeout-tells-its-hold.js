// title "a timeout reports whether it keeps the process alive: at first it does, and after a ref"
// rules ALIVE-12
// layer node

// Timers can be asked since Node 11.
const timeout = setTimeout(() => log('timeout'), 1);
if (timeout.hasRef) {
  log('holds', Number(timeout.hasRef()));
  timeout.unref();
  log('holds', Number(timeout.hasRef()));
  timeout.ref();
  log('holds', Number(timeout.hasRef()));
}
