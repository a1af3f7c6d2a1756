import type { Position } from '../../model.ts';

/**
 * Returns the indexes at which a track was lowest, each after a descent and before a climb of this much, feet. A level stretch
 * counts by its first report. By the altitude above mean sea level, which does not follow the ground.
 */
export function lowPointsOf(positions: readonly Position[], swingFt: number): readonly number[] {
  const found: number[] = [];
  let isDescending = false;
  let extremeFt: number | null = null;
  let lowest = 0;
  positions.forEach(({ altitudeMslFt }, index) => {
    if (altitudeMslFt === null) return;
    extremeFt ??= altitudeMslFt;
    const isFarther = isDescending ? altitudeMslFt < extremeFt : altitudeMslFt > extremeFt;
    if (isFarther) [extremeFt, lowest] = [altitudeMslFt, index];
    else if (Math.abs(altitudeMslFt - extremeFt) >= swingFt) {
      if (isDescending) found.push(lowest);
      isDescending = !isDescending;
      [extremeFt, lowest] = [altitudeMslFt, index];
    }
  });
  return found;
}
