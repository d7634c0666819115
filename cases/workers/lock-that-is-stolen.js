// title "a lock that is stolen is granted at once before those that wait, and the promise of its holder is rejected"
// rules WORKER-29
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
// From Node 24.5 on.
if (threads && threads.locks) {
  const { locks } = threads;
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  locks.request('name', () => wait(50)).catch((error) => log(error.name));
  locks.request('name', () => log('waiting'));
  setTimeout(() => locks.request('name', { steal: true }, async () => {
    log('stolen');
    await wait(10);
    log('end');
  }), 5);
  setTimeout(() => log('timeout'), 10);
}
