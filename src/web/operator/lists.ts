import type { ListShape } from '../../lib/lists/list.ts';
import type { FlightView } from '../../tracking/figures/flight-view.ts';
import { type Flight, flightName } from '../../tracking/model.ts';
import type { ListedSession, OutboxEntry } from '../../tracking/operator-calls.ts';

/** The states of flights that pages list together. */
export const ended = ['filed', 'cancelled', 'abandoned'] as const;
export const underWay = ['starting', 'open', 'suspended', 'filing'] as const;
/** More are never under way at once. */
export const maxUnderWay = 100_000;

function flightWords({ id, plan, pilot, state, reason, setAside, aircraft }: Flight): readonly (string | null)[] {
  const { departure, arrival, ident } = plan;
  const where = [departure.icao, arrival.icao, aircraft?.icao ?? null, aircraft?.registration ?? null];
  return [id, flightName(plan), ident, pilot.name, pilot.ident, state, reason, setAside, ...where];
}

/** Rank in the list: flights set aside first, then those stuck in their paperwork, silent ones, and those with a remark. */
function urgency({ flight, remarks }: FlightView): number {
  if (flight.setAside !== null) return 0;
  return { filing: 1, starting: 2, suspended: 3 }[flight.state as string] ?? (remarks.length > 0 ? 4 : 5);
}

/** Flights under way. */
export const currentFlights: ListShape<FlightView> = {
  words: ({ flight, phase }) => [...flightWords(flight), phase],
  sorts: {
    attention: { title: 'sort.attention', by: urgency },
    silent: { title: 'sort.silent', by: ({ lastReportAt }) => lastReportAt },
    flight: { title: 'sort.flight', by: ({ flight }) => flightName(flight.plan) },
    pilot: { title: 'sort.pilot', by: ({ flight }) => flight.pilot.name },
  },
};

export const endedFlights: ListShape<FlightView> = {
  words: ({ flight }) => flightWords(flight),
  sorts: {
    ended: { title: 'sort.recent', by: ({ flight }) => flight.endedAt, isDescending: true },
    flight: { title: 'sort.flight', by: ({ flight }) => flightName(flight.plan) },
    pilot: { title: 'sort.pilot', by: ({ flight }) => flight.pilot.name },
  },
};

export const outbox: ListShape<OutboxEntry> = {
  words: ({ flight, lastError }) => [...flightWords(flight), lastError],
  sorts: {
    attention: { title: 'sort.set-aside', by: ({ flight }) => (flight.setAside === null ? 1 : 0) },
    attempts: { title: 'sort.attempts', by: ({ attempts }) => attempts, isDescending: true },
    flight: { title: 'sort.flight', by: ({ flight }) => flightName(flight.plan) },
  },
};

export const sessions: ListShape<ListedSession> = {
  words: ({ pilot }) => [pilot.name, pilot.ident],
  sorts: {
    pilot: { title: 'sort.pilot', by: ({ pilot }) => pilot.ident },
    newest: { title: 'sort.newest', by: ({ createdAt }) => createdAt, isDescending: true },
  },
};
