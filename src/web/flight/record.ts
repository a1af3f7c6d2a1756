import type { FlightView } from '../../tracking/figures/flight-view.ts';
import { emptyFold, foldEvent, foldPosition } from '../../tracking/figures/fold.ts';
import type { Fold } from '../../tracking/figures/fold-state.ts';
import { isPhase } from '../../tracking/figures/phase.ts';
import { makePirep, nothingReported } from '../../tracking/figures/pirep.ts';
import { inOrderOfTime } from '../../tracking/figures/timeline.ts';
import type { FlightEvent, Pirep, Position, Report } from '../../tracking/model.ts';
import { isForItsClient } from '../../tracking/position/event-kinds.ts';
import type { WebParts } from '../parts.ts';
import type { Audience } from './audience.ts';
import { mergeBriefPhases, type PhaseInterval } from './phase-intervals.ts';

/** A flight with its reports, sorted by time. */
export interface FlightRecord {
  readonly view: FlightView;
  readonly positions: readonly Position[];
  readonly events: readonly FlightEvent[];
  /** Changes of phase, each at the time of the first report that shows it; brief phases are omitted. */
  readonly phases: readonly PhaseInterval[];
  /** The PIREP as filed; before that, computed from the reports so far. */
  readonly pirep: Pirep;
  readonly isFiled: boolean;
}

/** Returns the record for this audience: the public gets our phase names, not the client's. */
export async function readRecord(parts: WebParts, view: FlightView, audience: Audience): Promise<FlightRecord> {
  const { flight } = view;
  const isPublic = audience === 'public';
  const reports = inOrderOfTime(await parts.records.readReports(flight.number), flight.startedAt);
  const positions = reports.flatMap((report) => (report.kind === 'position' ? [report.position] : []));
  return {
    view: isPublic ? inOurWords(view) : view,
    positions: isPublic ? positions.map((position) => inOurWords({ ...position, ...withoutTexts })) : positions,
    events: reports.flatMap((report) =>
      report.kind === 'event' && !isForItsClient(report.event) ? [report.event] : [],
    ),
    phases: mergeBriefPhases(findPhases(reports, flight.startedAt, isPublic)),
    pirep:
      flight.receipt?.pirep ??
      makePirep(flight.plan, reports, nothingReported, null, {
        startedAt: flight.startedAt,
        finishedAt: null,
        remarks: view.remarks,
      }),
    isFiled: flight.receipt !== null,
  };
}

/** Returns whether an event carries the client's free text, which the public does not see. */
const withoutTexts = { transponder: null, autopilot: null, simTime: null } satisfies Partial<Position>;

function inOurWords<T extends { readonly phase: string | null }>(reported: T): T {
  return reported.phase === null || isPhase(reported.phase) ? reported : { ...reported, phase: null };
}

function findPhases(reports: readonly Report[], startedAt: number, isPublic: boolean): readonly PhaseInterval[] {
  const phaseOf = (fold: Fold) => (isPublic ? fold.phase : (fold.statedPhase ?? fold.phase));
  const fold = emptyFold(startedAt);
  const phases: { at: number; phase: string }[] = [];
  for (const report of reports) {
    if (report.kind === 'event') foldEvent(fold, report.event);
    else {
      foldPosition(fold, report.position);
      const phase = phaseOf(fold);
      if (phase !== phases.at(-1)?.phase) phases.push({ at: report.position.recordedAt, phase });
    }
  }
  return phases;
}
