// title "an immediate reports whether it keeps the process alive: after its call it does not"
// rules ALIVE-12
// layer node

const immediate = setImmediate(() => log('immediate'));
if (immediate.hasRef) {
  log('holds', Number(immediate.hasRef()));
  immediate.unref();
  log('holds', Number(immediate.hasRef()));
  immediate.ref();
  log('holds', Number(immediate.hasRef()));
  process.on('exit', () => log('holds', Number(immediate.hasRef())));
}
