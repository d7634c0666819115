// title "what becomes of a rejection that nobody handles is as the command line says"
// rules ERR-21
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const { execFile } = require('child_process');
  const program = `
    const print = (...words) => console.log(words.join('-'));
    process.once('warning', ({ name }) => print(name));
    const heard = process.argv[1];
    if (heard.includes('rejection')) process.on('unhandledRejection', ({ message }) => print('rejection', message));
    if (heard.includes('exception')) process.on('uncaughtException', ({ message }, origin) => print('exception', message, origin));
    process.on('exit', (code) => print('exit', code));
    Promise.reject(new Error('x'));
  `;
  const run = (mode, heard) => new Promise((resolve) => {
    execFile(process.execPath, [`--unhandled-rejections=${mode}`, '-e', program, '--', heard], (error, output) => {
      resolve([`${mode}.${heard}`, ...output.trim().split('\n')]);
    });
  });
  const runs = [
    run('throw', 'nothing'), run('throw', 'rejection'), run('throw', 'exception'), run('throw', 'rejection-exception'),
    run('strict', 'rejection'), run('strict', 'rejection-exception'),
    run('warn', 'nothing'), run('warn', 'rejection'),
    run('warn-with-error-code', 'nothing'), run('warn-with-error-code', 'rejection'),
    run('none', 'nothing'), run('none', 'exception'),
  ];
  Promise.all(runs).then((all) => all.forEach((lines) => lines.forEach((line) => log(line))));
}
