import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from '../../lib/secret.ts';
import { type Arrival, arrivalHeader, probeHeader, readArrival, readProbe } from './edge-probe.ts';
import { deriveKey, type EdgeKeys } from './edge-signature.ts';

const keysOf = (letter: string): EdgeKeys => ({
  byKind: { app: deriveKey('app', new Secret(letter.repeat(32))) as Secret },
  before: null,
});
const keys = keysOf('a');
const nonce = '00112233445566778899aabbccddeeff';
const arrival: Arrival = {
  address: '192.0.2.1',
  isSecure: true,
  isLocal: false,
  viaEdge: false,
  hasAuthorization: true,
  hasForwarding: true,
  forwardedFor: '192.0.2.1',
};

test('only who has the site’s key is answered, for the wait that was signed', () => {
  const header = String(probeHeader(keys, nonce, 1_000));
  assert.deepEqual(readProbe(keys, header), { nonce, waitMs: 1_000 });
  assert.equal(readProbe(keysOf('b'), header), null);
  assert.equal(readProbe(keys, header.replace(' 1000 ', ' 9000 ')), null, 'another wait');
  for (const wrong of [undefined, '', nonce, `${header} `, [header], header.slice(0, -1)]) {
    assert.equal(readProbe(keys, wrong), null, String(wrong));
  }
  const long = String(probeHeader(keys, nonce, 60_000));
  assert.deepEqual(readProbe(keys, long), { nonce, waitMs: 15_000 }, 'a wait has an end');
});

test('where a password is the only key there is no probe', () => {
  const password = { byKind: { password: deriveKey('password', new Secret('a password')) as Secret }, before: null };
  assert.equal(probeHeader(password, nonce, 0), null);
});

test('an arrival counts only from this site’s server', () => {
  const header = arrivalHeader(keys, nonce, arrival);
  assert.deepEqual(readArrival(keys, nonce, header), arrival);
  assert.equal(readArrival(keysOf('b'), nonce, header), null);
  assert.equal(readArrival(keys, 'ff'.repeat(16), header), null, 'of another request');
  for (const wrong of [null, '', 'x y', `${header.split(' ')[0]} !!`]) {
    assert.equal(readArrival(keys, nonce, wrong), null, String(wrong));
  }
});
