// title "with the option shell the command is a line of a shell, without it a program with arguments"
// rules SPAWN-21
// layer node

const { execFile, spawn } = require('child_process');

const tell = (label, child, then) => {
  let text = '';
  child.stdout.on('data', (chunk) => { text += chunk; });
  child.on('close', () => {
    log(label, text.length);
    then();
  });
};
tell('shell', spawn('echo $((1 + 2))', { shell: true }), () => {
  tell('program', spawn('echo', ['$((1 + 2))']), () => {
    execFile('echo', ['text'], { encoding: 'buffer' }, (error, stdout) => {
      log('buffer', Number(Buffer.isBuffer(stdout)));
    });
  });
});
