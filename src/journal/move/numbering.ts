import type { MysqlRow, MysqlSession } from '../../lib/mysql.ts';
import { numberOf, textOf } from '../../lib/row.ts';
import { partitionCount } from '../partition.ts';
import type { FlightRecord, Rest } from './flight-record.ts';
import { type Heard, type Order, readOrder } from './order.ts';

/** Which numbers the reports and changes of a database of partitions have in a move. */
export interface Numbering {
  renumber(part: number, record: FlightRecord): FlightRecord;
  rest(rest: Rest): Rest;
}

/** Their own, when a journal is moved to partitions. */
export const ownNumbers: Numbering = { renumber: (_part, record) => record, rest: (rest) => rest };

export interface JoinedNumbering extends Numbering {
  /** The newest change that webhooks need not hear again; null when there were none. */
  readonly heardByWebhooks: number | null;
}

/**
 * Numbers that are different in all partitions, when these become one journal. Unsealed reports of a flight keep theirs, by which the crew
 * center knows the rows of those it has, where no other flight has one of them; else they come after all others. What was delivered stays
 * delivered. A change that every listener has heard keeps its number in the one order of all partitions. Others come
 * after these, by time: none is left out, and one that some listeners heard and others did not may be repeated.
 */
export async function joinNumbers(session: MysqlSession): Promise<JoinedNumbering> {
  const reports = await numberReports(session);
  const { numbers, last, cursors, heardByWebhooks } = await numberChanges(session);
  const newNumber = (part: number, number: number) => numbers.get(`${part}/${number}`) ?? 0;
  return {
    renumber(part, record) {
      const number = (old: number) => reports.get(`${part}/${old}`) ?? old;
      const lastDelivered = record.unsealed.findLast((report) => report.number <= record.delivered);
      return {
        ...record,
        delivered: lastDelivered === undefined ? record.delivered : number(lastDelivered.number),
        unsealed: record.unsealed.map((report) => ({ ...report, number: number(report.number) })),
        changes: record.changes.map((change) => ({ ...change, number: newNumber(part, change.number) })),
      };
    },
    rest: (rest) => ({ ...rest, cursors, lastChange: last }),
    heardByWebhooks,
  };
}

async function numberReports(session: MysqlSession): Promise<ReadonlyMap<string, number>> {
  const [highest] = await session.rows(
    `SELECT greatest((SELECT coalesce(max(last_number), 0) FROM sealed), (SELECT coalesce(max(number), 0) FROM reports)) AS number`,
  );
  const rows = await session.rows(
    `SELECT r.part, r.flight, r.number, coalesce(d.number, 0) AS delivered FROM reports r
     LEFT JOIN delivered d ON d.part = r.part AND d.flight = r.flight ORDER BY r.part, r.number`,
  );
  const first = (highest === undefined ? 0 : numberOf(highest, 'number')) + 1;
  const others = withTakenNumbers(rows);
  return new Map(others.map((row, index) => [keyOf(row), first + index]));
}

/** Returns the reports that cannot keep their numbers. Flights with reports that are not delivered are the first to keep theirs. */
function withTakenNumbers(rows: readonly MysqlRow[]): readonly MysqlRow[] {
  const flights = [...Map.groupBy(rows, (row) => numberOf(row, 'flight')).values()];
  const isDelivered = (reports: readonly MysqlRow[]) =>
    reports.every((row) => numberOf(row, 'number') <= numberOf(row, 'delivered'));
  const taken = new Set<number>();
  return flights
    .toSorted((a, b) => Number(isDelivered(a)) - Number(isDelivered(b)))
    .flatMap((reports) => {
      const numbers = reports.map((row) => numberOf(row, 'number'));
      if (numbers.some((number) => taken.has(number))) return reports;
      for (const number of numbers) taken.add(number);
      return [];
    });
}

interface Place {
  readonly part: number;
  readonly number: number;
  readonly at: number;
}

async function numberChanges(session: MysqlSession) {
  const order = await readOrder(session);
  const read = await readCursors(session);
  const rows = await session.rows('SELECT part, number, at FROM changes ORDER BY part, number');
  const places = rows.map((row): Place => {
    return { part: numberOf(row, 'part'), number: numberOf(row, 'number'), at: numberOf(row, 'at') };
  });
  const listeners = [...read.values(), order.heardByWebhooks ?? []];
  const hasHeard = (numbers: Heard, { part, number }: Place) => number <= (numbers[part] ?? Number.POSITIVE_INFINITY);
  const isPast = (place: Place) => listeners.every((numbers) => hasHeard(numbers, place));
  const kept = keptNumbers(places.filter(isPast), order);
  const others = places.filter((place) => !kept.has(placeOf(place)));
  const [past, rest] = [others.filter(isPast), others.filter((place) => !isPast(place))].map((list) =>
    list.toSorted((a, b) => a.at - b.at || a.part - b.part || a.number - b.number),
  ) as [Place[], Place[]];
  const added = [...inPartitionOrder(past), ...inPartitionOrder(rest)];
  const last = order.last + added.length;
  const cursorOf = (numbers: Heard) => {
    const firstUnheard = added.findIndex((place) => !hasHeard(numbers, place));
    return firstUnheard < 0 ? last : order.last + firstUnheard;
  };
  return {
    numbers: new Map([...kept, ...added.map((place, index) => [placeOf(place), order.last + index + 1] as const)]),
    last,
    cursors: [...read].map(([name, numbers]): [string, number] => [name, cursorOf(numbers)]),
    heardByWebhooks: order.heardByWebhooks === null ? null : cursorOf(order.heardByWebhooks),
  };
}

/** Those that stay: in each partition, up to the first change that never got a place in the order. */
function keptNumbers(past: readonly Place[], { numbers }: Pick<Order, 'numbers'>): ReadonlyMap<string, number> {
  const kept = new Map<string, number>();
  for (const places of Map.groupBy(past, ({ part }) => part).values())
    for (const place of places) {
      const number = numbers.get(placeOf(place));
      if (number === undefined) break;
      kept.set(placeOf(place), number);
    }
  return kept;
}

/** Clocks may have been set back: changes of one partition keep their order whatever their times are. */
function inPartitionOrder(places: readonly Place[]): readonly Place[] {
  const byPart = Map.groupBy(places, ({ part }) => part);
  for (const list of byPart.values()) list.sort((a, b) => a.number - b.number);
  return places.flatMap(({ part }) => byPart.get(part)?.shift() ?? []);
}

/** By name of the listener. */
async function readCursors(session: MysqlSession): Promise<ReadonlyMap<string, Heard>> {
  const rows = await session.rows('SELECT part, name, number FROM cursors');
  const cursors = new Map<string, (number | undefined)[]>();
  for (const row of rows) {
    const name = textOf(row, 'name');
    const numbers = cursors.get(name) ?? Array.from({ length: partitionCount }, () => undefined);
    numbers[numberOf(row, 'part')] = numberOf(row, 'number');
    cursors.set(name, numbers);
  }
  return cursors;
}

const keyOf = (row: MysqlRow) => `${numberOf(row, 'part')}/${numberOf(row, 'number')}`;
const placeOf = ({ part, number }: Pick<Place, 'part' | 'number'>) => `${part}/${number}`;
