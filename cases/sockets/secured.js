// title "a secured connection is reported when its handshake is over, not before; one that is untrusted, garbage or too slow fails"
// rules SOCK-23
// layer node

const https = require('https');
const net = require('net');
const tls = require('tls');

// Both are for this case alone: a certificate that signs itself, from 2000 to 2100.
const cert = `-----BEGIN CERTIFICATE-----
MIIBETCBuAIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwIBcN
MDAwMTAxMDAwMDAwWhgPMjEwMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMMCWxvY2Fs
aG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABFofcIElKLtHppcxTF+Sqywc
Tgh9NilZGgBpPyLLXmXQnIBhEh3hWe+ayOlKNZNdsQRyuCy+gGjI5Jzjs8py2G4w
CgYIKoZIzj0EAwIDSAAwRQIgJO0Xe5ijIxFzH5bokOhWgYLMGtFscc1hUX/g8pOY
W6wCIQC4RT0o2YdszTQ+uIl+t5BVVMb3F6PTQBa8rAELtkhJCA==
-----END CERTIFICATE-----
`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgX3O4rs4GMSTckGn7
EAgXzyxO30LdUrUsp9aUcsTTMZChRANCAARaH3CBJSi7R6aXMUxfkqssHE4IfTYp
WRoAaT8iy15l0JyAYRId4VnvmsjpSjWTXbEEcrgsvoBoyOSc47PKcthu
-----END PRIVATE KEY-----
`;

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const host = '127.0.0.1';
  const once = (one, event) => new Promise((resolve) => one.once(event, resolve));
  // What each side has seen is logged by itself: between the sides there is no order.
  const told = (side, words) => words.forEach((word) => log(`${side}-${word}`));
  const main = async () => {
    // Let `use` connect to a server of its own, and give what that has seen.
    const served = async (use) => {
      const seen = [];
      const server = tls.createServer({ key, cert, handshakeTimeout: 300 }, (socket) => {
        seen.push('listener');
        socket.on('data', (data) => { seen.push(String(data)); socket.write('answer'); });
        socket.on('end', () => seen.push('end')).on('close', (failed) => seen.push(failed ? 'failed' : 'close'));
        socket.on('error', () => {});
      });
      server.on('connection', () => seen.push('connection'));
      server.on('secureConnection', ({ encrypted }) => seen.push(encrypted ? 'secure' : 'plain'));
      server.on('tlsClientError', ({ code }, socket) => { seen.push(String(code), socket instanceof tls.TLSSocket ? 'its-socket' : 'no-socket'); });
      server.listen(0, host);
      await once(server, 'listening');
      await use(server.address().port, server);
      const closed = once(server, 'close');
      server.close();
      await closed;
      return seen;
    };
    const connect = (label, options) => served(async (port) => {
      const words = [];
      const socket = tls.connect({ port, host, servername: 'localhost', ...options }, () => words.push('callback'));
      socket.on('connect', () => words.push('connect')).on('secureConnect', () => {
        words.push(socket.authorized ? 'authorized' : `not-${socket.authorizationError}`);
      });
      socket.on('error', ({ code }) => words.push(code)).on('data', (data) => { words.push(String(data)); socket.end(); });
      socket.write('early');
      words.push('called');
      words.push(await once(socket, 'close') ? 'failed' : 'close');
      told(label, words);
    });
    told('server', await connect('trusted', { ca: [cert] }));
    await connect('anyhow', { rejectUnauthorized: false });
    await connect('untrusted', {});
    const plain = (text) => served(async (port, server) => {
      const socket = net.connect(port, host).on('error', () => {}).resume();
      if (text) socket.write(text);
      await once(server, 'tlsClientError');
      socket.destroy();
    });
    told('garbage', (await plain('no handshake at all')).map((word) => (word.startsWith('ERR_SSL') ? 'error' : word)));
    told('silent', await plain());

    const site = https.createServer({ key, cert }, (request, response) => response.end(request.socket.encrypted ? 'secret' : 'open'));
    site.listen(0, host);
    await once(site, 'listening');
    const words = [];
    const request = https.get({ port: site.address().port, host, servername: 'localhost', ca: [cert], agent: false });
    for (const event of ['response', 'finish', 'close']) request.on(event, () => words.push(event));
    request.on('socket', (socket) => { words.push('socket'); socket.on('secureConnect', () => words.push('secure')); });
    const response = await once(request, 'response');
    response.on('data', (data) => words.push(String(data))).on('end', () => words.push('end'));
    await once(request, 'close');
    told('https', words.filter((word) => word !== 'finish'));
    const untrusted = https.get({ port: site.address().port, host, servername: 'localhost', agent: false });
    untrusted.on('response', () => log('never'));
    const { code } = await once(untrusted, 'error');
    log(code);
    site.close();
  };
  main();
}
