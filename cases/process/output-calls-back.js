// title "writes to the output of the process come out in order, and each calls back"
// rules LIFE-37
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const { spawnSync } = require('child_process');
  const run = (stdio) => spawnSync(process.execPath, ['--no-warnings', '-e', `
    const order = [];
    const { stdout, stderr } = process;
    const answer = stdout.write('1', () => order.push('a'));
    console.log('2');
    stdout.write('3', () => {
      order.push('b');
      stderr.write(order.join('') + answer + stdout.fd + stderr.fd + process.stdin.fd + Boolean(stdout.isTTY));
    });
    order.push('end');
  `], { encoding: 'utf8', stdio });
  const { stdout, stderr } = run('pipe');
  log('output', Number(stdout.replace('\n', '')));
  log('order', Number(stderr === 'endabtrue120false'));
}
