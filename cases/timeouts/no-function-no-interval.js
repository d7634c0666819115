// title "an interval without a function throws a TypeError at once"
// rules TIMER-37
// layer node

const attempt = (callback) => {
  try {
    clearInterval(setInterval(callback, 1));
    log('accepted');
  } catch (error) {
    if (error instanceof TypeError) log('TypeError');
  }
};

attempt();
attempt('log("evaluated")');
log('end');
