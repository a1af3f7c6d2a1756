import type { Committer } from './committer.ts';

export interface Seal {
  readonly flight: number;
  readonly numbers: Float64Array;
  readonly progress: string | null;
}

/** Most reports that are packed in one commit: a sweep over all flights must not hold up the positions. */
const maxPerCommit = 4096;

/** Seals wait here and go to the committer a few at a time. What each of them packs was settled when it was asked for. */
export class SealQueue {
  readonly #committer: Committer;
  readonly #waiting: { readonly seal: Seal; readonly done: PromiseWithResolvers<void> }[] = [];
  #running: Promise<void> | null = null;

  constructor(committer: Committer) {
    this.#committer = committer;
  }

  add(seal: Seal): Promise<void> {
    const done = Promise.withResolvers<void>();
    done.promise.catch(() => undefined);
    this.#waiting.push({ seal, done });
    this.#running ??= this.#run();
    return done.promise;
  }

  /** Settles when all that wait are through. */
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
