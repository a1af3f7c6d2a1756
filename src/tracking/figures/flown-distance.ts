import type { Plan, ReportedFigures } from '../model.ts';
import type { Computed } from './figure-choice.ts';
import type { Fold } from './fold-state.ts';

/** Distance by the reports, else (for clients that want that) by the plan; null when unknown. */
export function flownDistance(fold: Fold, plan: Plan, { isDistancePlanned }: ReportedFigures): Computed | null {
  const isPlanned = isDistancePlanned === true && (fold.positionCount < 2 || isMostlyDoubted(fold));
  if (isPlanned && plan.distanceNm !== null) return { value: plan.distanceNm, isEstimated: true };
  if (fold.positionCount < 2) return null;
  return { value: Math.round(fold.distanceNm * 10) / 10, isEstimated: fold.hasGap || fold.doubtedCount > 0 };
}

/** No aircraft could have reached most of the positions in time, or it skipped more than it flew. */
function isMostlyDoubted({ doubtedCount, positionCount, skippedNm, distanceNm }: Fold): boolean {
  return doubtedCount > 0 && (doubtedCount * 2 >= positionCount || skippedNm > distanceNm);
}
