// title "a module that throws rejects its import each time, without being evaluated again"
// rules MODULE-6
// layer node

const source = (text) => `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;

// From Node 12 on.
if (process.versions.node.split('.')[0] >= 12) {
  const bad = source(`(${() => {
    log('evaluated');
    throw new Error('thrown');
  }})();`);
  import(bad).catch((error) => {
    log(error.message);
    return import(bad);
  }).catch((error) => log(`${error.message}-again`));
}
