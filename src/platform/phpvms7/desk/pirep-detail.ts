import { numberOf, numberOrNull, type Row, textOf, textOrNull } from '../../../lib/row.ts';
import type { Fare, PirepDetail, TrackPoint } from '../../../tracking/desk-model.ts';
import { fromSqlTime } from '../../seven/sql-time.ts';
import type { Database } from '../database.ts';
import { inPounds } from '../fare-pounds.ts';
import { shortName } from '../short-name.ts';
import { readSiteRules } from '../site-settings.ts';
import { filedPireps, summaryColumns, toSummary } from './logbook.ts';

/** Points of a track that are read at most: a day with one every second. */
const maxPoints = 86_400;
/** `acars.type` (app/Models/Enums/AcarsType.php). */
const flightPath = 0;
const logLine = 2;

/** A filed PIREP of this pilot with everything that the site keeps of it; null when it is none. */
export async function readPirep(database: Database, pilotId: string, pirepId: string): Promise<PirepDetail | null> {
  const sql = `SELECT ${summaryColumns}, p.notes ${filedPireps} AND p.id = ?`;
  const [row] = await database.rows(sql, [pilotId, pirepId]);
  if (row === undefined) return null;
  return {
    ...toSummary(row),
    notes: textOrNull(row, 'notes') || null,
    log: await readLog(database, pirepId),
    fields: await readFields(database, pirepId),
    fares: inPounds(await readFares(database, pirepId), await readSiteRules(database)),
    comments: await readComments(database, pirepId),
    track: await readTrack(database, pirepId),
  };
}

/** As the site orders them (app/Models/Pirep.php, `acars_logs`); a row without a time comes last. */
const inOrder = 'ORDER BY a.created_at IS NULL, a.created_at, a.id';

async function readLog(database: Database, pirepId: string): Promise<PirepDetail['log']> {
  const rows = await database.rows(
    `SELECT a.log, a.created_at FROM {acars} a WHERE a.pirep_id = ? AND a.type = ? AND a.log IS NOT NULL ${inOrder}`,
    [pirepId, logLine],
  );
  return rows.map((row) => ({ at: timeOf(row), text: textOf(row, 'log') }));
}

async function readFields(database: Database, pirepId: string): Promise<PirepDetail['fields']> {
  const sql = 'SELECT v.name, v.value FROM {pirep_field_values} v WHERE v.pirep_id = ? ORDER BY v.id';
  const rows = await database.rows(sql, [pirepId]);
  const entries = rows.map((row) => [textOf(row, 'name'), textOrNull(row, 'value') ?? ''] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** Releases before 7.0.0-beta.5 keep only which fare and how many. */
async function readFares(database: Database, pirepId: string): Promise<readonly Fare[]> {
  const rows = await database.rows(
    `SELECT s.id, s.count, COALESCE({?s.pirep_fares.code}, t.code) AS code, COALESCE({?s.pirep_fares.name}, t.name) AS name,
       COALESCE({?s.pirep_fares.type}, t.type) AS type, COALESCE({?s.pirep_fares.price}, t.price) AS price,
       COALESCE({?s.pirep_fares.capacity}, t.capacity) AS capacity
     FROM {pirep_fares} s LEFT JOIN {fares} t ON t.id = s.fare_id
     WHERE s.pirep_id = ? AND {?s.pirep_fares.deleted_at} IS NULL ORDER BY s.id`,
    [pirepId],
  );
  return rows.map((row) => ({
    id: textOf(row, 'id'),
    code: textOrNull(row, 'code') ?? '',
    name: textOrNull(row, 'name') ?? '',
    kind: numberOrNull(row, 'type') === 1 ? 'cargo' : 'passenger',
    capacity: numberOrNull(row, 'capacity') || null,
    count: numberOrNull(row, 'count'),
    price: numberOrNull(row, 'price'),
  }));
}

async function readComments(database: Database, pirepId: string): Promise<PirepDetail['comments']> {
  const rows = await database.rows(
    `SELECT k.comment, k.created_at, u.name FROM {pirep_comments} k LEFT JOIN {users} u ON u.id = k.user_id
     WHERE k.pirep_id = ? ORDER BY k.created_at, k.id`,
    [pirepId],
  );
  return rows.map((row) => ({
    at: timeOf(row),
    author: shortName(textOrNull(row, 'name') ?? ''),
    text: textOf(row, 'comment'),
  }));
}

async function readTrack(database: Database, pirepId: string): Promise<readonly TrackPoint[]> {
  const rows = await database.rows(
    `SELECT a.created_at, a.lat, a.lon, COALESCE({?a.acars.altitude_msl}, {?a.acars.altitude}) AS altitude, a.gs, a.heading
     FROM {acars} a WHERE a.pirep_id = ? AND a.type = ? AND a.lat IS NOT NULL AND a.lon IS NOT NULL ${inOrder} LIMIT ${maxPoints}`,
    [pirepId, flightPath],
  );
  return rows.map((row) => ({
    at: timeOf(row),
    lat: numberOf(row, 'lat'),
    lon: numberOf(row, 'lon'),
    altitudeFt: numberOrNull(row, 'altitude'),
    groundSpeedKt: numberOrNull(row, 'gs'),
    headingDeg: numberOrNull(row, 'heading'),
  }));
}

function timeOf(row: Row): number | null {
  return fromSqlTime(textOrNull(row, 'created_at'));
}
