import { flagOf, textOf, textOrNull } from '../../lib/row.ts';
import type { CrewCenterSettings } from '../port.ts';
import { readTrackerSettings } from '../seven/settings.ts';
import type { Database } from './database.ts';
import type { Log } from './host.ts';

/** The module's name in table `modules`. */
export const moduleName = 'Tracker';

/**
 * The crew center's own settings: table `tracker_config`, one row a setting. What is unset, or of the wrong kind, has its
 * default; without the table (the module is not there, or not migrated yet) all have.
 */
export class TrackerConfig {
  readonly #database: Database;
  readonly #siteName: string;
  readonly #log: Log;
  #reported = '';

  constructor(database: Database, siteName: string, log: Log) {
    this.#database = database;
    this.#siteName = siteName;
    this.#log = log;
  }

  async read(): Promise<CrewCenterSettings> {
    const { settings, invalid } = readTrackerSettings(await this.#readValues(), this.#siteName);
    this.#report(invalid);
    return { ...settings, enabled: await this.#isEnabled() };
  }

  async #readValues(): Promise<ReadonlyMap<string, string>> {
    if (!(await this.#hasTable('tracker_config'))) return new Map();
    const rows = await this.#database.rows('SELECT name, value FROM {tracker_config}');
    return new Map(rows.map((row) => [textOf(row, 'name'), textOrNull(row, 'value') ?? '']));
  }

  /** No row means that the module is not installed, and calls come by a proxy rule: that is no "off". */
  async #isEnabled(): Promise<boolean> {
    if (!(await this.#hasTable('modules'))) return true;
    const rows = await this.#database.rows('SELECT enabled FROM {modules} WHERE name = ?', [moduleName]);
    return rows.length === 0 || rows.some((row) => flagOf(row, 'enabled'));
  }

  /** Asked of the database each time it was absent: the module may be migrated while we run. */
  async #hasTable(name: string): Promise<boolean> {
    if ((await this.#database.columns(name)).size > 0) return true;
    return this.#database.hasTable(name);
  }

  #report(wrong: readonly string[]): void {
    const names = wrong.join(', ');
    if (names !== '' && names !== this.#reported) {
      this.#log.warn(
        { settings: names },
        'settings of the crew center are of the wrong kind; their defaults are in force',
      );
    }
    this.#reported = names;
  }
}
