import type { MysqlRow } from '../../lib/mysql.ts';
import type { Condition } from './conditions.ts';
import { type FiveHost, isKey, type Rows } from './host.ts';
import { numberOf, textOf } from './rows.ts';
import { keepsAircraft, presentColumns } from './schedule-rows.ts';

/** Which aircraft a pilot may take for which schedule. */
export interface Choices {
  /** Ids for the schedule of this row, which has `aircraftId`, `aircraftIcao` and `code`; its own aircraft is the first. */
  of(row: MysqlRow): readonly string[];
  /** Schedules `s`, with their aircraft `a`, that this aircraft may be taken for. */
  condition(aircraftId: string): Condition;
}

const none: Condition = ['1 = 0'];

/**
 * A schedule is flown with the aircraft that it names. Where a booking add-on keeps the aircraft in the bid, with any of the
 * same type, of the same airline where aircraft have one (FltbookData::getAllAircraftFltbook).
 */
export async function readChoices(session: Rows, host: FiveHost, rankLevel: number): Promise<Choices> {
  const { quoted, columns } = host.tables.aircraft;
  const rows = await session.rows(
    `SELECT ${presentColumns(host.tables.aircraft, 'a', ['id', 'icao', 'ranklevel', 'airline'])} FROM ${quoted} a
      WHERE a.enabled = 1 ORDER BY a.registration, a.id`,
  );
  const isAllowed = (row: MysqlRow) =>
    !host.settings.restrictsAircraftByRank || (numberOf(row.ranklevel) ?? 0) <= rankLevel;
  const allowed = new Map(rows.filter(isAllowed).map((row) => [textOf(row.id), row]));
  return keepsAircraft(host) ? byType(allowed, columns.has('airline')) : bySchedule(allowed);
}

type Fleet = ReadonlyMap<string, MysqlRow>;

function bySchedule(allowed: Fleet): Choices {
  return {
    of: ({ aircraftId }) => [textOf(aircraftId)].filter((id) => allowed.has(id)),
    condition: (id) => (isKey(id) && allowed.has(id) ? ['a.id = ?', id] : none),
  };
}

function byType(allowed: Fleet, byAirline: boolean): Choices {
  return {
    of(schedule) {
      const own = textOf(schedule.aircraftId);
      const fits = ([id, row]: readonly [string, MysqlRow]) =>
        id === own ||
        (textOf(row.icao) === textOf(schedule.aircraftIcao) &&
          (!byAirline || textOf(row.airline) === textOf(schedule.code)));
      const ids = schedule.aircraftId === null ? [] : [...allowed].filter(fits).map(([id]) => id);
      return [...ids.filter((id) => id === own), ...ids.filter((id) => id !== own)];
    },
    condition(id) {
      const row = allowed.get(id);
      if (row === undefined) return none;
      const airline: Condition = byAirline ? [' AND s.code = ?', textOf(row.airline)] : [''];
      const [sql, ...values] = airline;
      return [`a.id = ? OR (a.icao = ?${sql})`, id, textOf(row.icao), ...values];
    },
  };
}
