// title "shared locks are granted together, an exclusive one waits for them, and a shared one waits behind it"
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
  const wait = () => new Promise((resolve) => setTimeout(resolve, 10));
  const ask = (mode, number) => locks.request('name', { mode }, async () => {
    log('granted', number);
    await wait();
    log('end', number);
  });
  ask('shared', 1);
  ask('shared', 2);
  ask('exclusive', 3);
  ask('shared', 4);
  setTimeout(async () => {
    const { held, pending } = await locks.query();
    log('held', held.length);
    log('pending', pending.length);
  }, 5);
}
