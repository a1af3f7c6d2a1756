import { networkIdOf } from '../../lib/network-id.ts';
import { textOf, textOrNull } from '../../lib/row.ts';
import type { NetworkIds } from '../port.ts';
import type { Tables } from './tables.ts';

/** Returns the ids of pilots, by pilot id, where the release has columns for them (`users.vatsim_id`, `users.ivao_id`). */
export async function readNetworkIds(
  tables: Tables,
  pilotIds: readonly string[],
): Promise<ReadonlyMap<string, NetworkIds>> {
  const ids = pilotIds.filter((id) => /^\d{1,15}$/.test(id));
  if (ids.length === 0) return new Map();
  const rows = await tables.rows(
    `SELECT u.id, {?u.users.vatsim_id} AS vatsim, {?u.users.ivao_id} AS ivao FROM {users} u WHERE u.id IN (${ids.map(() => '?').join(', ')})`,
    ids,
  );
  const found = rows.map((row) => {
    const [vatsim, ivao] = [networkIdOf(textOrNull(row, 'vatsim')), networkIdOf(textOrNull(row, 'ivao'))];
    return [textOf(row, 'id'), { vatsim, ivao }] as const;
  });
  return new Map(found.filter(([, { vatsim, ivao }]) => vatsim !== null || ivao !== null));
}
