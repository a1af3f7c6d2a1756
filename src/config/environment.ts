import { type Setting, settings } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const all: readonly Setting<unknown>[] = Object.values(settings);

/** The name under which the environment has the setting: its own, or else the former one. */
export function givenName({ variable, formerly }: Setting<unknown>, env: Environment): string {
  return formerly !== null && env[formerly] !== undefined && env[variable] === undefined ? formerly : variable;
}

/** Said where several processes are asked for, by the setting or the option of before. */
export const processesRetired =
  'One process serves: several were slower than one. To survive the loss of a process or a machine, run several servers on one journal in MariaDB, see docs/scaling.md.';

/** Has no effect, and is an error from the next major version on. */
const processes = 'TRACKER_PROCESSES';

/** Variables that are named like settings and are none. */
export function findUnknown(env: Environment): readonly string[] {
  const known = new Set<string | null>([processes, ...all.flatMap(({ variable, formerly }) => [variable, formerly])]);
  return Object.keys(env).filter((name) => name.startsWith('TRACKER_') && !known.has(name));
}

/** Settings that are given under a former name. */
export function findRenamed(env: Environment): readonly { readonly from: string; readonly to: string }[] {
  return all.flatMap(({ variable, formerly }) =>
    formerly !== null && env[formerly] !== undefined ? [{ from: formerly, to: variable }] : [],
  );
}

/** Returns a sentence for each given setting that no longer has an effect. */
export function findRetired(env: Environment): readonly string[] {
  return Number(env[processes]) > 1 ? [`${processes} has no effect. ${processesRetired}`] : [];
}
