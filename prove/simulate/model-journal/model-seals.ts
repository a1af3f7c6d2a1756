import type { Committer } from './model-committer.ts';
import type { Tables } from './tables.ts';

interface Seal {
  readonly flight: number;
  /** The newest report that is sealed: what comes later is not. */
  readonly through: number;
  readonly progress: string | null;
  readonly done: PromiseWithResolvers<void>;
}

/** Maximum number of seals in one commit. */
const maxPerCommit = 4;

/** Seals wait for those before them, outside of the batches; what a seal covers is fixed when it is requested. */
export class ModelSeals {
  readonly #committer: Pick<Committer, 'add'>;
  readonly #tables: Tables;
  readonly #waiting: Seal[] = [];
  #running: Promise<void> | null = null;

  constructor(committer: Pick<Committer, 'add'>, tables: Tables) {
    this.#committer = committer;
    this.#tables = tables;
  }

  add(flight: number, through: number, progress: string | null): Promise<void> {
    const done = Promise.withResolvers<void>();
    done.promise.catch(() => undefined);
    this.#waiting.push({ flight, through, progress, done });
    this.#running ??= this.#run();
    return done.promise;
  }

  /** Settles when none waits. */
  async drain(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const commits = this.#waiting
        .splice(0, maxPerCommit)
        .map(({ flight, through, progress, done }) =>
          this.#committer.add(() => this.#tables.seal(flight, through, progress)).then(done.resolve, done.reject),
        );
      await Promise.all(commits);
    }
    this.#running = null;
  }
}
