// title "a mutation observer is `this` in its callback and gets each change once, in order, and its own changes later"
// rules BROWSER-33 BROWSER-52
// layer browser

const outer = document.createElement('div');
const inner = document.createElement('p');
outer.append(inner);
inner.title = 'zero';
let own = 2;
const observer = new MutationObserver(function told(records, same) {
  log('this', Number(this === observer && same === observer));
  records.forEach((record) => log(`${record.attributeName}-was-${record.oldValue}`, Number(record.target === inner)));
  if (own-- > 0) {
    inner.lang = `own${own}`;
    queueMicrotask(() => log('microtask'));
  }
});
// It is registered twice, and told once; the old value comes if either registration asks for it.
observer.observe(outer, { attributes: true, subtree: true });
observer.observe(inner, { attributes: true, attributeOldValue: true });
inner.title = 'one';
inner.lang = 'first';
inner.title = 'two';
log('script');

// What is taken is in the order of the changes.
const taker = new MutationObserver(() => log('never'));
const other = document.createElement('div');
taker.observe(other, { attributes: true });
['title', 'lang', 'title'].forEach((name, i) => { other[name] = `${i}`; });
log(taker.takeRecords().map(({ attributeName }) => attributeName).join('-'));

// A node that was removed is watched until its removal has been told.
const parent = document.createElement('div');
const child = document.createElement('p');
parent.append(child);
const below = new MutationObserver((records) => log('below', records.length));
below.observe(parent, { attributes: true, childList: true, subtree: true });
setTimeout(() => {
  child.remove();
  child.title = 'told';
  setTimeout(() => { child.title = 'not told'; setTimeout(() => log('over'), 1); }, 1);
}, 1);
