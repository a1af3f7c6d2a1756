import { digestOf, digestOfRest, type FlightRecord, type JournalSide } from './flight-record.ts';

export interface CopyCounts {
  readonly flights: number;
  /** Of these, how many were there from a move that was interrupted. */
  readonly there: number;
  readonly reports: number;
}

/** The move cannot continue; the message says what to do. Running it again continues where it stopped. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}

/**
 * Makes `to` the same as `from`; what is the same already is left alone. Whatever differs is removed before anything is written: a copy
 * of before may have given the same numbers to reports and changes of other flights. Then reads both again and compares each flight,
 * and everything else, by digest.
 * @param to - opens the destination; what it returns may keep what it read
 * @throws MoveError when they differ in the end
 */
export async function copyJournal(
  from: JournalSide,
  to: () => JournalSide,
  onFlight: (done: number, all: number) => void,
): Promise<CopyCounts> {
  const flights = await from.flights();
  const destination = to();
  const there = await keepSame(from, destination);
  for (const [index, flight] of flights.entries()) {
    const record = there.has(flight) ? null : await from.read(flight);
    if (record !== null) await destination.write(flight, record);
    onFlight(index + 1, flights.length);
  }
  await destination.writeRest(await from.readRest());
  const compared = await compare(from, to());
  if (compared.difference !== null) throw new MoveError(`${compared.difference} Run it again.`);
  return { flights: flights.length, there: there.size, reports: compared.reports };
}

/** Returns the flights that are there as they are; removes all others. */
async function keepSame(from: JournalSide, to: JournalSide): Promise<ReadonlySet<number>> {
  const same = new Set<number>();
  for (const flight of await to.flights())
    if (isSame(await from.read(flight), await to.read(flight))) same.add(flight);
    else await to.remove(flight);
  return same;
}

/** Counts the reports of `from`. @returns as `difference`, what is not the same in both; null when everything is */
export async function compare(
  from: JournalSide,
  to: JournalSide,
): Promise<{ readonly difference: string | null; readonly reports: number }> {
  const flights = await from.flights();
  let reports = 0;
  for (const flight of flights) {
    const wanted = await from.read(flight);
    if (wanted === null || !isSame(wanted, await to.read(flight)))
      return {
        difference: `Flight ${flight} was not moved as it is. Nothing was changed where it comes from.`,
        reports,
      };
    reports += wanted.unsealed.length + sealedCount(wanted.sealed);
  }
  if ((await to.flights()).length !== flights.length)
    return { difference: 'More flights are there than were moved.', reports };
  if (digestOfRest(await from.readRest()) !== digestOfRest(await to.readRest()))
    return { difference: 'Sessions, notes or the audit log were not moved as they are.', reports };
  return { difference: null, reports };
}

function isSame(one: FlightRecord | null, other: FlightRecord | null): boolean {
  return one !== null && other !== null && digestOf(one) === digestOf(other);
}

function sealedCount(sealed: string | null): number {
  if (sealed === null) return 0;
  const { positionCount, eventCount } = JSON.parse(sealed) as { positionCount: number; eventCount: number };
  return positionCount + eventCount;
}
