// title "an error of a child that nobody listens to is uncaught, and so is what a callback throws"
// rules SPAWN-31
// layer node

const { exec, execFile, spawn } = require('child_process');

const steps = [
  () => spawn('/nowhere/at/all'),
  () => exec('exit 0', () => {
    throw new Error('of-exec');
  }),
  () => execFile('true', () => {
    throw new Error('of-exec-file');
  }),
  () => spawn('true', { stdio: 'ignore' }).on('close', () => {
    throw new Error('of-close');
  }),
];
// A child that answers once; each side of its channel throws in turn.
steps.push(() => {
  const child = spawn(process.execPath, ['-e', "process.once('message', () => process.send(1))"], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.on('message', () => {
    throw new Error('of-a-message');
  });
  steps.push(() => child.on('exit', next));
  child.send(0, () => {
    throw new Error('of-send');
  });
});
const next = () => (steps.length ? steps.shift()() : log('end'));
process.on('uncaughtException', ({ code, message }) => {
  log(code || message);
  if (message !== 'of-send') next();
});
next();
