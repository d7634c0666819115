// title "an exclusive lock is granted to one at a time, in the order of the requests"
// rules WORKER-24
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
  const wait = () => new Promise((resolve) => setTimeout(resolve, 5));
  for (const number of [1, 2]) {
    locks.request('name', async () => {
      log('granted', number);
      await wait();
      log('end', number);
    }).then(() => log('released', number));
  }
  locks.request('other', () => log('another'));
  setTimeout(() => {
    locks.request('name', { ifAvailable: true }, (lock) => log(lock === null ? 'not-available' : 'lock'));
  }, 2);
  log('requested');
}
