// title "what a module imports is evaluated before it, in the order of the imports"
// rules MODULE-4
// layer node

const source = (text) => `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
const call = (body) => `(${body})();`;
const first = source(call(() => log('first')));
const second = source(call(() => log('second')));
import(source(`${call(() => log('body'))} import '${first}'; import '${second}';`))
  .then(() => log('done'), () => {});
log('end');
