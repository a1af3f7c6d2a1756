import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import { Secret } from '../../lib/secret.ts';
import { identityOf, proofOf, readHello } from './edge-proof.ts';
import { deriveKey, deriveKeyBefore, type EdgeKeys, readEdgeReport, sign } from './edge-signature.ts';

const now = Date.UTC(2026, 0, 2, 3, 4, 5);
const nonce = '0123456789abcdef0123456789abcdef';
const bodyDigest = createHash('sha256').update('{}').digest('hex');
const before = {
  t: now / 1000,
  m: 'POST',
  p: '/acars/login.php?x=1',
  peer: '203.0.113.9',
  https: true,
  host: 'va.test',
  for: '',
  proto: '',
  root: '/srv/va',
  edge: '1.2.0-2',
};
const said = { ...before, n: nonce, k: 'file', d: bodyDigest };
const random = new Secret('ab'.repeat(32));
const password = new Secret('database password');
const key = deriveKey('file', random) as Secret;
const keys: EdgeKeys = { byKind: { file: key }, before: deriveKeyBefore(password) };
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (value: object, by = key) => `${encode(value)}.${sign(by, 'report', encode(value))}`;
const signedBefore = (value: object, by = keys.before as Secret) =>
  `${encode(value)}.${createHmac('sha256', Buffer.from(by.reveal(), 'hex')).update(encode(value)).digest('hex')}`;
const request = { method: 'POST', target: '/acars/login.php?x=1', nonce };
const report = {
  peer: '203.0.113.9',
  isHttps: true,
  host: 'va.test',
  forwardedFor: null,
  forwardedProto: null,
  documentRoot: '/srv/va',
  edgeVersion: '1.2.0-2',
  base: null,
  hostMs: null,
  admin: null,
};

test('a report that is signed for this request, connection and time is believed', () => {
  assert.deepEqual(readEdgeReport(signed(said), request, keys, now + 299_000), { ...report, bodyDigest });
});

test('an edge of before, without a proof, is still believed', () => {
  assert.deepEqual(readEdgeReport(signedBefore(before), { ...request, nonce: null }, keys, now), {
    ...report,
    bodyDigest: null,
  });
});

test('nothing else is', () => {
  const other = deriveKey('file', new Secret('cd'.repeat(32))) as Secret;
  const whole = signed(said);
  const headers = [
    signed(said, other),
    whole.slice(0, -1),
    whole.replace('.', 'A.'),
    '',
    '.',
    'x.y',
    'bnVsbA.00',
    signed({ ...said, peer: 7 }),
    signed({ ...said, k: 'password' }),
    signed({ ...before, n: nonce }),
    signed(before),
    signedBefore(said),
    signedBefore(before, key),
    `${encode(said)}.${sign(key, 'proof', encode(said))}`,
  ];
  for (const header of headers) assert.equal(readEdgeReport(header, request, keys, now), null, header);
  const requests = [
    { ...request, method: 'GET' },
    { ...request, target: '/acars/status.php' },
    { ...request, nonce: null },
    { ...request, nonce: nonce.replace('0', '1') },
  ];
  for (const each of requests) assert.equal(readEdgeReport(whole, each, keys, now), null, JSON.stringify(each));
  assert.equal(readEdgeReport(whole, request, keys, now + 301_000), null);
  assert.equal(readEdgeReport(signedBefore(before), request, { ...keys, before: null }, now), null);
});

test('where the visitor sees the pages, and for whom the host asks, is believed as far as it can be so', () => {
  const read = (more: object) => readEdgeReport(signed({ ...said, ...more }), request, keys, now);
  const bases = ['/tracker', '/crew/va/tracker', '/acars/tracker.php', '/~va/acars/tracker.php?', '/index.php/tracker'];
  for (const base of bases) assert.equal(read({ base })?.base, base);
  const others = [
    '',
    '/',
    '?',
    'tracker',
    '//evil.example/tracker',
    '/a//b',
    '/../tracker',
    '/a/..',
    '/a?b',
    '/"><b>',
    '/a b',
    '/a\\b',
    '/a/',
    7,
  ];
  for (const base of [...others, `/${'a'.repeat(200)}`]) assert.equal(read({ base })?.base, null, String(base));
  assert.equal(read({ ms: 140.5 })?.hostMs, 140.5);
  for (const ms of [-1, '1', null]) assert.equal(read({ ms })?.hostMs, null);
  const admin = { id: '1', name: 'Ada', role: 'admin' };
  assert.deepEqual(read({ admin })?.admin, admin);
  for (const wrong of ['1', null, {}, { ...admin, id: 1 }, { ...admin, role: 'owner' }])
    assert.equal(read({ admin: wrong })?.admin, null);
  const ofBefore = readEdgeReport(
    signedBefore({ ...before, admin, base: '/tracker' }),
    { ...request, nonce: null },
    keys,
    now,
  );
  assert.deepEqual([ofBefore?.peer, ofBefore?.admin, ofBefore?.base], ['203.0.113.9', null, null]);
});

test('a secret that is too short signs nothing', () => {
  assert.equal(deriveKey('password', new Secret('1234567')), null);
  assert.notEqual(deriveKey('password', new Secret('12345678')), null);
  for (const short of ['base64:0123456789abcdef', 'x'.repeat(31), `base64:${'A'.repeat(40)}`]) {
    assert.equal(deriveKey('app', new Secret(short)), null, short);
  }
  const bytes = Buffer.alloc(32, 7);
  const written = deriveKey('app', new Secret(`base64:${bytes.toString('base64')}`));
  assert.equal(written?.reveal(), deriveKey('app', new Secret(bytes.toString()))?.reveal(), 'base64 or as it is');
});

test('a proof is for these nonces and this place; an identity is never made with a password', () => {
  const hello = readHello(`file ${nonce}`);
  assert.ok(hello !== null);
  assert.equal(readHello('file 12'), null);
  assert.equal(readHello(`other ${nonce}`), null);
  const [, , mac] = proofOf(key, hello, 'ff', 'tcp:8787').split(' ');
  assert.equal(mac, sign(key, 'proof', `${nonce}\nff\ntcp:8787`));
  assert.notEqual(mac, proofOf(key, hello, 'ff', 'tcp:9000').split(' ')[2]);
  assert.equal(identityOf(keys, nonce), sign(key, 'identity', nonce));
  assert.equal(identityOf(keys, 'x'), null);
  assert.equal(identityOf({ ...keys, byKind: { password: key } }, nonce), null);
});
