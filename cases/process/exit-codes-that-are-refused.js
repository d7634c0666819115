// title "only whole numbers are exit codes"
// rules LIFE-2
// layer node

// From Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  for (const value of ['x', 1.5, {}, '3', 4, null, undefined]) {
    try {
      process.exitCode = value;
      log('taken', Number(process.exitCode || 0));
    } catch (error) {
      log(error.name);
    }
  }
  try {
    process.exit('x');
  } catch (error) {
    log(error.name);
  }
}
