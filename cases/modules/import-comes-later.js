// title "import() is evaluated after the code around it and once, and its promise comes after that"
// rules MODULE-3
// layer node

// Before Node 12 there are no such modules unless a flag asks for them.
const source = (text) => `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
const once = source(`(${() => log('evaluated')})()`);
import(once).then(() => {
  log('first');
  return import(once);
}).then(() => log('second'), () => {});
log('end');
