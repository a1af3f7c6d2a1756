import { dirname } from 'node:path';
import { defaultCost, openBcrypt } from '../../lib/bcrypt.ts';
import type { Clock } from '../../lib/clock.ts';
import { openDatabaseFile } from '../../lib/database-file.ts';
import { makeFolders } from '../../lib/make-folders.ts';
import type { MigrationRun } from '../../lib/migrations.ts';
import { openSqlite } from '../../lib/sqlite.ts';
import type { Platform } from '../port.ts';
import { EmbeddedPlatform } from './adapter.ts';
import { CrewCenter, type CrewCenterLog } from './crew-center.ts';
import { ModuleHost } from './modules/module-host.ts';
import { holdBack, Updates } from './updates.ts';

/** Name of the crew center's file within a data directory. */
export const embeddedFileName = 'crew-center.sqlite';
/** Name of the folder of third-party modules there. */
export const modulesFolderName = 'modules';

export interface EmbeddedOptions {
  readonly file: string;
  readonly clock: Clock;
  readonly logger: CrewCenterLog;
  /** How long a write waits for another writing process; blocks the thread. */
  readonly busyTimeoutMs?: number;
  /** bcrypt's cost of new passwords, 4 … 16. */
  readonly passwordCost?: number;
  /** Whether an older file waits for the operator (`updates.run()`); until then calls are refused. A new file never waits. */
  readonly holdUpdate?: boolean;
  /** Hears what SQLite says of the file when it is damaged. */
  readonly onDamage?: (what: string) => void;
  /** Folder of third-party modules; the enabled ones run while this is open. Without it, no modules run. */
  readonly modulesFolder?: string;
}

export interface Embedded {
  /** The port for the core. */
  readonly platform: Platform;
  /** The database for the command line, the admin pages and modules. */
  readonly crewCenter: CrewCenter;
  /** Pending and applied migrations of the file. */
  readonly updates: Updates;
  /** Migrations that opening applied. */
  readonly migrations: MigrationRun;
  /** The same as `platform.close()`. */
  close(): Promise<void>;
}

/**
 * Opens the embedded crew center. Creates its file, or migrates it (after a backup next to it).
 * @throws DatabaseFileError when the file is corrupt or of another program, NewerDataError when a newer version wrote it
 */
export function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  return openDatabaseFile(options.file, () => openFile(options));
}

async function openFile(options: EmbeddedOptions): Promise<Embedded> {
  if (options.file !== ':memory:') makeFolders(dirname(options.file));
  const database = openSqlite(options.file, options);
  try {
    const updates = new Updates(database, options.file);
    const isHeld = options.holdUpdate === true && !updates.isNew;
    const migrations = isHeld ? updates.untouched() : await updates.run();
    const { clock, logger: log, passwordCost = defaultCost, onDamage = () => undefined } = options;
    const crewCenter = new CrewCenter({ database, clock, log, bcrypt: openBcrypt(), passwordCost, onDamage });
    let modules: ModuleHost | null = null;
    updates.whenDone(() => {
      modules = startModules(crewCenter, options);
    });
    let closing: Promise<void> | null = null;
    const close = () => {
      closing ??= Promise.resolve(modules?.close()).then(() => crewCenter.close());
      return closing;
    };
    const platform = holdBack(new EmbeddedPlatform(crewCenter, close), updates);
    return { platform, crewCenter, updates, migrations, close };
  } catch (error) {
    database.close();
    throw error;
  }
}

function startModules(crewCenter: CrewCenter, { file, modulesFolder }: EmbeddedOptions): ModuleHost | null {
  if (modulesFolder === undefined) return null;
  return new ModuleHost({ crewCenter, crewCenterFile: file, folder: modulesFolder });
}
