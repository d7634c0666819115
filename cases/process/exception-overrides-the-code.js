// title "an uncaught exception makes the code 1, whatever it was set to"
// rules LIFE-6
// layer node

process.exitCode = 42;
process.on('exit', (code) => log('exit', code));
setTimeout(() => { throw new Error('this is expected'); }, 1);
