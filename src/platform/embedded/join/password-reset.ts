import { textOf } from '../../../lib/row.ts';
import type { Secret } from '../../../lib/secret.ts';
import type { Pilot } from '../../../tracking/model.ts';
import type { CrewCenter } from '../crew-center.ts';
import { savePassword } from '../pilot-admin.ts';
import { findByLogin, readPilots, requirePilot } from '../pilots.ts';
import { findLink, makeLink, takeLink } from './links.ts';

/**
 * Makes a link with which this pilot sets another password, good once and for an hour. Returns null for a login that nobody
 * has, after the same work.
 */
export function makeResetLink(
  crewCenter: CrewCenter,
  login: string,
): Promise<{ readonly pilot: Pilot; readonly email: string; readonly key: Secret } | null> {
  return crewCenter.write(() => {
    const row = findByLogin(crewCenter, login.trim());
    const pilot = row === null ? null : requirePilot(crewCenter, textOf(row, 'id'));
    const isGone = pilot === null || pilot.standing === 'deleted';
    const key = makeLink(crewCenter, 'reset', isGone ? null : pilot.id);
    return isGone || row === null ? null : { pilot, email: textOf(row, 'email'), key };
  });
}

/** Returns whose password a link sets; null for one that is unknown, used or too old. */
export function findResetLink(crewCenter: CrewCenter, key: string): Pilot | null {
  return crewCenter.read(() => pilotOf(crewCenter, findLink(crewCenter, 'reset', key)));
}

/** Sets a password by a link, which is used up. Sessions of before end within a minute. Returns null when the link is not good any more. */
export async function resetPassword(crewCenter: CrewCenter, key: string, password: Secret): Promise<Pilot | null> {
  if (findResetLink(crewCenter, key) === null) return null;
  const hash = await crewCenter.bcrypt.hash(password, crewCenter.passwordCost);
  return crewCenter.write(() => {
    const pilot = pilotOf(crewCenter, takeLink(crewCenter, 'reset', key));
    if (pilot !== null) savePassword(crewCenter, pilot.id, hash);
    return pilot;
  });
}

function pilotOf(crewCenter: CrewCenter, id: string | null): Pilot | null {
  return id === null ? null : (readPilots(crewCenter, [id]).get(id) ?? null);
}
