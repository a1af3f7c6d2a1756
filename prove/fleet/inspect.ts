import { cpSync } from 'node:fs';
import type { Journal } from '../../src/journal/journal.ts';
import { openJournal } from '../../src/journal/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Flight } from '../../src/tracking/model.ts';
import { embeddedAt } from '../../test/embedded-at.ts';
import { tempFolder } from '../../test/temp-folder.ts';
import type { FlownFlight } from './pilot.ts';

/** What a server left of the flights that pilots have flown to their ends. */
export interface Findings {
  readonly flights: number;
  readonly positions: number;
  /** Positions that were acknowledged and are not stored, and those that are stored more than once. */
  readonly lost: number;
  readonly twice: number;
  /** Flights that were filed and have no PIREP, and PIREPs beyond one a filed flight. */
  readonly missing: number;
  readonly surplus: number;
}

/** Reads a copy of the data directory, after its server has ended. */
export async function inspect(directory: string, flown: readonly FlownFlight[]): Promise<Findings> {
  using folder = tempFolder('inspect');
  const { path: copy } = folder;
  cpSync(directory, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') });
  const journal = await openJournal({ directory: copy, clock: systemClock });
  try {
    const read = await Promise.all(flown.map(({ flightId }) => journal.readFlight({ flightId })));
    const flights = new Map(read.flatMap((flight) => (flight === null ? [] : [[flight.id, flight] as const])));
    const counted = await countPositions(journal, flights, flown);
    return { ...counted, ...(await countPireps(copy, flights, flown)) };
  } finally {
    await journal.close();
  }
}

type Flights = ReadonlyMap<string, Flight>;

async function countPositions(journal: Journal, flights: Flights, flown: readonly FlownFlight[]) {
  let [positions, lost, twice] = [0, 0, 0];
  for (const flight of flown) {
    const reports = await journal.readReports(flights.get(flight.flightId)?.number ?? 0);
    const seqs = reports.flatMap((report) => (report.kind === 'position' ? [report.position.seq ?? 0] : []));
    const distinct = new Set(seqs);
    positions += flight.positions;
    twice += seqs.length - distinct.size;
    for (let seq = 1; seq <= flight.positions; seq++) if (!distinct.has(seq)) lost += 1;
  }
  return { flights: flown.length, positions, lost, twice };
}

/** States of PIREPs that are filed: pending, accepted, rejected. */
const filedStates = new Set([1, 2, 6]);

async function countPireps(directory: string, flights: Flights, flown: readonly FlownFlight[]) {
  const embedded = await embeddedAt(directory);
  try {
    const rows = embedded.crewCenter.database.prepare('SELECT id, state FROM pireps').all();
    const filed = new Set(rows.filter(({ state }) => filedStates.has(Number(state))).map(({ id }) => String(id)));
    const wanted = flown
      .filter(({ end }) => end === 'filed')
      .map(({ flightId }) => flights.get(flightId)?.pirepId ?? `none of ${flightId}`);
    const isWanted = new Set(wanted);
    return {
      missing: wanted.filter((id) => !filed.has(id)).length,
      surplus: [...filed].filter((id) => !isWanted.has(id)).length,
    };
  } finally {
    await embedded.close();
  }
}

export function isFaultless({ flights, lost, twice, missing, surplus }: Findings): boolean {
  return flights > 0 && lost + twice + missing + surplus === 0;
}

export function describeFindings({ flights, positions, lost, twice, missing, surplus }: Findings): string {
  return (
    `${flights} flights, ${positions} positions: ${lost} lost, ${twice} stored twice; ` +
    `${missing} PIREPs missing, ${surplus} too many`
  );
}
