import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type BatchMessage, type BatchResult, type Scrubbed, scrub, type WriterStart } from './operations.ts';

/** Writes batches, one at a time, beside the thread that serves. */
export interface Writer {
  /** Settles when it can write; must be awaited before anything is sent. */
  ready(): Promise<void>;
  /** Sends a batch, whose rows come back with the answer. */
  write(message: BatchMessage): void;
  scrub(): void;
  /** Hears of what became of batches and scrubs, in order. */
  onAnswer(hear: (answer: BatchResult | Scrubbed) => void): void;
  /** Writes the log back into the file, and ends. */
  close(): Promise<void>;
  /** Ends it at once: nothing was sent yet. */
  abandon(): void;
}

/** Starts the thread that has the only connection that writes. */
export function startWriterThread(start: WriterStart): Writer {
  // The extension of the running file: `.ts` from source, `.js` once compiled.
  const file = new URL(`./writer${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url);
  // Few of its objects live long.
  const worker = new Worker(file, { workerData: start, resourceLimits: { maxYoungGenerationSizeMb: 4 } });
  return {
    async ready() {
      await once(worker, 'message');
    },
    write: (message) => worker.postMessage(message, [message.rows.buffer]),
    scrub: () => worker.postMessage(scrub),
    onAnswer: (hear) => void worker.on('message', hear),
    async close() {
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage('close');
      await ended;
    },
    abandon: () => void worker.terminate(),
  };
}
