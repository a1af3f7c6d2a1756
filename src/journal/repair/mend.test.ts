import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { fill, flights } from '../../../test/filled-journal.ts';
import { openSample, temporaryDirectory } from '../../../test/journal-samples.ts';
import type { SalvagedTable } from '../../lib/salvage.ts';
import type { PilotTraces } from '../journal.ts';
import { fileName } from '../open.ts';
import { mendFlights } from './mend-flights.ts';
import { flightsOfLost, mendTracks } from './mend-tracks.ts';
import { Tracks } from './track.ts';

/** A whole journal of four flights, two of them ended; the others are sealed in part. */
async function filled(t: TestContext, erased?: PilotTraces): Promise<DatabaseSync> {
  const directory = temporaryDirectory(t);
  const journal = await openSample(directory);
  await fill(journal);
  if (erased !== undefined) await journal.erasePilot(erased);
  await journal.close();
  const database = new DatabaseSync(join(directory, fileName));
  t.after(() => database.close());
  return database;
}

function salvaged(table: string, { lost = [], gaps = [] }: Partial<SalvagedTable>): SalvagedTable {
  return { table, kept: 0, taken: new Map(), lost, gaps };
}

test('of a whole journal nothing is mended', async (t) => {
  const database = await filled(t);
  assert.deepEqual(mendFlights(database, [], undefined), []);
  assert.deepEqual(mendTracks(database, [], flightsOfLost(database, [])), []);
});

test('flights that are lost are put back, those alone, in their order', async (t) => {
  const database = await filled(t);
  database.exec('DELETE FROM flights WHERE number IN (2, 3)');
  const lost = [{ key: [3], row: {} }];
  const found = mendFlights(database, [], salvaged('flights', { lost }));
  assert.deepEqual(
    found.map(({ flight, from }) => [flight.number, flight.state, from]),
    [
      [2, 'filed', 'the log of changes'],
      [3, 'open', 'the log of changes'],
    ],
  );
  const names = database.prepare('SELECT flight FROM flight_pireps ORDER BY flight').all();
  assert.deepEqual(
    names.map(({ flight }) => flight),
    flights,
  );
});

test('of an erased pilot a copy of before gives back where they flew, and nothing of what they said', async (t) => {
  const ada = { pilotId: '7', words: ['VMS0007'], names: ['Ada'], loginHashes: [] };
  const [database, copy] = [await filled(t, ada), await filled(t)];
  const kinds = () => {
    const { sealed, raw } = new Tracks(database).read(2);
    const found = Map.groupBy([...sealed, ...raw], ({ kind }) => kind);
    return [found.get('position')?.length ?? 0, found.get('event')?.length ?? 0];
  };
  database.exec('DELETE FROM chunks WHERE flight = 2');
  assert.deepEqual(kinds(), [0, 0]);
  mendTracks(database, [{ name: 'backup', database: copy }], new Map([[2, []]]));
  assert.deepEqual(kinds(), [270, 0]);
});

const gap = { after: [40], before: null, reason: 'malformed' } as const;
const first = { after: null, before: [7], reason: 'malformed' } as const;
/** What a table lost, and which reports may be meant by it: flight and numbers. The flights of a made journal without summaries: 4. */
const losses: readonly (readonly [
  string,
  string,
  Partial<SalvagedTable>,
  readonly (readonly [number, readonly number[]])[],
])[] = [
  ['raw rows', 'reports', { lost: [{ key: [12], row: { flight: 1, number: 12 } }] }, [[1, [12]]]],
  ['a row without its flight', 'reports', { lost: [{ key: [12], row: { flight: null, number: 12 } }] }, []],
  ['a chunk', 'chunks', { lost: [{ key: [1, 5], row: { flight: 2, first_number: 5 } }] }, [[2, [5]]]],
  ['a summary', 'sealed', { lost: [{ key: [3], row: { flight: 3 } }] }, [[3, []]]],
  [
    'a stretch of raw rows, of any flight under way',
    'reports',
    { gaps: [gap] },
    [
      [1, [41]],
      [3, [41]],
    ],
  ],
  [
    'the first raw rows',
    'reports',
    { gaps: [first] },
    [
      [1, [1]],
      [3, [1]],
    ],
  ],
  ['a stretch of chunks, of any flight without a summary', 'chunks', { gaps: [gap] }, [[4, []]]],
  ['a stretch of summaries', 'sealed', { gaps: [gap] }, [[4, []]]],
  ['rows of another table', 'notes', { lost: [{ key: ['a'], row: { flight: 1 } }], gaps: [gap] }, []],
];
for (const [what, table, loss, expected] of losses)
  test(`whose reports are lost with ${what}`, async (t) => {
    const database = await filled(t);
    database.exec('DELETE FROM sealed WHERE flight = 4');
    assert.deepEqual([...flightsOfLost(database, [salvaged(table, loss)])], expected);
  });
