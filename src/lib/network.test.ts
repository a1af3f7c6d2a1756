import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from './network.ts';

test('an IPv6 address counts by its network, anything else as itself', () => {
  const cases: readonly (readonly [address: string, bits: 48 | 64, network: string])[] = [
    ['192.0.2.1', 64, '192.0.2.1'],
    ['unix:', 64, 'unix:'],
    ['', 64, ''],
    ['2001:db8:1:2:3:4:5:6', 64, '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff::1', 64, '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', 48, '2001:db8:1::/48'],
    ['2001:db8::1', 64, '2001:db8:0:0::/64'],
    ['::1', 64, '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', 64, '64:ff9b:0:0::/64'],
    ['2001:db8', 64, '2001:db8'],
    ['1::2::3', 64, '1::2::3'],
    ['2001:db8::g', 64, '2001:db8::g'],
  ];
  for (const [address, bits, network] of cases) assert.equal(networkOf(address, bits), network, address);
});
