import { numberOf, textOrNull } from '../../lib/row.ts';
import { digest } from '../../lib/tokens.ts';
import type { HostFlight } from '../port.ts';
import type { Database } from './database.ts';
import { readFareTable } from './fare-table.ts';
import { readSiteRules } from './site-settings.ts';

/** As the REST API takes it in `fares`. */
export interface SentFare {
  readonly id: number;
  readonly count: number;
}

/** A fare that the aircraft sells on this flight. */
export interface Seats {
  readonly id: number;
  readonly isCargo: boolean;
  readonly capacity: number;
}

/** Percent of the seats that are sold, as the schedule or the site's settings say. */
export interface LoadFactor {
  readonly percent: number;
  readonly variance: number;
}

/**
 * The fares to send with a PIREP, without which the platform books costs and no income: those of the aircraft's
 * subfleet with the schedule's overrides, as many sold as the client says, else as the load factor says.
 */
export async function readFares(
  database: Database,
  flight: HostFlight,
  aircraftId: string | null,
  load: number | null,
): Promise<readonly SentFare[]> {
  const { scheduleId } = flight.plan;
  const seats = await readSeats(database, aircraftId, scheduleId);
  if (seats.length === 0) return [];
  const sold = sellByFactor(seats, await readLoadFactor(database, scheduleId), flight.id);
  return load === null ? sold : sellLoad(seats, sold, load);
}

async function readSeats(database: Database, aircraftId: string | null, scheduleId: string | null): Promise<Seats[]> {
  const [row] = await database.rows(
    `SELECT u.id FROM {aircraft} c JOIN {subfleets} u ON u.id = c.subfleet_id AND {?u.subfleets.deleted_at} IS NULL
     WHERE c.id = ?`,
    [aircraftId],
  );
  if (row === undefined) return [];
  const subfleetId = numberOf(row, 'id');
  const table = await readFareTable(database, scheduleId === null ? [] : [scheduleId], [subfleetId]);
  return table
    .of(scheduleId, subfleetId)
    .map(({ id, kind, capacity }) => ({ id: Number(id), isCargo: kind === 'cargo', capacity: capacity ?? 0 }))
    .filter(({ capacity }) => capacity > 0);
}

async function readLoadFactor(database: Database, scheduleId: string | null): Promise<LoadFactor> {
  const rules = await readSiteRules(database);
  const [row] = await database.rows(
    `SELECT {?f.flights.load_factor} AS percent, {?f.flights.load_factor_variance} AS variance
     FROM {flights} f WHERE f.id = ?`,
    [scheduleId],
  );
  const own = (name: string) => (row === undefined ? null : textOrNull(row, name));
  return {
    percent: Number(own('percent') ?? rules.loadFactorPercent),
    variance: Number(own('variance') ?? rules.loadFactorVariance),
  };
}

/**
 * As many of each as the platform's own dispatch would put there (app/Http/Controllers/Frontend/SimBriefController.php);
 * the chance that it leaves to a die hangs on the flight, so that asking twice says the same.
 */
export function sellByFactor(seats: readonly Seats[], factor: LoadFactor, flightId: string): readonly SentFare[] {
  const least = Math.max(0, factor.percent - factor.variance);
  const most = Math.min(100, factor.percent + factor.variance) || 100;
  return seats.map(({ id, capacity }) => {
    const chance = Number.parseInt(digest(`${flightId} ${id}`).slice(0, 8), 16) / 0xff_ff_ff_ff;
    const percent = least + chance * Math.max(0, most - least);
    return { id, count: Math.floor((capacity * percent) / 100) };
  });
}

/** The client's load over the fares that it counts for: the passengers', on a freighter the cargo's. The others stay. */
export function sellLoad(seats: readonly Seats[], sold: readonly SentFare[], load: number): readonly SentFare[] {
  const isCargo = seats.every((each) => each.isCargo);
  const counted = seats.filter((each) => each.isCargo === isCargo);
  const total = counted.reduce((sum, { capacity }) => sum + capacity, 0);
  const shares = new Map(
    counted.map(({ id, capacity }) => [id, Math.floor((Math.min(load, total) * capacity) / total)]),
  );
  let rest = Math.min(load, total) - [...shares.values()].reduce((sum, count) => sum + count, 0);
  for (const { id, capacity } of counted) {
    const more = Math.min(rest, capacity - (shares.get(id) ?? 0));
    shares.set(id, (shares.get(id) ?? 0) + more);
    rest -= more;
  }
  return sold.map((fare) => ({ ...fare, count: shares.get(fare.id) ?? fare.count }));
}
