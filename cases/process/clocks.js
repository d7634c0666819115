// title "the uptime and the high resolution time follow the time, and a difference is that of two calls"
// rules LIFE-25
// layer node
// needs exact-time

const uptime = process.uptime();
const first = process.hrtime();
// From Node 10.7 on.
const big = process.hrtime.bigint();
setTimeout(() => {
  log('uptime', Math.round((process.uptime() - uptime) * 100));
  const [seconds, rest] = process.hrtime(first);
  log('seconds', seconds);
  log('tens', Math.round(rest / 1e7));
  log('tens', Math.round(Number(process.hrtime.bigint() - big) / 1e7));
}, 30);
