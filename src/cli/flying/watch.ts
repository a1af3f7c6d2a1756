import { distanceNm } from '../../lib/geo.ts';
import type { Sample } from './recording.ts';

/** What a client notices aboard by itself. */
export interface Noticed {
  readonly kind: 'block-off' | 'takeoff' | 'landing' | 'block-on';
  readonly sample: Sample;
}

const movingKt = 1;
/** Farther than a parked aeroplane's position jitters. */
const movedNm = 0.015;

/**
 * The flight events of these samples, in order, as far as the samples show them: block-off only when it was seen standing before,
 * block-on only when it stands at the end, take-off and landing where it is known to leave or reach the ground.
 */
export function watch(samples: readonly Sample[]): readonly Noticed[] {
  const noticed: Noticed[] = [];
  const notice = (kind: Noticed['kind'], sample: Sample | undefined) => {
    if (sample !== undefined) noticed.push({ kind, sample });
  };
  const firstMove = samples.findIndex((sample, index) => isMoving(sample, samples[index - 1]));
  if (firstMove > 0) notice('block-off', samples[firstMove]);
  samples.forEach((sample, index) => {
    const before = samples[index - 1];
    if (before?.onGround === true && sample.onGround === false) notice('takeoff', sample);
    if (before?.onGround === false && sample.onGround === true) notice('landing', sample);
  });
  if (noticed.some(({ kind }) => kind === 'landing')) notice('block-on', finalStop(samples));
  return noticed;
}

/** Where it came to stand for good; undefined while it still rolls. */
function finalStop(samples: readonly Sample[]): Sample | undefined {
  const lastMove = samples.findLastIndex((sample, index) => isMoving(sample, samples[index - 1]));
  return samples[lastMove + 1];
}

function isMoving(sample: Sample, before: Sample | undefined): boolean {
  if ((sample.groundSpeedKt ?? 0) >= movingKt) return true;
  return before !== undefined && distanceNm(before, sample) > movedNm;
}
