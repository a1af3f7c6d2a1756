import type { Journal, SealedSummary, StoredFlight } from '../../journal/journal.ts';
import type { HostFlight } from '../../platform/port.ts';
import { type FlightView, nextIntervalOf, toHostFlight } from '../figures/flight-view.ts';
import { emptyFold, foldEvent, foldPosition } from '../figures/fold.ts';
import { restoreFold } from '../figures/fold-restore.ts';
import type { Fold } from '../figures/fold-state.ts';
import { minutesSoFar } from '../figures/pauses.ts';
import type { Flight, FlightEvent, FlightSummary, Phase, Position, Report } from '../model.ts';
import type { Refusal } from '../refusals.ts';
import { Lane } from './lane.ts';
import { NewestPosition } from './newest-position.ts';
import { sizeOf } from './quota.ts';
import { Repeats } from './repeats.ts';
import { SecondClient } from './second-client.ts';
import { Unstored } from './unstored.ts';

/** A flight that is under way, or whose paperwork is: its document, and the totals of its reports so far. */
export class LiveFlight {
  #flight: Flight;
  /** Tasks for this flight at the crew center, one at a time. */
  readonly lane = new Lane();
  readonly fold: Fold = emptyFold();
  readonly positions: Repeats;
  /** Null before the first flight event: few flights have any. */
  #events: Repeats | null = null;
  readonly #isEventSealed: (recordedAt: number) => boolean;
  readonly secondClient = new SecondClient();
  /** Why the crew center refused an aircraft, by its id, until the flight is to have it again; null while it refused none. */
  #refusedAircraft: Map<string, Refusal> | null = null;
  readonly #newest = new NewestPosition();
  /** Above the ground, in the newest position; NaN when unknown. */
  #heightFt = Number.NaN;
  /** When the newest report arrived; decreases when the server's clock is set back. */
  lastReportAt = 0;
  readonly unstored = new Unstored();
  /** The newest report's number in the journal. */
  lastNumber = 0;
  /** The number of the newest position, by `recordedAt`. */
  lastPositionNumber = 0;
  /** Highest report number of its flight events. */
  lastEventNumber = 0;
  /** Reports that are not sealed, as far as they were counted since the last `refold`. */
  #reportCount = 0;
  /** Reports taken back before the last `refold`. */
  #forgotten = 0;

  constructor(stored: StoredFlight, journal: Pick<Journal, 'hasSealedReport'>) {
    const { flight, sealed } = stored;
    this.#flight = flight;
    const isSealed = (kind: 'position' | 'event') => (recordedAt: number) =>
      journal.hasSealedReport(flight.number, kind, recordedAt);
    this.positions = new Repeats(
      sealed && { seqs: sealed.positionSeqs, newest: sealed.lastRecordedAt },
      isSealed('position'),
    );
    this.#isEventSealed = isSealed('event');
    // No newest instant is kept for events: they are few, so each is looked up in the journal.
    if (sealed !== null && sealed.eventCount > 0)
      this.#events = new Repeats({ seqs: sealed.eventSeqs, newest: Number.POSITIVE_INFINITY }, this.#isEventSealed);
    this.refold(sealed, []);
  }

  get events(): Repeats {
    this.#events ??= new Repeats(null, this.#isEventSealed);
    return this.#events;
  }

  /** Called when its reports so far are sealed; see `Repeats`. */
  async sealWith(sealing: Promise<void>): Promise<void> {
    await Promise.all([this.positions.sealWith(sealing), this.#events?.sealWith(sealing)]);
  }

  /** Its document. */
  get flight(): Flight {
    return this.#flight;
  }

  /** For `LiveFlights.apply` only, which stores the document. */
  become(flight: Flight): void {
    this.#flight = flight;
  }

  /** Reports since the server started or since the last `refold`, which resets it. */
  get reportCount(): number {
    return this.#reportCount;
  }

  /** Adds an unsealed report from the journal when the server starts. */
  restore(report: Report): void {
    if (report.kind === 'position') this.addPosition(report.number, report.position);
    else this.addEvent(report.number, report.event);
    this.#countSilence();
  }

  /** A suspended flight is given up by its document, which also knows of signs of life that are no reports. */
  #countSilence(): void {
    const { state, lastReportAt } = this.#flight;
    if (state === 'suspended') this.lastReportAt = Math.max(this.lastReportAt, lastReportAt);
  }

  /** Whether added reports could not be stored and were removed: totals are wrong until `refold`. */
  get hasLost(): boolean {
    return this.#allForgotten > this.#forgotten;
  }

  get #allForgotten(): number {
    return this.positions.forgotten + (this.#events?.forgotten ?? 0);
  }

  /** Recomputes the totals from what is stored: the sealed summary and the unsealed reports. */
  refold(sealed: SealedSummary | null, tail: readonly Report[]): void {
    this.#forgotten = this.#allForgotten;
    Object.assign(this.fold, restoreFold(this.flight.startedAt, sealed?.progress));
    if (sealed !== null && sealed.lastPosition !== null) this.#newest.put(sealed.lastPosition);
    this.lastNumber = sealed?.lastNumber ?? 0;
    this.lastPositionNumber = this.lastNumber;
    this.lastEventNumber = sealed !== null && sealed.eventCount > 0 ? sealed.lastNumber : 0;
    this.#reportCount = 0;
    // What an older release sealed says only when the newest position came.
    const lastSealedAt = this.fold.lastReceivedAt || (sealed?.lastPosition?.receivedAt ?? 0);
    this.lastReportAt = Math.max(this.#flight.lastReportAt, lastSealedAt);
    for (const report of tail) {
      if (report.kind === 'position') this.#foldPosition(report.number, report.position);
      else this.#foldEvent(report.number, report.event);
    }
    this.#countSilence();
    const seqs = (kind: Report['kind']) =>
      tail.map((each) => (each.kind !== kind ? null : each.kind === 'position' ? each.position.seq : each.event.seq));
    this.positions.relearn(sealed?.positionSeqs ?? [], seqs('position'));
    this.#events?.relearn(sealed?.eventSeqs ?? [], seqs('event'));
  }

  addPosition(number: number, position: Position): void {
    this.positions.add(position);
    this.#foldPosition(number, position);
  }

  addEvent(number: number, event: FlightEvent): void {
    this.events.add(event);
    this.#foldEvent(number, event);
  }

  #foldPosition(number: number, position: Position): void {
    this.fold.reportBytes += sizeOf(position);
    if (foldPosition(this.fold, position)) {
      this.#newest.put(position);
      this.#heightFt = position.altitudeAglFt ?? Number.NaN;
      this.lastPositionNumber = number;
    }
    this.#count(number, position.receivedAt);
  }

  #foldEvent(number: number, event: FlightEvent): void {
    this.fold.reportBytes += sizeOf(event);
    foldEvent(this.fold, event);
    if (number > this.lastEventNumber) this.lastEventNumber = number;
    this.#count(number, event.receivedAt);
  }

  #count(number: number, receivedAt: number): void {
    this.#reportCount += 1;
    if (number > this.lastNumber) this.lastNumber = number;
    this.lastReportAt = receivedAt;
  }

  /** Of the crew center, by the aircraft's id. */
  get refusedAircraft(): Map<string, Refusal> {
    this.#refusedAircraft ??= new Map();
    return this.#refusedAircraft;
  }

  /** Its client gave a sign of life other than a report. */
  noteSign(at: number): void {
    this.lastReportAt = at;
  }

  /** The newest position by `recordedAt`; a copy. */
  get lastPosition(): Position | null {
    return this.fold.last === null ? null : this.#newest.read();
  }

  get lastSeq(): number | null {
    return this.positions.lastSeq;
  }

  get positionCount(): number {
    return this.fold.positionCount;
  }

  get nextIntervalS(): number {
    return nextIntervalOf(this.fold, this.#heightFt, this.flight.plan.arrival);
  }

  get phase(): string {
    return this.fold.statedPhase ?? this.fold.phase;
  }

  /** The phase as one of `Phase`, whatever the client calls it. */
  get knownPhase(): Phase {
    return this.fold.phase;
  }

  /** Whether it accepts reports: it is open, or the next report resumes it. */
  get isUnderWay(): boolean {
    return this.flight.state === 'open' || this.flight.state === 'suspended';
  }

  hostFlight(): HostFlight {
    return toHostFlight(this.flight);
  }

  summary(): FlightSummary {
    const { positionCount, eventCount, distanceNm } = this.fold;
    return {
      phase: positionCount === 0 ? null : this.phase,
      lastPosition: this.lastPosition,
      lastSeq: this.lastSeq,
      positionCount,
      eventCount,
      distanceFlownNm: positionCount < 2 ? null : Math.round(distanceNm * 10) / 10,
    };
  }

  view(): FlightView {
    const { flight, lastReportAt, nextIntervalS, secondClient } = this;
    const flightTimeMin = minutesSoFar(this.fold) ?? 0;
    return { flight, ...this.summary(), flightTimeMin, lastReportAt, nextIntervalS, remarks: secondClient.remarks };
  }
}
