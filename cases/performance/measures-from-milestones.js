// title "a measure begins or ends at a milestone of Node by its name, else at the origin and now"
// rules PERF-21
// layer node
// needs exact-time

const { performance } = require('perf_hooks');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) setTimeout(() => {
  const { nodeTiming } = performance;
  const milestones = ['nodeStart', 'v8Start', 'environment', 'bootstrapComplete', 'loopStart'];
  const begins = (name) => performance.measure('x', name).startTime === nodeTiming[name];
  const ends = (name) => performance.measure('x', { start: 0, end: name }).duration === nodeTiming[name];
  const both = (name) => performance.measure('x', 'nodeStart', name).duration === nodeTiming[name] - nodeTiming.nodeStart;
  log('begins', milestones.filter(begins).length);
  log('ends', milestones.filter(ends).length);
  log('both', milestones.filter(both).length);
  const whole = performance.measure('x');
  log('from-the-origin', whole.startTime);
  log('until-now', Math.round((performance.now() - whole.duration) / 10));
  performance.mark('early', { startTime: 10 });
  performance.mark('late', { startTime: 40 });
  performance.mark('early', { startTime: 30 });
  log('from-the-latest', performance.measure('x', 'early', 'late').duration);
  const refused = (...args) => {
    try {
      performance.measure('x', ...args);
      log('taken');
    } catch (error) {
      log('refused');
    }
  };
  refused('unknown');
  refused({ start: 'unknown', end: 5 });
  refused({ start: 5, end: 'unknown' });
  refused({ start: 1, end: 2, duration: 1 });
  refused({ start: 1 }, 'late');
  performance.clearMarks('late');
  refused('early', 'late');
  try {
    performance.mark('nodeStart');
    log('marked');
  } catch (error) {
    log('refused');
  }
}, 20);
