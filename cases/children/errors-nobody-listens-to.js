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
const next = () => (steps.length ? steps.shift()() : log('end'));
process.on('uncaughtException', ({ code, message }) => {
  log(code || message);
  next();
});
next();
