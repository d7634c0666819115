// title "each of several rejections that are handled together after their report is withdrawn, in the order of handling"
// rules LIFE-14
// layer node

const promises = [0, 1, 2, 3].map((i) => Promise.reject(new Error(`reason ${i}`)));
process.on('unhandledRejection', (reason, promise) => log('unhandled', promises.indexOf(promise)));
process.on('rejectionHandled', (promise) => log('handled', promises.indexOf(promise)));
setTimeout(() => {
  for (const i of [2, 0, 3]) promises[i].catch(() => log('caught', i));
  log('end');
}, 1);
// The last one alone, so that it is a later turn that withdraws it.
setTimeout(() => promises[1].catch(() => log('caught', 1)), 5);
