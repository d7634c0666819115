// pages.cjs - runs scenarios in a browser. README.md in this folder documents the protocol.
//
//     node pages.cjs chromium|firefox BINARY [--alone]
//
// The browser is started once and shows a page that this script serves; page.js is the page's side.
// Each scenario gets a new page, with --alone a new browser. The happy path: a page that is ready
// opens its event stream and waits; it receives "run", fetches the program, posts the logs and
// reloads itself. Ways to fail: the page does not end in time, is left, or has crashed, which ends
// its event stream. If a page does not answer, its browser is killed and another one started.
'use strict';

const crypto = require('crypto');
const fs = require('fs');
const http = require('http');
const path = require('path');
const readline = require('readline');
const browsers = require('./browsers.cjs');

const START_MS = 25 * 1000; // for a browser to show its page
const PATIENCE_MS = 500; // to wait for a page before asking loopspec for more time
const BEAT_MS = 1000; // between two heartbeats to a page that runs
const STOP_MS = 500; // for a page to answer "stop"
const FAREWELL_MS = 500; // between the end of a page's events and other signs of it
const BODY_MAX = 128 << 20; // bytes; no real trace is longer
const MISTAKE = 'error: '; // after this the program says what is wrong with itself
const LINE = /^([A-Za-z0-9_.-]{1,64})(?: = (?:(-?\d{1,15})|(E[A-Z0-9]+)))?$/;

const [name, binary, ...flags] = process.argv.slice(2);
const alone = flags.includes('--alone');

// A script that runs in each page before the program: one that breaks something of the page's.
const before = process.env.LOOPSPEC_PAGE_BEFORE
  ? `${fs.readFileSync(process.env.LOOPSPEC_PAGE_BEFORE, 'utf8')}\n` : '';

const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

const after = (ms, value) => {
  let timer;
  const promise = new Promise((resolve) => { timer = setTimeout(resolve, ms, value); });
  return { promise, clear: () => clearTimeout(timer) };
};

// The first of these promises, or `value` when the time is up.
async function within(ms, value, ...promises) {
  const limit = after(ms, value);
  try {
    return await Promise.race([...promises, limit.promise]);
  } finally {
    limit.clear();
  }
}

// ---- the pages ----

const source = fs.readFileSync(path.join(__dirname, 'page.js'));
let base; // secret path of this browser's pages: no other browser can guess it
let count = 0; // number of pages
let current; // the latest page that has opened its events
let awaited; // called when the next one does
let program = '';

// `answer` resolves to what the page posted, `gone` to true when its events have ended.
function makePage(number, events) {
  const page = { number };
  page.answer = new Promise((resolve) => { page.take = resolve; });
  page.gone = new Promise((resolve) => { events.on('close', () => resolve(true)); });
  page.send = (what) => events.write(`event: ${what}\ndata:\n\n`);
  page.beat = () => events.write(':\n'); // a comment: the page does not see it
  return page;
}

const nextPage = () => new Promise((resolve) => { awaited = resolve; });

function readBody(request, done) {
  const parts = [];
  let length = 0;
  request.on('data', (part) => {
    length += part.length;
    if (length > BODY_MAX) request.destroy();
    else parts.push(part);
  });
  request.on('end', () => done(Buffer.concat(parts).toString()));
}

const routes = {
  '': (url, request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!DOCTYPE html><title>loopspec</title>
<script src="page.js" data-page="${++count}"></script><p>A scenario is performed here.</p>\n`);
  },
  'page.js': (url, request, response) => {
    response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
    response.end(source);
  },
  'program.js': (url, request, response) => {
    response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
    response.end(program);
  },
  events: (url, request, response) => {
    response.setHeader('Content-Type', 'text/event-stream');
    response.flushHeaders();
    current = makePage(Number(url.searchParams.get('page')), response);
    if (awaited) awaited(current);
    awaited = undefined;
  },
  quiet: (url, request, response) => response.end(),
  end: (url, request, response) => readBody(request, (body) => {
    response.end();
    if (!current || current.number !== Number(url.searchParams.get('page'))) return;
    current.take({ state: url.searchParams.get('state'), body });
  }),
};

// Isolated from other origins, a page has a clock with microseconds; and without a store the
// browser does not keep the old page when the next one comes.
const headers = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const server = http.createServer((request, response) => {
  const url = new URL(request.url, 'http://127.0.0.1');
  const route = url.pathname.startsWith(base) && routes[url.pathname.slice(base.length)];
  Object.entries(headers).forEach(([key, value]) => response.setHeader(key, value));
  if (route) {
    route(url, request, response);
  } else {
    response.statusCode = 404;
    response.end();
  }
});

// ---- the browser ----

// A browser and a promise of its first page.
function open() {
  base = `/${crypto.randomBytes(16).toString('hex')}/`;
  const browser = browsers.start(name, binary, `http://127.0.0.1:${server.address().port}${base}`);
  browser.page = nextPage();
  return browser;
}

// The page that is ready in it; throws if there will be none.
async function readyPage(browser) {
  const page = await within(START_MS, undefined, browser.page, browser.ended);
  if (page && page.number !== undefined) return page;
  await browser.kill();
  const words = browser.lastWords();
  const how = page ? `ended with ${page.error || page.signal || page.code} before it`
    : `in ${START_MS / 1000} s had not`;
  throw new Error(`${binary} ${how} showed a page${words && `; it printed: ${words}`}`);
}

// ---- a run ----

function sendLine(id, ms, line) {
  const [, label, number, errno] = LINE.exec(line) || [];
  if (label === undefined) {
    process.stderr.write(`${line}\n`);
    return;
  }
  const message = { type: 'log', id, label, at_ns: Math.max(0, Math.round(ms * 1e6)) };
  if (number !== undefined || errno !== undefined) message.value = errno || Number(number);
  send(message);
}

// The page may have posted anything. False if it is no trace; else the program's message about what
// is wrong with itself, "" if nothing.
function sendLogs(id, body) {
  let logs;
  try {
    logs = JSON.parse(body);
  } catch (err) {
    return false;
  }
  if (!Array.isArray(logs)) return false;
  const isMistake = (log) => Array.isArray(log) && String(log[1]).startsWith(MISTAKE);
  const end = logs.findIndex(isMistake);
  logs.slice(0, end < 0 ? logs.length : end).forEach((log) => {
    const [ms, text] = Array.isArray(log) ? log : [];
    if (typeof ms === 'number') String(text).split('\n').forEach((line) => sendLine(id, ms, line));
  });
  return end < 0 ? '' : String(logs[end][1]).slice(MISTAKE.length);
}

// How the page's own report ends the run, and whether the browser can show the next page.
const endings = {
  done: [{ type: 'end', code: 0 }, true],
  stopped: [{ type: 'end', timeout: true }, true],
  left: [{ type: 'error', reason: 'the scenario left its page' }, false],
  flood: [{ type: 'error', reason: 'the scenario logged more than 1000000 lines' }, false],
  hidden: [{ type: 'error', reason: 'the page is hidden: nothing is drawn' }, false],
  unread: [{ type: 'error', reason: 'the page did not get the program' }, false],
};
const mistaken = (body) => [{ type: 'error', reason: body.slice(0, 200) }, true];
const nonsense = [{ type: 'error', reason: 'the page posted what is no trace' }, false];
function judge(id, state, body) {
  const mistake = sendLogs(id, body);
  return mistake ? mistaken(mistake) : (mistake === '' && endings[state]) || nonsense;
}

// The page or the browser has ended; the other one may know more about why.
async function explainLoss(browser, page) {
  const outcome = await within(FAREWELL_MS, {}, page.answer, browser.ended);
  if (outcome.state) return outcome;
  if (outcome.signal) return { ending: [{ type: 'end', signal: outcome.signal }, false] };
  const reason = 'code' in outcome ? `the browser exited with ${outcome.code}`
    : 'the page is gone: it was closed, or its process crashed';
  return { ending: [{ type: 'error', reason }, false] };
}

// Wait until the page has ended, in whatever way. Firefox notices that a page's process has ended
// only when it sends something to it.
async function hearOut(browser, page, timeout) {
  const lost = Promise.race([page.gone, browser.ended]).then(() => 'lost');
  const beat = setInterval(page.beat, BEAT_MS);
  let outcome = await within(timeout, 'late', page.answer, lost);
  clearInterval(beat);
  if (outcome === 'late') {
    page.send('stop');
    outcome = await within(STOP_MS, { ending: [{ type: 'end', timeout: true }, false] },
      page.answer, lost);
  }
  return outcome === 'lost' ? explainLoss(browser, page) : outcome;
}

// Run one scenario in the browser; true if another can follow there.
async function run(browser, { id, javascript, timeout_ms: timeout }) {
  let page;
  try {
    page = await within(PATIENCE_MS, undefined, browser.page);
    if (!page) {
      send({ type: 'wait', id });
      page = await readyPage(browser);
    }
  } catch (err) {
    send({ type: 'error', id, reason: err.message });
    return false;
  }
  program = before + javascript;
  browser.page = nextPage();
  page.send('run');
  const { ending, state, body } = await hearOut(browser, page, timeout);
  const heard = ending || (state === 'mistaken' && mistaken(body)) || judge(id, state, body);
  send({ ...heard[0], id });
  return heard[1];
}

async function converse() {
  const version = browsers.version(binary);
  if (version === undefined) throw new Error(`${binary} prints no version: is it a browser?`);
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  let browser = open();
  await readyPage(browser);
  send({
    type: 'hello', protocol: 1, name, version, profile: 'browser', layers: ['browser'],
    can: ['javascript'],
  });
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (typeof message.javascript !== 'string') {
      send({ type: 'unsupported', id: message.id, reason: message.why || 'no JavaScript' });
    } else if (!await run(browser, message) || alone) {
      await browser.kill();
      browser = open(); // start it now: the next scenario should not have to wait for it
    }
  }
  await browser.kill();
}

converse().then(() => process.exit(0), (err) => {
  process.stderr.write(`${err.message}\n`);
  process.exit(1);
});
