import type { Report } from '../model.ts';
import { emptyFold, foldEvent, foldPosition } from './fold.ts';
import { emptyFuel } from './fold-fuel.ts';
import type { Fold, Fuel } from './fold-state.ts';
import { inOrderOfTime } from './timeline.ts';

/** The format of releases without pauses and fuel at block-off. */
interface Older {
  readonly firstFuelLb?: number | null;
  readonly lastFuelLb?: number | null;
  readonly pausedMs?: number;
}

/**
 * Restores the fold that was sealed as `progress`, with defaults for members that an older release did not have; an empty
 * fold for null. JSON has no NaN: unknown values are null there.
 */
export function restoreFold(startedAt: number, progress: unknown): Fold {
  const fold = emptyFold(startedAt);
  if (typeof progress !== 'object' || progress === null) return fold;
  const sealed = structuredClone(progress) as Partial<Fold> & Older;
  for (const key of Object.keys(fold) as (keyof Fold)[])
    if (sealed[key] !== undefined) Object.assign(fold, { [key]: sealed[key] });
  fold.startedAt = startedAt;
  fold.stillSince = numberOf(sealed.stillSince);
  fold.fastSince = numberOf(sealed.fastSince);
  if (fold.level !== null) fold.level.verticalSpeedFpm = numberOf(fold.level.verticalSpeedFpm);
  if (fold.last !== null) {
    fold.last.receivedAt ??= fold.last.recordedAt;
    fold.last.isDated ??= true;
    fold.last.simRate ??= 1;
    fold.last.verticalSpeedFpm = numberOf(fold.last.verticalSpeedFpm);
    fold.last.groundSpeedKt = numberOf(fold.last.groundSpeedKt);
  }
  fold.fuel = sealed.fuel === undefined ? olderFuel(sealed, fold.blockOff !== null) : restoreFuel(sealed.fuel);
  if (sealed.pauses === undefined) fold.pauses = olderPauses(sealed, fold);
  return fold;
}

function restoreFuel(fuel: Fuel): Fuel {
  const { lastLb, blockLb, lowestLb } = fuel;
  return {
    ...emptyFuel(),
    ...fuel,
    lastLb: numberOf(lastLb),
    blockLb: numberOf(blockLb),
    lowestLb: numberOf(lowestLb),
  };
}

function olderFuel({ firstFuelLb, lastFuelLb }: Older, isOff: boolean): Fuel {
  const [first, last] = [numberOf(firstFuelLb), numberOf(lastFuelLb)];
  if (!isOff || Number.isNaN(last)) return { ...emptyFuel(), lastLb: last };
  return {
    ...emptyFuel(),
    lastLb: last,
    blockLb: first,
    lowestLb: last,
    burntLb: Math.max(0, first - last),
    isEstimated: true,
  };
}

function olderPauses({ pausedMs }: Older, { blockOff }: Fold): Fold['pauses'] {
  return pausedMs === undefined || pausedMs <= 0 || blockOff === null
    ? []
    : [{ from: blockOff.at, to: blockOff.at + pausedMs }];
}

function numberOf(value: number | null | undefined): number {
  return value ?? Number.NaN;
}

/** Adds up these reports in the order of their times. */
export function foldReports(reports: readonly Report[], startedAt: number | null): Fold {
  const fold = emptyFold(startedAt);
  for (const report of inOrderOfTime(reports, startedAt)) {
    if (report.kind === 'position') foldPosition(fold, report.position);
    else foldEvent(fold, report.event);
  }
  return fold;
}
