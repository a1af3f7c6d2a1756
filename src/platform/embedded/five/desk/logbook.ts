import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { numberOf, type Row, textOf, textOrNull } from '../../../../lib/row.ts';
import type { Page, PageRequest, PirepDetail, PirepFilter, PirepSummary } from '../../../../tracking/desk-model.ts';
import { minutesOf } from '../../../five/flight-words.ts';
import { fromSqlTime, toSqlTime } from '../../../seven/sql-time.ts';

/** `pireps.accepted`; 3 is in progress, and not filed. */
const states = ['pending', 'accepted', 'rejected'] as const;

export const filed = 'CAST(p.pilotid AS TEXT) = ? AND p.accepted IN (0, 1, 2)';
const select = `SELECT p.*, c.icao AS aircraft_icao, c.name AS aircraft_name, c.registration FROM pireps p
  LEFT JOIN aircraft c ON CAST(c.id AS TEXT) = p.aircraft`;
const newestFirst = 'ORDER BY p.submitdate DESC, p.pirepid DESC';

type Condition = readonly [sql: string, ...values: SQLInputValue[]];

/** Filed PIREPs of this pilot, newest filed first. */
export function listFiledPireps(
  database: DatabaseSync,
  pilotId: string,
  filter: PirepFilter,
  { page, perPage }: PageRequest,
): Page<PirepSummary> {
  const conditions = conditionsOf(filter);
  const where = [filed, ...conditions.map(([sql]) => sql)].join(' AND ');
  const values = [pilotId, ...conditions.flatMap(([, ...each]) => each)];
  const count = database.prepare(`SELECT count(*) AS total FROM pireps p WHERE ${where}`).get(...values);
  const rows = database
    .prepare(`${select} WHERE ${where} ${newestFirst} LIMIT ? OFFSET ?`)
    .all(...values, perPage, (page - 1) * perPage);
  return { items: rows.map(toSummary), page, perPage, total: count === undefined ? 0 : numberOf(count, 'total') };
}

export function latestFiledPirep(database: DatabaseSync, pilotId: string): PirepSummary | null {
  const row = database.prepare(`${select} WHERE ${filed} ${newestFirst} LIMIT 1`).get(pilotId);
  return row === undefined ? null : toSummary(row);
}

/** The pilot's remark is a comment here, and fields of the client are in the log. */
export function readFiledPirep(database: DatabaseSync, pilotId: string, pirepId: string): PirepDetail | null {
  const row = database.prepare(`${select} WHERE ${filed} AND CAST(p.pirepid AS TEXT) = ?`).get(pilotId, pirepId);
  if (row === undefined) return null;
  const comments = database
    .prepare(
      `SELECT c.comment, c.postdate, trim(coalesce(w.firstname, '') || ' ' || coalesce(w.lastname, '')) AS author
       FROM pirepcomments c LEFT JOIN pilots w ON w.pilotid = c.pilotid WHERE c.pirepid = ? ORDER BY c.id`,
    )
    .all(numberOf(row, 'pirepid'));
  return {
    ...toSummary(row),
    notes: null,
    log: linesOf(textOf(row, 'log')),
    fields: {},
    fares: [],
    comments: comments.map((comment) => ({
      at: fromSqlTime(textOrNull(comment, 'postdate')),
      author: textOf(comment, 'author'),
      text: textOf(comment, 'comment'),
    })),
    track: [],
  };
}

/** Lines end with `*`. They have a time of day at most, which stays in the text. */
function linesOf(log: string): PirepDetail['log'] {
  const lines = log.split('*').map((text) => text.trim());
  return lines.filter((text) => text !== '').map((text) => ({ at: null, text }));
}

function conditionsOf({ departure, arrival, state, aircraftId, from, to }: PirepFilter): readonly Condition[] {
  const all: readonly (Condition | null)[] = [
    departure === null ? null : ['p.depicao = ?', departure.trim().toUpperCase()],
    arrival === null ? null : ['p.arricao = ?', arrival.trim().toUpperCase()],
    state === null ? null : ['p.accepted = ?', states.indexOf(state)],
    aircraftId === null ? null : ['p.aircraft = ?', aircraftId],
    from === null ? null : ['p.submitdate >= ?', wholeSecond(from)],
    to === null ? null : ['p.submitdate < ?', wholeSecond(to)],
  ];
  return all.filter((each) => each !== null);
}

/** The table keeps whole seconds: the first that is not before the instant. */
function wholeSecond(at: number): string {
  return toSqlTime(Math.ceil(at / 1000) * 1000);
}

/** These tables cannot hold "unknown": a 0 stands for it. */
function toSummary(row: Row): PirepSummary {
  const [airlineCode, flightNumber] = [textOf(row, 'code'), textOf(row, 'flightnum')];
  return {
    id: textOf(row, 'pirepid'),
    state: states[numberOf(row, 'accepted')] ?? 'pending',
    filedAt: fromSqlTime(textOrNull(row, 'submitdate')),
    airlineCode: airlineCode || null,
    flightNumber,
    ident: airlineCode + flightNumber,
    departure: textOf(row, 'depicao'),
    arrival: textOf(row, 'arricao'),
    aircraft: {
      id: textOf(row, 'aircraft'),
      icao: textOrNull(row, 'aircraft_icao'),
      name: textOrNull(row, 'aircraft_name'),
      registration: textOrNull(row, 'registration'),
    },
    flightType: textOf(row, 'flighttype') || null,
    route: textOf(row, 'route') || null,
    flightTimeMin: minutesOf(Number(textOf(row, 'flighttime'))),
    distanceNm: numberOf(row, 'distance') || null,
    fuelUsedLb: numberOf(row, 'fuelused') || null,
    landingRateFpm: numberOf(row, 'landingrate') || null,
    score: null,
  };
}
