import type { DatabaseSync } from 'node:sqlite';
import { dataVersion, type MigrationRun, migrate } from '../../lib/migrations.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { Platform } from '../port.ts';
import { embeddedMigrations } from './migrations/migrations.ts';

export interface UpdateStep {
  readonly name: string;
  readonly summary: string | null;
  readonly isApplied: boolean;
}

/** Migrates the crew center's file, at the start or on request of the operator. Each step is a transaction. */
export class Updates {
  /** Whether the file was empty. */
  readonly isNew: boolean;
  readonly #database: DatabaseSync;
  readonly #file: string;
  #running: Promise<MigrationRun> | null = null;
  #lastRun: MigrationRun | null = null;
  #problem: string | null = null;
  #whenDone: (() => void)[] = [];

  constructor(database: DatabaseSync, file: string) {
    this.#database = database;
    this.#file = file;
    this.isNew = dataVersion(database) === 0;
  }

  get isPending(): boolean {
    return dataVersion(this.#database) < embeddedMigrations.length || this.#running !== null;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Error of the database that stopped the last run; null when there was none. */
  get problem(): string | null {
    return this.#problem;
  }

  get lastRun(): MigrationRun | null {
    return this.#lastRun;
  }

  steps(): readonly UpdateStep[] {
    const version = dataVersion(this.#database);
    return embeddedMigrations.map(({ number, name, summary = null }) => ({
      name,
      summary,
      isApplied: number <= version,
    }));
  }

  /**
   * Applies pending migrations, after a backup of the file. An interrupted run continues after the last completed step.
   * @throws NewerDataError when a newer version wrote the file
   */
  async run(): Promise<MigrationRun> {
    this.#running ??= this.#migrate();
    try {
      return await this.#running;
    } finally {
      this.#running = null;
      if (!this.isPending) for (const task of this.#whenDone.splice(0)) task();
    }
  }

  /** The report of a run that did nothing. */
  untouched(): MigrationRun {
    const version = dataVersion(this.#database);
    return { from: version, to: version, applied: [], backup: null };
  }

  /** Runs the task once nothing is pending, or immediately. */
  whenDone(task: () => void): void {
    if (this.isPending) this.#whenDone.push(task);
    else task();
  }

  async #migrate(): Promise<MigrationRun> {
    this.#problem = null;
    try {
      this.#lastRun = await migrate(this.#database, embeddedMigrations, {
        file: this.#file,
        what: 'crew center',
        // Requests for the progress are served between two steps.
        onApplied: () => new Promise((resolve) => setImmediate(resolve)),
      });
      return this.#lastRun;
    } catch (error) {
      this.#problem = error instanceof Error ? error.message : String(error);
      throw error;
    }
  }
}

/** The settings can be read from any version of the file. */
const free: readonly PropertyKey[] = ['readSettings', 'close'] satisfies readonly (keyof Platform)[];

/** Returns a port that is unavailable while an update is pending: clients wait, and nothing that they send is lost. */
export function holdBack(platform: Platform, updates: Updates): Platform {
  if (!updates.isPending) return platform;
  const desk = holdCalls(platform.desk, updates);
  const { papers } = platform;
  return holdCalls(platform, updates, { desk, ...(papers && { papers: holdCalls(papers, updates) }) });
}

function holdCalls<T extends object>(calls: T, updates: Updates, instead: Partial<T> = {}): T {
  return new Proxy(calls, {
    get(target, name) {
      const member: unknown = Reflect.get(name in instead ? instead : target, name);
      if (typeof member !== 'function') return member;
      if (free.includes(name)) return member.bind(target) as unknown;
      return async (...given: unknown[]) => {
        requireDone(updates);
        return Reflect.apply(member, target, given) as unknown;
      };
    },
  });
}

/** @throws Refusal `crew-center-unavailable` while an update is pending */
export function requireDone(updates: Pick<Updates, 'isPending'>): void {
  if (!updates.isPending) return;
  const message = 'The crew center is being updated. The operator must apply the update on the Update page.';
  throw new Refusal('crew-center-unavailable', { message, retryAfterS: 30 });
}
