import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { Secret } from '../lib/secret.ts';
import { deriveEdgeKey, readEdgeReport } from './edge-signature.ts';

const now = Date.UTC(2026, 0, 2, 3, 4, 5);
const said = {
  t: now / 1000,
  m: 'POST',
  p: '/acars/login.php?x=1',
  peer: '203.0.113.9',
  https: true,
  host: 'va.test',
  for: '',
  proto: '',
  root: '/srv/va',
  edge: '1.2.0-1',
};
const key = deriveEdgeKey(new Secret('database password')) as Secret;
const sign = (value: object, with_ = key) => {
  const payload = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${payload}.${createHmac('sha256', Buffer.from(with_.reveal(), 'hex')).update(payload).digest('hex')}`;
};
const request = { method: 'POST', target: '/acars/login.php?x=1' };

test('a report that is signed for this request and time is believed', () => {
  assert.deepEqual(readEdgeReport(sign(said), request, key, now + 299_000), {
    peer: '203.0.113.9',
    isHttps: true,
    host: 'va.test',
    forwardedFor: null,
    forwardedProto: null,
    documentRoot: '/srv/va',
    edgeVersion: '1.2.0-1',
  });
});

test('nothing else is', () => {
  const other = deriveEdgeKey(new Secret('another password')) as Secret;
  const whole = sign(said);
  const headers = [
    sign(said, other),
    whole.slice(0, -1),
    whole.replace('.', 'A.'),
    '',
    '.',
    'x.y',
    sign({ ...said, peer: 7 }),
  ];
  for (const header of headers) assert.equal(readEdgeReport(header, request, key, now), null, header);
  assert.equal(readEdgeReport(whole, { ...request, method: 'GET' }, key, now), null);
  assert.equal(readEdgeReport(whole, { ...request, target: '/acars/status.php' }, key, now), null);
  assert.equal(readEdgeReport(whole, request, key, now + 301_000), null);
});

test('a secret of less than eight characters signs nothing', () => {
  assert.equal(deriveEdgeKey(new Secret('1234567')), null);
  assert.notEqual(deriveEdgeKey(new Secret('12345678')), null);
});
