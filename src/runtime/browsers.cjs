// browsers.cjs - starts and ends the browsers in which pages.cjs runs scenarios.
//
// Each start has a new folder for everything that the browser writes. Nothing here changes how a
// page in the foreground is scheduled: the flags keep a browser from asking questions, from talking
// to other machines, and from needing what a container does not have.
'use strict';

const childProcess = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

// Without the sandbox, since only pages of this machine are visited, and most containers forbid it;
// without /dev/shm, which is small in a container.
const chromiumFlags = (folder) => [
  '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
  `--user-data-dir=${folder}`, '--no-first-run', '--no-default-browser-check',
  '--password-store=basic', '--mute-audio', '--disable-breakpad', '--disable-sync',
  '--disable-extensions', '--disable-component-update', '--disable-background-networking',
  '--disable-domain-reliability', '--no-pings', '--enable-logging=stderr',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

// A proxy that does not exist: whatever Firefox requests from elsewhere fails.
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
  'dom.max_script_run_time': 0, // no limit on how long a scenario may compute
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

// `says` matches the line in which the browser reports an error in a page; its other output is
// about itself.
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

// The version that it prints for --version; undefined if it prints none.
function version(binary) {
  const { stdout } = childProcess.spawnSync(binary, ['--version'],
    { encoding: 'utf8', timeout: 10000, stdio: ['ignore', 'pipe', 'ignore'] });
  const found = /\d+(?:\.\d+)+/.exec(stdout || '');
  return found ? found[0] : undefined;
}

// The shell becomes the browser. Before that it starts a process that waits until this process
// ends, in whatever way, and then kills the whole process group.
const leash = '(read line <&3; kill -KILL 0) & exec "$0" "$@" 3<&-';

// Start a browser that shows one page, `url`. `ended` resolves to { code, signal }; kill() ends it
// with all that it started and removes what it wrote.
function start(name, binary, url) {
  const { flags, says } = kinds[name];
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `loopspec-${name}-`));
  // A new home folder, so that no settings of the user apply. Its sockets are in a folder beside
  // it, since their paths must be short; loopspec removes that folder, too.
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

  const last = []; // its last lines, to explain why it did not start
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
      try { process.kill(-child.pid, 'SIGKILL'); } catch (err) { /* the group has ended already */ }
    }
    await ended;
    removed = true;
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { ended, kill, lastWords: () => last.join('; ') };
}

module.exports = { kinds, version, start };
