import { networkIdOf } from '../../lib/network-id.ts';
import { isKey } from '../five/host.ts';
import { numberOf, textOf } from '../five/rows.ts';
import type { NetworkIds } from '../port.ts';
import type { Host } from './host.ts';

/** Names or titles of the custom profile fields that hold the ids; null: none. */
export type NetworkFields = Readonly<Record<keyof NetworkIds, string | null>>;

export const noFields: NetworkFields = { vatsim: null, ivao: null };
const networks = ['vatsim', 'ivao'] as const;
const nobody: NetworkIds = { vatsim: null, ivao: null };

/**
 * Returns pilots' ids on networks, by pilot id: from the named profile fields (tables `customfields` and `fieldvalues`), and
 * from the columns `vatsim_id` and `ivao_id` that one fork has in `pilots`.
 */
export async function readNetworkIds(
  host: Host,
  fields: NetworkFields,
  pilotIds: readonly string[],
): Promise<ReadonlyMap<string, NetworkIds>> {
  const keys = pilotIds.filter(isKey);
  if (keys.length === 0) return new Map();
  const found = new Map<string, NetworkIds>();
  const note = (pilotId: string, network: keyof NetworkIds, text: string) => {
    const id = networkIdOf(text);
    if (id !== null) found.set(pilotId, { ...(found.get(pilotId) ?? nobody), [network]: id });
  };
  await eachColumn(host, keys, note);
  await eachField(host, fields, keys, note);
  return found;
}

type Note = (pilotId: string, network: keyof NetworkIds, text: string) => void;

async function eachColumn({ mysql, tables: { pilots } }: Host, keys: readonly string[], note: Note): Promise<void> {
  const there = networks.filter((network) => pilots.columns.has(`${network}_id`));
  if (there.length === 0) return;
  const columns = there.map((network) => `${network}_id`).join(', ');
  const rows = await mysql.rows(
    `SELECT pilotid, ${columns} FROM ${pilots.quoted} WHERE pilotid IN (${keys.map(() => '?').join(', ')})`,
    keys,
  );
  for (const row of rows) for (const network of there) note(textOf(row.pilotid), network, textOf(row[`${network}_id`]));
}

async function eachField(host: Host, fields: NetworkFields, keys: readonly string[], note: Note): Promise<void> {
  const { customfields, fieldvalues } = host.tables;
  const named = networks.filter((network) => fields[network] !== null);
  if (customfields === null || fieldvalues === null || named.length === 0) return;
  const known = await host.mysql.rows(`SELECT fieldid, fieldname, title FROM ${customfields.quoted} ORDER BY fieldid`);
  for (const network of named) {
    const field = known.find((row) => [row.fieldname, row.title].some((name) => isSame(textOf(name), fields[network])));
    const fieldId = numberOf(field?.fieldid);
    if (fieldId === null) continue;
    const rows = await host.mysql.rows(
      `SELECT pilotid, value FROM ${fieldvalues.quoted} WHERE fieldid = ? AND pilotid IN (${keys.map(() => '?').join(', ')}) ORDER BY id`,
      [fieldId, ...keys],
    );
    for (const row of rows) note(textOf(row.pilotid), network, textOf(row.value));
  }
}

function isSame(name: string, wanted: string | null): boolean {
  return name.trim().toLowerCase() === (wanted ?? '').trim().toLowerCase();
}
