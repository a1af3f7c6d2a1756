import { randomBytes } from 'node:crypto';
import { textOf } from '../../lib/row.ts';
import { Secret } from '../../lib/secret.ts';
import type { Pilot } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { CrewCenter } from './crew-center.ts';
import { findByLogin, requirePilot } from './pilots.ts';

/** A key as version 7 makes them: 20 hexadecimal digits (app/Support/Utils.php, `generateApiKey`). */
export function newApiKey(): Secret {
  return new Secret(randomBytes(10).toString('hex'));
}

/**
 * Gives the pilot a new API key, which only this call returns. The previous one ends within a minute.
 * @throws Refusal `not-found`
 */
export async function renewApiKey(
  crewCenter: CrewCenter,
  login: string,
): Promise<{ readonly pilot: Pilot; readonly apiKey: Secret }> {
  const apiKey = newApiKey();
  return crewCenter.write(() => {
    const row = findByLogin(crewCenter, login.trim());
    if (row === null) throw new Refusal('not-found', { message: `There is no pilot ${login}.` });
    const id = textOf(row, 'id');
    const now = crewCenter.now();
    crewCenter.run('UPDATE users SET api_key = ?, updated_at = ? WHERE id = ?', apiKey.reveal(), now, Number(id));
    return { pilot: requirePilot(crewCenter, id), apiKey };
  });
}
