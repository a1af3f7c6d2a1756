import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openJournal } from '../../src/journal/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Position } from '../../src/tracking/model.ts';
import { type Goal, judge } from '../goal.ts';
import type { Fleet } from './fleet.ts';
import { samplePosition } from './sample-position.ts';

const live = {
  goal: 'P7a',
  what: 'bytes a position at rest, not sealed',
  kind: 'at most',
  aim: 64,
  short: 64,
} as const;
const sealed = { goal: 'P7b', what: 'bytes a position at rest, sealed', kind: 'at most', aim: 12, short: 12 } as const;
const flightCount = 50;

/** What positions take on the disk: fifty flights of the recorded track, its other columns as a client would fill them. */
export async function benchBytes(fleet: Fleet): Promise<readonly Goal[]> {
  const { directory } = await fleet.write(fleet.isShort ? 5 : flightCount);
  const track = recordedTrack();
  const journal = await openJournal({ directory, clock: systemClock });
  const before = tableBytes(directory, ['reports']);
  const flights = journal.initial.flights.map((stored) => stored.flight.number);
  for (const flight of flights) await journal.appendPositions(flight, track).durable;
  const raw = tableBytes(directory, ['reports']) - before;
  for (const flight of flights) await journal.sealFlight(flight, null);
  await journal.close();
  const packed = tableBytes(directory, ['chunks', 'sealed']);
  const count = flights.length * track.length;
  return [judge(live, [raw / count]), judge(sealed, [packed / count])];
}

/** Pages of these tables and their indexes, as they lie in the file. */
function tableBytes(directory: string, tables: readonly string[]): number {
  const database = new DatabaseSync(join(directory, 'journal.sqlite'), { readOnly: true });
  try {
    const row = database
      .prepare(
        `SELECT sum(pgsize) AS bytes FROM dbstat
         WHERE name IN (SELECT name FROM sqlite_schema WHERE tbl_name IN (SELECT value FROM json_each(?)))`,
      )
      .get(JSON.stringify(tables));
    return Number(row?.bytes);
  } finally {
    database.close();
  }
}

function recordedTrack(): readonly Position[] {
  const file = join(import.meta.dirname, '../../recordings/zurich-cancun.jsonl');
  const [head = '{}', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const { columns } = JSON.parse(head) as { readonly columns: readonly string[] };
  return lines.map((line, index) => {
    const values = JSON.parse(line) as readonly number[];
    const value = (column: string) => values[columns.indexOf(column)] ?? 0;
    const sample = samplePosition(index + 1);
    const recordedAt = sample.recordedAt - (index + 1) * 5_000 + value('t') * 1_000;
    return {
      ...sample,
      recordedAt,
      receivedAt: recordedAt + 200 + ((index * 7919) % 150),
      lat: value('lat'),
      lon: value('lon'),
      headingDeg: value('heading'),
      altitudeMslFt: value('altitude_msl'),
      altitudeAglFt: Math.max(0, value('altitude_msl') - 1_400),
      groundSpeedKt: value('gs'),
      indicatedAirspeedKt: Math.round(value('gs') * 0.6),
      verticalSpeedFpm: value('vs'),
      distanceNm: value('t') * 0.126,
    };
  });
}
