import { textOf, textOrNull } from '../../lib/row.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { CrewCenter } from './crew-center.ts';

/** Returns the name of a pilot who agreed to be named in public; null for all others. */
export function readPublicName(crewCenter: CrewCenter, pilotId: string): string | null {
  const row = crewCenter.get('SELECT name FROM users WHERE id = ? AND shows_name = 1 AND state <> 5', Number(pilotId));
  return row === null ? null : textOrNull(row, 'name');
}

/** Notes whether this pilot agreed to be named in public. @throws Refusal `not-found` */
export function setPublicName(crewCenter: CrewCenter, pilotId: string, isNamed: boolean): Promise<void> {
  return set(crewCenter, pilotId, ['shows_name', isNamed ? 1 : 0]);
}

/** Returns by which form of their names everybody sees pilots on the live map and other public pages: of those alone who chose one. */
export function readShownNames(crewCenter: CrewCenter): readonly (readonly [pilotId: string, form: string])[] {
  const rows = crewCenter.all("SELECT id, shown_name FROM users WHERE shown_name <> 'none' AND state <> 5");
  return rows.map((row) => [textOf(row, 'id'), textOf(row, 'shown_name')] as const);
}

/** Notes by which form of the name everybody sees this pilot. @throws Refusal `not-found` */
export function setShownName(crewCenter: CrewCenter, pilotId: string, form: string): Promise<void> {
  return set(crewCenter, pilotId, ['shown_name', form]);
}

function set(
  crewCenter: CrewCenter,
  pilotId: string,
  [column, value]: readonly ['shows_name', number] | readonly ['shown_name', string],
): Promise<void> {
  return crewCenter.write(() => {
    const row = crewCenter.get('SELECT id FROM users WHERE id = ? AND deleted_at IS NULL', Number(pilotId));
    if (row === null) throw new Refusal('not-found', { message: `There is no pilot ${pilotId}.` });
    const sql = `UPDATE users SET ${column} = ?, updated_at = ? WHERE id = ?`;
    crewCenter.run(sql, value, crewCenter.now(), Number(pilotId));
  });
}
