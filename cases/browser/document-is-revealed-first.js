// title "a document is revealed in its first frame, before its animation callbacks"
// rules BROWSER-70
// layer browser

// While a timer is left, the page waits for what else is to come.
const alive = setInterval(() => {}, 50);
const frame = document.createElement('iframe');
frame.srcdoc = `<script>
  const log = (text) => parent.postMessage(text, '*');
  addEventListener('pagereveal', () => { log('reveal'); queueMicrotask(() => log('microtask')); });
  requestAnimationFrame(() => { log('frame'); requestAnimationFrame(() => log('next-frame')); });
</script>`;
addEventListener('message', ({ data, source }) => {
  if (source !== frame.contentWindow) return;
  log(data);
  if (data === 'next-frame') clearInterval(alive);
});
document.documentElement.append(frame);
