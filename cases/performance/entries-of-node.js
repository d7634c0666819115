// title "connections, requests and lookups are reported to observers, with what they were about"
// rules PERF-26
// layer node

const { PerformanceObserver } = require('perf_hooks');
const dns = require('dns');
const http = require('http');

// As it is from Node 18 on; they come in any order.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const seen = {};
  const report = () => {
    const { lookup, connect, HttpClient, HttpRequest } = seen;
    log('seen', Object.keys(seen).length);
    if (Object.keys(seen).length < 4) return;
    log('lookup', Number(lookup.detail.hostname === 'localhost' && lookup.detail.addresses.length > 0));
    log('lookup-options', ['family', 'hints', 'verbatim'].filter((key) => key in lookup.detail).length);
    log('connect', Number(connect.detail.host === '127.0.0.1' && connect.detail.port === port));
    for (const { detail: { req, res } } of [HttpClient, HttpRequest]) {
      log(req.method);
      log('url', Number(req.url.endsWith('/there')));
      log('status', res.statusCode);
      log('headers', Number('headers' in req) + Number('headers' in res));
    }
    log(lookup.entryType);
    log(connect.entryType);
    log(HttpClient.entryType);
    log(HttpRequest.entryType);
    log('lasts', [lookup, connect, HttpClient, HttpRequest].filter(({ duration }) => duration >= 0).length);
  };
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen[entry.name] = entry;
  });
  // Whoever reports less must not wait for it.
  observer.observe({ entryTypes: ['dns', 'net', 'http'] });
  let port;
  const server = http.createServer((request, response) => {
    response.statusCode = 202;
    response.end();
  });
  server.listen(0, '127.0.0.1', () => {
    port = server.address().port;
    dns.lookup('localhost', { family: 4 }, () => {
      http.get({ host: '127.0.0.1', port, path: '/there', agent: false }, (response) => {
        response.resume().on('end', () => setTimeout(() => server.close(report), 20));
      });
    });
  });
}
