// title "what is marked as untransferable is cloned only, what is marked as uncloneable not at all, primitives as ever"
// rules WORKER-39
// layer node

// As it is from Node 22.10 on.
if (process.versions.node.split('.')[0] >= 24) {
  const threads = require('worker_threads');
  const { port1, port2 } = new threads.MessageChannel();
  const post = (label, ...args) => {
    try {
      port1.postMessage(...args);
      log(label, 1);
    } catch (error) {
      log(error.name === 'DataCloneError' ? label : 'another-error', 0);
    }
  };
  const left = (label, buffer) => log(label, buffer.byteLength);

  const marked = new ArrayBuffer(8);
  const views = [new Uint8Array(marked), new Float64Array(marked)];
  log('not-yet', Number(threads.isMarkedAsUntransferable(marked)));
  threads.markAsUntransferable(marked);
  log('marked', Number(threads.isMarkedAsUntransferable(marked)));
  log('another', Number(threads.isMarkedAsUntransferable(new ArrayBuffer(8))));
  post('transferred', views[0], [marked]);
  left('first-view', views[0]);
  left('second-view', views[1]);
  post('cloned', views[0]);
  post('pool', Buffer.from('text').buffer, [Buffer.from('text').buffer]);

  threads.markAsUntransferable(5);
  threads.markAsUntransferable(null);
  log('primitive', Number(threads.isMarkedAsUntransferable(5)));
  post('number', 5);

  const secret = { number: 1 };
  threads.markAsUncloneable(secret);
  post('uncloneable', secret);
  post('uncloneable-inside', { secret });
  const bytes = new ArrayBuffer(4);
  threads.markAsUncloneable(bytes);
  threads.markAsUncloneable('text');
  post('bytes', bytes);
  post('text', 'text');

  let count = 0;
  port2.on('message', () => count++);
  port1.close();
  port2.on('close', () => log('messages', count));
}
