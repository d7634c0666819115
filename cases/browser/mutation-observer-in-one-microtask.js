// title "a mutation observer gets all changes in the microtask that the first one queued"
// rules BROWSER-12 BROWSER-25
// layer browser

const box = document.createElement('div');
new MutationObserver((records) => log('mo', records.length)).observe(box, { attributes: true });
setTimeout(() => log('t'), 0);
Promise.resolve().then(() => log('p1'));
box.setAttribute('a', '1');
Promise.resolve().then(() => log('p2'));
box.setAttribute('b', '2');
