// title "there is one capture callback at a time; it is given what was thrown, and handlers are back once it is unset"
// rules LIFE-52
// layer node

const set = (value, label) => {
  try {
    process.setUncaughtExceptionCaptureCallback(value);
    log(`${label}-set`, Number(process.hasUncaughtExceptionCaptureCallback()));
  } catch (error) {
    log(`${label}-refused`, Number(process.hasUncaughtExceptionCaptureCallback()));
  }
};
process.on('uncaughtException', (value) => log(`handled-${value}`));
log('at-first', Number(process.hasUncaughtExceptionCaptureCallback()));
set(3, 'number');
set(undefined, 'undefined');
set(null, 'null');
set((value) => log(`first-${value}`), 'first');
set((value) => log(`second-${value}`), 'second');
setTimeout(() => { throw 'a'; }, 5);
setTimeout(() => { throw 'b'; }, 10);
setTimeout(() => {
  set(null, 'null');
  set((value) => log(`second-${value}`), 'second');
  throw 'c';
}, 15);
setTimeout(() => {
  set(null, 'null');
  set(null, 'null');
  throw 'd';
}, 20);
setTimeout(() => log('end'), 25);
