import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOriginReader, type EdgeReport, type Peer, plainAddress } from './origin.ts';

interface Case {
  readonly what: string;
  readonly peer: string;
  readonly isTls?: boolean;
  readonly headers: Peer['headers'];
  readonly trust?: readonly string[];
  readonly is: { readonly address: string; readonly isLocal: boolean; readonly isSecure: boolean };
  readonly ignored?: true;
}

const local = { host: 'localhost:8787' };
const proxied = { host: 'va.example', 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
const cases: readonly Case[] = [
  {
    what: 'a program on this machine',
    peer: '::ffff:127.0.0.1',
    headers: local,
    is: { address: '127.0.0.1', isLocal: true, isSecure: false },
  },
  {
    what: 'a program on this machine that asks for the public name',
    peer: '127.0.0.1',
    headers: { host: 'va.example' },
    is: { address: '127.0.0.1', isLocal: false, isSecure: false },
  },
  {
    what: 'a name that only begins like a loopback one',
    peer: '127.0.0.1',
    headers: { host: '127.0.0.1.evil.example' },
    is: { address: '127.0.0.1', isLocal: false, isSecure: false },
  },
  {
    what: 'a stranger who asks for localhost',
    peer: '203.0.113.9',
    headers: local,
    is: { address: '203.0.113.9', isLocal: false, isSecure: false },
  },
  {
    what: 'no Host at all',
    peer: '127.0.0.1',
    headers: {},
    is: { address: '127.0.0.1', isLocal: false, isSecure: false },
  },
  {
    what: 'own TLS',
    peer: '203.0.113.9',
    isTls: true,
    headers: { host: 'va.example' },
    is: { address: '203.0.113.9', isLocal: false, isSecure: true },
  },
  {
    what: 'a forwarding header of a peer that is not trusted',
    peer: '203.0.113.9',
    headers: proxied,
    is: { address: '203.0.113.9', isLocal: false, isSecure: false },
    ignored: true,
  },
  {
    what: 'a forwarding header from loopback, not trusted: not local any more',
    peer: '127.0.0.1',
    headers: { ...local, 'x-forwarded-proto': 'https' },
    is: { address: '127.0.0.1', isLocal: false, isSecure: false },
    ignored: true,
  },
  {
    what: 'a trusted proxy',
    peer: '127.0.0.1',
    headers: proxied,
    trust: ['127.0.0.1'],
    is: { address: '203.0.113.9', isLocal: false, isSecure: true },
  },
  {
    what: 'a trusted proxy that was asked in the clear',
    peer: '127.0.0.1',
    headers: { ...proxied, 'x-forwarded-proto': 'http' },
    trust: ['127.0.0.1'],
    is: { address: '203.0.113.9', isLocal: false, isSecure: false },
  },
  {
    what: 'a chain with one leg in the clear',
    peer: '127.0.0.1',
    headers: { ...proxied, 'x-forwarded-proto': 'https, http' },
    trust: ['127.0.0.1'],
    is: { address: '203.0.113.9', isLocal: false, isSecure: false },
  },
  {
    what: 'a trusted proxy that says nothing of the scheme',
    peer: '127.0.0.1',
    headers: { host: 'va.example', 'x-forwarded-for': '203.0.113.9' },
    trust: ['127.0.0.1'],
    is: { address: '203.0.113.9', isLocal: false, isSecure: false },
  },
  {
    what: 'an address that the client put before its own',
    peer: '10.0.0.2',
    headers: { ...proxied, 'x-forwarded-for': '198.51.100.1, 203.0.113.9, 10.0.0.3' },
    trust: ['10.0.0.0/8'],
    is: { address: '203.0.113.9', isLocal: false, isSecure: true },
  },
  {
    what: 'a loopback client behind a trusted proxy, asking for a loopback name',
    peer: '127.0.0.1',
    headers: { ...local, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' },
    trust: ['127.0.0.1'],
    is: { address: '127.0.0.1', isLocal: true, isSecure: false },
  },
  {
    what: 'nonsense for an address',
    peer: '10.0.0.2',
    headers: { ...proxied, 'x-forwarded-for': 'unknown' },
    trust: ['10.0.0.2'],
    is: { address: '10.0.0.2', isLocal: false, isSecure: true },
  },
  {
    what: 'a trusted proxy on our unix socket',
    peer: 'unix:',
    headers: proxied,
    trust: ['unix:'],
    is: { address: '203.0.113.9', isLocal: false, isSecure: true },
  },
];

for (const { what, peer, isTls = false, headers, trust = [], is, ignored = false } of cases) {
  test(what, () => {
    const told: string[] = [];
    const read = createOriginReader({ trustProxy: trust, readEdge: null, onIgnored: (address) => told.push(address) });
    assert.deepEqual(read({ address: peer, isTls, headers }), is);
    assert.equal(told.length, ignored ? 1 : 0);
  });
}

const none = { base: null, hostMs: null, admin: null };

test('the edge reports a peer, which is then looked at as if it were our own', () => {
  const report = (isTrusted: boolean): EdgeReport => {
    return { address: '10.1.1.1', isTls: false, isTrusted, headers: { ...proxied }, bodyDigest: 'aa', ...none };
  };
  const peer = { address: 'unix:', isTls: false, headers: { host: 'va.example' } };
  for (const isTrusted of [true, false]) {
    const read = createOriginReader({ trustProxy: [], readEdge: () => report(isTrusted), onIgnored: () => {} });
    const address = isTrusted ? '203.0.113.9' : '10.1.1.1';
    assert.deepEqual(read(peer), { address, isLocal: false, isSecure: isTrusted, viaEdge: true, bodyDigest: 'aa' });
  }
});

test('what is sent on by an edge without a key, or by a proxy that names nobody, is never local', () => {
  const read = createOriginReader({ trustProxy: [], readEdge: () => null, onIgnored: () => {} });
  const local = { address: '127.0.0.1', isTls: false, headers: { host: 'localhost' } };
  assert.equal(read(local).isLocal, true);
  assert.equal(read({ ...local, headers: { ...local.headers, 'x-tracker-edge': 'x.y' } }).isLocal, false);
  assert.equal(read({ ...local, isHttp10: true }).isLocal, false);
});

test('addresses are compared without port, brackets and IPv6 dress', () => {
  const spellings = {
    '1.2.3.4:80': '1.2.3.4',
    '[::1]:80': '::1',
    '::ffff:1.2.3.4': '1.2.3.4',
    'fe80::1%eth0': 'fe80::1',
  };
  for (const [text, plain] of Object.entries(spellings)) assert.equal(plainAddress(text), plain);
});

test('a trusted proxy that is no address stops the start', () => {
  const open = () => createOriginReader({ trustProxy: ['proxy.example'], readEdge: null, onIgnored: () => {} });
  assert.throws(open, /"proxy.example" is neither an IP address nor a network/);
});
