import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../lib/clock.ts';
import { isUnreachable } from '../lib/sqlite.ts';
import { isRefusal } from '../tracking/refusals.ts';
import { soonMs } from '../tracking/sweep/loop.ts';
import type { CrewCenter } from './crew-center.ts';

const dueNote = 'scrub-due-beside-journal';
const retryMs = 600_000;

export interface FileScrubbingNeeds {
  readonly notes: Pick<Journal, 'readNote' | 'saveNote'>;
  readonly clock: Clock;
  readonly once: { scrub(): Promise<void> };
  readonly crewCenter: Pick<CrewCenter, 'eraser'>;
  onError(error: unknown): void;
}

/** Overwrites what an erasure left in the files beside the journal: at once, or as soon as that can be done, also after a restart. */
export class FileScrubbing implements Disposable {
  readonly #needs: FileScrubbingNeeds;
  #timer: Disposable | null = null;

  constructor(needs: FileScrubbingNeeds) {
    this.#needs = needs;
    this.#timer = this.#later(soonMs);
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = null;
  }

  /** Runs what erases. Returns whether its traces are overwritten already. */
  async after<T>(erase: () => Promise<T>): Promise<{ readonly result: T; readonly isScrubbed: boolean }> {
    await this.#needs.notes.saveNote(dueNote, 'yes');
    const result = await erase();
    return { result, isScrubbed: await this.#round() };
  }

  #later(ms = retryMs): Disposable {
    return this.#needs.clock.after(ms, () => {
      this.#round()
        .catch((error: unknown) => this.#needs.onError(error))
        .finally(() => {
          if (this.#timer !== null) this.#timer = this.#later();
        });
    });
  }

  async #round(): Promise<boolean> {
    const { notes, once, crewCenter } = this.#needs;
    if (notes.readNote(dueNote) === null) return true;
    try {
      await once.scrub();
      await crewCenter.eraser?.scrub();
      await notes.saveNote(dueNote, null);
      return true;
    } catch (error) {
      // No room, or somebody reads a file: it is done with the next round.
      if (!isUnreachable(error) && !isRefusal(error)) throw error;
      return false;
    }
  }
}
