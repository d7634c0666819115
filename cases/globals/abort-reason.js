// title "an aborted signal has the first reason, and throws it on request"
// rules GLOBAL-2
// layer node

// Reasons came with Node 17.2, and with 16.14.
const { AbortSignal } = global;
if (AbortSignal && AbortSignal.prototype.throwIfAborted) {
  const controller = new AbortController();
  controller.signal.throwIfAborted();
  controller.abort(1);
  controller.abort(2);
  log('reason', controller.signal.reason);
  try {
    controller.signal.throwIfAborted();
  } catch (reason) {
    log('thrown', reason);
  }
}
