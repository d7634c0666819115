// ways.js - ways to break something of a page, each of which gives the text of a script.
'use strict';

const wrap = (object, name, make) => {
  const whole = object[name];
  object[name] = make(whole);
};
const port = (name, make) => `wrap(MessagePort.prototype, '${name}', ${make});`;
const node = (name, make) => `wrap(EventTarget.prototype, '${name}', ${make});`;
const page = (name, make) => `wrap(window, '${name}', ${make});`;
const observer = (kind, name, make) => `wrap(${kind}.prototype, '${name}', ${make});`;
const told = (kind, make) => `{ const Whole = ${kind}; const make = ${make};
  window.${kind} = class extends Whole { constructor(callback, how) { super(make(callback), how); } }; }`;

// Listeners of one type are called otherwise: `make` gets the listener and gives another.
const heard = (type, make) => `{ const make = ${make}; const kept = new WeakMap();
  wrap(EventTarget.prototype, 'addEventListener', (whole) => function add(type, call, how) {
    if (type !== '${type}' || typeof call !== 'function') { whole.call(this, type, call, how); return; }
    if (!kept.has(call)) kept.set(call, make(call));
    whole.call(this, type, kept.get(call), how); });
  wrap(EventTarget.prototype, 'removeEventListener', (whole) => function remove(type, call, how) {
    whole.call(this, type, type === '${type}' && kept.get(call) || call, how); }); }`;

// The same for a handler attribute.
const handler = (kind, name, make) => `{ const make = ${make}; const own = Object.getOwnPropertyDescriptor(${kind}, '${name}');
  Object.defineProperty(${kind}, '${name}', { configurable: true, get: own.get, set(call) { own.set.call(this, call && make(call)); } }); }`;

// What runs in each worker first.
const worker = (text) => `{ const Whole = Blob; window.Blob = class extends Whole { constructor(parts, how) {
  super([${JSON.stringify(`(() => { const wrap = ${wrap};\n${text}\n})();\n`)}, ...parts], how); } }; }`;

// Where a script keeps what it holds back.
const cell = 'const held = [];';

module.exports = {
  cell, handler, heard, node, observer, page, port, told, worker, wrap,
};
