import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startOf } from '../../bin/heap-options.js';
import { type Environment, readEnvironment } from '../config/config.ts';
import { BoundedLog } from '../server/place/bounded-log.ts';
import { isServing, lockPlace, logFile, notePid, noteStart, type Place } from '../server/place/place.ts';
import { CommandError } from './command.ts';
import { commandOf } from './command-of.ts';
import { form } from './form.ts';
import type { About } from './help.ts';

const about: About = {
  name: 'keep',
  summary: 'start the server of a site that was set up through its folder, unless it runs',
  text: `Starts the server of a private place (--place) in the background if it does not run, and returns at once; prints one line.
For cron, each minute or every five: sh DIR/keep >/dev/null 2>&1`,
  examples: ['tracker keep --place /home/airline/tracker'],
};

const keep = form({
  withoutData: true,
  async run(_given, io) {
    const { place } = io;
    if (place === undefined)
      throw new CommandError('tracker keep needs --place DIR, the private place of the site.', 2);
    const state = await keepRunning(place);
    const says = { runs: 'runs', starting: 'is being started', started: 'was started' }[state];
    io.out(io.json ? JSON.stringify({ server: state }) : `The server of ${place.path} ${says}.`);
    return 0;
  },
});

export const command = commandOf(about, [keep]);

async function keepRunning(place: Place): Promise<'runs' | 'starting' | 'started'> {
  const lock = lockPlace(place);
  if (lock === null) return (await isServing(place)) ? 'runs' : 'starting';
  // The server takes it: a second one that is started meanwhile ends by itself.
  lock[Symbol.dispose]();
  closeInherited();
  try {
    await startDetached(place);
  } catch (error) {
    const reason = `The server could not be started: ${error instanceof Error ? error.message : String(error)}`;
    noteStart(place, reason);
    throw new CommandError(reason);
  }
  return 'started';
}

/** Its own session, so that it outlives what started this; low priority, as a guest on a shared machine. */
async function startDetached(place: Place): Promise<void> {
  const { path } = place;
  const log = new BoundedLog(join(path, logFile));
  log.ensureRoom();
  try {
    setPriority(lowPriority);
  } catch {
    // It is lower already, or the host does not allow it.
  }
  const launcher = fileURLToPath(new URL('../../bin/tracker.js', import.meta.url));
  // The launcher would start Node once more to give it these.
  const { options, environment } = startOf('small server');
  const child = spawn(process.execPath, [...process.execArgv, ...options, launcher, 'serve', '--place', path], {
    cwd: path,
    detached: true,
    stdio: ['ignore', log.descriptor, log.descriptor],
    env: { ...environment, ...cleanEnvironment(readEnvironment()) },
  });
  await once(child, 'spawn');
  notePid(place, Number(child.pid), 'starting');
  child.unref();
}

const lowPriority = 5;
const passedOn = /^(?:PATH|HOME|LANG|TZ|TMPDIR|TRACKER_.*)$/;

/** Nothing of what a web server or a panel puts there. */
function cleanEnvironment(environment: Environment) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => passedOn.test(name)));
}

/** O_CLOEXEC of Linux, in the octal number of `/proc/self/fdinfo`. */
const closedForChildren = 0o2000000;

/**
 * Closes what this process has inherited besides its standard files, such as the listening socket of a PHP process: what Node itself has
 * open is not passed on to children. Without `/proc` they stay open.
 */
function closeInherited(): void {
  for (const name of listDescriptors()) {
    const number = Number(name);
    if (number > 2 && (flagsOf(number) & closedForChildren) === 0) closeQuietly(number);
  }
}

function listDescriptors(): readonly string[] {
  try {
    return readdirSync('/proc/self/fd');
  } catch {
    return [];
  }
}

function flagsOf(descriptor: number): number {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'));
    return Number.parseInt(flags?.[1] ?? '', 8) || closedForChildren;
  } catch {
    // It was the listing's own.
    return closedForChildren;
  }
}

function closeQuietly(descriptor: number): void {
  try {
    closeSync(descriptor);
  } catch {
    // It is closed.
  }
}
