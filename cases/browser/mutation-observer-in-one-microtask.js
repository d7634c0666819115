// title "a mutation observer is told of all changes where the first was made"
// rules BROWSER-12 BROWSER-25
// layer browser

const box = document.createElement('div');
new MutationObserver((records) => log('mo', records.length)).observe(box, { attributes: true });
setTimeout(() => log('t'), 0);
Promise.resolve().then(() => log('p1'));
box.setAttribute('a', '1');
Promise.resolve().then(() => log('p2'));
box.setAttribute('b', '2');
