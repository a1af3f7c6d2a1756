import type { FlightView } from '../../tracking/figures/flight-view.ts';
import { emptyFold, foldEvent, foldPosition } from '../../tracking/figures/fold.ts';
import type { Pause } from '../../tracking/figures/pauses.ts';
import { isPhase } from '../../tracking/figures/phase.ts';
import { nothingReported, pirepOf } from '../../tracking/figures/pirep.ts';
import { SteadyLag } from '../../tracking/figures/steady-lag.ts';
import { follows } from '../../tracking/figures/timeline.ts';
import type { FlightEvent, Pirep, Position, Report } from '../../tracking/model.ts';
import { isForItsClient } from '../../tracking/position/event-kinds.ts';
import { KeptTrack } from './kept-track.ts';
import { mergeBriefPhases, type PhaseInterval } from './phase-intervals.ts';
import { ReadingRanges } from './readings.ts';

/** A flight with its reports, sorted by time. */
export interface FlightRecord {
  readonly view: FlightView;
  /** All of a usual flight; those of a long one are thinned, except around its landing. */
  readonly positions: readonly Position[];
  readonly positionCount: number;
  readonly readings: ReadingRanges;
  readonly events: readonly FlightEvent[];
  /** Changes of phase, each at the time of the first report that shows it; brief phases are omitted. */
  readonly phases: readonly PhaseInterval[];
  /** While the simulator was paused, as its client reported it; the last one may not have ended. */
  readonly pauses: readonly Pause[];
  /** The PIREP as filed; before that, computed from the reports so far. */
  readonly pirep: Pirep;
  readonly isFiled: boolean;
}

/** Adds up the reports of a flight, each once, to what its page shows. The public gets our phase names, not the client's. */
export class RecordBuilder {
  readonly #startedAt: number;
  readonly #filed: Pirep | null;
  readonly #isPublic: boolean;
  readonly #fold;
  readonly #lag = new SteadyLag();
  readonly #track = new KeptTrack();
  readonly #readings = new ReadingRanges();
  readonly #events: FlightEvent[] = [];
  readonly #phases: PhaseInterval[] = [];
  #last: Report | null = null;

  constructor({ flight }: FlightView, isPublic: boolean) {
    this.#startedAt = flight.startedAt;
    this.#filed = flight.receipt?.pirep ?? null;
    this.#isPublic = isPublic;
    this.#fold = emptyFold(flight.startedAt);
  }

  get keptPositions(): number {
    return this.#track.keptCount;
  }

  /** Whether this report, which arrived after those that were added, is also later than they are. */
  isNext(report: Report): boolean {
    return this.#last === null || follows(this.#last, report, this.#startedAt);
  }

  /** Adds the next report in order of time. */
  add(report: Report): void {
    this.#last = report;
    this.#lag.add(report);
    if (report.kind === 'event') {
      foldEvent(this.#fold, report.event);
      this.#events.push(report.event);
      return;
    }
    const { position } = report;
    foldPosition(this.#fold, position);
    this.#readings.add(position);
    this.#notePhase(position.recordedAt);
    const landingAt = this.#filed === null ? this.#fold.landing?.at : this.#filed.landingAt;
    this.#track.add(this.#isPublic ? publicPosition(position) : position, landingAt ?? null);
  }

  build(view: FlightView): FlightRecord {
    const { flight, remarks } = view;
    const circumstances = { startedAt: flight.startedAt, finishedAt: null, remarks };
    const summed = { fold: this.#fold, lagMs: this.#lag.value, events: this.#events };
    return {
      view: this.#isPublic ? inOurWords(view) : view,
      positions: this.#track.positions,
      positionCount: this.#track.count,
      readings: this.#readings,
      events: this.#events.filter((event) => !isForItsClient(event)),
      phases: mergeBriefPhases(this.#phases),
      pauses: this.#pauses(),
      pirep: flight.receipt?.pirep ?? pirepOf(flight.plan, summed, nothingReported, null, circumstances),
      isFiled: flight.receipt !== null,
    };
  }

  /** The same for a flight of which nothing new was reported. */
  renew(record: FlightRecord, view: FlightView): FlightRecord {
    return { ...record, view: this.#isPublic ? inOurWords(view) : view };
  }

  #pauses(): readonly Pause[] {
    const { pauses, pausedSince, last } = this.#fold;
    if (pausedSince === null || last === null || last.recordedAt <= pausedSince) return [...pauses];
    return [...pauses, { from: pausedSince, to: last.recordedAt }];
  }

  #notePhase(at: number): void {
    const phase = this.#isPublic ? this.#fold.phase : (this.#fold.statedPhase ?? this.#fold.phase);
    if (phase !== this.#phases.at(-1)?.phase) this.#phases.push({ at, phase });
  }
}

/** The client's free texts, which the public does not see. */
const withoutTexts = { transponder: null, autopilot: null, simTime: null } satisfies Partial<Position>;

/** Returns a position as the public sees it. */
export function publicPosition(position: Position): Position {
  return inOurWords({ ...position, ...withoutTexts });
}

function inOurWords<T extends { readonly phase: string | null }>(reported: T): T {
  return reported.phase === null || isPhase(reported.phase) ? reported : { ...reported, phase: null };
}
