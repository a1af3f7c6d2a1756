import type { TableList } from '../../../lib/lists/table-list.ts';
import { numberOf, type Row, textOf } from '../../../lib/row.ts';
import { Secret } from '../../../lib/secret.ts';
import { digest, newToken } from '../../../lib/tokens.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import { fromSqlTime, toSqlTime } from '../../seven/sql-time.ts';
import type { CrewCenter } from '../crew-center.ts';

/** A link with which newcomers register. */
export interface Invitation {
  readonly id: string;
  /** For whom it is, in the words of staff. */
  readonly note: string;
  readonly uses: number;
  readonly maxUses: number;
  readonly expiresAt: number | null;
  readonly isGood: boolean;
}

const bounds = { maxUses: [1, 1_000], days: [1, 365], note: 191 } as const;

/** Invitations as a list for staff. */
export const invitationList: TableList = {
  key: 'i.id',
  from: 'tracker_invitations i',
  where: 'true',
  words: ['i.note'],
  filters: {},
  sorts: { newest: { title: 'sort.newest-first', sql: 'i.id DESC' } },
};

/** @throws Refusal `not-found` */
export function readInvitation(crewCenter: CrewCenter, id: string): Invitation {
  const row = crewCenter.read(() => crewCenter.get('SELECT * FROM tracker_invitations WHERE id = ?', Number(id)));
  if (row === null) throw new Refusal('not-found', { message: 'There is no such invitation.' });
  return toInvitation(crewCenter, row);
}

/** Makes an invitation, and the key of its link, which only this call returns. @throws Refusal `invalid` naming `note`, `uses` or `days` */
export async function makeInvitation(
  crewCenter: CrewCenter,
  given: { readonly note: string; readonly uses: string; readonly days: string },
): Promise<Secret> {
  const fields: Record<string, string> = {};
  const note = given.note.trim();
  if (note.length > bounds.note) fields.note = `For whom: enter at most ${bounds.note} characters.`;
  const whole = (name: 'uses' | 'days', title: string, [min, max]: readonly [number, number]) => {
    const value = /^\d{1,4}$/.test(given[name].trim()) ? Number(given[name]) : 0;
    if (value < min || value > max) fields[name] = `${title}: enter a number from ${min} to ${max}.`;
    return value;
  };
  const maxUses = whole('uses', 'Uses', bounds.maxUses);
  const days = whole('days', 'Days', bounds.days);
  if (Object.keys(fields).length > 0)
    throw new Refusal('invalid', { message: Object.values(fields).join(' '), fields });
  const key = newToken();
  const expiresAt = toSqlTime(crewCenter.clock.now() + days * 86_400_000);
  await crewCenter.write(() =>
    crewCenter.run(
      'INSERT INTO tracker_invitations (hash, note, max_uses, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
      ...[digest(key), note, maxUses, crewCenter.now(), expiresAt],
    ),
  );
  return new Secret(key);
}

/** Ends an invitation; who registered with it stays. @throws Refusal `not-found` */
export async function endInvitation(crewCenter: CrewCenter, id: string): Promise<void> {
  const sql = 'DELETE FROM tracker_invitations WHERE id = ?';
  const ended = await crewCenter.write(() => crewCenter.run(sql, Number(id)));
  if (ended === 0) throw new Refusal('not-found', { message: 'There is no such invitation.' });
}

/** Returns the id of the invitation with this key; null for one that is unknown, used up or too old. */
export function findInvitation(crewCenter: CrewCenter, key: string): string | null {
  const row = crewCenter.get(
    'SELECT id FROM tracker_invitations WHERE hash = ? AND uses < max_uses AND expires_at > ?',
    digest(key),
    crewCenter.now(),
  );
  return row === null ? null : textOf(row, 'id');
}

function toInvitation(crewCenter: CrewCenter, row: Row): Invitation {
  const [uses, maxUses] = [numberOf(row, 'uses'), numberOf(row, 'max_uses')];
  const expiresAt = textOf(row, 'expires_at');
  return {
    id: textOf(row, 'id'),
    note: textOf(row, 'note'),
    uses,
    maxUses,
    expiresAt: fromSqlTime(expiresAt),
    isGood: uses < maxUses && expiresAt > crewCenter.now(),
  };
}
