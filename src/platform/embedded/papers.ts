import { numberOf, numberOrNull, type Row, textOf, textOrNull } from '../../lib/row.ts';
import type { PilotComment, RouteFix } from '../../tracking/papers-model.ts';
import type { PirepPapers } from '../papers.ts';
import { fromSqlTime } from '../seven/sql-time.ts';
import type { CrewCenter } from './crew-center.ts';
import { insertComment } from './pirep-comments.ts';
import { saveFieldValues } from './pirep-fields.ts';
import { isDeleted, lost, readPirep } from './pirep-rows.ts';

/** Rows of `acars` that are fixes of the route (app/Models/Enums/AcarsType.php, ROUTE). */
const routeType = 1;

/** Comments, custom fields and routes of PIREPs, in the tables of version 7. */
export function embeddedPapers(crewCenter: CrewCenter): PirepPapers {
  return {
    ...fieldPapers(crewCenter),
    comment: (pilotId, pirepId, text) =>
      crewCenter.write(() => {
        requireOwn(crewCenter, pilotId, pirepId);
        const { id, at } = insertComment(crewCenter, { pirepId, userId: Number(pilotId), text });
        return { id, at, text };
      }),
    listComments: async (pilotId, pirepId) =>
      crewCenter.read(() => {
        requireOwn(crewCenter, pilotId, pirepId);
        const sql = 'SELECT id, comment, created_at FROM pirep_comments WHERE pirep_id = ? ORDER BY id';
        return crewCenter.all(sql, pirepId).map(toComment);
      }),
    replaceRoute: (pilotId, pirepId, fixes) =>
      crewCenter.write(() => {
        requireOwn(crewCenter, pilotId, pirepId);
        saveRoute(crewCenter, pirepId, fixes);
      }),
    listRoute: async (pilotId, pirepId) =>
      crewCenter.read(() => {
        requireOwn(crewCenter, pilotId, pirepId);
        const sql = 'SELECT * FROM acars WHERE pirep_id = ? AND type = ? ORDER BY "order", id';
        return crewCenter.all(sql, pirepId, routeType).map(toFix);
      }),
  };
}

function fieldPapers(crewCenter: CrewCenter): Pick<PirepPapers, 'addFields' | 'listFields'> {
  return {
    addFields: (pilotId, pirepId, fields) =>
      crewCenter.write(() => {
        requireOwn(crewCenter, pilotId, pirepId);
        saveFieldValues(crewCenter, pirepId, fields);
      }),
    listFields: async (pilotId, pirepId) =>
      crewCenter.read(() => {
        requireOwn(crewCenter, pilotId, pirepId);
        const sql = 'SELECT name, value FROM pirep_field_values WHERE pirep_id = ? ORDER BY id';
        const rows = crewCenter.all(sql, pirepId);
        return Object.fromEntries(rows.map((row) => [textOf(row, 'name'), textOrNull(row, 'value') ?? '']));
      }),
  };
}

function saveRoute(crewCenter: CrewCenter, pirepId: string, fixes: readonly RouteFix[]): void {
  const now = crewCenter.now();
  crewCenter.run('DELETE FROM acars WHERE pirep_id = ? AND type = ?', pirepId, routeType);
  for (const [index, { name, order, lat, lon, navType }] of fixes.entries()) {
    crewCenter.run(
      `INSERT INTO acars (id, pirep_id, type, nav_type, "order", name, lat, lon, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      `${pirepId}-route-${index.toString(36)}`,
      pirepId,
      routeType,
      navType,
      order,
      name,
      lat,
      lon,
      now,
      now,
    );
  }
}

function requireOwn(crewCenter: CrewCenter, pilotId: string, pirepId: string): void {
  const row = readPirep(crewCenter, pirepId);
  if (row === null || isDeleted(row) || textOf(row, 'user_id') !== pilotId) throw lost();
}

function toComment(row: Row): PilotComment {
  return { id: textOf(row, 'id'), at: fromSqlTime(textOrNull(row, 'created_at')), text: textOf(row, 'comment') };
}

function toFix(row: Row): RouteFix {
  return {
    name: textOrNull(row, 'name') ?? '',
    order: numberOf(row, 'order'),
    lat: numberOf(row, 'lat'),
    lon: numberOf(row, 'lon'),
    navType: numberOrNull(row, 'nav_type'),
  };
}
