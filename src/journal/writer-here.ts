import { writingHost } from './file-host.ts';
import { FileWriter } from './file-writer.ts';
import type { BatchMessage, BatchResult, Scrubbed, WriterStart } from './operations.ts';
import type { Writer } from './writer-thread.ts';

/**
 * What the journal's thread does, in the thread that asks, a turn of the event loop later. For who serves nobody meanwhile:
 * a command that writes a row or two takes less time than a thread takes to start.
 */
export class WriterHere implements Writer {
  readonly #writer: FileWriter;
  #hear: (answer: BatchResult | Scrubbed) => void = () => undefined;
  #turns: Promise<unknown> = Promise.resolve();

  constructor(start: WriterStart) {
    this.#writer = new FileWriter(start, writingHost);
  }

  async ready(): Promise<void> {}

  onAnswer(hear: (answer: BatchResult | Scrubbed) => void): void {
    this.#hear = hear;
  }

  write(message: BatchMessage): void {
    this.#later(() => this.#hear(this.#writer.commit(message)));
  }

  scrub(): void {
    this.#later(() => this.#hear(this.#writer.scrub()));
  }

  async close(): Promise<void> {
    await this.#turns;
    this.#writer.close();
  }

  abandon(): void {
    this.#writer.close();
  }

  /** In order; one that fails is a bug, and ends the process like an error in the thread. */
  #later(task: () => void): void {
    this.#turns = this.#turns.then(() => new Promise((resolve) => setImmediate(resolve))).then(task);
  }
}

/** @returns one that is ready */
export function startWriterHere(start: WriterStart): Writer {
  return new WriterHere(start);
}
