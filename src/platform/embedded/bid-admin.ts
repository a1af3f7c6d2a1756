import { type TableList, tableKeys } from '../../lib/lists/table-list.ts';
import { numberOrNull, textOf, textOrNull } from '../../lib/row.ts';
import { type Bid, flightName } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { charterOwner } from '../seven/schedule-details.ts';
import { planColumns, planJoinsOfListed, toPlan } from '../seven/schedule-plan.ts';
import { BidService } from './bid-service.ts';
import { readBid } from './bids.ts';
import type { CrewCenter } from './crew-center.ts';
import { aircraftObstacle, findAircraft } from './fleet.ts';
import { pilotIdentSql } from './host-settings.ts';
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

/**
 * Gives a bid to another pilot, by the same rules as one that is added; its aircraft stays reserved.
 * @throws Refusal `bid-not-found`; `crew-center-refused` with the rule that is against it, or for a charter; `invalid` naming `aircraft`
 */
export function moveBid(crewCenter: CrewCenter, bidId: string, pilotId: string): Promise<Bid> {
  return crewCenter.write((emit) => {
    const row = crewCenter.get(
      `SELECT b.flight_id, f.owner_type, a.registration FROM bids b LEFT JOIN flights f ON f.id = b.flight_id
         LEFT JOIN aircraft a ON a.id = b.aircraft_id WHERE CAST(b.id AS TEXT) = ?`,
      bidId,
    );
    if (row === null) throw new Refusal('bid-not-found', { message: `There is no bid ${bidId}.` });
    if (row.owner_type === charterOwner)
      throw new Refusal('crew-center-refused', { message: 'A charter belongs to its pilot. Remove the bid instead.' });
    const scheduleId = textOf(row, 'flight_id');
    const service = new BidService(crewCenter, emit);
    const own = service.find(pilotId, scheduleId);
    if (own !== null)
      throw new Refusal('crew-center-refused', { message: 'This pilot has a bid on this flight already.' });
    service.remove(bidId);
    const aircraftId = chooseAircraft(crewCenter, pilotId, scheduleId, textOrNull(row, 'registration'));
    return readBid(crewCenter, pilotId, service.add({ pilotId, scheduleId, aircraftId }));
  });
}

/** A bid in a list for the operator, with the ident of its pilot. */
export type BidListing = Bid & { readonly name: string; readonly pilotId: string; readonly pilot: string };

const select = `SELECT b.id, b.user_id, ${pilotIdentSql} AS ident FROM bids b JOIN users u ON u.id = b.user_id
  LEFT JOIN airlines ua ON ua.id = u.airline_id WHERE b.id = ?`;

/** Bids as a list for the operator. */
export const bidList: TableList = {
  key: 'b.id',
  from: `bids b JOIN users u ON u.id = b.user_id LEFT JOIN airlines ua ON ua.id = u.airline_id
    LEFT JOIN flights f ON f.id = b.flight_id LEFT JOIN airlines al ON al.id = f.airline_id`,
  where: 'true',
  words: [
    ...['al.icao || f.flight_number', 'al.iata || f.flight_number', 'al.icao || f.callsign'],
    ...['f.dpt_airport_id', 'f.arr_airport_id', pilotIdentSql, 'u.name'],
  ],
  filters: {},
  sorts: {
    newest: { title: 'sort.newest', sql: 'b.created_at DESC, b.id DESC' },
    flight: { title: 'sort.flight', sql: 'al.icao, f.flight_number' },
    pilot: { title: 'sort.pilot', sql: 'ua.icao, u.pilot_id, b.id DESC' },
  },
};

/** @throws Refusal `bid-not-found` */
export function readBidListing(crewCenter: CrewCenter, bidId: string): BidListing {
  return crewCenter.read(() => {
    const row = crewCenter.get(select, Number(bidId));
    if (row === null) throw new Refusal('bid-not-found', { message: `There is no bid ${bidId}.` });
    const pilotId = textOf(row, 'user_id');
    const bid = readBid(crewCenter, pilotId, bidId);
    return { ...bid, name: flightName(bid.plan), pilotId, pilot: textOf(row, 'ident') };
  });
}

/** By pilot, newest first within each. */
export function listAllBids(crewCenter: CrewCenter): readonly BidListing[] {
  return crewCenter.read(() =>
    tableKeys((...asked) => crewCenter.all(...asked), bidList, { sort: 'pilot' }).map((id) =>
      readBidListing(crewCenter, id),
    ),
  );
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
