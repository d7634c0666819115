// preload.js - breaks one promise of the Node that runs it: `node --require preload.js` with
// LOOPSPEC_BREAK=PAGE/NAME, a row of the table in PAGE.js.
//
// A row has the `sentence` that it breaks, the `rules` of which each must have a case that notices,
// the `change`, and a `witness`: a tiny program that prints something else than on a whole Node.
'use strict';

const path = require('path');

const row = process.env.LOOPSPEC_BREAK;
// The adapter itself, which speaks with loopspec and starts the programs, stays whole.
const isAdapter = path.basename(process.argv[1] || '') === 'adapter.cjs' &&
  !['--perform', '--share'].includes(process.argv[2]);
if (row && !isAdapter) {
  const [page, name] = row.split('/');
  require(`./${page}.js`)[name].change();
}
