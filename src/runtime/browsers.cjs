// browsers.cjs - starts and ends the browsers that pages.cjs performs scenarios in.
//
// Each start has a folder of its own for everything that the browser writes. Nothing
// here changes how a page in the foreground is scheduled: the flags keep a browser
// from asking questions, from talking to anybody but this machine, and from needing
// what a container does not have.
'use strict';

const childProcess = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

// Only pages of this machine are visited, so that the sandbox is no loss; a container
// mostly does not allow it, nor has it much shared memory.
const chromiumFlags = (folder) => [
  '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
  `--user-data-dir=${folder}`, '--no-first-run', '--no-default-browser-check',
  '--password-store=basic', '--mute-audio', '--disable-breakpad', '--disable-sync',
  '--disable-extensions', '--disable-component-update', '--disable-background-networking',
  '--disable-domain-reliability', '--no-pings', '--enable-logging=stderr',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

// A proxy that is not there: whatever Firefox wants from elsewhere it does not get.
const firefoxPreferences = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.dom.window.dump.enabled': true, // errors of pages go to standard error
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'browser.sessionstore.resume_from_crash': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.max_script_run_time': 0, // how long a scenario may compute is not for it to say
  'extensions.update.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.startup.max_resumed_crashes': -1,
  'toolkit.telemetry.enabled': false,
};

function firefoxFlags(folder) {
  const lines = Object.entries(firefoxPreferences)
    .map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`);
  fs.writeFileSync(path.join(folder, 'user.js'), lines.join(''));
  return ['--headless', '--no-remote', '--profile', folder];
}

// `says` is the line in which it tells what went wrong in a page; the rest of what
// browsers print is about themselves.
const kinds = {
  chromium: {
    package: 'chromium',
    flags: chromiumFlags,
    says: /:CONSOLE(?::\d+)?\] "(.*)", source: /,
  },
  firefox: {
    package: 'firefox-esr',
    flags: firefoxFlags,
    says: /^JavaScript (?:error|warning): (?:http|blob|about:srcdoc)[^,]*, (line .*)/,
  },
};

// What it answers to --version, as far as that is one; undefined if it does not.
function version(binary) {
  const { stdout } = childProcess.spawnSync(binary, ['--version'],
    { encoding: 'utf8', timeout: 10000, stdio: ['ignore', 'pipe', 'ignore'] });
  const found = /\d+(?:\.\d+)+/.exec(stdout || '');
  return found ? found[0] : undefined;
}

// It becomes the browser, after it has left somebody who waits for the end of this
// process, however that comes, and then ends the whole process group.
const leash = '(read line <&3; kill -KILL 0) & exec "$0" "$@" 3<&-';

// A browser shows one page, `url`. `ended` becomes { code, signal } when it is gone;
// kill() ends it with all that it started and removes what it wrote.
function start(name, binary, url) {
  const { flags, says } = kinds[name];
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `loopspec-${name}-`));
  // What it keeps at home it shall keep there too, and no settings of the user's count. Its
  // sockets go beside it, since their paths have to be short; loopspec removes that folder too.
  const env = {
    ...process.env,
    HOME: folder,
    TMPDIR: os.tmpdir(),
    XDG_CONFIG_HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_RUNTIME_DIR: folder,
    MOZ_CRASHREPORTER_DISABLE: '1',
  };
  const child = childProcess.spawn('/bin/sh', ['-c', leash, binary, ...flags(folder), url],
    { env, detached: true, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });

  const last = []; // of what it printed, to explain why it did not start
  let rest = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop().slice(0, 1 << 16);
    lines.forEach((line) => {
      const [, said] = says.exec(line) || [];
      if (said) process.stderr.write(`${said}\n`);
    });
    last.push(...lines.filter((line) => line.trim()));
    last.splice(0, last.length - 5);
  });

  let removed = false;
  const ended = new Promise((resolve) => {
    child.on('error', (err) => resolve({ error: err.message }));
    child.on('exit', (code, signal) => resolve({ code, signal }));
  });
  const kill = async () => {
    if (child.pid !== undefined && !removed) {
      try { process.kill(-child.pid, 'SIGKILL'); } catch (err) { /* all of it is gone */ }
    }
    await ended;
    removed = true;
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { ended, kill, lastWords: () => last.join('; ') };
}

module.exports = { kinds, version, start };
