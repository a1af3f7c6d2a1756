import type { Journal } from '../../journal/journal.ts';
import type { FlightEvent, Position } from '../model.ts';
import type { LiveFlight } from './live-flight.ts';
import type { LiveFlights } from './live-flights.ts';
import type { Client } from './second-client.ts';

/** What storing reports needs of the core. */
export interface StoringCore {
  readonly journal: Pick<Journal, 'appendPositions' | 'appendEvents'>;
  readonly flights: LiveFlights;
}

/**
 * Appends new positions to the journal and adds them to the flight's totals. Returns `result` when they are on disk; listeners are notified
 * then. If they cannot be stored, they are taken back. Not an async function: what it keeps while it waits is small.
 */
export function storePositions<T>(
  { journal, flights }: StoringCore,
  live: LiveFlight,
  client: Client,
  fresh: readonly Position[],
  result: T,
): Promise<T> {
  const { firstNumber, durable } = journal.appendPositions(live.flight.number, fresh);
  for (let index = 0; index < fresh.length; index++) live.addPosition(firstNumber + index, fresh[index] as Position);
  live.secondClient.note(client, fresh[fresh.length - 1] as Position);
  live.unstored.begin();
  return durable.then(
    () => {
      live.unstored.end();
      flights.noteMoved(live);
      return result;
    },
    (error: unknown) => {
      live.unstored.end();
      for (const each of fresh) live.positions.forget(each);
      throw error;
    },
  );
}

/** The same for flight events; of them nobody is notified. */
export function storeEvents(
  { journal }: StoringCore,
  live: LiveFlight,
  client: Client,
  fresh: readonly FlightEvent[],
): Promise<void> {
  const { firstNumber, durable } = journal.appendEvents(live.flight.number, fresh);
  fresh.forEach((event, index) => {
    live.addEvent(firstNumber + index, event);
    live.secondClient.note(client, event);
  });
  return durable.catch((error: unknown) => {
    for (const each of fresh) live.events.forget(each);
    throw error;
  });
}
