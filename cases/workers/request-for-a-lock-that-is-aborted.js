// title "a request for a lock that waits can be aborted, one that was granted cannot; an error releases the lock"
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
  const [first, second] = [new AbortController(), new AbortController()];
  const wait = () => new Promise((resolve, reject) => setTimeout(() => reject(new Error('x')), 10));
  locks.request('name', { signal: first.signal }, wait).catch((error) => log(error.name));
  locks.request('name', { signal: second.signal }, () => log('granted')).catch((error) => log(error.name));
  locks.request('name', () => log('last'));
  setTimeout(() => {
    first.abort();
    second.abort();
    log('aborted');
  }, 5);
  setTimeout(() => log('timeout'), 15);
}
