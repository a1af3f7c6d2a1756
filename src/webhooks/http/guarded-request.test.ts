import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { test } from 'node:test';
import { AddressPolicy } from '../../lib/address-policy.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import { GuardedRequests, NoAnswerError, type Resolver } from './guarded-request.ts';
import { requireUrl } from './url.ts';

const nobody = new AddressPolicy([]);
const { signal } = new AbortController();
const limits = { timeoutMs: 2_000, maxAnswerBytes: 100 };

const refusedUrls = [
  // Loopback, in all its spellings.
  ...['https://127.0.0.1/', 'https://127.1/', 'https://0x7f.1/', 'https://2130706433/', 'https://017700000001/'],
  ...['https://[::1]/', 'https://[::]/', 'https://0.0.0.0/', 'https://[::ffff:127.0.0.1]/', 'https://[::ffff:7f00:1]/'],
  // Private networks, link-local with the metadata of clouds, CGNAT.
  ...['https://10.1.2.3/', 'https://172.16.0.1/', 'https://172.31.255.255/', 'https://192.168.0.1/'],
  ...['https://169.254.169.254/latest/meta-data', 'https://100.64.0.1/', 'https://100.127.255.255/'],
  ...['https://[fe80::1]/', 'https://[fc00::1]/', 'https://[fd12:3456::1]/', 'https://[::ffff:10.0.0.1]/'],
  // Ways from IPv6 to IPv4, documentation, multicast, reserved.
  ...['https://[64:ff9b::7f00:1]/', 'https://[2002:7f00:1::]/', 'https://[2001:0:7f00:1::]/', 'https://[::7f00:1]/'],
  ...[
    'https://[2001:db8::1]/',
    'https://192.0.2.1/',
    'https://198.51.100.1/',
    'https://203.0.113.9/',
    'https://198.18.0.1/',
  ],
  ...[
    'https://224.0.0.1/',
    'https://[ff02::1]/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
    'https://192.0.0.8/',
  ],
  // Services inside Azure, IBM's cloud, Google's and Alibaba's.
  ...['https://168.63.129.16/machine?comp=goalstate', 'https://[::ffff:168.63.129.16]/', 'https://161.26.0.10/'],
  ...['https://166.9.48.1/', 'https://199.36.153.4/', 'https://199.36.153.11/', 'https://100.100.100.200/'],
  // Names that lead inside.
  ...[
    'http://localhost/',
    'https://localhost/',
    'https://localhost./',
    'https://LOCALHOST:8080/',
    'https://a.localhost/',
  ],
  ...['https://metadata.google.internal/', 'https://printer.local/', 'https://nas.home.arpa/', 'https://intranet/'],
  // Other schemes, logins, ports of other services, plain HTTP.
  ...['ftp://example.org/', 'file:///etc/passwd', 'gopher://example.org/', 'javascript:alert(1)', 'data:text/plain,x'],
  ...['ws://example.org/', 'unix:/run/x.sock', 'https://user@example.org/', 'https://user:word@example.org/'],
  ...['https://:word@example.org/', 'https://example.org:22/', 'https://example.org:25/', 'https://example.org:6667/'],
  ...['https://example.org:0/', 'https://example.org:65536/', 'http://8.8.8.8/', 'https://example.org/#part'],
  ...['', 'example.org', '//example.org/', 'https://', 'https:///', `https://example.org/${'x'.repeat(2_000)}`],
];

test(`${refusedUrls.length} addresses that no receiver has are refused`, () => {
  for (const url of refusedUrls)
    assert.throws(
      () => requireUrl(url, nobody),
      (error) => isRefusal(error, 'invalid'),
      url,
    );
});

test('those of the public internet are not', () => {
  for (const url of [
    'https://example.org/in?x=1',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://example.org:8443/',
    'https://localhost.example/',
    'https://internal.example/',
    'https://168.63.129.17/',
  ])
    assert.equal(requireUrl(url, nobody).href, url);
});

test('a name inside is refused in one sentence that says what can be done', () => {
  const wordsOf = (url: string, policy: AddressPolicy) => {
    try {
      return requireUrl(url, policy).href;
    } catch (error) {
      assert.ok(isRefusal(error, 'invalid'));
      return error.detail.fields?.url;
    }
  };
  const inside = 'localhost is not a name of the public internet. TRACKER_WEBHOOK_NETWORKS can allow its address.';
  const onlyHttps = 'It must begin with https://. Plain http is only for the networks in TRACKER_WEBHOOK_NETWORKS.';
  assert.equal(wordsOf('http://localhost/', nobody), inside);
  assert.equal(wordsOf('http://hooks.example/', nobody), onlyHttps);
  assert.equal(wordsOf('http://localhost/', new AddressPolicy(['10.0.0.0/8'])), inside);
  for (const named of ['127.0.0.0/8', '::1'])
    assert.equal(wordsOf('http://localhost:8080/', new AddressPolicy([named])), 'http://localhost:8080/');
  assert.equal(wordsOf('http://nas.local/', new AddressPolicy(['10.0.0.0/8'])), 'http://nas.local/');
});

test('networks that the operator named are allowed, also by plain http, and no others', () => {
  const policy = new AddressPolicy(['192.168.7.0/24', 'fd00:7::/32', '127.0.0.1']);
  for (const url of [
    'http://192.168.7.9/x',
    'https://192.168.7.9/x',
    'http://[fd00:7::9]/x',
    'http://127.0.0.1:8080/x',
  ])
    assert.equal(requireUrl(url, policy).href, url);
  for (const url of ['http://192.168.8.9/', 'http://127.0.0.2/', 'http://[::1]/', 'http://[::ffff:192.168.8.9]/'])
    assert.throws(
      () => requireUrl(url, policy),
      (error) => isRefusal(error, 'invalid'),
      url,
    );
});

async function serve(answer: (path: string) => readonly [number, Readonly<Record<string, string>>, string]) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const [status, headers, text] = answer(request.url ?? '');
    response.writeHead(status, headers).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const post = (requests: GuardedRequests, url: string) =>
  requests.send({ method: 'POST', url, headers: {}, body: '{}', signal });

test('a name that leads to this machine, or to it as well, is not connected to', async () => {
  await using server = await serve(() => [200, {}, 'inside']);
  const url = `https://hooks.example:${server.port}/`;
  const inside = ['127.0.0.1', '::1', '10.0.0.7', '::ffff:127.0.0.1', '169.254.169.254', 'fe80::1%lo'];
  for (const address of inside) {
    const resolve: Resolver = async () => [{ address, family: address.includes(':') ? 6 : 4 }];
    const mixed: Resolver = async () => [{ address: '8.8.8.8', family: 4 }, ...(await resolve(''))];
    for (const each of [resolve, mixed])
      await assert.rejects(post(new GuardedRequests(nobody, limits, each), url), /was not connected to/, address);
  }
  assert.deepEqual(server.asked, []);
});

test('a name is resolved once for a connection: what it becomes between check and connection changes nothing', async () => {
  await using server = await serve(() => [200, {}, 'inside']);
  let count = 0;
  // What a rebinding name answers: first an address that is allowed, then the one inside.
  const resolve: Resolver = async () => [{ address: ++count === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
  const requests = new GuardedRequests(new AddressPolicy(['127.0.0.1']), limits, resolve);
  const url = `http://hooks.example:${server.port}/`;
  assert.equal((await post(requests, url)).text, 'inside');
  assert.equal(count, 1);
  await assert.rejects(post(requests, url), /127\.0\.0\.2 is not an address/);
  assert.equal(server.asked.length, 1);
});

test('a redirect is an answer, and is not followed', async () => {
  await using server = await serve((path) => (path === '/' ? [302, { Location: '/inside' }, ''] : [200, {}, 'inside']));
  const requests = new GuardedRequests(new AddressPolicy(['127.0.0.1']), limits);
  assert.equal((await post(requests, `http://127.0.0.1:${server.port}/`)).status, 302);
  assert.deepEqual(server.asked, ['/']);
});

test('an answer without end is cut, and one that does not come is not waited for', async () => {
  await using server = await serve(() => [200, {}, 'x'.repeat(1_000_000)]);
  const policy = new AddressPolicy(['127.0.0.1']);
  const url = `http://127.0.0.1:${server.port}/`;
  assert.equal((await post(new GuardedRequests(policy, limits), url)).text.length, 100);
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const hurried = new GuardedRequests(policy, { ...limits, timeoutMs: 50 });
  await assert.rejects(post(hurried, `http://127.0.0.1:${port}/`), (error) => error instanceof NoAnswerError);
  silent.closeAllConnections();
  silent.close();
  await once(silent, 'close');
});

test('a receiver that switches protocols, or closes the connection, is no answer: nothing waits for it', async (t) => {
  const answers = ['HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n', ''];
  const server = createNetServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answers.shift() ?? ''));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const requests = new GuardedRequests(new AddressPolicy(['127.0.0.1']), limits);
  const send = () => requests.send({ method: 'POST', url: `http://127.0.0.1:${port}/`, headers: {}, body: '', signal });
  for (const _ of [...answers]) await assert.rejects(send(), NoAnswerError);
});
