import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Clock } from '../../../../lib/clock.ts';
import { distanceNm } from '../../../../lib/geo.ts';
import { minutesBetween } from '../../../../lib/instant-text.ts';
import { textOf } from '../../../../lib/row.ts';
import { inTransaction } from '../../../../lib/sqlite.ts';
import type { Charter } from '../../../../tracking/desk-model.ts';
import type { Bid, Plan } from '../../../../tracking/model.ts';
import { hoursPointMinutes } from '../../../five/flight-words.ts';
import { plainCode } from '../../../five/plain-text.ts';
import { planFreeFlight } from '../plans.ts';
import { placeBid, readBid, requirePilot } from './booking.ts';

/**
 * Makes a schedule out of service, which no search shows, and a bid on it; the same charter again returns the bid that is there.
 * @throws Refusal `invalid` naming every field that is wrong, `crew-center-refused`
 */
export function charterFlight(database: DatabaseSync, clock: Clock, pilotId: string, charter: Charter): Bid {
  return inTransaction(database, () => {
    requirePilot(database, pilotId);
    // An id alone is meant; a type or a registration is none.
    const aircraft = /^\d+$/.test(charter.aircraftId ?? '') ? charter.aircraftId : '';
    const columns = columnsOf(charter, planFreeFlight(database, pilotId, { ...charter, aircraft, registration: null }));
    const known = findCharter(database, pilotId, columns);
    if (known !== null) return readBid(database, pilotId, known);
    const names = Object.keys(columns);
    const { lastInsertRowid: id } = database
      .prepare(`INSERT INTO schedules (${names.join(', ')}) VALUES (${names.map((name) => `:${name}`).join(', ')})`)
      .run({ ...columns });
    database.prepare('INSERT INTO tracker_charters (scheduleid, pilotid) VALUES (?, ?)').run(id, pilotId);
    return placeBid(database, clock, pilotId, String(id));
  });
}

type Columns = Readonly<Record<string, SQLInputValue>>;

function columnsOf({ departureTime, arrivalTime, cruiseAltitudeFt, kind }: Charter, plan: Plan): Columns {
  const { departure, arrival } = plan;
  return {
    code: plan.airlineCode,
    flightnum: plan.flightNumber,
    depicao: departure.icao,
    arricao: arrival.icao,
    route: plainCode(plan.route ?? ''),
    aircraft: plan.aircraft?.id ?? '',
    flightlevel: cruiseAltitudeFt === null ? '' : String(Math.round(cruiseAltitudeFt / 100)),
    distance: directNm(departure, arrival),
    deptime: departureTime ?? '',
    arrtime: arrivalTime ?? '',
    flighttime: Number(hoursPointMinutes(minutesBetween(departureTime, arrivalTime) ?? 0)),
    flighttype: kind === 'cargo' ? 'C' : 'P',
    notes: 'Charter',
    enabled: 0,
  };
}

function directNm(from: Plan['departure'], to: Plan['arrival']): number {
  if (from.lat === null || from.lon === null || to.lat === null || to.lon === null) return 0;
  return Math.round(distanceNm({ lat: from.lat, lon: from.lon }, { lat: to.lat, lon: to.lon }));
}

/** Id of the pilot's bid on such a charter. */
function findCharter(database: DatabaseSync, pilotId: string, columns: Columns): string | null {
  const same = Object.keys(columns).map((name) => `s.${name} = :${name}`);
  const row = database
    .prepare(
      `SELECT b.bidid FROM schedules s JOIN tracker_charters c ON c.scheduleid = s.id
         JOIN bids b ON b.routeid = s.id AND b.pilotid = c.pilotid
       WHERE CAST(c.pilotid AS TEXT) = :pilot AND ${same.join(' AND ')} ORDER BY b.bidid LIMIT 1`,
    )
    .get({ ...columns, pilot: pilotId });
  return row === undefined ? null : textOf(row, 'bidid');
}
