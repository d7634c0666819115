// title "negative delays and those that are no number are 0"
// rules BROWSER-17
// layer browser

setTimeout(() => log('two-hundred'), 200);
setTimeout(() => log('minus'), -100);
setTimeout(() => log('nan'), NaN);
setTimeout(() => log('text'), 'abc');
setTimeout(() => log('none'));
setTimeout(() => log('infinite'), Infinity);
setTimeout(() => log('hundred'), '100');
