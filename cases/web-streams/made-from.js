// title "a web stream that is made from an iterable takes its values one at a time, and ends it when it is cancelled"
// rules WEB-9
// layer node

const [major, minor] = process.versions.node.split('.').map(Number);
if (major > 20 || (major === 20 && minor >= 6)) {
  const main = async () => {
    async function* counted() {
      try {
        for (let at = 1; at <= 3; at += 1) { log('yield', at); yield at; }
      } finally {
        log('finally');
      }
    }
    for await (const chunk of ReadableStream.from(counted())) log('chunk', chunk);
    const reader = ReadableStream.from(counted()).getReader();
    log('read', (await reader.read()).value);
    await reader.cancel();
    log('cancelled');
    for await (const chunk of ReadableStream.from([Promise.resolve(4), 5])) log('listed', chunk);
    async function* failing() { yield 6; throw 7; }
    try {
      for await (const chunk of ReadableStream.from(failing())) log('earlier', chunk);
    } catch (reason) {
      log('failed', reason);
    }
    try { ReadableStream.from(8); } catch (error) { log(error.name); }
  };
  main();
}
