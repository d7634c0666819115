// title "a warning has the type, the code and the detail that it is given"
// rules LIFE-16
// layer node

process.on('warning', ({ name, message, code, detail }) => {
  log(name);
  log(message);
  log(code || 'no-code');
  log(detail || 'no-detail');
});
process.emitWarning('first', 'Own', 'C1');
process.emitWarning('second', { type: 'Other', code: 'C2', detail: 'more' });
process.emitWarning('third');
log('end');
