// title "targets have limits and counts of their own, which can be read for targets and emitters alike"
// rules EMIT-63
// layer node

const events = require('events');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const emitter = new events.EventEmitter();
  const target = new EventTarget();
  const limit = (label, of) => log(label, events.getMaxListeners(of));
  limit('emitter', emitter);
  limit('target', target);
  events.setMaxListeners(2, emitter, target);
  limit('emitter', emitter);
  limit('target', target);
  process.on('warning', ({ name, target: of, emitter: from, type, count }) => {
    log(name, count);
    log(type);
    log('whose', Number(of === target) + 2 * Number(from === emitter));
  });
  for (let i = 0; i < 4; i++) {
    target.addEventListener('of-a-target', () => {});
  }
  log('listeners', events.getEventListeners(target, 'of-a-target').length);
  setImmediate(() => {
    for (let i = 0; i < 4; i++) emitter.on('of-an-emitter', () => {});
    setImmediate(() => {
      events.setMaxListeners(5);
      limit('new', new events.EventEmitter());
      limit('new', new EventTarget());
      for (const wrong of [-1, NaN]) {
        try {
          events.defaultMaxListeners = wrong;
          log('taken');
        } catch (error) {
          log('refused', Number(error instanceof RangeError));
        }
      }
    });
  });
}
