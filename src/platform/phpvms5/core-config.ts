import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultHostSettings, type HostSettings } from '../five/host-settings.ts';
import { type PhpConfig, type PhpValue, readPhpConfig } from '../site/php-config.ts';

/** What the crew center's own `core/local.config.php` says, over `core/app.config.php`. */
export interface CoreConfig {
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** DBASE_SERVER unchanged: `localhost` (for PHP a unix socket), a host, `host:port`, `:/socket`. */
  readonly server: string;
  /** TABLE_PREFIX. */
  readonly prefix: string | null;
  /** SITE_URL, without a slash at its end; null when it is not a literal. */
  readonly siteUrl: string | null;
  readonly host: HostSettings;
}

/** The files lack something that cannot be guessed. */
export class CoreConfigError extends Error {
  override readonly name = 'CoreConfigError';
}

/** Reads, and never runs, the files below `folder`. */
export async function readCoreConfig(folder: string): Promise<CoreConfig> {
  const local = await readConfigFile(join(folder, 'core/local.config.php'));
  if (local === null) throw new CoreConfigError(`${folder}/core/local.config.php cannot be read.`);
  const app = await readConfigFile(join(folder, 'core/app.config.php'));
  const text = (name: string) => {
    const value = local.constants.get(name);
    if (typeof value === 'string') return value;
    const line = local.notRead.find(({ what }) => what === name)?.line;
    const why = line === undefined ? 'is not defined there' : `on line ${line} is not a plain text`;
    throw new CoreConfigError(`${name} in core/local.config.php ${why}; Tracker reads the file and does not run it.`);
  };
  const prefix = local.constants.get('TABLE_PREFIX');
  const siteUrl = local.constants.get('SITE_URL');
  return {
    user: text('DBASE_USER'),
    password: text('DBASE_PASS'),
    database: text('DBASE_NAME'),
    server: text('DBASE_SERVER'),
    prefix: typeof prefix === 'string' ? prefix : null,
    siteUrl: typeof siteUrl === 'string' && /^https?:\/\//.test(siteUrl) ? siteUrl.replace(/(?<!\/)\/+$/, '') : null,
    host: hostSettings(local, app),
  };
}

async function readConfigFile(path: string): Promise<PhpConfig | null> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EACCES') return null;
    throw error;
  });
  return bytes === null ? null : readPhpConfig(bytes, path);
}

/** local.config.php is loaded after app.config.php and wins. */
function hostSettings(local: PhpConfig, app: PhpConfig | null): HostSettings {
  const setting = (name: string) => local.settings.get(name) ?? app?.settings.get(name);
  const standard = defaultHostSettings;
  const number = (name: string, otherwise: number) => readNumber(setting(name)) ?? otherwise;
  const statuses = setting('PILOT_STATUS_TYPES');
  return {
    pilotIdOffset: number('PILOTID_OFFSET', standard.pilotIdOffset),
    pilotIdLength: number('PILOTID_LENGTH', standard.pilotIdLength),
    units: readUnits(setting('UNITS')),
    liquidUnit: (['litre', 'gallon', 'kg', 'lb'] as const)[number('LiquidUnit', 3)] ?? 'lb',
    // PIREP_TIME_CHECK empty or 0 counts as one minute there.
    duplicateMinutes: isTrue(setting('PIREP_CHECK_DUPLICATE') ?? true) ? number('PIREP_TIME_CHECK', 1) || 1 : 0,
    liveMinutes: number('ACARS_LIVE_TIME', standard.liveMinutes),
    fuelDefaultPrice: number('FUEL_DEFAULT_PRICE', standard.fuelDefaultPrice),
    fuelSurchargePercent: number('FUEL_SURCHARGE', standard.fuelSurchargePercent),
    loadFactorPercent: number('LOAD_FACTOR', standard.loadFactorPercent),
    loadVariationPercent: readNumber(app?.constants.get('LOAD_VARIATION')) ?? standard.loadVariationPercent,
    defaultMaxPax: number('DEFAULT_MAX_PAX_LOAD', standard.defaultMaxPax),
    defaultMaxCargo: number('DEFAULT_MAX_CARGO_LOAD', standard.defaultMaxCargo),
    restrictsAircraftByRank: isTrue(setting('RESTRICT_AIRCRAFT_RANKS') ?? true),
    hidesBookedSchedules: isTrue(setting('DISABLE_SCHED_ON_BID') ?? true),
    oneBidAtATime: isTrue(setting('DISABLE_BIDS_ON_BID') ?? false),
    // Compared with `===` there: a text does not count.
    onlyFromLastArrival: setting('SCHEDULES_ONLY_LAST_PIREP') === true,
    cargoUnit: /^kg/i.test(String(setting('CARGO_UNITS') ?? 'lbs')) ? 'kg' : 'lb',
    canLoginByRetired: statuses instanceof Map ? readStatuses(statuses) : null,
  };
}

function readUnits(value: PhpValue | undefined): HostSettings['units'] {
  const text = String(value ?? 'nm').toLowerCase();
  return text === 'mi' || text === 'km' ? text : 'nm';
}

function readStatuses(statuses: ReadonlyMap<string, PhpValue>): ReadonlyMap<number, boolean> {
  const entries = [...statuses].map(([key, status]) => {
    const canLogin = status instanceof Map ? status.get('canlogin') : true;
    return [Number(key), isTrue(canLogin ?? true)] as const;
  });
  return new Map(entries);
}

/** Numbers are often written as text there. */
function readNumber(value: PhpValue | undefined): number | null {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

/** As PHP takes a value in a condition. */
function isTrue(value: PhpValue): boolean {
  return value !== false && value !== null && value !== 0 && value !== '' && value !== '0';
}
