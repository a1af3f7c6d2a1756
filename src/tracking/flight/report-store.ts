import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ReportResult, Session } from '../calls.ts';
import type { FlightEvent, Position } from '../model.ts';
import type { LiveFlight } from './live-flight.ts';
import type { LiveFlights } from './live-flights.ts';
import { type Admission, type AdmissionLimits, partition } from './partition.ts';
import type { EventAllowance } from './quota.ts';
import { decide } from './state.ts';

type AppendingJournal = Pick<Journal, 'appendPositions' | 'appendEvents' | 'barrier'>;

/** Stores what flights report: each call settles when its reports are on disk. */
export class ReportStore {
  readonly #flights: LiveFlights;
  readonly #journal: AppendingJournal;
  readonly #clock: Clock;
  readonly #limits: AdmissionLimits;
  /** The remaining quota of each flight's events. */
  readonly #eventAllowances = new WeakMap<LiveFlight, EventAllowance>();

  constructor(flights: LiveFlights, journal: AppendingJournal, clock: Clock, limits: AdmissionLimits) {
    this.#flights = flights;
    this.#journal = journal;
    this.#clock = clock;
    this.#limits = limits;
  }

  /** @param named - those that an id of the client's own tells from all others of the flight */
  positions(
    live: LiveFlight,
    session: Session,
    positions: readonly Position[],
    named: ReadonlySet<Position> = new Set(),
  ): Promise<ReportResult> {
    const { fresh, duplicate, refused } = partition(live, positions, { ...this.#admission(null), named });
    const result = { view: live, stored: fresh.length, duplicate, refused };
    const repeated = duplicate > 0 ? this.#firstOnes() : null;
    if (fresh.length > 0 && live.flight.state !== 'open')
      return this.#reopen(live).then(() => this.positions(live, session, positions, named));
    const stored = fresh.length > 0 ? this.#store(live, session, fresh, result) : Promise.resolve(result);
    return repeated === null ? stored : stored.then(() => repeated.then(() => result));
  }

  /** Not an async function: what it keeps while it waits for the disk is small. Returns `result` then. */
  #store(live: LiveFlight, session: Session, fresh: readonly Position[], result: ReportResult): Promise<ReportResult> {
    const { firstNumber, durable } = this.#journal.appendPositions(live.flight.number, fresh);
    for (let index = 0; index < fresh.length; index++) live.addPosition(firstNumber + index, fresh[index] as Position);
    live.secondClient.note(session, fresh[fresh.length - 1] as Position);
    live.unstored.begin();
    return durable.then(
      () => {
        live.unstored.end();
        this.#flights.noteMoved(live);
        return result;
      },
      (error: unknown) => {
        live.unstored.end();
        for (const each of fresh) live.positions.forget(each);
        throw error;
      },
    );
  }

  /** Waits until everything that was reported so far is on disk: a repeat is acknowledged only after its original. */
  settle(): Promise<void> {
    return this.#firstOnes();
  }

  async events(live: LiveFlight, session: Session, events: readonly FlightEvent[]): Promise<ReportResult> {
    const left = this.#eventAllowances.get(live) ?? null;
    const { fresh, duplicate, refused, allowance } = partition(live, events, this.#admission(left));
    const repeated = duplicate > 0 ? this.#firstOnes() : null;
    if (fresh.length > 0) {
      if (live.flight.state !== 'open') {
        await this.#reopen(live);
        return this.events(live, session, events);
      }
      const { firstNumber, durable } = this.#journal.appendEvents(live.flight.number, fresh);
      if (allowance !== null) this.#eventAllowances.set(live, allowance);
      fresh.forEach((event, index) => {
        live.addEvent(firstNumber + index, event);
        live.secondClient.note(session, event);
      });
      try {
        await durable;
      } catch (error) {
        for (const each of fresh) live.events.forget(each);
        throw error;
      }
    }
    if (repeated !== null) await repeated;
    return { view: live.view(), stored: fresh.length, duplicate, refused };
  }

  #admission(allowance: EventAllowance | null): Admission {
    return { now: this.#clock.now(), limits: this.#limits, allowance };
  }

  /**
   * The original of a repeat may still be waiting for its commit, which may fail even if a later one succeeds: a repeat is
   * acknowledged only after its original is stored.
   */
  #firstOnes(): Promise<void> {
    const stored = this.#journal.barrier();
    // Waiters get the error; if the rest of the call failed first, there are none.
    stored.catch(() => undefined);
    return stored;
  }

  /**
   * The next report of a suspended flight resumes it. Others may have arrived while that was stored, so repeats and the
   * state of the flight are checked again afterwards.
   */
  async #reopen(live: LiveFlight): Promise<void> {
    decide('report', live.flight);
    await this.#flights.apply(live, { kind: 'resumed' });
  }
}
