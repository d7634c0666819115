// title "a promisified function is called with its callback last, its promise takes value or error, and one with a variant is that"
// rules GLOBAL-12
// layer node

const util = require('util');

const tell = (label, flag) => log(label, Number(flag));
const object = {
  now(a, b, callback) { tell('this', this === object && a === 1 && b === 2); callback(null, 3, 4); log('called-within'); },
};
object.promised = util.promisify(object.now);
(async () => {
  const promise = object.promised(1, 2);
  tell('promise', promise instanceof Promise);
  promise.then((value) => log('value', value));
  process.nextTick(() => log('tick'));
  log('end');
  await promise;
  const failed = new Error('failed');
  await util.promisify((callback) => callback(failed))().catch((error) => tell('failed', error === failed));
  for (const value of ['text', 5, true, {}]) await util.promisify((callback) => callback(value, 1))().catch((error) => tell('refused-with-it', error === value));
  for (const value of [null, undefined, 0, '', false]) await util.promisify((callback) => callback(value, 1))().then((answer) => log('answer', answer));
  await util.promisify((callback) => { callback(null, 1); callback(failed); callback(null, 2); })().then((value) => log('first', value));
  await util.promisify(() => { throw failed; })().catch((error) => tell('thrown', error === failed));
  util.promisify(() => {})().then(() => log('never'), () => log('never'));

  const variant = () => 5;
  const original = () => log('original');
  original[util.promisify.custom] = variant;
  tell('variant', util.promisify(original) === variant && util.promisify(original)() === 5);
  tell('symbol', util.promisify.custom === Symbol.for('nodejs.util.promisify.custom'));
  const again = util.promisify(object.now);
  tell('again', util.promisify(again) === again);
  for (const wrong of [1, null, Object.assign(() => {}, { [util.promisify.custom]: 1 })]) {
    try { util.promisify(wrong); log('nothing-thrown'); } catch ({ code }) { tell('refused', code === 'ERR_INVALID_ARG_TYPE'); }
  }
})();
