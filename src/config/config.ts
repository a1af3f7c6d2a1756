import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { isUsable } from '../lib/is-there.ts';
import { combine } from './combine.ts';
import type { Config } from './config-shape.ts';
import { findContradictions } from './contradictions.ts';
import { type Environment, findRenamed, findRetired, findUnknown, givenName } from './environment.ts';

import { readCluster } from './read-cluster.ts';
import { readJournal } from './read-journal.ts';
import { place, type Setting, type SettingKey, settings, type Values } from './settings.ts';

export type { Config, Environment };
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
  const ours = isUsable(file) ? Object.entries(parseEnv(readFileSync(file, 'utf8'))) : [];
  return { ...Object.fromEntries(ours.filter(([name]) => name.startsWith('TRACKER_'))), ...process.env };
}

/** @throws ConfigError naming every invalid setting, not only the first. */
export function loadConfig(env: Environment = readEnvironment(), overrides: Overrides = {}): Config {
  const problems: string[] = [];
  const values = readValues(env, overrides, problems);
  const tls = readTls(values, problems);
  const journal = readJournal(values, problems);
  const cluster = readCluster(values, problems);
  if (problems.length === 0) problems.push(...findContradictions(values, env, overrides));
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    ...place(values),
    ...combine(values),
    tls,
    ...journal,
    cluster,
    passedSockets: countPassedSockets(env, process.pid),
    unknownSettings: findUnknown(env),
    renamedSettings: findRenamed(env),
    retiredSettings: findRetired(env),
  };
}

function readValues(env: Environment, overrides: Overrides, problems: string[]): Values {
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries<Setting<unknown>>(settings)) {
    const { kind } = setting;
    const variable = givenName(setting, env);
    const text = (overrides[key as SettingKey] ?? env[variable] ?? setting.default).trim();
    // An empty value is a value where it is allowed, else none at all.
    const given = kind.read(text);
    const value = given === undefined && text === '' ? kind.read(setting.default) : given;
    if (value === undefined) {
      const name = overrides[key as SettingKey] === undefined ? variable : optionOf(key);
      const guess = kind.guess?.(text) ?? null;
      const hint = guess === null || kind.read(guess) === undefined ? '' : ` Did you mean ${guess}?`;
      const shown = kind.isSecret ? 'given' : JSON.stringify(text);
      problems.push(`${name} is ${shown}: it must be ${kind.constraint}.${hint}`);
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

/**
 * Returns how many sockets systemd passed to this process (sd_listen_fds(3)): the first is file descriptor 3. Those of a
 * parent are not ours.
 * @param env - with `LISTEN_FDS` and `LISTEN_PID`
 */
export function countPassedSockets(env: Readonly<Record<string, string | undefined>>, pid: number): number {
  const count = env.LISTEN_PID === String(pid) ? Number(env.LISTEN_FDS) : 0;
  return Number.isInteger(count) && count > 0 ? count : 0;
}
