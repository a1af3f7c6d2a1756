import { numberOf, numberOrNull, type Row, textOf, textOrNull } from '../../../lib/row.ts';
import type { Fare, PirepDetail, TrackPoint } from '../../../tracking/desk-model.ts';
import { shortName } from '../../seven/pilot-ident.ts';
import { acarsOrder, createdAt, readPirep as readKept } from '../../seven/pirep-detail.ts';
import type { Database } from '../database.ts';
import { inPounds } from '../fare-pounds.ts';
import { logOf } from '../flight-log.ts';
import { readSiteRules } from '../site-settings.ts';

/** Points of a track that are read at most: a day with one every second. */
const maxPoints = 86_400;
/** `acars.type` (app/Models/Enums/AcarsType.php). */
const flightPath = 0;

/** A filed PIREP of this pilot with everything that the site keeps of it; null when it is none. */
export async function readPirep(database: Database, pilotId: string, pirepId: string): Promise<PirepDetail | null> {
  const authorOf = (row: Row) => shortName(textOrNull(row, 'name') ?? '');
  const pirep = await readKept(database, { pilotId, pirepId }, authorOf, await logOf(database));
  if (pirep === null) return null;
  return {
    ...pirep,
    fares: inPounds(await readFares(database, pirepId), await readSiteRules(database)),
    track: await readTrack(database, pirepId),
  };
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

async function readTrack(database: Database, pirepId: string): Promise<readonly TrackPoint[]> {
  const rows = await database.rows(
    `SELECT a.created_at, a.lat, a.lon, COALESCE({?a.acars.altitude_msl}, {?a.acars.altitude}) AS altitude, a.gs, a.heading
     FROM {acars} a WHERE a.pirep_id = ? AND a.type = ? AND a.lat IS NOT NULL AND a.lon IS NOT NULL ${acarsOrder} LIMIT ${maxPoints}`,
    [pirepId, flightPath],
  );
  return rows.map((row) => ({
    at: createdAt(row),
    lat: numberOf(row, 'lat'),
    lon: numberOf(row, 'lon'),
    altitudeFt: numberOrNull(row, 'altitude'),
    groundSpeedKt: numberOrNull(row, 'gs'),
    headingDeg: numberOrNull(row, 'heading'),
  }));
}
