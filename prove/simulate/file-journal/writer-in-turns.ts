import type { WritingHost } from '../../../src/journal/file-host.ts';
import { FileWriter } from '../../../src/journal/file-writer.ts';
import type { BatchMessage, BatchResult, Scrubbed, WriterStart } from '../../../src/journal/operations.ts';
import type { Writer } from '../../../src/journal/writer-thread.ts';
import type { Clock } from '../../../src/lib/clock.ts';

export interface WriterNeeds {
  readonly host: WritingHost;
  readonly clock: Clock;
  /** How long the next transaction takes, in milliseconds. */
  commitMs(): number;
  /** A batch is about to be written. */
  onWrite(): void;
  /** A batch was written, or could not be. */
  onWritten(): void;
  /** The file is about to be closed. */
  onClose(): void;
}

/** What the writer's thread does, in the same thread: a batch is written when its time is over. */
export class WriterInTurns implements Writer {
  readonly #needs: WriterNeeds;
  readonly #writer: FileWriter;
  #hear: (answer: BatchResult | Scrubbed) => void = () => undefined;
  #underWay: BatchMessage | null = null;
  #isDead = false;

  constructor(start: WriterStart, needs: WriterNeeds) {
    this.#needs = needs;
    this.#writer = new FileWriter(start, needs.host);
  }

  async ready(): Promise<void> {}

  onAnswer(hear: (answer: BatchResult | Scrubbed) => void): void {
    this.#hear = hear;
  }

  write(message: BatchMessage): void {
    this.#underWay = message;
    this.#after(this.#needs.commitMs(), () => {
      this.#underWay = null;
      this.#needs.onWrite();
      const result = this.#writer.commit(message);
      this.#needs.onWritten();
      this.#hear(result);
    });
  }

  scrub(): void {
    this.#after(this.#needs.commitMs(), () => this.#hear(this.#writer.scrub()));
  }

  /** The process ends. @param isWriting - whether it came to write what was under way, as far as the disk takes it */
  die(isWriting: boolean): void {
    this.#isDead = true;
    if (isWriting && this.#underWay !== null) this.#writer.commit(this.#underWay);
  }

  async close(): Promise<void> {
    this.#needs.onClose();
    this.#writer.close();
  }

  abandon(): void {
    this.#writer.close();
  }

  #after(ms: number, task: () => void): void {
    this.#needs.clock.after(ms, () => {
      if (!this.#isDead) task();
    });
  }
}
