// page.js - what a page does besides running the program: it keeps the program's logs and detects
// when nothing is left to do. pages.cjs serves it.
//
// The happy path: the page is loaded and drawn, opens its event stream to say so, receives "run",
// adds the program as a script element, waits until it is quiet, posts the logs, and loads a new
// page. Ways to fail: it receives "stop", the program leaves the page, or the program logs without
// end. While the program has a timer, a frame, an idle callback or a worker, this script has
// nothing in the page's event loop.
(() => {
  'use strict';

  const LOGS_MAX = 1000 * 1000;
  const QUIET_ROUNDS = 2;
  const QUIET_MS = 50; // least duration of a round
  const BEACON_MAX = 60 * 1000; // the most that browsers let a page send while it is being left

  const { page } = document.currentScript.dataset;
  const {
    EventSource, fetch, performance, requestAnimationFrame, requestIdleCallback, setTimeout, Worker,
    XMLHttpRequest,
  } = window;

  const logs = []; // [milliseconds since the beginning, what was printed]
  let begin;
  let ended = false;

  const answer = (state) => `end?page=${page}&state=${state}`;

  // A program that computes for ever cannot receive "stop", so check the limit here.
  const endByFlood = () => {
    const request = new XMLHttpRequest();
    ended = true;
    request.open('POST', answer('flood'), false);
    request.send(JSON.stringify(logs.slice(0, 1000)));
  };

  console.log = (...words) => {
    if (ended) return;
    logs.push([performance.now() - begin, words.join(' ')]);
    if (logs.length > LOGS_MAX) endByFlood();
  };

  // The browser's error message for a program that it cannot parse. Such a program has logged
  // nothing; only then may it be loaded once more.
  const findMistake = async () => {
    const text = await (await fetch(`program.js?page=${page}`)).text();
    try {
      return new Function(text) && undefined;
    } catch (err) {
      return String(err);
    }
  };

  const end = async (state) => {
    if (ended) return;
    ended = true;
    const mistake = state === 'done' && logs.length === 0 ? await findMistake() : undefined;
    const seen = document.visibilityState === 'visible' ? state : 'hidden';
    await fetch(answer(mistake ? 'mistaken' : seen),
      { method: 'POST', body: mistake || JSON.stringify(logs) });
    window.location.replace(window.location.href);
  };

  window.addEventListener('pagehide', () => {
    if (ended) return;
    ended = true;
    let count = logs.length;
    let body;
    do {
      body = JSON.stringify(logs.slice(0, count));
      count >>= 1;
    } while (body.length > BEACON_MAX);
    navigator.sendBeacon(answer('left'), body);
  });

  // ---- what the program waits for ----

  const pending = new Set();
  let watching = false;

  let own; // the id of this script's own timer: no program may cancel it
  const called = (ask, ...rest) => new Promise((resolve) => { own = ask(resolve, ...rest); });

  // Each round waits for one of each: a timer, the page's idle time, a frame, an answer from the
  // network. Whatever else is ready and in no list of ours (a message, an image, the report of a
  // rejection) runs meanwhile.
  const watch = async () => {
    let quiet = 0;
    for (let seen = logs.length; quiet < QUIET_ROUNDS; seen = logs.length) {
      await called(setTimeout, QUIET_MS);
      await called(requestIdleCallback);
      await called(requestAnimationFrame);
      await fetch(`quiet?page=${page}`);
      if (pending.size > 0) {
        watching = false;
        return;
      }
      quiet = logs.length === seen ? quiet + 1 : 0;
    }
    end('done');
  };

  const look = () => {
    if (watching || pending.size > 0) return;
    watching = true;
    watch();
  };

  const finished = (what) => {
    pending.delete(what);
    look();
  };

  // The callback is called as it would be without us, with no try around it when it throws.
  const listenTo = (kind, name, repeats) => {
    const ask = window[name];
    window[name] = (callback, ...rest) => {
      if (typeof callback !== 'function') return ask(callback, ...rest);
      const id = ask(function call(...args) {
        if (!repeats) finished(`${kind} ${id}`);
        callback.apply(this, args);
      }, ...rest);
      pending.add(`${kind} ${id}`);
      return id;
    };
  };

  const listenToCancel = (kind, name) => {
    const cancel = window[name];
    window[name] = (id) => {
      const what = `${kind} ${id}`;
      if (Number(id) === own && !pending.has(what)) return;
      cancel(id);
      finished(what);
    };
  };

  listenTo('timer', 'setTimeout', false);
  listenTo('timer', 'setInterval', true);
  listenToCancel('timer', 'clearTimeout');
  listenToCancel('timer', 'clearInterval');
  listenTo('frame', 'requestAnimationFrame', false);
  listenToCancel('frame', 'cancelAnimationFrame');
  listenTo('idle', 'requestIdleCallback', false);
  listenToCancel('idle', 'cancelIdleCallback');

  window.Worker = class extends Worker {
    constructor(...args) {
      super(...args);
      pending.add(this);
    }

    terminate() {
      super.terminate();
      finished(this);
    }
  };

  // ---- the run ----

  // A script element with a source runs as a task of its own, not within another script.
  const run = () => {
    const program = document.createElement('script');
    program.src = `program.js?page=${page}`;
    program.onload = look;
    program.onerror = () => end('unread');
    begin = performance.now();
    document.head.append(program);
  };

  // After that, the special rules for a loading page (delayed timers, nothing drawn yet) are over.
  window.addEventListener('load', async () => {
    await called(requestAnimationFrame);
    await called(requestAnimationFrame);
    await called(requestIdleCallback);
    const events = new EventSource(`events?page=${page}`);
    events.addEventListener('run', run);
    events.addEventListener('stop', () => end('stopped'));
  });
})();
