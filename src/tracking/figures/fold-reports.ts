import type { Report } from '../model.ts';
import { emptyFold, foldEvent, foldPosition } from './fold.ts';
import type { Fold } from './fold-state.ts';
import { inOrderOfTime } from './timeline.ts';

/** Adds up these reports in the order of their times. */
export function foldReports(reports: readonly Report[], startedAt: number | null): Fold {
  const fold = emptyFold(startedAt);
  for (const report of inOrderOfTime(reports, startedAt)) {
    if (report.kind === 'position') foldPosition(fold, report.position);
    else foldEvent(fold, report.event);
  }
  return fold;
}
