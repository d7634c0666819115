// wrap.js - what most of the changes are made of.
'use strict';

const EventEmitter = require('events');

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

// Let `make(truth)` answer for a property with a getter, called on the object that is asked. Where Node has
// made the getter fast, each object gets one of its own when it is made.
wrap.property = (proto, name, make) => {
  const { get, configurable } = Object.getOwnPropertyDescriptor(proto, name);
  const changed = { get() { return make.call(this, get.call(this)); }, set() {}, configurable: true };
  if (configurable) return void Object.defineProperty(proto, name, changed);
  wrap(EventEmitter, 'init', (whole) => function init(...args) {
    if (proto.isPrototypeOf(this)) Object.defineProperty(this, name, changed);
    return whole.apply(this, args);
  });
};

module.exports = wrap;
