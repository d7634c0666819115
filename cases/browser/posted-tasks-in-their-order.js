// title "posted tasks of one priority run in their order, a task each"
// rules BROWSER-22
// layer browser

const post = (label, options) => scheduler.postTask(() => { log(label); Promise.resolve().then(() => log('microtask')); }, options);
post('background', { priority: 'background' });
post('visible');
post('also-visible');
post('blocking', { priority: 'user-blocking' });
post('also-blocking', { signal: new TaskController({ priority: 'user-blocking' }).signal });
const aborted = new TaskController();
scheduler.postTask(() => log('never'), { signal: aborted.signal }).catch(({ name }) => log(name));
aborted.abort();
log('script');
