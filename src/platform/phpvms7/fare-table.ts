import { numberOf, numberOrNull, type Row, textOf, textOrNull } from '../../lib/row.ts';
import type { Fare } from '../../tracking/desk-model.ts';
import type { Database } from './database.ts';

/** Fares of flights with aircraft of subfleets, read at once for all of them. */
export interface FareTable {
  /** Those of the subfleet with its own figures, then with those of the flight; a subfleet without any takes the flight's own. */
  of(scheduleId: string | null, subfleetId: number | null): readonly Fare[];
}

/** app/Services/FareService.php, `getFareWithOverrides`. */
export async function readFareTable(
  database: Database,
  scheduleIds: readonly string[],
  subfleetIds: readonly number[],
): Promise<FareTable> {
  const installation = await database.installation();
  if (!['fares', 'subfleet_fare', 'flight_fare'].every((table) => installation.has(table))) return { of: () => [] };
  const ofSubfleets = await readRows(database, 'subfleet', subfleetIds);
  const ofFlights = await readRows(database, 'flight', scheduleIds);
  const bySubfleet = Map.groupBy(ofSubfleets, (row) => numberOf(row, 'owner_id'));
  const byFlight = Map.groupBy(ofFlights, (row) => textOf(row, 'owner_id'));
  return {
    of(scheduleId, subfleetId) {
      const flight = byFlight.get(scheduleId ?? '') ?? [];
      const subfleet = subfleetId === null ? [] : (bySubfleet.get(subfleetId) ?? []);
      if (subfleet.length === 0) return flight.map((row) => toFare(row, [row]));
      const own = new Map(flight.map((row) => [textOf(row, 'id'), row]));
      return subfleet.map((row) => toFare(row, [row, own.get(textOf(row, 'id'))]));
    },
  };
}

function readRows(
  database: Database,
  owner: 'subfleet' | 'flight',
  ids: readonly (string | number)[],
): Promise<readonly Row[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return database.rows(
    `SELECT o.${owner}_id AS owner_id, t.id, t.code, t.name, t.type, t.price, t.capacity,
       o.price AS own_price, o.capacity AS own_capacity
     FROM {${owner}_fare} o JOIN {fares} t ON t.id = o.fare_id AND {?t.fares.deleted_at} IS NULL
     WHERE o.${owner}_id IN (${ids.map(() => '?').join(', ')}) ORDER BY t.id`,
    ids,
  );
}

function toFare(fare: Row, overrides: readonly (Row | undefined)[]): Fare {
  let capacity = numberOrNull(fare, 'capacity') ?? 0;
  let price = numberOrNull(fare, 'price') ?? 0;
  for (const row of overrides) {
    if (row === undefined) continue;
    capacity = Math.floor(overridden(capacity, textOrNull(row, 'own_capacity')));
    price = overridden(price, textOrNull(row, 'own_price'));
  }
  return {
    id: textOf(fare, 'id'),
    code: textOf(fare, 'code'),
    name: textOf(fare, 'name'),
    // `fares.type`: 0 passengers, 1 cargo (app/Models/Enums/FareType.php).
    kind: numberOrNull(fare, 'type') === 1 ? 'cargo' : 'passenger',
    capacity,
    count: null,
    price: Math.round(price * 100) / 100,
  };
}

/** Applies an override: `120`, or `80%` of the value. Other text is ignored. */
export function overridden(value: number, override: string | null): number {
  const text = override?.trim() ?? '';
  const figure = Number.parseFloat(text);
  if (!Number.isFinite(figure)) return value;
  return Math.max(0, text.endsWith('%') ? (value * figure) / 100 : figure);
}
