// title "a timeout without a function throws a TypeError at once"
// rules TIMER-37
// layer node

const attempt = (callback) => {
  try {
    setTimeout(callback, 1);
    log('accepted');
  } catch (error) {
    if (error instanceof TypeError) log('TypeError');
  }
};

setTimeout(() => log('timeout'), 1);
attempt();
attempt(null);
attempt('log("evaluated")');
attempt({});
log('end');
