// wrap.js - what most of the changes are made of.
'use strict';

// Put `make(original)` in the place of a method.
module.exports = function wrap(object, name, make) {
  const original = object[name];
  const changed = make(original);
  // What hangs on the method, such as the variant for promisify(), goes with it.
  Object.defineProperties(changed, Object.getOwnPropertyDescriptors(original));
  Object.defineProperty(object, name, { value: changed, configurable: true, writable: true });
};
