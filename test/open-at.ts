import { type Config, loadConfig } from '../src/config/config.ts';
import type { Clock } from '../src/lib/clock.ts';
import { createLogger, type LogOptions } from '../src/lib/log.ts';
import type { Server } from '../src/server/app.ts';
import { openTracker, type Replacements, type Tracker, type TrackerNeeds } from '../src/server/tracker.ts';
import { startCopyingWriter } from './copying-writer.ts';

/** A server in this process, which writes its journal in its own thread: its folder, and in what it differs from one that is started without settings. */
export interface ServerOrder {
  /** Its data directory. */
  readonly directory: string;
  /** Settings as an operator writes them. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings as the server has them, in the place of those. */
  readonly config?: Partial<Config>;
  /** The machine's if none is given. */
  readonly clock?: Clock;
  /** Nothing is logged if none is given. */
  readonly logLevel?: LogOptions['level'];
  /** Receives what is logged. */
  readonly write?: (line: string) => void;
  /** Passwords are hashed cheaply if nothing is said of them. */
  readonly replace?: Replacements;
}

/** Opens journal, crew center and core, without a door. */
export async function openTrackerAt(order: ServerOrder): Promise<Tracker> {
  return openTracker(needsOf(order));
}

/** Opens the whole server, on a free port. */
export async function openServerAt(order: ServerOrder): Promise<Server> {
  // Only here: most tests need no door, and should not load one.
  const { openServer } = await import('../src/server/app.ts');
  return openServer(needsOf(order));
}

function needsOf(order: ServerOrder): TrackerNeeds {
  const { directory, env, config, clock, logLevel: level = 'silent', write = () => undefined, replace } = order;
  const standard = loadConfig({ TRACKER_DATA: directory, TRACKER_LISTEN: '127.0.0.1:0', ...env });
  return {
    config: { ...standard, ...config },
    clock,
    log: createLogger({ level, destination: { write } }),
    journalWriter: startCopyingWriter,
    replace: { passwordCost: 4, ...replace },
  };
}
