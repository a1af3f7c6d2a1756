import type { Position } from '../../model.ts';

/** Returns the median of the seconds between these reports, by index and both included; undefined for fewer than two. */
export function spacingOf(positions: readonly Position[], from: number, to: number): number | undefined {
  const gaps = gapsOf(positions, from, to).sort((one, other) => one - other);
  return gaps[Math.floor(gaps.length / 2)];
}

/** Returns the longest of the seconds between these reports; 0 for fewer than two. */
export function maxGapOf(positions: readonly Position[], from: number, to: number): number {
  return gapsOf(positions, from, to).reduce((max, gap) => Math.max(max, gap), 0);
}

function gapsOf(positions: readonly Position[], from: number, to: number): number[] {
  const gaps: number[] = [];
  for (let index = Math.max(0, from); index < to; index++) {
    const [here, next] = [positions[index], positions[index + 1]];
    if (here !== undefined && next !== undefined) gaps.push((next.recordedAt - here.recordedAt) / 1_000);
  }
  return gaps;
}
