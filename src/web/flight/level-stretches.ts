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
  let begin: Position | null = null;
  let end: Position | null = null;
  const close = () => {
    if (begin?.altitudeMslFt == null || end === null || end.recordedAt - begin.recordedAt < minMs) return;
    const altitudeFt = Math.round((end.altitudeMslFt ?? begin.altitudeMslFt) / 100) * 100;
    const last = found.at(-1);
    // A short excursion from a level does not make two of it.
    if (last !== undefined && Math.abs(last.altitudeFt - altitudeFt) <= bandFt) last.to = end.recordedAt;
    else found.push({ from: begin.recordedAt, to: end.recordedAt, altitudeFt });
  };
  for (const position of positions) {
    const { altitudeMslFt } = position;
    if (altitudeMslFt === null) continue;
    const isLeft = begin !== null && Math.abs(altitudeMslFt - (begin.altitudeMslFt ?? 0)) > bandFt;
    if (isLeft) {
      close();
      begin = end = null;
    }
    if (altitudeMslFt < minFt) continue;
    begin ??= position;
    end = position;
  }
  close();
  return found;
}
