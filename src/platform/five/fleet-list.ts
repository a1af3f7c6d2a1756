import type { MysqlRow } from '../../lib/mysql.ts';
import type { FleetAircraft } from '../../tracking/desk-model.ts';
import { type FiveHost, keyOrNobody } from './host.ts';
import { cargoInLb } from './host-settings.ts';
import { numberOf, textOf } from './rows.ts';
import { keepsAircraft, presentColumns } from './schedule-rows.ts';
import { readPilotCodes } from './schedule-rules.ts';

/** All aircraft in service, and those that a bid of this pilot names; by registration. */
export async function listFleet(host: FiveHost, pilotId: string): Promise<readonly FleetAircraft[]> {
  const { aircraft } = host.tables;
  const { rankLevel } = await readPilotCodes(host, pilotId);
  const ranks = await readRankNames(host);
  const booked = await readBookedIds(host, pilotId);
  const names = [
    'id',
    'icao',
    'name',
    'fullname',
    'registration',
    'maxpax',
    'maxcargo',
    'minrank',
    'ranklevel',
    'enabled',
  ];
  const rows = await host.mysql.rows(
    `SELECT ${presentColumns(aircraft, 'a', names)} FROM ${aircraft.quoted} a ORDER BY a.registration, a.id`,
  );
  const isListed = (row: MysqlRow) => numberOf(row.enabled) === 1 || booked.has(textOf(row.id));
  return rows.filter(isListed).map((row) => toFleetAircraft(host, row, rankLevel, ranks));
}

function toFleetAircraft(
  { settings }: FiveHost,
  row: MysqlRow,
  rankLevel: number,
  ranks: ReadonlyMap<string, string>,
): FleetAircraft {
  const isRanked = settings.restrictsAircraftByRank;
  const [seats, cargo] = [numberOf(row.maxpax) ?? 0, numberOf(row.maxcargo) ?? 0];
  // Where both are 0 nobody has entered them.
  const isKnown = seats > 0 || cargo > 0;
  return {
    id: textOf(row.id),
    icao: textOf(row.icao) || null,
    name: textOf(row.fullname) || textOf(row.name) || null,
    registration: textOf(row.registration) || null,
    subfleet: null,
    airport: null,
    // Its `cruise` is a speed.
    serviceCeilingFt: null,
    maxPassengers: isKnown ? seats : null,
    maxCargoLb: isKnown ? Math.round(cargoInLb(settings, cargo)) : null,
    minRank: isRanked ? (ranks.get(textOf(row.minrank)) ?? null) : null,
    isAllowed: numberOf(row.enabled) === 1 && (!isRanked || (numberOf(row.ranklevel) ?? 0) <= rankLevel),
  };
}

/** By `rankid`. */
async function readRankNames({ mysql, tables }: FiveHost): Promise<ReadonlyMap<string, string>> {
  if (tables.ranks === null) return new Map();
  const rows = await mysql.rows(`SELECT rankid, \`rank\` FROM ${tables.ranks.quoted}`);
  return new Map(rows.map((row) => [textOf(row.rankid), textOf(row.rank)]));
}

async function readBookedIds(host: FiveHost, pilotId: string): Promise<ReadonlySet<string>> {
  const { bids, schedules } = host.tables;
  const id = keepsAircraft(host) ? 'b.aircraftid' : 's.aircraft';
  const rows = await host.mysql.rows(
    `SELECT ${id} AS id FROM ${bids.quoted} b JOIN ${schedules.quoted} s ON s.id = b.routeid WHERE b.pilotid = ?`,
    [keyOrNobody(pilotId)],
  );
  return new Set(rows.map((row) => textOf(row.id)));
}
