// program.js - the script of a case as the witness of a row.
'use strict';

module.exports = (name) => (print) => {
  global.log = (label, value) => print(label, value === undefined ? '' : value);
  require(`../../../cases/${name}.js`);
};
