// title "promises that wait for a pending one do not keep the process alive, a timeout does"
// rules MICRO-15
// layer node

const pending = new Promise(() => {});
pending.then(() => log('then'));
pending.finally(() => log('finally'));
Promise.all([pending, 1]).then(() => log('all'));
Promise.race([pending, pending]).then(() => log('race'));
process.on('exit', () => log('exit'));
setTimeout(() => log('timeout'), 10);
