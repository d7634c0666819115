// title "what mutation records tell: what was asked for, of which nodes, with which old values"
// rules BROWSER-52
// layer browser

const make = () => document.createElement('div');
const watched = (name, node, options) => {
  const observer = new MutationObserver((records, same) => records.forEach((record) => {
    log(`${name}-${record.type}${record.oldValue === null ? '' : `-was-${record.oldValue}`}`,
      Number(record.target === node) * 100 + record.addedNodes.length * 10 + record.removedNodes.length);
    if (same !== observer) log('other');
  }));
  observer.observe(node, options);
  return observer;
};
const box = make();
const child = make();
box.title = 'old';
watched('old', box, { attributeOldValue: true });
watched('plain', box, { attributes: true });
watched('filtered', box, { attributeFilter: ['lang'] });
watched('children', box, { childList: true });
watched('below', box, { childList: true, attributes: true, subtree: true });
box.title = 'new';
box.append(child);
child.append(make());
child.title = 'inner';
child.remove();
// A node that was just removed is still watched.
child.title = 'removed';

const twice = make();
const again = watched('twice', twice, { attributes: true });
again.observe(twice, { childList: true });
twice.title = 'unseen';
twice.append(make());

for (const options of [{}, { subtree: true }, { attributeOldValue: true, attributes: false, childList: true }]) {
  try { again.observe(make(), options); log('fine'); } catch ({ name }) { log(name); }
}
// What is changed within a callback is told in a callback of its own.
const chain = make();
let more = 2;
new MutationObserver((records) => { log('chain', records.length); if (more--) { chain.append(''); chain.append(''); } }).observe(chain, { childList: true });
chain.append('');
