import { numberOrNull, type Row, textOf, textOrNull } from '../../lib/row.ts';
import type { Bid } from '../../tracking/model.ts';
import { detailsOf } from '../seven/schedule-details.ts';
import { bookedPlan, detailColumns, planColumns, planJoinsOfListed, toPlan, wishOf } from '../seven/schedule-plan.ts';
import { retiredPlace } from './airports.ts';
import type { CrewCenter } from './crew-center.ts';
import { aircraftObstacle, listAircraftChoices, toAircraft } from './fleet.ts';
import { type HostSettings, readHostSettings } from './host-settings.ts';
import { obstacleText, placeObstacle } from './schedule-obstacle.ts';

const select = `SELECT b.id AS bid_id, b.created_at AS booked_at, b.user_id, b.aircraft_id, u.curr_airport_id AS pilot_airport,
     al.deleted_at AS airline_retired_at, ${retiredPlace} AS retired_place, ${planColumns}, ${detailColumns}
     FROM bids b LEFT JOIN flights f ON f.id = b.flight_id LEFT JOIN users u ON u.id = b.user_id ${planJoinsOfListed}
     WHERE b.user_id = CAST(? AS INTEGER)`;

/** Returns the pilot's bids, newest first; a bid that cannot be flown has the reason. */
export function listBids(crewCenter: CrewCenter, pilotId: string): readonly Bid[] {
  const rows = crewCenter.all(`${select} ORDER BY b.created_at DESC, b.id DESC`, pilotId);
  const settings = readHostSettings(crewCenter);
  return rows.map((row) => toBid(crewCenter, row, settings));
}

/** One that is there. */
export function readBid(crewCenter: CrewCenter, pilotId: string, bidId: string): Bid {
  const row = crewCenter.get(`${select} AND b.id = CAST(? AS INTEGER)`, pilotId, bidId);
  if (row === null) throw new Error(`bid ${bidId} is missing after it was stored`);
  return toBid(crewCenter, row, readHostSettings(crewCenter));
}

function toBid(crewCenter: CrewCenter, row: Row, settings: HostSettings): Bid {
  const aircraftId = numberOrNull(row, 'aircraft_id');
  const aircraftRow =
    aircraftId === null
      ? null
      : crewCenter.get('SELECT * FROM aircraft WHERE id = ? AND deleted_at IS NULL', aircraftId);
  const plan = bookedPlan(row, toPlan(row, aircraftRow === null ? null : toAircraft(aircraftRow)));
  const wish = wishOf(textOf(row, 'user_id'), plan);
  const aircraftChoices = aircraftId === null ? listAircraftChoices(crewCenter, wish) : [];
  const blocked =
    scheduleObstacle(row, settings) ??
    (aircraftId !== null
      ? aircraftObstacle(crewCenter, wish, String(aircraftId))
      : aircraftChoices.length === 0
        ? 'There is no aircraft available to you for this flight.'
        : null);
  return { id: textOf(row, 'bid_id'), plan, ...detailsOf(row), aircraftChoices, blocked, fares: [], briefing: null };
}

function scheduleObstacle(row: Row, settings: HostSettings): string | null {
  if (row.schedule_id === null || textOrNull(row, 'flight_deleted_at') !== null)
    return 'The flight is no longer in the schedule.';
  if (textOrNull(row, 'airline_retired_at') !== null) return `The airline ${textOf(row, 'airline_icao')} is retired.`;
  const obstacle = placeObstacle(row, settings);
  return obstacle === null ? null : obstacleText(obstacle);
}
