// title "size observers are called in the order of their creation, and again in the same frame only for elements deeper down"
// rules BROWSER-42
// layer browser

const [outer, inner] = [document.createElement('div'), document.createElement('div')];
outer.style.width = '100px';
inner.style.width = '50px';
outer.append(inner);
document.documentElement.append(outer);
let round = 0;
const watch = (label, act = () => {}) => new ResizeObserver(() => {
  if (round) log(label);
  if (round) act();
});
const second = watch('inner');
const first = watch('outer', () => { inner.style.width = '60px'; });
const third = watch('outer-too');
second.observe(inner);
first.observe(outer);
third.observe(outer);
requestAnimationFrame(() => requestAnimationFrame(() => {
  round = 1;
  outer.style.width = '200px';
  requestAnimationFrame(() => log('next-frame'));
}));
