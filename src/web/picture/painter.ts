import { Worker } from 'node:worker_threads';
import type { Clock } from '../../lib/clock.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { FlightPicture } from './flight-picture.ts';
import type { PaintAnswer, PaintJob } from './painter-worker.ts';

/** The thread ends after this time without a picture: the renderer holds tens of megabytes. */
const idleMs = 60_000;
/** A picture takes a tenth of a second; a thread that takes longer than this is ended. */
const timeoutMs = 20_000;

interface Waiting {
  readonly id: number;
  readonly read: () => Promise<FlightPicture>;
  readonly result: PromiseWithResolvers<Buffer>;
}

/** Draws pictures in a thread of its own, one after another, so that no position waits for one. */
export class Painter implements AsyncDisposable {
  readonly #clock: Clock;
  #worker: Worker | null = null;
  #nextId = 1;
  readonly #queue: Waiting[] = [];
  #current: Waiting | null = null;
  #alarm: Disposable | null = null;
  #isClosed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Number of pictures that wait for the thread. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Returns the bytes of a PNG file. `read` returns what to draw and is called when its turn has come, so that only one
   * track is in memory. @throws Refusal `shutting-down` at the end
   */
  async paint(read: () => Promise<FlightPicture>): Promise<Buffer> {
    if (this.#isClosed) throw stopped();
    const waiting = { id: this.#nextId++, read, result: Promise.withResolvers<Buffer>() };
    this.#queue.push(waiting);
    this.#next();
    return waiting.result.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    for (const { result } of this.#queue.splice(0)) result.reject(stopped());
    await this.#end(stopped());
  }

  #next(): void {
    if (this.#current !== null || this.#isClosed) return;
    this.#alarm?.[Symbol.dispose]();
    this.#current = this.#queue.shift() ?? null;
    if (this.#current === null) {
      this.#alarm = this.#clock.after(idleMs, () => void this.#end(null));
      return;
    }
    this.#alarm = this.#clock.after(timeoutMs, () => this.#fail(new Error('A picture took too long to draw.')));
    void this.#send(this.#current);
  }

  async #send(waiting: Waiting): Promise<void> {
    try {
      const picture = await waiting.read();
      if (this.#current !== waiting) return;
      this.#worker ??= this.#start();
      this.#worker.ref();
      this.#worker.postMessage({ id: waiting.id, picture } satisfies PaintJob);
    } catch (error) {
      this.#settle(waiting.id, () => waiting.result.reject(error));
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL(`./painter-worker${import.meta.url.slice(-3)}`, import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 },
    });
    worker.on('message', (answer: PaintAnswer) => this.#receive(answer));
    worker.on('error', (error) => {
      if (this.#worker === worker) this.#fail(error);
    });
    return worker;
  }

  #receive(answer: PaintAnswer): void {
    this.#settle(answer.id, ({ result }) => {
      if ('png' in answer) result.resolve(Buffer.from(answer.png.buffer));
      else result.reject(new Error(`A picture could not be drawn: ${answer.failure}`));
    });
  }

  /** Ends the current job, if it is still this one. */
  #settle(id: number, end: (waiting: Waiting) => void): void {
    const current = this.#current;
    if (current?.id !== id) return;
    this.#current = null;
    this.#worker?.unref();
    end(current);
    this.#next();
  }

  /** The thread is lost; the next picture gets a new one. */
  #fail(reason: unknown): void {
    void this.#end(reason);
    this.#next();
  }

  async #end(reason: unknown): Promise<void> {
    this.#alarm?.[Symbol.dispose]();
    this.#current?.result.reject(reason);
    this.#current = null;
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}

function stopped(): Refusal {
  return new Refusal('shutting-down', { message: 'The server is stopping.' });
}
