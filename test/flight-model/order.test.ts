import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chance } from '../../src/cli/flying/chance.ts';
import { inOrderOfTime } from '../../src/tracking/figures/timeline.ts';
import type { Position } from '../../src/tracking/model.ts';
import type { FlownFlight } from '../../src/tracking/rules/detectors/detector.ts';
import { detectors } from '../../src/tracking/rules/detectors/detectors.ts';
import { World } from '../world.ts';
import { judgeBy } from './flown-flight.ts';
import { type Making, makeFlight } from './made-flight.ts';
import { westToFrankfurt } from './troubles.ts';

const makings: readonly Omit<Making, 'seed'>[] = [
  {},
  { manner: { first: 'go-around', besideM: 18, slopeDeg: 2.1 }, client: { everyS: 2 } },
  { manner: { first: 'touch-and-go', isFlareLess: true, bounceS: 4 }, client: { everyS: 3 } },
];

/** What all detectors say of a made flight whose reports came in these parts. */
async function findingsOf(flight: FlownFlight, parts: readonly (readonly Position[])[]): Promise<readonly unknown[]> {
  await using world = await World.with({ startsAt: (flight.positions[0]?.recordedAt ?? 0) - 1_000 });
  const { session, flight: started } = await world.startFlight();
  world.clock.set((flight.positions.at(-1)?.recordedAt ?? 0) + 1_000);
  const receivedAt = world.clock.now();
  for (const part of parts)
    await world.calls.report(session, {
      name: null,
      positions: part.map((each) => ({ ...each, receivedAt })),
      opening: null,
    });
  const reports = inOrderOfTime(await world.journal.readReports(started.number), started.startedAt);
  const positions = reports.flatMap((report) => (report.kind === 'position' ? [report.position] : []));
  assert.equal(positions.length, flight.positions.length);
  return detectors.map((detector) => [detector.name, judgeBy(detector, { ...flight, positions })]);
}

/** Out of order, in batches of any size, and a third of them twice. */
function disturbed(positions: readonly Position[], chance: Chance): readonly (readonly Position[])[] {
  const again = positions.filter(() => chance.next() < 1 / 3);
  const all = chance.shuffle([...positions, ...again]);
  const parts: Position[][] = [[]];
  for (const each of all) {
    if (chance.next() < 0.02) parts.push([]);
    parts.at(-1)?.push(each);
  }
  return parts.filter(({ length }) => length > 0);
}

test('what detectors say does not depend on the order, the batches and the repeats in which reports came', async () => {
  for (const [index, making] of makings.entries()) {
    const seed = `order ${index}`;
    const { flight } = makeFlight({ seed, leg: westToFrankfurt(), ...making });
    const expected = await findingsOf(flight, [flight.positions]);
    const chance = new Chance(seed);
    for (let round = 1; round <= 2; round++)
      assert.deepEqual(
        await findingsOf(flight, disturbed(flight.positions, chance)),
        expected,
        `${seed}, round ${round}`,
      );
  }
});
