// title "posted tasks run by their priority, not in the order of posting"
// rules BROWSER-22
// layer browser

scheduler.postTask(() => log('bg'), { priority: 'background' });
scheduler.postTask(() => log('uv'), { priority: 'user-visible' });
scheduler.postTask(() => log('ub'), { priority: 'user-blocking' });
Promise.resolve().then(() => log('p'));
