// title "bytesWritten counts the input once, into however many pieces the output is cut"
// rules DEFLATE-5
// layer node

const zlib = require('zlib');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const small = Buffer.from('some text, some text');
  const plain = Buffer.alloc(200000);
  const part = (label, stream, chunks, next) => {
    let pieces = 0;
    log(`${label}-before`, stream.bytesWritten);
    stream.on('data', () => { pieces++; }).on('end', () => {
      log(label, stream.bytesWritten - chunks.reduce((sum, { length }) => sum + length, 0));
      log('many', Number(pieces > 3));
      next();
    });
    for (const chunk of chunks) stream.write(chunk);
    stream.end();
  };
  const deflated = zlib.deflateSync(plain);
  part('alone', zlib.createDeflate(), [small], () => {
    part('two', zlib.createDeflate(), [small, small], () => {
      part('large', zlib.createInflate(), [deflated], () => {
        // Its output is as large as its input, many times a chunk.
        part('stored', zlib.createDeflate({ level: 0, chunkSize: 64 }), [plain.subarray(0, 1000)], () => {
          part('cut', zlib.createInflate({ chunkSize: 64 }), [deflated.subarray(0, 100), deflated.subarray(100)], () => log('done'));
        });
      });
    });
  });
}
