import { numberOf, numberOrNull, textOrNull } from '../../../lib/row.ts';
import type { PilotProfile, PilotStatistics } from '../../../tracking/desk-model.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import { webAddressOrNull } from '../../web-address.ts';
import type { CrewCenter } from '../crew-center.ts';
import { filed } from './logbook.ts';

/** What the pilot has flown, as the crew center counts it; nothing for a pilot who is not there. */
export function pilotStatistics(crewCenter: CrewCenter, pilotId: string): PilotStatistics {
  const pilot = crewCenter.get(
    'SELECT flights, flight_time FROM users WHERE id = CAST(? AS INTEGER) AND deleted_at IS NULL',
    pilotId,
  );
  const pireps = crewCenter.get(
    `SELECT count(*) AS count, avg(p.landing_rate) AS landing_rate FROM pireps p WHERE ${filed}`,
    pilotId,
  );
  return {
    flights: pilot === null ? 0 : numberOf(pilot, 'flights'),
    flightTimeMin: pilot === null ? 0 : (numberOrNull(pilot, 'flight_time') ?? 0),
    pireps: pireps === null ? 0 : numberOf(pireps, 'count'),
    averageLandingRateFpm: pireps === null ? null : numberOrNull(pireps, 'landing_rate'),
  };
}

/** @throws Refusal `not-found` */
export function pilotProfile(crewCenter: CrewCenter, pilotId: string): PilotProfile {
  const row = crewCenter.get(
    `SELECT u.name, u.email, u.avatar, u.airline_id, r.name AS rank_name, r.image_url AS rank_image,
       iif(r.id IS NULL, 0, 1 + (SELECT count(*) FROM ranks lower WHERE lower.deleted_at IS NULL AND lower.hours < r.hours)) AS rank_level
     FROM users u LEFT JOIN ranks r ON r.id = u.rank_id
     WHERE CAST(u.id AS TEXT) = ? AND u.deleted_at IS NULL`,
    pilotId,
  );
  if (row === null) throw new Refusal('not-found', { message: 'There is no such pilot.' });
  const [firstName = '', ...others] = (textOrNull(row, 'name') ?? '').trim().split(/\s+/);
  return {
    firstName,
    lastName: others.join(' '),
    email: textOrNull(row, 'email') ?? '',
    rank: {
      name: textOrNull(row, 'rank_name') ?? '',
      imageUrl: webAddressOrNull(textOrNull(row, 'rank_image')),
      level: numberOrNull(row, 'rank_level') ?? 0,
    },
    avatarUrl: webAddressOrNull(textOrNull(row, 'avatar')),
    airlineId: textOrNull(row, 'airline_id'),
  };
}
