import { numberOf, type Row, textOf, textOrNull } from '../../../lib/row.ts';
import type { Fare, FleetAircraft } from '../../../tracking/desk-model.ts';
import { type Candidate, obstacle } from '../candidates.ts';
import type { Database } from '../database.ts';
import { inPounds } from '../fare-pounds.ts';
import { readFareTable } from '../fare-table.ts';
import type { Host } from '../host.ts';
import { readSiteRules } from '../site-settings.ts';
import { readAllowedSubfleets } from '../subfleets.ts';

/**
 * The aircraft in service, and every one that a bid of this pilot names. Whether it stands where the pilot is counts only
 * where the site lets nobody fly from elsewhere.
 */
export async function listFleet({ database, fleet }: Host, pilotId: string): Promise<readonly FleetAircraft[]> {
  const rules = await readSiteRules(database);
  const allowed = await readAllowedSubfleets(database, pilotId, rules);
  const [pilot] = await database.rows('SELECT u.curr_airport_id AS place FROM {users} u WHERE u.id = ?', [pilotId]);
  const place = pilot === undefined ? null : textOrNull(pilot, 'place');
  const isBound = rules.onlyAircraftAtDeparture && rules.onlyFromCurrentAirport;
  const named = await readNamed(database, pilotId);
  const all = (await fleet.listAll(pilotId)).filter(({ isActive, aircraft }) => isActive || named.has(aircraft.id));
  const subfleets = await readSubfleets(database);
  const ranks = rules.restrictToRank ? await readLowestRanks(database) : new Map<number, string>();
  const fares = await readFareTable(database, [], [...subfleets.keys()]);
  const soldBy = ({ subfleetId }: Candidate) => inPounds(fares.of(null, subfleetId), rules);
  const isAllowed = (each: Candidate) =>
    each.isActive &&
    (allowed?.has(each.subfleetId) ?? true) &&
    obstacle(each, rules) === null &&
    (!isBound || each.airportId === place);
  return all.map((each) => ({
    ...each.aircraft,
    subfleet: subfleets.get(each.subfleetId) ?? null,
    airport: each.airportId,
    serviceCeilingFt: null,
    maxPassengers: capacityOf(soldBy(each), 'passenger'),
    maxCargoLb: capacityOf(soldBy(each), 'cargo'),
    minRank: ranks.get(each.subfleetId) ?? null,
    isAllowed: isAllowed(each),
  }));
}

async function readNamed(database: Database, pilotId: string): Promise<ReadonlySet<string>> {
  const rows = await database.rows('SELECT {?b.bids.aircraft_id} AS id FROM {bids} b WHERE b.user_id = ?', [pilotId]);
  return new Set(rows.flatMap((row) => textOrNull(row, 'id') ?? []));
}

async function readSubfleets(database: Database): Promise<ReadonlyMap<number, FleetAircraft['subfleet']>> {
  const rows = await database.rows('SELECT s.id, s.name, s.type, s.airline_id FROM {subfleets} s');
  const toSubfleet = (row: Row) => ({
    id: textOf(row, 'id'),
    name: textOf(row, 'name'),
    type: textOf(row, 'type'),
    airlineId: textOrNull(row, 'airline_id'),
  });
  return new Map(rows.map((row) => [numberOf(row, 'id'), toSubfleet(row)]));
}

/** Names of the ranks with the fewest hours that may fly each subfleet. */
async function readLowestRanks(database: Database): Promise<ReadonlyMap<number, string>> {
  const rows = await database.rows(
    `SELECT o.subfleet_id, r.name FROM {subfleet_rank} o JOIN {ranks} r ON r.id = o.rank_id AND {?r.ranks.deleted_at} IS NULL
     ORDER BY r.hours DESC, r.id DESC`,
  );
  return new Map(rows.map((row) => [numberOf(row, 'subfleet_id'), textOf(row, 'name')]));
}

/** Null where no fare says. */
function capacityOf(fares: readonly Fare[], kind: Fare['kind']): number | null {
  const sum = fares.filter((fare) => fare.kind === kind).reduce((total, { capacity }) => total + (capacity ?? 0), 0);
  return sum > 0 ? sum : null;
}
