import { numberOrNull, textOf } from '../../lib/row.ts';
import type { Bid } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { planColumns, planJoinsOfListed, toPlan } from '../seven/schedule-plan.ts';
import { BidService } from './bid-service.ts';
import { listBids, readBid } from './bids.ts';
import type { CrewCenter } from './crew-center.ts';
import { aircraftObstacle, findAircraft } from './fleet.ts';
import { findSchedule } from './schedule-lookup.ts';

export interface NewBid {
  readonly pilotId: string;
  /** Id of the schedule, or its ident (`VM101`). */
  readonly schedule: string;
  /** Id, registration or ICAO type; null lets the pilot choose at the start. */
  readonly aircraft: string | null;
}

/**
 * Adds a bid by version 7's rules (app/Services/BidService.php, addBid). Idempotent: returns an existing bid.
 * @throws Refusal `not-found` (no such schedule), `crew-center-refused` with the rule that is against it, `invalid` naming `aircraft`.
 */
export function addBid(crewCenter: CrewCenter, { pilotId, schedule, aircraft }: NewBid): Promise<Bid> {
  return crewCenter.write((emit) => {
    const scheduleId = findSchedule(crewCenter, schedule, { isActive: true });
    const aircraftId = chooseAircraft(crewCenter, pilotId, scheduleId, aircraft);
    const service = new BidService(crewCenter, emit);
    const id = service.find(pilotId, scheduleId) ?? service.add({ pilotId, scheduleId, aircraftId });
    return readBid(crewCenter, pilotId, id);
  });
}

/** Gives a bid another aircraft; null lets the pilot choose at the start. @throws Refusal `bid-not-found`, `invalid` naming `aircraft` */
export function editBid(crewCenter: CrewCenter, bidId: string, aircraft: string | null): Promise<Bid> {
  return crewCenter.write((emit) => {
    const row = crewCenter.get('SELECT user_id, flight_id FROM bids WHERE CAST(id AS TEXT) = ?', bidId);
    if (row === null) throw new Refusal('bid-not-found', { message: `There is no bid ${bidId}.` });
    const pilotId = textOf(row, 'user_id');
    const aircraftId = chooseAircraft(crewCenter, pilotId, textOf(row, 'flight_id'), aircraft);
    new BidService(crewCenter, emit).chooseAircraft(bidId, aircraftId);
    return readBid(crewCenter, pilotId, bidId);
  });
}

/** Of every pilot, newest first within each. */
export function listAllBids(crewCenter: CrewCenter): readonly { readonly pilotId: string; readonly bid: Bid }[] {
  return crewCenter.read(() => {
    const pilots = crewCenter.all('SELECT DISTINCT user_id FROM bids ORDER BY user_id');
    return pilots.flatMap((row) => {
      const pilotId = textOf(row, 'user_id');
      return listBids(crewCenter, pilotId).map((bid) => ({ pilotId, bid }));
    });
  });
}

function chooseAircraft(
  crewCenter: CrewCenter,
  pilotId: string,
  scheduleId: string,
  wanted: string | null,
): number | null {
  if (wanted === null) return null;
  const row = crewCenter.get(`SELECT ${planColumns} FROM flights f ${planJoinsOfListed} WHERE f.id = ?`, scheduleId);
  if (row === null) throw new Error(`schedule ${scheduleId} is missing`);
  const { airlineId, departure } = toPlan(row, null);
  const wish = { pilotId, scheduleId, airlineId, departure: departure.icao };
  const byRegistration = crewCenter.get(
    'SELECT id FROM aircraft WHERE registration = ? AND deleted_at IS NULL',
    wanted,
  );
  const named = byRegistration === null ? null : numberOrNull(byRegistration, 'id');
  if (named === null) return Number(findAircraft(crewCenter, wish, { aircraft: wanted, registration: null }).id);
  const obstacle = aircraftObstacle(crewCenter, wish, String(named));
  if (obstacle !== null) throw new Refusal('invalid', { message: obstacle, fields: { aircraft: obstacle } });
  return named;
}
