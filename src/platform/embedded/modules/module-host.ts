import type { CrewCenter } from '../crew-center.ts';
import { pruneEvents, readEvents } from './event-log.ts';
import { ManifestError, readManifest } from './manifest.ts';
import { type ModuleRow, readModuleRows, stopModule } from './module-table.ts';
import { type ModuleLimits, ModuleThread, moduleLimits } from './module-thread.ts';

/** How often is looked for what another process did: modules enabled or disabled, events. */
const lookEveryMs = 2_000;
const batch = 100;

interface Running {
  readonly thread: ModuleThread;
  readonly events: ReadonlySet<string>;
  /** Of the row that it was started by: enabled anew, it is started anew, with what its folder holds then. */
  readonly changedAt: string;
  /** The last event put in its line, and the last one it has dealt with. */
  told: number;
  heard: number;
  saved: number;
}

export interface ModuleHostOptions {
  readonly crewCenter: CrewCenter;
  readonly crewCenterFile: string;
  /** The folder `modules`. */
  readonly folder: string;
  readonly limits?: ModuleLimits;
}

/** Runs the enabled modules, each in its thread. No pilot and no other module waits for one. */
export class ModuleHost {
  readonly #options: ModuleHostOptions;
  readonly #running = new Map<string, Running>();
  readonly #listening: Disposable;
  #timer: Disposable | null = null;
  #isClosed = false;
  #isDue = false;

  constructor(options: ModuleHostOptions) {
    this.#options = options;
    this.#listening = options.crewCenter.events.listen(() => this.#lookSoon());
    this.#look();
  }

  /** Ends the threads; what they have not dealt with is told at the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#listening[Symbol.dispose]();
    this.#timer?.[Symbol.dispose]();
    await Promise.all([...this.#running.values()].map(({ thread }) => thread.finish()));
    await this.#save().catch((error: unknown) => this.#report(error));
  }

  /** After the commit that told it, together with what else that turn commits. */
  #lookSoon(): void {
    if (this.#isDue || this.#running.size === 0) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.#deliver();
    });
  }

  #look(): void {
    if (this.#isClosed) return;
    try {
      const rows = this.#options.crewCenter.read(() => readModuleRows(this.#options.crewCenter));
      this.#adopt(rows);
      this.#deliver();
      void this.#save().catch((error: unknown) => this.#report(error));
    } catch (error) {
      this.#report(error);
    }
    this.#timer = this.#options.crewCenter.clock.after(lookEveryMs, () => this.#look());
  }

  /** Starts what was enabled, ends what was disabled. */
  #adopt(rows: readonly ModuleRow[]): void {
    for (const row of rows) {
      const running = this.#running.get(row.name);
      const isSame = row.isEnabled === (running !== undefined) && (running?.changedAt ?? '') === row.changedAt;
      if (running !== undefined && !isSame) {
        this.#running.delete(row.name);
        void running.thread.end();
      }
      if (row.isEnabled && !isSame) this.#start(row, Math.max(row.lastEventId, running?.heard ?? 0));
    }
  }

  #start({ name, changedAt }: ModuleRow, lastEventId: number): void {
    const { crewCenter, crewCenterFile, folder, limits = moduleLimits } = this.#options;
    try {
      const manifest = readManifest(folder, name);
      const thread = new ModuleThread({
        ...{ manifest, crewCenterFile, limits, clock: crewCenter.clock },
        onLog: (text) => crewCenter.log.info({ module: name }, text),
        onDone: (eventId) => {
          const running = this.#running.get(name);
          if (running !== undefined) running.heard = eventId;
        },
        onFailed: (reason) => this.#stop(name, reason),
      });
      const events = new Set<string>(manifest.events);
      this.#running.set(name, { thread, events, changedAt, told: lastEventId, heard: lastEventId, saved: lastEventId });
    } catch (error) {
      if (!(error instanceof ManifestError)) throw error;
      this.#stop(name, error.message);
    }
  }

  #stop(name: string, reason: string): void {
    const { crewCenter } = this.#options;
    this.#running.delete(name);
    crewCenter.log.warn({ module: name, reason }, 'a module was stopped');
    void stopModule(crewCenter, name, reason).catch((error: unknown) => this.#report(error));
  }

  #deliver(): void {
    const { crewCenter } = this.#options;
    for (;;) {
      const after = Math.min(...[...this.#running.values()].map(({ told }) => told));
      if (this.#isClosed || !Number.isFinite(after)) return;
      const events = crewCenter.read(() => readEvents(crewCenter, after, batch));
      for (const event of events) {
        for (const running of this.#running.values()) {
          if (event.id <= running.told) continue;
          running.told = event.id;
          if (running.events.has(event.name)) running.thread.tell(event);
        }
      }
      if (events.length < batch) return;
    }
  }

  /** How far each has heard, and drops the events that all have. */
  async #save(): Promise<void> {
    const { crewCenter } = this.#options;
    for (const running of this.#running.values()) if (running.thread.isIdle) running.heard = running.told;
    const changed = [...this.#running].filter(([, { heard, saved }]) => heard > saved);
    if (changed.length === 0) return;
    await crewCenter.write(() => {
      for (const [name, { heard }] of changed)
        crewCenter.run('UPDATE modules SET last_event_id = ? WHERE name = ?', heard, name);
      pruneEvents(crewCenter);
    });
    for (const [, running] of changed) running.saved = running.heard;
  }

  #report(error: unknown): void {
    this.#options.crewCenter.log.error({ err: error }, 'modules could not be looked after');
  }
}
