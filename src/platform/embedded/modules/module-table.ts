import { flagOf, numberOf, textOf, textOrNull } from '../../../lib/row.ts';
import { fromSqlTime } from '../../seven/sql-time.ts';
import type { CrewCenter } from '../crew-center.ts';
import { findModules, type Manifest, ManifestError, readManifest } from './manifest.ts';
import { migrateModule } from './module-data.ts';

export interface ModuleRow {
  readonly name: string;
  readonly isEnabled: boolean;
  readonly lastEventId: number;
  /** When it was last enabled or disabled, in the format of the table. */
  readonly changedAt: string;
  /** Why the server stopped it; null when it was not stopped. */
  readonly stoppedReason: string | null;
  readonly stoppedAt: number | null;
}

/** A module in the list for the operator. */
export interface ModuleListing extends Omit<ModuleRow, 'lastEventId' | 'changedAt'> {
  readonly version: string | null;
  readonly description: string;
  /** What is wrong with its folder; null when it is valid. */
  readonly problem: string | null;
}

export function readModuleRows(crewCenter: CrewCenter): readonly ModuleRow[] {
  return crewCenter.all('SELECT * FROM modules ORDER BY name').map((row) => ({
    name: textOf(row, 'name'),
    isEnabled: flagOf(row, 'enabled'),
    lastEventId: numberOf(row, 'last_event_id'),
    changedAt: textOrNull(row, 'updated_at') ?? '',
    stoppedReason: textOrNull(row, 'stopped_reason'),
    stoppedAt: fromSqlTime(textOrNull(row, 'stopped_at')),
  }));
}

/** Returns the modules in the folder, and enabled ones that are missing from it. */
export function listModules(crewCenter: CrewCenter, folder: string): readonly ModuleListing[] {
  const rows = new Map(crewCenter.read(() => readModuleRows(crewCenter)).map((row) => [row.name, row]));
  const names = [...new Set([...findModules(folder), ...rows.keys()])].sort();
  return names.map((name) => {
    const { isEnabled = false, stoppedReason = null, stoppedAt = null } = rows.get(name) ?? {};
    const manifest = manifestOrProblem(folder, name);
    const isUsable = typeof manifest !== 'string';
    return {
      name,
      isEnabled,
      stoppedReason,
      stoppedAt,
      version: isUsable ? manifest.version : null,
      description: isUsable ? manifest.description : '',
      problem: isUsable ? null : manifest,
    };
  });
}

/** Applies its migrations and enables it; a running server starts it within seconds. It receives events from now on. @throws ManifestError */
export async function enableModule(crewCenter: CrewCenter, folder: string, name: string): Promise<Manifest> {
  const manifest = readManifest(folder, name);
  await migrateModule(manifest);
  const now = crewCenter.now();
  await crewCenter.write(() =>
    crewCenter.run(
      `INSERT INTO modules (name, enabled, events, last_event_id, created_at, updated_at)
       VALUES (?, 1, ?, (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'tracker_events'), ?, ?)
       ON CONFLICT (name) DO UPDATE SET enabled = 1, events = excluded.events, stopped_reason = NULL, stopped_at = NULL,
         updated_at = excluded.updated_at,
         last_event_id = CASE WHEN enabled = 1 THEN last_event_id ELSE excluded.last_event_id END`,
      name,
      JSON.stringify(manifest.events),
      now,
      now,
    ),
  );
  return manifest;
}

/** Disables a module. Returns false when it was not enabled. */
export async function disableModule(crewCenter: CrewCenter, name: string): Promise<boolean> {
  const now = crewCenter.now();
  const sql = 'UPDATE modules SET enabled = 0, updated_at = ? WHERE name = ? AND enabled = 1';
  return (await crewCenter.write(() => crewCenter.run(sql, now, name))) > 0;
}

/** Disables a module that failed, with the reason. */
export async function stopModule(crewCenter: CrewCenter, name: string, reason: string): Promise<void> {
  const now = crewCenter.now();
  await crewCenter.write(() =>
    crewCenter.run(
      'UPDATE modules SET enabled = 0, stopped_reason = ?, stopped_at = ?, updated_at = ? WHERE name = ?',
      ...[reason, now, now, name],
    ),
  );
}

function manifestOrProblem(folder: string, name: string): Manifest | string {
  try {
    return readManifest(folder, name);
  } catch (error) {
    if (error instanceof ManifestError) return error.message;
    throw error;
  }
}
