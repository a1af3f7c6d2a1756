import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { ConfigError, type Overrides } from '../../config/config.ts';
import { serverListen } from '../../config/kinds.ts';
import { DirectoryInUseError, lockDirectory } from '../../journal/directory.ts';

/** The private place of a site that was set up through its folder: program, data, log, and what set-up decided. */
export interface Place {
  readonly path: string;
  /** What `folder.json` says of the settings that are otherwise given on the command line. */
  readonly overrides: Overrides;
  /** Whether the server ends by itself while nobody needs it. */
  readonly sleeps: boolean;
}

const decisions = 'folder.json';
const tries = 'start.json';
/** The process that serves the place, for the launcher and for removal: they see without Node that there is one. */
const pidFile = 'server.pid';
export const logFile = 'server.log';

/** @throws ConfigError naming what is wrong with the folder, or with a member of its `folder.json` */
export function readPlace(directory: string): Place {
  const path = resolve(directory);
  const file = join(path, decisions);
  const wrong = (what: string) => new ConfigError([`--place is ${JSON.stringify(directory)}: ${what}`]);
  const read = (): unknown => {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch (error) {
      throw wrong(`${file} cannot be read (${error instanceof Error ? error.message : String(error)}).`);
    }
  };
  const said = read();
  if (typeof said !== 'object' || said === null || Array.isArray(said)) throw wrong(`${file} has no JSON object.`);
  const { listen = `unix:${join(path, 'tracker.sock')}`, crewCenter, sleeps = false } = said as Record<string, unknown>;
  if (typeof listen !== 'string' || serverListen.read(listen) === undefined)
    throw wrong(`"listen" in ${file} must be ${serverListen.constraint}.`);
  if (crewCenter !== undefined && (typeof crewCenter !== 'string' || !crewCenter.startsWith('/')))
    throw wrong(`"crewCenter" in ${file} must be an absolute path.`);
  if (typeof sleeps !== 'boolean') throw wrong(`"sleeps" in ${file} must be true or false.`);
  const data = join(path, 'data');
  return { path, sleeps, overrides: { data, listen, ...(crewCenter !== undefined && { crewCenter }) } };
}

/** Returns the lock of the place, which ends with this process; null while another process has it. */
export function lockPlace({ path }: Pick<Place, 'path'>): Disposable | null {
  try {
    return lockDirectory(path);
  } catch (error) {
    if (error instanceof DirectoryInUseError) return null;
    throw error;
  }
}

/** Returns whether the server of the place accepts connections. */
export function isServing({ overrides }: Pick<Place, 'overrides'>): Promise<boolean> {
  const listen = serverListen.read(String(overrides.listen));
  if (listen === undefined || listen.kind === 'systemd') return Promise.resolve(false);
  return new Promise((settle) => {
    const probe = connect(listen.kind === 'unix' ? { path: listen.path } : { host: listen.host, port: listen.port });
    const end = (isThere: boolean) => {
      probe.destroy();
      settle(isThere);
    };
    probe.once('connect', () => end(true));
    probe.once('error', () => end(false));
    probe.setTimeout(1_000, () => end(false));
  });
}

/** PHP waits longer between starts with each try. After so many it waits eight seconds: a client's call that wakes the server waits as long. */
const maxTriesOfReady = 4;

/** Notes for the next starter that the server accepts connections: if it is ended soon, as often as that may be, pilots are not left alone for long. */
export function noteReady(place: Pick<Place, 'path'>): void {
  const { tries: tried } = readTries(place);
  if (typeof tried === 'number' && tried > maxTriesOfReady) noteTries(place, { tries: maxTriesOfReady });
}

/** Notes for the next starter what became of the server: null once it has run for a while, else why it ended. */
export function noteStart(place: Pick<Place, 'path'>, problem: string | null): void {
  noteTries(place, problem === null ? { tries: 0, problem } : { problem: ['start-failed', problem] });
}

function noteTries(place: Pick<Place, 'path'>, changes: object): void {
  const file = join(place.path, tries);
  try {
    writeFileSync(`${file}.half`, JSON.stringify({ ...readTries(place), ...changes }), { mode: 0o600 });
    renameSync(`${file}.half`, file);
  } catch {
    // A full disk: the next start waits longer than it needs to, and the log has the reason.
  }
}

function readTries({ path }: Pick<Place, 'path'>): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(readFileSync(join(path, tries), 'utf8'));
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return { at: 0, by: 'keep' };
  }
}

/**
 * Writes the number of the process that serves the place, or is about to (`starting`), for the launcher. It is believed only of one that works in
 * the place. Where the account has no thread left Node gets no further than its start, and the launcher ends it.
 */
export function notePid({ path }: Pick<Place, 'path'>, pid: number, state: 'serves' | 'starting' = 'serves'): void {
  try {
    writeFileSync(join(path, pidFile), state === 'serves' ? `${pid}\n` : `${pid} starting\n`, { mode: 0o600 });
  } catch {
    // A full disk: the lock of the place keeps a second server away, and takes longer to say so.
  }
}

/** Takes the number away when it is this process's: who waits for the file to go knows that nothing is written to the place any more. */
export function forgetPid({ path }: Pick<Place, 'path'>): void {
  const file = join(path, pidFile);
  try {
    if (readFileSync(file, 'utf8').trim() === String(process.pid)) rmSync(file);
  } catch {
    // Already gone: with the place, or before.
  }
}
