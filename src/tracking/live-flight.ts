import type { Journal, SealedSummary, StoredFlight } from '../journal/journal.ts';
import type { HostFlight } from '../platform/port.ts';
import { type FlightView, nextInterval } from './flight-view.ts';
import { emptyFold, foldEvent, foldPosition } from './fold.ts';
import { restoreFold } from './fold-restore.ts';
import type { Fold } from './fold-state.ts';
import { toHostFlight } from './host-flight.ts';
import { Lane } from './lane.ts';
import type { Flight, FlightEvent, FlightSummary, Phase, Position, Report } from './model.ts';
import { NewestPosition } from './newest-position.ts';
import { type EventAllowance, sizeOf } from './quota.ts';
import { Repeats } from './repeats.ts';
import { SecondClient } from './second-client.ts';

/** A flight that is under way, or whose paperwork is: its document, and what its reports add up to so far. */
export class LiveFlight {
  #flight: Flight;
  /** Work on the crew center for this flight, one at a time. */
  readonly lane = new Lane();
  readonly fold: Fold = emptyFold();
  readonly positions: Repeats;
  readonly events: Repeats;
  /** How many flight events it may still report; null before the first. */
  eventAllowance: EventAllowance | null = null;
  readonly secondClient = new SecondClient();
  readonly #newest = new NewestPosition();
  /** When the newest report reached us; less than before where our clock was set back. */
  lastReportAt = 0;
  /** The newest report's number in the journal. */
  lastNumber = 0;
  /** The number of the newest position, by `recordedAt`. */
  lastPositionNumber = 0;
  /** No flight event has a higher number. */
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
    // Of events no newest instant is kept: they are few, and the journal is asked for each.
    this.events = new Repeats(
      sealed && { seqs: sealed.eventSeqs, newest: Number.POSITIVE_INFINITY },
      isSealed('event'),
    );
    this.refold(sealed, []);
  }

  /** Its document. */
  get flight(): Flight {
    return this.#flight;
  }

  /** For `LiveFlights.apply` only, which writes the document down. */
  become(flight: Flight): void {
    this.#flight = flight;
  }

  /** Reports since the start of the server, or since they were added up again; never less than before but by that. */
  get reportCount(): number {
    return this.#reportCount;
  }

  /** An unsealed report that the journal held when the server started. */
  restore(report: Report): void {
    if (report.kind === 'position') this.addPosition(report.number, report.position);
    else this.addEvent(report.number, report.event);
  }

  /** Some of what was added could not be stored and was taken back: what the reports add up to is wrong until `refold`. */
  get hasLost(): boolean {
    return this.positions.forgotten + this.events.forgotten > this.#forgotten;
  }

  /** Adds up anew what is stored: the sealed reports, and the others. */
  refold(sealed: SealedSummary | null, tail: readonly Report[]): void {
    this.#forgotten = this.positions.forgotten + this.events.forgotten;
    Object.assign(this.fold, restoreFold(this.flight.startedAt, sealed?.progress));
    if (sealed !== null && sealed.lastPosition !== null) this.#newest.put(sealed.lastPosition);
    this.lastNumber = sealed?.lastNumber ?? 0;
    this.lastPositionNumber = this.lastNumber;
    this.lastEventNumber = sealed !== null && sealed.eventCount > 0 ? sealed.lastNumber : 0;
    this.#reportCount = 0;
    this.lastReportAt = Math.max(this.#flight.lastReportAt, sealed?.lastPosition?.receivedAt ?? 0);
    for (const report of tail) {
      if (report.kind === 'position') this.#foldPosition(report.number, report.position);
      else this.#foldEvent(report.number, report.event);
    }
    const seqs = (kind: Report['kind']) =>
      tail.map((each) => (each.kind !== kind ? null : each.kind === 'position' ? each.position.seq : each.event.seq));
    this.positions.relearn(sealed?.positionSeqs ?? [], seqs('position'));
    this.events.relearn(sealed?.eventSeqs ?? [], seqs('event'));
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

  /** The newest, by `recordedAt`; a copy. */
  get lastPosition(): Position | null {
    return this.fold.last === null ? null : this.#newest.read();
  }

  /** No position has a higher `seq`. */
  get lastSeq(): number | null {
    return this.positions.lastSeq;
  }

  get positionCount(): number {
    return this.fold.positionCount;
  }

  get nextIntervalS(): number {
    return nextInterval[this.fold.phase];
  }

  get phase(): string {
    return this.fold.statedPhase ?? this.fold.phase;
  }

  /** The phase in our own words, whatever the client calls it. */
  get knownPhase(): Phase {
    return this.fold.phase;
  }

  get hasFlown(): boolean {
    return this.fold.takeoff !== null;
  }

  /** It takes reports: it is open, or the next one opens it again. */
  get isUnderWay(): boolean {
    return this.flight.state === 'open' || this.flight.state === 'suspended';
  }

  get isSuspended(): boolean {
    return this.flight.state === 'suspended';
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
    const { flight, lastReportAt, nextIntervalS } = this;
    return { flight, ...this.summary(), lastReportAt, nextIntervalS, remarks: this.secondClient.remarks };
  }
}
