import { flagOf, numberOf, numberOrNull, type Row, textOf, textOrNull } from '../../lib/row.ts';
import type { Aircraft, Plan } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { CrewCenter } from './crew-center.ts';
import { type HostSettings, readHostSettings } from './host-settings.ts';

/** The rules and the flight for which aircraft are selected. */
export interface AircraftWish {
  readonly pilotId: string;
  readonly scheduleId: string | null;
  readonly airlineId: string | null;
  readonly departure: string;
}

/** An aircraft of a schedule's fleet. */
export interface Candidate {
  readonly aircraft: Aircraft;
  /** Why this pilot may not take it now; null when it is allowed. */
  readonly obstacle: string | null;
}

// One row per aircraft with all columns that the rules need. :pilot, :schedule
const candidates = `
SELECT c.*, s.airline_id AS subfleet_airline_id, s.deleted_at AS subfleet_deleted_at,
  EXISTS (SELECT 1 FROM subfleet_rank r JOIN users u ON u.rank_id = r.rank_id
    WHERE r.subfleet_id = c.subfleet_id AND u.id = CAST(:pilot AS INTEGER)) AS rank_allows,
  EXISTS (SELECT 1 FROM bids b WHERE b.aircraft_id = c.id AND b.user_id <> CAST(:pilot AS INTEGER)) AS bid_by_other,
  EXISTS (SELECT 1 FROM flight_subfleet f WHERE f.flight_id = :schedule) AS schedule_has_subfleets,
  EXISTS (SELECT 1 FROM flight_subfleet f WHERE f.flight_id = :schedule AND f.subfleet_id = c.subfleet_id) AS in_schedule
FROM aircraft c LEFT JOIN subfleets s ON s.id = c.subfleet_id
WHERE c.deleted_at IS NULL`;

/** Returns the aircraft that the host would offer for this flight: allowed ones of the schedule's subfleets, those at the departure first. */
export function listAircraftChoices(crewCenter: CrewCenter, wish: AircraftWish): readonly Aircraft[] {
  return listCandidates(crewCenter, wish).flatMap(({ aircraft, obstacle }) => (obstacle === null ? [aircraft] : []));
}

/** Returns the aircraft of the schedule's subfleets, or of all, each with what is against it; those at the departure first. */
export function listCandidates(crewCenter: CrewCenter, wish: AircraftWish): readonly Candidate[] {
  const rows = crewCenter.database
    .prepare(`${candidates} ORDER BY c.airport_id IS NOT :departure, c.registration`)
    .all({ pilot: wish.pilotId, schedule: wish.scheduleId, departure: wish.departure });
  const settings = readHostSettings(crewCenter);
  return rows
    .filter((row) => !flagOf(row, 'schedule_has_subfleets') || flagOf(row, 'in_schedule'))
    .map((row) => toCandidate(row, wish, settings));
}

/** Returns the ids of `listAircraftChoices` for each of these plans, with one query of the fleet. */
export function aircraftIdsByPlan(
  crewCenter: CrewCenter,
  pilotId: string,
  plans: readonly Plan[],
): ReadonlyMap<Plan, readonly string[]> {
  const settings = readHostSettings(crewCenter);
  const usable = allowedRows(crewCenter, pilotId, settings);
  const ids = JSON.stringify(plans.map((plan) => plan.scheduleId));
  const pairs = crewCenter.all(
    'SELECT flight_id, subfleet_id FROM flight_subfleet WHERE flight_id IN (SELECT value FROM json_each(?))',
    ids,
  );
  const subfleets = Map.groupBy(pairs, (pair) => textOf(pair, 'flight_id'));
  return new Map(
    plans.map((plan) => {
      const own = subfleets.get(plan.scheduleId ?? '')?.map((pair) => pair.subfleet_id);
      const wish = { pilotId, scheduleId: plan.scheduleId, airlineId: plan.airlineId, departure: plan.departure.icao };
      const choices = usable.filter(
        (row) => (own?.includes(row.subfleet_id) ?? true) && obstacleOfFlight(row, wish, settings) === null,
      );
      const isAway = (row: Row) => Number(row.airport_id !== wish.departure);
      return [plan, choices.sort((one, other) => isAway(one) - isAway(other)).map((row) => textOf(row, 'id'))];
    }),
  );
}

/** Returns the ids of the aircraft that this pilot may take, independent of the flight. */
export function listAllowedIds(crewCenter: CrewCenter, pilotId: string): ReadonlySet<string> {
  const rows = allowedRows(crewCenter, pilotId, readHostSettings(crewCenter));
  return new Set(rows.map((row) => textOf(row, 'id')));
}

function allowedRows(crewCenter: CrewCenter, pilotId: string, settings: HostSettings): readonly Row[] {
  return crewCenter.database
    .prepare(`${candidates} ORDER BY c.registration`)
    .all({ pilot: pilotId, schedule: null })
    .filter((row) => obstacleOfPilot(row, settings) === null);
}

/** Returns why this pilot may not take this aircraft; null when it is allowed. */
export function aircraftObstacle(crewCenter: CrewCenter, wish: AircraftWish, aircraftId: string): string | null {
  const row = crewCenter.database
    .prepare(`${candidates} AND c.id = CAST(:id AS INTEGER) AND CAST(c.id AS TEXT) = :id`)
    .get({ pilot: wish.pilotId, schedule: wish.scheduleId, id: aircraftId });
  if (row === undefined) return 'The aircraft is no longer in the fleet.';
  return toCandidate(row, wish, readHostSettings(crewCenter)).obstacle;
}

/**
 * Returns the first allowed aircraft of this id, type or registration.
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
  const reason =
    found[0]?.obstacle ?? (text === '' ? 'Choose an aircraft.' : `There is no aircraft ${text} in the fleet.`);
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

/** In the order of version 7's checks (app/Services/PirepService.php, prefile; UserService, isAllowedToFly). */
function obstacleOf(row: Row, wish: AircraftWish, settings: HostSettings): string | null {
  return obstacleOfPilot(row, settings) ?? obstacleOfFlight(row, wish, settings);
}

/** Returns why this pilot may not take it, independent of the flight. */
function obstacleOfPilot(row: Row, settings: HostSettings): string | null {
  const name = nameOf(row);
  if (textOrNull(row, 'subfleet_deleted_at') !== null) return `The subfleet of ${name} is retired.`;
  if (settings.restrictAircraftToRank && !flagOf(row, 'rank_allows'))
    return `Your rank does not allow you to fly ${name}.`;
  if (textOf(row, 'status') !== 'A') return `${name} is out of service.`;
  if (numberOf(row, 'state') !== 0) return `${name} is in use.`;
  if (settings.blockAircraft && flagOf(row, 'bid_by_other')) return `${name} is reserved for another pilot's bid.`;
  return null;
}

/** Returns why it cannot be taken for this flight: its location or its airline. */
function obstacleOfFlight(row: Row, wish: AircraftWish, settings: HostSettings): string | null {
  const airport = textOrNull(row, 'airport_id');
  if (settings.onlyAircraftAtDeparture && airport !== wish.departure) {
    const { departure } = wish;
    return airport === null
      ? `${nameOf(row)} is at no airport, not at ${departure}.`
      : `${nameOf(row)} is at ${airport}, not at ${departure}.`;
  }
  const airline = numberOrNull(row, 'subfleet_airline_id');
  if (settings.onlyCompanyAircraft && airline !== null && String(airline) !== wish.airlineId)
    return `${nameOf(row)} belongs to another airline.`;
  return null;
}

function nameOf(row: Row): string {
  return textOrNull(row, 'registration') ?? textOf(row, 'name');
}
