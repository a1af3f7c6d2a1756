import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Place } from '../../lib/geo.ts';
import type { EventsRequest, ReportRequest, ReportResult, Session } from '../calls.ts';
import type { FlightFinder } from '../flight/find-flight.ts';
import { IdentifiedPositions } from '../flight/identified-positions.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { ReportStore } from '../flight/report-store.ts';
import { decide } from '../flight/state.ts';
import type { FlightOfReport } from '../opening/flight-of-report.ts';

/** Stores positions and flight events. */
export class Reporting {
  readonly #finder: FlightFinder;
  readonly #flightOf: FlightOfReport;
  readonly #store: ReportStore;
  readonly #identified: IdentifiedPositions;
  readonly #clock: Clock;

  constructor(
    finder: FlightFinder,
    flightOf: FlightOfReport,
    store: ReportStore,
    { journal, clock }: { readonly journal: Pick<Journal, 'readReports'>; readonly clock: Clock },
  ) {
    this.#finder = finder;
    this.#flightOf = flightOf;
    this.#store = store;
    this.#identified = new IdentifiedPositions(store, journal);
    this.#clock = clock;
  }

  /** Stores positions. Returns when they are on disk. */
  report(session: Session, request: ReportRequest): Promise<ReportResult> {
    try {
      const { name, positions, opening } = request;
      const live = this.#finder.live(session.pilot.id, name);
      if (live !== undefined) this.#requireNewest(live, session, positions.at(-1));
      const open = live?.flight.state === 'open' ? live : undefined;
      const known = opening === null ? open : this.#flightOf.known(session, request, opening);
      if (known !== undefined) return this.#positions(known, session, request);
      const found =
        opening === null ? this.#requireOpen(session, name) : this.#flightOf.find(session, request, opening);
      return found.then((each) => this.#positions(each, session, request));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #positions(live: LiveFlight, session: Session, request: ReportRequest): Promise<ReportResult> {
    if (request.ids === undefined) return this.#store.positions(live, session, request.positions);
    return this.#identified.positions(live, session, request);
  }

  /** Stores flight events. They have their own quota. */
  async recordEvents(session: Session, request: EventsRequest): Promise<ReportResult> {
    const live = await this.#requireOpen(session, request.name);
    const { lat = null, lon = null } = request.events.at(-1) ?? {};
    this.#requireNewest(live, session, lat === null || lon === null ? undefined : { lat, lon });
    return this.#store.events(live, session, request.events);
  }

  /** @throws Refusal `flight-elsewhere` for the older one of two clients */
  #requireNewest(live: LiveFlight, session: Session, place: Place | undefined): void {
    if (live.isUnderWay) live.secondClient.requireNewest(session, place ?? null, this.#clock.now());
  }

  /** @throws Refusal as the table of states says */
  async #requireOpen(session: Session, name: ReportRequest['name']): Promise<LiveFlight> {
    const live = this.#finder.live(session.pilot.id, name);
    if (live !== undefined) {
      decide('report', live.flight);
      return live;
    }
    decide('report', name === null ? null : (await this.#finder.named(session.pilot.id, name)).flight);
    throw new Error('report for an ended flight');
  }
}
