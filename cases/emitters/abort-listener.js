// title "an abort listener is called though another one stopped the event, until it is disposed of, and later if it was aborted before"
// rules EMIT-37
// layer node

const { addAbortListener } = require('events');

// From Node 18.18 on.
if (addAbortListener) {
  const controller = new AbortController();
  controller.signal.addEventListener('abort', (event) => event.stopImmediatePropagation());
  controller.signal.addEventListener('abort', () => log('stopped'));
  addAbortListener(controller.signal, () => log('called'));
  addAbortListener(controller.signal, () => log('disposed'))[Symbol.dispose]();
  log('abort');
  controller.abort();
  addAbortListener(controller.signal, () => log('late'));
  log('end');
}
