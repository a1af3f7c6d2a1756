import { writingHost } from '../src/journal/file-host.ts';
import { FileWriter } from '../src/journal/file-writer.ts';
import type { BatchMessage, BatchResult, Scrubbed, WriterStart } from '../src/journal/operations.ts';
import type { Writer } from '../src/journal/writer-thread.ts';

/**
 * What the journal's thread does, in this one, a turn of the event loop later: to start a thread costs as much as the rest
 * of a server, and only tests of the journal and of whole processes are about it.
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
    // As a thread gets it: what cannot be copied, or is used after it was sent, is found here too.
    const sent = structuredClone(message, { transfer: [message.rows.buffer] });
    this.#later(() => this.#hear(this.#writer.commit(sent)));
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
