import { distanceNm } from '../../lib/geo.ts';
import type { Sample } from './recording.ts';

/** An event that a client detects by itself. */
export interface Noticed {
  readonly kind: 'block-off' | 'takeoff' | 'landing' | 'block-on';
  readonly sample: Sample;
}

const movingKt = 1;
/** More than the jitter of a parked aircraft's position. */
const movedNm = 0.015;

/**
 * Returns the flight events that the samples show, in order: block-off only if the aircraft was standing before,
 * block-on only if it stands at the end, take-off and landing where it is known to leave or reach the ground.
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

/** Returns the sample of the final stop; undefined while the aircraft is moving. */
function finalStop(samples: readonly Sample[]): Sample | undefined {
  const lastMove = samples.findLastIndex((sample, index) => isMoving(sample, samples[index - 1]));
  return samples[lastMove + 1];
}

function isMoving(sample: Sample, before: Sample | undefined): boolean {
  if ((sample.groundSpeedKt ?? 0) >= movingKt) return true;
  return before !== undefined && distanceNm(before, sample) > movedNm;
}
