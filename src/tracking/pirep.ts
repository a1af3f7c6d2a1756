import { distanceNm } from '../lib/geo.ts';
import { emptyFold, type Fold, foldEvent, foldPosition, type Mark } from './fold.ts';
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
} from './model.ts';

/** A finish that tells nothing: every figure is computed. */
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

/** Farther from the planned arrival than this, a landing was elsewhere. */
export const elsewhereNm = 10;

/**
 * The PIREP of a flight: what the client reported with `finish`, and whatever it left out computed from its reports,
 * taken in the order of `recordedAt` whatever order they came in. What cannot be known stays null.
 */
export function makePirep(
  plan: Plan,
  reports: readonly Report[],
  figures: ReportedFigures,
  diversion: Airport | null,
): Pirep {
  const fold = foldReports(reports);
  const basis: Partial<Record<PirepFigure, Basis>> = {};
  const choose = (figure: PirepFigure, reported: number | null, computed: Computed | null): number | null => {
    if (reported !== null) basis[figure] = 'reported';
    else if (computed !== null) basis[figure] = computed.isEstimated ? 'estimated' : 'computed';
    return reported ?? computed?.value ?? null;
  };
  const blockOffAt = choose('blockOffAt', figures.blockOffAt, fromMark(fold.blockOff));
  const blockOnAt = choose('blockOnAt', figures.blockOnAt, blockOn(fold));
  return {
    blockOffAt,
    takeoffAt: choose('takeoffAt', figures.takeoffAt, fromMark(fold.takeoff)),
    landingAt: choose('landingAt', figures.landingAt, fromMark(fold.landing)),
    blockOnAt,
    flightTimeMin: choose('flightTimeMin', figures.flightTimeMin, flightTime(fold, blockOffAt, blockOnAt, basis)),
    distanceNm: choose('distanceNm', figures.distanceNm, flownDistance(fold)),
    fuelUsedLb: choose('fuelUsedLb', figures.fuelUsedLb, fuelUsed(fold)),
    blockFuelLb: choose('blockFuelLb', figures.blockFuelLb, fold.firstFuelLb === null ? null : exact(fold.firstFuelLb)),
    landingRateFpm: choose('landingRateFpm', figures.landingRateFpm, fold.landingRateFpm),
    route: figures.route ?? plan.route,
    notes: figures.notes,
    log: makeLog(reports, figures.log),
    fields: figures.fields,
    score: figures.score,
    load: figures.load,
    diversion,
    basis,
    positionCount: fold.positionCount,
  };
}

interface Computed {
  readonly value: number;
  readonly isEstimated: boolean;
}

const exact = (value: number): Computed => ({ value, isEstimated: false });
const fromMark = (mark: Mark | null): Computed | null => mark && { value: mark.at, isEstimated: mark.isEstimated };

export function foldReports(reports: readonly Report[]): Fold {
  const fold = emptyFold();
  for (const report of inOrderOfTime(reports)) {
    if (report.kind === 'position') foldPosition(fold, report.position);
    else foldEvent(fold, report.event);
  }
  return fold;
}

/** By `recordedAt`; of one instant, by the client's `seq`, else as they came. */
export function inOrderOfTime(reports: readonly Report[]): readonly Report[] {
  const at = (report: Report) => (report.kind === 'position' ? report.position : report.event);
  return [...reports].sort((a, b) => {
    const [left, right] = [at(a), at(b)];
    const seqOrder = a.kind === b.kind && left.seq !== null && right.seq !== null ? left.seq - right.seq : 0;
    return left.recordedAt - right.recordedAt || seqOrder || a.number - b.number;
  });
}

/** Stated, or since when it has been standing after the landing, or (still rolling, or never seen to land) the last report: an estimate. */
function blockOn(fold: Fold): Computed | null {
  if (fold.blockOn !== null) return fromMark(fold.blockOn);
  if (fold.last === null || fold.blockOff === null) return null;
  const hasLanded = fold.landing !== null && !fold.isAirborne;
  if (hasLanded && fold.standingSince !== null) return exact(fold.standingSince);
  return { value: fold.last.recordedAt, isEstimated: true };
}

function flightTime(
  fold: Fold,
  blockOffAt: number | null,
  blockOnAt: number | null,
  basis: Partial<Record<PirepFigure, Basis>>,
): Computed | null {
  if (blockOffAt === null || blockOnAt === null || blockOnAt < blockOffAt) return null;
  const stillPaused = fold.pausedSince === null ? 0 : Math.max(0, blockOnAt - fold.pausedSince);
  const ms = Math.max(0, blockOnAt - blockOffAt - fold.pausedMs - stillPaused);
  const isEstimated = basis.blockOffAt === 'estimated' || basis.blockOnAt === 'estimated';
  return { value: Math.round(ms / 60_000), isEstimated };
}

function flownDistance(fold: Fold): Computed | null {
  return fold.positionCount < 2 ? null : exact(Math.round(fold.distanceNm * 10) / 10);
}

/** Null where fuel was never told, or grew (refuelled under way). */
function fuelUsed(fold: Fold): Computed | null {
  if (fold.firstFuelLb === null || fold.lastFuelLb === null || fold.positionCount < 2) return null;
  const used = fold.firstFuelLb - fold.lastFuelLb;
  return used < 0 ? null : exact(Math.round(used * 100) / 100);
}

function makeLog(reports: readonly Report[], clientLog: readonly string[]): readonly LogLine[] {
  const events = inOrderOfTime(reports).flatMap((report) => (report.kind === 'event' ? [eventLine(report.event)] : []));
  return [...events, ...clientLog.map((text) => ({ at: null, text }))];
}

/** A flight event as a line of a log. */
export function eventLine(event: FlightEvent): LogLine {
  return { at: event.recordedAt, text: event.message === null ? event.kind : `${event.kind}: ${event.message}` };
}

/** Where the reports say it came down, when that is too far from the planned arrival to be it; null when it is not known to be elsewhere. */
export function landedElsewhere(
  plan: Plan,
  reports: readonly Report[],
): { readonly lat: number; readonly lon: number } | null {
  const place = foldReports(reports).landingPlace;
  const { lat, lon } = plan.arrival;
  if (place === null || lat === null || lon === null) return null;
  return distanceNm(place, { lat, lon }) > elsewhereNm ? place : null;
}
