// title "a tick without a function throws a TypeError at once and leaves the queue as it was"
// rules TICK-11
// layer node

const attempt = (callback) => {
  try {
    process.nextTick(callback);
    log('accepted');
  } catch (error) {
    if (error instanceof TypeError) log('TypeError');
  }
};

process.nextTick(() => log('first'));
attempt();
attempt(null);
attempt('log("evaluated")');
process.nextTick(() => log('second'));
log('end');
