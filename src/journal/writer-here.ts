import { writingHost } from './file-host.ts';
import { FileWriter } from './file-writer.ts';
import type { BatchMessage, BatchResult, Scrubbed, WriterStart } from './operations.ts';
import type { Writer } from './writer-thread.ts';

/**
 * What the journal's thread does, in the thread that asks, a turn of the event loop later. For who serves nobody meanwhile:
 * a command that writes a row or two takes less time than a thread takes to start.
 */
export class WriterHere implements Writer {
  readonly #start: WriterStart;
  #opened: FileWriter | null = null;
  #hear: (answer: BatchResult | Scrubbed) => void = () => undefined;
  #turns: Promise<unknown> = Promise.resolve();

  constructor(start: WriterStart) {
    this.#start = start;
  }

  async ready(): Promise<void> {
    this.#opened = new FileWriter(this.#start, writingHost);
  }

  onAnswer(hear: (answer: BatchResult | Scrubbed) => void): void {
    this.#hear = hear;
  }

  write(message: BatchMessage): void {
    this.#later((writer) => writer.commit(message));
  }

  scrub(): void {
    this.#later((writer) => writer.scrub());
  }

  async close(): Promise<void> {
    await this.#turns;
    this.#opened?.close();
  }

  abandon(): void {
    this.#opened?.close();
  }

  /** In order; one that fails is a bug, and ends the process like an error in the thread. */
  #later(answer: (writer: FileWriter) => BatchResult | Scrubbed): void {
    const writer = this.#opened;
    if (writer === null) throw new Error('the writer is not ready');
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    this.#turns = this.#turns.then(turn).then(() => this.#hear(answer(writer)));
  }
}

/** Settles, or rejects, in `ready`, as a thread does. */
export function startWriterHere(start: WriterStart): Writer {
  return new WriterHere(start);
}
