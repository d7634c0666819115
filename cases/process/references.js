// title "process.ref and process.unref refer a timer, or anything that has the methods"
// rules LIFE-30
// layer node

// From Node 23.6 on, and from 22.14.
if (process.unref && process.versions.node.split('.')[0] >= 24) {
  const timeout = setTimeout(() => log('never'), 1000);
  process.unref(timeout);
  const held = setTimeout(() => log('held'), 5);
  held.unref();
  process.ref(held);
  process.ref({ [Symbol.for('nodejs.ref')]: () => log('ref') });
  process.unref({ [Symbol.for('nodejs.unref')]: () => log('unref') });
  process.on('exit', () => log('exit'));
}
