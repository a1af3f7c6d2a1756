import { Follower, type Handler } from '../../../lib/follower.ts';
import type { CrewCenter } from '../crew-center.ts';
import { type Manifest, ManifestError, readManifest } from './manifest.ts';
import { type LoggedEvent, ModuleLog } from './module-log.ts';
import { type ModuleRow, readModuleRows, stopModule } from './module-table.ts';
import { ModuleEnded, type ModuleLimits, ModuleThread, moduleLimits } from './module-thread.ts';

/** Interval of checks for changes by other processes: modules enabled or disabled, events. */
const lookEveryMs = 2_000;

interface Running {
  readonly thread: ModuleThread;
  readonly follower: Follower<LoggedEvent>;
  /** Time of the row with which it was started: if it was enabled again, it is restarted with the current files. */
  readonly changedAt: string;
}

export interface ModuleHostOptions {
  readonly crewCenter: CrewCenter;
  readonly crewCenterFile: string;
  /** The folder `modules`. */
  readonly folder: string;
  readonly limits?: ModuleLimits;
}

/** Runs the enabled modules, each in its own thread with its own cursor, so that none delays pilots or other modules. */
export class ModuleHost {
  readonly #options: ModuleHostOptions;
  readonly #log: ModuleLog;
  readonly #running = new Map<string, Running>();
  /** Modules whose thread is ending; they are restarted once their cursor is stored. */
  readonly #ending = new Set<string>();
  #timer: Disposable | null = null;
  #isClosed = false;

  constructor(options: ModuleHostOptions) {
    this.#options = options;
    this.#log = new ModuleLog(options.crewCenter);
    this.#look();
  }

  /** Ends the threads; unhandled events are delivered after the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#timer?.[Symbol.dispose]();
    await Promise.all(
      [...this.#running.values()].map(({ thread, follower }) => Promise.all([follower.close(), thread.finish()])),
    );
  }

  #look(): void {
    if (this.#isClosed) return;
    const { crewCenter } = this.#options;
    try {
      this.#adopt(crewCenter.read(() => readModuleRows(crewCenter)));
      for (const { follower } of this.#running.values()) follower.wake();
    } catch (error) {
      this.#report(error);
    }
    this.#timer = crewCenter.clock.after(lookEveryMs, () => this.#look());
  }

  /** Starts what was enabled, ends what was disabled. */
  #adopt(rows: readonly ModuleRow[]): void {
    for (const row of rows) {
      const running = this.#running.get(row.name);
      if (running !== undefined && !(row.isEnabled && running.changedAt === row.changedAt))
        this.#end(row.name, running);
      else if (row.isEnabled && running === undefined && !this.#ending.has(row.name)) this.#start(row);
    }
  }

  #end(name: string, { thread, follower }: Running): void {
    this.#running.delete(name);
    this.#ending.add(name);
    void Promise.all([follower.close(), thread.end()])
      .catch((error: unknown) => this.#report(error))
      .finally(() => this.#ending.delete(name));
  }

  #start({ name, changedAt }: ModuleRow): void {
    const { crewCenter, crewCenterFile, folder, limits = moduleLimits } = this.#options;
    try {
      const manifest = readManifest(folder, name);
      const thread = new ModuleThread({
        manifest,
        crewCenterFile,
        limits,
        clock: crewCenter.clock,
        onLog: (text) => crewCenter.log.info({ module: name }, text),
        onFailed: (reason) => this.#stop(name, reason),
      });
      const follower = new Follower(this.#log, name, tellTo(thread, manifest, this.#log, limits.waitingEvents), {
        clock: crewCenter.clock,
        // After the commit that caused it, together with the other commits of that turn.
        listen: (wake) => crewCenter.events.listen(() => setImmediate(wake)),
        onError: (error) => !(error instanceof ModuleEnded) && this.#report(error),
      });
      this.#running.set(name, { thread, follower, changedAt });
    } catch (error) {
      if (!(error instanceof ManifestError)) throw error;
      this.#stop(name, error.message);
    }
  }

  #stop(name: string, reason: string): void {
    const { crewCenter } = this.#options;
    const running = this.#running.get(name);
    if (running !== undefined) this.#end(name, running);
    crewCenter.log.warn({ event: 'module-stopped', module: name, reason }, 'module stopped');
    void stopModule(crewCenter, name, reason).catch((error: unknown) => this.#report(error));
  }

  #report(error: unknown): void {
    this.#options.crewCenter.log.error({ err: error }, 'modules could not be checked');
  }
}

/** Delivers to a module the events that it listens to; stops it when it is too far behind. */
function tellTo(thread: ModuleThread, { events }: Manifest, log: ModuleLog, maxWaiting: number): Handler<LoggedEvent> {
  const names = new Set<string>(events);
  return async ({ number, event }) => {
    if (!names.has(event.name)) return;
    if (log.last() - number > maxWaiting && log.countAfter(number, events) > maxWaiting)
      thread.fail(`More than ${maxWaiting} events were queued for it.`);
    await thread.send(event);
  };
}
