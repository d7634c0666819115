// title "an agent keeps so many idle sockets, takes the latest or the oldest, counts all of its sockets, and ends idle and destroyed ones"
// rules HTTP-16
// layer node

const http = require('http');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const held = [];
  const waiting = [];
  let connections = 0;
  let most = 0;
  const server = http.createServer((request, response) => {
    const end = () => response.end(String(request.socket.number));
    if (request.url === '/now') return void end();
    held.push(end);
    most = Math.max(most, held.length);
    waiting.shift()();
  }).on('connection', (socket) => { connections += 1; socket.number = connections; });
  const arrival = () => new Promise((resolve) => waiting.push(resolve));
  const main = async () => {
    const { port } = server.address();
    const ask = (agent, path, options) => new Promise((resolve, reject) => {
      http.get({ port, host: '127.0.0.1', agent, path, ...options }, (response) => {
        let text = '';
        response.on('data', (data) => { text += data; }).on('end', () => setImmediate(resolve, Number(text)));
      }).on('error', reject);
    });
    const release = () => held.shift()();
    const count = (sockets) => Object.keys(sockets).reduce((sum, name) => sum + sockets[name].length, 0);
    const idle = async (label, options, path) => {
      connections = 0;
      const agent = new http.Agent({ keepAlive: true, ...options });
      const first = ask(agent, '/held');
      await arrival();
      const second = ask(agent, '/held');
      await arrival();
      release();
      log(`${label}-first`, await first);
      release();
      log(`${label}-second`, await second);
      if (path) {
        log(`${label}-idle`, count(agent.freeSockets));
        log(`${label}-taken`, await ask(agent, path));
      }
      return agent;
    };
    (await idle('default', {}, '/now')).destroy();
    (await idle('lifo', { scheduling: 'lifo' }, '/now')).destroy();
    (await idle('fifo', { scheduling: 'fifo' }, '/now')).destroy();
    (await idle('one', { maxFreeSockets: 1 }, '/now')).destroy();
    const timed = await idle('timed', { timeout: 200 });
    for (let at = 0; at < 40 && count(timed.freeSockets) > 0; at += 1) await new Promise((resolve) => setTimeout(resolve, 20));
    log('timed-out', count(timed.freeSockets));
    log('closed', count((await idle('closed', { keepAlive: false })).freeSockets));

    most = 0;
    const total = new http.Agent({ maxTotalSockets: 1 });
    const both = [ask(total, '/held'), ask(total, '/held', { localAddress: '127.0.0.1' })];
    await arrival();
    log('waiting', count(total.requests));
    const last = arrival();
    release();
    await Promise.all([both[0], last]);
    release();
    await both[1];
    log('most', most);

    const destroyed = new http.Agent();
    const failing = ask(destroyed, '/held').catch(({ code }) => log(code));
    await arrival();
    destroyed.destroy();
    await failing;
    try { new http.Agent({ scheduling: 'any' }); } catch ({ code }) { log(code); }
    server.close();
  };
  server.listen(0, '127.0.0.1', main);
}
