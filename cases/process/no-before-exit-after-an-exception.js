// title "beforeExit is not emitted if an exception or process.exit ends the process"
// rules LIFE-5
// layer node

process.on('beforeExit', () => log('before-exit'));
process.on('exit', (code) => log('exit', code));
setTimeout(() => { throw new Error('this is expected'); }, 1);
