import type { Journal } from '../journal/journal.ts';
import type { DeliveryCursors } from './delivery/cursors.ts';
import { LiveFlight } from './live-flight.ts';
import type { LiveFlights } from './live-flights.ts';

/** Restores the flights in the journal to their state when the server stopped. */
export function restoreFlights(journal: Journal, flights: LiveFlights, cursors: DeliveryCursors): void {
  const byNumber = new Map<number, LiveFlight>();
  for (const stored of journal.initial.flights) {
    const live = new LiveFlight(stored, journal);
    byNumber.set(stored.flight.number, live);
    flights.add(live);
    cursors.restore(live, stored.delivered);
  }
  journal.eachUnsealed((flightNumber, report) => byNumber.get(flightNumber)?.restore(report));
}
