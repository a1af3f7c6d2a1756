import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../lib/clock.ts';
import { distanceNm } from '../../../lib/geo.ts';
import { numberOf, textOf } from '../../../lib/row.ts';
import { inTransaction } from '../../../lib/sqlite.ts';
import type { Pirep } from '../../../tracking/model.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import { hoursPointMinutes } from '../../five/flight-words.ts';
import { phpSerialise } from '../../five/php-serialised.ts';
import { logLine, plainCode, plainIcao, plainLine } from '../../five/plain-text.ts';
import { judgementComment } from '../../judgement-text.ts';
import type { HostFlight, HostPirep } from '../../port.ts';
import { toSqlTime } from '../../seven/sql-time.ts';
import { removeBidsOn } from './bids.ts';
import { clearLive, client } from './live.ts';
import { readPilots } from './pilots.ts';

const states = ['pending', 'accepted', 'rejected', 'open'] as const;

/** Finds a PIREP by its id if known, else by our flight's id in `rawdata`. */
export function findPirep(database: DatabaseSync, flight: HostFlight): HostPirep | null {
  const mark = `${phpSerialise('tracker')}${phpSerialise(flight.id)}`;
  const row = database
    .prepare(
      `SELECT pirepid, accepted FROM pireps WHERE pilotid = ? AND (CAST(pirepid AS TEXT) = ? OR instr(rawdata, ?) > 0)
       ORDER BY CAST(pirepid AS TEXT) = ? DESC, pirepid LIMIT 1`,
    )
    .get(flight.pilotId, flight.pirepId ?? '', mark, flight.pirepId ?? '');
  if (row === undefined) return null;
  return { pirepId: textOf(row, 'pirepid'), state: states[numberOf(row, 'accepted')] ?? 'pending' };
}

/** Files once: in one transaction adds the PIREP and its comment, removes the bid and counts the schedule's flight; then removes it from the map. */
export function filePirep(database: DatabaseSync, clock: Clock, flight: HostFlight, pirep: Pirep): HostPirep {
  return inTransaction(database, () => {
    const filed = findPirep(database, flight) ?? insert(database, clock, flight, pirep);
    clearLive(database, flight);
    return filed;
  });
}

function insert(database: DatabaseSync, clock: Clock, flight: HostFlight, pirep: Pirep): HostPirep {
  requirePilotAndAircraft(database, flight);
  const { plan } = flight;
  const now = toSqlTime(clock.now());
  const { lastInsertRowid } = database
    .prepare(
      `INSERT INTO pireps (pilotid, code, flightnum, depicao, arricao, route, aircraft, flighttime, distance, landingrate, submitdate,
         log, load, fuelused, flighttype, source, rawdata) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      flight.pilotId,
      plan.airlineCode ?? '',
      plan.flightNumber,
      plan.departure.icao,
      arrivalOf(plan, pirep),
      plainCode(pirep.route ?? ''),
      (flight.aircraft ?? plan.aircraft)?.id ?? '0',
      hoursPointMinutes(pirep.flightTimeMin ?? 0),
      Math.round(pirep.distanceNm ?? direct(flight)),
      pirep.landingRateFpm ?? 0,
      now,
      logOf(pirep),
      pirep.load ?? 0,
      pirep.fuelUsedLb ?? 0,
      plan.flightType ?? 'P',
      client,
      phpSerialise({ tracker: flight.id, basis: pirep.basis as Record<string, string> }),
    );
  const comment = commentOf(flight, pirep);
  if (comment !== '') {
    database
      .prepare('INSERT INTO pirepcomments (pirepid, pilotid, comment, postdate) VALUES (?, ?, ?, ?)')
      .run(lastInsertRowid, flight.pilotId, comment, now);
  }
  settle(database, flight, now);
  return { pirepId: String(lastInsertRowid), state: 'pending' };
}

/** @throws Refusal `crew-center-refused`: a retry cannot succeed */
function requirePilotAndAircraft(database: DatabaseSync, flight: HostFlight): void {
  const standing = readPilots(database, [flight.pilotId]).get(flight.pilotId)?.standing ?? 'deleted';
  if (standing !== 'active' && standing !== 'on-leave') {
    throw new Refusal('crew-center-refused', {
      message: `The crew center does not allow this pilot to fly (${standing}).`,
    });
  }
  const aircraft = flight.aircraft ?? flight.plan.aircraft;
  if (
    aircraft === null ||
    database.prepare('SELECT 1 FROM aircraft WHERE CAST(id AS TEXT) = ?').get(aircraft.id) !== undefined
  )
    return;
  throw new Refusal('crew-center-refused', {
    message: `The aircraft ${aircraft.registration ?? aircraft.id} is no longer in the crew center.`,
  });
}

function settle(database: DatabaseSync, flight: HostFlight, now: string): void {
  database.prepare('UPDATE pilots SET lastpirep = ?, retired = 0 WHERE pilotid = ?').run(now, flight.pilotId);
  const { scheduleId } = flight.plan;
  if (scheduleId === null) return;
  database.prepare('UPDATE schedules SET timesflown = timesflown + 1 WHERE id = ?').run(scheduleId);
  removeBidsOn(database, flight.pilotId, scheduleId);
}

/** Lines end with `*`, at which the platform's pages split them. */
function logOf(pirep: Pirep): string {
  const fields = Object.entries(pirep.fields).map(([name, value]) => ({
    at: null,
    text: plainLine(`${name}: ${value}`),
  }));
  const noTrack =
    pirep.positionCount > 0 ? [] : [{ at: null, text: 'Filed without a track: no position reached the server.' }];
  return [...noTrack, ...pirep.log, ...fields].map((line) => `${logLine(line)}*`).join('');
}

/** Returns the airport where it ended; a name that is not an airport code is only in the comment. */
function arrivalOf(plan: HostFlight['plan'], { diversion }: Pirep): string {
  return (diversion === null ? null : plainIcao(diversion.icao)) ?? plan.arrival.icao;
}

function commentOf({ plan }: HostFlight, { diversion, notes, judgement }: Pirep): string {
  const diverted = diversion === null ? '' : `Diverted to ${diversion.icao} instead of ${plan.arrival.icao}. `;
  const judged = judgement === undefined ? null : judgementComment(judgement);
  return plainLine(diverted + [notes, judged].filter((text) => text !== null).join(' '));
}

function direct({ plan }: HostFlight): number {
  const { departure: from, arrival: to } = plan;
  if (from.lat === null || from.lon === null || to.lat === null || to.lon === null) return plan.distanceNm ?? 0;
  return distanceNm({ lat: from.lat, lon: from.lon }, { lat: to.lat, lon: to.lon });
}
