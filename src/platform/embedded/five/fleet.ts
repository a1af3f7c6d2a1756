import type { DatabaseSync } from 'node:sqlite';
import { numberOf, type Row, textOf } from '../../../lib/row.ts';
import type { Aircraft } from '../../../tracking/model.ts';
import { Refusal } from '../../../tracking/refusals.ts';

interface Wanted {
  readonly aircraft: string | null;
  readonly registration: string | null;
}

/** @throws Refusal `invalid` naming `aircraft` or `registration` */
export function findAircraft(database: DatabaseSync, pilotId: string, wanted: Wanted): Aircraft {
  const aircraft = lookUpAircraft(database, pilotId, wanted);
  if (aircraft !== null) return aircraft;
  const message = 'The crew center has no such aircraft in service that your rank may fly.';
  throw new Refusal('invalid', {
    message,
    fields: { [wanted.registration === null ? 'aircraft' : 'registration']: message },
  });
}

/** By id, registration or type; the first in service that the pilot's rank may fly. */
export function lookUpAircraft(
  database: DatabaseSync,
  pilotId: string,
  { aircraft, registration }: Wanted,
): Aircraft | null {
  const text = (registration ?? aircraft ?? '').trim();
  const match = registration === null ? '? IN (CAST(id AS TEXT), registration, icao)' : 'registration = ?';
  const row = database
    .prepare(`SELECT * FROM aircraft WHERE (${match}) AND enabled = 1 AND ranklevel <= ? ORDER BY id LIMIT 1`)
    .get(text, rankLevelOf(database, pilotId));
  return row === undefined ? null : toAircraft(row);
}

/** How high the pilot's rank is; aircraft of a higher level are not for the pilot (RESTRICT_AIRCRAFT_RANKS of version 5). */
export function rankLevelOf(database: DatabaseSync, pilotId: string): number {
  const row = database.prepare('SELECT ranklevel FROM pilots WHERE CAST(pilotid AS TEXT) = ?').get(pilotId);
  return row === undefined ? 0 : numberOf(row, 'ranklevel');
}

export function toAircraft(row: Row): Aircraft {
  return {
    id: textOf(row, 'id'),
    icao: textOf(row, 'icao'),
    name: textOf(row, 'name'),
    registration: textOf(row, 'registration'),
  };
}
