// title "a module waits for the top-level await of what it imports"
// rules MODULE-5
// layer node

const source = (text) => `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;

// From Node 14.8 on.
if (process.versions.node.split('.')[0] >= 15) {
  const call = (body) => `(${body})();`;
  const slow = source(`await ${call(async () => {
    log('slow');
    await new Promise((resolve) => setTimeout(resolve, 20));
    log('woken');
  })}`);
  import(source(`import '${slow}'; ${call(() => log('body'))}`)).then(() => log('done'));
  setTimeout(() => log('timeout'), 10);
}
