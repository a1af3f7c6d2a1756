import type { Dialect, FlightName } from './dialect.ts';
import type { Notify } from './notice.ts';
import { refusedBy, refusedIn } from './refused-reports.ts';
import type { ReportQueue } from './report-queue.ts';
import type { StoredReport } from './report-store.ts';
import type { Session } from './session.ts';
import type { Timing } from './timing.ts';
import { isTrackerError, type TrackerError } from './tracker-error.ts';
import type { WireCall } from './transport.ts';
import type { RefusedReport, StartRequest } from './wire-types.ts';

export interface DeliveryParts {
  readonly dialect: Dialect;
  readonly session: Session;
  readonly queue: ReportQueue;
  readonly timing: Timing;
  readonly notify: Notify;
  /** Maximum number of reports per call. */
  readonly batchSize: number;
  /** Minimum interval between two calls, milliseconds. */
  readonly gapMs: number;
  /** How long a call is retried, milliseconds. */
  readonly patienceMs: number;
  name(): FlightName;
  /** Opens the flight in a contract without `start`; null once it is open. */
  opening(): StartRequest | null;
  /** Called with the body of every successful response. */
  onAnswer(kind: StoredReport['kind'], body: Readonly<Record<string, unknown>>): void;
  /** Called with each dropped report. */
  onRefused(kind: StoredReport['kind']): void;
  /** Synchronizes with the server's time. Returns the change of the correction in milliseconds, and the current time. */
  syncClock(): Promise<{ readonly movedMs: number; readonly now: number }>;
}

/** Status codes of refused batches that a single report may have caused. */
const blamable = new Set([400, 413, 422, 500]);

/**
 * How often in a flight reports that are refused for their time, by a server whose time agrees with theirs otherwise, are sent again, and
 * after which wait: one of several servers whose clock was set wrong goes by that of the others within seconds.
 */
const maxDoubts = 10;
const doubtMs = 1_000;

/** Sends the queue in the background, oldest first and one call at a time. A refused report is dropped; the others are sent. */
export class Delivery {
  readonly #parts: DeliveryParts;
  readonly #stop = new AbortController();
  #batchSize: number;
  #sentAt = Number.NEGATIVE_INFINITY;
  #run: Promise<void> | null = null;
  #failure: TrackerError | null = null;
  #failedAt = 0;
  #isOffline = false;
  #doubts = 0;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
    this.#batchSize = parts.batchSize;
  }

  /** Why delivery stopped; null while it is running. */
  get failure(): TrackerError | null {
    return this.#failure;
  }

  /** Starts sending unless it is already running or stopped. After a temporary stop it continues when the time is over. */
  wake(): void {
    if (this.#failure?.code === 'flight-elsewhere' && this.#hasWaited(this.#failure)) this.#failure = null;
    if (this.#run !== null || this.#failure !== null || this.#stop.signal.aborted) return;
    this.#run = this.#drain().finally(() => {
      this.#run = null;
    });
    this.#run.catch(() => undefined); // the error is thrown by `delivered`
  }

  /** Settles when everything queued is acknowledged; restarts a stopped delivery. @throws TrackerError */
  async delivered(): Promise<void> {
    this.#failure = null;
    while (this.#next().length > 0) {
      this.wake();
      await (this.#run ?? Promise.reject(this.#stop.signal.reason));
      if (this.#failure !== null) throw this.#failure;
    }
  }

  /** Stops delivery permanently; queued reports stay in the store. */
  stop(): void {
    this.#stop.abort(new DOMException('The client was closed.', 'AbortError'));
  }

  #hasWaited({ retryAfterS }: TrackerError): boolean {
    return this.#parts.timing.elapsed() >= this.#failedAt + (retryAfterS ?? 0) * 1_000;
  }

  #next(): readonly StoredReport[] {
    const takesEvents = this.#parts.dialect.recordEvents(this.#parts.name(), []) !== null;
    return this.#parts.queue.next(takesEvents ? ['position', 'event'] : ['position'], this.#batchSize);
  }

  async #drain(): Promise<void> {
    try {
      for (let batch = this.#next(); batch.length > 0; batch = this.#next()) await this.#deliver(batch);
    } catch (error) {
      if (!isTrackerError(error)) throw error;
      this.#failure = error;
      this.#failedAt = this.#parts.timing.elapsed();
      this.#parts.notify({ kind: 'stopped', error });
    }
  }

  async #deliver(batch: readonly StoredReport[]): Promise<void> {
    try {
      await this.#settle(batch, await this.#send(batch));
    } catch (error) {
      if (!isTrackerError(error) || error.status === null || !blamable.has(error.status)) throw error;
      const refused = refusedBy(error, batch.length);
      if (refused !== null) return await this.#refuse(batch, refused, error);
      if (error.status === 413) this.#batchSize = Math.max(1, Math.min(this.#batchSize, batch.length >> 1));
      await this.#deliver(batch.slice(0, batch.length >> 1));
      await this.#deliver(batch.slice(batch.length >> 1));
    }
  }

  async #send(batch: readonly StoredReport[]): Promise<Readonly<Record<string, unknown>>> {
    const { session, timing, gapMs, patienceMs, notify } = this.#parts;
    const { signal } = this.#stop;
    const waitMs = this.#sentAt + gapMs - timing.elapsed();
    if (waitMs > 0) await timing.sleep(waitMs, signal);
    this.#sentAt = timing.elapsed();
    const body = await session.call(this.#callOf(batch), {
      forMs: patienceMs,
      signal,
      onWait: (error, retryInMs) => {
        this.#isOffline = true;
        notify({ kind: 'offline', error, retryInMs });
      },
    });
    if (this.#isOffline) await this.#comeBack();
    return body;
  }

  async #comeBack(): Promise<void> {
    this.#isOffline = false;
    this.#parts.notify({ kind: 'online' });
    await this.#parts.syncClock();
  }

  #callOf(batch: readonly StoredReport[]): WireCall {
    const { dialect, name, opening } = this.#parts;
    const positions = batch.flatMap((report) => (report.kind === 'position' ? [report.position] : []));
    const events = batch.flatMap((report) => (report.kind === 'event' ? [report.event] : []));
    const call = positions.length > 0 ? null : dialect.recordEvents(name(), events);
    return call ?? dialect.report(name(), positions, opening());
  }

  async #settle(batch: readonly StoredReport[], body: Readonly<Record<string, unknown>>): Promise<void> {
    const refused = refusedIn(body);
    const indexes = new Set(refused.map(({ index }) => index));
    this.#parts.onAnswer(batch[0]?.kind ?? 'position', body);
    await this.#parts.queue.remove(batch.filter((_, index) => !indexes.has(index)));
    if (refused.length > 0) await this.#refuse(batch, refused, null);
  }

  /** Drops reports that the server will never accept. Reports dated by a wrong local clock are redated and stay in the queue. */
  async #refuse(
    batch: readonly StoredReport[],
    refused: readonly RefusedReport[],
    error: TrackerError | null,
  ): Promise<void> {
    if (refused.some(({ fields }) => 'recorded_at' in fields) && ((await this.#redate()) || (await this.#doubt())))
      return;
    const { queue, notify, onRefused } = this.#parts;
    for (const { index, fields } of refused) {
      const report = batch[index];
      if (report === undefined) continue;
      await queue.remove([report]);
      onRefused(report.kind);
      notify({ kind: 'refused', report: report.kind === 'position' ? report.position : report.event, fields, error });
    }
  }

  /** Returns true when the reports should be sent again as they are: the clock of the server that refused them may be the wrong one. */
  async #doubt(): Promise<boolean> {
    if (this.#doubts >= maxDoubts) return false;
    this.#doubts += 1;
    await this.#parts.timing.sleep(doubtMs, this.#stop.signal);
    return true;
  }

  /** Returns false when the local clock is right, so that redating does not repeat forever. */
  async #redate(): Promise<boolean> {
    const { movedMs, now } = await this.#parts.syncClock();
    if (movedMs < 0) await this.#parts.queue.redate(now, movedMs);
    return movedMs < 0;
  }
}
