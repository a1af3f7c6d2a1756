import type { Columns } from '../../lib/lists/list-csv.ts';
import { instant } from '../../lib/lists/list-csv.ts';
import { arrivalOf } from '../../tracking/figures/arrival.ts';
import type { FlightView } from '../../tracking/figures/flight-view.ts';
import { type Flight, flightName } from '../../tracking/model.ts';
import type { ListedSession, OutboxEntry } from '../../tracking/operator-calls.ts';
import type { WebhookView } from '../../webhooks/webhook-calls.ts';
import type { ApiKey } from '../api/keys.ts';
import type { OperatorList } from './list-export.ts';

/** The states of flights that pages list together. */
export const ended = ['filed', 'cancelled', 'abandoned'] as const;
export const underWay = ['starting', 'open', 'suspended', 'filing'] as const;
/** More are never under way at once. */
export const maxUnderWay = 100_000;

function flightWords(flight: Flight): readonly (string | null)[] {
  const { id, plan, pilot, state, reason, setAside, aircraft } = flight;
  const { departure, arrival, ident } = plan;
  const where = [
    departure.icao,
    arrival.icao,
    arrivalOf(flight).icao,
    aircraft?.icao ?? null,
    aircraft?.registration ?? null,
  ];
  return [id, flightName(plan), ident, pilot.name, pilot.ident, state, reason, setAside, ...where];
}

/** Rank in the list: flights set aside first, then those stuck in their paperwork, silent ones, and those with a remark. */
function urgency({ flight, remarks }: FlightView): number {
  if (flight.setAside !== null) return 0;
  return { filing: 1, starting: 2, suspended: 3 }[flight.state as string] ?? (remarks.length > 0 ? 4 : 5);
}

/** Columns that every list of flights has. */
function flightColumns<T>(flightOf: (item: T) => Flight): Columns<T> {
  const columns: Columns<Flight> = {
    id: ({ id }) => id,
    flight: ({ plan }) => flightName(plan),
    pilot: ({ pilot }) => pilot.ident,
    name: ({ pilot }) => pilot.name,
    departure: ({ plan }) => plan.departure.icao,
    arrival: (flight) => arrivalOf(flight).icao,
    registration: ({ aircraft }) => aircraft?.registration ?? null,
    state: ({ state }) => state,
    set_aside: ({ setAside }) => setAside,
  };
  return Object.fromEntries(
    Object.entries(columns).map(([name, cellOf]) => [name, (item: T) => cellOf(flightOf(item))]),
  );
}

/** Flights under way. */
export const currentFlights: OperatorList<FlightView> = {
  path: 'in-progress',
  columns: {
    ...flightColumns<FlightView>(({ flight }) => flight),
    phase: ({ phase }) => phase,
    last_report: ({ lastReportAt }) => instant(lastReportAt),
    positions: ({ positionCount }) => positionCount,
    remarks: ({ remarks }) => remarks.join('; '),
  },
  words: ({ flight, phase }) => [...flightWords(flight), phase],
  sorts: {
    attention: { title: 'sort.attention', by: urgency },
    silent: { title: 'sort.silent', by: ({ lastReportAt }) => lastReportAt },
    flight: { title: 'sort.flight', by: ({ flight }) => flightName(flight.plan) },
    pilot: { title: 'sort.pilot', by: ({ flight }) => flight.pilot.name },
  },
};

export const endedFlights: OperatorList<FlightView> = {
  path: 'ended',
  columns: {
    ...flightColumns<FlightView>(({ flight }) => flight),
    ended: ({ flight }) => instant(flight.endedAt),
    reason: ({ flight }) => flight.reason,
  },
  words: ({ flight }) => flightWords(flight),
  sorts: {
    ended: { title: 'sort.recent', by: ({ flight }) => flight.endedAt, isDescending: true },
    flight: { title: 'sort.flight', by: ({ flight }) => flightName(flight.plan) },
    pilot: { title: 'sort.pilot', by: ({ flight }) => flight.pilot.name },
  },
};

export const outbox: OperatorList<OutboxEntry> = {
  path: 'outbox',
  columns: {
    ...flightColumns<OutboxEntry>(({ flight }) => flight),
    waits_for: ({ flight }) => flight.intent?.kind ?? null,
    undelivered: ({ undelivered }) => undelivered,
    attempts: ({ attempts }) => attempts,
    last_error: ({ lastError }) => lastError,
    next_attempt: ({ nextTryAt }) => instant(nextTryAt),
  },
  words: ({ flight, lastError }) => [...flightWords(flight), lastError],
  sorts: {
    attention: { title: 'sort.set-aside', by: ({ flight }) => (flight.setAside === null ? 1 : 0) },
    attempts: { title: 'sort.attempts', by: ({ attempts }) => attempts, isDescending: true },
    flight: { title: 'sort.flight', by: ({ flight }) => flightName(flight.plan) },
  },
};

export const sessions: OperatorList<ListedSession> = {
  path: 'sessions',
  columns: {
    pilot: ({ pilot }) => pilot.ident,
    name: ({ pilot }) => pilot.name,
    created: ({ createdAt }) => instant(createdAt),
    expires: ({ expiresAt }) => instant(expiresAt),
  },
  words: ({ pilot }) => [pilot.name, pilot.ident],
  sorts: {
    pilot: { title: 'sort.pilot', by: ({ pilot }) => pilot.ident },
    newest: { title: 'sort.newest', by: ({ createdAt }) => createdAt, isDescending: true },
  },
};

export const apiKeys: OperatorList<ApiKey> = {
  path: 'api-keys',
  words: ({ name, scopes }) => [name, ...scopes],
  sorts: {
    newest: { title: 'sort.newest', by: ({ createdAt }) => createdAt, isDescending: true },
    name: { title: 'sort.name', by: ({ name }) => name },
  },
  columns: {
    name: ({ name }) => name,
    scopes: ({ scopes }) => scopes.join(' '),
    created: ({ createdAt }) => instant(createdAt),
    ends: ({ expiresAt }) => instant(expiresAt),
  },
};

export const webhooks: OperatorList<WebhookView> = {
  path: 'webhooks',
  words: ({ name, address, events }) => [name, address, ...events],
  sorts: { name: { title: 'sort.name', by: ({ name }) => name } },
  columns: {
    name: ({ name }) => name,
    kind: ({ kind }) => kind,
    address: ({ address }) => address,
    events: ({ events }) => events.join(' '),
    state: ({ isOn }) => (isOn ? 'on' : 'off'),
    why_off: ({ offReason }) => offReason,
    waiting: ({ waiting }) => waiting,
    set_aside: ({ setAside }) => setAside,
    created: ({ createdAt }) => instant(createdAt),
  },
};
