import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noFigures } from '../flown.ts';
import { World } from '../world.ts';
import { type Odd, ordinary, type Said } from './made.ts';
import { returned } from './procedures.ts';
import { reportsOf } from './reports.ts';
import { times } from './times.ts';

/** Flies it in the place of the flight of a bid, and files it without a figure of the client's. */
async function fly(said: readonly Said[], arrival: string | null = null) {
  await using world = await World.open();
  const { session } = await world.startFlight();
  const start = world.clock.now();
  const refused: string[] = [];
  for (const report of reportsOf({ ...(times[0] as Odd), said }, start)) {
    if (report.kind !== 'position') continue;
    world.clock.set(report.position.receivedAt);
    const result = await world.calls.report(session, { name: null, positions: [report.position], opening: null });
    refused.push(...result.refused.flatMap(({ fields }) => Object.keys(fields)));
  }
  const filed = await world.calls.finish(session, { name: null, figures: { ...noFigures, arrival }, opening: null });
  if (filed.state !== 'filed') throw new Error('not filed');
  return { pirep: filed.receipt.pirep, refused };
}

const cases = [
  { name: 'a return to the airport of departure is a diversion to it', said: returned, to: 'LSZH', notes: null },
  {
    name: 'a landing far from every airport is said in the notes',
    said: ordinary.map((each) => ({ ...each, position: { ...each.position, lon: -31.45 } })),
    to: null,
    notes: /^Tracker: It landed at 49\.54\d, -31\.450, not at MMUN and not near any airport of the crew center\.$/,
  },
  { name: 'a landing whose airport the client reports', said: ordinary, arrival: 'EDFM', to: 'EDFM', notes: null },
];
for (const { name, said, arrival = null, to, notes } of cases) {
  test(name, async () => {
    const { pirep } = await fly(said, arrival);
    assert.equal(pirep.diversion?.icao ?? null, to);
    if (notes === null) assert.equal(pirep.notes, null);
    else assert.match(pirep.notes ?? '', notes);
  });
}

test('of a client whose clock is an hour fast nothing is stored, and no figure is made up', async () => {
  const { pirep, refused } = await fly(ordinary.map((each) => ({ ...each, dated: each.s + 3_600 })));
  assert.deepEqual(refused, Array(ordinary.length).fill('recordedAt'));
  const { flightTimeMin, distanceNm, landingRateFpm, positionCount } = pirep;
  assert.deepEqual([flightTimeMin, distanceNm, landingRateFpm, positionCount], [null, null, null, 0]);
});
