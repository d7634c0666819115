// title "the consumers of streams take all that a stream gives, and fail with it"
// rules WEB-16
// layer node

const major = Number(process.versions.node.split('.')[0]);
if (major >= 20) {
  const consumers = require('stream/consumers');
  const { Readable } = require('stream');
  const source = (...chunks) => new ReadableStream({ start(controller) { for (const chunk of chunks) controller.enqueue(chunk); controller.close(); } });
  const bytes = (text) => new TextEncoder().encode(text);
  const main = async () => {
    log(await consumers.text(source(bytes('a'), bytes('b'))));
    log('number', (await consumers.json(source(bytes('{"n":'), bytes('4}')))).n);
    log('bytes', (await consumers.arrayBuffer(source(bytes('abc'), bytes('de')))).byteLength);
    log('buffer', (await consumers.buffer(Readable.from([Buffer.from('abc')]))).length);
    log(await consumers.text(Readable.from(['c', 'd'])));
    const sign = bytes('\u00e9');
    log('whole', (await consumers.text(source(sign.slice(0, 1), sign.slice(1)))).length);
    await consumers.json(source(bytes('{'))).catch(({ name }) => log(name));
    await consumers.text(new ReadableStream({ start(controller) { controller.error(7); } })).catch((reason) => log('failed', reason));
    const decoder = new TextDecoderStream();
    const writer = decoder.writable.getWriter();
    writer.write(sign.slice(0, 1));
    writer.write(sign.slice(1));
    writer.close();
    log('decoded', (await decoder.readable.getReader().read()).value.length);
    const encoder = new TextEncoderStream();
    encoder.writable.getWriter().write('\u00e9');
    log('encoded', (await encoder.readable.getReader().read()).value.length);
  };
  main();
}
