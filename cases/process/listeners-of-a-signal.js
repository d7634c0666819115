// title "all listeners of a signal are called with its name and number; they hold nothing"
// rules LIFE-28
// layer node

const { signals } = require('os').constants;

for (const number of [1, 2]) {
  process.on('SIGUSR2', (name, code) => {
    log('listener', number);
    log(name);
    log('number', Number(code === signals.SIGUSR2));
  });
}
process.kill(process.pid, 'SIGUSR2');
setTimeout(() => {
  log('work');
  setTimeout(() => log('late'), 100).unref();
}, 50);
process.on('exit', () => log('exit'));
