import { textOf } from '../../../lib/row.ts';
import type { Bid } from '../../../tracking/model.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import { type BidColumns, BidService } from '../bid-service.ts';
import { readBid } from '../bids.ts';
import type { CrewCenter } from '../crew-center.ts';
import { type AircraftWish, aircraftObstacle } from '../fleet.ts';
import { obstaclesBySchedule, obstacleText } from '../schedule-obstacle.ts';
import type { Emit } from '../write-queue.ts';
import { findListed } from './offer.ts';

/**
 * Makes the pilot's bid on a schedule; the one that is there is returned as it is. One that could not be flown is not made.
 * @throws Refusal `not-found`, `invalid` naming `aircraft`, `crew-center-refused` with the rule that is against it
 */
export function book(
  crewCenter: CrewCenter,
  pilotId: string,
  { scheduleId, aircraftId }: { readonly scheduleId: string; readonly aircraftId: string | null },
): Promise<Bid> {
  return crewCenter.write((emit) => {
    const service = new BidService(crewCenter, emit);
    const own = service.find(pilotId, scheduleId);
    if (own !== null) return readBid(crewCenter, pilotId, own);
    requirePilot(crewCenter, pilotId);
    const wish = wishFor(crewCenter, pilotId, scheduleId);
    const aircraft = aircraftId === null ? null : requireAircraft(crewCenter, wish, aircraftId);
    return placeBid(crewCenter, emit, { pilotId, scheduleId, aircraftId: aircraft });
  });
}

/** Removes the pilot's bid, and with a charter its schedule. @throws Refusal `bid-not-found` when it is another pilot's */
export function unbook(crewCenter: CrewCenter, pilotId: string, bidId: string): Promise<void> {
  return crewCenter.write((emit) => {
    if (findOwner(crewCenter, bidId) === null) return;
    requireOwn(crewCenter, pilotId, bidId);
    new BidService(crewCenter, emit).remove(bidId);
  });
}

/** @throws Refusal `bid-not-found`, `invalid` naming `aircraft` */
export function chooseAircraft(
  crewCenter: CrewCenter,
  pilotId: string,
  bidId: string,
  aircraftId: string,
): Promise<Bid> {
  return crewCenter.write((emit) => {
    const { scheduleId, airlineId, departure, aircraft } = requireOwn(crewCenter, pilotId, bidId).plan;
    if (aircraft?.id === aircraftId) return readBid(crewCenter, pilotId, bidId);
    const wish = { pilotId, scheduleId, airlineId, departure: departure.icao };
    new BidService(crewCenter, emit).chooseAircraft(bidId, requireAircraft(crewCenter, wish, aircraftId));
    return readBid(crewCenter, pilotId, bidId);
  });
}

/** @throws Refusal `crew-center-refused`, in words for the pilot */
export function placeBid(crewCenter: CrewCenter, emit: Emit, columns: BidColumns): Bid {
  const { pilotId, scheduleId } = columns;
  const obstacle = obstaclesBySchedule(crewCenter, pilotId, [scheduleId]).get(scheduleId);
  if (obstacle !== undefined) throw new Refusal('crew-center-refused', { message: obstacleText(obstacle) });
  const bid = readBid(crewCenter, columns.pilotId, new BidService(crewCenter, emit).add(columns));
  if (bid.blocked !== null) throw new Refusal('crew-center-refused', { message: bid.blocked });
  return bid;
}

/** @throws Refusal `crew-center-refused` */
export function requirePilot(crewCenter: CrewCenter, pilotId: string): void {
  const row = crewCenter.get('SELECT 1 FROM users WHERE CAST(id AS TEXT) = ? AND deleted_at IS NULL', pilotId);
  if (row === null) throw new Refusal('crew-center-refused', { message: 'The crew center has no such pilot.' });
}

function wishFor(crewCenter: CrewCenter, pilotId: string, scheduleId: string): AircraftWish {
  const plan = findListed(crewCenter, scheduleId);
  if (plan === null) throw new Refusal('not-found', { message: 'There is no such schedule.' });
  const { airlineId, departure } = plan;
  return { pilotId, scheduleId, airlineId, departure: departure.icao };
}

function requireAircraft(crewCenter: CrewCenter, wish: AircraftWish, aircraftId: string): number {
  const obstacle = aircraftObstacle(crewCenter, wish, aircraftId);
  if (obstacle !== null) throw new Refusal('invalid', { message: obstacle, fields: { aircraft: obstacle } });
  return Number(aircraftId);
}

function findOwner(crewCenter: CrewCenter, bidId: string): string | null {
  const row = crewCenter.get('SELECT id, user_id FROM bids WHERE id = CAST(? AS INTEGER)', bidId);
  return row === null || textOf(row, 'id') !== bidId ? null : textOf(row, 'user_id');
}

function requireOwn(crewCenter: CrewCenter, pilotId: string, bidId: string): Bid {
  if (findOwner(crewCenter, bidId) !== pilotId)
    throw new Refusal('bid-not-found', { message: 'You have no such bid.' });
  return readBid(crewCenter, pilotId, bidId);
}
