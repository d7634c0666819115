// title "clearTimeout clears an interval and clearInterval a timeout"
// rules TIMEOUT-4
// layer node

process.on('exit', () => log('exit'));
const timeout = setTimeout(() => log('timeout'), 5);
const interval = setInterval(() => log('interval'), 5);
setTimeout(() => log('last'), 5);
clearInterval(timeout);
clearTimeout(interval);
