import type { DatabaseSync } from 'node:sqlite';
import { numberOf, numberOrNull, textOf, textOrNull } from '../../../../lib/row.ts';
import type { PilotProfile, PilotStatistics } from '../../../../tracking/desk-model.ts';
import { Refusal } from '../../../../tracking/refusals.ts';
import { webAddressOrNull } from '../../../web-address.ts';
import { filed } from './logbook.ts';

export function pilotStatistics(database: DatabaseSync, pilotId: string): PilotStatistics {
  const pilot = database
    .prepare('SELECT totalflights, totalminutes FROM pilots WHERE CAST(pilotid AS TEXT) = ?')
    .get(pilotId);
  const pireps = database
    .prepare(`SELECT count(*) AS count, avg(nullif(p.landingrate, 0)) AS landing_rate FROM pireps p WHERE ${filed}`)
    .get(pilotId);
  return {
    flights: pilot === undefined ? 0 : numberOf(pilot, 'totalflights'),
    flightTimeMin: pilot === undefined ? 0 : numberOf(pilot, 'totalminutes'),
    pireps: pireps === undefined ? 0 : numberOf(pireps, 'count'),
    averageLandingRateFpm: pireps === undefined ? null : numberOrNull(pireps, 'landing_rate'),
  };
}

/** @throws Refusal `not-found` */
export function pilotProfile(database: DatabaseSync, pilotId: string): PilotProfile {
  const row = database
    .prepare(
      `SELECT p.*, r.rankimage, l.id AS airline_id FROM pilots p LEFT JOIN ranks r ON r.rankid = p.rankid
         LEFT JOIN airlines l ON l.code = p.code WHERE CAST(p.pilotid AS TEXT) = ?`,
    )
    .get(pilotId);
  if (row === undefined) throw new Refusal('not-found', { message: 'There is no such pilot.' });
  return {
    firstName: textOf(row, 'firstname'),
    lastName: textOf(row, 'lastname'),
    email: textOf(row, 'email'),
    rank: {
      name: textOf(row, 'rank'),
      imageUrl: webAddressOrNull(textOrNull(row, 'rankimage')),
      level: numberOf(row, 'ranklevel'),
    },
    avatarUrl: null,
    airlineId: textOrNull(row, 'airline_id'),
  };
}
