// title "setup is emitted for each call, later, and the settings are kept for the workers to come"
// rules CLUSTER-11
// layer node

const cluster = require('cluster');

cluster.on('setup', (settings) => log('setup', settings.args.length));
cluster.setupMaster({ args: ['a'] });
log('first', cluster.settings.args.length);
setImmediate(() => {
  cluster.setupMaster({ args: ['a', 'b'] });
  log('second', cluster.settings.args.length);
  setImmediate(() => {
    cluster.setupMaster({ silent: true });
    log('third', cluster.settings.args.length);
    setImmediate(() => {
      // Each event has the settings of its call, also if there are two in a tick.
      cluster.setupMaster({ args: [] });
      cluster.setupMaster({ args: ['a', 'b', 'c', 'd'] });
    });
  });
});
