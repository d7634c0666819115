// title "a bound function has the stores of its binding, the this, the arguments and the result of any other"
// rules CONTEXT-20
// layer node

const { AsyncLocalStorage } = require('async_hooks');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const first = new AsyncLocalStorage();
  const second = new AsyncLocalStorage();
  const stores = () => 10 * (first.getStore() || 0) + (second.getStore() || 0);
  const bound = first.run(1, () => second.run(2, () => AsyncLocalStorage.bind(function own(...args) {
    log('stores', stores());
    log('this', this.number);
    log('arguments', args.length);
    return args[0];
  })));
  log('result', bound.call({ number: 5 }, 6, 7));
  log('outside', stores());
  first.run(3, () => {
    log('result', bound.apply({ number: 8 }, [9]));
    log('within', stores());
    const failing = second.run(4, () => AsyncLocalStorage.bind(() => { throw new Error('x'); }));
    try {
      failing();
    } catch (error) {
      log('thrown', stores());
    }
    const snapshot = AsyncLocalStorage.snapshot();
    second.run(5, () => {
      log('snapshot', snapshot(stores));
      log('snapshot', snapshot(stores));
      log('as-it-was', stores());
    });
  });
  setTimeout(() => bound.call({ number: 10 }), 1);
}
