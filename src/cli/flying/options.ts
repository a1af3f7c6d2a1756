import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError } from '../command.ts';
import { explainArguments } from '../did-you-mean.ts';

/** What `tracker fly` was asked for. @throws CommandError with the usage */
export function readOptions(args: readonly string[], usage: string) {
  const { values, positionals } = parse(args, usage);
  const [baseUrl] = positionals;
  if (baseUrl === undefined || positionals.length > 1) throw new CommandError(`Give one base URL.\n\n${usage}`, 2);
  return {
    baseUrl,
    login: values.login,
    password: values.password,
    passwordFile: values['password-file'],
    apiKeyFile: values['api-key-file'],
    clientTokenFile: values['client-token-file'],
    bidId: values.bid ?? null,
    registration: values.registration ?? null,
    recording: values.recording,
    speed: readSpeed(values.speed),
    batchSize: readNumber('batch', values.batch ?? (values.faults === undefined ? '100' : '20'), 1),
    patienceMs: readNumber('patience', values.patience, 0) * 60_000,
    state: values.state,
    faults: values.faults,
  };
}

export type Options = ReturnType<typeof readOptions>;

function parse(args: readonly string[], usage: string) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        login: text,
        password: text,
        'password-file': text,
        'api-key-file': text,
        'client-token-file': text,
        bid: text,
        registration: text,
        recording: text,
        speed: { type: 'string', default: '1' },
        batch: text,
        patience: { type: 'string', default: '10' },
        state: text,
        faults: text,
      },
    });
  } catch (error) {
    throw new CommandError(`${explainArguments(error, usage) ?? 'Wrong arguments.'}\n\n${usage}`, 2);
  }
}

/** 1 is real speed, Infinity (`max`) as fast as acknowledged. @throws CommandError */
export function readSpeed(text: string): number {
  return text === 'max' ? Number.POSITIVE_INFINITY : readNumber('speed', text, 1);
}

function readNumber(name: string, text: string, least: number): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number) && number >= least) return number;
  throw new CommandError(`--${name} is a number of at least ${least}${name === 'speed' ? ', or max' : ''}.`, 2);
}

/** One file a crew center and pilot, so that a run finds what the run before it left. */
export function defaultState({ baseUrl, login, apiKeyFile }: Options): string {
  const key = createHash('sha256')
    .update(JSON.stringify([baseUrl, login ?? apiKeyFile]))
    .digest('hex');
  return join(homedir(), '.local', 'state', 'tracker-fly', `${key.slice(0, 24)}.jsonl`);
}
