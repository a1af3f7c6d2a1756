import type { Committer } from './committer.ts';

export interface Seal {
  readonly flight: number;
  readonly numbers: Float64Array;
  readonly progress: string | null;
}

/** Maximum number of reports packed in one commit, so that sealing all flights does not delay positions. */
const maxPerCommit = 4096;

/** A queue of seals, passed to the committer a few at a time. The reports of a seal are fixed when it is requested. */
export class SealQueue {
  readonly #committer: Pick<Committer, 'add'>;
  readonly #waiting: { readonly seal: Seal; readonly done: PromiseWithResolvers<void> }[] = [];
  #running: Promise<void> | null = null;

  constructor(committer: Pick<Committer, 'add'>) {
    this.#committer = committer;
  }

  add(seal: Seal): Promise<void> {
    const done = Promise.withResolvers<void>();
    done.promise.catch(() => undefined);
    this.#waiting.push({ seal, done });
    this.#running ??= this.#run();
    return done.promise;
  }

  /** Settles when the queue is empty. */
  async drain(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const commits: Promise<unknown>[] = [];
      for (let reports = 0; reports < maxPerCommit; ) {
        const next = this.#waiting.shift();
        if (next === undefined) break;
        reports += next.seal.numbers.length;
        const commit = this.#committer.add({ kind: 'seal', ...next.seal, isLast: false });
        commits.push(commit.then(next.done.resolve, next.done.reject));
      }
      await Promise.all(commits);
    }
    this.#running = null;
  }
}
