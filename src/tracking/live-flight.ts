import type { Journal, SealedSummary, StoredFlight } from '../journal/journal.ts';
import type { HostFlight } from '../platform/port.ts';
import type { FlightView } from './calls.ts';
import { nextInterval } from './flight-view.ts';
import { emptyFold, type Fold, foldEvent, foldPosition } from './fold.ts';
import { restoreFold } from './fold-restore.ts';
import { toHostFlight } from './host-flight.ts';
import type { Flight, FlightEvent, FlightSummary, Phase, Position, Report } from './model.ts';
import { NewestPosition } from './newest-position.ts';
import { type EventAllowance, sizeOf } from './quota.ts';
import { Repeats } from './repeats.ts';

/** A flight that is under way, or whose paperwork is: its document, and what its reports add up to so far. */
export class LiveFlight {
  flight: Flight;
  readonly fold: Fold = emptyFold();
  readonly positions: Repeats;
  readonly events: Repeats;
  /** How many flight events it may still report; null before the first. */
  eventAllowance: EventAllowance | null = null;
  readonly #newest = new NewestPosition();
  /** When the newest report reached us; less than before where our clock was set back. */
  lastReportAt: number;
  /** The newest report's number in the journal. */
  lastNumber = 0;
  /** The number of the newest position, by `recordedAt`. */
  lastPositionNumber = 0;
  /** No flight event has a higher number. */
  lastEventNumber = 0;
  /** Reports up to this number are with the crew center. */
  delivered: number;
  /** When all of its reports were last with the crew center; since its start they were not. */
  upToDateAt: number;
  /** Why its track was not taken the last time; null when it was. */
  deliveryError: string | null = null;
  /** The crew center has not been given the newest position; it has not been told of the flight since. */
  isMoved = false;
  isUntold = false;
  /** Reports since the last sealing, and when that was. */
  unsealedCount = 0;
  sealedAt: number;
  /** Work on the crew center that is under way for this flight; whoever asks for the same waits for it. */
  job: Promise<void> | null = null;
  /** Finding out what became of its PIREP, and opening it anew: filing and cancelling wait for that. */
  renewal: Promise<boolean> | null = null;
  /** What the crew center was last told by `updatePirep`. */
  told: { readonly phase: string | null; readonly at: number } | null = null;
  /** Reports taken back before the last `refold`. */
  #forgotten = 0;

  constructor(stored: StoredFlight, journal: Pick<Journal, 'hasSealedReport'>) {
    const { flight, sealed } = stored;
    this.flight = flight;
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
    this.lastReportAt = Math.max(flight.lastReportAt, sealed?.lastPosition?.receivedAt ?? 0);
    this.delivered = stored.delivered;
    this.upToDateAt = flight.startedAt;
    this.sealedAt = flight.startedAt;
    this.refold(sealed, []);
  }

  /** An unsealed report that the journal held when the server started. */
  takeUp(report: Report): void {
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
    this.unsealedCount = 0;
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
    this.unsealedCount += 1;
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
    return { flight, ...this.summary(), lastReportAt, nextIntervalS };
  }
}
