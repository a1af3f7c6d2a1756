import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { findContradictions } from './contradictions.ts';
import { type Environment, findRenamed, findUnknown, givenName } from './environment.ts';
import { countPassedSockets } from './inherited-socket.ts';
import type { ContractChoice, Listen, ServerListen } from './kinds.ts';
import { type Setting, type SettingKey, settings, type Values } from './settings.ts';

/** The server's own settings, validated. Those of the virtual airline (its name, its rules) are in the crew center. */
export interface Config {
  /** `default`: not configured, so the crew center may choose a better location than `./data`. */
  readonly dataDirectory: { readonly kind: 'given' | 'default'; readonly path: string };
  readonly listen: ServerListen;
  /** Sockets that systemd passed to this process, for `listen` of kind `systemd`. */
  readonly passedSockets: number;
  /** Null: no metrics are served. */
  readonly metricsListen: Listen | null;
  readonly tls: { readonly kind: 'none' } | { readonly kind: 'files'; readonly cert: string; readonly key: string };
  readonly requireHttps: boolean;
  /** Addresses and networks (`10.0.0.0/8`) whose forwarding headers are trusted. */
  readonly trustProxy: readonly string[];
  readonly crewCenter:
    | { readonly kind: 'embedded'; readonly version: '7' | '5' }
    | { readonly kind: 'folder'; readonly path: string };
  /** Contracts that are served beside the crew center's own. */
  readonly contracts: ContractChoice;
  /** Whether a web server hands over the ACARS paths of a phpVMS 7's own API. */
  readonly coreHandedOver: boolean;
  /** What visitors see. */
  readonly pages: {
    readonly tileUrl: string | null;
    readonly tileAttribution: string | null;
    readonly publicHours: number;
  };
  /** When data of an older version of the embedded crew center is upgraded. */
  readonly update: 'at-start' | 'by-operator';
  /** How a crew center in a folder is reached, in addition to its own configuration. */
  readonly host: { readonly databaseServer: string | null; readonly php: string | null };
  readonly flights: {
    readonly suspendAfterMin: number;
    readonly abandonAfterH: number;
    readonly crewCenterTimeoutMs: number;
    readonly maxForwardedWaits: number;
  };
  readonly limits: {
    readonly bodyBytes: number;
    readonly finishBodyBytes: number;
    readonly positionsPerCall: number;
    readonly requestsPerSecond: number;
    readonly requestBurst: number;
  };
  readonly loginLimits: { readonly perPilotAndAddress: number; readonly perAddress: number; readonly perPilot: number };
  /** What one flight may store. */
  readonly quotas: {
    readonly reportsPerFlight: number;
    readonly bytesPerFlight: number;
    readonly eventsPerMinute: number;
    readonly eventBurst: number;
  };
  /** How long things are kept, in days; null for ever. */
  readonly retention: { readonly flightDays: number | null; readonly auditDays: number | null };
  /** Null: no backups are made by themselves. */
  readonly backups: { readonly folder: string; readonly hour: number; readonly keep: number } | null;
  readonly commitWindowMs: number;
  readonly accessLog: boolean;
  readonly logLevel: Values['logLevel'];
  /** Variables that start with `TRACKER_` but are not settings: most likely a typing error. Logged at the start. */
  readonly unknownSettings: readonly string[];
  /** Settings that the environment gives under a former name. Logged at the start. */
  readonly renamedSettings: readonly { readonly from: string; readonly to: string }[];
}

export type { Environment };
/** Settings given on the command line; they take precedence over the environment. */
export type Overrides = Readonly<Partial<Record<SettingKey, string>>>;

/** Invalid settings. `problems` has a sentence for each: the setting, its value, what is allowed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options: ErrorOptions = {}) {
    super(problems.join('\n'), options);
    this.problems = problems;
  }
}

/**
 * Returns the variables of this process, and those named `TRACKER_…` in the file `.env` of `directory`. The process's
 * own take precedence. (A crew center may have its own `.env` there.)
 */
export function readEnvironment(directory = process.cwd()): Environment {
  const file = join(directory, '.env');
  const ours = existsSync(file) ? Object.entries(parseEnv(readFileSync(file, 'utf8'))) : [];
  return { ...Object.fromEntries(ours.filter(([name]) => name.startsWith('TRACKER_'))), ...process.env };
}

/** @throws ConfigError naming every invalid setting, not only the first. */
export function loadConfig(env: Environment = readEnvironment(), overrides: Overrides = {}): Config {
  const problems: string[] = [];
  const values = readValues(env, overrides, problems);
  const tls = readTls(values, problems);
  if (problems.length === 0) problems.push(...findContradictions(values, env, overrides));
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    ...assemble(values),
    tls,
    passedSockets: countPassedSockets(env, process.pid),
    unknownSettings: findUnknown(env),
    renamedSettings: findRenamed(env),
  };
}

function readValues(env: Environment, overrides: Overrides, problems: string[]): Values {
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries<Setting<unknown>>(settings)) {
    const { kind } = setting;
    const variable = givenName(setting, env);
    const text = (overrides[key as SettingKey] ?? env[variable] ?? setting.default).trim();
    // An empty value is a value where it is allowed, else none at all.
    const value = kind.read(text) ?? (text === '' ? kind.read(setting.default) : undefined);
    if (value === undefined) {
      const name = overrides[key as SettingKey] === undefined ? variable : optionOf(key);
      const guess = kind.guess?.(text) ?? null;
      const hint = guess === null ? '' : ` Did you mean ${guess}?`;
      problems.push(`${name} is ${JSON.stringify(text)}: it must be ${kind.constraint}.${hint}`);
    }
    values[key] = value;
  }
  return values as Values;
}

/** The option on the command line: `--crew-center`. */
function optionOf(key: string): string {
  return `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function readTls(values: Values, problems: string[]): Config['tls'] {
  const { tlsCert: cert, tlsKey: key } = values;
  if (cert && key) return { kind: 'files', cert, key };
  if (cert || key) {
    const [has, lacks] = cert ? [settings.tlsCert, settings.tlsKey] : [settings.tlsKey, settings.tlsCert];
    problems.push(`${has.variable} is set and ${lacks.variable} is not: set both, or neither.`);
  }
  return { kind: 'none' };
}

function assemble(values: Values): Omit<Config, 'tls' | 'passedSockets' | 'unknownSettings' | 'renamedSettings'> {
  const { listen, metricsListen, requireHttps, trustProxy, update, contracts, coreHandedOver, accessLog, logLevel } =
    values;
  return {
    ...{ listen, metricsListen, requireHttps, trustProxy, update, contracts, coreHandedOver, accessLog, logLevel },
    dataDirectory: values.data ? { kind: 'given', path: values.data } : { kind: 'default', path: values.defaultData },
    crewCenter: values.crewCenter
      ? { kind: 'folder', path: values.crewCenter }
      : { kind: 'embedded', version: values.embeddedVersion },
    pages: { tileUrl: values.tileUrl, tileAttribution: values.tileAttribution, publicHours: values.publicHours },
    host: { databaseServer: values.databaseServer, php: values.php },
    flights: {
      suspendAfterMin: values.suspendAfter,
      abandonAfterH: values.abandonAfter,
      crewCenterTimeoutMs: values.crewCenterTimeout * 1_000,
      maxForwardedWaits: values.maxForwardedWaits,
    },
    limits: {
      bodyBytes: values.bodyLimit,
      finishBodyBytes: values.finishBodyLimit,
      positionsPerCall: values.positionsPerCall,
      requestsPerSecond: values.requestsPerSecond,
      requestBurst: values.requestBurst,
    },
    loginLimits: {
      perPilotAndAddress: values.loginPerPilotAndAddress,
      perAddress: values.loginPerAddress,
      perPilot: values.loginPerPilot,
    },
    quotas: {
      reportsPerFlight: values.reportsPerFlight,
      bytesPerFlight: values.bytesPerFlight,
      eventsPerMinute: values.eventsPerMinute,
      eventBurst: values.eventBurst,
    },
    retention: { flightDays: values.keepFlights || null, auditDays: values.keepAudit || null },
    backups: backupsOf(values),
    commitWindowMs: values.commitWindow,
  };
}

function backupsOf({ backupFolder: folder, backupHour: hour, backupKeep: keep }: Values): Config['backups'] {
  return folder ? { folder, hour, keep } : null;
}
