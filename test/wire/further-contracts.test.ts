import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContractChoice, ContractWord } from '../../src/config/kinds.ts';
import { World } from '../world.ts';
import { ask } from './ask.ts';

// Contracts beside the crew center's own: which of them are served, as TRACKER_CONTRACTS and the client token say.

const named = (...words: readonly ContractWord[]): ContractChoice => ({ kind: 'named', words });
const cases: readonly (readonly [string, ContractChoice, isTokenRequired: boolean, status: number])[] = [
  ['by default', { kind: 'auto' }, false, 200],
  ['by default while the client token is required', { kind: 'auto' }, true, 403],
  ['named', named('smartcars3'), false, 200],
  ['named while the client token is required', named('smartcars3'), true, 200],
  ['with an empty value', named(), false, 404],
];

for (const version of ['7', '5'] as const) {
  const [base, own] =
    version === '7' ? ['/api/tracker/smartcars', '/api/tracker/status'] : ['/acars/smartcars.php', '/acars/status.php'];
  const other = version === '7' ? '/acars/smartcars.php/' : '/api/tracker/smartcars/';
  for (const [name, contracts, clientTokenRequired, status] of cases) {
    test(`smartCARS 3 beside version ${version}, ${name}: ${status}`, async () => {
      const config = { contracts, crewCenter: { kind: 'embedded', version } as const };
      await using world = await World.with({ isServed: true, config });
      world.line.settings = { clientTokenRequired, clientTokenHash: '0'.repeat(64) };
      await world.journal.barrier();
      await world.clock.advance(5_000);
      const port = Number(new URL(world.server.url).port);
      const statusOf = async (path: string) => (await ask(port, path, {})).status;
      assert.deepEqual([await statusOf(`${base}/`), await statusOf(own), await statusOf(other)], [status, 200, 404]);
    });
  }
}
