import type { Position } from '../../tracking/model.ts';

type Figure = 'altitudeMslFt' | 'groundSpeedKt' | 'verticalSpeedFpm';
const figures: readonly Figure[] = ['altitudeMslFt', 'groundSpeedKt', 'verticalSpeedFpm'];

/**
 * Reduces a track to at most `limit` positions. Keeps, of each stretch, the first and the lowest and highest of every
 * figure; always keeps the first, the last and those in `kept` (indexes, such as the touchdown).
 */
export function thin(positions: readonly Position[], limit: number, kept: readonly number[] = []): readonly Position[] {
  if (positions.length <= limit) return positions;
  const chosen = new Set([0, positions.length - 1, ...kept.filter((index) => index in positions)]);
  const perStretch = 1 + 2 * figures.length;
  const stretches = Math.max(1, Math.floor((limit - chosen.size) / perStretch));
  for (let stretch = 0; stretch < stretches; stretch++) {
    const from = Math.floor((stretch * positions.length) / stretches);
    const to = Math.floor(((stretch + 1) * positions.length) / stretches);
    chosen.add(from);
    for (const index of extremes(positions, from, to)) chosen.add(index);
  }
  return [...chosen].sort((a, b) => a - b).flatMap((index) => positions[index] ?? []);
}

/** Returns the indexes of the lowest and the highest value of each figure within [from, to). */
export function extremes(positions: readonly Position[], from: number, to: number): readonly number[] {
  return figures.flatMap((figure) => extremesOf(positions, figure, from, to));
}

function extremesOf(positions: readonly Position[], figure: Figure, from: number, to: number): readonly number[] {
  let [lowest, highest] = [-1, -1];
  for (let index = from; index < to; index++) {
    const value = positions[index]?.[figure] ?? null;
    if (value === null) continue;
    if (lowest < 0 || value < (positions[lowest]?.[figure] ?? 0)) lowest = index;
    if (highest < 0 || value > (positions[highest]?.[figure] ?? 0)) highest = index;
  }
  return lowest < 0 ? [] : [lowest, highest];
}
