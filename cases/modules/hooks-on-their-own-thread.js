// title "asynchronous hooks of modules are in place when register() returns, the last that was registered first"
// rules MODULE-15
// layer node

// From Node 20.6 on.
if (Number(process.versions.node.split('.')[0]) >= 22) {
  const fs = require('fs');
  const os = require('os');
  const path = require('path');
  const Module = require('module');
  const { pathToFileURL } = require('url');
  const { MessageChannel, receiveMessageOnPort } = require('worker_threads');
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-')));
  const make = (name, text) => { const file = path.join(root, name); fs.writeFileSync(file, text); return pathToFileURL(file).href; };
  global.told = log;
  const { port1, port2 } = new MessageChannel();
  const texts = () => { for (let got; (got = receiveMessageOnPort(port1));) log(got.message); };
  const hooks = make('hooks.mjs', `
    import { threadId, isMainThread } from 'node:worker_threads';
    let own;
    export async function initialize({ label, port }) {
      own = label;
      globalThis.port = port || globalThis.port;
      await null;
      globalThis.port.postMessage('initialized-' + own + '-' + isMainThread);
    }
    export async function resolve(specifier, context, next) {
      if (!specifier.endsWith('.mjs?hooked')) return next(specifier, context);
      globalThis.port.postMessage(own + '-resolve');
      const found = await next(specifier, context);
      globalThis.port.postMessage(own + '-resolved');
      return found;
    }
    export async function load(url, context, next) {
      if (!url.endsWith('.mjs?hooked')) return next(url, context);
      globalThis.port.postMessage(own + '-load');
      const found = await next(url, context);
      return { ...found, source: found.source + "; told('by-" + own + "');" };
    }
  `);
  const main = async () => {
    log('returned', Number(Module.register(hooks, { data: { label: 'first', port: port2 }, transferList: [port2] }) === undefined));
    texts();
    Module.register(`${hooks}?2`, { data: { label: 'second' } });
    texts();
    const promise = import(`${make('one.mjs', "told('one'); export const value = 1;")}?hooked`);
    log('not-yet');
    log('imported', (await promise).value);
    texts();
    try { Module.register(`${hooks}?none`, { data: null }); } catch (error) { log(error.name); }
    port1.close();
    fs.rmSync(root, { recursive: true });
  };
  main();
}
