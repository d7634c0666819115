// title "a database transaction is active until the microtasks of its task have run"
// rules BROWSER-72
// layer browser

// While a timer is left, the page waits for what else is to come.
const alive = setInterval(() => {}, 50);
const name = `loopspec-${Math.random()}`;
const asked = indexedDB.open(name);
asked.onupgradeneeded = () => asked.result.createObjectStore('store');
asked.onsuccess = () => {
  const database = asked.result;
  const use = (label, transaction) => {
    try { transaction.objectStore('store').get(1); log(label); } catch { log(`${label}-refused`); }
  };
  setTimeout(() => {
    const first = database.transaction('store');
    const second = database.transaction('store');
    use('task', first);
    Promise.resolve().then(() => use('microtask', first)).then(() => use('reaction', first));
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      use('next-task', second);
      port1.close();
      setTimeout(() => { database.close(); indexedDB.deleteDatabase(name).onsuccess = () => { log('deleted'); clearInterval(alive); }; }, 20);
    };
    queueMicrotask(() => port2.postMessage(0));
    second.objectStore('store').get(1);
  }, 0);
};
