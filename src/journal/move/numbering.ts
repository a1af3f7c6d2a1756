import type { MysqlRow, MysqlSession } from '../../lib/mysql.ts';
import { numberOf, textOf } from '../../lib/row.ts';
import { partitionCount } from '../partition.ts';
import type { FlightRecord, Rest } from './flight-record.ts';

/** Which numbers the reports and changes of a database of partitions have in a move. */
export interface Numbering {
  renumber(part: number, record: FlightRecord): FlightRecord;
  rest(rest: Rest): Rest;
}

/** Their own, when a journal is moved to partitions. */
export const ownNumbers: Numbering = { renumber: (_part, record) => record, rest: (rest) => rest };

/**
 * Numbers that are different in all partitions, when these become one journal. Unsealed reports come after all others; what was
 * delivered stays delivered. Changes that every listener has heard come first, the others by time: none is left out, and one
 * that some listeners heard and others did not may be repeated.
 */
export async function joinNumbers(session: MysqlSession): Promise<Numbering> {
  const reports = await numberReports(session);
  const { numbers, cursors } = await numberChanges(session);
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
    rest: (rest) => ({ ...rest, cursors, lastChange: numbers.size }),
  };
}

async function numberReports(session: MysqlSession): Promise<ReadonlyMap<string, number>> {
  const [highest] = await session.rows(
    `SELECT greatest((SELECT coalesce(max(last_number), 0) FROM sealed), (SELECT coalesce(max(number), 0) FROM reports)) AS number`,
  );
  const rows = await session.rows('SELECT part, number FROM reports ORDER BY part, number');
  const first = (highest === undefined ? 0 : numberOf(highest, 'number')) + 1;
  return new Map(rows.map((row, index) => [keyOf(row), first + index]));
}

interface Place {
  readonly part: number;
  readonly number: number;
  readonly at: number;
}

async function numberChanges(session: MysqlSession) {
  const read = await readCursors(session);
  const rows = await session.rows('SELECT part, number, at FROM changes ORDER BY part, number');
  const places = rows.map((row): Place => {
    return { part: numberOf(row, 'part'), number: numberOf(row, 'number'), at: numberOf(row, 'at') };
  });
  const names = [...read.keys()];
  const hasHeard = (name: string, { part, number }: Place) =>
    number <= (read.get(name)?.[part] ?? Number.POSITIVE_INFINITY);
  const isPast = (place: Place) => names.every((name) => hasHeard(name, place));
  const [past, rest] = [places.filter(isPast), places.filter((place) => !isPast(place))].map((list) =>
    list.toSorted((a, b) => a.at - b.at || a.part - b.part || a.number - b.number),
  ) as [Place[], Place[]];
  const order = [...inPartitionOrder(past), ...inPartitionOrder(rest)];
  const cursors = names.map((name): [string, number] => {
    const firstUnheard = order.findIndex((place) => !hasHeard(name, place));
    return [name, firstUnheard < 0 ? order.length : firstUnheard];
  });
  const numbers = new Map(order.map(({ part, number }, index) => [`${part}/${number}`, index + 1]));
  return { numbers, cursors };
}

/** Clocks may have been set back: changes of one partition keep their order whatever their times are. */
function inPartitionOrder(places: readonly Place[]): readonly Place[] {
  const byPart = Map.groupBy(places, ({ part }) => part);
  for (const list of byPart.values()) list.sort((a, b) => a.number - b.number);
  return places.flatMap(({ part }) => byPart.get(part)?.shift() ?? []);
}

/** By name of the listener: its cursor in each partition; one that never listened there has nothing to hear. */
async function readCursors(session: MysqlSession): Promise<ReadonlyMap<string, readonly (number | undefined)[]>> {
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
