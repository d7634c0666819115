// title "a pipe whose source fails or ends writes what it has read before it aborts or closes the destination"
// rules WEB-17
// layer node

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const part = async (name, end) => {
    const source = new ReadableStream({
      start(controller) {
        for (let i = 1; i < 4; i++) controller.enqueue(i);
        setTimeout(end, 5, controller);
      },
    }, { highWaterMark: 5 });
    const sink = new WritableStream({
      // All of them are read, and wait here, before the source ends.
      write(chunk) { log(`${name}-write`, chunk); return new Promise((resolve) => { setTimeout(resolve, 10); }); },
      close() { log(`${name}-close`); },
      abort(reason) { log(`${name}-abort`, reason); },
    }, { highWaterMark: 5 });
    await source.pipeTo(sink).then(() => log(`${name}-piped`), (reason) => log(`${name}-failed`, reason));
  };
  part('end', (controller) => controller.close())
    .then(() => part('error', (controller) => controller.error(7)));
}
