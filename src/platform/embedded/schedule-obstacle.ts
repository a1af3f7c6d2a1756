import { flagOf, type Row, textOf, textOrNull } from '../../lib/row.ts';
import { planColumns, planJoinsOfListed } from '../seven/schedule-plan.ts';
import { retiredPlace } from './airports.ts';
import type { CrewCenter } from './crew-center.ts';
import { type HostSettings, readHostSettings } from './host-settings.ts';

const texts = {
  booked: 'You have a bid on this flight already.',
  'one-bid': 'You have a bid already, and this airline allows one at a time. Remove that bid first.',
  taken: 'Another pilot has a bid on this flight. Choose another flight.',
  'retired-airport': 'The airport {airport} is retired.',
  'unknown-airport': 'The crew center does not know the airport {airport}.',
  elsewhere: 'You are at {here}, but the flight departs from {departure}.',
  nowhere: 'You are at no airport, but the flight departs from {departure}.',
} as const;

/** Why a pilot cannot book a schedule now, whatever the aircraft. */
export interface Obstacle {
  readonly kind: keyof typeof texts;
  readonly values: Readonly<Record<string, string>>;
}

/** Returns the obstacle as a sentence for the pilot. */
export function obstacleText({ kind, values }: Obstacle): string {
  return texts[kind].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
}

/** Returns what is against each of these schedules for this pilot, by its id; those that can be booked are left out. */
export function obstaclesBySchedule(
  crewCenter: CrewCenter,
  pilotId: string,
  scheduleIds: readonly string[],
): ReadonlyMap<string, Obstacle> {
  const settings = readHostSettings(crewCenter);
  const rows = crewCenter.all(
    `SELECT ${planColumns}, ${retiredPlace} AS retired_place, u.curr_airport_id AS pilot_airport,
       EXISTS (SELECT 1 FROM bids b WHERE b.flight_id = f.id AND b.user_id = u.id) AS is_booked,
       EXISTS (SELECT 1 FROM bids b WHERE b.flight_id = f.id AND b.user_id IS NOT u.id) AS is_taken,
       EXISTS (SELECT 1 FROM bids b WHERE b.user_id = u.id) AS has_bid
     FROM flights f ${planJoinsOfListed} LEFT JOIN users u ON u.id = CAST(? AS INTEGER)
     WHERE f.id IN (SELECT value FROM json_each(?))`,
    pilotId,
    JSON.stringify(scheduleIds),
  );
  const found = rows.map((row) => [textOf(row, 'schedule_id'), bidObstacle(row, settings)] as const);
  return new Map(found.flatMap(([id, obstacle]) => (obstacle === null ? [] : [[id, obstacle]])));
}

/** In the order of version 7's checks (app/Services/BidService.php, addBid), then the places. */
function bidObstacle(row: Row, settings: HostSettings): Obstacle | null {
  if (flagOf(row, 'is_booked')) return { kind: 'booked', values: {} };
  if (!settings.allowMultipleBids && flagOf(row, 'has_bid')) return { kind: 'one-bid', values: {} };
  if (settings.disableFlightOnBid && flagOf(row, 'is_taken')) return { kind: 'taken', values: {} };
  return placeObstacle(row, settings);
}

/** Returns what is against the airports of a plan, in a row with its `retired_place` and the `pilot_airport`. */
export function placeObstacle(row: Row, settings: HostSettings): Obstacle | null {
  const retired = textOrNull(row, 'retired_place');
  if (retired !== null) return { kind: 'retired-airport', values: { airport: retired } };
  for (const side of ['dpt', 'arr'] as const) {
    if (row[`${side}_name`] === null && !settings.allowUnaddedAirports)
      return { kind: 'unknown-airport', values: { airport: textOf(row, `${side}_airport_id`) } };
  }
  const here = textOrNull(row, 'pilot_airport');
  const departure = textOf(row, 'dpt_airport_id');
  if (!settings.onlyFlightsFromCurrent || here === departure) return null;
  return here === null
    ? { kind: 'nowhere', values: { departure } }
    : { kind: 'elsewhere', values: { here, departure } };
}
