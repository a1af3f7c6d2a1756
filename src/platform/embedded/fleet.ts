import { flagOf, numberOf, numberOrNull, type Row, textOf, textOrNull } from '../../lib/row.ts';
import type { Aircraft } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { CrewCenter } from './crew-center.ts';
import { type HostSettings, readHostSettings } from './host-settings.ts';

/** What decides which aircraft a pilot may take. */
export interface AircraftWish {
  readonly pilotId: string;
  readonly scheduleId: string | null;
  readonly airlineId: string | null;
  readonly departure: string;
}

interface Candidate {
  readonly aircraft: Aircraft;
  /** Why this pilot may not take it now; null when nothing stands against it. */
  readonly obstacle: string | null;
}

// One row an aircraft with everything that its rules look at. :pilot, :schedule
const candidates = `
SELECT c.*, s.airline_id AS subfleet_airline_id, s.deleted_at AS subfleet_deleted_at,
  EXISTS (SELECT 1 FROM subfleet_rank r JOIN users u ON u.rank_id = r.rank_id
    WHERE r.subfleet_id = c.subfleet_id AND u.id = CAST(:pilot AS INTEGER)) AS rank_allows,
  EXISTS (SELECT 1 FROM bids b WHERE b.aircraft_id = c.id AND b.user_id <> CAST(:pilot AS INTEGER)) AS bid_by_other,
  EXISTS (SELECT 1 FROM flight_subfleet f WHERE f.flight_id = :schedule) AS schedule_has_subfleets,
  EXISTS (SELECT 1 FROM flight_subfleet f WHERE f.flight_id = :schedule AND f.subfleet_id = c.subfleet_id) AS in_schedule
FROM aircraft c LEFT JOIN subfleets s ON s.id = c.subfleet_id
WHERE c.deleted_at IS NULL`;

/** Those that the host would offer for this flight: the schedule's subfleets, nothing against them; those at the departure first. */
export function listAircraftChoices(crewCenter: CrewCenter, wish: AircraftWish): readonly Aircraft[] {
  const rows = crewCenter.database
    .prepare(`${candidates} ORDER BY c.airport_id IS NOT :departure, c.registration`)
    .all({ pilot: wish.pilotId, schedule: wish.scheduleId, departure: wish.departure });
  const settings = readHostSettings(crewCenter);
  return rows
    .filter((row) => !flagOf(row, 'schedule_has_subfleets') || flagOf(row, 'in_schedule'))
    .map((row) => toCandidate(row, wish, settings))
    .filter((candidate) => candidate.obstacle === null)
    .map((candidate) => candidate.aircraft);
}

/** Why this pilot may not take this aircraft; null when nothing stands against it. */
export function aircraftObstacle(crewCenter: CrewCenter, wish: AircraftWish, aircraftId: string): string | null {
  const row = crewCenter.database
    .prepare(`${candidates} AND c.id = CAST(:id AS INTEGER)`)
    .get({ pilot: wish.pilotId, schedule: wish.scheduleId, id: aircraftId });
  if (row === undefined) return 'The aircraft is no longer in the fleet.';
  return toCandidate(row, wish, readHostSettings(crewCenter)).obstacle;
}

/**
 * The aircraft of this id or type, or of this registration; the first that nothing stands against.
 * @throws Refusal `invalid` naming the field, with the reason of the first that matches.
 */
export function findAircraft(
  crewCenter: CrewCenter,
  wish: AircraftWish,
  wanted: { readonly aircraft: string | null; readonly registration: string | null },
): Aircraft {
  const field = wanted.registration === null ? 'aircraft' : 'registration';
  const text = (wanted.registration ?? wanted.aircraft ?? '').trim();
  const condition =
    field === 'registration' ? 'c.registration = :text' : '(CAST(c.id AS TEXT) = :text OR c.icao = upper(:text))';
  const rows = crewCenter.database
    .prepare(`${candidates} AND ${condition} ORDER BY c.airport_id IS NOT :departure, c.registration`)
    .all({ pilot: wish.pilotId, schedule: wish.scheduleId, departure: wish.departure, text });
  const settings = readHostSettings(crewCenter);
  const found = rows.map((row) => toCandidate(row, wish, settings));
  const usable = found.find((candidate) => candidate.obstacle === null);
  if (usable !== undefined) return usable.aircraft;
  const reason = found[0]?.obstacle ?? `There is no aircraft ${text === '' ? 'without a name' : text} in the fleet.`;
  throw new Refusal('invalid', { message: reason, fields: { [field]: reason } });
}

export function toAircraft(row: Row): Aircraft {
  return {
    id: textOf(row, 'id'),
    icao: textOrNull(row, 'icao'),
    name: textOrNull(row, 'name'),
    registration: textOrNull(row, 'registration'),
  };
}

function toCandidate(row: Row, wish: AircraftWish, settings: HostSettings): Candidate {
  return { aircraft: toAircraft(row), obstacle: obstacleOf(row, wish, settings) };
}

/** In the order in which version 7 asks (app/Services/PirepService.php, prefile; UserService, isAllowedToFly). */
function obstacleOf(row: Row, wish: AircraftWish, settings: HostSettings): string | null {
  const name = textOrNull(row, 'registration') ?? textOf(row, 'name');
  if (textOrNull(row, 'subfleet_deleted_at') !== null) return `${name} belongs to no fleet.`;
  if (settings.restrictAircraftToRank && !flagOf(row, 'rank_allows')) return `Your rank may not fly ${name}.`;
  if (textOf(row, 'status') !== 'A') return `${name} is out of service.`;
  if (numberOf(row, 'state') !== 0) return `${name} is in use.`;
  if (settings.blockAircraft && flagOf(row, 'bid_by_other')) return `${name} is kept for another pilot's bid.`;
  const airport = textOrNull(row, 'airport_id');
  if (settings.onlyAircraftAtDeparture && airport !== wish.departure)
    return `${name} is at ${airport ?? 'no airport'}, not at ${wish.departure}.`;
  const airline = numberOrNull(row, 'subfleet_airline_id');
  if (settings.onlyCompanyAircraft && airline !== null && String(airline) !== wish.airlineId)
    return `${name} belongs to another airline.`;
  return null;
}
