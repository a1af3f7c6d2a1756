import type { SQLInputValue } from 'node:sqlite';
import { minutesBetween } from '../../../lib/instant-text.ts';
import { textOf } from '../../../lib/row.ts';
import { newId } from '../../../lib/tokens.ts';
import type { Charter } from '../../../tracking/desk-model.ts';
import type { Bid, Plan } from '../../../tracking/model.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import { charterOwner } from '../../seven/schedule-details.ts';
import { readBid } from '../bids.ts';
import type { CrewCenter } from '../crew-center.ts';
import { aircraftObstacle } from '../fleet.ts';
import { readHostSettings } from '../host-settings.ts';
import { planOwnFlight } from '../plans.ts';
import { placeBid, requirePilot } from './booking.ts';

/** app/Models/Enums/FlightType.php: CHARTER_PAX_ONLY and CHARTER_CARGO_MAIL. */
const flightTypes: Readonly<Record<Charter['kind'], string>> = { passenger: 'C', cargo: 'H' };

/**
 * Makes a schedule that only this pilot's bid shows, and the bid; the same charter again returns the bid that is there.
 * @throws Refusal `invalid` naming every field that is wrong, `crew-center-refused` with the rule that is against it
 */
export function charterFlight(crewCenter: CrewCenter, pilotId: string, charter: Charter): Promise<Bid> {
  return crewCenter.write((emit) => {
    requirePilot(crewCenter, pilotId);
    if (!readHostSettings(crewCenter).allowCharters)
      throw new Refusal('crew-center-refused', { message: 'This airline does not take charters: book a schedule.' });
    const columns = columnsOf(pilotId, charter, planCharter(crewCenter, pilotId, charter));
    const aircraftId = charter.aircraftId === null ? null : Number(charter.aircraftId);
    const known = findCharter(crewCenter, columns, aircraftId);
    if (known !== null) return readBid(crewCenter, pilotId, known);
    const scheduleId = insertCharter(crewCenter, columns);
    return placeBid(crewCenter, emit, { pilotId, scheduleId, aircraftId });
  });
}

function planCharter(crewCenter: CrewCenter, pilotId: string, charter: Charter): Plan {
  const { aircraftId } = charter;
  return planOwnFlight(crewCenter, pilotId, charter, (wish, fields) => {
    const obstacle = aircraftId === null ? null : aircraftObstacle(crewCenter, wish, aircraftId);
    if (obstacle !== null) fields.aircraft = obstacle;
    return null;
  });
}

type Columns = Readonly<Record<string, SQLInputValue>>;

function columnsOf(pilotId: string, charter: Charter, plan: Plan): Columns {
  const { departureTime, arrivalTime, cruiseAltitudeFt } = charter;
  return {
    airline_id: Number(plan.airlineId),
    flight_number: plan.flightNumber,
    dpt_airport_id: plan.departure.icao,
    arr_airport_id: plan.arrival.icao,
    route: plan.route,
    // As a flight level: a number below 1,000 is read as one.
    level: Math.round((cruiseAltitudeFt ?? 0) / 100),
    distance: plan.distanceNm ?? 0,
    dpt_time: departureTime,
    arr_time: arrivalTime,
    flight_time: minutesBetween(departureTime, arrivalTime),
    flight_type: flightTypes[charter.kind],
    visible: 0,
    active: 1,
    owner_type: charterOwner,
    owner_id: pilotId,
  };
}

/** Id of the pilot's bid on such a charter. */
function findCharter(crewCenter: CrewCenter, columns: Columns, aircraftId: number | null): string | null {
  const same = Object.keys(columns).map((name) => `f.${name} IS :${name}`);
  const row = crewCenter
    .statement(
      `SELECT b.id FROM flights f JOIN bids b ON b.flight_id = f.id AND b.aircraft_id IS :aircraft
       WHERE ${same.join(' AND ')} AND f.deleted_at IS NULL ORDER BY b.id LIMIT 1`,
    )
    .get({ ...columns, aircraft: aircraftId });
  return row === undefined ? null : textOf(row, 'id');
}

function insertCharter(crewCenter: CrewCenter, columns: Columns): string {
  const id = newId();
  const all: Columns = { ...columns, id, created_at: crewCenter.now(), updated_at: crewCenter.now() };
  const names = Object.keys(all);
  const marks = names.map((name) => `:${name}`);
  crewCenter.statement(`INSERT INTO flights (${names.join(', ')}) VALUES (${marks.join(', ')})`).run({ ...all });
  return id;
}
