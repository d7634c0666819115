// title "an immediate without a function throws a TypeError at once"
// rules CHECK-24
// layer node

const attempt = (callback) => {
  try {
    setImmediate(callback);
    log('accepted');
  } catch (error) {
    if (error instanceof TypeError) log('TypeError');
  }
};

setImmediate(() => log('first'));
attempt();
attempt(null);
attempt('log("evaluated")');
setImmediate(() => log('second'));
log('end');
