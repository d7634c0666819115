// title "a function is bound by a resource of the type that is asked for; providers of types have numbers"
// rules HOOK-30
// layer node

const hooks = require('async_hooks');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const types = [];
  const hook = hooks.createHook({ init: (id, type) => types.push(type) }).enable();
  const bound = hooks.AsyncResource.bind(function own(a, b) { return this.number + a + b; }, 'A-TYPE');
  hook.disable();
  for (const type of types) log(type);
  log('result', bound.call({ number: 30 }, 10, 2));
  const { asyncWrapProviders: providers } = hooks;
  log('providers', ['TCPWRAP', 'PROMISE', 'FSREQCALLBACK'].filter((name) => Number.isInteger(providers[name])).length);
}
