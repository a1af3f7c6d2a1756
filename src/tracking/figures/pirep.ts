import type {
  Airport,
  Basis,
  FlightEvent,
  LogLine,
  Pirep,
  PirepFigure,
  Plan,
  Report,
  ReportedFigures,
} from '../model.ts';
import { isForItsClient } from '../position/event-kinds.ts';
import { type Computed, chooserFor, filedAsSaid } from './figure-choice.ts';
import { flownDistance } from './flown-distance.ts';
import { foldReports } from './fold-restore.ts';
import type { Fold, Mark } from './fold-state.ts';
import { pausedBetween } from './pauses.ts';
import { notesOf, remarksOn, slowClockRemarks } from './pirep-remarks.ts';
import { believeFigures, type Instants, type Lifetime } from './reported-figures.ts';
import { steadyLag } from './steady-lag.ts';
import { inOrderOfTime } from './timeline.ts';

/** A finish without figures: all are computed. */
export const nothingReported: ReportedFigures = {
  flightTimeMin: null,
  distanceNm: null,
  fuelUsedLb: null,
  blockFuelLb: null,
  landingRateFpm: null,
  blockOffAt: null,
  takeoffAt: null,
  landingAt: null,
  blockOnAt: null,
  arrival: null,
  route: null,
  notes: null,
  log: [],
  fields: {},
  score: null,
  load: null,
};

/** What is known about a flight besides its reports. */
export interface Circumstances extends Lifetime {
  /** Added to the notes of the PIREP: one sentence each. */
  readonly remarks: readonly string[];
}

const unknown: Circumstances = { startedAt: null, finishedAt: null, remarks: [] };

/**
 * Returns the PIREP of a flight: the plausible figures that the client reported with `finish`; the others are computed from
 * its reports in order of time. Unknown figures are null; ignored ones are mentioned in the notes.
 */
export function makePirep(
  plan: Plan,
  reports: readonly Report[],
  reported: ReportedFigures,
  diversion: Airport | null,
  circumstances: Circumstances = unknown,
): Pirep {
  const { startedAt } = circumstances;
  const events = inOrderOfTime(reports, startedAt).flatMap((report) => (report.kind === 'event' ? [report.event] : []));
  const summed = { fold: foldReports(reports, startedAt), lagMs: steadyLag(reports), events };
  return pirepOf(plan, summed, reported, diversion, circumstances);
}

/** What reports add up to, and their events in order of time. */
export interface SummedReports {
  readonly fold: Fold;
  readonly lagMs: number | null;
  readonly events: readonly FlightEvent[];
}

/** The same for reports that were added up before. */
export function pirepOf(
  plan: Plan,
  { fold, lagMs, events }: SummedReports,
  reported: ReportedFigures,
  diversion: Airport | null,
  circumstances: Circumstances,
): Pirep {
  const lifetime = { ...circumstances, maxSimRate: fold.maxSimRate };
  const instants = computeInstants(fold);
  const { figures, remarks } = believeFigures(reported, valuesOf(instants, fold), lifetime);
  const basis: Partial<Record<PirepFigure, Basis>> = {};
  const choose = chooserFor(basis);
  const blockOffAt = choose('blockOffAt', figures.blockOffAt, instants.blockOffAt);
  const blockOnAt = choose('blockOnAt', figures.blockOnAt, instants.blockOnAt);
  return {
    blockOffAt,
    takeoffAt: choose('takeoffAt', figures.takeoffAt, instants.takeoffAt),
    landingAt: choose('landingAt', figures.landingAt, instants.landingAt),
    blockOnAt,
    flightTimeMin: choose('flightTimeMin', figures.flightTimeMin, flightTime(fold, blockOffAt, blockOnAt, basis)),
    distanceNm: choose('distanceNm', figures.distanceNm, flownDistance(fold, plan, figures)),
    fuelUsedLb: choose('fuelUsedLb', figures.fuelUsedLb, fuelUsed(fold)),
    blockFuelLb: choose('blockFuelLb', figures.blockFuelLb, blockFuel(fold)),
    landingRateFpm: choose('landingRateFpm', figures.landingRateFpm, fold.landingRateFpm),
    route: figures.route ?? plan.route,
    notes: notesOf(figures.notes, [
      ...circumstances.remarks,
      ...remarks,
      ...remarksOn(fold, circumstances.finishedAt !== null),
      ...slowClockRemarks(lagMs),
    ]),
    log: makeLog(events, figures.log),
    fields: figures.fields,
    score: figures.score,
    load: figures.load,
    diversion,
    basis,
    ...filedAsSaid(figures, diversion),
    positionCount: fold.positionCount,
  };
}

type ComputedInstants = Readonly<Record<keyof Instants, Computed | null>>;

function computeInstants(fold: Fold): ComputedInstants {
  const known = (mark: Mark | null): Computed | null =>
    mark && { value: mark.at, isEstimated: mark.isEstimated || mark.at <= (fold.unsureUntil ?? mark.at - 1) };
  return {
    blockOffAt: known(fold.blockOff),
    takeoffAt: known(fold.takeoff),
    landingAt: known(fold.landing),
    blockOnAt: known(blockOn(fold)),
  };
}

/** What contradicts the client's figures: no instant that is but the time of arrival of reports without times. */
function valuesOf({ blockOffAt, takeoffAt, landingAt, blockOnAt }: ComputedInstants, { unsureUntil }: Fold): Instants {
  const sureOf = (computed: Computed | null) =>
    computed === null || computed.value <= (unsureUntil ?? Number.NEGATIVE_INFINITY) ? null : computed.value;
  return {
    blockOffAt: sureOf(blockOffAt),
    takeoffAt: sureOf(takeoffAt),
    landingAt: sureOf(landingAt),
    // Being only the last report, it does not contradict the client's figure.
    blockOnAt: blockOnAt === null || blockOnAt.isEstimated ? null : blockOnAt.value,
  };
}

/** As reported, or when it came to a stop after landing, or (still rolling, or no landing seen) the last report as an estimate. */
function blockOn(fold: Fold): Mark | null {
  if (fold.blockOn !== null) return fold.blockOn;
  if (fold.last === null || fold.blockOff === null) return null;
  const hasLanded = fold.landing !== null && !fold.isAirborne;
  if (hasLanded && fold.standingSince !== null) return { at: fold.standingSince, isEstimated: false };
  return { at: fold.last.recordedAt, isEstimated: true };
}

function flightTime(
  { pauses, pausedSince }: Fold,
  blockOffAt: number | null,
  blockOnAt: number | null,
  basis: Partial<Record<PirepFigure, Basis>>,
): Computed | null {
  if (blockOffAt === null || blockOnAt === null || blockOnAt < blockOffAt) return null;
  const ms = blockOnAt - blockOffAt - pausedBetween(pauses, pausedSince, blockOffAt, blockOnAt);
  const isEstimated = basis.blockOffAt === 'estimated' || basis.blockOnAt === 'estimated';
  return { value: Math.round(ms / 60_000), isEstimated };
}

/** Returns null when fuel was never reported; a client that always sends 0 does not know the fuel. */
function fuelUsed({ fuel, positionCount }: Fold): Computed | null {
  if (Number.isNaN(fuel.lowestLb) || positionCount < 2 || isNoFuel(fuel)) return null;
  return { value: Math.round(fuel.burntLb * 100) / 100, isEstimated: fuel.isEstimated };
}

/** Returns null when the first report is in the air. */
function blockFuel({ fuel, blockOff }: Fold): Computed | null {
  // It never moved, so the last reported value is the block fuel.
  const value = blockOff === null ? fuel.lastLb : fuel.blockLb;
  if (Number.isNaN(value) || isNoFuel(fuel)) return null;
  return { value, isEstimated: blockOff?.isEstimated === true };
}

const isNoFuel = ({ lastLb, burntLb }: Fold['fuel']) => lastLb === 0 && burntLb === 0;

function makeLog(events: readonly FlightEvent[], clientLog: ReportedFigures['log']): readonly LogLine[] {
  const own = events.filter((event) => !isForItsClient(event)).map(eventLine);
  return [...own, ...clientLog.map((line) => (typeof line === 'string' ? { at: null, text: line } : line))];
}

/** A flight event in words; of a note, and of what is for its client alone, it is the text. */
export function eventText({ kind, message }: Pick<FlightEvent, 'kind' | 'message'>): string {
  if (message === null || message === '') return kind;
  return kind === 'note' || isForItsClient({ kind }) ? message : `${kind}: ${message}`;
}

/** Formats a flight event as a line of a log. */
export function eventLine(event: FlightEvent): LogLine {
  return { at: event.recordedAt, text: eventText(event) };
}
