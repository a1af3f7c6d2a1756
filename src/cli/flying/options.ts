import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from '../command.ts';
import type { Given } from '../form.ts';
import type { Options } from '../options.ts';

/** The options of `tracker fly`. */
export const flyOptions = {
  login: { value: 'WHO', about: 'e-mail or ident of the pilot' },
  'password-file': {
    value: 'FILE',
    about: 'file with the password in its first line; - for standard input; default: prompt on the terminal',
  },
  password: { value: 'TEXT', about: 'for demonstrations only: others on this machine can see it' },
  'api-key-file': { value: 'FILE', about: "file with the pilot's API key, instead of login and password" },
  'client-token-file': { value: 'FILE', about: 'file with the client token, if the crew center requires one' },
  bid: { value: 'ID', about: 'the bid to fly; default: the newest that matches the recording' },
  registration: { value: 'REG', about: "an aircraft other than the bid's" },
  recording: { value: 'FILE', about: 'a recording other than Zürich–Cancún (see recordings/README.md)' },
  speed: { value: 'N|max', about: '1 is real time; max is as fast as the server acknowledges', default: '1' },
  batch: { value: 'N', about: 'maximum number of positions in one request' },
  patience: { value: 'MINUTES', about: 'how long to wait for a server that is down', default: '10' },
  state: { value: 'FILE', about: 'file for the queue of unacknowledged reports' },
  contract: {
    value: 'NAME',
    about:
      "smartcars3: as smartCARS 3 does; its reports have no time, so speeds above 1 give figures that are not believed. stratos: likewise. phpvms7-core: as clients of phpVMS 7's API do, with --api-key-file",
  },
  faults: {
    value: 'SEED',
    about: 'inject faults: loss, delay, repeats, reordering, a wrong clock, an expired session, a crash',
  },
} as const satisfies Options;

/** Reads the options of `tracker fly`. @throws CommandError */
export function readOptions(given: Given<typeof flyOptions>) {
  const faults = given.option('faults') ?? undefined;
  return {
    baseUrl: given.positional(0),
    login: given.option('login') ?? undefined,
    password: given.option('password') ?? undefined,
    passwordFile: given.option('password-file') ?? undefined,
    apiKeyFile: given.option('api-key-file') ?? undefined,
    clientTokenFile: given.option('client-token-file') ?? undefined,
    bidId: given.option('bid'),
    registration: given.option('registration'),
    recording: given.option('recording') ?? undefined,
    speed: readSpeed(given.option('speed')),
    batchSize: readNumber('batch', given.option('batch') ?? (faults === undefined ? '100' : '20'), 1),
    patienceMs: readNumber('patience', given.option('patience'), 0) * 60_000,
    state: given.option('state') ?? undefined,
    contract: readContract(given.option('contract')),
    faults,
  };
}

function readContract(name: string | null): 'own' | 'smartcars3' | 'stratos' | 'phpvms7-core' {
  if (name === null) return 'own';
  if (name === 'smartcars3' || name === 'stratos' || name === 'phpvms7-core') return name;
  throw new CommandError(
    '--contract must be smartcars3, stratos or phpvms7-core; without it the crew center’s own contract is flown.',
    2,
  );
}

export type FlyOptions = ReturnType<typeof readOptions>;

/** Parses a speed: 1 is real time, Infinity (`max`) is as fast as the server acknowledges. @throws CommandError */
export function readSpeed(text: string): number {
  return text === 'max' ? Number.POSITIVE_INFINITY : readNumber('speed', text, 1);
}

function readNumber(name: string, text: string, min: number): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number) && number >= min) return number;
  throw new CommandError(`--${name} must be a number of at least ${min}${name === 'speed' ? ', or max' : ''}.`, 2);
}

/** Returns the default state file of a crew center and pilot, so that a run finds the state of the previous one. */
export function defaultState({ baseUrl, login, apiKeyFile }: FlyOptions): string {
  const key = createHash('sha256')
    .update(JSON.stringify([baseUrl, login ?? apiKeyFile]))
    .digest('hex');
  return join(homedir(), '.local', 'state', 'tracker-fly', `${key.slice(0, 24)}.jsonl`);
}
