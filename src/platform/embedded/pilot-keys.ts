import { randomBytes } from 'node:crypto';
import { textOf, textOrNull } from '../../lib/row.ts';
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
  return crewCenter.write(() => {
    const row = findByLogin(crewCenter, login.trim());
    if (row === null) throw new Refusal('not-found', { message: `There is no pilot ${login}.` });
    return renew(crewCenter, textOf(row, 'id'));
  });
}

function renew(crewCenter: CrewCenter, id: string): { readonly pilot: Pilot; readonly apiKey: Secret } {
  const pilot = requirePilot(crewCenter, id);
  const apiKey = newApiKey();
  const now = crewCenter.now();
  crewCenter.run('UPDATE users SET api_key = ?, updated_at = ? WHERE id = ?', apiKey.reveal(), now, Number(id));
  return { pilot, apiKey };
}

/** The API keys as pilots see and renew their own. */
export class PilotKeys {
  readonly #crewCenter: CrewCenter;

  constructor(crewCenter: CrewCenter) {
    this.#crewCenter = crewCenter;
  }

  /** Returns null for a pilot who has none. */
  readKey(pilotId: string): Secret | null {
    const sql = 'SELECT api_key FROM users WHERE id = ?';
    const row = this.#crewCenter.read(() => this.#crewCenter.get(sql, Number(pilotId)));
    const key = row === null ? null : textOrNull(row, 'api_key');
    return key === null || key === '' ? null : new Secret(key);
  }

  /** @throws Refusal `not-found` */
  async renewKey(pilotId: string): Promise<Secret> {
    return (await this.#crewCenter.write(() => renew(this.#crewCenter, pilotId))).apiKey;
  }
}
