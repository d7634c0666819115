// title "the performance object and the milestones of Node are available as JSON, with the origin in Unix time"
// rules PERF-27
// layer node

const { performance } = require('perf_hooks');

const { nodeTiming } = performance;
// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const told = performance.toJSON();
  log('origin', Number(told.timeOrigin === performance.timeOrigin));
  log('milestones', Number(told.nodeTiming.nodeStart === nodeTiming.nodeStart));
  log('utilization', ['idle', 'active', 'utilization'].filter((key) => key in told.eventLoopUtilization).length);
  log(`name-${nodeTiming.name}`);
  log(`type-${nodeTiming.entryType}`);
  log('start', nodeTiming.startTime);
  log('lasts', Number(nodeTiming.duration > 0 && nodeTiming.duration <= performance.now()));
  const keys = ['nodeStart', 'v8Start', 'bootstrapComplete', 'environment', 'loopStart', 'loopExit', 'idleTime'];
  log('told', keys.filter((key) => key in nodeTiming.toJSON()).length);
  log('numbers', keys.filter((key) => Number.isFinite(nodeTiming[key])).length);
  log('unix-time', Number(Math.abs(performance.timeOrigin + performance.now() - Date.now()) < 5000));
  log('global', Number(globalThis.performance === performance));
}
