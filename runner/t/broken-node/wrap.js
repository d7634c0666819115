// wrap.js - what most of the changes are made of.
'use strict';

// Put `make(original)` in the place of a method.
function wrap(object, name, make) {
  const original = object[name];
  const changed = make(original);
  // What hangs on the method, such as the variant for promisify(), goes with it.
  Object.defineProperties(changed, Object.getOwnPropertyDescriptors(original));
  Object.defineProperty(object, name, { value: changed, configurable: true, writable: true });
}

// Let `make` answer when an emitter emits an event of that name. It is called on the emitter with a
// function that emits it in truth, and with the arguments.
wrap.event = (object, name, make) => wrap(object, 'emit', (whole) => function emit(event, ...args) {
  const inTruth = (...more) => whole.call(this, event, ...more);
  return event === name ? make.call(this, inTruth, args) : inTruth(...args);
});

module.exports = wrap;
