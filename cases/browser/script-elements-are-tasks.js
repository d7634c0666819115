// title "the microtasks of a script element run before the next script element"
// rules BROWSER-3 BROWSER-25
// layer browser

globalThis.first = () => {
  log('s1');
  setTimeout(() => log('t'), 0);
  Promise.resolve().then(() => log('p1'));
};
globalThis.second = () => {
  log('s2');
  Promise.resolve().then(() => log('p2'));
};
const page = document.createElement('iframe');
page.srcdoc = '<script>parent.first();<\/script><script>parent.second();<\/script>';
document.documentElement.append(page);
