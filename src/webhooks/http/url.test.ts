import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AddressPolicy } from '../../lib/address-policy.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import { requireUrl } from './url.ts';

const policy = new AddressPolicy([]);
const isTaken = (text: string): boolean => {
  try {
    requireUrl(text, policy);
    return true;
  } catch (error) {
    if (!isRefusal(error, 'invalid')) throw error;
    return false;
  }
};

/** Those of the Fetch standard above 1023: https://fetch.spec.whatwg.org/#port-blocking. */
const blocked = [
  ...[1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566],
  ...[6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
];

test('a port of another service is refused, and any other is taken', () => {
  const taken = (ports: readonly number[]) => ports.filter((port) => isTaken(`https://hooks.example.org:${port}/a`));
  assert.deepEqual(taken([...blocked, 1, 22, 25, 81, 442, 444, 1_023]), []);
  const others = [80, 443, 1_024, 1_718, 1_721, 2_048, 4_046, 8_443, 10_079, 65_535];
  assert.deepEqual(taken(others), others);
});

test('what is no address of a receiver is refused', () => {
  const wrong = ['', 'x', 'ftp://a.example.org/', 'https://user@a.example.org/', 'https://a.example.org/#b'];
  assert.deepEqual([...wrong, `https://a.example.org/${'a'.repeat(2_000)}`].filter(isTaken), []);
});
