import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyKit } from '../../src/conform/kit.ts';
import { findPlace, kits } from '../../src/conform/kits.ts';
import { type ConformServer, openConformServer, runAt } from './server.ts';

// The server keeps every contract: each kit, run as an author of another server would, on the embedded crew center.

const served = [
  ['native', '7'],
  ['smartcars3', '7'],
  ['phpvms7-core', '7'],
  ['stratos', '7'],
  ['legacy', '5'],
  ['smartcars3', '5'],
] as const;

/** What cannot be judged there. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  'smartcars3 5': ['left-out flights/rebook: the pilot may take no other aircraft of the fleet'],
};

for (const [contract, version] of served) {
  test(`${contract} on the embedded crew center of version ${version}: every requirement holds`, async () => {
    const kit = kits.find((each) => each.contract === contract);
    assert.ok(kit !== undefined);
    await using server = await openConformServer(version);
    const place = await findPlace(kit, server.url, false);
    assert.ok(place !== null, 'the contract does not answer');
    await assertHolds(kit, place, server, leftOut[`${contract} ${version}`]);
  });
}

test('phpvms7-core at the path where phpVMS has it: every requirement holds', async () => {
  const kit = kits.find((each) => each.contract === 'phpvms7-core') ?? assert.fail();
  await using server = await openConformServer('7');
  await assertHolds(kit, server.url, server);
});

async function assertHolds(
  kit: AnyKit,
  place: string,
  server: ConformServer,
  expected: readonly string[] = [],
): Promise<void> {
  const { results } = await runAt(place, kit, server);
  assert.deepEqual(
    results.flatMap(({ id, outcome, seen }) => (outcome === 'held' ? [] : [`${outcome} ${id}: ${seen}`])),
    expected,
  );
  assert.equal(results.length, kit.checks.length);
}
