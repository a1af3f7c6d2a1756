import type { ApproachTrack } from './approach-track.ts';

/** Where an aircraft left its runway after the landing. */
export interface RunwayExit {
  /** Metres past the landing threshold. */
  readonly alongM: number;
  readonly side: 'left' | 'right';
}

/** Coordinates of runways are this coarse, metres. */
const marginM = 8;
/** Between reports farther apart the exit is not seen, milliseconds. */
const maxGapMs = 30_000;

/** Returns where the track shows that it turned off; null where it does not. */
export function runwayExitOf({ seen, touchdown, runway }: ApproachTrack): RunwayExit | null {
  if (touchdown === null || runway === null) return null;
  const edgeM = ((runway.widthFt ?? 150) * 0.3048) / 2;
  const isOff = (rightM: number) => Math.abs(rightM) > edgeM + marginM;
  const index = seen.findIndex(({ at, rightM }) => at > touchdown.at && isOff(rightM));
  const [before, after] = [seen[index - 1], seen[index]];
  if (before === undefined || after === undefined || isOff(before.rightM)) return null;
  if (before.at < touchdown.at || after.at - before.at > maxGapMs) return null;
  const side = after.rightM < 0 ? 'left' : 'right';
  const share = (Math.sign(after.rightM) * edgeM - before.rightM) / (after.rightM - before.rightM);
  return { alongM: before.alongM + (after.alongM - before.alongM) * Math.max(0, Math.min(1, share)), side };
}
