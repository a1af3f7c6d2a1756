import { Delivery } from './delivery.ts';
import type { Dialect } from './dialect.ts';
import { FlightCounts } from './flight-counts.ts';
import type { Notify } from './notice.ts';
import { ReportQueue } from './report-queue.ts';
import type { FlightMark, ReportStore, StoredReport } from './report-store.ts';
import type { ServerClock } from './server-clock.ts';
import type { Session } from './session.ts';
import { backoffMs, type Timing } from './timing.ts';
import { isTrackerError, requireSupported, type TrackerError } from './tracker-error.ts';
import type { AircraftChoice, FinishFigures, FlightEvent, FlightView, Position, Receipt } from './wire-types.ts';

export interface FlightParts {
  readonly dialect: Dialect;
  readonly session: Session;
  readonly store: ReportStore;
  readonly clock: ServerClock;
  readonly timing: Timing;
  readonly random: () => number;
  readonly notify: Notify;
  readonly batchSize: number;
  readonly gapMs: number;
  readonly patienceMs: number;
  syncClock(): Promise<{ readonly movedMs: number; readonly now: number }>;
}

/** The result of a finish. `repeated`: it was already filed by an earlier call whose response was lost. */
export interface Finished {
  readonly receipt: Receipt;
  readonly repeated: boolean;
}

/** A flight under way. Reports are queued at once and delivered in the background, whatever the network does. */
export class TrackedFlight {
  readonly #parts: FlightParts;
  readonly #queue: ReportQueue;
  readonly #delivery: Delivery;
  readonly #counts = new FlightCounts();
  #mark: FlightMark;
  #view: FlightView | null;
  #nextSeq: number;

  constructor(parts: FlightParts, mark: FlightMark, view: FlightView | null, reports: readonly StoredReport[]) {
    this.#parts = parts;
    this.#mark = mark;
    this.#view = view;
    this.#queue = new ReportQueue(parts.store, reports);
    const seqs = reports.map((report) => (report.kind === 'position' ? (report.position.seq ?? 0) : 0));
    this.#nextSeq = Math.max(view?.last_seq ?? 0, ...seqs) + 1;
    this.#delivery = new Delivery({
      ...parts,
      queue: this.#queue,
      name: () => this.#mark,
      opening: () => (this.#view === null && this.#mark.bid_id === null ? this.#mark.request : null),
      onAnswer: (kind, body) => this.#learn(kind, body),
      onRefused: (kind) => this.#counts.refuse(kind),
    });
  }

  /** The flight as last returned by the server; null on a contract without start until the first position is acknowledged. */
  get view(): FlightView | null {
    return this.#view;
  }

  get flightId(): string | null {
    return this.#mark.flight_id;
  }

  /** The number of the next position; lower numbers were used before, by this or another process. */
  get nextSeq(): number {
    return this.#nextSeq;
  }

  /** The position with the highest number that is queued or known to the server; null when there is none. */
  get newestPosition(): Position | null {
    const queued = this.#queue.reports.flatMap((report) => (report.kind === 'position' ? [report.position] : []));
    const known = this.#view?.last_position;
    return [...(known == null ? [] : [known]), ...queued].sort((a, b) => (b.seq ?? 0) - (a.seq ?? 0))[0] ?? null;
  }

  /** Number of unacknowledged reports. */
  get queued(): number {
    return this.#queue.size;
  }

  /** Number of unacknowledged positions. */
  get queuedPositions(): number {
    return this.#queue.reports.filter(({ kind }) => kind === 'position').length;
  }

  /** Results of this object's calls: positions that were new, repeats or refused, and new events. */
  get counts(): Readonly<Pick<FlightCounts, 'stored' | 'duplicate' | 'refused' | 'events'>> {
    return { ...this.#counts };
  }

  /** Why delivery stopped; null while it is running. */
  get failure(): TrackerError | null {
    return this.#delivery.failure;
  }

  /** Queues a position. Returns its number once it is in the store. A given instant is by the client's `now()`. */
  async report(position: Position): Promise<number> {
    const seq = position.seq ?? this.#nextSeq;
    this.#nextSeq = Math.max(this.#nextSeq, seq + 1);
    await this.#queue.addPosition({ ...position, seq, recorded_at: position.recorded_at ?? this.#now() });
    this.#delivery.wake();
    return seq;
  }

  /** Queues a flight event. Settles once it is in the store. */
  async record(event: FlightEvent): Promise<void> {
    await this.#queue.addEvent({ ...event, recorded_at: event.recorded_at ?? this.#now() });
    this.#delivery.wake();
  }

  /** Settles when everything queued is acknowledged, as durable on the server's disk. @throws TrackerError when delivery stopped */
  async delivered(): Promise<void> {
    await this.#delivery.delivered();
  }

  /** Delivers queued reports, then finishes, with retries until there is a receipt. Idempotent: always returns the same receipt. */
  async finish(figures: FinishFigures = {}, signal?: AbortSignal): Promise<Finished> {
    await this.#deliverWhatMay();
    const call = this.#parts.dialect.finish(this.#mark, figures, this.#queue.events());
    for (let attempt = 0; ; attempt += 1) {
      const body = await this.#parts.session.call(call, {
        forMs: this.#parts.patienceMs,
        signal,
        onWait: (error, retryInMs) => this.#parts.notify({ kind: 'waiting', error, retryInMs }),
      });
      const receipt = receiptOf(body);
      if (receipt !== null) return await this.#end({ receipt, repeated: body.repeated === true });
      await this.#parts.timing.sleep(backoffMs(Math.min(attempt + 1, 4), null, this.#parts.random), signal);
    }
  }

  /** Changes the aircraft, until the flight is finished. @throws TrackerError `not-supported` on version 5, `invalid`, `flight-filed` … */
  async changeAircraft(wanted: AircraftChoice): Promise<FlightView | null> {
    const { dialect, session, patienceMs } = this.#parts;
    const call = requireSupported(
      dialect.changeAircraft(this.#mark, wanted),
      'A version 5 flight has its bid’s aircraft.',
    );
    const view = dialect.flightOf(await session.call(call, { forMs: patienceMs }));
    if (view !== null) this.#view = { ...this.#view, ...view };
    return this.#view;
  }

  /** @throws TrackerError `not-supported` on version 5, `flight-filed` with the receipt when it is too late. */
  async cancel(reason: string | null = null): Promise<void> {
    const call = requireSupported(
      this.#parts.dialect.cancel(this.#mark, reason),
      'A version 5 crew center cannot cancel flights. Start another bid to end this flight.',
    );
    await this.#parts.session.call(call, { forMs: this.#parts.patienceMs });
    this.close();
    await this.#parts.store.clear();
  }

  /** Stops delivery. The flight stays open on the server and queued reports stay in the store, so another process can resume it. */
  close(): void {
    this.#delivery.stop();
  }

  #now(): string {
    return new Date(this.#parts.clock.now()).toISOString();
  }

  /**
   * An ended flight accepts no reports; `finish` determines its result. Where the flight continues they are still to be
   * sent, so that it is not finished without them.
   */
  async #deliverWhatMay(): Promise<void> {
    try {
      await this.#delivery.delivered();
    } catch (error) {
      if (!isTrackerError(error) || !takesNoMore.has(error.code)) throw error;
    }
  }

  /** Follows a position to the flight it was stored for: it may have opened another than the named one, which has ended. */
  #learn(kind: StoredReport['kind'], body: Readonly<Record<string, unknown>>): void {
    const { dialect, store, notify } = this.#parts;
    const { stored, duplicate } = this.#counts.learn(kind, body);
    const view = dialect.flightOf(body);
    if (view !== null) this.#view = { ...this.#view, ...view };
    if (view !== null && view.flight_id !== this.#mark.flight_id) {
      this.#mark = { ...this.#mark, flight_id: view.flight_id };
      void store.begin(this.#mark, this.#queue.reports);
    }
    notify({ kind: 'delivered', stored, duplicate, view: this.#view });
  }

  async #end(finished: Finished): Promise<Finished> {
    this.close();
    await this.#parts.store.clear();
    return finished;
  }
}

/** Refusals after which none of the queued reports is ever stored: it has ended, or another client has continued it. */
const takesNoMore: ReadonlySet<string> = new Set(['flight-filing', 'flight-filed', 'flight-ended', 'flight-elsewhere']);

function receiptOf(body: Readonly<Record<string, unknown>>): Receipt | null {
  const { receipt } = body;
  return typeof receipt === 'object' && receipt !== null ? (receipt as Receipt) : null;
}
