import type { Position } from '../../tracking/model.ts';

/** A stretch of the cruise flown at one level. */
export interface LevelStretch {
  readonly from: number;
  readonly to: number;
  readonly altitudeFt: number;
}

/** Within this it has not left its level. */
const bandFt = 300;
/** Lower, or shorter, it is no step of a cruise. */
const minFt = 10_000;
const minMs = 6 * 60_000;

/** Returns the levels of a flight in order of time: those that were kept for some minutes, each once until it is left. */
export function levelStretchesOf(positions: readonly Position[]): readonly LevelStretch[] {
  const found: { from: number; to: number; altitudeFt: number }[] = [];
  let stretch: Position[] = [];
  const close = () => {
    const level = levelOf(stretch);
    stretch = [];
    if (level === null) return;
    const last = found.at(-1);
    // A short excursion from a level does not make two of it.
    if (last !== undefined && Math.abs(last.altitudeFt - level.altitudeFt) <= bandFt) last.to = level.to;
    else found.push(level);
  };
  for (const position of positions) {
    const { altitudeMslFt } = position;
    if (altitudeMslFt === null) continue;
    const [begin] = stretch;
    if (begin !== undefined && Math.abs(altitudeMslFt - (begin.altitudeMslFt ?? 0)) > bandFt) close();
    if (altitudeMslFt >= minFt) stretch.push(position);
  }
  close();
  return found;
}

/** At its ends it still climbs, or already descends: its middle is its level. Null where it is too short. */
function levelOf(stretch: readonly Position[]): LevelStretch | null {
  const [begin, middle, end] = [stretch[0], stretch[stretch.length >> 1], stretch.at(-1)];
  if (begin === undefined || middle?.altitudeMslFt == null || end === undefined) return null;
  if (end.recordedAt - begin.recordedAt < minMs) return null;
  const altitudeFt = Math.round(middle.altitudeMslFt / 100) * 100;
  return { from: begin.recordedAt, to: end.recordedAt, altitudeFt };
}
