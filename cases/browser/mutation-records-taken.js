// title "changes that were taken are not reported again, and none are reported after disconnecting"
// rules BROWSER-33
// layer browser

const box = document.createElement('div');
const observer = new MutationObserver((records) => log('told', records.length));
observer.observe(box, { attributes: true });
box.setAttribute('a', '1');
box.setAttribute('a', '2');
log('taken', observer.takeRecords().length);
box.setAttribute('b', '1');
Promise.resolve().then(() => {
  box.setAttribute('c', '1');
  observer.disconnect();
});
setTimeout(() => log('over'), 20);
