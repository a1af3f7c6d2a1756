import { textOrNull } from '../../lib/row.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { CrewCenter } from './crew-center.ts';

/** Returns the name of a pilot who agreed to be named in public; null for all others. */
export function readPublicName(crewCenter: CrewCenter, pilotId: string): string | null {
  const row = crewCenter.get('SELECT name FROM users WHERE id = ? AND shows_name = 1 AND state <> 5', Number(pilotId));
  return row === null ? null : textOrNull(row, 'name');
}

/** Notes whether this pilot agreed to be named in public. @throws Refusal `not-found` */
export function setPublicName(crewCenter: CrewCenter, pilotId: string, isNamed: boolean): Promise<void> {
  return crewCenter.write(() => {
    const row = crewCenter.get('SELECT id FROM users WHERE id = ? AND deleted_at IS NULL', Number(pilotId));
    if (row === null) throw new Refusal('not-found', { message: `There is no pilot ${pilotId}.` });
    const sql = 'UPDATE users SET shows_name = ?, updated_at = ? WHERE id = ?';
    crewCenter.run(sql, isNamed ? 1 : 0, crewCenter.now(), Number(pilotId));
  });
}
