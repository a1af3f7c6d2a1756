import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf, networksOf } from './network.ts';

test('an address is in a network of its own, and in wider ones; what is no address is its own network', () => {
  const cases: readonly (readonly [address: string, ...networks: string[]])[] = [
    ['192.0.2.1', '192.0.2.1', '192.0.2.0/24'],
    ['unix:', 'unix:'],
    ['', ''],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8::/32'],
    ['2001:DB8:1:2:ffff::1', '2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8::/32'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8::/32'],
    ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48', '2001:db8::/32'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48', '0:0::/32'],
    ['64:ff9b::192.0.2.1', '192.0.2.1', '192.0.2.0/24'],
    ['::ffff:c000:201', '192.0.2.1', '192.0.2.0/24'],
    ['::FFFF:192.0.2.1', '192.0.2.1', '192.0.2.0/24'],
    ['64:ff9b:1::192.0.2.1', '64:ff9b:1:0::/64', '64:ff9b:1::/48', '64:ff9b::/32'],
    ['2001:db8', '2001:db8'],
    ['1::2::3', '1::2::3'],
    ['2001:db8::g', '2001:db8::g'],
  ];
  for (const [address, ...networks] of cases) {
    assert.deepEqual(networksOf(address), networks, address);
    assert.equal(networkOf(address), networks[0], address);
  }
});
