// title "timers convert what they are given before they start, and call it with the window as this"
// rules BROWSER-16 BROWSER-17 BROWSER-43
// layer browser

setTimeout(function strict() { 'use strict'; log('this', Number(this === window)); }, 1);
setTimeout('log("text")', 10);
setTimeout(log, 20, 'passed');
// The conversion of the second starts the first.
setTimeout({ toString() { setTimeout("log('uno')", 30); return "log('due')"; } }, 30);
// A number may be text, or an object that becomes one.
setTimeout(() => log('sixty'), '60');
setTimeout(() => log('fifty'), { valueOf: () => 50 });
// What is below zero, or no number, is 0: a timeout of 10 ms that is started later comes later.
[-1, -1000, NaN, undefined, null, 'soon', -Infinity, Infinity, 2 ** 31, -(2 ** 40)].forEach((time, i) => {
  setTimeout(() => {
    const interval = setInterval(() => { clearInterval(interval); clearTimeout(due); log('zero', i); }, time);
    const due = setTimeout(() => { clearInterval(interval); log('late', i); }, 10);
  }, 100 + 20 * i);
});
