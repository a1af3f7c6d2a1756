import type { MysqlRow } from '../../lib/mysql.ts';
import type { Page, PageRequest, Schedule, ScheduleFilter } from '../../tracking/desk-model.ts';
import { type Choices, readChoices } from './choices.ts';
import { type Condition, joined, limitsOf } from './conditions.ts';
import type { FiveHost } from './host.ts';
import { distanceInUnits } from './host-settings.ts';
import { numberOf, readPlan, textOf } from './rows.ts';
import { detailColumns, detailsOf, faresOf, planColumns, planJoins } from './schedule-rows.ts';
import { readViewer, shownTo } from './schedule-rules.ts';

/** Schedules that this pilot can book, or has booked, by airline and number. */
export async function searchSchedules(
  host: FiveHost,
  pilotId: string,
  filter: ScheduleFilter,
  request: PageRequest,
): Promise<Page<Schedule>> {
  const { mysql, tables } = host;
  const viewer = await readViewer(mysql, host, pilotId);
  const choices = await readChoices(mysql, host, viewer.rankLevel);
  const wanted = await conditionsOf(host, filter, choices);
  if (wanted === null) return { items: [], ...request, total: 0 };
  const where = joined([...shownTo(host, viewer), ...wanted]);
  const from = `FROM ${tables.schedules.quoted} s ${planJoins(host, 's.aircraft')} WHERE ${where.sql}`;
  const [count] = await mysql.rows(`SELECT COUNT(*) AS total ${from}`, where.values);
  const rows = await mysql.rows(
    `SELECT ${planColumns(host)}${detailColumns(host)}, (SELECT MIN(b.bidid) FROM ${tables.bids.quoted} b
        WHERE b.routeid = s.id AND b.pilotid = ?) AS bidId
      ${from} ORDER BY s.code, CHAR_LENGTH(s.flightnum), s.flightnum, s.id LIMIT ? OFFSET ?`,
    [pilotId, ...where.values, ...limitsOf(request)],
  );
  const items = rows.map((row) => toSchedule(host, choices, row));
  return { items, ...request, total: numberOf(count?.total) ?? 0 };
}

/** Null when nothing can match: a column compared with letters that its character set lacks is an error of the database. */
async function conditionsOf(
  host: FiveHost,
  filter: ScheduleFilter,
  choices: Choices,
): Promise<readonly Condition[] | null> {
  const { departure: from, arrival: to, airline: of, text: part, flightNumber } = filter;
  const texts = [from, to, of, part, flightNumber].map((each) => each?.trim() ?? '');
  for (const text of texts) if (!(await host.mayHold('schedules', 'code', text))) return null;
  const [departure = '', arrival = '', airline = '', text = '', number = ''] = texts;
  // MariaDB compares a text with a number by its first digits.
  if (filter.scheduleId != null && !/^\d{1,15}$/.test(filter.scheduleId)) return null;
  const all: readonly (Condition | null)[] = [
    departure === '' ? null : ['LOCATE(?, s.depicao) = 1', departure],
    arrival === '' ? null : ['LOCATE(?, s.arricao) = 1', arrival],
    filter.scheduleId == null ? null : ['s.id = ?', filter.scheduleId],
    number === '' ? null : ['s.flightnum = ?', number],
    airline === '' ? null : ['s.code = ?', airline.toUpperCase()],
    text === '' ? null : [`LOCATE(?, CONCAT(${ident}, ' ', REPLACE(${ident}, ' ', ''))) > 0`, text],
    filter.aircraftId === null ? null : choices.condition(filter.aircraftId),
    ...withinDistance(host, filter),
    ...withinTime(filter),
  ];
  return all.filter((each) => each !== null);
}

const ident = 'CONCAT(s.code, s.flightnum)';

/** As `readPlan` rounds it. Of a flight whose figure is not known (0) nobody can say that it is long or short enough. */
function withinDistance(
  { settings }: FiveHost,
  { minDistanceNm, maxDistanceNm }: ScheduleFilter,
): readonly Condition[] {
  const distance = 's.distance > 0 AND ROUND(s.distance / ?, 1)';
  const unitsPerNm = distanceInUnits(settings, 1);
  return [
    ...(minDistanceNm === null ? [] : ([[`${distance} >= ?`, unitsPerNm, minDistanceNm]] as const)),
    ...(maxDistanceNm === null ? [] : ([[`${distance} <= ?`, unitsPerNm, maxDistanceNm]] as const)),
  ];
}

/** Minutes of `flighttime`, as `minutesOf` reads it: hours and minutes with a point between. */
const minutes = `IF(ROUND((s.flighttime - FLOOR(s.flighttime)) * 100) > 59, ROUND(s.flighttime * 60),
  FLOOR(s.flighttime) * 60 + ROUND((s.flighttime - FLOOR(s.flighttime)) * 100))`;

function withinTime({ minFlightTimeMin, maxFlightTimeMin }: ScheduleFilter): readonly Condition[] {
  return [
    ...(minFlightTimeMin === null ? [] : ([[`s.flighttime > 0 AND ${minutes} >= ?`, minFlightTimeMin]] as const)),
    ...(maxFlightTimeMin === null ? [] : ([[`s.flighttime > 0 AND ${minutes} <= ?`, maxFlightTimeMin]] as const)),
  ];
}

function toSchedule(host: FiveHost, choices: Choices, row: MysqlRow): Schedule {
  return {
    id: textOf(row.scheduleId),
    plan: readPlan(host.settings, row),
    ...detailsOf(row),
    fares: faresOf(host, row),
    aircraftIds: choices.of(row),
    bidId: textOf(row.bidId) || null,
  };
}
