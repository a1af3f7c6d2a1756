import type { Journal } from '../journal/journal.ts';
import type { Place } from '../lib/geo.ts';
import type { EventsRequest, ReportRequest, ReportResult, Session } from './calls.ts';
import { type Admission, type AdmissionLimits, findFresh } from './flight/fresh-reports.ts';
import { IdentifiedPositions } from './flight/identified-positions.ts';
import type { LiveFlight } from './flight/live-flight.ts';
import type { EventAllowance } from './flight/quota.ts';
import { decide } from './flight/state.ts';
import { storeEvents, storePositions } from './flight/stored-reports.ts';
import type { FlightEvent, FlightName, Position } from './model.ts';
import type { OpeningCore } from './opening/core.ts';
import { flightOfReport, knownFlight } from './opening/flight-of-report.ts';
import type { Sessions } from './sessions/sessions.ts';

/** What of the core a report passes through. */
export interface ReportCore extends OpeningCore {
  readonly journal: OpeningCore['journal'] & Pick<Journal, 'appendPositions' | 'appendEvents'>;
  readonly sessions: Pick<Sessions, 'noteReport'>;
}

/**
 * The way of a report through the core: whose flight it is, what of it is new, then the journal and the flight's totals.
 * Each call settles when its reports are on disk. No step on the way of a position is an async function: while ten thousand of them
 * wait for the disk, each keeps little.
 */
export class Reporting {
  readonly #core: ReportCore;
  readonly #limits: AdmissionLimits;
  readonly #identified: IdentifiedPositions<ReportResult>;
  /** The remaining quota of each flight's events. */
  readonly #allowances = new WeakMap<LiveFlight, EventAllowance>();

  constructor(core: ReportCore, limits: AdmissionLimits) {
    this.#core = core;
    this.#limits = limits;
    this.#identified = new IdentifiedPositions(core.journal, () => this.#originals());
  }

  /** Stores positions. */
  report(session: Session, request: ReportRequest): Promise<ReportResult> {
    try {
      this.#core.sessions.noteReport(session);
      const live = this.#flightOf(session, request);
      return live instanceof Promise
        ? live.then((opened) => this.#recognise(opened, session, request))
        : this.#recognise(live, session, request);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Stores flight events. They have their own quota. */
  async recordEvents(session: Session, { name, events }: EventsRequest): Promise<ReportResult> {
    this.#core.sessions.noteReport(session);
    const live = await this.#requireOpen(session, name);
    const { lat = null, lon = null } = events.at(-1) ?? {};
    this.#requireNewest(live, session, lat === null || lon === null ? undefined : { lat, lon });
    return this.#events(live, session, events);
  }

  /** Its flight: nearly always one under way. In a contract without `start` it may open one. */
  #flightOf(session: Session, request: ReportRequest): LiveFlight | Promise<LiveFlight> {
    const { name, positions, opening } = request;
    const live = this.#core.finder.live(session.pilot.id, name);
    if (live !== undefined) this.#requireNewest(live, session, positions.at(-1));
    if (opening !== null)
      return (
        knownFlight(this.#core, session, request, opening) ?? flightOfReport(this.#core, session, request, opening)
      );
    return live?.flight.state === 'open' ? live : this.#requireOpen(session, name);
  }

  /** Of two clients that report one flight from two places. @throws Refusal `flight-elsewhere` for the older one */
  #requireNewest(live: LiveFlight, session: Session, place: Place | undefined): void {
    if (live.isUnderWay) live.secondClient.requireNewest(session, place ?? null, this.#core.clock.now());
  }

  /** Repeats by the ids that the client gave; without ids by number and time, in the next step. */
  #recognise(live: LiveFlight, session: Session, request: ReportRequest): Promise<ReportResult> {
    const { ids, positions, isDatedBySimTime = false } = request;
    if (ids === undefined) return this.#positions(live, session, positions);
    return this.#identified.store(live, { positions, ids, isDatedBySimTime }, (fresh, isNamed) =>
      this.#positions(live, session, fresh, isNamed),
    );
  }

  /**
   * Separates new ones from repeats and from what is refused, resumes a suspended flight, and stores them.
   * @param isNamed - whether an id of the client's own tells the one at this place from all others of the flight
   */
  #positions(
    live: LiveFlight,
    session: Session,
    positions: readonly Position[],
    isNamed?: (index: number) => boolean,
  ): Promise<ReportResult> {
    const { fresh, duplicate, refused } = findFresh(live, positions, this.#admission(null, isNamed));
    const result = { view: live, stored: fresh.length, duplicate, refused };
    const originals = duplicate > 0 ? this.#originals() : null;
    if (fresh.length > 0 && live.flight.state !== 'open')
      return this.#resume(live).then(() => this.#positions(live, session, positions, isNamed));
    const stored =
      fresh.length > 0 ? storePositions(this.#core, live, session, fresh, result) : Promise.resolve(result);
    return originals === null ? stored : stored.then(() => originals.then(() => result));
  }

  /** The same for flight events. */
  async #events(live: LiveFlight, session: Session, events: readonly FlightEvent[]): Promise<ReportResult> {
    const left = this.#allowances.get(live) ?? null;
    const { fresh, duplicate, refused, allowance } = findFresh(live, events, this.#admission(left));
    const originals = duplicate > 0 ? this.#originals() : null;
    if (fresh.length > 0) {
      if (live.flight.state !== 'open') {
        await this.#resume(live);
        return this.#events(live, session, events);
      }
      const stored = storeEvents(this.#core, live, session, fresh);
      if (allowance !== null) this.#allowances.set(live, allowance);
      await stored;
    }
    if (originals !== null) await originals;
    return { view: live.view(), stored: fresh.length, duplicate, refused };
  }

  #admission(allowance: EventAllowance | null, isNamed?: Admission['isNamed']): Admission {
    return { now: this.#core.clock.now(), limits: this.#limits, allowance, isNamed };
  }

  /**
   * The original of a repeat may still be waiting for its commit, which may fail even if a later one succeeds: a repeat is
   * acknowledged only after everything that was reported so far is on disk.
   */
  #originals(): Promise<void> {
    const stored = this.#core.journal.barrier();
    // Waiters get the error; if the rest of the call failed first, there are none.
    stored.catch(() => undefined);
    return stored;
  }

  /**
   * The next report of a suspended flight resumes it. Others may have arrived while that was stored, so repeats and the
   * state of the flight are checked again afterwards.
   */
  async #resume(live: LiveFlight): Promise<void> {
    decide('report', live.flight);
    await this.#core.flights.apply(live, { kind: 'resumed' });
  }

  /** @throws Refusal as the table of states says */
  async #requireOpen({ pilot }: Session, name: FlightName | null): Promise<LiveFlight> {
    const { finder } = this.#core;
    const live = finder.live(pilot.id, name);
    if (live !== undefined) {
      decide('report', live.flight);
      return live;
    }
    decide('report', name === null ? null : (await finder.named(pilot.id, name)).flight);
    throw new Error('report for an ended flight');
  }
}
