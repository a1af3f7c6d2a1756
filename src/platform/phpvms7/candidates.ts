import { flagOf, numberOf, numberOrNull, type Row, textOf, textOrNull } from '../../lib/row.ts';
import type { Aircraft } from '../../tracking/model.ts';
import type { SiteRules } from './site-settings.ts';

const activeStatus = 'A';

/** An aircraft, and what the site's rules ask about it. */
export interface Candidate {
  readonly aircraft: Aircraft;
  readonly subfleetId: number;
  readonly airportId: string | null;
  readonly isActive: boolean;
  readonly isParked: boolean;
  readonly isBooked: boolean;
  readonly isBriefed: boolean;
}

/** Takes the pilot's id twice; to be narrowed by further conditions. */
export const selectCandidates = `SELECT c.id, c.icao, c.name, c.registration, c.subfleet_id, c.airport_id, c.status, c.state,
    EXISTS (SELECT 1 FROM {bids} b WHERE {?b.bids.aircraft_id} = c.id AND b.user_id <> ?) AS booked,
    EXISTS (SELECT 1 FROM {simbrief} s WHERE {?s.simbrief.aircraft_id} = c.id AND s.user_id <> ? AND s.flight_id IS NOT NULL) AS briefed
  FROM {aircraft} c JOIN {subfleets} f ON f.id = c.subfleet_id AND {?f.subfleets.deleted_at} IS NULL
  WHERE {?c.aircraft.deleted_at} IS NULL`;

export function toCandidate(row: Row): Candidate {
  const icao = textOrNull(row, 'icao');
  return {
    aircraft: {
      id: textOf(row, 'id'),
      icao,
      name: textOrNull(row, 'name'),
      registration: textOrNull(row, 'registration'),
    },
    subfleetId: numberOf(row, 'subfleet_id'),
    airportId: textOrNull(row, 'airport_id'),
    isActive: textOrNull(row, 'status') === activeStatus,
    isParked: (numberOrNull(row, 'state') ?? 0) === 0,
    isBooked: flagOf(row, 'booked'),
    isBriefed: flagOf(row, 'briefed'),
  };
}

/** Returns why the site's rules forbid it, as a sentence; null when they allow it. Does not check whether it is active. */
export function objection(candidate: Candidate, departure: string, rules: SiteRules): string | null {
  const { airportId } = candidate;
  const isElsewhere = rules.onlyAircraftAtDeparture && airportId !== departure;
  const where = airportId === null ? '' : ` but at ${airportId}`;
  return obstacle(candidate, rules) ?? (isElsewhere ? `${nameOf(candidate)} is not at ${departure}${where}.` : null);
}

/** What stands against it wherever it is to be flown from. */
export function obstacle(candidate: Candidate, rules: SiteRules): string | null {
  const name = nameOf(candidate);
  if (!candidate.isParked) return `${name} is in use.`;
  if (rules.bidBlocksAircraft && candidate.isBooked) return `${name} is taken by another pilot's bid.`;
  if (rules.briefingBlocksAircraft && candidate.isBriefed) return `${name} is taken by another pilot's briefing.`;
  return null;
}

export function notAllowed(candidate: Candidate): string {
  return `${nameOf(candidate)} is not among the aircraft that you may take for this flight.`;
}

export function outOfService(candidate: Candidate): string {
  return `${nameOf(candidate)} is not in service.`;
}

function nameOf({ aircraft }: Candidate): string {
  return aircraft.registration ?? aircraft.icao ?? `Aircraft ${aircraft.id}`;
}
