import type { Duplex } from 'node:stream';
import type { ReportAnswer, SentReport } from '../../http/elsewhere.ts';
import type { Origin } from '../../http/origin.ts';
import { left } from './answer-reports.ts';
import { FrameReader, FrameWriter } from './frames.ts';

export interface ReportLineNeeds {
  /** Opens a stream to the other server; rejects where it cannot be reached, or knows none. */
  open(): Promise<Duplex>;
  /** How long an answer may take. */
  readonly deadlineMs: number;
}

interface Waiting {
  readonly sentAt: number;
  readonly done: (answer: ReportAnswer) => void;
}

/** How long after a stream that could not be opened the next one is tried. */
const retryMs = 1_000;

/** Sends reports on to another server over one stream, many at a time. It opens itself when it is first needed. */
export class ReportLine {
  readonly #needs: ReportLineNeeds;
  readonly #waiting = new Map<number, Waiting>();
  #opened: { readonly stream: Duplex; readonly writer: FrameWriter } | null = null;
  #isOpening = false;
  #tryAt = 0;
  #lastId = 0;
  /** When the other server answered last. */
  #heardAt = 0;
  #timer: NodeJS.Timeout | null = null;
  #origin: { readonly origin: Origin; readonly bytes: Buffer } | null = null;

  constructor(needs: ReportLineNeeds) {
    this.#needs = needs;
  }

  /** Sends a report, once; returns false while there is no stream. */
  send({ origin, message }: SentReport, done: (answer: ReportAnswer) => void): boolean {
    if (this.#opened === null) {
      this.#open();
      return false;
    }
    this.#lastId = (this.#lastId + 1) >>> 0;
    this.#waiting.set(this.#lastId, { sentAt: performance.now(), done });
    this.#timer ??= setTimeout(() => this.#checkDeadline(), this.#needs.deadlineMs);
    if (this.#origin?.origin !== origin) this.#origin = { origin, bytes: Buffer.from(JSON.stringify(origin)) };
    const { bytes } = this.#origin;
    this.#opened.writer.put(this.#lastId, bytes.length, bytes, message);
    return true;
  }

  /** Those that wait are lost; the next report opens another stream. */
  abandon(): void {
    this.#opened?.stream.destroy();
  }

  close(): void {
    this.#tryAt = Number.POSITIVE_INFINITY;
    this.abandon();
  }

  #open(): void {
    if (this.#isOpening || performance.now() < this.#tryAt) return;
    this.#isOpening = true;
    this.#needs.open().then(
      (stream) => this.#use(stream),
      () => this.#tryLater(),
    );
  }

  #tryLater(): void {
    this.#isOpening = false;
    this.#tryAt = Math.max(this.#tryAt, performance.now() + retryMs);
  }

  #use(stream: Duplex): void {
    this.#isOpening = false;
    const reader = new FrameReader();
    stream.on('data', (chunk: Buffer) => {
      const frames = reader.read(chunk);
      if (frames === null) return void stream.destroy();
      this.#heardAt = performance.now();
      for (const { id, figure, rest } of frames)
        this.#end(id, figure === left ? 'left' : { status: figure, message: rest });
    });
    stream.on('error', () => stream.destroy());
    stream.once('end', () => stream.destroy());
    stream.once('close', () => this.#lose());
    this.#opened = { stream, writer: new FrameWriter(stream) };
    if (this.#tryAt === Number.POSITIVE_INFINITY) stream.destroy();
  }

  #end(id: number, answer: ReportAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.done(answer);
  }

  /** Nobody knows what became of those that wait: every report may be repeated, so their clients are asked to. */
  #lose(): void {
    this.#opened = null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const id of [...this.#waiting.keys()]) this.#end(id, 'lost');
  }

  /**
   * Those that wait are in the order in which they were sent. One without an answer in time is lost: alone, if the other
   * server has answered later ones, because its crew center may be slow; else with the stream.
   */
  #checkDeadline(): void {
    this.#timer = null;
    for (const [id, { sentAt }] of this.#waiting) {
      const ms = sentAt + this.#needs.deadlineMs - performance.now();
      if (ms > 0) {
        // The end of a lost report may have sent the next one of its client, and set a timer for it.
        clearTimeout(this.#timer ?? undefined);
        this.#timer = setTimeout(() => this.#checkDeadline(), ms);
        return;
      }
      if (this.#heardAt < sentAt) return void this.#opened?.stream.destroy();
      this.#end(id, 'lost');
    }
  }
}
