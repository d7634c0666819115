// title "the limit of listeners can be set for an emitter, zero for none, and for all"
// rules EMIT-21
// layer node

const EventEmitter = require('events');

const add = (emitter, count) => { while (count--) emitter.on('event', () => {}); };
process.on('warning', (warning) => log(warning.emitter.name));
const make = (name) => Object.assign(new EventEmitter(), { name });

const few = make('few').setMaxListeners(2);
const unlimited = make('unlimited').setMaxListeners(0);
const old = make('old');
EventEmitter.defaultMaxListeners = 3;
add(few, 3);
add(unlimited, 50);
add(old, 4);
add(make('enough'), 3);
