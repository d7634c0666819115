// title "an event has its type, its target, and whether it can be or was prevented, before, during and after its dispatch"
// rules EMIT-59
// layer node

// As it is from Node 19 on, which has CustomEvent.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const target = new EventTarget();
  const tell = (label, event) => {
    log(label, event.eventPhase);
    log('path', event.composedPath().length);
    log('targets', ['target', 'currentTarget', 'srcElement'].filter((key) => event[key] === target).length);
    log('prevented', Number(event.defaultPrevented));
    log('return-value', Number(event.returnValue));
  };
  const event = new Event('kind', { cancelable: true });
  log(event.type);
  log('cancelable', Number(event.cancelable));
  log('neither', Number(event.bubbles) + Number(event.composed) + Number(event.isTrusted));
  tell('fresh', event);
  const extra = { value: 1 };
  target.addEventListener('kind', (given) => {
    log('given', Number(given === event));
    given.added = 5;
    tell('within', given);
    given.preventDefault();
  });
  target.addEventListener('kind', (given) => {
    log('mutated', given.added);
    log('targets', Number(given.target === target) + Number(given.srcElement === target));
    log('prevented', Number(given.defaultPrevented));
  });
  log('result', Number(target.dispatchEvent(event)));
  log('phase', event.eventPhase);
  log('path', event.composedPath().length);
  log('prevented', Number(event.defaultPrevented));
  log('return-value', Number(event.returnValue));
  const firm = new Event('kind');
  log('cancelable', Number(firm.cancelable));
  log('result', Number(target.dispatchEvent(firm)));
  log('prevented', Number(firm.defaultPrevented));
  const custom = new CustomEvent('custom', { detail: extra });
  log('detail', Number(custom.detail === extra && new CustomEvent('custom', { detail: 0 }).detail === 0 && custom instanceof Event));
  log('no-detail', Number(new CustomEvent('custom').detail === null));
  custom.cancelBubble = true;
  log('bubble-cancelled', Number(custom.cancelBubble));
  const controller = new AbortController();
  controller.signal.addEventListener('abort', (given) => {
    log(given.type);
    log('trusted', Number(given.isTrusted));
    log('target', Number(given.target === controller.signal));
  });
  controller.abort();
  const refused = (label, call) => {
    try {
      call();
      log(`${label}-taken`);
    } catch (error) {
      log(`${label}-refused`);
    }
  };
  refused('no-event', () => target.dispatchEvent({ type: 'kind' }));
  refused('no-type', () => new Event());
  target.addEventListener('again', (given) => refused('while-dispatched', () => target.dispatchEvent(given)));
  const again = new Event('again');
  target.dispatchEvent(again);
  target.dispatchEvent(again);
}
