// title "mutation observers are called in the order of their creation, not of their changes"
// rules BROWSER-49
// layer browser

const boxes = [1, 2, 3].map(() => document.createElement('div'));
['first', 'second', 'third'].forEach((name, i) =>
  new MutationObserver(() => log(name)).observe(boxes[i], { childList: true }));
[2, 0, 1].forEach((i) => boxes[i].append('x'));
log('script');
