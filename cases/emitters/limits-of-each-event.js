// title "each event of an emitter, and each emitter, has a warning of its own, and one only"
// rules EMIT-20
// layer node

const EventEmitter = require('events');

const emitters = { a: new EventEmitter(), b: new EventEmitter() };
process.on('warning', ({ emitter, type, count }) => {
  log(`${Object.keys(emitters).find((name) => emitters[name] === emitter)}-${type}`, count);
});
for (const name of ['one-event', 'other-event']) {
  for (let i = 0; i < 13; i++) {
    emitters.a.on(name, () => {});
    emitters.b.on(name, () => {});
  }
}
