// title "a function that is bound to a resource is called with the this of its caller"
// rules HOOK-27
// layer node

const { AsyncResource, executionAsyncId } = require('async_hooks');

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const own = new AsyncResource('OWN');
  function show(value) {
    log('this', this.number);
    log('value', value);
    log('inside', Number(executionAsyncId() === own.asyncId()));
  }
  own.bind(show).call({ number: 5 }, 6);
  own.bind(show, { number: 7 }).call({ number: 5 }, 8);
  AsyncResource.bind(function fixed() { log('this', this.number); }, 'OWN', { number: 10 }).call({ number: 9 });
  AsyncResource.bind(function free() { log('this', this.number); }).call({ number: 9 });
}
