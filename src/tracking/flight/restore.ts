import type { Journal } from '../../journal/journal.ts';
import { isRefusal } from '../refusals.ts';
import { isOver } from './flight.ts';
import { LiveFlight } from './live-flight.ts';
import type { Deliveries, LiveFlights } from './live-flights.ts';

/** Restores the flights in the journal to their state when the server stopped. */
export function restoreFlights(
  journal: Journal,
  flights: LiveFlights,
  cursors: Deliveries,
  onError: (error: unknown) => void,
): void {
  const byNumber = new Map<number, LiveFlight>();
  for (const stored of journal.initial.flights) {
    const live = new LiveFlight(stored, journal);
    if (isOver(stored.flight)) {
      // The server stopped after its end was stored and before that of its delivery. If that fails, the next start does it.
      cursors.close(live).catch((error: unknown) => !isRefusal(error) && onError(error));
      continue;
    }
    byNumber.set(stored.flight.number, live);
    flights.add(live);
    cursors.restore(live, stored.delivered);
  }
  journal.eachUnsealed((flightNumber, report) => byNumber.get(flightNumber)?.restore(report));
}
