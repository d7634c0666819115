// own-streams.js - changes of streams that a program makes with the classes themselves. Node's own
// streams, those of files and sockets, stay whole.
'use strict';

const { Duplex, PassThrough, Readable, Transform, Writable } = require('stream');
const wrap = require('./wrap.js');

const isOwn = (object) => [Readable, Writable, Duplex, Transform, PassThrough].includes(object.constructor);

// Put `make(original)` in the place of a method.
const change = (proto, name, make) => wrap(proto, name, (whole) => {
  const changed = make(whole);
  return function method(...args) { return (isOwn(this) ? changed : whole).apply(this, args); };
});

// Change what a property tells.
const answer = (proto, name, make) => wrap.property(proto, name, function get(truth) {
  return isOwn(this) ? make.call(this, truth) : truth;
});

// Leave an event out, or deliver it otherwise.
const event = (name, make) => {
  for (const { prototype } of [Readable, Writable]) {
    wrap(prototype, 'emit', (whole) => function emit(type, ...args) {
      const inTruth = () => whole.call(this, type, ...args);
      return type === name && isOwn(this) ? make.call(this, inTruth, args) : inTruth();
    });
  }
};

module.exports = { isOwn, change, answer, event };
