// title "an idle callback comes before or after a timeout of 0 ms"
// rules BROWSER-21
// layer browser

requestIdleCallback(() => log('idle'));
setTimeout(() => log('t'), 0);
Promise.resolve().then(() => log('p'));
