// alone: it changes which authorities its process trusts
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createPlainServer, type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { after, before, mock, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expired, first } from '../../../../test/certificates.ts';
import { createAsk } from '../../site/ask.ts';
import type { Subject } from '../subject.ts';
import { transport } from './transport.ts';

const usual = getCACertificates('default');
// As one that the system's list vouches for.
before(() => setDefaultCACertificates([first.cert, expired.cert]));
after(() => setDefaultCACertificates(usual));

const page: RequestListener = (request, response) => {
  request.resume();
  // Its clock is not what is tested here.
  response.sendDate = false;
  response.end('a page');
};

async function listen<T extends Server>(server: T): Promise<T & AsyncDisposable> {
  server.listen(0);
  await once(server, 'listening');
  const stop = async () => void server.close();
  return Object.assign(server, { [Symbol.asyncDispose]: stop });
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function look(url: string, ask = createAsk()): Promise<readonly string[]> {
  const subject = { url, isReachable: true, ask, kit: { finishPath: '/finish' } } as unknown as Subject;
  return (await transport.run(subject)).map(({ name, evidence }) => `${name}: ${evidence}`);
}

/** What is found of a certificate that a server shows in a real handshake. */
async function handshake(certificate: typeof first, host = 'localhost'): Promise<readonly string[]> {
  await using server = await listen(createServer(certificate, page));
  const found = await look(`https://${host}:${portOf(server)}`);
  server.closeAllConnections();
  return found;
}

test('a certificate that is valid for long is not reported', async () => {
  assert.deepEqual(await handshake(first), []);
});

test('a certificate that has ended is reported', async () => {
  assert.deepEqual(await handshake(expired), ['certificate-wrong: CERT_HAS_EXPIRED']);
});

test('a certificate that nobody vouches for is reported', async () => {
  setDefaultCACertificates([expired.cert]);
  try {
    assert.deepEqual(await handshake(first), ['certificate-wrong: DEPTH_ZERO_SELF_SIGNED_CERT']);
  } finally {
    setDefaultCACertificates([first.cert, expired.cert]);
  }
});

test('a certificate that ends in a week is reported, by the date on which the check runs', async () => {
  // The certificate ends on 14 July 2051.
  mock.timers.enable({ apis: ['Date'], now: Date.UTC(2051, 6, 7, 10) });
  try {
    assert.deepEqual(await handshake(first), ['certificate-expiring: it ends in 7 days']);
  } finally {
    mock.timers.reset();
  }
});

test('a site with https that also shows its pages without is reported, unless plain http leads to https', async () => {
  const replies: readonly [status: number, location: string | null, found: string | null][] = [
    [200, null, '200 without a redirect'],
    [301, 'https://localhost/', null],
    [308, '/other', '308 to http://localhost/other'],
    [302, 'http://www.localhost/', '302 to http://www.localhost/'],
    [403, null, null],
  ];
  for (const [status, location, found] of replies) {
    await using plain = await listen(
      createPlainServer((_, response) => response.writeHead(status, location === null ? {} : { location }).end()),
    );
    const ask = createAsk();
    // Where the site's name leads, port 80 is this server and port 443 responds to nobody.
    const toPlain: typeof ask = (url, init) =>
      url.startsWith('http:')
        ? ask(url.replace('http://localhost', `http://localhost:${portOf(plain)}`), init)
        : Promise.resolve(null);
    const silent = 'not-checked: its certificate could not be read: ECONNREFUSED';
    const expected = found === null ? [silent] : [silent, `http-not-redirected: ${found}`];
    assert.deepEqual(await look('https://localhost', toPlain), expected, `${status}`);
    plain.closeAllConnections();
  }
});

test('a site that is reached by plain http is reported, one on this machine is not', async () => {
  const silent = async () => null;
  assert.deepEqual(await look('http://crew.example', silent), ['plain-http: its address begins with http://']);
  assert.deepEqual(await look('http://127.0.0.1', silent), []);
});
