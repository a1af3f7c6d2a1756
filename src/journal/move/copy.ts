import { digestOf, digestOfRest, type JournalSide } from './flight-record.ts';

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
 * Makes `to` the same as `from`, flight by flight; what is the same already is left alone. Then reads both again and compares
 * each flight, and everything else, by digest.
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
  const wanted = new Set(flights);
  for (const flight of await destination.flights()) if (!wanted.has(flight)) await destination.remove(flight);
  let there = 0;
  for (const [index, flight] of flights.entries()) {
    if (await copyFlight(from, destination, flight)) there++;
    onFlight(index + 1, flights.length);
  }
  await destination.writeRest(await from.readRest());
  return { flights: flights.length, there, reports: await verify(from, to(), flights) };
}

/** Returns whether it was there. */
async function copyFlight(from: JournalSide, to: JournalSide, flight: number): Promise<boolean> {
  const record = await from.read(flight);
  if (record === null) return false;
  const known = await to.read(flight);
  if (known !== null && digestOf(known) === digestOf(record)) return true;
  await to.write(flight, record);
  return false;
}

/** Returns the number of reports. */
async function verify(from: JournalSide, to: JournalSide, flights: readonly number[]): Promise<number> {
  let reports = 0;
  for (const flight of flights) {
    const [wanted, got] = [await from.read(flight), await to.read(flight)];
    if (wanted === null || got === null || digestOf(wanted) !== digestOf(got))
      throw new MoveError(
        `Flight ${flight} was not moved as it is. Run it again; nothing was changed where it comes from.`,
      );
    reports += wanted.unsealed.length + sealedCount(wanted.sealed);
  }
  const there = await to.flights();
  if (there.length !== flights.length) throw new MoveError('More flights are there than were moved. Run it again.');
  if (digestOfRest(await from.readRest()) !== digestOfRest(await to.readRest()))
    throw new MoveError('Sessions, notes or the audit log were not moved as they are. Run it again.');
  return reports;
}

function sealedCount(sealed: string | null): number {
  if (sealed === null) return 0;
  const { positionCount, eventCount } = JSON.parse(sealed) as { positionCount: number; eventCount: number };
  return positionCount + eventCount;
}
