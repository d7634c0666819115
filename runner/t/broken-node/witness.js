// witness.js - `node witness.js PAGE/NAME` runs the witness of a row, `node witness.js` prints all rows
// with their rules and sentences.
'use strict';

const fs = require('fs');
const path = require('path');

const tools = ['own-streams.js', 'preload.js', 'program.js', 'witness.js', 'wrap.js'];
const print = (...words) => fs.writeSync(1, `${words.join(' ')}\n`);

if (process.argv[2]) {
  const [page, name] = process.argv[2].split('/');
  require(`./${page}.js`)[name].witness(print);
} else {
  for (const file of fs.readdirSync(__dirname).filter((file) => !tools.includes(file)).sort()) {
    const page = path.basename(file, '.js');
    const rows = require(`./${file}`);
    for (const name of Object.keys(rows)) {
      print(`${page}/${name}`, rows[name].rules.join(','), rows[name].sentence);
    }
  }
}
