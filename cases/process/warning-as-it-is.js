// title "a warning that is an error keeps its name, code and detail whatever else is given, and each comes once, in order"
// rules LIFE-50
// layer node

const seen = [];
process.on('warning', (warning) => {
  seen.push(warning);
  log(warning.message);
  log(warning.name);
  log(`code-${warning.code}`);
  log(`detail-${warning.detail}`);
});
const error = new Error('error');
const named = Object.assign(new Error('named'), { name: 'Named', code: 'OWN', detail: 'its' });
process.emitWarning(error, 'Other', 'CODE');
process.emitWarning(error, { type: 'Other', code: 'CODE', detail: 'more' });
process.emitWarning(named, 'Other', 'CODE');
process.emitWarning('text', 'Type', 'CODE', outer);
process.emitWarning('text', { type: 'Type', ctor: outer });
function outer() { process.emitWarning('from-outer', { ctor: outer }); }
outer();
setImmediate(() => {
  log('same', Number(seen[0] === error) + Number(seen[1] === error) + Number(seen[2] === named));
  log('errors', seen.filter((warning) => warning instanceof Error).length);
  // The function that the texts name is not on their stack, and so nothing is left of it.
  log('traced', seen.filter(({ stack }) => /\n +at /.test(stack)).length);
  log('cut', Number(!/at outer/.test(seen[5].stack)));
  for (const wrong of [null, 42, {}]) {
    try {
      process.emitWarning(wrong);
      log('taken');
    } catch (problem) {
      log('refused', Number(problem instanceof TypeError));
    }
  }
});
