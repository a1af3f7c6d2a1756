import { flagOf, textOf, textOrNull } from '../../lib/row.ts';
import type { CrewCenterSettings } from '../port.ts';
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
    const values = await this.#readValues();
    const wrong: string[] = [];
    const text = (name: string) => values.get(name)?.trim() || null;
    const checked = <T>(name: string, standard: T, read: (text: string) => T | undefined): T => {
      const value = text(name);
      const result = value === null ? standard : read(value);
      if (result === undefined) wrong.push(name);
      return result ?? standard;
    };
    const settings: CrewCenterSettings = {
      name: text('va_name') ?? this.#siteName,
      logoUrl: checked('logo_url', null, readUrl),
      bannerUrl: checked('banner_url', null, readUrl),
      websiteUrl: checked('website_url', null, readUrl),
      primaryColor: checked('primary_color', null, (value) => (/^#[0-9a-f]{3,8}$/i.test(value) ? value : undefined)),
      sessionTtlMin: checked('session_token_ttl', 1_440, readBetween(5, 43_200)),
      longSessionDays: checked('long_session_days', 30, readBetween(1, 365)),
      bidsRequired: checked('bids_required', true, readFlag),
      passwordLogin: checked('password_login', true, readFlag),
      clientTokenRequired: checked('client_token_required', false, readFlag),
      clientTokenHash: checked('client_token_hash', null, readHash),
      enabled: await this.#isEnabled(),
    };
    this.#report(wrong);
    return settings;
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

function readFlag(text: string): boolean | undefined {
  const word = text.toLowerCase();
  if (['1', 'true', 'on', 'yes'].includes(word)) return true;
  return ['0', 'false', 'off', 'no'].includes(word) ? false : undefined;
}

function readBetween(min: number, max: number): (text: string) => number | undefined {
  return (text) => {
    const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
    return number >= min && number <= max ? number : undefined;
  };
}

function readUrl(text: string): string | undefined {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined;
}

function readHash(text: string): string | undefined {
  return /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined;
}
